import { SIDE_STATES, stateRowOf as row } from '../state-row.ts';
import type { StateRow } from '../../rules/facts.ts';

/** The states, in order: how each is named, shown and filed, and who must move. `act` is what the holder of the ball does. */
export const PEER_REVIEW_STATE_TABLE = {
  draft: row('Draft', 'neutral', 0, 'draft', 'requester', 'Finish and order', ['ordered', 0.4]),
  pre_ordered: {
    ...row('Pre-ordered', 'plan', 0, 'draft', 'requester', 'Add the charts and confirm', ['ordered', 0.7], 'calendar'),
    own_reminders: true,
    ahead: true,
  },
  submitted: {
    ...row('Ordered', 'info', 0.1, 'active', 'staff', 'Open the records check', ['reviewer_found', 0]),
    phase: 'ordered',
    hears_provider: 'before',
  },
  in_intake: {
    ...row('Records check', 'info', 0.15, 'active', 'staff', 'Check the charts', ['reviewer_found', 0.2]),
    hears_provider: 'before',
    phase: 'checks_records',
  },
  matching: {
    ...row('Matching', 'info', 0.25, 'active', 'staff', 'Invite reviewers', ['reviewer_found', 0.5]),
    hears_provider: 'before',
    phase: 'finds_expert',
  },
  invited: {
    ...row('Invited', 'info', 0.35, 'active', 'expert', 'Answer the invitation', ['reviewer_found', 0.8]),
    own_reminders: true,
    hears_provider: 'before',
    phase: 'asks_expert',
  },
  in_review: {
    ...row('In review', 'info', 0.5, 'active', 'expert', 'Review the charts', ['review', 0.4]),
    report: 'writing',
    hears_provider: 'before',
    rateable: 'once_delivered',
  },
  report_submitted: {
    ...row('Report submitted', 'info', 0.7, 'active', 'staff', 'Take it to the quality check', ['quality_check', 0.2]),
    report: 'signed',
    rateable: 'once_delivered',
  },
  in_qa: {
    ...row('Quality check', 'info', 0.75, 'active', 'staff', 'Check the report', ['quality_check', 0.6]),
    report: 'checking',
    rateable: 'once_delivered',
  },
  returned: {
    ...row('Returned', 'warn', 0.6, 'active', 'expert', 'Revise the report', ['review', 0.8], 'triangle'),
    report: 'returned',
    rateable: 'once_delivered',
  },
  delivered: {
    ...row('Delivered', 'ok', 0.9, 'active', 'requester', 'Read and acknowledge', ['delivered', 0.5]),
    report: 'delivered',
    closing: { action: 'complete_automatically', days: 14, warns: false, verb: 'due' },
    finished: true,
    takes_opinion: true,
    hears_provider: 'after',
    rateable: 'done',
  },
  awaiting_times: {
    ...row('Awaiting times', 'info', 0.92, 'active', 'expert', 'Offer call times', ['delivered', 0.6]),
    report: 'delivered',
    call: 'offering',
    rateable: 'once_delivered',
  },
  awaiting_time_choice: {
    ...row('Choose a time', 'info', 0.94, 'active', 'requester', 'Choose a call time', ['delivered', 0.7]),
    report: 'delivered',
    call: 'choosing',
    rateable: 'once_delivered',
  },
  call_scheduled: {
    ...row('Call set', 'plan', 0.96, 'active', 'expert', 'Hold the call', ['delivered', 0.8], 'calendar'),
    report: 'delivered',
    call: 'set',
    rateable: 'once_delivered',
  },
  completed: {
    ...row('Completed', 'ok', 1, 'completed', 'nobody', 'Completed', ['completed', 1]),
    report: 'delivered',
    closing: { action: 'close_automatically', days: 90, warns: false, verb: 'closes' },
    finished: true,
    takes_opinion: true,
    hears_provider: 'after',
    done: {
      headline: 'Report acknowledged',
      text: 'If the committee decided something, record it. Otherwise the review closes automatically.',
    },
    rateable: 'done',
  },
  closed: {
    ...row('Closed', 'ok', 1, 'completed', 'nobody', 'Closed', ['completed', 1]),
    finished: true,
    phase: 'ended',
    rateable: 'done',
  },
  ...SIDE_STATES,
  purged: {
    ...row('Records deleted', 'neutral', 1, 'completed', 'nobody', 'Records deleted', null, 'cross'),
    phase: 'records_deleted',
  },
} satisfies Record<string, StateRow>;
declare module '../../rules/statuses.ts' {
  interface ReviewStates extends Record<keyof typeof PEER_REVIEW_STATE_TABLE, true> {}
}

/** The bar over a peer review. */
export const PEER_REVIEW_STAGES: readonly { key: string; label: string }[] = [
  { key: 'ordered', label: 'Ordered' },
  { key: 'reviewer_found', label: 'Reviewer found' },
  { key: 'review', label: 'Review' },
  { key: 'quality_check', label: 'Quality check' },
  { key: 'delivered', label: 'Delivered' },
  { key: 'completed', label: 'Completed' },
];
