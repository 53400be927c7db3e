import { daysBetween } from '../../../core/days-between.ts';
import type { Cents } from '../../../core/money.ts';
import { dateIn } from '../../../core/time.ts';
import { amountOf, atLeast, DAY_MINUTES, type Rate, shareOf } from '../../billing/rules.ts';
import type { TestimonyTerms } from '../../work/rules.ts';
import { SESSION_TYPES, type SessionState, type SessionTypeName } from './sessions.ts';

/** The minutes a session is charged at least: what was agreed for depositions, a day for trials, none for what prepares. */
const minimumMinutes = (type: SessionTypeName, terms: TestimonyTerms): number =>
  type === 'deposition' ? terms.deposition_minimum_minutes : type === 'trial' ? DAY_MINUTES : 0;

/** The minutes a session is expected to be charged, by how long it is expected to take, in whole steps of what was agreed. */
export const expectedMinutes = (
  type: SessionTypeName,
  minutes: number,
  { terms, step }: { terms: TestimonyTerms; step: number },
): number => atLeast(minutes, { minimum: minimumMinutes(type, terms), step });

/** The minutes that are charged for a session as it was held: from its beginning to its end without breaks, and no fewer than agreed. */
export function heldMinutes(
  type: SessionTypeName,
  held: { held_from: Date; held_to: Date; break_minutes: number },
  { terms, step }: { terms: TestimonyTerms; step: number },
): number {
  const took = Math.ceil((held.held_to.getTime() - held.held_from.getTime()) / 60_000) - held.break_minutes;
  return atLeast(took, { minimum: minimumMinutes(type, terms), step });
}

/**
 * What calling a session off, or moving it, costs now: the agreed share of its minimum or its day, where the expert confirmed it and
 * no more than the agreed days are left, counted by the calendar where it is held. Cents; 0: nothing.
 */
export function callingOffCosts(
  session: { type: SessionTypeName; state: SessionState; starts_at: Date; zone: string },
  { terms, rate }: { terms: TestimonyTerms; rate: Rate },
  now: Date,
): Cents {
  const { type, state, starts_at, zone } = session;
  if (SESSION_TYPES[type].testimony === null || state !== 'confirmed' || terms.cancel_days === 0) return 0;
  if (daysBetween(dateIn(now, zone), dateIn(starts_at, zone)) > terms.cancel_days) return 0;
  return shareOf(amountOf(minimumMinutes(type, terms), rate), terms.cancel_percent);
}
