import type { OrderState } from './lifecycle.ts';

/** An entry of the book whose lines are on no order and no invoice yet. */
export interface EntryToPlace {
  entry_id: number;
  cause: string;
  cause_id: number;
  /** It is what a retainer paid for that thing, or got back of it. */
  of_retainer: boolean;
  /** What it adds to what is to be invoiced, cents; less than nothing takes off. */
  cents: number;
}

/** An order of the review, with what it comes to, cents. */
export interface PlacedOrder {
  id: number;
  cause: string;
  cause_id: number;
  state: OrderState;
  written_off: boolean;
  cents: number;
}

/** Where entries go: onto an order that is there, or together on a new one of their cause. */
export interface Placing {
  /** Null: a new order. */
  order_id: number | null;
  cause: string;
  cause_id: number;
  entry_ids: number[];
  /** What the order comes to then, cents. */
  cents: number;
  /** It needs nobody's word: it comes to nothing or less. */
  passes: boolean;
}

/**
 * Which order each entry goes on. A correction changes the order of its cause while nobody approved it, and a voided one where
 * it takes off; after that it is an order of its own. What comes to nothing or less is nobody's to approve, but for a voided
 * order that comes to just nothing: that is settled. What a retainer paid for something goes with it, so that what is paid ahead
 * waits for nobody; nor does what a retainer got back. What was credited of a voided order belongs to it.
 */
export function placings(entries: readonly EntryToPlace[], orders: readonly PlacedOrder[]): Placing[] {
  const plans = new Map<string, Placing>();
  const ofRetainer = (ids: readonly number[]): boolean =>
    entries.every(({ entry_id, of_retainer }) => of_retainer || !ids.includes(entry_id));
  for (const entry of entries) {
    const at = orderFor(entry, orders);
    const key = at ? `order ${at.id}` : `new ${entry.cause} ${entry.cause_id}`;
    const plan = plans.get(key) ?? {
      order_id: at?.id ?? null,
      cause: entry.cause,
      cause_id: entry.cause_id,
      entry_ids: [],
      cents: at?.cents ?? 0,
      passes: false,
    };
    plan.entry_ids.push(entry.entry_id);
    plan.cents += entry.cents;
    const isVoid = at?.state === 'void';
    plan.passes = isVoid ? plan.cents < 0 : plan.cents <= 0 || (!at && ofRetainer(plan.entry_ids));
    plans.set(key, plan);
  }
  return [...plans.values()];
}

function orderFor(entry: EntryToPlace, orders: readonly PlacedOrder[]): PlacedOrder | undefined {
  if (entry.cause === 'write_off') return orders.find(({ id }) => id === entry.cause_id);
  const own = orders
    .filter(({ cause, cause_id }) => cause === entry.cause && cause_id === entry.cause_id)
    .toSorted((a, b) => b.id - a.id);
  const draft = own.find(({ state }) => state === 'draft');
  if (draft) return draft;
  return own.find(({ state, written_off }) => state === 'void' && (!written_off || entry.cents < 0));
}
