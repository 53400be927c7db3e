import { statesOfPath } from './statuses.ts';
import { HOUR } from '../../../core/time.ts';
import { type Cents, formatCents } from '../../../core/money.ts';
import { amountOf, type Rate, shareOf } from '../../billing/rules.ts';
import type { CallFacts, ReviewFacts } from './facts.ts';
import type { KindProcess } from '../kinds/process.ts';
import { isInterrupted, processOf, stateRow } from './kinds.ts';

/** What recorded preparation costs. */
const REVIEW_HOUR: Rate = { cents: 45_000, per: 'hour' };

type Cancelled = Pick<
  ReviewFacts,
  | 'kind'
  | 'status'
  | 'return_status'
  | 'expert_profile_id'
  | 'call'
  | 'appointment'
  | 'report'
  | 'base_cents'
  | 'report_cents'
  | 'former_report_cents'
>;

/** An amount and the sentences that say how it comes about. */
export interface Fee {
  fee_cents: Cents;
  how: string;
}

/** What giving up a time costs. */
export interface TimeCost extends Fee {
  /** What it costs by itself, before what other times of the call were charged is taken off. */
  whole_cents: Cents;
}

interface Part {
  cents: Cents;
  why: string;
}

/**
 * What cancelling costs at this moment, in cents: nothing before an expert accepted. After that, of a call: nothing while
 * it is 48 hours or more away, half its base between 48 and 24 hours, all of it later or held; less what giving up its
 * earlier times was charged for. Of its written report: nothing until it is begun, half its price while it is written, all
 * of it once signed. Of an appointment in person: what its own steps say, and all of it once it was held. Of a review of
 * charts: half its base while the expert writes, all of it once the report is signed. Of work by the hour: what its written report
 * comes to so far, and nothing else, for the time is charged by itself.
 * Recorded preparation comes on top, and all of a report that an expert delivered who left since. Never negative.
 */
export function cancellationFee(facts: Cancelled, now: Date): Fee {
  const former = formerPart(facts);
  if (facts.expert_profile_id === null && former.length === 0)
    return { fee_cents: 0, how: 'Free until an expert has accepted.' };
  if (facts.expert_profile_id === null) return { fee_cents: facts.former_report_cents, how: `${FORMER_REPORT}.` };
  const { cancellation } = processOf(facts.kind);
  const apart = cancellation === 'by_call' || cancellation === 'by_hours';
  const first = FIRST_PART[cancellation](facts, now);
  // by the hour what was prepared is among the time
  const prepMinutes = cancellation === 'by_hours' ? 0 : (facts.call?.prep_minutes ?? 0);
  const rest: Part[] = [
    ...(apart ? writtenPart(facts) : []),
    ...former,
    ...(prepMinutes > 0
      ? [{ cents: amountOf(prepMinutes, REVIEW_HOUR), why: `${prepMinutes} minutes of preparation` }]
      : []),
  ];
  if (rest.length === 0) return { fee_cents: first.cents, how: first.why };
  // of a sum of several parts each is named
  const own = first.cents > 0 ? `${first.why} That is ${formatCents(first.cents)}.` : first.why;
  return {
    fee_cents: [first, ...rest].reduce((sum, part) => sum + part.cents, 0),
    how: [own, ...rest.map((part) => `${part.why}: ${formatCents(part.cents)}.`)].join(' '),
  };
}

/**
 * What giving up the time that is set costs the requester at this moment: of a call what cancelling then would cost for
 * it, so that moving first and cancelling afterwards is no cheaper. A call that comes with a review of charts costs nothing.
 */
export function movingFee(facts: Cancelled, now: Date): TimeCost {
  const { cancellation } = processOf(facts.kind);
  if (cancellation === 'by_appointment' && facts.expert_profile_id !== null) {
    const { cents, why } = appointmentPart(facts, now);
    return { fee_cents: cents, whole_cents: cents, how: why };
  }
  if (facts.expert_profile_id === null || cancellation !== 'by_call')
    return { fee_cents: 0, whole_cents: 0, how: 'Moving the call costs nothing.' };
  const { cents, whole, why } = callPart(facts, now);
  return { fee_cents: cents, whole_cents: whole, how: why };
}

/**
 * What cancelling costs for the call alone: by itself, and what of it is charged then. A missed call carries its own cost,
 * so that cancelling after it adds only what is charged then.
 */
export function callCost(facts: Cancelled, now: Date): { call_cost_cents: Cents; call_fee_cents: Cents } {
  const { fee_cents, whole_cents } = movingFee(facts, now);
  return { call_cost_cents: facts.call?.status === 'missed' ? fee_cents : whole_cents, call_fee_cents: fee_cents };
}

/**
 * An appointment's part: the share of its last step that has begun, all of it once it was held. One that was missed was
 * charged when that was recorded; while none is set nothing is charged, unless a report on the records is under way.
 */
function appointmentPart(facts: Cancelled, now: Date): Part {
  const { appointment, base_cents } = facts;
  if (appointment?.status === 'held') return { cents: base_cents, why: 'The exam was held and is charged in full.' };
  if (appointment?.status === 'scheduled') {
    const percent = appointment.fee_steps.findLast(({ from }) => from <= now)?.percent ?? 0;
    const why =
      percent === 0
        ? 'Free: the exam is ten business days or more away.'
        : `${percent}% of the exam, as the terms of its notice say for so short a time.`;
    return { cents: shareOf(base_cents, percent), why };
  }
  const { report } = stateRow(facts.kind, facts.status);
  if (report) return chartsPart(facts);
  if (appointment?.status === 'missed')
    return { cents: 0, why: 'Nothing more: the exam that did not happen was charged when that was recorded.' };
  return { cents: 0, why: 'Free while no exam is set.' };
}

/** What the first part of a cancellation is, by what the kind's is a share of. */
const FIRST_PART = {
  by_call: callPart,
  by_appointment: appointmentPart,
  by_report: chartsPart,
  by_hours: hoursPart,
} as const satisfies Record<KindProcess['cancellation'], (facts: Cancelled, now: Date) => Part>;

/** A hold or a request for records does not change how far the report has come. */
function chartsPart({ kind, status, return_status, base_cents }: Cancelled): Part {
  const path = [status, ...statesOfPath(return_status)];
  const working = path.find((s) => !isInterrupted(kind, s)) ?? status;
  const { report } = stateRow(kind, working);
  const writing = report === 'writing' || report === 'asked' || report === 'returned';
  // a matter that went back to matching has an expert no longer; whatever else is past writing is done work
  if (writing) return { cents: shareOf(base_cents, 50), why: 'Half of the review: the reviewer has begun.' };
  return { cents: base_cents, why: 'All of the review: the report is signed.' };
}

/** By the hour nothing is charged on top: what was worked is on the statement, and what was paid ahead and not used comes back. */
function hoursPart(): Part {
  return { cents: 0, why: 'Nothing on top of the time and expenses recorded so far.' };
}

const FORMER_REPORT = 'All of the written report that an expert delivered before they left';
const formerPart = ({ former_report_cents }: Cancelled): Part[] =>
  former_report_cents > 0 ? [{ cents: former_report_cents, why: FORMER_REPORT }] : [];

/** The written report's part: of a newer version an earlier one was signed. */
function writtenPart({ report, report_cents }: Cancelled): Part[] {
  if (report_cents === 0) return [];
  if (report === null) return [{ cents: 0, why: 'The written report is not begun' }];
  if (report.signed_at !== null || report.version > 1)
    return [{ cents: report_cents, why: 'All of the written report, which is signed' }];
  return [{ cents: shareOf(report_cents, 50), why: 'Half of the written report, which is being written' }];
}

/** The call's part, less what was charged for its earlier times: one call never costs more than its base. */
function callPart(facts: Cancelled, now: Date): Part & { whole: Cents } {
  const { percent, why } = callShare(facts, now);
  const { charged_cents: charged = 0, contested_cents: contested = 0 } = facts.call ?? {};
  const whole = shareOf(facts.base_cents, percent);
  const cents = Math.max(0, whole - charged);
  if (charged === 0) return { cents, whole, why };
  const said = `${why} ${formatCents(charged)} ${percent > 0 ? 'of that ' : ''}was charged when ${facts.call?.status === 'missed' ? 'it was missed' : 'a time was given up late'}.`;
  // what is given up now may cost that much once the charge for another time is taken back; a missed call's own is its own
  const later = facts.call?.status === 'missed' ? 0 : Math.min(whole - cents, contested);
  return {
    cents,
    whole,
    why:
      later > 0
        ? `${said} A charge is in dispute. If it is reversed, up to ${formatCents(later)} more is due for this time.`
        : said,
  };
}

/**
 * A call the expert missed costs nothing; whether that is so is recorded, and decided by staff when contested. One that
 * the requester missed costs nothing either where its time was never confirmed.
 */
function missedShare({ missed_by, cost_cents }: Pick<CallFacts, 'missed_by' | 'cost_cents'>): {
  percent: number;
  why: string;
} {
  switch (missed_by) {
    case 'expert':
      return { percent: 0, why: 'Nothing for the call: the expert missed it.' };
    case 'nobody':
      return { percent: 0, why: 'Nothing for the call: neither side is at fault that it did not take place.' };
    case 'requester':
      if (cost_cents === 0) return { percent: 0, why: 'Nothing for the call: the missed time was never confirmed.' };
      return { percent: 100, why: 'The missed call is charged in full.' };
    case null:
      return { percent: 100, why: 'The missed call is charged in full.' };
  }
}

function callShare({ call, base_cents }: Cancelled, now: Date): { percent: number; why: string } {
  if (base_cents === 0) return { percent: 0, why: 'No call was ordered.' };
  if (call?.status === 'held') return { percent: 100, why: 'The call was held and is charged in full.' };
  if (call?.status === 'missed') return missedShare(call);
  if (!call || (call.status !== 'scheduled' && call.status !== 'tentative')) {
    return { percent: 0, why: 'Free while no call is set.' };
  }
  const hours = (call.starts_at.getTime() - now.getTime()) / HOUR;
  if (hours >= 48) return { percent: 0, why: 'Free: the call is 48 hours or more away.' };
  if (hours >= 24) return { percent: 50, why: 'Half of the call: it is less than 48 hours away.' };
  if (hours >= 0) return { percent: 100, why: 'All of the call: it is less than 24 hours away.' };
  return { percent: 100, why: 'All of the call: its time has come.' };
}
