import { type ActorKind, isAdmin, isOrganizationWide, seesPrices } from '../../../core/actor.ts';
import { type Lifecycle, type Transition, transitionFor } from '../../../core/machine.ts';

export const ORDER_STATES = ['draft', 'approved', 'invoiced', 'paid', 'void'] as const;
export type OrderState = (typeof ORDER_STATES)[number];
export const ORDER_STATE_WORDS: Readonly<Record<OrderState, string>> = {
  draft: 'Waits for approval',
  approved: 'Approved',
  invoiced: 'Invoiced',
  paid: 'Paid',
  void: 'Voided',
};

/** What people do with an order. */
export const ORDER_ACTS = ['approve', 'send_back', 'void', 'restore', 'write_off'] as const;
export type OrderAct = (typeof ORDER_ACTS)[number];
/** What follows from invoices and payments, and from what needs nobody's word. */
type OrderStep = OrderAct | 'pass' | 'invoice' | 'pay' | 'reopen';

/** Who moves an order: who approves for the organization, the platform's admins, what happens to its invoice. */
export type OrderMover = 'approver' | 'staff' | 'system';

interface OrderMove extends Transition<OrderState, OrderStep, OrderMover> {
  /** What the button says. */
  label: string;
}

/** The way of a billing order. Staff approve, send back and void on the organization's behalf, and say why. */
export const ORDER_LIFECYCLE: Omit<Lifecycle<OrderState, OrderStep, OrderMover>, 'transitions'> & {
  transitions: readonly OrderMove[];
} = {
  states: ORDER_STATES,
  initial: 'draft',
  final: [],
  transitions: [
    {
      from: ['draft'],
      action: 'approve',
      to: 'approved',
      who: ['approver', 'staff'],
      reason: 'optional',
      label: 'Approve',
      says: 'approved',
    },
    {
      from: ['approved'],
      action: 'send_back',
      to: 'draft',
      who: ['approver', 'staff'],
      reason: 'required',
      label: 'Take the approval back',
      says: 'took the approval back',
    },
    {
      from: ['draft'],
      action: 'void',
      to: 'void',
      who: ['approver', 'staff'],
      reason: 'required',
      label: 'Void',
      says: 'voided',
    },
    {
      from: ['void'],
      action: 'restore',
      to: 'draft',
      who: ['staff'],
      reason: 'required',
      label: 'Ask for approval again',
      says: 'asked for approval again',
    },
    {
      from: ['void'],
      action: 'write_off',
      to: 'void',
      who: ['staff'],
      reason: 'required',
      label: 'Credit it',
      says: 'credited',
    },
    // credits, and what is left waiting when orders are turned off
    { from: ['draft', 'void'], action: 'pass', to: 'approved', who: ['system'], label: '', says: 'passed' },
    { from: ['approved'], action: 'invoice', to: 'invoiced', who: ['system'], label: '', says: 'was invoiced' },
    { from: ['invoiced'], action: 'pay', to: 'paid', who: ['system'], label: '', says: 'was paid' },
    { from: ['paid'], action: 'reopen', to: 'invoiced', who: ['system'], label: '', says: 'is open again' },
  ],
};

/** Who reads an organization's orders: who sees all of its reviews and their prices, and admins. */
export const readsOrders = (kind: ActorKind): boolean => isAdmin(kind) || approvesOrders(kind);

/** Who approves for an organization: those of its own people who read all of its prices. */
export const approvesOrders = (kind: ActorKind): boolean => isOrganizationWide(kind) && seesPrices(kind);

/** As whom an actor moves orders; null: not at all. */
export const moverOf = (kind: ActorKind): OrderMover | null =>
  isAdmin(kind) ? 'staff' : approvesOrders(kind) ? 'approver' : null;

interface Standing {
  state: OrderState;
  written_off: boolean;
}

/** The move of an order as it stands; undefined where there is none for it, or not for this mover. */
export function moveOf({ state, written_off }: Standing, act: OrderAct, mover: OrderMover): OrderMove | undefined {
  // what was credited is settled
  if (written_off) return undefined;
  const move = ORDER_LIFECYCLE.transitions.find((one) => one.action === act && one.from.includes(state));
  return move?.who.includes(mover) ? move : undefined;
}

/** What a mover can do with an order as it stands, in the table's order. */
export const actsOn = (order: Standing, mover: OrderMover | null): OrderAct[] =>
  mover === null ? [] : ORDER_ACTS.filter((act) => moveOf(order, act, mover) !== undefined);

/** Whether an act needs words: staff say why they act for the organization. */
export const needsReason = (act: OrderAct, mover: OrderMover): boolean =>
  mover === 'staff' || ORDER_LIFECYCLE.transitions.some((one) => one.action === act && one.reason === 'required');

/** What the button of an act says. */
export const actLabel = (act: OrderAct): string =>
  ORDER_LIFECYCLE.transitions.find((one) => one.action === act)?.label ?? act;

/** Where a step of the clock or of an invoice leads; the state itself where the table has no such step. */
export const stepped = (state: OrderState, step: 'pass' | 'invoice' | 'pay' | 'reopen'): OrderState => {
  const to = transitionFor(ORDER_LIFECYCLE, state, step)?.to;
  return to === undefined || to === 'return' ? state : to;
};

/** An order's number, as people name it. */
export const orderNumber = (id: number): string => `BO-${id}`;

/** The order a typed number names; null where it is none. */
export function readOrderNumber(text: string): number | null {
  const found = /^BO-?(\d{1,15})$/i.exec(text.trim());
  return found ? Number(found[1]) : null;
}
