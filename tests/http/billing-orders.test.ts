import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type {
  BillingOrderRow,
  BillingOrderView,
  PurchaseOrderView,
} from '../../src/features/billing-orders/contract.ts';
import type { OrderAct } from '../../src/features/billing-orders/rules.ts';
import type { BillingOf, InvoiceRow, InvoiceView } from '../../src/features/invoices/contract.ts';
import type { LedgerBalances } from '../../src/features/ledger/contract.ts';
import { verifyLedger } from '../../src/features/ledger/server/verify.ts';
import type { ReviewDetail } from '../../src/features/reviews/contract.ts';
import { type TestApp, testApp } from '../harness/app.ts';
import { CaseDriver } from '../harness/case-driver.ts';
import { setFlags } from '../harness/flags.ts';
import { PASSWORD_HASH } from '../harness/password.ts';
import { pdfText } from '../harness/pdf-text.ts';
import { type Cast, castFor, inApp } from '../harness/review-driver.ts';
import type { Person } from '../harness/world.ts';

/* Billing orders: a charge is approved before it is invoiced, on a purchase order where there is one; what is voided is settled by staff. */
let t: TestApp;
let cast: Cast;
let manager: Person;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());
const on = (enable_billing_orders = true) => setFlags(t, cast.organization_id, { flags: { enable_billing_orders } });
beforeEach(async () => {
  cast = await castFor(t.world, PASSWORD_HASH);
  manager = await t.world.manager(cast.organization_id);
  await on();
});

/** A case of the organization whose call was held. */
async function held(of: Cast = cast): Promise<CaseDriver> {
  const d = await new CaseDriver(inApp(t, of)).to('timeChosen', { needed_by: '2027-11-30' });
  t.clock.advance({ days: 3 });
  await d.to('held');
  await t.settle();
  return d;
}
async function another(): Promise<CaseDriver> {
  const { expert, others } = await castFor(t.world, PASSWORD_HASH);
  return held({ ...cast, expert, others });
}
const list = async (query = '', who: Person = manager) =>
  (await t.request<{ data: BillingOrderRow[] }>(who, 'GET', `/api/v1/billing-orders${query}`)).body.data;
/** The orders of a review, the oldest first. */
const ordersOf = async (d: CaseDriver) => (await list(`?q=${d.id}`)).toReversed();
async function onlyOrder(d: CaseDriver): Promise<BillingOrderRow> {
  const [first, ...rest] = await ordersOf(d);
  if (!first || rest.length > 0) throw new Error('It has another number of orders.');
  return first;
}
const read = async (id: number, who: Person = manager) =>
  (await t.request<BillingOrderView>(who, 'GET', `/api/v1/billing-orders/${id}`)).body;
const decide = (order: { id: number; total_cents: number }, act: OrderAct, more: object = {}, who: Person = manager) =>
  t.request<BillingOrderView>(who, 'POST', `/api/v1/billing-orders/${order.id}/decide`, {
    act,
    total_cents: order.total_cents,
    ...more,
  });
const NUMBERS = { valid_until: null, cost_center: 'Claims East', over_limit: 'refuse' };
const addPo = (amount_cents: number, more: object = {}, who: Person = manager) =>
  t.request<PurchaseOrderView>(who, 'POST', '/api/v1/purchase-orders', {
    organization_id: cast.organization_id,
    number: '4500012873',
    amount_cents,
    ...NUMBERS,
    ...more,
  });
const po = async (id: number) =>
  (await t.request<{ data: PurchaseOrderView[] }>(manager, 'GET', '/api/v1/purchase-orders')).body.data.find(
    (one) => one.id === id,
  );
const billing = async () =>
  (await t.request<BillingOf>(cast.admin, 'GET', `/api/v1/billing/${cast.organization_id}`)).body;
const issue = ({ until_on, total_cents }: BillingOf) =>
  t.request<{ data: InvoiceRow[] }>(cast.admin, 'POST', `/api/v1/billing/${cast.organization_id}/issue`, {
    until_on,
    total_cents,
  });
const pay = (cents: number) =>
  t.request<BillingOf>(cast.admin, 'POST', `/api/v1/billing/${cast.organization_id}/payments`, {
    cents,
    received_on: t.clock.now().toISOString().slice(0, 10),
    method: 'ach',
    reference: '',
  });
const facet = async (d: CaseDriver) =>
  (await t.world.db.selectFrom('reviews').select('billing_status').where('id', '=', d.id).executeTakeFirstOrThrow())
    .billing_status;
const account = async (name: string) =>
  (
    await t.request<LedgerBalances>(
      cast.admin,
      'GET',
      `/api/v1/ledger/balances?organization_id=${cast.organization_id}`,
    )
  ).body.accounts.find((one) => one.account === name)?.cents;
const sound = async () =>
  expect(await verifyLedger(t.world.db, t.clock.now())).toMatchObject({
    balances: { difference_cents: 0 },
    unbalanced: [],
    owing: [],
    differing: [],
  });

describe('the way of an order', () => {
  it('is made by itself, approved on a purchase order, invoiced with its number, paid, and open again', async () => {
    const d = await held();
    const order = await onlyOrder(d);
    expect(order).toMatchObject({ state: 'draft', acts: ['approve', 'void'], purchase_order: null });
    expect(order.total_cents).toBeGreaterThan(0);
    expect(await facet(d)).toBe('awaiting_approval');
    const before = await billing();
    expect(before).toMatchObject({
      total_cents: 0,
      drafts: [],
      orders: { waiting: 1, disputed: 0, waiting_cents: order.total_cents },
    });
    expect((await issue(before)).status).toBe(409);
    const { body: purchase } = await addPo(order.total_cents);

    // whose it is not, and what it is not
    const foreign = await t.world.manager(await t.world.organization());
    expect((await decide(order, 'approve', {}, foreign)).status).toBe(404);
    expect((await t.request(foreign, 'GET', `/api/v1/billing-orders/${order.id}`)).status).toBe(404);
    expect(await list('', foreign)).toEqual([]);
    expect((await decide(order, 'approve', {}, cast.requester)).status).toBe(403);
    expect((await decide(order, 'approve', {}, cast.clinOps)).status).toBe(403);
    const stale = await decide({ ...order, total_cents: order.total_cents - 1 }, 'approve');
    expect([stale.status, stale.problem.code]).toEqual([409, 'stale']);
    expect((await decide(order, 'send_back', { reason: 'No.' })).status).toBe(409);
    const alien = await addPo(1, { number: 'X' });
    const elsewhere = await castFor(t.world);
    await t.world.db
      .updateTable('purchase_orders')
      .set({ organization_id: elsewhere.organization_id })
      .where('id', '=', alien.body.id)
      .execute();
    expect((await decide(order, 'approve', { purchase_order_id: alien.body.id })).status).toBe(422);

    const approved = await decide(order, 'approve', { purchase_order_id: purchase.id });
    expect(approved.status).toBe(200);
    expect(approved.body).toMatchObject({ state: 'approved', purchase_order: { number: '4500012873' } });
    expect(approved.body.lines.reduce((sum, { cents }) => sum + cents, 0)).toBe(order.total_cents);
    expect(await facet(d)).toBe('ordered');
    expect(await po(purchase.id)).toMatchObject({ left_cents: 0, used_cents: order.total_cents });
    expect((await decide(order, 'approve')).status).toBe(409);

    const [invoice] = (await issue(await billing())).body.data;
    expect(invoice?.total_cents).toBe(order.total_cents);
    const { body: view } = await t.request<InvoiceView>(manager, 'GET', `/api/v1/invoices/${invoice?.id}`);
    expect(new Set(view.lines.map(({ purchase_order }) => purchase_order))).toEqual(new Set(['4500012873']));
    const pdf = await t.request(manager, 'GET', `/api/v1/invoices/${invoice?.id}/pdf`);
    expect(await pdfText(pdf.raw.rawPayload)).toContain('4500012873');
    const ledes = await t.request(manager, 'GET', `/api/v1/invoices/${invoice?.id}/ledes`);
    expect(ledes.raw.body).toContain('PO 4500012873');
    expect(await read(order.id)).toMatchObject({ state: 'invoiced', acts: [], invoice: { number: invoice?.number } });
    expect(await facet(d)).toBe('invoiced');

    const { payments } = (await pay(order.total_cents)).body;
    expect([(await read(order.id)).state, await facet(d)]).toEqual(['paid', 'paid']);
    await t.request(cast.admin, 'POST', `/api/v1/billing/${cast.organization_id}/payments/${payments[0]?.id}/reverse`, {
      reason: 'It bounced.',
    });
    expect([(await read(order.id)).state, await facet(d)]).toEqual(['invoiced', 'invoiced']);

    // what is credited is left on the purchase order again, and settles the order with the rest
    const [line] = view.lines;
    await t.request(cast.admin, 'POST', `/api/v1/invoices/${invoice?.id}/credit`, {
      reason: 'Cut short.',
      lines: [{ id: line?.id, cents: 100 }],
    });
    expect(await po(purchase.id)).toMatchObject({ left_cents: 100 });
    await pay(order.total_cents - 100);
    expect((await read(order.id)).state).toBe('paid');
    await sound();
  });

  it('voided is a dispute that staff credit, or ask about again; nothing of it is invoiced, and nothing is lost', async () => {
    const d = await held();
    const e = await another();
    const [first, second] = [await onlyOrder(d), await onlyOrder(e)];
    expect((await decide(first, 'void')).problem.errors.map(({ path }) => path)).toEqual(['reason']);
    const reason = 'The call was cut off.';
    for (const one of [first, second]) expect((await decide(one, 'void', { reason })).status).toBe(200);
    expect(await facet(d)).toBe('awaiting_approval');
    expect(await billing()).toMatchObject({ total_cents: 0, orders: { waiting: 0, disputed: 2 } });
    expect((await list('?disputed=true', cast.admin)).map(({ id }) => id)).toContain(first.id);
    expect((await decide(first, 'write_off', { reason })).status).toBe(403);
    expect((await decide(first, 'restore', { reason })).status).toBe(403);
    expect((await decide(first, 'write_off', {}, cast.admin)).status).toBe(422);
    const earned = (await account('revenue')) ?? 0;
    expect((await decide(first, 'write_off', { reason: 'Agreed by phone.' }, cast.admin)).status).toBe(200);
    await t.settle();
    expect(await account('revenue')).toBe(earned - first.total_cents);
    expect(await account('unbilled')).toBe(second.total_cents);
    expect(await facet(d)).toBe('written_off');
    expect((await decide({ ...first, total_cents: 0 }, 'restore', { reason }, cast.admin)).status).toBe(409);
    const after = await read(first.id);
    expect(after).toMatchObject({ written_off: true, total_cents: 0, acts: [] });
    expect(after.history.map(({ act }) => act)).toEqual(['write_off', 'void']);
    // the other is asked about again, and approved by staff for the organization, who say why
    expect((await decide(second, 'restore', { reason: 'It was held in full.' }, cast.admin)).status).toBe(200);
    expect((await decide(second, 'approve', {}, cast.admin)).status).toBe(422);
    expect((await decide(second, 'approve', { reason: 'They said so by phone.' }, cast.admin)).status).toBe(200);
    expect((await decide(second, 'send_back', { reason: 'Too early.' })).body).toMatchObject({ state: 'draft' });
    expect((await decide(second, 'approve')).status).toBe(200);
    expect((await issue(await billing())).body.data[0]?.total_cents).toBe(second.total_cents);
    expect(await account('unbilled')).toBe(0);
    await sound();
  });

  it('corrections change what waits, and are an order of their own after approval', async () => {
    const d = await held();
    const e = await another();
    const [waits, approved] = [await onlyOrder(d), await onlyOrder(e)];
    await decide(approved, 'approve');
    for (const one of [d, e]) {
      const fee = (await one.must<ReviewDetail>(cast.requester, 'GET', one.url())).cancellation?.fee_cents ?? 0;
      await one.must(cast.requester, 'POST', one.url('/actions/cancel'), {
        reason: 'Settled.',
        confirmed_fee_cents: fee,
      });
    }
    await t.settle();
    const states = async (one: CaseDriver) =>
      (await ordersOf(one)).map(({ state, total_cents }) => [state, total_cents]);
    const fees = await states(d);
    const fee = fees[1]?.[1];
    expect(fee).toBeGreaterThan(0);
    // what nothing is left of waits for nobody; the fee does
    expect(fees).toEqual([
      ['approved', 0],
      ['draft', fee],
    ]);
    expect(await states(e)).toEqual([
      ['approved', approved.total_cents],
      ['draft', fee],
      ['approved', -approved.total_cents],
    ]);
    expect((await read(waits.id)).history).toMatchObject([{ act: 'approve', by: null }]);
    // turned off, what waits goes straight; turned on again, what is on no order gets one
    await on(false);
    await t.settle();
    expect(await list('?state=draft')).toEqual([]);
    expect((await billing()).total_cents).toBe(2 * (fee as number));
    const f = await another();
    expect(await ordersOf(f)).toEqual([]);
    const straight = (await billing()).total_cents;
    expect(straight).toBeGreaterThan(2 * (fee as number));
    await on();
    await t.settle();
    expect(await onlyOrder(f)).toMatchObject({ state: 'draft', total_cents: straight - 2 * (fee as number) });
    expect((await billing()).total_cents).toBe(2 * (fee as number));
    await sound();
  });
});

describe('purchase orders', () => {
  it('are never overdrawn by approvals at once; the approver may exceed one that lets them', async () => {
    await t.world.db
      .insertInto('billing_terms')
      .values({ organization_id: cast.organization_id, updated_at: t.clock.now() })
      .execute();
    const reviews = [await held(), await another(), await another()];
    const orders = await Promise.all(reviews.map((one) => onlyOrder(one)));
    const [{ total_cents } = { total_cents: 0 }] = orders;
    const { body: purchase } = await addPo(2 * total_cents);
    expect((await addPo(1)).status).toBe(422);
    const foreign = await t.world.manager(await t.world.organization());
    expect((await addPo(1, { number: 'Y' }, foreign)).status).toBe(404);
    const answers = await Promise.all(orders.map((one) => decide(one, 'approve', { purchase_order_id: purchase.id })));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 422]);
    expect(await po(purchase.id)).toMatchObject({ left_cents: 0, orders: 2 });

    // many at once, each with its own result
    const many = (more: object, who: Person = manager) =>
      t.request<{ data: { id: number; done: boolean; reason: string | null }[] }>(
        who,
        'POST',
        '/api/v1/billing-orders/decide',
        { act: 'approve', orders: orders.map(({ id, total_cents: cents }) => ({ id, total_cents: cents })), ...more },
      );
    const refused = (await many({ purchase_order_id: purchase.id })).body.data;
    expect(refused.map(({ done }) => done)).toEqual([false, false, false]);
    expect(refused.filter(({ reason }) => reason?.includes('is left on purchase order'))).toHaveLength(1);
    expect((await many({}, foreign)).body.data.map(({ done }) => done)).toEqual([false, false, false]);

    const change = (more: object, who: Person = manager, of = purchase) =>
      t.request<PurchaseOrderView>(who, 'PATCH', `/api/v1/purchase-orders/${of.id}`, {
        number: of.number,
        amount_cents: of.amount_cents,
        ...NUMBERS,
        closed: false,
        lock_version: 0,
        ...more,
      });
    expect((await change({}, foreign)).status).toBe(404);
    expect((await change({ amount_cents: 1 })).status).toBe(422);
    expect((await change({ over_limit: 'warn' })).body.lock_version).toBe(1);
    expect((await change({})).status).toBe(409);
    const left = orders.find(({ id }) => refused.find((one) => one.id === id)?.reason?.includes('is left on'));
    if (!left) throw new Error('One is left.');
    const exceeding = await decide(left, 'approve', { purchase_order_id: purchase.id });
    expect(exceeding.problem.errors.map(({ path }) => path)).toEqual(['exceeds']);
    expect((await change({ closed: true, over_limit: 'warn', lock_version: 1 })).body).toMatchObject({ open: false });
    expect((await decide(left, 'approve', { purchase_order_id: purchase.id, exceeds: true })).status).toBe(422);
    // what is edited while it is closed was closed when it was
    const closedAt = async () =>
      (await t.world.db.selectFrom('purchase_orders').select('closed_at').where('id', '=', purchase.id).execute())[0]
        ?.closed_at;
    const closed = await closedAt();
    t.clock.advance({ hours: 1 });
    expect((await change({ closed: true, over_limit: 'warn', lock_version: 2 })).status).toBe(200);
    expect(await closedAt()).toEqual(closed);
    expect((await change({ over_limit: 'warn', lock_version: 3 })).status).toBe(200);
    expect(await closedAt()).toBeNull();
    expect(
      (await many({ purchase_order_id: purchase.id, exceeds: true })).body.data.filter(({ done }) => done),
    ).toEqual([{ id: left.id, done: true, reason: null }]);
    expect(await po(purchase.id)).toMatchObject({ left_cents: -total_cents, orders: 3 });
  });
});

describe('who approves', () => {
  it('is told of what waits once a day, with a mail, and sees how much it is', async () => {
    await held();
    await another();
    const orders = await list('?state=draft');
    const mails = async () =>
      (
        await t.world.db
          .selectFrom('mails')
          .select('subject')
          .where('template', '=', 'billing_orders_waiting')
          .where('to_user_id', '=', manager.user_id)
          .execute()
      ).length;
    const told = await mails();
    t.clock.advance({ days: 2 });
    await t.settle();
    expect(await mails()).toBe(told + 1);
    t.clock.advance({ days: 5 });
    await t.settle();
    expect(await mails()).toBe(told + 1);
    const waiting = (who: Person) => t.request(who, 'GET', '/api/v1/billing-orders/waiting');
    expect((await waiting(manager)).body).toMatchObject({
      used: true,
      orders: 2,
      total_cents: orders.reduce((sum, { total_cents }) => sum + total_cents, 0),
    });
    const elsewhere = await t.world.manager(await t.world.organization());
    expect((await waiting(elsewhere)).body).toMatchObject({ used: false, orders: 0, disputed: 0 });
    expect((await waiting(cast.requester)).status).toBe(403);
    // what nobody is left to approve is told to nobody
    for (const one of orders) await decide(one, 'approve');
    await another();
    const [last] = await list('?state=draft');
    if (last) await decide(last, 'approve');
    const now = await mails();
    t.clock.advance({ days: 2 });
    await t.settle();
    expect(await mails()).toBe(now);
  });
});
