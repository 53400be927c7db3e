import { afterAll, beforeAll, expect, test } from 'vitest';
import { ENDPOINTS } from '../../src/app/contracts.ts';
import type { SsoSettings } from '../../src/features/accounts/contract/sso.ts';
import type { PurgeRequest } from '../../src/features/reviews/contract.ts';
import { type Answer, testApp, type TestApp } from '../harness/app.ts';
import type { CaseDriver } from '../harness/case-driver.ts';
import { flagWorld } from '../harness/flags.ts';
import { givenUp } from '../harness/work.ts';
import type { Person } from '../harness/world.ts';

/*
 * Acts of power ask who is there: each is refused while the last proof is ten minutes old, changes nothing then, and is done
 * by the same call once it is fresh. Whoever may never do it is told that, and nothing of a proof.
 */
let t: TestApp;
let org: number;
let root: Person;
let second: Person;
let keeper: Person;
let stranger: Person;
beforeAll(async () => {
  t = await testApp();
  org = await t.world.organization();
  root = await t.world.staff('super_admin');
  second = await t.world.staff('super_admin');
  keeper = await t.world.person({ role: 'org_admin', organization_id: org });
  stranger = await t.world.person({ role: 'org_admin', organization_id: await t.world.organization() });
});
afterAll(() => t.close());

const prove = async (minutes: number) =>
  t.world.db
    .updateTable('sessions')
    .set({ authenticated_at: new Date(t.clock.now().getTime() - minutes * 60_000) })
    .execute();
const member = () => t.world.person({ profile: 'ClaimConsultant', organization_id: org });
const suspended = async () => {
  const person = await member();
  await t.world.db.updateTable('users').set({ suspended_at: t.clock.now() }).where('id', '=', person.user_id).execute();
  return person;
};
const cancelled = async (): Promise<CaseDriver> => {
  const d = await flagWorld(t).aCase();
  await d.to('submitted');
  await d.must(d.cast.requester, 'POST', d.url('/actions/cancel'), { reason: 'Settled', confirmed_fee_cents: 0 });
  return d;
};
const profileOf = async (person: Person) =>
  (
    await t.world.db
      .insertInto('profiles')
      .values({ user_id: person.user_id, type: 'Attendee', organization_id: org, created_at: t.clock.now() })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;
const sso = { issuer: 'https://login.example.test', client_id: 'peritus', email_domains: [], enabled: false };

type Call = [method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string, body?: unknown];
interface Power {
  as: () => Person;
  /** Whoever may never do this; they are not told of a proof. */
  never?: () => Person;
  /** Sets the matter up and says the call. */
  call: () => Promise<Call>;
}
const by = { keeper: { as: () => keeper, never: () => stranger }, root: { as: () => root, never: () => keeper } };
const ofPerson =
  (make: () => Promise<Person>, [method, path, body]: Call): Power['call'] =>
  async () => [method, `/api/v1${path.replace('{id}', String((await make()).user_id))}`, body];

const POWERS: Readonly<Record<string, Power>> = {
  'accounts.grant_role': {
    ...by.keeper,
    call: ofPerson(member, ['PUT', '/people/{id}/role', { role: 'org_admin', reason: 'Runs the desk' }]),
  },
  'accounts.grant_profile': {
    ...by.keeper,
    call: async () => [
      'POST',
      `/api/v1/people/${(await member()).user_id}/profiles`,
      { type: 'Attendee', organization_id: org },
    ],
  },
  'accounts.change_profile': {
    ...by.keeper,
    call: async () => {
      const person = await member();
      const url = `/api/v1/people/${person.user_id}/profiles/${person.profile_id}`;
      return ['PATCH', url, { is_review_manager: true }];
    },
  },
  'accounts.remove_profile': {
    ...by.keeper,
    call: async () => {
      const person = await member();
      return ['DELETE', `/api/v1/people/${person.user_id}/profiles/${await profileOf(person)}`];
    },
  },
  'accounts.invite': {
    ...by.keeper,
    call: async () => [
      'POST',
      '/api/v1/people/invitations',
      { email: `boss${Math.round(performance.now() * 1000)}@example.test`, role: 'org_admin', organization_id: org },
    ],
  },
  'accounts.suspend': { ...by.keeper, call: ofPerson(member, ['POST', '/users/{id}/suspend', { reason: 'Left' }]) },
  'accounts.reinstate': {
    ...by.keeper,
    call: ofPerson(suspended, ['POST', '/users/{id}/reinstate', { reason: 'Back' }]),
  },
  'accounts.reset_second_factor': {
    ...by.keeper,
    call: async () => {
      const person = await member();
      const at = t.clock.now();
      await t.world.db
        .insertInto('second_factors')
        .values({ user_id: person.user_id, method: 'email', created_at: at, confirmed_at: at })
        .execute();
      const call = { called_by: 'Ann Lee', way: 'video', called_at: at.toISOString(), note: 'By face' };
      return ['POST', `/api/v1/people/${person.user_id}/second_factor/reset`, call];
    },
  },
  'accounts.impersonate': {
    ...by.root,
    call: ofPerson(member, ['POST', '/people/{id}/impersonate', { reason: 'Looks for an order', minutes: 15 }]),
  },
  'accounts.save_sso_settings': {
    ...by.keeper,
    call: () =>
      Promise.resolve([
        'PUT',
        `/api/v1/organizations/${org}/sso`,
        { ...sso, updated_at: null, default_profile_type: null },
      ]),
  },
  'accounts.remove_sso_settings': {
    ...by.keeper,
    call: async () => {
      const { body } = await t.request<SsoSettings>(root, 'GET', `/api/v1/organizations/${org}/sso`);
      return ['DELETE', `/api/v1/organizations/${org}/sso?updated_at=${body.settings?.updated_at}`];
    },
  },
  'examinees.check_texts': {
    ...by.root,
    call: () =>
      Promise.resolve(['POST', '/api/v1/examinee_texts/check', { language: 'es', reviewed_by: 'A translator' }]),
  },
  'exports.ask': {
    ...by.keeper,
    call: () => Promise.resolve(['POST', `/api/v1/organizations/${org}/exports`]),
  },
  'work.set_aside': {
    as: () => root,
    never: () => keeper,
    call: async () => {
      const [id] = await givenUp(t.world.db);
      return ['POST', `/api/v1/work/job-${id}/set_aside`, { reason: 'Sent by hand' }];
    },
  },
  'audit.export': { ...by.root, call: () => Promise.resolve(['GET', '/api/v1/audit/export']) },
  'reviews.ask_purge': {
    ...by.root,
    call: async () => ['POST', (await cancelled()).url('/purge_request'), { reason: 'A court order' }],
  },
  'reviews.confirm_purge': {
    ...by.root,
    call: async () => {
      const d = await cancelled();
      const asked = await t.request<PurgeRequest>(second, 'POST', d.url('/purge_request'), { reason: 'A court order' });
      return ['POST', d.url('/purge_request/confirm'), { request_id: asked.body.request?.id }];
    },
  },
};

test.each(Object.entries(POWERS))('%s asks who is there', async (_id, { as, never, call }) => {
  await prove(0);
  const [method, url, body] = await call();
  const ask = (who: Person): Promise<Answer> => t.request(who, method, url, body);
  await prove(10);
  if (never) expect([403, 404]).toContain((await ask(never())).status);
  const refused = await ask(as());
  expect([refused.status, refused.problem.code]).toEqual([409, 'reauthentication_required']);
  await prove(9);
  const done = await ask(as());
  expect(done.status, JSON.stringify(done.problem)).toBeLessThan(300);
});

test('inviting somebody who orders asks for nothing, who sees everybody’s reviews for a proof', async () => {
  await prove(10);
  const invites = (email: string, is_review_manager: boolean) =>
    t.request(keeper, 'POST', '/api/v1/people/invitations', {
      email,
      role: 'user',
      profile_type: 'ClaimConsultant',
      is_review_manager,
      organization_id: org,
    });
  expect((await invites('colleague@example.test', false)).status).toBe(201);
  const refused = await invites('manager@example.test', true);
  expect([refused.status, refused.problem.code]).toEqual([409, 'reauthentication_required']);
  await prove(9);
  expect((await invites('manager@example.test', true)).status).toBe(201);
});

/** About one's own account or signature, tested where that is: second-factor, email-and-phone. */
const OWN: ReadonlySet<string> = new Set([
  // signing, tested with what is signed: engagements, testimony, disclosure
  'disclosure.sign',
  'merit.sign',
  'record_returns.sign',
  'record_returns.sign_own',
  // where an organization's news go, tested with webhooks
  'api_keys.make',
  'hl7.add',
  'hl7.renew_token',
  'hl7.change',
  'webhooks.add',
  'webhooks.change',
  'webhooks.rotate',
  // reports that leave, tested with public-report
  'public_reports.make',
  'public_reports.allow',
  // tested with box-reports
  'box_reports.ask',
  // money that leaves, tested with payouts
  'payouts.release',
  'payouts.nacha',
  'payouts.save_settings',
  'payouts.tax_file',
  'engagements.propose',
  'engagements.sign',
  'engagements.amend',
  'engagements.sign_amendment',
  'testimony.sign_errata',
  'accounts.ask_phone',
  'accounts.verify_phone',
  'accounts.factor_begin',
  'accounts.factor_confirm',
  'accounts.factor_remove',
  'accounts.recovery_codes',
]);

/** What speaks of power and asks for no proof, and why not. */
const NOT: Readonly<Record<string, string>> = {
  'accounts.stop_email': 'by a link, before anybody can sign in',
  'accounts.break_glass': 'is the way in',
  'accounts.impersonation_stop': 'gives power back',
  'accounts.switch_profile': 'one’s own profiles',
  'continuations.grant': 'opens a draft for the same people, whose names are then checked anew',
  'api_keys.revoke': 'takes power away',
  'exports.end': 'takes a copy away',
  'exports.list': 'names them',
  'exports.content': 'the archive that was asked for with a proof',
  'reviews.decline_purge': 'keeps the records',
  'reviews.withdraw_purge': 'keeps the records',
  'invoices.export': 'the list one reads',
  'spend.export': 'the figures one reads',
  'earnings.export': 'one’s own figures',
  'reviews.export': 'the list one reads',
  'reviews.export_all': 'the list one reads',
  'trends.export': 'the figures one reads',
  'experts.standing': 'whether invitations are sent, not whether somebody signs in',
};

test('every endpoint that asks is in the table, and what speaks of power asks or says why not', () => {
  const asking = ENDPOINTS.filter(({ errors }) => errors.includes('reauthentication_required')).map(({ id }) => id);
  expect(asking.filter((id) => !OWN.has(id)).toSorted()).toEqual(Object.keys(POWERS).toSorted());
  const ofPower = ENDPOINTS.filter(
    ({ id, method, summary }) =>
      (method !== 'GET' || /export|content/.test(id)) &&
      /grant|another role|a profile|\bact as|purge|export|single sign-on|suspen|\bsecret\b|\bkeys?\b|impersonat|session they came from|a way away/i.test(
        `${id} ${summary}`,
      ),
  ).map(({ id }) => id);
  expect(ofPower.filter((id) => !asking.includes(id) && !(id in NOT))).toEqual([]);
  expect(Object.keys(NOT).filter((id) => !ENDPOINTS.some((one) => one.id === id))).toEqual([]);
});
