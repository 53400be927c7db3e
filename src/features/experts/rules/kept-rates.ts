import { type Cents, formatCents } from '../../../core/money.ts';

/** A rate as an expert keeps it. */
export interface KeptRate {
  service: string;
  amount_cents: Cents;
  unit: 'hour' | 'review' | 'day';
}

/** What an expert asks for each thing a firm retains them for, cents; null: they keep no rate for it. */
export interface FeeSchedule {
  hourly_cents: Cents | null;
  deposition_hourly_cents: Cents | null;
  trial_day_cents: Cents | null;
  travel_hourly_cents: Cents | null;
}

/** The rate an expert keeps for something, told by its words. */
const named = (rates: readonly KeptRate[], unit: KeptRate['unit'], words: RegExp): Cents | null =>
  rates.find((rate) => rate.unit === unit && words.test(rate.service))?.amount_cents ?? null;

/** The same, or the general one of that unit. */
const rateFor = (rates: readonly KeptRate[], unit: KeptRate['unit'], words: RegExp): Cents | null =>
  named(rates, unit, words) ?? named(rates, unit, /^$/);

/** An expert’s own rates by what they are for; of two for the same the first counts. */
export const feeSchedule = (rates: readonly KeptRate[]): FeeSchedule => ({
  hourly_cents: rateFor(rates, 'hour', /review|record|work/i),
  deposition_hourly_cents: rateFor(rates, 'hour', /deposition/i),
  trial_day_cents: rateFor(rates, 'day', /trial|testimony/i),
  travel_hourly_cents: named(rates, 'hour', /travel/i),
});

const FEES = [
  ['hourly_cents', 'Work', 'an hour'],
  ['deposition_hourly_cents', 'Deposition', 'an hour'],
  ['trial_day_cents', 'Trial', 'a day'],
  ['travel_hourly_cents', 'Travel', 'an hour'],
] as const satisfies readonly (readonly [keyof FeeSchedule, string, string])[];

/** The same as facts of a card: what they keep no rate for is left to the agreement. */
export function feeFacts(fees: FeeSchedule): { label: string; value: string }[] {
  const facts = FEES.flatMap(([key, label, unit]) => {
    const cents = fees[key];
    return cents === null ? [] : [{ label, value: `${formatCents(cents)} ${unit}` }];
  });
  return facts.length === 0 ? [{ label: 'Fees', value: 'None on file' }] : facts;
}

/**
 * What an expert keeps for a review of a service, cents: the amount that names it, as the order or its price calls it, else the one
 * that names none; null where they keep neither. Of two for the same the first counts.
 */
export function serviceFee(rates: readonly KeptRate[], names: readonly string[]): Cents | null {
  const asked = new Set(names.map(plainly));
  const own = rates.filter(({ unit }) => unit === 'review');
  return (
    (own.find(({ service }) => asked.has(plainly(service))) ?? own.find(({ service }) => plainly(service) === ''))
      ?.amount_cents ?? null
  );
}

const plainly = (words: string): string => words.trim().toLowerCase();
