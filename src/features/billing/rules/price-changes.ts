import { type Cents, formatCents, times } from '../../../core/money.ts';
import type { QuoteLine } from './quote.ts';

/** Why an order is not taken at the price that was shown, in cents; null where it is the price of now. */
export function otherPrice(shown: Cents | undefined, now: Cents): string | null {
  if (shown === now) return null;
  return shown === undefined
    ? `This order costs ${formatCents(now)}. Agree to that price to order.`
    : `This order costs ${formatCents(now)} now, not ${formatCents(shown)}. Nothing was ordered.`;
}

/** A line of an order that costs something else than was shown; null: it was not, or is no longer, part of the price. */
export interface LineChange {
  label: string;
  how: string | null;
  before: Cents | null;
  now: Cents | null;
}

type PricedLine = Pick<QuoteLine, 'label' | 'how' | 'cents'> & { key: string };

/** What of a price changed, line by line. The differences sum up to the difference of the totals. */
export function priceChanges(before: readonly PricedLine[], now: readonly PricedLine[]): LineChange[] {
  const keys = [...new Set([...before, ...now].map((line) => line.key))];
  const sum = (lines: readonly PricedLine[], key: string): Cents | null => {
    const own = lines.filter((line) => line.key === key);
    return own.length === 0 ? null : own.reduce((total, line) => total + line.cents, 0);
  };
  return keys.flatMap((key) => {
    const [was, is] = [sum(before, key), sum(now, key)];
    const line = now.find((one) => one.key === key) ?? before.find((one) => one.key === key);
    return was === is || !line ? [] : [{ label: line.label, how: line.how, before: was, now: is }];
  });
}

/** A price may rise by the smaller of a tenth and $250 before the requester is asked again. */
export function consentOver(total: Cents): Cents {
  return Math.min(times(total, 0.1), 25_000);
}

/** What a requester knows a review costs, cents. */
export interface KnownPrice {
  total_cents: Cents;
  /** The least it was fixed at since they agreed to a price: small rises, one after another, add up from here. */
  agreed_cents: Cents;
}

/** By how much a fixed price may still rise before the requester is asked. */
export const riseLeft = ({ total_cents, agreed_cents }: KnownPrice): Cents =>
  Math.max(0, agreed_cents + consentOver(agreed_cents) - total_cents);

/** Whether a new price needs the requester's consent. A lower price never does. */
export const needsConsent = (known: KnownPrice, newTotal: Cents): boolean =>
  newTotal - known.total_cents > riseLeft(known);
