import { formatCents } from '../../../core/money.ts';
import { plural } from '../../../core/phrases.ts';
import { amountOf, DAY_MINUTES, hoursAt, shareOf } from '../../billing/rules.ts';
import { feeSchedule, type KeptRate } from '../../experts/rules/kept-rates.ts';
import { LEGAL_SERVICES, type LegalService } from '../../reviews/kinds/legal-case/options.ts';

/** Minutes to which recorded time is rounded up. */
export const BILLING_STEPS = [1, 6, 15] as const;
/** Days an agreement that was proposed stays open. */
export const OPEN_DAYS = 14;
export const MOST_CENTS = 10_000_000;
export const FURTHER_MOST = 2_000;

/** What both sides agree on: amounts in cents, times in the unit each name says. */
export interface EngagementTerms {
  role: LegalService;
  hourly_cents: number;
  deposition_hourly_cents: number;
  deposition_minimum_hours: number;
  trial_day_cents: number;
  travel_hourly_cents: number;
  step_minutes: (typeof BILLING_STEPS)[number];
  /** What is paid ahead; 0: nothing is. */
  retainer_cents: number;
  /** Below this balance the retainer is paid up again; 0: it is paid once. */
  replenish_below_cents: number;
  /** Whether work rests while the retainer is used up. */
  holds_when_used_up: boolean;
  /** What the work may cost in all without being asked again; null: nothing is said of it. */
  budget_cents: number | null;
  /** From so many days before a deposition or a day of trial on, giving it up is charged. */
  cancel_days: number;
  /** Which share of the minimum, or of the day, that is, in percent. */
  cancel_percent: number;
  /** Days in which a monthly statement is paid. */
  statement_days: number;
  /** Whether drafts of the report are not kept: what is signed replaces its draft, and one never signed goes once the matter was canceled. */
  no_drafts: boolean;
  /** What else is agreed, in their own words. */
  further: string;
}
export type TermName = keyof EngagementTerms;

interface Term<N extends TermName> {
  label: string;
  /** How it reads beside its label. */
  says: (value: EngagementTerms[N]) => string;
}

const perHour = (cents: number): string => `${formatCents(cents)} an hour`;

/** Every term in the order in which it is read: on the page, in what changed, in the document. */
export const TERMS: { readonly [N in TermName]: Term<N> } = {
  role: { label: 'Role', says: (role) => LEGAL_SERVICES.find(({ value }) => value === role)?.label ?? role },
  hourly_cents: { label: 'Work', says: perHour },
  deposition_hourly_cents: { label: 'Deposition', says: perHour },
  deposition_minimum_hours: {
    label: 'Deposition, at least',
    says: (hours) => (hours === 0 ? 'No minimum' : plural(hours, 'hour')),
  },
  trial_day_cents: { label: 'Trial', says: (cents) => `${formatCents(cents)} a day` },
  travel_hourly_cents: { label: 'Travel', says: (cents) => (cents === 0 ? 'Not charged' : perHour(cents)) },
  step_minutes: { label: 'Time is counted in', says: (minutes) => `steps of ${plural(minutes, 'minute')}` },
  retainer_cents: { label: 'Retainer', says: (cents) => (cents === 0 ? 'None' : formatCents(cents)) },
  replenish_below_cents: {
    label: 'Replenished below',
    says: (cents) => (cents === 0 ? 'It is paid once' : formatCents(cents)),
  },
  holds_when_used_up: {
    label: 'When it is used up',
    says: (holds) => (holds ? 'Work is suspended until it is replenished' : 'Work continues by monthly statement'),
  },
  budget_cents: { label: 'Budget', says: (cents) => (cents === null ? 'None agreed' : formatCents(cents)) },
  cancel_days: {
    label: 'Testimony called off is charged',
    says: (days) => (days === 0 ? 'Never' : `from ${plural(days, 'day')} before`),
  },
  cancel_percent: { label: 'Of its minimum or day', says: (percent) => `${percent}%` },
  statement_days: { label: 'Statements are paid within', says: (days) => plural(days, 'day') },
  no_drafts: { label: 'Drafts', says: (none) => (none ? 'None are kept' : 'They are kept') },
  further: { label: 'Further terms', says: (text) => (text === '' ? 'None' : text) },
};
const TERM_NAMES = Object.keys(TERMS) as TermName[];

const sayTerm = <N extends TermName>(name: N, terms: EngagementTerms): string => TERMS[name].says(terms[name]);

/** Each term as it reads, in order. */
export const termLines = (terms: EngagementTerms): { name: TermName; label: string; says: string }[] =>
  TERM_NAMES.map((name) => ({ name, label: TERMS[name].label, says: sayTerm(name, terms) }));

/** What two proposals say differently, term by term, in order. Empty for equal ones. */
export const termChanges = (
  before: EngagementTerms,
  after: EngagementTerms,
): { label: string; was: string; now: string }[] =>
  TERM_NAMES.filter((name) => before[name] !== after[name]).map((name) => ({
    label: TERMS[name].label,
    was: sayTerm(name, before),
    now: sayTerm(name, after),
  }));

/** What keeps terms from being proposed, each with its field. */
export function termFaults(terms: EngagementTerms): { path: TermName; message: string }[] {
  const faults: { path: TermName; message: string }[] = [];
  const check = (holds: boolean, path: TermName, message: string) => {
    if (!holds) faults.push({ path, message });
  };
  check(terms.hourly_cents > 0, 'hourly_cents', 'Enter the rate for an hour of work.');
  check(terms.deposition_hourly_cents > 0, 'deposition_hourly_cents', 'Enter the rate for an hour of deposition.');
  check(terms.trial_day_cents > 0, 'trial_day_cents', 'Enter the rate for a day of trial.');
  check(
    terms.replenish_below_cents === 0 || terms.replenish_below_cents < terms.retainer_cents,
    'replenish_below_cents',
    'This has to be less than the retainer: below it the retainer is replenished.',
  );
  check(
    !terms.holds_when_used_up || terms.retainer_cents > 0,
    'holds_when_used_up',
    'Without a retainer there is nothing to use up.',
  );
  check(
    terms.budget_cents === null || terms.budget_cents >= terms.retainer_cents,
    'budget_cents',
    'The budget is less than the retainer alone.',
  );
  check(
    terms.cancel_days === 0 || terms.cancel_percent > 0,
    'cancel_percent',
    'Enter the share that is charged, or 0 days above.',
  );
  return faults;
}

/** Hours a retainer covers unless something else is agreed. */
const RETAINER_HOURS = 10;

/** The role an order asks for; advising where it says nothing. */
export const orderedRole = (order: { service?: string | null | undefined }): LegalService =>
  LEGAL_SERVICES.find(({ value }) => value === order.service)?.value ?? 'consulting';

/**
 * What a first proposal begins with: the expert's own rates where they keep some, what the order said of retainer and budget,
 * and what is usual in the field for the rest (domain: ten hours paid ahead, a minimum for depositions).
 */
export function firstTerms(
  order: {
    service?: string | null | undefined;
    retainer?: string | null | undefined;
    retainer_terms?: string | null | undefined;
    budget_cap?: number | null | undefined;
  },
  rates: readonly KeptRate[],
  usual: { hourly_cents: number; step_minutes: EngagementTerms['step_minutes'] },
): EngagementTerms {
  const own = feeSchedule(rates);
  const hourly = own.hourly_cents ?? usual.hourly_cents;
  const retainer_cents = hoursAt(RETAINER_HOURS, hourly);
  const budget = order.budget_cap ? Math.round(order.budget_cap * 100) : null;
  return {
    role: orderedRole(order),
    hourly_cents: hourly,
    deposition_hourly_cents: own.deposition_hourly_cents ?? hourly,
    deposition_minimum_hours: 2,
    trial_day_cents: own.trial_day_cents ?? amountOf(DAY_MINUTES, { cents: hourly, per: 'hour' }),
    travel_hourly_cents: own.travel_hourly_cents ?? shareOf(hourly, 50),
    step_minutes: usual.step_minutes,
    retainer_cents,
    replenish_below_cents: order.retainer === 'replenished' ? hoursAt(2, hourly) : 0,
    holds_when_used_up: order.retainer === 'replenished',
    budget_cents: budget !== null && budget >= retainer_cents ? budget : null,
    cancel_days: 14,
    cancel_percent: 50,
    statement_days: 30,
    no_drafts: false,
    further: order.retainer_terms ?? '',
  };
}
