import { COMMON_ACTION_LABELS, statesOf } from '../steps/tables.ts';
import { closing, closingByItself, reopening, restingAndEnding } from '../steps/ending.ts';
import { askingClarification, checkingReport, signingReport } from '../steps/report.ts';
import { arrangingCalls, CALL_ACTION_LABELS } from '../steps/call.ts';
import { accepting, INVITATION_IN_VAIN, invitingDirectly, releasing } from '../steps/matching.ts';
import { askingForRecords, OPEN_INTAKE, SUBMIT } from '../steps/ordering.ts';
import type { Lifecycle, Transition } from '../../../../core/machine.ts';
import type { Guard, ReviewRole } from '../vocabulary.ts';
import { PEER_REVIEW_STATE_TABLE } from './states.ts';

export type PeerReviewState = keyof typeof PEER_REVIEW_STATE_TABLE;
type Row = Transition<PeerReviewState, string, ReviewRole, Guard>;

const ordering = [
  {
    from: ['draft'],
    action: 'pre_order',
    to: 'pre_ordered',
    who: ['requester', 'system'],
    guards: ['accepting', 'no_billing_hold'],
    says: 'put it in the calendar, to be ordered once its charts are there',
  },
  // by itself where another opinion on the same care is opened
  { ...SUBMIT, who: ['requester', 'system'] },
  {
    from: ['pre_ordered'],
    action: 'submit',
    to: 'submitted',
    who: ['requester'],
    guards: ['accepting', 'no_billing_hold', 'records_uploaded', 'charts_recorded', 'sections_valid'],
    says: 'confirmed the charts and ordered this review',
  },
  {
    from: ['pre_ordered'],
    action: 'lapse',
    to: 'cancelled',
    who: ['system'],
    guards: ['pre_order_over'],
    reason: 'required',
    says: 'took this pre-order out of the calendar',
  },
  OPEN_INTAKE,
  ...askingForRecords(['in_intake', 'matching', 'in_review', 'returned']),
  releasing('records_uploaded', 'found the charts complete and released it to matching'),
] as const satisfies readonly Row[];

const matching = [
  invitingDirectly('invited reviewers'),
  accepting('accept', 'in_review'),
  ...INVITATION_IN_VAIN,
] as const satisfies readonly Row[];

const reviewing = [
  {
    from: ['in_review'],
    action: 'start_report',
    to: 'in_review',
    who: ['expert', 'assistant'],
    guards: ['report_not_begun'],
    says: 'began the report',
  },
  {
    from: ['returned'],
    action: 'start_report',
    to: 'in_review',
    who: ['expert', 'assistant'],
    says: 'took the report up again',
  },
  signingReport('in_review', 'report_submitted', 'signed and submitted the report'),
  {
    from: ['report_submitted'],
    action: 'open_qa',
    to: 'in_qa',
    who: ['clin_ops', 'system'],
    says: 'took the report to its quality check',
  },
  ...checkingReport({ checking: 'in_qa', returned: 'returned', delivered: 'delivered' }),
  askingClarification(['delivered', 'completed'], 'in_review', ['clarification_included']),
] as const satisfies readonly Row[];

/** A call with the reviewer about the delivered report, when the requester asks for one. */
const calls = [
  {
    from: ['delivered'],
    action: 'request_call',
    to: 'awaiting_times',
    who: ['requester'],
    guards: ['call_included'],
    reason: 'required',
    says: 'asked for a call with the reviewer',
  },
  {
    from: ['awaiting_times', 'awaiting_time_choice'],
    action: 'give_up_call',
    to: 'delivered',
    who: ['requester'],
    says: 'gave up the call',
  },
  ...arrangingCalls('delivered'),
] as const satisfies readonly Row[];

const ending = [
  {
    from: ['delivered'],
    action: 'acknowledge',
    to: 'completed',
    who: ['requester'],
    guards: ['nothing_open'],
    says: 'acknowledged the report',
  },
  {
    from: ['delivered'],
    action: 'complete_automatically',
    to: 'completed',
    who: ['system'],
    guards: ['closeout_due', 'nothing_open'],
    says: 'took the report as acknowledged',
  },
  {
    from: ['completed'],
    action: 'record_outcome',
    to: 'closed',
    who: ['requester'],
    guards: ['outcome_named', 'nothing_open'],
    says: 'recorded the committee’s outcome and closed this review',
  },
  closing(['completed']),
  closingByItself('completed'),
  reopening('completed'),
  ...restingAndEnding(PEER_REVIEW_STATE_TABLE, ['closed', 'cancelled']),
] as const satisfies readonly Row[];

const transitions = [...ordering, ...matching, ...reviewing, ...calls, ...ending] as const satisfies readonly Row[];

/** What the table names, each once. */
export type PeerReviewAction = (typeof transitions)[number]['action'];
declare module '../../rules/actions.ts' {
  interface ReviewActions extends Record<PeerReviewAction, true> {}
}

/** The peer review from draft to purge. Printed into docs/lifecycles.md; every page and refusal reads it. */
export const PEER_REVIEW_LIFECYCLE: Lifecycle<PeerReviewState, PeerReviewAction, ReviewRole, Guard> = {
  states: statesOf(PEER_REVIEW_STATE_TABLE),
  initial: 'draft',
  final: ['purged'],
  transitions,
};

/** Each action as a button or a sentence names it. */
export const PEER_REVIEW_ACTION_LABELS: Record<PeerReviewAction, string> = {
  ...COMMON_ACTION_LABELS,
  ...CALL_ACTION_LABELS,
  pre_order: 'put it in the calendar',
  lapse: 'let the pre-order lapse',
  invite_directly: 'invite reviewers',
  start_report: 'write the report',
  open_qa: 'take the report to its quality check',
  request_call: 'ask for a call with the reviewer',
  give_up_call: 'give up the call',
  acknowledge: 'acknowledge the report',
  complete_automatically: 'complete it when the time is up',
  record_outcome: 'record the committee’s outcome',
};
