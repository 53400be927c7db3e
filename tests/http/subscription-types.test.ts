import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CustomForm, KeptType } from '../../src/features/reports/contract/design.ts';
import type { SubscriptionRow } from '../../src/features/subscriptions/contract.ts';
import { type TestApp, testApp } from '../harness/app.ts';
import { type Clinic, programme, START } from './subscriptions-world.ts';

/* What a subscription is of: the shipped types, and those of the organization's own tree. */

let t: TestApp;
beforeAll(async () => {
  t = await testApp({ start: START });
});
afterAll(() => t.close());
const { clinic, planOf, must, subscribe, preOrders } = programme(() => t);

/** A type of the organization's own, on a form of its own. */
async function ownType({ organization_id }: { organization_id: number }, name: string): Promise<KeptType> {
  const admin = await t.world.person({ role: 'org_admin', organization_id });
  const form = await must<CustomForm>(admin, 'POST', '/api/v1/custom_forms', {
    organization_id,
    name: `Form of ${name}`,
    from: 'peer_chart_audit',
  });
  await must(admin, 'POST', `/api/v1/custom_forms/${form.id}/publish`, { lock_version: form.lock_version, note: '' });
  return must<KeptType>(admin, 'POST', '/api/v1/peer_review_types', {
    organization_id,
    name,
    form_key: form.key,
    form_version: null,
    charts_min: 2,
    charts_max: 3,
  });
}
const begin = (c: Clinic, more: Record<string, unknown>, who = c.manager) =>
  t.request(who, 'POST', '/api/v1/subscriptions', planOf(c, more));
const offers = async (c: Clinic) =>
  (
    await must<{ options: Record<string, { value: string }[]>; charts: Record<string, { min: number; max: number }> }>(
      c.manager,
      'GET',
      '/api/v1/peer_reviews/fields',
    )
  ).charts;

test('one of an organization’s own types: named in plan and list, its charts held to, its orders on its form', async () => {
  const c = await clinic();
  const type = await ownType(c, 'Airway audit');
  expect((await offers(c))[type.value]).toEqual({ min: 2, max: 3 });
  const tooMany = await begin(c, { review_type: type.value, charts_per_review: 4 });
  expect([tooMany.status, tooMany.problem.errors.map(({ path }) => path)]).toEqual([422, ['charts_per_review']]);
  const plan = await subscribe(c, { review_type: type.value, charts_per_review: 3, reviews_per_seat: 1 }, ['Dr. Pike']);
  expect(plan).toMatchObject({ review_type: type.value, review_type_label: 'Airway audit' });
  const list = await must<{ data: SubscriptionRow[] }>(c.manager, 'GET', '/api/v1/subscriptions');
  expect(list.data.map((row) => row.review_type_label)).toEqual(['Airway audit']);
  const [opened] = await preOrders(plan.id);
  const { data } = await must<{ data: Record<string, unknown> }>(
    c.consultant,
    'GET',
    `/api/v1/peer_reviews/${opened?.id}/sections/step_four`,
  );
  expect(data['report_form']).toBe(type.form_key);
  const one = await must<{ data: Record<string, unknown> }>(
    c.consultant,
    'GET',
    `/api/v1/peer_reviews/${opened?.id}/sections/step_one`,
  );
  expect(one.data['review_type']).toBe(type.value);
  // an order by hand from the seat begins with the same
  const [seat] = plan.seat_list;
  const drafted = await must<{ review_id: number }>(c.consultant, 'POST', '/api/v1/peer_reviews', {
    seat_id: seat?.id,
  });
  const first = await must<{ data: Record<string, unknown> }>(
    c.consultant,
    'GET',
    `/api/v1/peer_reviews/${drafted.review_id}/sections/step_four`,
  );
  expect(first.data['report_form']).toBe(type.form_key);
});

test('of another organization’s there is nothing; a parent’s is there; one not offered now is a conflict', async () => {
  const c = await clinic();
  const foreign = await ownType(await clinic(), 'Theirs');
  for (const review_type of [foreign.value, 'type_999999']) {
    expect((await begin(c, { review_type })).status).toBe(404);
    // whoever may not begin one learns no more
    expect((await begin(c, { review_type }, c.consultant)).status).toBe(404);
  }
  expect((await begin(c, { review_type: 'nonsense' })).status).toBe(422);
  const own = await ownType(c, 'Ours');
  expect((await begin(c, { review_type: own.value }, c.consultant)).status).toBe(403);

  const below = await t.world.organization({ parent_id: c.organization_id });
  const east = { ...c, organization_id: below, manager: await t.world.manager(below) };
  const contact_id = (await t.world.consultant(below)).user_id;
  expect((await begin(east, { review_type: own.value, contact_id })).status).toBe(201);

  const admin = await t.world.person({ role: 'org_admin', organization_id: c.organization_id });
  await must(admin, 'PUT', `/api/v1/peer_review_type_menus/${c.organization_id}`, {
    lock_version: -1,
    menu: { ordered: [], hidden: [own.value, 'oppe'] },
  });
  for (const review_type of [own.value, 'oppe']) {
    const refused = await begin(c, { review_type });
    expect([refused.status, refused.problem.code]).toEqual([409, 'wrong_state']);
  }
  expect(Object.keys(await offers(c))).not.toContain(own.value);
});

test('a plan of a type that is no longer offered still changes, and its reviews open', async () => {
  const c = await clinic();
  const own = await ownType(c, 'Ours');
  const plan = await subscribe(c, { review_type: own.value, reviews_per_seat: 1 });
  const admin = await t.world.person({ role: 'org_admin', organization_id: c.organization_id });
  await must(admin, 'PUT', `/api/v1/peer_review_type_menus/${c.organization_id}`, {
    lock_version: -1,
    menu: { ordered: [], hidden: [own.value] },
  });
  const { name, facility, committee, reviews_per_seat, carry_over_days, ends_on, contact, lock_version } = plan;
  const change = { name, facility, committee, reviews_per_seat, carry_over_days, ends_on, contact_id: contact.id };
  const changed = await t.request(c.manager, 'PUT', `/api/v1/subscriptions/${plan.id}`, {
    ...change,
    charts_per_review: 3,
    lock_version,
  });
  expect(changed.status).toBe(200);
  await must(c.manager, 'POST', `/api/v1/subscriptions/${plan.id}/seats`, {
    ...(await c.provider('Dr. Moss')),
    starts_on: '2026-10-01',
  });
  await t.settle();
  expect(await preOrders(plan.id)).toHaveLength(1);
});
