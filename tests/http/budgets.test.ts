import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { BudgetHistory, BudgetView } from '../../src/features/budgets/contract.ts';
import { formatCents } from '../../src/core/money.ts';
import type { ReviewDetail } from '../../src/features/reviews/contract.ts';
import type { SpendView } from '../../src/features/spend/contract.ts';
import { unsealed } from '../../src/platform/mail/opener.ts';
import { type TestApp, testApp } from '../harness/app.ts';
import { CaseDriver } from '../harness/case-driver.ts';
import { PASSWORD_HASH } from '../harness/password.ts';
import { type Cast, castFor, inApp, writeRecord } from '../harness/review-driver.ts';
import type { Person } from '../harness/world.ts';

/* Budgets: what counts, who keeps them, and that an order, or a price agreed to, goes beyond none that stops. */
let t: TestApp;
let cast: Cast;
let keeper: Person;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  cast = await castFor(t.world, PASSWORD_HASH);
  keeper = await t.world.person({ role: 'org_admin', organization_id: cast.organization_id });
});

const TERMS = { amount_cents: 1_000_000, warn_percent: 80, at_limit: 'stop', ends_on: null } as const;
const add = (who: Person | null, more: Record<string, unknown> = {}) =>
  t.request<BudgetView>(who, 'POST', '/api/v1/budgets', {
    ...TERMS,
    organization_id: cast.organization_id,
    sort: 'organization',
    period: 'year',
    starts_on: '2026-01-01',
    ...more,
  });
const list = async (who: Person = keeper, query = '') =>
  (await t.request<{ data: BudgetView[] }>(who, 'GET', `/api/v1/budgets${query}`)).body.data;
const read = (who: Person, id: number) =>
  t.request<BudgetView & { history: BudgetHistory[] }>(who, 'GET', `/api/v1/budgets/${id}`);
const one = async (id: number) => (await read(keeper, id)).body;
const change = (who: Person, { id, lock_version }: BudgetView, more: Record<string, unknown>) =>
  t.request<BudgetView>(who, 'PATCH', `/api/v1/budgets/${id}`, { ...TERMS, lock_version, ...more });
const end = (who: Person, id: number) =>
  t.request<BudgetView>(who, 'POST', `/api/v1/budgets/${id}/end`, { reason: 'Planned anew.' });

async function drafted(
  { cost_center, ...fields }: Record<string, unknown> = {},
  of: Partial<Cast> = {},
): Promise<CaseDriver> {
  const d = await new CaseDriver(inApp(t, { ...cast, ...of })).draft(fields);
  if (cost_center === undefined) return d;
  const url = d.url('/sections/step_four');
  const { data, version } = await d.must<{ data: object; version: number }>(d.cast.requester, 'GET', url);
  await d.must(d.cast.requester, 'PUT', url, { version, data: { ...data, cost_center } });
  return d;
}
const quoted = async (d: CaseDriver, who: Person = d.cast.requester) =>
  (
    await t.request<{
      quote: { total_cents: number };
      budgets: string[];
    }>(who, 'GET', d.url('/quote'))
  ).body;
const order = (d: CaseDriver, cents: number, more: Record<string, unknown> = {}, who: Person = d.cast.requester) =>
  t.request(who, 'POST', d.url('/submit'), { confirmed_total_cents: cents, ...more });
/** What an order of these tests comes to. */
const price = async (d: CaseDriver) => (await quoted(d)).quote.total_cents;
const alerts = async () =>
  (
    await t.world.db
      .selectFrom('mails')
      .select('subject')
      .where('template', '=', 'budget_reached')
      .where('to_user_id', '=', keeper.user_id)
      .orderBy('id')
      .execute()
  ).map(({ subject }) => (subject.startsWith('Used up') ? 'used_up' : 'warning'));

it('are kept by an organization’s admins and ours; read by who sees all of its prices; of no other organization', async () => {
  const manager = await t.world.manager(cast.organization_id);
  const foreign = await t.world.person({ role: 'org_admin', organization_id: await t.world.organization() });
  expect((await add(keeper)).status).toBe(201);
  expect((await add(cast.admin, { sort: 'cost_center', named: 'Claims East', period: 'month' })).status).toBe(201);
  expect((await add(manager)).status).toBe(403);
  expect((await add(cast.requester)).status).toBe(403);
  expect((await add(cast.expert)).status).toBe(403);
  expect((await add(null)).status).toBe(401);
  expect((await add(foreign)).status).toBe(404);

  // what is lacking, or is there already, is said at its field
  const paths = async (more: Record<string, unknown>) =>
    (await add(keeper, more)).problem.errors.map(({ path }) => path);
  expect(await paths({})).toEqual(['starts_on']);
  expect(await paths({ sort: 'cost_center', named: 'claims east', period: 'month' })).toEqual(['starts_on']);
  expect(await paths({ sort: 'matter', period: 'life' })).toEqual(['named']);
  expect(await paths({ sort: 'requester' })).toEqual(['requester_id']);
  expect(await paths({ sort: 'requester', requester_id: foreign.user_id })).toEqual(['requester_id']);
  expect(await paths({ period: 'life' })).toEqual(['period']);
  expect(await paths({ ends_on: '2025-12-31' })).toEqual(['ends_on']);
  expect((await add(keeper, { period: 'quarter' })).status).toBe(201);

  const all = await list(manager);
  expect(all.map(({ sort, change: may }) => [sort, may.allowed])).toEqual([
    ['organization', false],
    ['organization', false],
    ['cost_center', false],
  ]);
  expect(await list(foreign)).toEqual([]);
  expect((await t.request(foreign, 'GET', `/api/v1/budgets?organization_id=${cast.organization_id}`)).status).toBe(404);
  const [first] = await list();
  if (!first) throw new Error('There is no budget.');
  for (const answer of [await read(foreign, first.id), await change(foreign, first, {}), await end(foreign, first.id)])
    expect(answer.status).toBe(404);
  expect((await change(manager, first, {})).status).toBe(403);
  expect((await change(keeper, first, { amount_cents: 2_000_000 })).body.amount_cents).toBe(2_000_000);
  expect((await change(keeper, first, {})).problem.code).toBe('stale');
  expect((await end(manager, first.id)).status).toBe(403);
  expect((await end(keeper, first.id)).body.state).toBe('ended');
  expect((await end(keeper, first.id)).status).toBe(409);
  expect((await change(keeper, { ...first, lock_version: 3 }, {})).problem.code).toBe('wrong_state');
  const { history } = (await read(manager, first.id)).body;
  expect(history.map(({ act, amount_cents, reason }) => [act, amount_cents, reason])).toEqual([
    ['ended', 2_000_000, 'Planned anew.'],
    ['changed', 2_000_000, ''],
    ['added', 1_000_000, ''],
  ]);
  // where one was ended, another takes its place
  expect((await add(keeper, { period: first.period })).status).toBe(201);
});

it('of twenty orders at once just those go that there is room for; the others stay drafts, and a cancellation gives back', async () => {
  const drafts: CaseDriver[] = [];
  for (let n = 0; n < 20; n += 1) drafts.push(await drafted());
  const cents = await price(drafts[0] as CaseDriver);
  const budget = (await add(keeper, { amount_cents: cents * 3 + 1_000 })).body;
  const answers = await Promise.all(drafts.map((d) => order(d, cents)));
  const count = (status: number) => answers.filter((one) => one.status === status).length;
  expect([count(200), count(409)]).toEqual([3, 17]);
  const refused = answers.find(({ status }) => status === 409);
  expect(refused?.problem.code).toBe('over_budget');
  expect(refused?.problem.detail).toMatch(
    /^The budget of .+ for 2026 does not have room for this: \$10\.00 is left, and this adds \$[\d,.]+\. Nothing is lost\. The admins of .+ can let it through, or raise the budget\.$/,
  );
  await t.settle();
  expect(await one(budget.id)).toMatchObject({
    charged_cents: 0,
    open_cents: cents * 3,
    left_cents: 1_000,
    used_percent: 99,
  });
  const statuses = await Promise.all(drafts.map((d) => d.status()));
  expect(statuses.filter((status) => status === 'draft')).toHaveLength(17);

  const ordered = drafts[statuses.findIndex((status) => status !== 'draft')] as CaseDriver;
  const left = drafts[statuses.indexOf('draft')] as CaseDriver;
  expect((await quoted(left)).budgets).toEqual([
    expect.stringMatching(
      /^\$10\.00 is left of the budget of .+ for 2026, less than this adds\. Ordering stops there\.$/,
    ),
  ]);
  const cancel = { reason: 'Settled.', confirmed_fee_cents: 0 };
  expect((await t.request(cast.requester, 'POST', ordered.url('/actions/cancel'), cancel)).status).toBe(200);
  expect((await one(budget.id)).open_cents).toBe(cents * 2);
  expect((await order(left, cents)).status).toBe(200);
  await t.settle();
  expect((await one(budget.id)).open_cents).toBe(cents * 3);
  // whoever keeps it was told of both levels by then, once of each
  expect((await alerts()).toSorted()).toEqual(['warning']);
});

it('goes beyond one by the word and the reason of whoever keeps it alone; one that only warns stops nothing', async () => {
  const child = await t.world.organization({ parent_id: cast.organization_id });
  const childAdmin = await t.world.person({ role: 'org_admin', organization_id: child });
  const requester = await t.world.consultant(child);
  const budget = (await add(keeper, { amount_cents: 1_000 })).body;
  const below = (await add(childAdmin, { organization_id: child, amount_cents: 500, at_limit: 'warn' })).body;
  const d = await drafted({}, { requester, organization_id: child });
  const cents = await price(d);
  expect((await quoted(d)).budgets.map((says) => says.endsWith('Ordering stops there.'))).toEqual([true, false]);
  expect((await order(d, cents, { beyond_budget: 'I need it.' })).problem.code).toBe('over_budget');
  // the budget is kept above the organization whose admin this is
  expect((await order(d, cents, { beyond_budget: 'It cannot wait.' }, childAdmin)).problem.code).toBe('over_budget');
  const without = await order(d, cents, { beyond_budget: ' ' }, keeper);
  expect([without.problem.code, without.problem.current]).toEqual([
    'over_budget',
    { lets_through: true, adds_cents: cents, left_cents: 1_000 },
  ]);
  expect((await order(d, cents, { beyond_budget: 'The hearing is on Monday.' }, keeper)).status).toBe(200);
  await t.settle();
  expect((await one(budget.id)).history[0]).toMatchObject({
    act: 'let_through',
    amount_cents: cents - 1_000,
    reason: 'The hearing is on Monday.',
    review: { id: d.id, number: `CR-${d.id}` },
  });
  expect(await one(budget.id)).toMatchObject({ left_cents: 1_000 - cents, level: 'used_up' });
  expect((await read(childAdmin, below.id)).body.history).toHaveLength(1);
  expect((await read(childAdmin, budget.id)).status).toBe(404);
  const trail = await t.world.db
    .selectFrom('audit_rows')
    .select('organization_id')
    .where('action', '=', 'budget.let_through')
    .where('review_id', '=', d.id)
    .execute();
  expect(trail).toEqual([{ organization_id: cast.organization_id }]);
  expect(await alerts()).toEqual(['used_up']);
});

it('holds for one requester, one matter or one cost center, and for nobody else', async () => {
  const colleague = await t.world.consultant(cast.organization_id);
  const first = await drafted({ claim_number: 'M-1', cost_center: 'East' });
  const cents = await price(first);
  const of = async (more: Record<string, unknown>) =>
    (await add(keeper, { amount_cents: cents + 100, ...more })).body.id;
  const requester = await of({ sort: 'requester', requester_id: cast.requester.user_id, period: 'month' });
  const matter = await of({ sort: 'matter', named: 'M-1', period: 'life' });
  const center = await of({ sort: 'cost_center', named: 'EAST', period: 'quarter' });
  const open = async () => Promise.all([requester, matter, center].map(async (id) => (await one(id)).open_cents));
  expect((await order(first, cents)).status).toBe(200);
  await t.settle();
  expect(await open()).toEqual([cents, cents, cents]);
  const says = async (d: CaseDriver) => {
    const { status, problem } = await order(d, cents);
    return status === 200 ? 'ordered' : problem.detail;
  };
  expect(await says(await drafted({ claim_number: 'M-2' }))).toMatch(/^The budget of \S+ \S+ for \w+ 2026 does not/);
  const other = { requester: colleague };
  expect(await says(await drafted({ claim_number: 'M-1' }, other))).toMatch(/^The budget of matter M-1 does not/);
  expect(await says(await drafted({ claim_number: 'M-3', cost_center: 'east' }, other))).toMatch(
    /^The budget of cost center EAST for Q\d 2026 does not/,
  );
  expect(await says(await drafted({ claim_number: 'M-3' }, other))).toBe('ordered');
  await t.settle();
  expect(await open()).toEqual([cents, cents, cents]);

  // its records deleted, nothing tells the matter’s number any longer
  await t.request(cast.requester, 'POST', first.url('/actions/cancel'), { reason: 'Settled.', confirmed_fee_cents: 0 });
  await t.settle();
  expect(await open()).toEqual([0, 0, 0]);
  await t.world.db
    .updateTable('reviews')
    .set({ claim_number: null })
    .where('claim_number', '=', 'M-1')
    .where('id', '<>', first.id)
    .execute();
  await first.purge();
  await t.settle();
  expect(await one(matter)).toMatchObject({ sort: 'matter', of: '' });
});

/** More pages arrive, so that the price changes by more than needs no word. */
async function grows(d: CaseDriver, pages: number): Promise<number> {
  await writeRecord(t.world, d.id, `More ${pages}.pdf`, pages);
  await t.world.db
    .insertInto('outbox')
    .values({ topic: 'files.changed', payload: {} as never, review_id: d.id, created_at: t.clock.now() })
    .execute();
  await t.settle();
  const { quote } = (await t.request<ReviewDetail>(d.cast.requester, 'GET', d.url())).body;
  return quote?.requote?.total_cents ?? 0;
}

it('a changed price is held to it when it is agreed to, by link as well, and when it is approved', async () => {
  const d = await new CaseDriver(inApp(t, cast)).to('submitted');
  const before = await one((await add(keeper)).body.id);
  const now = await grows(d, 1_000);
  const more = now - before.open_cents;
  expect(more).toBeGreaterThan(25_000);
  await change(keeper, before, { amount_cents: now - 1 });
  const consent = (body: Record<string, unknown> = {}, who: Person = cast.requester) =>
    t.request(who, 'POST', d.url('/quote/consent'), { total_cents: now, ...body });
  expect((await consent()).problem.detail).toContain(`and this adds ${formatCents(more)}`);
  const mail = await t.world.db
    .selectFrom('mails')
    .selectAll()
    .where('review_id', '=', d.id)
    .where('template', '=', 'price_to_agree')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  const token = unsealed(t.app.services.keys, mail, t.clock.now());
  const byLink = await t.request(null, 'POST', '/api/v1/agree_price', { token, total_cents: now });
  expect([byLink.status, byLink.problem.code]).toEqual([409, 'over_budget']);

  // agreed to where there is room, and waiting for approval; meanwhile what was left is taken
  const manager = await t.world.manager(cast.organization_id);
  await t.request(keeper, 'PUT', `/api/v1/approval_rules/${cast.organization_id}`, {
    thresholds: [{ above_cents: 0, approver_ids: [] }],
  });
  const raised = await change(keeper, await one(before.id), { amount_cents: now });
  expect((await consent()).body).toMatchObject({ waits_for_approval: true });
  expect((await one(before.id)).open_cents).toBe(before.open_cents);
  await change(keeper, raised.body, { amount_cents: now - 1 });
  const approve = (who: Person, body: Record<string, unknown> = {}) =>
    t.request(who, 'POST', d.url('/approval/approve'), { total_cents: now, ...body });
  expect((await approve(manager, { beyond_budget: 'Please.' })).problem.code).toBe('over_budget');
  expect((await approve(keeper, { beyond_budget: 'The records are what they are.' })).status).toBe(200);
  expect((await one(before.id)).open_cents).toBe(now);
});

it('counts what spend counts, in the month of the organization’s zone, and what is open in the present one', async () => {
  await t.world.db
    .updateTable('organizations')
    .set({ time_zone: 'Pacific/Honolulu' })
    .where('id', '=', cast.organization_id)
    .execute();
  const month = (await add(keeper, { period: 'month', amount_cents: 10_000_000 })).body.id;
  const center = (await add(keeper, { sort: 'cost_center', named: 'West', period: 'month', amount_cents: 10_000_000 }))
    .body.id;
  const d = await (await drafted({ needed_by: '2027-11-30', cost_center: 'West' })).to('timeChosen');
  const cents = (await one(month)).open_cents;
  const [offer] = await t.world.db
    .selectFrom('appointments')
    .select(['id', 'starts_at'])
    .where('review_id', '=', d.id)
    .execute();
  if (!offer) throw new Error('No call is set.');
  // two hours before the month ends in Honolulu, in which it is the next one in London
  const held = new Date('2027-02-01T08:00:00Z');
  await t.world.db.updateTable('appointments').set({ starts_at: held }).where('id', '=', offer.id).execute();
  t.clock.set('2027-02-01T09:00:00Z');
  await d.to('held');
  const charged = async (id: number) => {
    const { charged_cents, open_cents, span } = await one(id);
    return { charged_cents, open_cents, span: span.name };
  };
  const spent = async (of: string) =>
    (
      await t.request<SpendView>(
        keeper,
        'GET',
        `/api/v1/spend?from=${of}&until=${of}&organization_id=${cast.organization_id}`,
      )
    ).body.total_cents;
  const inJanuary = await spent('2027-01');
  expect(inJanuary).toBeGreaterThan(0);
  for (const id of [month, center]) {
    const { charged_cents, open_cents, span } = await charged(id);
    expect([span, charged_cents, charged_cents + open_cents]).toEqual(['January 2027', inJanuary, cents]);
  }
  const year = { period: 'year', amount_cents: 12_000_000 };
  expect((await add(keeper, year)).status).toBe(201);
  const spend = await t.request<SpendView>(keeper, 'GET', '/api/v1/spend?from=2026-12&until=2027-02');
  // that of the month goes before a share of the year
  expect(spend.body.months.map(({ budget_cents }) => budget_cents)).toEqual([10_000_000, 10_000_000, 10_000_000]);
  expect(spend.body.budget_cents).toBe(30_000_000);
  expect((await t.request<SpendView>(keeper, 'GET', '/api/v1/spend?kind=Case')).body.budget_cents).toBeNull();
  const file = await t.request(keeper, 'GET', '/api/v1/spend/export');
  expect(file.raw.body.trim().split('\r\n').at(-1)).toContain(',100000.00,');
  const next = await (await drafted({ cost_center: 'West', needed_by: '2027-11-30' })).to('submitted');
  const price = (await one(month)).open_cents;
  t.clock.set('2027-02-01T11:00:00Z');
  for (const id of [month, center])
    expect(await charged(id)).toEqual({ charged_cents: 0, open_cents: price, span: 'February 2027' });
  expect(await spent('2027-02')).toBe(0);
  expect(next.id).toBeGreaterThan(d.id);
});

it('whoever keeps one is told once of each level, period and amount, by bell and by mail', async () => {
  const d = await drafted();
  const cents = await price(d);
  const budget = (await add(keeper, { period: 'month', amount_cents: cents * 2 })).body;
  await order(d, cents);
  await t.settle();
  expect(await alerts()).toEqual([]);
  const second = await drafted();
  expect((await quoted(second)).budgets).toEqual([expect.stringMatching(/ \$0\.00 after this\.$/)]);
  await order(second, cents);
  await t.settle();
  expect(await alerts()).toEqual(['used_up']);
  await change(keeper, budget, { amount_cents: cents * 2 + 100 });
  await t.settle();
  expect(await alerts()).toEqual(['used_up', 'warning']);
  const bell = await t.request<{ data: { title: string }[] }>(keeper, 'GET', '/api/v1/notifications');
  expect(JSON.stringify(bell.body)).toMatch(/A budget of \$[\d,.]+ is 99% used, \$1\.00 left/);
  // nothing new at all, and then a period of its own
  await t.world.db
    .insertInto('outbox')
    .values({
      topic: 'budgets.may_move',
      payload: { organization_id: cast.organization_id } as never,
      review_id: null,
      created_at: t.clock.now(),
    })
    .execute();
  await t.settle();
  expect(await alerts()).toHaveLength(2);
});
