import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CurrentUser } from '../../src/features/accounts/contract.ts';
import type { Taxonomy } from '../../src/features/experts/contract/taxonomy-desk.ts';
import { valueInWords } from '../../src/features/reviews/rules/values.ts';
import type { SubscriptionView } from '../../src/features/subscriptions/contract.ts';
import { type TestApp, testApp } from '../harness/app.ts';
import { peerCast, PeerDriver } from '../harness/peer-driver.ts';
import { inApp } from '../harness/review-driver.ts';
import type { Person } from '../harness/world.ts';

let t: TestApp;
let admin: Person;
let support: Person;
let expert: Person & { profile_id: number };
beforeAll(async () => {
  t = await testApp();
  admin = await t.world.staff('admin');
  support = await t.world.staff('support_agent');
  expert = await t.world.expert();
});
afterAll(() => t.close());

const URL = '/api/v1/taxonomy/license_types';
const kept = async (key: string) =>
  (await t.request<Taxonomy>(support, 'GET', '/api/v1/taxonomy')).body.license_types.find((one) => one.key === key);
const offered = async () =>
  (
    await t.request<{ data: { key: string; localized_name: string }[] }>(expert, 'GET', '/api/v3/license_types')
  ).body.data.map(({ key, localized_name }) => `${key} ${localized_name}`);
const add = (body: object, who = admin) => t.request(who, 'POST', URL, body);
const change = (key: string, body: object, who = admin) => t.request(who, 'PATCH', `${URL}/${key}`, body);
/** Says that a license is to be verified, or what is wrong with it. */
const say = async (data: object, record: { id: number; verified_at: string | null } | null = null) => {
  const said = await t.request(expert, 'POST', `/api/v1/experts/${expert.profile_id}/changes`, {
    part: 'license',
    record_id: record?.id ?? null,
    after: record?.verified_at ?? null,
    data: { state: 'TX', number: 'T-1', expires_on: '2029-05-31', specialty_id: null, ...data },
    document_id: null,
  });
  return [said.status, said.problem.errors?.map(({ path }) => path)];
};
const audited = async (subject: string) =>
  (
    await t.world.db
      .selectFrom('audit_rows')
      .select(['action', 'data'])
      .where('subject', '=', subject)
      .orderBy('id')
      .execute()
  ).map(({ action, data }) => ({ action, ...data }));

it('a license type is added, named anew and offered, each with before and after', async () => {
  const body = { key: 'OD', name: 'Doctor of Optometrie' };
  expect((await add(body, support)).status).toBe(403);
  expect((await add(body, expert)).status).toBe(403);
  expect((await say({ license_key: 'OD' }))[0]).toBe(422);
  const faulty = await add({ key: 'O D', name: 'Spaced' });
  expect([faulty.status, faulty.problem.errors.map(({ path }) => path)]).toEqual([422, ['key']]);
  // letters and names stand once, however they are written
  expect((await add({ key: 'md', name: 'Another' })).status).toBe(409);
  expect((await add({ key: 'XX', name: 'doctor of medicine' })).status).toBe(409);
  const twice = await Promise.all([add(body), add(body)]);
  expect(new Set(twice.map(({ status }) => status))).toEqual(new Set([201, 409]));
  expect((await offered()).at(-1)).toBe('OD Doctor of Optometrie');

  const name = 'Doctor of Optometry';
  expect((await change('OD', { lock_version: 0, name }, support)).status).toBe(403);
  expect((await change('ZZ', { lock_version: 0, name })).status).toBe(404);
  expect((await change('OD', { lock_version: 5, name })).status).toBe(409);
  expect((await change('OD', { lock_version: 0, name: 'Registered nurse' })).status).toBe(409);
  expect((await change('OD', { lock_version: 0, name })).status).toBe(200);
  expect((await change('OD', { lock_version: 0, name: 'Late' })).status).toBe(409);
  expect((await offered()).at(-1)).toBe('OD Doctor of Optometry');
  expect(await say({ license_key: 'OD' })).toEqual([201, undefined]);
  expect(await audited('license_type:OD')).toEqual([
    { action: 'taxonomy.add', before: null, after: body },
    { action: 'taxonomy.change', before: { name: body.name }, after: { name } },
  ]);
});

it('one that is retired is no longer chosen, and whoever holds it keeps it by its name', async () => {
  const held = await kept('MD');
  expect(held).toMatchObject({ active: true, experts: 1 });
  expect((await change('MD', { lock_version: held?.lock_version, active: false })).status).toBe(200);
  expect(await offered()).not.toContain('MD Doctor of Medicine');
  const other = await t.world.expert();
  await t.world.db
    .updateTable('credentials')
    .set({ license_key: 'DO' })
    .where('expert_profile_id', '=', other.profile_id)
    .execute();
  const again = await t.request(other, 'POST', `/api/v1/experts/${other.profile_id}/changes`, {
    part: 'license',
    record_id: null,
    after: null,
    data: { license_key: 'MD', state: 'TX', number: 'T-2', expires_on: '2029-05-31', specialty_id: null },
    document_id: null,
  });
  expect([again.status, again.problem.errors.map(({ path }) => path)]).toEqual([422, ['license_key']]);

  // who holds one reads it as before, and may renew it
  const { profileable } = (await t.request<CurrentUser>(expert, 'GET', '/api/v1/users/current_user')).body;
  expect(JSON.stringify(profileable)).toContain('Doctor of Medicine');
  expect(await say({ license_key: 'MD' })).toEqual([201, undefined]);

  // an application that names it has to choose another
  const applicant = await t.world.person({ profile: 'ApplicantMedicalExpert' });
  const part = await t.request<{ faults: { path: string; message: string }[] }>(
    applicant,
    'PUT',
    '/api/v1/application/parts/you',
    { version: 0, data: { license_key: 'MD' } },
  );
  expect(part.body.faults).toContainEqual({
    path: 'you.license_key',
    message: 'This one is no longer offered. Choose another.',
  });

  expect((await change('MD', { lock_version: 1, active: true })).status).toBe(200);
  expect((await offered())[0]).toBe('MD Doctor of Medicine');
});

it('a provider’s license in an order and a seat is one of those offered; what was ordered with an old one keeps it', async () => {
  expect((await add({ key: 'AuD', name: 'Doctor of Audiology' })).status).toBe(201);
  const cast = await peerCast(t.world);
  const manager = await t.world.manager(cast.organization_id);
  const driver = () => new PeerDriver(inApp(t, cast));
  const letters = async () =>
    (
      await t.request<{ options: Record<string, { value: string }[]> }>(
        cast.requester,
        'GET',
        '/api/v1/peer_reviews/fields',
      )
    ).body.options['license_types']?.map(({ value }) => value);
  expect(await letters()).toContain('AuD');
  const ordered = await driver().to('submitted', { license_type: 'AuD' });
  const draft = await driver().draft({ license_type: 'AuD' });
  const { subscription_id } = await t.world.seat(cast.organization_id, cast.requester.user_id);
  const seats = `/api/v1/subscriptions/${subscription_id}/seats`;
  const ids = await t.world.specialty();
  const seat = (provider_name: string, license_type: string) =>
    t.request<SubscriptionView>(manager, 'POST', seats, { ...ids, provider_name, license_type, state: 'IL' });
  const made = await seat('Dr. Moss', 'AuD');
  expect(made.status).toBe(201);
  const [moss] = made.body.seat_list.filter((one) => one.provider_name === 'Dr. Moss');

  expect((await change('AuD', { lock_version: 0, active: false })).status).toBe(200);
  expect(await letters()).not.toContain('AuD');
  // a draft has to name another, a new seat too
  const late = await t.request(cast.requester, 'POST', draft.url('/submit'), await draft.atShownPrice());
  expect([late.status, late.problem.errors.map(({ path }) => path)]).toEqual([422, ['step_two.license_type']]);
  const refused = await seat('Dr. Fenn', 'AuD');
  expect([refused.status, refused.problem.errors.map(({ path }) => path)]).toEqual([422, ['license_type']]);
  expect((await seat('Dr. Fenn', 'nonsense')).status).toBe(422);
  // what was ordered, and the seat, keep it and are read as before
  const step = await ordered.must<{ data: Record<string, unknown> }>(
    cast.requester,
    'GET',
    ordered.url('/sections/step_two'),
  );
  expect(valueInWords('PeerReview', 'license_type', step.data['license_type'])).toBe('AuD');
  const corrected = await t.request(manager, 'PUT', `/api/v1/subscription_seats/${moss?.id}`, {
    ...ids,
    provider_name: 'Dr. Ada Moss',
    license_type: 'AuD',
    state: 'IL',
    lock_version: moss?.lock_version,
  });
  expect(corrected.status).toBe(200);
  const fromSeat = await ordered.must<{ review_id: number }>(cast.requester, 'POST', '/api/v1/peer_reviews', {
    seat_id: moss?.id,
  });
  const faults = await t.request<{ faults?: unknown }>(
    cast.requester,
    'POST',
    `/api/v1/peer_reviews/${fromSeat.review_id}/submit`,
    {},
  );
  expect(JSON.stringify(faults.problem)).not.toContain('license_type');
});
