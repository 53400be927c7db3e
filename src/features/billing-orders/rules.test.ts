import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { ACTOR_KINDS, isOrganizationWide, seesPrices } from '../../core/actor.ts';
import { lifecycleFaults } from '../../core/machine.ts';
import {
  actsOn,
  approvesOrders,
  billingOf,
  type EntryToPlace,
  followed,
  isNearlyUsed,
  isOpen,
  leftOn,
  moveOf,
  moverOf,
  needsReason,
  ORDER_ACTS,
  ORDER_LIFECYCLE,
  ORDER_STATES,
  orderNumber,
  type OrderState,
  type PlacedOrder,
  placings,
  purchaseOrderFault,
  type PurchaseOrderStanding,
  readOrderNumber,
  readsOrders,
} from './rules.ts';

describe('the way of an order', () => {
  test('is sound: every state is reached and left, one answer to each question', () => {
    expect(lifecycleFaults(ORDER_LIFECYCLE)).toEqual([]);
  });

  it.each<[OrderState, boolean, string[], string[]]>([
    ['draft', false, ['approve', 'void'], ['approve', 'void']],
    ['approved', false, ['send_back'], ['send_back']],
    ['invoiced', false, [], []],
    ['paid', false, [], []],
    ['void', false, [], ['restore', 'write_off']],
    ['void', true, [], []],
  ])('%s, credited %s: approvers can %j, staff %j', (state, written_off, approver, staff) => {
    const order = { state, written_off };
    expect(actsOn(order, 'approver')).toEqual(approver);
    expect(actsOn(order, 'staff')).toEqual(staff);
    expect(actsOn(order, 'system')).toEqual([]);
    expect(actsOn(order, null)).toEqual([]);
  });

  it('is moved by who sees all prices of an organization, and by admins, who say why', () => {
    for (const kind of ACTOR_KINDS) {
      expect(approvesOrders(kind)).toBe(isOrganizationWide(kind) && seesPrices(kind));
      expect(readsOrders(kind)).toBe(moverOf(kind) !== null);
    }
    expect([
      moverOf('review_manager'),
      moverOf('customer_admin'),
      moverOf('claim_consultant'),
      moverOf('clin_ops'),
    ]).toEqual(['approver', 'approver', null, null]);
    expect(ORDER_ACTS.filter((act) => needsReason(act, 'approver'))).toEqual([
      'send_back',
      'void',
      'restore',
      'write_off',
    ]);
    expect(ORDER_ACTS.every((act) => needsReason(act, 'staff'))).toBe(true);
  });

  it('has no act of people that invoices or pays', () => {
    for (const state of ORDER_STATES)
      for (const act of ORDER_ACTS)
        for (const mover of ['approver', 'staff'] as const) {
          const to = moveOf({ state, written_off: false }, act, mover)?.to;
          expect(to).not.toBe('invoiced');
          expect(to).not.toBe('paid');
        }
  });

  it('is named by its number', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000_000 }), (id) => {
        expect(readOrderNumber(orderNumber(id))).toBe(id);
      }),
    );
    expect([readOrderNumber('bo-7'), readOrderNumber(' BO7 '), readOrderNumber('CR-7'), readOrderNumber('7')]).toEqual([
      7,
      7,
      null,
      null,
    ]);
  });
});

const entry = (cents: number, more: Partial<EntryToPlace> = {}): EntryToPlace => ({
  entry_id: 1,
  cause: 'service',
  cause_id: 7,
  of_retainer: false,
  cents,
  ...more,
});
const order = (state: OrderState, cents: number, more: Partial<PlacedOrder> = {}): PlacedOrder => ({
  id: 1,
  cause: 'service',
  cause_id: 7,
  state,
  written_off: false,
  cents,
  ...more,
});

describe('where charges go', () => {
  it.each<[string, EntryToPlace, PlacedOrder[], { order_id: number | null; cents: number; passes: boolean }]>([
    ['a charge is an order of its own', entry(500), [], { order_id: null, cents: 500, passes: false }],
    ['a correction changes what waits', entry(-100), [order('draft', 500)], { order_id: 1, cents: 400, passes: false }],
    [
      'what comes to nothing waits for nobody',
      entry(-500),
      [order('draft', 500)],
      { order_id: 1, cents: 0, passes: true },
    ],
    [
      'after approval it is another',
      entry(100),
      [order('approved', 500)],
      { order_id: null, cents: 100, passes: false },
    ],
    [
      'after approval what is taken off waits for nobody',
      entry(-100),
      [order('paid', 500)],
      { order_id: null, cents: -100, passes: true },
    ],
    ['it takes off what is disputed', entry(-100), [order('void', 500)], { order_id: 1, cents: 400, passes: false }],
    [
      'what is disputed and comes to nothing is settled',
      entry(-500),
      [order('void', 500)],
      { order_id: 1, cents: 0, passes: false },
    ],
    [
      'what is taken off beyond that is not lost',
      entry(-600),
      [order('void', 500)],
      { order_id: 1, cents: -100, passes: true },
    ],
    [
      'more of what was credited is asked for',
      entry(100),
      [order('void', 0, { written_off: true })],
      { order_id: null, cents: 100, passes: false },
    ],
    [
      'what was credited belongs to its order',
      entry(-500, { cause: 'write_off', cause_id: 1 }),
      [order('void', 500, { written_off: true })],
      { order_id: 1, cents: 0, passes: false },
    ],
    [
      'what a retainer got back waits for nobody',
      entry(500, { of_retainer: true }),
      [],
      { order_id: null, cents: 500, passes: true },
    ],
    [
      'another thing is another order',
      entry(500, { cause_id: 8 }),
      [order('draft', 500)],
      { order_id: null, cents: 500, passes: false },
    ],
  ])('%s', (_, one, orders, expected) => {
    expect(placings([one], orders)).toEqual([
      { cause: one.cause, cause_id: one.cause_id, entry_ids: [1], ...expected },
    ]);
  });

  it('what a retainer paid goes with what it paid for, and waits for nobody where it paid all of it', () => {
    const time = { cause: 'time', cause_id: 3 };
    const paid = entry(-500, { ...time, entry_id: 2, of_retainer: true });
    expect(placings([entry(500, time), paid], [])).toMatchObject([{ cents: 0, passes: true, entry_ids: [1, 2] }]);
    expect(placings([entry(700, time), paid], [])).toMatchObject([{ cents: 200, passes: false }]);
    expect(placings([paid], [order('draft', 500, time)])).toMatchObject([{ order_id: 1, cents: 0, passes: true }]);
    expect(placings([paid], [order('paid', 500, time)])).toMatchObject([{ order_id: null, passes: true }]);
  });

  it('each entry goes somewhere once, and nothing of it is lost', () => {
    const causes = fc.record({
      cause: fc.constantFrom('service', 'report', 'time'),
      cause_id: fc.integer({ min: 1, max: 3 }),
    });
    const entries = fc
      .array(fc.tuple(causes, fc.integer({ min: -900, max: 900 })), { maxLength: 12 })
      .map((all) => all.map(([of, cents], at) => ({ ...of, cents, of_retainer: cents < -600, entry_id: at + 1 })));
    const orders = fc
      .array(fc.tuple(causes, fc.constantFrom(...ORDER_STATES), fc.integer({ min: -900, max: 900 })), { maxLength: 8 })
      .map((all) => all.map(([of, state, cents], at) => ({ ...of, state, cents, written_off: false, id: at + 1 })));
    fc.assert(
      fc.property(entries, orders, (some, there) => {
        const plans = placings(some, there);
        expect(plans.flatMap(({ entry_ids }) => entry_ids).toSorted((a, b) => a - b)).toEqual(
          some.map(({ entry_id }) => entry_id),
        );
        const before = (id: number | null) => there.find((one) => one.id === id)?.cents ?? 0;
        for (const plan of plans) {
          const added = some
            .filter(({ entry_id }) => plan.entry_ids.includes(entry_id))
            .reduce((sum, { cents }) => sum + cents, 0);
          expect(plan.cents).toBe(before(plan.order_id) + added);
          const state = there.find(({ id }) => id === plan.order_id)?.state ?? 'draft';
          expect(['draft', 'void']).toContain(state);
          // nobody approves what takes off, and nobody's approval is left out for what is charged
          expect(plan.passes).toBe(state === 'void' ? plan.cents < 0 : plan.cents <= 0);
        }
      }),
    );
  });
});

describe('what follows an invoice', () => {
  it.each<[OrderState, boolean, boolean, OrderState]>([
    ['approved', false, false, 'approved'],
    ['approved', true, false, 'invoiced'],
    ['approved', true, true, 'paid'],
    ['invoiced', true, false, 'invoiced'],
    ['invoiced', true, true, 'paid'],
    ['paid', true, false, 'invoiced'],
    ['draft', true, true, 'draft'],
    ['void', true, true, 'void'],
  ])('%s, on an invoice %s, settled %s: %s', (state, invoiced, settled, to) => {
    expect(followed(state, { invoiced, settled })).toBe(to);
  });

  it('a review stands where somebody must still do something about it', () => {
    const nothing = { waiting: 0, disputed: 0, ordered: 0, written_off: 0, invoices: 0, open: 0 };
    expect(billingOf(nothing)).toBe('unbilled');
    expect(billingOf({ ...nothing, written_off: 1 })).toBe('written_off');
    expect(billingOf({ ...nothing, written_off: 1, invoices: 1 })).toBe('paid');
    expect(billingOf({ ...nothing, invoices: 2, open: 1 })).toBe('invoiced');
    expect(billingOf({ ...nothing, invoices: 2, open: 1, ordered: 1 })).toBe('ordered');
    expect(billingOf({ ...nothing, invoices: 2, ordered: 1, waiting: 1 })).toBe('awaiting_approval');
    expect(billingOf({ ...nothing, disputed: 1 })).toBe('awaiting_approval');
  });
});

describe('what is left on a purchase order', () => {
  const po = (more: Partial<PurchaseOrderStanding> = {}): PurchaseOrderStanding => ({
    number: '4500012873',
    amount_cents: 100_000,
    used_cents: 60_000,
    valid_until: '2026-12-31',
    over_limit: 'refuse',
    closed: false,
    ...more,
  });

  it.each<[string, Partial<PurchaseOrderStanding>, number, boolean, string | null]>([
    ['all that is left', {}, 40_000, false, null],
    ['a cent more is refused', {}, 40_001, false, 'over'],
    ['and stays refused', {}, 40_001, true, 'over'],
    ['a cent more is asked about', { over_limit: 'warn' }, 40_001, false, 'exceeds'],
    ['and approved where it is meant', { over_limit: 'warn' }, 40_001, true, null],
    ['a credit always', { used_cents: 120_000 }, -5_000, false, null],
    ['closed', { closed: true }, 1, true, 'closed'],
    ['on its last day', { valid_until: '2026-11-28' }, 1, false, null],
    ['after its last day', { valid_until: '2026-11-27' }, 1, true, 'ended'],
    ['without a last day', { valid_until: null }, 1, false, null],
  ])('%s', (_, more, cents, accepted, code) => {
    expect(purchaseOrderFault(po(more), cents, '2026-11-28', accepted)?.code ?? null).toBe(code);
  });

  it('is never overdrawn by orders that it takes, unless it lets approvers', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 50_000 })), (orders) => {
        let used = 0;
        for (const cents of orders)
          if (purchaseOrderFault(po({ used_cents: used }), cents, '2026-11-28', true) === null) used += cents;
        expect(leftOn({ amount_cents: 100_000, used_cents: used })).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  it('is said to be nearly used up from nine tenths on', () => {
    expect([isNearlyUsed(po({ used_cents: 89_999 })), isNearlyUsed(po({ used_cents: 90_000 }))]).toEqual([false, true]);
    expect([
      isOpen(po(), '2027-01-01'),
      isOpen(po({ closed: true }), '2026-01-01'),
      isOpen(po(), '2026-12-31'),
    ]).toEqual([false, false, true]);
  });
});
