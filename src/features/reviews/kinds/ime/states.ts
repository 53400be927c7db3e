import { SIDE_STATES, stateRowOf as row } from '../state-row.ts';
import type { StateRow } from '../../rules/facts.ts';

/** The states, in order: how each is named, shown and filed, and who must move. `act` is what the holder of the ball does. */
export const IME_STATE_TABLE = {
  draft: row('Draft', 'neutral', 0, 'draft', 'requester', 'Finish and order', ['ordered', 0.5]),
  submitted: {
    ...row('Ordered', 'info', 0.05, 'active', 'staff', 'Open the records check', ['examiner_found', 0]),
    phase: 'ordered',
  },
  in_intake: {
    ...row('Records check', 'info', 0.1, 'active', 'staff', 'Check the records', ['examiner_found', 0.1]),
    phase: 'checks_records',
  },
  purpose_letter_pending: {
    ...row('Purpose letter', 'warn', 0.12, 'active', 'requester', 'Send the purpose letter', ['examiner_found', 0.2]),
    led_on_by_records: true,
  },
  matching: {
    ...row('Matching', 'info', 0.2, 'active', 'staff', 'Present candidates', ['examiner_found', 0.35]),
    phase: 'finds_expert',
  },
  expert_selection: {
    ...row('Experts presented', 'info', 0.25, 'active', 'requester', 'Compare the experts', ['examiner_found', 0.6]),
    choosing_expert: true,
  },
  invited: {
    ...row('Invited', 'info', 0.3, 'active', 'expert', 'Answer the invitation', ['examiner_found', 0.8]),
    own_reminders: true,
    phase: 'asks_expert',
  },
  panel_filling: {
    ...row('Panel to complete', 'info', 0.35, 'active', 'staff', 'Invite the other examiners', ['examiner_found', 0.9]),
    fills_panel: true,
    rateable: 'once_delivered',
  },
  scheduling: {
    ...row('To be scheduled', 'info', 0.4, 'active', 'expert', 'Offer exam appointments', ['appointment', 0.1]),
    appointment: 'placing',
    act_when_proposed: 'Answer the proposal',
    rateable: 'once_delivered',
  },
  appointment_offered: {
    ...row('Appointments offered', 'plan', 0.45, 'active', 'requester', 'Choose an appointment', ['appointment', 0.4]),
    appointment: 'offered',
    rateable: 'once_delivered',
  },
  appointment_confirmed: {
    ...row('Notice to serve', 'plan', 0.5, 'active', 'staff', 'Serve the notice', ['appointment', 0.8], 'calendar'),
    appointment: 'set',
    rateable: 'once_delivered',
  },
  notices_sent: {
    ...row('Exam set', 'plan', 0.55, 'active', 'expert', 'Conduct the exam', ['exam', 0.3], 'calendar'),
    appointment: 'announced',
    rateable: 'once_delivered',
  },
  rescheduling: {
    ...row(
      'Exam did not happen',
      'warn',
      0.5,
      'active',
      'requester',
      'Decide what happens next',
      ['exam', 0.1],
      'triangle',
    ),
    appointment: 'missed',
    rateable: 'once_delivered',
  },
  exam_done: {
    ...row('Exam held', 'ok', 0.65, 'active', 'expert', 'Start the report', ['report', 0.1]),
    report: 'asked',
    rateable: 'once_delivered',
  },
  report_requested: {
    ...row('Report on the records', 'info', 0.65, 'active', 'expert', 'Start the report', ['report', 0.1]),
    report: 'asked',
    rateable: 'once_delivered',
  },
  awaiting_tests: {
    ...row('Waiting for tests', 'plan', 0.68, 'active', 'expert', 'Record the results', ['report', 0.2]),
    awaits_results: true,
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
  interface ReviewStates extends Record<keyof typeof IME_STATE_TABLE, true> {}
}

/** The bar over an exam. */
export const IME_STAGES: readonly { key: string; label: string }[] = [
  { key: 'ordered', label: 'Ordered' },
  { key: 'examiner_found', label: 'Examiner found' },
  { key: 'appointment', label: 'Appointment' },
  { key: 'exam', label: 'Exam' },
  { key: 'report', label: 'Report' },
  { key: 'closed', label: 'Closed' },
];
