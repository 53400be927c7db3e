import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { InvitationChoices, InvitationRow } from '../../src/features/accounts/contract/people.ts';
import type { ReviewDetail, SalesView } from '../../src/features/reviews/contract.ts';
import { json } from '../../src/platform/db/json.ts';
import { type TestApp, testApp } from '../harness/app.ts';
import type { CaseDriver } from '../harness/case-driver.ts';
import { flag, type Flags, flagWorld, type FlagWorld } from '../harness/flags.ts';
import { PASSWORD_HASH } from '../harness/password.ts';
import type { Person } from '../harness/world.ts';

/* What some flags bring along beside their one effect, which is a row of every-setting.test.ts. */

let t: TestApp;
let aCase: FlagWorld['aCase'];

beforeAll(async () => {
  t = await testApp();
  ({ aCase } = flagWorld(t, PASSWORD_HASH));
});
afterAll(() => t.close());

const ordered = async (flags: Flags, more: Record<string, unknown> = {}, settings: Record<string, unknown> = {}) =>
  (await aCase({ flags, settings })).to('submitted', more);

const mails = (d: CaseDriver, to?: string) =>
  t.world.db
    .selectFrom('mails')
    .select(['template', 'status', 'text', 'subject'])
    .where('review_id', '=', d.id)
    .$if(to !== undefined, (q) => q.where('to_email', '=', to ?? ''))
    .orderBy('id')
    .execute();
describe('mails', () => {
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
});
