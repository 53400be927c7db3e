import type { StateRow } from '../../rules/facts.ts';
import { SIDE_STATES, stateRowOf as row } from '../state-row.ts';

/** The states, in order: how each is named, shown and filed, and who must move. `act` is what the holder of the ball does. */
export const CASE_STATE_TABLE = {
  draft: row('Draft', 'neutral', 0, 'draft', 'requester', 'Finish and order', ['ordered', 0.5]),
  submitted: {
    ...row('Ordered', 'info', 0.05, 'active', 'staff', 'Open the records check', ['expert_found', 0]),
    phase: 'ordered',
  },
  in_intake: {
    ...row('Records check', 'info', 0.1, 'active', 'staff', 'Check the records', ['expert_found', 0.15]),
    phase: 'checks_records',
  },
  matching: {
    ...row('Matching', 'info', 0.2, 'active', 'staff', 'Present candidates', ['expert_found', 0.35]),
    phase: 'finds_expert',
  },
  expert_selection: {
    ...row('Experts presented', 'info', 0.3, 'active', 'requester', 'Compare the experts', ['expert_found', 0.6]),
    choosing_expert: true,
  },
  invited: {
    ...row('Invited', 'info', 0.35, 'active', 'expert', 'Answer the invitation', ['expert_found', 0.8]),
    own_reminders: true,
    phase: 'asks_expert',
  },
  awaiting_times: {
    ...row('Waiting for times', 'info', 0.45, 'active', 'expert', 'Offer call times', ['call_time', 0.1]),
    call: 'offering',
    rateable: 'once_delivered',
  },
  awaiting_time_choice: {
    ...row('Times offered', 'plan', 0.5, 'active', 'requester', 'Choose a call time', ['call_time', 0.5]),
    call: 'choosing',
    rateable: 'once_delivered',
  },
  call_scheduled: {
    ...row('Call set', 'plan', 0.6, 'active', 'expert', 'Hold the call', ['call', 0.3], 'calendar'),
    own_reminders: true,
    call: 'set',
    rateable: 'once_delivered',
  },
  call_completed: {
    ...row('Call held', 'ok', 0.75, 'active', 'requester', 'Rate the expert and close', ['closed', 0]),
    act_when_rated: 'Close it',
    rateable: 'done',
  },
  report_requested: {
    ...row('Report requested', 'info', 0.7, 'active', 'expert', 'Start the report', ['report', 0.1]),
    report: 'asked',
    rateable: 'once_delivered',
  },
  report_in_progress: {
    ...row('Report in progress', 'info', 0.75, 'active', 'expert', 'Write the report', ['report', 0.4]),
    report: 'writing',
    act_when_returned: 'Revise the report',
    rateable: 'once_delivered',
  },
  report_in_qa: {
    ...row('Report in review', 'info', 0.85, 'active', 'staff', 'Quality check', ['report', 0.8]),
    report: 'checking',
    rateable: 'once_delivered',
  },
  report_delivered: {
    ...row('Report delivered', 'ok', 0.95, 'active', 'requester', 'Read the report and close', ['closed', 0]),
    report: 'delivered',
    finished: true,
    rateable: 'done',
  },
  closeout_pending: {
    ...row('Closing soon', 'ok', 0.95, 'active', 'requester', 'Rate the expert and close', ['closed', 0.5]),
    closing: { action: 'close_automatically', days: null, warns: true, verb: 'closes' },
    finished: true,
    act_when_rated: 'Let it close, or stop it',
    rateable: 'done',
  },
  closed: {
    ...row('Closed', 'ok', 1, 'completed', 'nobody', 'Closed', ['closed', 1]),
    finished: true,
    phase: 'ended',
    rateable: 'done',
  },
  ...SIDE_STATES,
  transferred: {
    ...row('Transferred', 'ok', 1, 'completed', 'nobody', 'Transferred', ['closed', 1]),
    finished: true,
    never_by_override: true,
    done: { headline: 'Transferred', text: 'It continues elsewhere, with the records that were handed over.' },
  },
  purged: {
    ...row('Records deleted', 'neutral', 1, 'completed', 'nobody', 'Records deleted', null, 'cross'),
    phase: 'records_deleted',
  },
} satisfies Record<string, StateRow>;
declare module '../../rules/statuses.ts' {
  interface ReviewStates extends Record<keyof typeof CASE_STATE_TABLE, true> {}
}

/** The bar over a case: where each state stands on it is in the table above. */
export const CASE_STAGES: readonly { key: string; label: string }[] = [
  { key: 'ordered', label: 'Ordered' },
  { key: 'expert_found', label: 'Expert found' },
  { key: 'call_time', label: 'Call time' },
  { key: 'call', label: 'Call' },
  { key: 'report', label: 'Report' },
  { key: 'closed', label: 'Closed' },
];
