import { type ReviewStatus, statesOfPath } from './statuses.ts';
import type { ReviewAction } from './actions.ts';
import { Temporal } from 'temporal-polyfill';
import { type IsHoliday } from '../../../core/business-days.ts';
import { addBusinessTime, businessTimeBetween } from '../../../core/business-time.ts';
import { nextDaily } from '../../../core/durations.ts';
import { addBusinessDaysInstant, DAY, HOUR, MINUTE } from '../../../core/time.ts';
import type { PausedStep, ReviewFacts } from './facts.ts';
import { OFFER_LEAD_MS } from './guards.ts';
import { processOf, stateRow } from './kinds.ts';
import type { Kind } from '../../../core/kinds.ts';

/** A returned or clarified report is due after this many business days, standard and expedited. */
const REVISION_DAYS = [2, 1] as const;
/** Hours from the closeout at which its warning goes out. */
const CLOSEOUT_WARNING_HOURS = 24;
/** An hour at which a date without a time is due, in the organization's zone. */
const END_OF_BUSINESS = 17;

export type DueVerb = 'due' | 'closes' | 'call' | 'appointment';

export interface Clocks {
  due_at: Date | null;
  due_from: Date | null;
  clock_paused_at: Date | null;
  report_due_at: Date | null;
  closeout_at: Date | null;
  pauses: readonly PausedStep[];
}

export interface ClockMove {
  action: ReviewAction;
  from: ReviewStatus;
  to: ReviewStatus;
  /** Whether a transfer waits to be decided after the move; as before it where left out. */
  transfer_requested?: boolean;
}

/** Since when the clock people see stands still: on hold, or where a closeout waits for a transfer; null where it runs. */
export function stillSince(facts: { kind: Kind; status: ReviewStatus; clock_paused_at: Date | null }): Date | null {
  const { phase, closing } = stateRow(facts.kind, facts.status);
  const rests = phase === 'rests' || closing !== undefined;
  return rests ? facts.clock_paused_at : null;
}

/** A due time after a pause: as much business time later as passed meanwhile, in the organization's zone. */
export function afterPause(at: Date, pause: { since: Date; until: Date }, zone: string, isHoliday: IsHoliday): Date {
  return addBusinessTime(at, businessTimeBetween(pause.since, pause.until, zone, isHoliday), zone, isHoliday);
}

/**
 * When an invitation ends that was paused: its 48 hours are hours, so it has those it had; the business hours of an
 * expedited one go on as everything counted in business days does.
 */
export function invitationAfterPause(
  at: Date,
  pause: { since: Date; until: Date },
  { expedited, zone, isHoliday }: { expedited: boolean; zone: string; isHoliday: IsHoliday },
): Date {
  return expedited
    ? afterPause(at, pause, zone, isHoliday)
    : new Date(at.getTime() + pause.until.getTime() - pause.since.getTime());
}

/**
 * The clocks after a transition. The facts are those before it, but for what the transition brought (offers, call,
 * file request). Clocks stop where a review waits for records or rests, and so does a closeout while a transfer is
 * being decided; they go on with the time that was left. It is counted in business days where steps and reports are,
 * in hours for a closeout, and settled with each transition, so that a day on which several things wait counts once.
 */
export function clocksAfter(facts: ReviewFacts, move: ClockMove, now: Date, isHoliday: IsHoliday): Clocks {
  const zone = facts.organization.time_zone;
  const since = facts.clock_paused_at;
  const later = (at: Date | null): Date | null =>
    at && since ? new Date(at.getTime() + now.getTime() - since.getTime()) : at;
  const laterInBusiness = (at: Date | null): Date | null =>
    at && since ? afterPause(at, { since, until: now }, zone, isHoliday) : at;
  const { ahead, appointment, call, closing, phase, report } = stateRow(facts.kind, move.to);
  const closesAt = later(facts.closeout_at);
  const left = stateRow(facts.kind, move.from);
  const transfer = move.transfer_requested ?? facts.transfer_requested;
  const stays = move.from === move.to;
  const { expedited } = facts;
  const moved =
    phase === 'asks_expert'
      ? (at: Date | null) =>
          at && since && invitationAfterPause(at, { since, until: now }, { expedited, zone, isHoliday })
      : laterInBusiness;
  const steps = facts.pauses.map((step) => ({ due_at: moved(step.due_at), due_from: moved(step.due_from) }));
  const { deep, returns } = pausesAfter(facts, move, transfer);
  /** The step it goes back to, with the time it had left. */
  const back = returns ? (steps[deep] ?? null) : null;
  while (steps.length < deep) steps.push({ due_at: facts.due_at, due_from: facts.due_from });
  const clocks: Clocks = {
    due_at: null,
    due_from: now,
    clock_paused_at: deep > 0 ? now : null,
    report_due_at: left.closing ? facts.report_due_at : laterInBusiness(facts.report_due_at),
    closeout_at: phase === 'rests' || keepsClosing() ? closesAt : null,
    pauses: steps.slice(0, deep),
  };
  const days = (count: readonly [number, number]): Date =>
    addBusinessDaysInstant(now, count[facts.expedited ? 1 : 0], facts.organization.time_zone, isHoliday);
  const step = processOf(facts.kind).step_days[move.to];
  if (report === 'asked' || report === 'writing' || report === 'returned') {
    const reportDue = reportDueAt();
    const from = report === 'writing' && move.action === 'start_report' ? facts.due_from : (back?.due_from ?? now);
    return { ...clocks, due_at: reportDue, due_from: from, report_due_at: reportDue };
  }
  if (closing) {
    const at =
      (move.action === 'give_up_call' ? noticed(clocks.closeout_at, now) : clocks.closeout_at) ??
      closeoutAt(now, closing.days === null ? facts.organization.closeout_delay_hours : closing.days * (DAY / HOUR));
    return { ...clocks, due_at: at, closeout_at: at, due_from: stays || back ? later(facts.due_from) : now };
  }
  if (ahead)
    return {
      ...clocks,
      due_at: facts.pre_order ? endOfBusiness(facts.pre_order.due_on, facts.organization.time_zone) : null,
    };
  if (call === 'choosing') return { ...clocks, due_at: nextLapse(facts.offers, now) ?? (step ? days(step) : null) };
  if (call === 'set') return { ...clocks, due_at: callDue(facts, now) };
  if (appointment === 'set' || appointment === 'announced') return { ...clocks, due_at: appointmentDue(facts) };
  switch (phase) {
    case 'rests':
      // it rests with what was left: the old due date stands and is moved when the hold is lifted
      return left.closing
        ? { ...clocks, due_at: clocks.closeout_at, due_from: later(facts.due_from) }
        : { ...clocks, due_at: facts.due_at, due_from: facts.due_from };
    case 'asks_expert':
      return back?.due_at ? { ...clocks, ...back } : { ...clocks, due_at: facts.invitation?.expires_at ?? null };
    case 'waits_for_records':
      if (back?.due_at) return { ...clocks, ...back };
      return { ...clocks, due_at: fileRequestDue(facts) ?? (step ? days(step) : null) };
    default:
      if (back?.due_at) return { ...clocks, ...back };
      return { ...clocks, due_at: step ? days(step) : null, due_from: step ? now : null };
  }

  /** Whether the date on which it ends by itself stands: where it stays or comes back, and while a call is arranged. */
  function keepsClosing(): boolean {
    if (call) return report === 'delivered';
    return closing !== undefined && (stays || left.phase === 'rests' || move.action === 'give_up_call');
  }

  function reportDueAt(): Date | null {
    if (move.action === 'return_report' || move.action === 'ask_clarification') return days(REVISION_DAYS);
    return clocks.report_due_at ?? days(step ?? [10, 5]);
  }
}

/**
 * How many pauses are open after a transition (states beside the way, one in the other, and a closeout that waits), and
 * whether it goes back to what was paused.
 */
function pausesAfter(
  facts: Pick<ReviewFacts, 'kind' | 'return_status'>,
  { from, to }: Pick<ClockMove, 'from' | 'to'>,
  transfer: boolean,
): { deep: number; returns: boolean } {
  const path = statesOfPath(facts.return_status);
  const returns = pauses(facts.kind, from) && path[0] === to;
  const behind = returns ? path.slice(1) : from === to ? path : pauses(facts.kind, to) ? [from, ...path] : [];
  const whole = [to, ...behind];
  const waits = transfer && whole.some((status) => stateRow(facts.kind, status).closing);
  return { deep: whole.filter((status) => pauses(facts.kind, status)).length + (waits ? 1 : 0), returns };
}

/** Whether the clock of the step before stands still in this state. */
function pauses(kind: Kind, status: ReviewStatus): boolean {
  const { phase } = stateRow(kind, status);
  return phase === 'waits_for_records' || phase === 'rests';
}

/** The date that stood before a call was asked for stands again; where it passed meanwhile, there is a day's notice. */
function noticed(at: Date | null, now: Date): Date | null {
  return at && new Date(Math.max(at.getTime(), now.getTime() + CLOSEOUT_WARNING_HOURS * HOUR));
}

/** When the closeout happens for a review whose clock starts now. */
function closeoutAt(now: Date, delayHours: number): Date {
  return new Date(now.getTime() + delayHours * HOUR);
}
/** When to warn of a closeout: a day before, or half-way when the delay is shorter than two days. */
export function closeoutWarningAt(now: Date, closeout: Date): Date {
  const left = closeout.getTime() - now.getTime();
  return new Date(closeout.getTime() - Math.min(CLOSEOUT_WARNING_HOURS * HOUR, left / 2));
}

/** What is kept of a closeout's warning: when it was to come, and when it was sent; null where it was not. */
export interface Warning {
  due_at: Date;
  told_at: Date | null;
}

/** How long before a closeout its warning was to come, milliseconds; a day where none was set. */
const noticeOf = (closeout: Date, warning: Pick<Warning, 'due_at'> | null): number =>
  warning && warning.due_at < closeout ? closeout.getTime() - warning.due_at.getTime() : CLOSEOUT_WARNING_HOURS * HOUR;

/**
 * When a closeout happens whose warning comes only now: as it stands while at least half of the notice is left; otherwise
 * the notice begins now, and it is put off by whole days, so that several that were late together come apart again.
 */
export function closeoutAfterWarning(closeout: Date, warning: Pick<Warning, 'due_at'> | null, now: Date): Date {
  const notice = noticeOf(closeout, warning);
  if (closeout.getTime() - now.getTime() >= notice / 2) return closeout;
  return nextDaily(closeout, new Date(now.getTime() + notice));
}

/** Hours before a step is due at which whoever has the move is reminded. */
export const REMINDER_HOURS = 24;

/**
 * When whoever has the move is reminded of a step that is due then: a day before, or half-way where there is less than
 * two days. Null where nobody has the move, the step has mails of its own, or it is due already.
 */
export function reminderAt(kind: Kind, status: ReviewStatus, now: Date, due: Date): Date | null {
  const { ball, closing, own_reminders } = stateRow(kind, status);
  const left = due.getTime() - now.getTime();
  if (ball === 'nobody' || own_reminders || closing?.warns || left <= 0) return null;
  return new Date(due.getTime() - Math.min(REMINDER_HOURS * HOUR, left / 2));
}

/** When the next offered time lapses, a day before it; null when none is left. */
export function nextLapse(offers: readonly Date[], now: Date): Date | null {
  const next = offers.map((at) => at.getTime() - OFFER_LEAD_MS).find((at) => at > now.getTime());
  return next === undefined ? null : new Date(next);
}

/** A proposed time is to be confirmed a day before it, or within half the time left; a set call is due when it starts. */
function callDue(facts: ReviewFacts, now: Date): Date | null {
  const start = facts.call?.starts_at ?? facts.appointment_at;
  if (!start || facts.call?.status !== 'tentative') return start;
  const left = start.getTime() - now.getTime();
  const before = start.getTime() - Math.min(OFFER_LEAD_MS, left / 2);
  return new Date(Math.floor(before / MINUTE) * MINUTE);
}

/** Until its notice is served an appointment is due on the last day for that, then when it begins. */
function appointmentDue({ appointment, organization }: ReviewFacts): Date | null {
  if (!appointment) return null;
  return appointment.notified ? appointment.starts_at : endOfBusiness(appointment.notice_by, organization.time_zone);
}

/** A file request's date, at the end of business in the organization's zone. */
function fileRequestDue(facts: ReviewFacts): Date | null {
  return facts.file_request_due_on ? endOfBusiness(facts.file_request_due_on, facts.organization.time_zone) : null;
}

function endOfBusiness(date: string, timeZone: string): Date {
  const at = Temporal.PlainDate.from(date).toZonedDateTime({ timeZone, plainTime: { hour: END_OF_BUSINESS } });
  return new Date(at.epochMilliseconds);
}

/** How a clock reads in a state: a due date, a closing, a call, an appointment. */
export function dueVerb(kind: Kind, status: ReviewStatus): DueVerb {
  const { appointment, call, closing } = stateRow(kind, status);
  if (appointment === 'announced') return 'appointment';
  return call === 'set' ? 'call' : (closing?.verb ?? 'due');
}
