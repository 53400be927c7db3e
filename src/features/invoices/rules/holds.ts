import { addDays } from '../../../core/durations.ts';

/** An organization is told so many days before its billing is held. */
export const HOLD_WARNED_DAYS = 5;
export const HOLD_DAYS_MOST = 365;

interface HoldTerms {
  /** Days after the due date; null: never. */
  hold_after_days: number | null;
  /** The day that was said on, YYYY-MM-DD. */
  hold_said_on: string | null;
}

/** What is to be done about a hold on a day. Days are YYYY-MM-DD. */
export interface HoldPlan {
  held: boolean;
  /** It is to be said by now that a hold will begin. */
  warn: boolean;
  /** The day it begins, or began; null: none does. */
  holds_on: string | null;
  /** The next day something of this changes by itself. */
  next_on: string | null;
}

/**
 * Whether billing is held for the oldest invoice that is open, and when that changes. Never sooner after the terms were said
 * than a warning takes.
 */
export function holdPlan({ hold_after_days, hold_said_on }: HoldTerms, dueOn: string | null, today: string): HoldPlan {
  if (hold_after_days === null || hold_said_on === null || dueOn === null)
    return { held: false, warn: false, holds_on: null, next_on: null };
  const late = addDays(dueOn, hold_after_days);
  const warned = addDays(hold_said_on, HOLD_WARNED_DAYS);
  const holds_on = late > warned ? late : warned;
  const warn_on = addDays(holds_on, -HOLD_WARNED_DAYS);
  const held = today >= holds_on;
  return {
    held,
    warn: !held && today >= warn_on,
    holds_on,
    next_on: held ? null : today >= warn_on ? holds_on : warn_on,
  };
}
