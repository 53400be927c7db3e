import type { Cents } from '../../../core/money.ts';
import type { HeldExpertTerms } from '../../../core/price-books.ts';
import { amountOf, type RatePer, shareOf } from './rates.ts';

/* What an expert earns is its own amount, and never read off the customer's price by anybody but these rules. */

/** An amount an expert keeps, or a book sets, for a service. */
interface ServiceFee {
  /** Whose it is: the expert's own schedule, or the price book's. */
  from: 'own' | 'book';
  cents: Cents;
}

/** What an expert keeps for time, cents; null: nothing, so that the share counts. */
export interface OwnTimeRates {
  hourly_cents: Cents | null;
  deposition_hourly_cents: Cents | null;
  trial_day_cents: Cents | null;
  travel_hourly_cents: Cents | null;
}

/** What an expert's amounts of a review hang on beside its price. Kept with them: what was told once is not read from a book anew. */
export interface FeeTerms {
  service: string;
  /** Stands in place of the share of the service, with its specialty's factor and the report that is part of it. */
  fee: ServiceFee | null;
  /** Of everything that has no fee of its own, whole percent. */
  share_percent: number;
  /** Their own rates for time, where the organization takes them. */
  rates: OwnTimeRates | null;
}

/** The terms of an expert for a service: their own amounts where the organization takes them, else the book's fee, else its share. */
export function feeTerms(
  service: string,
  book: Pick<HeldExpertTerms, 'fees_cents' | 'accepts_own_schedules' | 'share_percent'>,
  own: { fee_cents: Cents | null; rates: OwnTimeRates | null },
): FeeTerms {
  const books = book.fees_cents[service] ?? null;
  const fee: ServiceFee | null =
    book.accepts_own_schedules && own.fee_cents !== null
      ? { from: 'own', cents: own.fee_cents }
      : books === null
        ? null
        : { from: 'book', cents: books };
  const rates = book.accepts_own_schedules ? own.rates : null;
  return { service, fee, share_percent: book.share_percent, rates };
}

/**
 * Whom a line of a price pays: `own` the expert whose service it is, `part` all of a panel in equal parts, `nobody` no expert:
 * what the platform arranges, what the law takes, and what a subscription pays in the customer's place.
 */
type Earns = 'own' | 'part' | 'nobody';
const EARNS: Readonly<Record<string, Earns>> = {
  service: 'own',
  modifier: 'own',
  further: 'own',
  report: 'own',
  overage: 'part',
  expedited: 'part',
  // the reviewer works all the same
  subscription: 'nobody',
  // that of somebody who left, and keeps it
  former_report: 'nobody',
  minimum: 'nobody',
  tax: 'nobody',
};
/** Interpreters, cars and rooms are paid to others; so is a line that has no row. */
export const earns = (key: string): Earns => EARNS[key] ?? 'nobody';

/** A line of what an expert earns, cents. */
export interface ExpertLine {
  key: string;
  label: string;
  cents: Cents;
}

/** Who of a review's experts it is: its lead, or the one of a place beside them, from 0. */
export type ExpertPlace = 'lead' | number;

/** A line of a price as the customer has it. */
type PriceLine = ExpertLine;

/** An equal part of an amount: whole cents, and for the lead what is left over. */
function partOf(cents: Cents, place: ExpertPlace, of: number): Cents {
  const each = Math.trunc(cents / of);
  return place === 'lead' ? cents - each * (of - 1) : each;
}

/**
 * What an expert earns of each line of a price, once what it is for is done. A fee stands in place of the service's lines and of
 * a report that is part of what was ordered (`ordersReport`), between which it is divided as the price is. Never negative, and
 * without a fee never more than the price's lines that pay experts.
 */
export function expertLines(
  lines: readonly PriceLine[],
  { fee, share_percent }: Pick<FeeTerms, 'fee' | 'share_percent'>,
  place: ExpertPlace,
  ordersReport: boolean,
): ExpertLine[] {
  const furthers = lines.filter(({ key }) => key === 'further');
  const isOwn = (line: PriceLine): boolean => (place === 'lead' ? line.key !== 'further' : line === furthers[place]);
  // as the price has them, of a panel this expert's part
  const priced = lines.flatMap((line): ExpertLine[] => {
    const { key, label, cents } = line;
    const whose = earns(key);
    if (whose === 'nobody' || (whose === 'own' && !isOwn(line))) return [];
    return [{ key, label, cents: whose === 'part' ? partOf(cents, place, 1 + furthers.length) : cents }];
  });
  const shares = (some: readonly ExpertLine[]): ExpertLine[] =>
    some.map((line) => ({ ...line, cents: shareOf(line.cents, share_percent) }));
  const covers = ({ key }: ExpertLine): boolean => SERVICE.has(key) || (key === 'report' && ordersReport);
  const all =
    fee === null
      ? shares(priced)
      : [...divided(fee.cents, priced.filter(covers)), ...shares(priced.filter((line) => !covers(line)))];
  return all.filter(({ cents }) => cents !== 0);
}

const SERVICE: ReadonlySet<string> = new Set(['service', 'modifier', 'further']);

/** A fee between a service and the report that is part of it, as the price is divided between them; on no line where there is neither. */
function divided(fee: Cents, lines: readonly ExpertLine[]): ExpertLine[] {
  const report = lines.find(({ key }) => key === 'report');
  const service = lines.filter(({ key }) => key !== 'report');
  const [first] = service;
  if (!report) return first ? [{ ...first, cents: fee }] : [];
  if (!first) return [{ ...report, cents: fee }];
  const forReport = Math.round((fee * report.cents) / linesTotal(lines));
  return [
    { ...first, cents: fee - forReport },
    { ...report, cents: forReport },
  ];
}

/** What lines come to, cents. */
export const linesTotal = (lines: readonly { cents: Cents }[]): Cents =>
  lines.reduce((sum, { cents }) => sum + cents, 0);

/** What an expert earns of what a customer pays for their time that was lost: of a cancellation, a call given up late, an exam nobody came to. */
export const lostTimeShare = (cents: Cents, { share_percent }: Pick<FeeTerms, 'share_percent'>): Cents =>
  shareOf(cents, share_percent);

/** What an expert's amount is of, as they are told it. */
export const AMOUNT_OF = {
  review: 'the review',
  hour: 'an hour of work',
  deposition: 'an hour at a deposition',
  trial: 'a day at a trial',
  travel: 'an hour of travel',
} as const;
export type AmountOf = keyof typeof AMOUNT_OF;

/** Which rate an hour of a task is paid by. */
const RATE_OF: Readonly<Record<string, readonly [keyof OwnTimeRates, RatePer]>> = {
  deposition: ['deposition_hourly_cents', 'hour'],
  trial: ['trial_day_cents', 'day'],
  travel: ['travel_hourly_cents', 'hour'],
};

/**
 * What an expert earns for time on a task: at their own rate for it where the organization takes that, else the share of what the
 * customer is charged. What has no minutes is lost time. A correction takes back just what it corrects.
 */
export function timeEarned(
  entry: { type: string; minutes: number; cents: Cents },
  { rates, share_percent }: Pick<FeeTerms, 'rates' | 'share_percent'>,
): Cents {
  const [key, per] = RATE_OF[entry.type] ?? (['hourly_cents', 'hour'] as const);
  const own = rates?.[key] ?? null;
  const sign = entry.minutes < 0 || entry.cents < 0 ? -1 : 1;
  const amount =
    own === null || entry.minutes === 0
      ? shareOf(Math.abs(entry.cents), share_percent)
      : amountOf(Math.abs(entry.minutes), { cents: own, per });
  return amount === 0 ? 0 : sign * amount;
}
