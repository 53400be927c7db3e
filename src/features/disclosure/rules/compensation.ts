import { formatCents } from '../../../core/money.ts';
import { plural } from '../../../core/phrases.ts';
import type { EngagementTerms } from '../../engagements/rules.ts';
import { TASK_TYPE_NAMES, TASK_TYPES, type TaskType } from '../../work/rules.ts';

/** What was recorded of one sort of work, whatever was taken back taken off. */
export interface RecordedWork {
  type: TaskType;
  minutes: number;
  cents: number;
}

/** The compensation to be paid for study and testimony: the rates that were agreed, and what was recorded up to a day. */
export interface CompensationStatement {
  rates: { what: string; says: string }[];
  rows: { what: string; hours: string; cents: number }[];
  total: { hours: string; cents: number };
  /** What nobody doubts is asked: whether it hangs on what the opinion is. */
  note: string;
}

/** "3 h 36 min": to the minute, so that the rows add up. */
const exactTime = (minutes: number): string => {
  const rest = Math.abs(minutes) % 60;
  return `${Math.trunc(minutes / 60)} h${rest === 0 ? '' : ` ${rest} min`}`;
};

const NOTE = 'No part of it depends on what the expert’s opinion is, or on how the matter ends.';

/** The statement, from the agreement both signed and the time on record. Sums are exact to the cent. */
export function compensationOf(
  terms: Pick<
    EngagementTerms,
    | 'hourly_cents'
    | 'deposition_hourly_cents'
    | 'deposition_minimum_hours'
    | 'trial_day_cents'
    | 'travel_hourly_cents'
    | 'cancel_days'
    | 'cancel_percent'
  >,
  recorded: readonly RecordedWork[],
): CompensationStatement {
  const rows = TASK_TYPE_NAMES.flatMap((type) => {
    const own = recorded.filter((one) => one.type === type);
    const minutes = own.reduce((sum, one) => sum + one.minutes, 0);
    const cents = own.reduce((sum, one) => sum + one.cents, 0);
    return minutes === 0 && cents === 0 ? [] : [{ type, minutes, cents }];
  });
  const hour = (cents: number): string => `${formatCents(cents)} an hour`;
  return {
    rates: [
      { what: 'Study, conferences and reports', says: hour(terms.hourly_cents) },
      {
        what: 'Testimony by deposition',
        says: `${hour(terms.deposition_hourly_cents)}${
          terms.deposition_minimum_hours > 0 ? `, ${plural(terms.deposition_minimum_hours, 'hour')} at least` : ''
        }`,
      },
      { what: 'Testimony at trial', says: `${formatCents(terms.trial_day_cents)} a day` },
      {
        what: 'Travel',
        says: terms.travel_hourly_cents > 0 ? hour(terms.travel_hourly_cents) : 'Time is not charged',
      },
      { what: 'Expenses', says: 'At cost' },
      ...(terms.cancel_days > 0
        ? [
            {
              what: 'Testimony called off or moved late',
              says: `${terms.cancel_percent}% of its minimum or its day, from ${plural(terms.cancel_days, 'day')} before it`,
            },
          ]
        : []),
    ],
    rows: rows.map(({ type, minutes, cents }) => ({ what: TASK_TYPES[type], hours: exactTime(minutes), cents })),
    total: {
      hours: exactTime(rows.reduce((sum, one) => sum + one.minutes, 0)),
      cents: rows.reduce((sum, one) => sum + one.cents, 0),
    },
    note: NOTE,
  };
}
