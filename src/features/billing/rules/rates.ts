import type { Cents } from '../../../core/money.ts';

/* What time, days, miles and shares come to. Every feature that charges by a rate asks here; none multiplies by itself. */

export type RatePer = 'hour' | 'day';
/** What somebody is paid for an hour, or for a day. */
export interface Rate {
  cents: Cents;
  per: RatePer;
}
/** The minutes one day’s rate pays for. */
export const DAY_MINUTES = 8 * 60;
const MINUTES: Readonly<Record<RatePer, number>> = { hour: 60, day: DAY_MINUTES };

/** A fraction of whole numbers, rounded half up; without halves of cents that a binary fraction cannot hold. */
const rounded = (numerator: number, denominator: number): number =>
  Math.floor((2 * numerator + denominator) / (2 * denominator));

/** Minutes as they are charged: rounded up to whole steps, never fewer than one. */
export const stepped = (minutes: number, step: number): number =>
  Math.ceil(Math.max(1, Math.ceil(minutes)) / step) * step;

/** The same where at least so many minutes are charged, whatever it took. */
export const atLeast = (minutes: number, { minimum, step }: { minimum: number; step: number }): number =>
  stepped(Math.max(minutes, minimum), step);

/** What minutes come to at a rate, rounded half up to the cent. A day is eight hours. */
export const amountOf = (minutes: number, { cents, per }: Rate): Cents => rounded(minutes * cents, MINUTES[per]);

/** What whole hours come to at a rate for one. */
export const hoursAt = (hours: number, hourly_cents: Cents): Cents =>
  amountOf(hours * MINUTES.hour, { cents: hourly_cents, per: 'hour' });

/** A share of an amount in whole percent, rounded half up to the cent: what a step of a cancellation costs. */
export const shareOf = (cents: Cents, percent: number): Cents => rounded(cents * percent, 100);

/** A percentage with at most three decimals of an amount, rounded half up to the cent: sales tax. */
export const percentOf = (cents: Cents, percent: number): Cents =>
  rounded(cents * Math.round(percent * 1_000), 100_000);

/** What miles come to, rounded half up to the cent: tenths of a mile at tenths of a cent. */
export const mileageOf = (miles_tenths: number, rate_tenths: number): Cents => rounded(miles_tenths * rate_tenths, 100);
