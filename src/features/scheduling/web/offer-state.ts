import { MINUTE } from '../../../core/time.ts';
import { bothZones, dayOf, formatTime } from '../../../ui/time/format.ts';
import type { ScheduleView } from '../contract.ts';
import type { Range } from '../rules.ts';
import {
  cellState,
  type CellState,
  CELL_WORDS,
  covering,
  type Facts,
  inOffice,
  startsBetween,
  without,
  withStart,
} from './week.ts';
import { longDay } from './call-labels.ts';

/** A quarter hour on the page: what it is, and whether a chosen or an offered call covers it. */
export interface Cell {
  at: number;
  state: CellState;
  /** The start of the chosen call that covers it. */
  chosen: number | undefined;
  /** The start of the offer that covers it. */
  offered: number | undefined;
  canOffer: boolean;
  /** When the requester is usually not there. */
  away: boolean;
}

export interface Plan {
  facts: Facts;
  zone: string;
  other: { zone: string; label: string };
  chosen: readonly number[];
  offered: readonly number[];
  /** Working hours are no bound. */
  anyHour: boolean;
}

const rangeOf = (r: { start: string; end: string }): Range => ({ start: new Date(r.start), end: new Date(r.end) });

/** The facts of an expert's calendar as the server told them. `now` in milliseconds. */
export function factsOf(schedule: ScheduleView, now: number): Facts {
  return {
    now,
    until: schedule.calendar ? Date.parse(schedule.calendar.until) : now,
    minutes: schedule.duration_minutes,
    buffer_before: schedule.buffer_before,
    buffer_after: schedule.buffer_after,
    working: (schedule.calendar?.working ?? []).map(rangeOf),
    busy: (schedule.calendar?.busy ?? []).map(rangeOf),
    office: (schedule.calendar?.office.open ?? []).map(rangeOf),
    strict: schedule.calendar?.office.strict ?? false,
    holidays: new Set(schedule.calendar?.holidays),
  };
}

/** One quarter hour under a plan. */
export function cellOf(at: number, plan: Plan): Cell {
  const state = cellState(at, plan.facts);
  const { minutes } = plan.facts;
  return {
    at,
    state,
    chosen: covering(plan.chosen, at, minutes),
    offered: covering(plan.offered, at, minutes),
    canOffer: canOffer(at, plan),
    away: !inOffice(at, plan.facts),
  };
}

/** Whether a call may start here: free, in working hours unless they are no bound, and clear of what is on offer. */
export function canOffer(at: number, plan: Plan): boolean {
  const state = cellState(at, plan.facts);
  if (state !== 'free' && !(state === 'outside' && plan.anyHour)) return false;
  return plan.offered.every((o) => Math.abs(o - at) >= plan.facts.minutes * MINUTE);
}

/** Presses a quarter hour: what is chosen there is taken out, else a call starts there. The reason where it cannot. */
export function press(at: number, plan: Plan): { chosen: readonly number[]; says: string } {
  const { minutes } = plan.facts;
  const covered = covering(plan.chosen, at, minutes);
  if (covered !== undefined)
    return { chosen: without(plan.chosen, covered, minutes), says: `${timeName(covered, plan)} taken out.` };
  if (!canOffer(at, plan)) return { chosen: plan.chosen, says: whyNot(at, plan) };
  const chosen = withStart(plan.chosen, at, minutes);
  return { chosen, says: `${timeName(at, plan)} added.` };
}

/** Paints from one quarter hour to another: fills with calls, or takes out what stands there when it began on one. */
export function paint(from: number, to: number, plan: Plan): { chosen: readonly number[]; says: string } {
  const { minutes } = plan.facts;
  const [first, last] = from <= to ? [from, to] : [to, from];
  if (covering(plan.chosen, from, minutes) !== undefined) {
    const kept = plan.chosen.filter((c) => c + minutes * MINUTE <= first || c > last);
    return { chosen: kept, says: `${plan.chosen.length - kept.length} taken out.` };
  }
  const starts = startsBetween(from, to, minutes, (t) => canOffer(t, plan));
  if (starts.length === 0) return { chosen: plan.chosen, says: whyNot(from, plan) };
  let chosen = [...plan.chosen];
  for (const start of starts) chosen = withStart(chosen, start, minutes);
  return { chosen, says: `${starts.length} added.` };
}

function whyNot(at: number, plan: Plan): string {
  const state = cellState(at, plan.facts);
  if (state === 'free' || (state === 'outside' && plan.anyHour))
    return `${timeName(at, plan)} would overlap a time that is already on offer.`;
  return `${timeName(at, plan)} is ${CELL_WORDS[state]}.`;
}

const timeName = (at: number, plan: Plan): string =>
  `${longDay(at, plan.zone)}, ${formatTime(iso(at), { zone: plan.zone })}`;
const iso = (at: number): string => new Date(at).toISOString();

/** "outside Dana Whitlock’s office hours". */
export const awayWords = ({ other }: Pick<Plan, 'other'>): string => `outside ${other.label}’s office hours`;

/** What one hears of a quarter hour: 'Friday, November 20, 9:00 AM CST, 10:00 AM in New York, free'. */
export function cellName(cell: Cell, plan: Plan): string {
  const both = bothZones({ starts_at: iso(cell.at) }, { own: plan.zone, other: plan.other.zone });
  const where = plan.zone === plan.other.zone ? both.own : `${both.own}, ${both.other}`;
  const state =
    cell.chosen === cell.at
      ? 'chosen'
      : cell.chosen !== undefined
        ? 'part of a chosen time'
        : cell.offered === cell.at
          ? 'on offer'
          : cell.offered !== undefined
            ? 'part of a time on offer'
            : cell.canOffer && cell.state === 'outside'
              ? 'free, outside working hours'
              : CELL_WORDS[cell.state];
  const holiday = plan.facts.holidays.has(dayOf(cell.at, plan.zone)) ? ', public holiday' : '';
  const away = cell.away && cell.state !== 'closed' && holiday === '' ? `, ${awayWords(plan)}` : '';
  return `${longDay(cell.at, plan.zone)}, ${where}, ${state}${holiday}${away}`;
}
