import { createCanvas } from '@napi-rs/canvas';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CurrentUser } from '../../src/features/accounts/contract.ts';
import type { OrganizationSetup } from '../../src/features/organizations/contract.ts';
import { CaseDriver } from '../harness/case-driver.ts';
import { PASSWORD_HASH } from '../harness/password.ts';
import { inApp } from '../harness/review-driver.ts';
import type { Person } from '../harness/world.ts';
import { cookieOf, NEW_PASSWORD, type WaysInApp, waysInApp } from './sign-up-and-recovery-app.ts';

/* An organization that registers itself needs none of Peritus's people for an ordinary order. */

let app: WaysInApp;
beforeAll(async () => {
  app = await waysInApp({ REGISTRATION_PLATFORM_TYPE: 'saas', SUPPORT_EMAIL: 'help@peritus.example' });
});
afterAll(() => app.close());

const sessionOf = (answer: { headers: Record<string, unknown> }) => ({
  cookie: cookieOf(answer.headers, 'peritus_session'),
});
const me = async (headers: Record<string, string>) =>
  (await app.get<{ user: CurrentUser } & CurrentUser>('/users/current_user', headers)).body;

test('from registration through the set-up to the delivered report, without staff', async () => {
  const registered = await app.post('/registrations', {
    purpose: 'order',
    first_name: 'Marla',
    last_name: 'Quist',
    password: NEW_PASSWORD,
    organization_name: 'Quist & Daughters',
    time_zone: 'America/Denver',
    email: 'marla@quist.example',
  });
  const [letter] = await app.mails('marla@quist.example');
  const code = /^\d{6}/.exec(letter?.subject ?? '')?.[0] ?? '';
  const verified = await app.post(
    '/registrations/current/verify',
    { code },
    { cookie: cookieOf(registered.headers, 'peritus_registration') },
  );
  const marla = sessionOf(verified);
  const { id: user_id, organization_id: org } = await app.db
    .selectFrom('users')
    .select(['id', 'organization_id'])
    .where('email', '=', 'marla@quist.example')
    .executeTakeFirstOrThrow();
  if (org === null) throw new Error('It was founded.');
  expect(await me(marla)).toMatchObject({ organization: { platform_type: 'saas' } });

  // the list ticks by what is there, and each step can be skipped and taken on again
  const url = `/api/v1/organizations/${org}/setup`;
  const as: Person = { user_id, profile_id: null, organization_id: org, email: 'marla@quist.example', headers: marla };
  const setup = async () => (await app.request<OrganizationSetup>(as, 'GET', url)).body;
  const done = async () => (await setup()).steps.filter((step) => step.done).map(({ key }) => key);
  const change = (body: object) => app.request<OrganizationSetup>(as, 'PATCH', url, body);
  expect(await setup()).toMatchObject({ shown: true });
  expect(await done()).toEqual([]);
  const logo = createCanvas(300, 100).toBuffer('image/png');
  await app.request(as, 'PUT', `/api/v1/organizations/${org}/logo`, logo, { 'content-type': 'image/png' });
  expect(await done()).toEqual(['logo']);
  const { lock_version } = (
    await app.request<{ lock_version: number }>(as, 'GET', `/api/v1/organizations/${org}/settings`)
  ).body;
  const set = await app.request(as, 'PATCH', `/api/v1/organizations/${org}/settings`, {
    lock_version,
    changes: { allow_copy_cases: true },
  });
  expect(set.status).toBe(200);
  expect((await change({ skip: 'forms' })).body.steps.find(({ key }) => key === 'forms')?.skipped).toBe(true);
  expect((await change({ take_on: 'forms' })).body.steps.find(({ key }) => key === 'forms')?.skipped).toBe(false);
  await change({ skip: 'forms' });
  const audited = await app.db
    .selectFrom('audit_rows')
    .select('data')
    .where('action', '=', 'organization.setup')
    .where('organization_id', '=', org)
    .orderBy('id')
    .executeTakeFirstOrThrow();
  expect(audited.data).toEqual({
    before: { skipped: [], put_away: false },
    after: { skipped: ['forms'], put_away: false },
  });
  const foreign = await app.world.person({ role: 'org_admin', organization_id: await app.world.organization() });
  expect((await app.request(foreign, 'GET', url)).status).toBe(404);
  expect((await app.request(await app.world.staff('admin'), 'PATCH', url, { put_away: true })).status).toBe(403);

  // a colleague is invited, accepts, and orders
  const invited = await app.request(as, 'POST', '/api/v1/people/invitations', {
    email: 'tomas@quist.example',
    role: 'user',
    profile_type: 'ClaimConsultant',
    organization_id: org,
    first_name: 'Tomas',
    last_name: 'Kirwan',
  });
  expect(invited.status).toBe(201);
  expect(await done()).toEqual(['logo', 'people', 'features']);
  const [invitation] = await app.mails('tomas@quist.example');
  const token = /token=([\w-]+)/.exec(invitation?.text ?? '')?.[1];
  const accepted = await app.post('/people/invitation/accept', {
    token,
    first_name: 'Tomas',
    last_name: 'Kirwan',
    password: NEW_PASSWORD,
  });
  expect(accepted.status).toBe(204);
  const { user_id: tomasId, id: profile_id } = await app.db
    .selectFrom('profiles')
    .innerJoin('users', 'users.id', 'profiles.user_id')
    .select(['profiles.id', 'profiles.user_id'])
    .where('users.email', '=', 'tomas@quist.example')
    .executeTakeFirstOrThrow();
  const requester: Person = {
    user_id: tomasId,
    profile_id,
    organization_id: org,
    email: 'tomas@quist.example',
    headers: { ...sessionOf(accepted), 'x-profile-type': 'claim_consultant', 'x-profile-id': String(profile_id) },
  };
  const expert = await app.world.expert({});
  const others = [await app.world.expert({}), await app.world.expert({})];
  await app.db
    .updateTable('users')
    .set({ password_hash: PASSWORD_HASH })
    .where(
      'id',
      'in',
      [expert, ...others].map((one) => one.user_id),
    )
    .execute();
  // whoever would step in is nobody: what asks for staff fails
  const d = new CaseDriver(
    inApp(app, {
      organization_id: org,
      requester,
      expert,
      others,
      clinOps: foreign,
      matching: foreign,
      admin: foreign,
    }),
  );
  await d.to('submitted', { service: 'report_only' });
  expect(await d.status()).toBe('expert_selection');
  expect(await setup()).toMatchObject({ shown: false });
  const chosen = await app.db
    .selectFrom('candidates')
    .select('id')
    .where('review_id', '=', d.id)
    .where('expert_profile_id', '=', expert.profile_id)
    .executeTakeFirstOrThrow();
  await d.must(requester, 'POST', d.url(`/candidates/${chosen.id}/select`), {});
  await app.settle();
  await d.accepted();
  await d.to('signed');
  expect(['report_delivered', 'closeout_pending']).toContain(await d.status());
  const { rows } = {
    rows: await app.db.selectFrom('audit_rows').select('actor_kind').where('review_id', '=', d.id).distinct().execute(),
  };
  expect(rows.map(({ actor_kind }) => actor_kind).toSorted()).toEqual(['claim_consultant', 'medical_expert', 'system']);
});
