import { formatCents, type Cents } from '../../../core/money.ts';
import { type PeriodKind, periodName, periodOf } from '../../../core/periods.ts';

/** What a budget is of. */
export const BUDGET_SORTS = ['organization', 'requester', 'matter', 'cost_center'] as const;
export type BudgetSort = (typeof BUDGET_SORTS)[number];
export const BUDGET_SORT_WORDS: Readonly<Record<BudgetSort, string>> = {
  organization: 'The whole organization',
  requester: 'One requester',
  matter: 'One matter',
  cost_center: 'A cost center',
};

/** For how long its amount is: by the organization's calendar, or, of a matter, until it is over. */
export const BUDGET_PERIODS = ['month', 'quarter', 'year', 'life'] as const;
export type BudgetPeriod = (typeof BUDGET_PERIODS)[number];
export const BUDGET_PERIOD_WORDS: Readonly<Record<BudgetPeriod, string>> = {
  month: 'Each month',
  quarter: 'Each quarter',
  year: 'Each calendar year',
  life: 'The whole matter',
};

/** What happens to an order that would go beyond it. */
export const AT_LIMITS = ['stop', 'warn'] as const;
export type AtLimit = (typeof AT_LIMITS)[number];
export const AT_LIMIT_WORDS: Readonly<Record<AtLimit, string>> = {
  stop: 'Stop: an admin lets it through with a reason',
  warn: 'Warn, and let it be ordered',
};

/** Nearly used from this share on, where nobody says otherwise. */
export const WARN_PERCENT_USUAL = 80;

interface BudgetSpan {
  starts_on: string;
  ends_on: string;
  /** "November 2026", "Q4 2026", "2026", or "in all". */
  name: string;
}

/** The first and the last day there is, for what has no period. */
const EVER = { starts_on: '0001-01-01', ends_on: '9999-12-31', name: 'in all' };

const isCalendar = (period: BudgetPeriod): period is PeriodKind => period === 'month' || period === 'quarter';

/** The period that a day of the organization's calendar lies in, YYYY-MM-DD. */
export function budgetSpan(period: BudgetPeriod, today: string): BudgetSpan {
  if (isCalendar(period)) {
    const span = periodOf(period, today);
    return { ...span, name: periodName(period, span.starts_on) };
  }
  if (period === 'life') return EVER;
  const year = today.slice(0, 4);
  return { starts_on: `${year}-01-01`, ends_on: `${year}-12-31`, name: year };
}

/** Whether a budget holds on a day. */
export const isInEffect = (
  { starts_on, ends_on, ended }: { starts_on: string; ends_on: string | null; ended: boolean },
  day: string,
): boolean => !ended && starts_on <= day && (ends_on === null || day <= ends_on);

/** What a review's share of a budget hangs on beside what it was charged. */
export interface CommitmentFacts {
  bucket: 'draft' | 'active' | 'completed' | 'cancelled';
  /** Its expert works by the hour: the fixed price is an estimate of the time. */
  by_the_hour: boolean;
  /** The price that was agreed to last. */
  agreed_cents: Cents;
  /** What was agreed when it was canceled. */
  cancellation_cents: Cents;
  /** What the book has of that price so far: of one by the hour, the time. */
  posted_cents: Cents;
}

/**
 * What a review is still to be charged of what was agreed to. Together with what it was charged that is its share of a budget,
 * so that nothing is free, and nothing counted twice, while the book follows what happened.
 */
export function stillToCome({
  bucket,
  by_the_hour,
  agreed_cents,
  cancellation_cents,
  posted_cents,
}: CommitmentFacts): Cents {
  switch (bucket) {
    case 'draft':
      return 0;
    case 'active':
      return Math.max(0, agreed_cents - posted_cents);
    case 'completed':
      return by_the_hour ? 0 : Math.max(0, agreed_cents - posted_cents);
    case 'cancelled':
      return Math.max(0, cancellation_cents - posted_cents);
  }
}

interface Limit {
  amount_cents: Cents;
  warn_percent: number;
  at_limit: AtLimit;
}

export type BudgetLevel = 'within' | 'warning' | 'used_up';

/** How far a budget is used. */
export function budgetLevel({ amount_cents, warn_percent }: Omit<Limit, 'at_limit'>, used: Cents): BudgetLevel {
  if (used >= amount_cents) return 'used_up';
  return used * 100 >= amount_cents * warn_percent ? 'warning' : 'within';
}

/** The whole percent of a budget that is used, never rounded up to what it has not come to. */
export const usedPercent = (amount: Cents, used: Cents): number => Math.floor((used * 100) / amount);

/** What a price that adds so much would do to a budget: stop there, or be warned of. What adds nothing is free. */
export function budgetVerdict(limit: Limit, used: Cents, adds: Cents): 'free' | 'warns' | 'stops' {
  if (adds <= 0 || budgetLevel(limit, used + adds) === 'within') return 'free';
  return used + adds > limit.amount_cents && limit.at_limit === 'stop' ? 'stops' : 'warns';
}

interface Named {
  sort: BudgetSort;
  /** The organization's, or the requester's, name; the matter's number; the cost center. */
  of: string;
}

/** What a budget is called within a sentence. */
export function budgetWords({ sort, of }: Named): string {
  switch (sort) {
    case 'organization':
    case 'requester':
      return `the budget of ${of}`;
    case 'matter':
      return of === '' ? 'the budget of a matter' : `the budget of matter ${of}`;
    case 'cost_center':
      return `the budget of cost center ${of}`;
  }
}

const leftWords = (left: Cents): string =>
  left > 0
    ? `${formatCents(left)} is left`
    : left === 0
      ? 'nothing is left'
      : `it is exceeded by ${formatCents(-left)}`;

interface Seen extends Named {
  /** Its period's name. */
  span: string;
  left_cents: Cents;
}

const spanWords = (span: string): string => (span === EVER.name ? '' : ` for ${span}`);
const upper = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

/** What whoever orders is told where a budget stops it. `who` keeps it; `lets`: and may let this through. */
export function stopWords(budget: Seen, adds: Cents, who: string, lets: boolean): string {
  const help = `${who} can ${lets ? 'let it through, or raise the budget' : 'raise the budget'}.`;
  return `${upper(budgetWords(budget))}${spanWords(budget.span)} does not have room for this: ${leftWords(budget.left_cents)}, and this adds ${formatCents(adds)}. Nothing is lost. ${help}`;
}

/** What stands beside the price before it is ordered. */
export function noteWords(budget: Seen, adds: Cents, verdict: 'warns' | 'stops'): string {
  const after = budget.left_cents - adds;
  const left = `${leftWords(budget.left_cents)} of ${budgetWords(budget)}${spanWords(budget.span)}`;
  if (verdict === 'stops') return `${upper(left)}, less than this adds. Ordering stops there.`;
  return after < 0
    ? `${upper(left)}. This goes beyond it by ${formatCents(-after)}.`
    : `${upper(left)}, ${formatCents(after)} after this.`;
}

interface OfOrganization extends Pick<Limit, 'amount_cents'> {
  period: BudgetPeriod;
  starts_on: string;
  ends_on: string | null;
}

const SHARES: readonly (readonly [BudgetPeriod, number])[] = [
  ['month', 1],
  ['quarter', 3],
  ['year', 12],
];

/**
 * What an organization's budgets come to in a month, YYYY-MM: that of the month, else its even share of the quarter or the year; null
 * where there is none.
 */
export function monthsBudget(budgets: readonly OfOrganization[], month: string): Cents | null {
  for (const [period, months] of SHARES) {
    const one = budgets.find(
      (budget) =>
        budget.period === period &&
        budget.starts_on.slice(0, 7) <= month &&
        (budget.ends_on === null || budget.ends_on.slice(0, 7) >= month),
    );
    // the cents that do not divide are the last month's
    const at = (Number(month.slice(5, 7)) - 1) % months;
    if (one) return Math.floor((one.amount_cents * (at + 1)) / months) - Math.floor((one.amount_cents * at) / months);
  }
  return null;
}

interface Lasting {
  starts_on: string;
  ends_on: string | null;
}

/** Whether two budgets hold on one day. */
export const overlap = (one: Lasting, other: Lasting): boolean =>
  one.starts_on <= (other.ends_on ?? EVER.ends_on) && other.starts_on <= (one.ends_on ?? EVER.ends_on);
