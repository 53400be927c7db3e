import { type ActorKind, isAdmin, seesAllPrices } from '../../../core/actor.ts';
import { addDays } from '../../../core/durations.ts';
import { daysBetween } from '../../../core/days-between.ts';

/** How an organization is invoiced: once for all of a month, or each review by itself. */
export const INVOICE_BY = ['month', 'review'] as const;
export type InvoiceBy = (typeof INVOICE_BY)[number];
export const INVOICE_BY_WORDS: Readonly<Record<InvoiceBy, string>> = {
  month: 'One invoice for all reviews',
  review: 'An invoice for each review',
};

/** The terms of an organization that has none of its own. */
export const USUAL_TERMS = {
  invoice_by: 'month',
  net_days: 30,
  bill_to: '',
  email: null,
  bills_from: null,
  issue_day: null,
  hold_after_days: null,
} as const satisfies {
  invoice_by: InvoiceBy;
  net_days: number;
  bill_to: string;
  email: string | null;
  bills_from: string | null;
  issue_day: number | null;
  hold_after_days: number | null;
};
export const NET_DAYS_MOST = 120;
/** Every month has these days. */
export const ISSUE_DAY_LAST = 28;

/**
 * The next day (YYYY-MM-DD) after `today` on which invoices are issued by themselves: that day of a month, or, by review, the
 * next day at once.
 */
export function nextIssueDay(
  { invoice_by, issue_day }: { invoice_by: InvoiceBy; issue_day: number },
  today: string,
): string {
  if (invoice_by === 'review') return addDays(today, 1);
  const here = `${today.slice(0, 8)}${String(issue_day).padStart(2, '0')}`;
  if (here > today) return here;
  return `${addDays(`${today.slice(0, 8)}01`, 31).slice(0, 8)}${String(issue_day).padStart(2, '0')}`;
}

/** When invoices are issued, in words. */
export const issuedWords = ({ invoice_by, issue_day }: { invoice_by: InvoiceBy; issue_day: number | null }): string =>
  issue_day === null
    ? 'By hand'
    : invoice_by === 'review'
      ? 'As each review is finished'
      : `By themselves, on day ${issue_day} of each month`;

/** Before which day things happened that are issued on `today` by themselves: all of the months before, or, by review, of the days before. */
export const issuedUntil = (by: InvoiceBy, today: string): string =>
  by === 'review' ? today : `${today.slice(0, 8)}01`;

/** Days after the due date on which whoever pays is reminded. */
export const REMINDED_AFTER = [7, 14, 30] as const;

export const INVOICE_SORTS = ['invoice', 'credit_note'] as const;
export type InvoiceSort = (typeof INVOICE_SORTS)[number];

/** An invoice's number, as it is printed: the organization's, then its place in that organization's sequence, which has no gaps. */
export const invoiceNumber = ({ organization_id, sequence }: { organization_id: number; sequence: number }): string =>
  `INV-${organization_id}-${String(sequence).padStart(5, '0')}`;

/** The organization and place a printed number names; null where it is none. */
export function readNumber(text: string): { organization_id: number; sequence: number } | null {
  const found = /^INV-(\d{1,15})-(\d{1,9})$/i.exec(text.trim());
  return found ? { organization_id: Number(found[1]), sequence: Number(found[2]) } : null;
}

/** A subscription as an invoice names it: its own name may say whom it is about. */
export const subscriptionNumber = (id: number): string => `SUB-${id}`;

export const INVOICE_STATES = ['open', 'overdue', 'paid', 'credit'] as const;
/** How an invoice stands: to be paid, late, settled; `credit`: a credit note. */
export type InvoiceState = (typeof INVOICE_STATES)[number];
export const STATE_WORDS: Readonly<Record<InvoiceState, string>> = {
  open: 'To be paid',
  overdue: 'Overdue',
  paid: 'Paid',
  credit: 'Credit note',
};

interface Standing {
  sort: InvoiceSort;
  total_cents: number;
  /** Paid, or credited, of it so far. */
  settled_cents: number;
  /** YYYY-MM-DD. */
  due_on: string;
}

/** How an invoice stands on a day of its organization, YYYY-MM-DD. */
export function stateOf({ sort, total_cents, settled_cents, due_on }: Standing, today: string): InvoiceState {
  if (sort === 'credit_note') return 'credit';
  if (settled_cents >= total_cents) return 'paid';
  return due_on < today ? 'overdue' : 'open';
}

/** What is still to be paid of an invoice, cents; of a credit note nothing. */
export const openCents = ({ sort, total_cents, settled_cents }: Standing): number =>
  sort === 'credit_note' ? 0 : Math.max(0, total_cents - settled_cents);

/** How money that came in, or a credit, is divided among invoices in their order, each as far as it is open, cents. */
export function divide(
  cents: number,
  open: readonly { id: number; open_cents: number }[],
): { id: number; cents: number }[] {
  let left = Math.max(0, cents);
  return open.flatMap(({ id, open_cents }) => {
    const part = Math.min(left, Math.max(0, open_cents));
    left -= part;
    return part > 0 ? [{ id, cents: part }] : [];
  });
}

/** By how late it is, what is open: not yet due, up to 30 days late, and so on. */
export const AGES = ['not_due', 'to_30', 'to_60', 'to_90', 'older'] as const;
export type Age = (typeof AGES)[number];
export const AGE_WORDS: Readonly<Record<Age, string>> = {
  not_due: 'Not due yet',
  to_30: '1 to 30 days late',
  to_60: '31 to 60 days late',
  to_90: '61 to 90 days late',
  older: 'More than 90 days late',
};

/** How late an invoice is on a day. Both are YYYY-MM-DD. */
export function ageOf(due_on: string, today: string): Age {
  const late = daysBetween(due_on, today);
  if (late <= 0) return 'not_due';
  if (late <= 30) return 'to_30';
  if (late <= 60) return 'to_60';
  return late <= 90 ? 'to_90' : 'older';
}

/** What is open by its age, cents. */
export function aging(invoices: readonly (Standing & { open_cents?: number })[], today: string): Record<Age, number> {
  const sums: Record<Age, number> = { not_due: 0, to_30: 0, to_60: 0, to_90: 0, older: 0 };
  for (const one of invoices) sums[ageOf(one.due_on, today)] += openCents(one);
  return sums;
}

/** Who reads an organization's invoices: who sees all of its reviews and their prices, and admins. */
export const readsInvoices = (kind: ActorKind): boolean => seesAllPrices(kind);

/** Who issues, credits, and writes down what was paid. */
export const keepsInvoices = (kind: ActorKind): boolean => isAdmin(kind);

/** Who pays an invoice by card, signed in: those it is for. */
export const paysInvoices = (kind: ActorKind): boolean => readsInvoices(kind) && !keepsInvoices(kind);
