import { addDays } from '../../../core/durations.ts';
import type { Cents } from '../../../core/money.ts';

/** What a statement counts of an entry: by the day it was recorded, so that no entry comes to a month that is over. */
export interface Counted {
  recorded_on: string;
  minutes: number;
  cents: Cents;
  /** Whether it was laid out, not worked: counted on the day it was approved. */
  expense?: boolean;
}
/** What was taken of the retainer, or given back to it (negative), and when. */
export interface Drawn {
  on: string;
  cents: Cents;
}

export interface Statement {
  /** "2026-11". */
  month: string;
  minutes: number;
  total_cents: Cents;
  /** How much of it was laid out. */
  expenses_cents: Cents;
  from_retainer_cents: Cents;
  /** What is paid beside the retainer; negative: it comes back. */
  due_cents: Cents;
  /** Whether the month is over: nothing comes to it any longer. */
  final: boolean;
  /** By when it is paid; null while the month runs, or where nothing was agreed. */
  due_on: string | null;
}

export const monthOf = (day: string): string => day.slice(0, 7);
const lastDayOf = (month: string): string => {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
};

/** The statements of a matter, a month each, the newest first; a month in which nothing was recorded or drawn has none. `today`: where the firm is. */
export function statementsOf(
  entries: readonly Counted[],
  drawn: readonly Drawn[],
  { today, statement_days }: { today: string; statement_days: number | null },
): Statement[] {
  const months = new Set([...entries.map((one) => monthOf(one.recorded_on)), ...drawn.map((one) => monthOf(one.on))]);
  return [...months]
    .toSorted((a, b) => b.localeCompare(a))
    .map((month) => {
      const own = entries.filter((one) => monthOf(one.recorded_on) === month);
      const total_cents = own.reduce((sum, one) => sum + one.cents, 0);
      const from_retainer_cents = drawn
        .filter((one) => monthOf(one.on) === month)
        .reduce((sum, one) => sum + one.cents, 0);
      const final = month < monthOf(today);
      return {
        month,
        minutes: own.reduce((sum, one) => sum + one.minutes, 0),
        total_cents,
        expenses_cents: own.reduce((sum, one) => (one.expense ? sum + one.cents : sum), 0),
        from_retainer_cents,
        due_cents: total_cents - from_retainer_cents,
        final,
        due_on: final && statement_days !== null ? addDays(lastDayOf(month), statement_days) : null,
      };
    });
}
