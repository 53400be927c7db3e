/** What happens to a retainer: asked for, paid in, used by work, given back by a correction, refunded, or not asked for after all. */
export const RETAINER_EVENTS = ['asked', 'received', 'used', 'unused', 'refunded', 'waived'] as const;
export type RetainerEvent = (typeof RETAINER_EVENTS)[number];

/** One of them, with its exact cents. They are only ever added: what stands is their sum. */
export interface RetainerMovement {
  event: RetainerEvent;
  cents: number;
  /** How much of what was due then it paid or waived, cents. */
  settles_cents: number;
}

/** How a retainer stands, cents: none of these is ever negative. */
export interface RetainerStanding {
  /** Asked for and neither paid nor waived yet. */
  due: number;
  received: number;
  used: number;
  refunded: number;
  /** Paid in and neither used nor refunded. */
  balance: number;
}

/** How a retainer stands after these movements. What was paid beyond what was due then is in the balance alone. */
export function standing(movements: readonly RetainerMovement[]): RetainerStanding {
  const sum = (event: RetainerEvent): number =>
    movements.reduce((total, one) => (one.event === event ? total + one.cents : total), 0);
  const received = sum('received');
  const used = sum('used') - sum('unused');
  const refunded = sum('refunded');
  return {
    due: sum('asked') - movements.reduce((total, one) => total + one.settles_cents, 0),
    received,
    used,
    refunded,
    balance: received - used - refunded,
  };
}

/** How much of what is due something that happens pays or waives, cents. */
export const settledBy = ({ due }: Pick<RetainerStanding, 'due'>, event: RetainerEvent, cents: number): number =>
  event === 'received' || event === 'waived' ? Math.min(due, cents) : 0;

/** How much of an amount a retainer pays: what is left of it at most. The rest goes on the monthly statement. */
export const drawnFrom = ({ balance }: Pick<RetainerStanding, 'balance'>, cents: number): number =>
  Math.min(Math.max(0, cents), balance);

/**
 * What is asked for once so much is left: enough to be whole again; 0 while the balance is not below the mark that was agreed,
 * where it is paid once, and while what was asked before is still due.
 */
export function toReplenish(
  { balance, due }: Pick<RetainerStanding, 'balance' | 'due'>,
  terms: { retainer_cents: number; replenish_below_cents: number },
): number {
  if (terms.replenish_below_cents === 0 || due > 0 || balance >= terms.replenish_below_cents) return 0;
  return terms.retainer_cents - balance;
}

/** Whether work rests: the retainer is used up, and it was agreed that it then does. */
export const restsFor = (
  { balance }: Pick<RetainerStanding, 'balance'>,
  terms: { retainer_cents: number; holds_when_used_up: boolean },
): boolean => terms.holds_when_used_up && terms.retainer_cents > 0 && balance === 0;
