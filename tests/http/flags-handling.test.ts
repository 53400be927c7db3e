import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { InvitationChoices, InvitationRow } from '../../src/features/accounts/contract/people.ts';
import type { ReviewDetail, SalesView } from '../../src/features/reviews/contract.ts';
import { json } from '../../src/platform/db/json.ts';
import { type TestApp, testApp } from '../harness/app.ts';
import type { CaseDriver } from '../harness/case-driver.ts';
import { flag, type Flags, flagWorld, type FlagWorld } from '../harness/flags.ts';
import { PASSWORD, PASSWORD_HASH } from '../harness/password.ts';
import type { Person } from '../harness/world.ts';

/* Flags on what happens once a review is ordered: mails, ratings, closing, keeping; and the flags of people. */

let t: TestApp;
let aCase: FlagWorld['aCase'];

beforeAll(async () => {
  t = await testApp();
  ({ aCase } = flagWorld(t, PASSWORD_HASH));
});
afterAll(() => t.close());

const ordered = async (flags: Flags, more: Record<string, unknown> = {}, settings: Record<string, unknown> = {}) =>
  (await aCase({ flags, settings })).to('submitted', more);

/** A review whose call was held. */
async function held(flags: Flags): Promise<CaseDriver> {
  const d = await (await ordered(flags, { needed_by: '2027-09-30' })).to('timeChosen');
  t.clock.advance({ days: 3 });
  await d.held();
  return d;
}

const mails = (d: CaseDriver, to?: string) =>
  t.world.db
    .selectFrom('mails')
    .select(['template', 'status', 'text', 'subject'])
    .where('review_id', '=', d.id)
    .$if(to !== undefined, (q) => q.where('to_email', '=', to ?? ''))
    .orderBy('id')
    .execute();
const statuses = async (d: CaseDriver, who: Person, template?: string) => {
  const rows = await t.world.db
    .selectFrom('mails')
    .select('status')
    .where('review_id', '=', d.id)
    .where('to_user_id', '=', who.user_id)
    .$if(template !== undefined, (q) => q.where('template', '=', template ?? ''))
    .execute();
  return [...new Set(rows.map((r) => r.status))];
};

describe('mails', () => {
  const invited = async (flags: Flags) => {
    const d = await (await ordered(flags)).to('presented');
    return d.selected();
  };
  for (const [name, side] of [
    ['disable_requester_emails', 'requester'],
    ['disable_expert_emails', 'expert'],
  ] as const) {
    const of = async (on: boolean) => {
      const d = await invited({ [name]: on });
      return statuses(d, d.cast[side]);
    };
    flag(
      name,
      async () => expect(await of(true)).toEqual(['suppressed']),
      async () => expect(await of(false)).toEqual(['outbox']),
    );
  }

  const referred = async (on: boolean) => {
    const d = await (
      await aCase({ flags: { enable_referrer_email: true } })
    ).draft({
      referrer_email: 'referrer@own.test',
    });
    if (!on)
      await t.world.db
        .updateTable('organizations')
        .set({ flags: json({ enable_referrer_email: false }) })
        .where('id', '=', d.cast.organization_id)
        .execute();
    await d.to('accepted');
    return { d, sent: await mails(d, 'referrer@own.test') };
  };
  flag(
    'enable_referrer_email',
    async () => {
      const { d, sent } = await referred(true);
      expect(sent.map((m) => m.template)).toEqual(['referrer_status', 'referrer_status']);
      for (const { text } of sent) {
        expect(text).toContain(`CR-${d.id}`);
        // no details: nobody of the matter, and no way in
        expect(text).not.toMatch(/Ferrante|Brightwater|\/case\//);
      }
    },
    async () => {
      expect((await referred(false)).sent).toEqual([]);
      const d = await (await aCase({ flags: { enable_referrer_email: false } })).draft();
      const sections = { step_one: { referrer_email: 'referrer@own.test' } };
      expect((await t.request(d.cast.requester, 'POST', '/api/v1/cases', { sections })).status).toBe(403);
    },
  );

  const introduced = async (on: boolean) => {
    const who = await t.world.consultant(await t.world.organization());
    const { email } = await t.world.db
      .updateTable('users')
      .set({ password_hash: PASSWORD_HASH, feature_flags: json({ send_peritus_one_time_email: on }) })
      .where('id', '=', who.user_id)
      .returning('email')
      .executeTakeFirstOrThrow();
    for (const _ of [1, 2]) {
      expect((await t.request(null, 'POST', '/api/v1/user/login', { email, password: PASSWORD })).status).toBe(200);
      await t.settle();
    }
    const sent = await t.world.db
      .selectFrom('mails')
      .select('template')
      .where('to_user_id', '=', who.user_id)
      .execute();
    const { body } = await t.request<{ feature_flags: Flags }>(who, 'GET', '/api/v1/users/current_user');
    return [sent.map((m) => m.template), body.feature_flags['send_peritus_one_time_email']];
  };
  flag(
    'send_peritus_one_time_email',
    async () => expect(await introduced(true)).toEqual([['introduction'], false]),
    async () => expect(await introduced(false)).toEqual([[], false]),
  );

  const alarmed = async (on: boolean) => {
    const staff = await t.world.staff('matching_admin');
    await t.world.db
      .updateTable('users')
      .set({ feature_flags: json({ enable_admin_alert_emails: on }) })
      .where('id', '=', staff.user_id)
      .execute();
    const d = await (await ordered({})).to('presented');
    for (const _ of [1, 2, 3]) {
      await d.selected();
      await d.must(d.cast.expert, 'POST', `/api/v1/invitations/review-${d.id}/decline`, { reason: 'too_soon' });
      await t.settle();
      if ((await mails(d)).some((m) => m.template === 'matching_alarm')) break;
      await d.presented();
    }
    return statuses(d, staff, 'matching_alarm');
  };
  flag(
    'enable_admin_alert_emails',
    async () => expect(await alarmed(true)).toEqual(['outbox']),
    async () => expect(await alarmed(false)).toEqual(['suppressed']),
  );
});

describe('ratings, closing, keeping', () => {
  const rates = async (on: boolean) => {
    const d = await held({ disable_ratings: on });
    const detail = await d.must<ReviewDetail>(d.cast.requester, 'GET', d.url());
    const url = d.url('/ratings/medical_expert');
    return [detail.organization?.ratings_enabled, (await t.request(d.cast.requester, 'GET', url)).status];
  };
  flag(
    'disable_ratings',
    async () => expect(await rates(true)).toEqual([false, 403]),
    async () => expect(await rates(false)).toEqual([true, 200]),
  );

  const closes = async (on: boolean) => {
    const d = await held({ enable_automated_case_closeouts: on });
    // warned, then closed
    t.clock.advance({ hours: 49 });
    await t.settle();
    t.clock.advance({ hours: 24 });
    await t.settle();
    return d.status();
  };
  flag(
    'enable_automated_case_closeouts',
    async () => expect(await closes(true)).toBe('closed'),
    async () => expect(await closes(false)).toBe('call_completed'),
  );

  const kept = async (on: boolean) => {
    const d = await ordered({ data_purge_enabled: on }, { needed_by: '2027-09-30' }, { data_purge_delay_in_days: 10 });
    await d.must(d.cast.requester, 'POST', d.url('/actions/cancel'), { reason: 'Settled.', confirmed_fee_cents: 0 });
    await t.settle();
    t.clock.advance({ days: 11 });
    await t.settle();
    return d.status();
  };
  flag(
    'data_purge_enabled',
    async () => expect(await kept(true)).toBe('purged'),
    async () => expect(await kept(false)).toBe('cancelled'),
  );
});

describe('sales tracking', () => {
  const url = (d: CaseDriver) => d.url('/sales');
  const begun = async (on: boolean) => {
    const d = await (await aCase({ flags: { enable_sales_tracking_by_default: on } })).draft();
    return { d, sales: await d.must<SalesView>(d.cast.admin, 'GET', url(d)) };
  };
  flag(
    'enable_sales_tracking_by_default',
    async () => {
      const { d, sales } = await begun(true);
      expect(sales).toMatchObject({ tracked: true, source: '', account_owner: null });
      const body = { tracked: true, source: 'Conference', campaign: 'Spring', account_owner_id: d.cast.admin.user_id };
      const saved = await t.request<SalesView>(d.cast.admin, 'PUT', url(d), body);
      expect(saved.body).toMatchObject({ source: 'Conference', account_owner: { id: d.cast.admin.user_id } });
      // whoever looks after the customer is of Peritus
      const stranger = { ...body, account_owner_id: d.cast.requester.user_id };
      expect((await t.request(d.cast.admin, 'PUT', url(d), stranger)).status).toBe(422);
    },
    async () => {
      const { d, sales } = await begun(false);
      expect(sales.tracked).toBe(false);
      // a single review can still be tracked, and left alone again
      for (const tracked of [true, false])
        expect((await t.request<SalesView>(d.cast.admin, 'PUT', url(d), { tracked })).body.tracked).toBe(tracked);
      for (const who of [d.cast.requester, d.cast.expert])
        expect((await t.request(who, 'GET', url(d))).status).toBe(403);
      await t.world.db
        .updateTable('reviews')
        .set({ status: 'purged', bucket: 'completed' })
        .where('id', '=', d.id)
        .execute();
      expect((await t.request(d.cast.admin, 'PUT', url(d), { tracked: true })).status).toBe(409);
    },
  );
});

describe('people', () => {
  interface Me {
    profile_label: string;
    feature_flags: Flags;
    organization?: { claim_professional_label?: string | null };
  }
  const me = async (who: Person) => (await t.request<Me>(who, 'GET', '/api/v1/users/current_user')).body;
  const label = async (on: boolean) => {
    const flags = { use_generic_claim_professional_label: on };
    const settings = { claim_professional_label: 'Adjuster' };
    return (await me(await t.world.consultant(await t.world.organization({ flags, settings })))).profile_label;
  };
  flag(
    'use_generic_claim_professional_label',
    async () => expect(await label(true)).toBe('Adjuster'),
    async () => expect(await label(false)).toBe('Claim consultant'),
  );

  test('the organization’s words for its people stand in a review, in invitations and in their mails; an admin is shown by role', async () => {
    const d = await (
      await ordered({ use_generic_claim_professional_label: true }, {}, { claim_professional_label: 'Adjuster' })
    ).to('accepted');
    const { organization_id } = d.cast;
    await t.world.db
      .updateTable('organizations')
      .set({ profile_aliases: json({ MedicalExpert: 'Physician advisor', review_manager: 'Team lead' }) })
      .where('id', '=', organization_id)
      .execute();
    const named = async (who: Person) =>
      (await t.request<ReviewDetail>(who, 'GET', d.url())).body.people
        .filter((one) => one.seat === 'requester' || one.seat === 'expert')
        .map((one) => one.role.split(',')[0]);
    for (const who of [d.cast.requester, d.cast.expert, d.cast.admin])
      expect(await named(who)).toEqual(['Physician advisor', 'Adjuster']);
    // so they do where it is said who may
    const handed = await t.request<{ data: { reason: string }[] }>(
      d.cast.requester,
      'POST',
      '/api/v1/reviews/reassign',
      { ids: [d.id], requester_id: d.cast.admin.user_id },
    );
    expect(handed.body.data[0]?.reason).toBe('Only a team lead can hand this to someone else.');
    const be = (role: 'org_admin' | 'customer_admin' | 'user') =>
      t.world.db.updateTable('users').set({ role }).where('id', '=', d.cast.requester.user_id).execute();
    await be('customer_admin');
    expect(await named(d.cast.expert)).toEqual(['Physician advisor', 'Customer admin']);
    await be('org_admin');
    expect(await named(d.cast.admin)).toEqual(['Physician advisor', 'Organization admin']);
    await be('user');

    const admin = await t.world.person({ role: 'org_admin', organization_id });
    const choices = await t.request<InvitationChoices>(admin, 'GET', '/api/v1/people/invitations/choices');
    expect(choices.body.kinds.map((one) => one.label)).toEqual(expect.arrayContaining(['Adjuster', 'Team lead']));
    expect(choices.body.kinds.map((one) => one.label)).not.toContain('Claim consultant');
    const email = `adjuster-${organization_id}@own.test`;
    const body = { email, role: 'user', profile_type: 'ClaimConsultant', organization_id };
    const invited = await t.request<InvitationRow>(admin, 'POST', '/api/v1/people/invitations', body);
    expect(invited.body.label).toBe('Adjuster');
    const list = await t.request<{ data: InvitationRow[] }>(d.cast.admin, 'GET', '/api/v1/people/invitations');
    expect(list.body.data.find((one) => one.email === email)?.label).toBe('Adjuster');
    const mail = await t.world.db
      .selectFrom('mails')
      .select('text')
      .where('to_email', '=', email)
      .executeTakeFirstOrThrow();
    expect(mail.text).toContain('Adjuster');
  });

  const bookmarks = async (on: boolean) => {
    const who = await t.world.consultant(await t.world.organization());
    await t.world.db
      .updateTable('users')
      .set({
        bookmark_urls: json([{ label: 'Handbook', url: 'https://handbook.example/' }]),
        feature_flags: json({ enable_bookmark_urls: on }),
      })
      .where('id', '=', who.user_id)
      .execute();
    return (await me(who)).feature_flags['enable_bookmark_urls'];
  };
  // the page shows them by this: shell.spec
  flag(
    'enable_bookmark_urls',
    async () => expect(await bookmarks(true)).toBe(true),
    async () => expect(await bookmarks(false)).toBe(false),
  );
});
