import type { Facets } from '../kinds/process.ts';
import { type ReturnPath, type ReviewStatus, statesOfPath } from './statuses.ts';
import { plural } from '../../../core/phrases.ts';
import type { Kind } from '../../../core/kinds.ts';
import { transitionFor } from '../../../core/machine.ts';
import type { Side } from '../../../core/actor.ts';
import type { ApprovalFacts, Ball, Bucket, StateRow } from './facts.ts';
import { rulesOf, stateRow } from './kinds.ts';

/** Facts of one row that decide whose move it is and how that is worded. */
export interface MoveFacts {
  kind: Kind;
  status: ReviewStatus;
  candidates?: number | null;
  open_file_items?: number | null;
  call_tentative?: boolean;
  call_minutes?: number | null;
  /** The call's time is over; what is left is to record it. */
  call_over?: boolean;
  transfer_requested?: boolean;
  /** The transfer is to continue it as another kind: its expert is asked, or has agreed. */
  transfer_continues?: 'asked' | 'agreed' | null;
  attention?: boolean;
  matching_status?: NonNullable<Facets['matching_status']>;
  ratings_enabled?: boolean;
  rated?: boolean;
  report_returned?: boolean;
  /** Appointments the requester proposed wait for an answer. */
  proposed?: boolean | null;
  /** The newest approval of its price; null: none was asked for. */
  approval?: Pick<ApprovalFacts, 'state' | 'sort'> | null;
}

export const bucketOf = (kind: Kind, status: ReviewStatus): Bucket => stateRow(kind, status).bucket;

/**
 * Who must move. A requested transfer is Peritus's to decide, wherever the review stands; one that continues is its expert's to
 * answer first. A report whose price nobody approved yet is begun by nobody.
 */
export function ballOf(facts: MoveFacts): Ball {
  if (isTransferOpen(facts)) return facts.transfer_continues === 'asked' ? 'expert' : 'staff';
  return awaitsApprovers(facts) ? 'requester' : stateRow(facts.kind, facts.status).ball;
}

/** Whether a price waits for who approves it, or an order was declined. */
export const isApprovalOpen = (approval: MoveFacts['approval']): boolean =>
  approval?.state === 'waiting' || (approval?.state === 'declined' && approval.sort === 'order');

/** Whether its report is not begun only because its price is not approved. */
export const awaitsApprovers = (facts: Pick<MoveFacts, 'kind' | 'status' | 'approval'>): boolean =>
  stateRow(facts.kind, facts.status).report === 'asked' && isApprovalOpen(facts.approval);

/** What is done about a report whose price is not approved. */
export const HAVE_APPROVED = 'Have the price approved';

/** Whether a transfer was requested and is still to be decided. */
export const isTransferOpen = (facts: Pick<MoveFacts, 'kind' | 'status' | 'transfer_requested'>): boolean =>
  facts.transfer_requested === true &&
  transitionFor(rulesOf(facts.kind).lifecycle, facts.status, 'decline_transfer') !== undefined;

const TRANSFER_ACTS = {
  plain: 'Decide on the transfer',
  asked: 'Answer about a legal case',
  agreed: 'Open the legal case',
} as const;

/** What the holder of the ball must do, as a list names it: "Choose a call time". */
export function actOf(facts: MoveFacts): string {
  const row = stateRow(facts.kind, facts.status);
  if (isTransferOpen(facts)) return TRANSFER_ACTS[facts.transfer_continues ?? 'plain'];
  if (awaitsApprovers(facts)) return HAVE_APPROVED;
  if (row.choosing_expert) {
    const n = facts.candidates ?? 0;
    return n > 0 ? `Compare ${plural(n, 'expert')}` : row.act;
  }
  if (row.act_when_returned && facts.report_returned) return row.act_when_returned;
  if (row.act_when_proposed && facts.proposed) return row.act_when_proposed;
  if (row.act_when_rated && (facts.ratings_enabled === false || facts.rated)) return row.act_when_rated;
  if (row.call === 'set') {
    if (facts.call_tentative) return 'Confirm the proposed time';
    if (facts.call_over) return 'Record the call';
    return facts.call_minutes ? `Call, ${facts.call_minutes} minutes` : row.act;
  }
  switch (row.phase) {
    case 'finds_expert':
      return facts.matching_status === 'exhausted' ? 'Find an expert by hand' : row.act;
    case 'waits_for_records': {
      const n = facts.open_file_items ?? 0;
      return n > 0 ? `Send ${plural(n, 'record')} asked for` : row.act;
    }
    default:
      return row.act;
  }
}

/** A status as people see it. */
export type StatusLabel = Pick<StateRow, 'label' | 'tone' | 'icon' | 'pie'> & { key: ReviewStatus };

/** The status as people see it. */
export function statusView(kind: Kind, status: ReviewStatus): StatusLabel {
  const { label, tone, icon, pie } = stateRow(kind, status);
  return { key: status, label, tone, icon, pie };
}

/** Stages a service is without. */
const NOT_ORDERED: Readonly<Record<string, readonly string[]>> = {
  report_only: ['call_time', 'call'],
  records_review: ['appointment', 'exam'],
};

/** The bar over a review. In a side state the bar stands where the review came from. */
export function stagesOf(facts: {
  kind: Kind;
  status: ReviewStatus;
  return_status: ReturnPath | null;
  service: string | null;
  report_included: boolean;
}): {
  key: string;
  label: string;
  progress: number;
  current: boolean;
}[] {
  const { stages, states } = rulesOf(facts.kind);
  const path = [facts.status, ...statesOfPath(facts.return_status)];
  const stage = path.map((s) => states[s]?.stage).find(Boolean) ?? null;
  const position = stage ? stages.findIndex((s) => s.key === stage[0]) : -1;
  const without = NOT_ORDERED[facts.service ?? ''] ?? [];
  const withReport = facts.report_included;
  const reporting = stage?.[0] === 'report' || states[facts.status]?.report !== undefined;
  return stages
    .map((s, i) => ({
      key: s.key,
      label: s.key === 'report' && !withReport && !reporting ? 'Report, optional' : s.label,
      progress: i < position ? 1 : i === position && stage ? stage[1] : 0,
      current: i === position,
    }))
    .filter((s) => !without.includes(s.key));
}

/** Whether the ball is with a seat. */
export const isYours = (ball: Ball, seat: Side | null): boolean => seat !== null && ball === seat;

const DAY = 86_400_000;

/**
 * When what a customer admin oversees counts as inactive: a draft nobody touched, a question nobody answered. On hold
 * and cancelled it always does.
 */
export function inactivity(now: Date): { draft_untouched_before: Date; unanswered_before: Date } {
  return {
    draft_untouched_before: new Date(now.getTime() - 30 * DAY),
    unanswered_before: new Date(now.getTime() - 14 * DAY),
  };
}
