import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CurrentUser } from '../../src/features/accounts/contract.ts';
import type { Taxonomy } from '../../src/features/experts/contract/taxonomy-desk.ts';
import type { OrganizationSpecialties } from '../../src/features/organizations/contract.ts';
import { type TestApp, testApp } from '../harness/app.ts';
import { CaseDriver } from '../harness/case-driver.ts';
import { type Cast, castFor, inApp } from '../harness/review-driver.ts';
import type { Person } from '../harness/world.ts';

let t: TestApp;
let admin: Person;
let support: Person;
let cast: Cast;
beforeAll(async () => {
  t = await testApp();
  admin = await t.world.staff('admin');
  support = await t.world.staff('support_agent');
  cast = await castFor(t.world);
});
afterAll(() => t.close());

const read = async () => (await t.request<Taxonomy>(support, 'GET', '/api/v1/taxonomy')).body;
const specialty = async (name: string) => {
  const found = (await read()).specialties.find((one) => one.name === name);
  if (!found) throw new Error(`There is no ${name}.`);
  return found;
};
const at = (id: number, rest = '') => `/api/v1/taxonomy/specialties/${id}${rest}`;
const audited = async (subject: string) =>
  (
    await t.world.db
      .selectFrom('audit_rows')
      .select(['action', 'data'])
      .where('subject', '=', subject)
      .orderBy('id')
      .execute()
  ).map(({ action, data }) => ({ action, ...data }));
const PRICES = {
  price_modifier: 1.5,
  report_cost: 900,
  report_overage_cost: 3.25,
  price_modifier_limited: 1.1,
  price_modifier_standard: 1.2,
};
const catalogue = async (who: Person) =>
  (
    await t.request<{ data: { id: number; name: string; sub_specialties: { id: number; name: string }[] }[] }>(
      who,
      'GET',
      '/api/v3/specialties',
    )
  ).body.data;

it('specialties are added, renamed, put in order and taken out of new orders, each with before and after', async () => {
  const body = { name: 'Wilderness Medicine', availability: 'accepting', nucc_code: '207PE0004X' };
  expect((await t.request(support, 'POST', '/api/v1/taxonomy/specialties', body)).status).toBe(403);
  expect((await t.request(cast.requester, 'GET', '/api/v1/taxonomy')).status).toBe(403);
  const faulty = await t.request(admin, 'POST', '/api/v1/taxonomy/specialties', {
    ...body,
    name: 'neurosurgery',
    nucc_code: 'x',
  });
  expect([faulty.status, faulty.problem.errors.map(({ path }) => path)]).toEqual([422, ['name', 'nucc_code']]);
  const made = await t.request<{ id: number }>(admin, 'POST', '/api/v1/taxonomy/specialties', body);
  expect(made.status).toBe(201);
  const { id } = made.body;
  expect((await catalogue(cast.requester)).at(-1)).toMatchObject({
    name: 'Wilderness Medicine',
    sub_specialties: [{ name: 'General' }],
  });

  const change = (changes: object, lock_version: number, who = admin) =>
    t.request(who, 'PATCH', at(id), { lock_version, ...changes });
  expect((await change({ name: 'Expedition Medicine' }, 0, support)).status).toBe(403);
  expect((await change({ name: 'Expedition Medicine' }, 7)).status).toBe(409);
  expect((await t.request(admin, 'PATCH', at(999_999), { lock_version: 0 })).status).toBe(404);
  expect((await change({ name: 'Expedition Medicine', availability: 'limited' }, 0)).status).toBe(200);
  expect(await audited(`specialty:${id}`)).toEqual([
    { action: 'taxonomy.add', before: null, after: body },
    {
      action: 'taxonomy.change',
      before: { name: 'Wilderness Medicine', availability: 'accepting' },
      after: { name: 'Expedition Medicine', availability: 'limited' },
    },
  ]);

  // first in the order, as people choose from it
  const ids = (await read()).specialties.map((one) => one.id);
  const order = (list: number[], who = admin) => t.request(who, 'PUT', '/api/v1/taxonomy/order', { ids: list });
  expect((await order(ids, support)).status).toBe(403);
  expect((await order(ids.slice(1))).status).toBe(409);
  expect((await order([id, ...ids.filter((one) => one !== id)])).status).toBe(200);
  expect((await catalogue(cast.requester))[0]?.name).toBe('Expedition Medicine');

  // retired it is no longer offered, and comes back
  expect((await change({ active: false }, 1)).status).toBe(200);
  expect((await catalogue(cast.requester)).some((one) => one.id === id)).toBe(false);
  expect((await change({ active: true }, 2)).status).toBe(200);
});

it('what is not ordered at present is refused in an order, and its experts are none', async () => {
  const own = await specialty('Neurosurgery');
  const d = await new CaseDriver(inApp(t, cast)).draft();
  const faults = async () =>
    (await t.request(cast.requester, 'GET', `/api/v1/cases/${d.id}/quote`)).raw.body.includes('no longer offered');
  expect(await faults()).toBe(false);
  expect(
    (await t.request(admin, 'PATCH', at(own.id), { lock_version: own.lock_version, availability: 'none' })).status,
  ).toBe(200);
  const shown = await t.request<{ data: { specialty: { id: number; availability: string } }[] }>(
    cast.requester,
    'GET',
    '/api/v3/credentials',
  );
  expect(shown.body.data.find((one) => one.specialty.id === own.id)?.specialty.availability).toBe('none');
  expect(await faults()).toBe(true);
  expect(
    (await t.request(admin, 'PATCH', at(own.id), { lock_version: own.lock_version + 1, availability: 'accepting' }))
      .status,
  ).toBe(200);
});

it('sub-specialties have their five prices in dollars, kept in cents', async () => {
  const own = await specialty('Expedition Medicine');
  const url = at(own.id, '/sub_specialties');
  expect((await t.request(support, 'POST', url, { name: 'High Altitude', ...PRICES })).status).toBe(403);
  const bad = await t.request(admin, 'POST', url, {
    name: 'General',
    ...PRICES,
    price_modifier: -1,
    report_cost: 1.001,
  });
  expect(bad.problem.errors.map(({ path }) => path)).toEqual(['name', 'price_modifier', 'report_cost']);
  const made = await t.request<{ id: number }>(admin, 'POST', url, { name: 'High Altitude', ...PRICES });
  const stored = await t.world.db
    .selectFrom('sub_specialties')
    .selectAll()
    .where('id', '=', made.body.id)
    .executeTakeFirstOrThrow();
  expect(stored).toMatchObject({ report_cost_cents: 90_000, report_overage_cost_cents: 325, price_modifier: 1.5 });
  // what is charged is read by who sees prices, from the catalogue and from the desk
  const readBy = async (who: Person) =>
    (await catalogue(who)).flatMap((one) => one.sub_specialties).find(({ id }) => id === made.body.id);
  const named = { id: made.body.id, name: 'High Altitude' };
  for (const who of [cast.requester, admin]) expect(await readBy(who)).toEqual({ ...named, ...PRICES });
  for (const who of [cast.expert, cast.matching, support]) expect(await readBy(who)).toEqual(named);
  const keptBy = async (who: Person) =>
    (await t.request<Taxonomy>(who, 'GET', '/api/v1/taxonomy')).body.specialties
      .flatMap((one) => one.sub_specialties)
      .find(({ id }) => id === made.body.id)?.prices;
  expect(await keptBy(admin)).toEqual(PRICES);
  for (const who of [cast.matching, support]) expect(await keptBy(who)).toBeNull();
  const change = (body: object) => t.request(admin, 'PATCH', `/api/v1/taxonomy/sub_specialties/${made.body.id}`, body);
  expect((await change({ lock_version: 0, report_cost: 950, active: false })).status).toBe(200);
  expect((await change({ lock_version: 0, report_cost: 960 })).status).toBe(409);
  expect(await audited(`sub_specialty:${made.body.id}`)).toMatchObject([
    { action: 'taxonomy.add' },
    {
      action: 'taxonomy.change',
      before: { report_cost: 900, active: true },
      after: { report_cost: 950, active: false },
    },
  ]);
});

it('an organization’s own database prices its orders and those below it, until it is taken away', async () => {
  const fresh = await castFor(t.world);
  const org = fresh.organization_id;
  const below = await t.world.organization({ parent_id: org });
  const memberBelow = await t.world.consultant(below);
  const orgAdmin = await t.world.person({ role: 'org_admin', organization_id: org });
  const url = (id: number) => `/api/v1/organizations/${id}/specialties`;
  const shown = async (id: number, who = admin) => (await t.request<OrganizationSpecialties>(who, 'GET', url(id))).body;
  const d = await new CaseDriver(inApp(t, fresh)).draft();
  const ordered = await t.world.db
    .selectFrom('reviews')
    .select('sub_specialty_id')
    .where('id', '=', d.id)
    .executeTakeFirstOrThrow();
  const sub_specialty_id = Number(ordered.sub_specialty_id);
  const total = async () =>
    (
      await t.request<{ quote: { total_cents?: number; total: number } }>(
        fresh.requester,
        'GET',
        `/api/v1/cases/${d.id}`,
      )
    ).body.quote;
  const before = await total();
  const { lock_version } = await shown(org);
  const put = (who: Person, id: number, database: object | null, version: number) =>
    t.request<OrganizationSpecialties>(who, 'PUT', url(id), { lock_version: version, database });
  const database = { name: 'Harborline rates', prices: [{ sub_specialty_id, ...PRICES, price_modifier: 9 }] };
  expect((await put(orgAdmin, org, database, lock_version)).status).toBe(403);
  expect((await put(orgAdmin, cast.organization_id, database, 0)).status).toBe(404);
  expect((await put(admin, org, database, lock_version + 5)).status).toBe(409);
  const twice = { ...database, prices: [...database.prices, { ...database.prices[0], price_modifier: -1 }] };
  const refused = await put(admin, org, twice, lock_version);
  expect([refused.status, refused.problem.errors.map(({ path }) => path)]).toEqual([
    422,
    ['database.prices.1.price_modifier', 'database.prices'],
  ]);
  const saved = await put(admin, org, database, lock_version);
  expect(saved.body.own).toEqual(database);
  expect(JSON.stringify(await total())).not.toBe(JSON.stringify(before));
  // below it is inherited, and its people have it
  expect((await shown(below)).inherited).toMatchObject({ name: 'Harborline rates', from: { id: org } });
  const { organization } = (await t.request<CurrentUser>(memberBelow, 'GET', '/api/v1/users/current_user')).body;
  expect(organization?.specialty_database.name).toBe('Harborline rates');
  const factors = organization?.specialty_database.specialties.flatMap((one) => one.sub_specialties ?? []);
  expect(factors?.find(({ id }) => id === sub_specialty_id)?.price_modifier).toBe(9);
  // another organization has the platform's
  expect((await shown(cast.organization_id)).inherited).toEqual({ name: 'Peritus', from: null });
  const taken = await put(admin, org, null, lock_version + 1);
  expect(taken.body.own).toBeNull();
  expect(await total()).toEqual(before);
  const changes = await t.world.db
    .selectFrom('audit_rows')
    .select('data')
    .where('organization_id', '=', org)
    .where('action', '=', 'organization.changed')
    .orderBy('id')
    .execute();
  expect(changes.map(({ data }) => data)).toMatchObject([
    { field: 'specialty_database', before: null, after: { name: 'Harborline rates' } },
    { field: 'specialty_database', before: { name: 'Harborline rates' }, after: null },
  ]);
});

it('a merge moves the experts; reviews keep the old name, and open ones are matched in the other', async () => {
  const from = await specialty('Neurosurgery');
  const into = await specialty('Expedition Medicine');
  const d = await new CaseDriver(inApp(t, cast)).to('released');
  const merge = (lock_version: number, target: number, who = admin) =>
    t.request<{ experts: number }>(who, 'POST', at(from.id, '/merge'), { lock_version, into: target });
  const { lock_version } = await specialty('Neurosurgery');
  expect((await merge(lock_version, into.id, support)).status).toBe(403);
  expect((await merge(lock_version, from.id)).status).toBe(422);
  expect((await merge(lock_version - 1, into.id)).status).toBe(409);
  const merged = await merge(lock_version, into.id);
  expect(merged.status).toBe(200);
  expect(merged.body.experts).toBeGreaterThan(0);
  expect((await merge(lock_version + 1, into.id)).status).toBe(409);
  const left = await t.world.db.selectFrom('credentials').select('id').where('specialty_id', '=', from.id).execute();
  expect(left).toEqual([]);
  const after = await specialty('Neurosurgery');
  expect(after).toMatchObject({ active: false, merged_into: { name: 'Expedition Medicine' } });
  expect(after.used.open_reviews).toBeGreaterThan(0);
  // the review reads as before, and its experts are found where they went
  expect((await t.request(cast.requester, 'GET', `/api/v1/cases/${d.id}`)).raw.body).toContain('Neurosurgery');
  await d.to('presented');
  expect(await audited(`specialty:${from.id}`)).toMatchObject([
    { action: 'taxonomy.change' },
    { action: 'taxonomy.change' },
    { action: 'taxonomy.merge', before: { merged_into: null }, after: { merged_into: into.id } },
  ]);
});
