import type { StateRow } from '../../rules/facts.ts';
import { SIDE_STATES, stateRowOf as row } from '../state-row.ts';

/** The states, in order: how each is named, shown and filed, and who must move. `act` is what the holder of the ball does. */
export const LEGAL_STATE_TABLE = {
  draft: row('Draft', 'neutral', 0, 'draft', 'requester', 'Finish and order', ['ordered', 0.5]),
  submitted: {
    ...row('Ordered', 'info', 0.05, 'active', 'staff', 'Open the conflict check', ['names_cleared', 0]),
    phase: 'ordered',
  },
  conflict_check: {
    ...row('Conflict check', 'info', 0.1, 'active', 'staff', 'Check the names', ['names_cleared', 0.2]),
    phase: 'checks_records',
  },
  matching: {
    ...row('Matching', 'info', 0.2, 'active', 'staff', 'Present candidates', ['names_cleared', 0.4]),
    phase: 'finds_expert',
  },
  expert_selection: {
    ...row('Candidates presented', 'info', 0.3, 'active', 'requester', 'Compare the candidates', [
      'names_cleared',
      0.6,
    ]),
    choosing_expert: true,
    interviews: true,
  },
  interviewing: {
    ...row('Interviews', 'plan', 0.32, 'active', 'requester', 'Interview the candidates, and choose', [
      'names_cleared',
      0.7,
    ]),
    choosing_expert: true,
    interviews: true,
  },
  invited: {
    ...row('Names with the expert', 'info', 0.35, 'active', 'expert', 'Clear the names', ['names_cleared', 0.8]),
    own_reminders: true,
    interviews: true,
    phase: 'asks_expert',
  },
  agreement_pending: {
    ...row('Agreement to propose', 'info', 0.38, 'active', 'requester', 'Propose the agreement', ['agreement', 0.2]),
    never_by_override: true,
    agreement: 'open',
  },
  agreement_proposed: {
    ...row('Agreement proposed', 'info', 0.4, 'active', 'expert', 'Sign the agreement, or propose other terms', [
      'agreement',
      0.4,
    ]),
    never_by_override: true,
    agreement: 'open',
  },
  agreement_countered: {
    ...row('Terms proposed', 'info', 0.42, 'active', 'requester', 'Sign the agreement, or propose other terms', [
      'agreement',
      0.5,
    ]),
    never_by_override: true,
    agreement: 'open',
  },
  retainer_pending: {
    ...row('Retainer due', 'info', 0.46, 'active', 'requester', 'Pay the retainer', ['agreement', 0.8]),
    never_by_override: true,
    agreement: 'signed',
  },
  conflicted: {
    ...row('Conflict reported', 'warn', 0.4, 'active', 'staff', 'Decide on the conflict', null, 'triangle'),
    never_by_override: true,
  },
  expert_withdrawn: {
    ...row(
      'Expert withdrew',
      'warn',
      0.2,
      'active',
      'requester',
      'Ask for another expert',
      ['names_cleared', 0.4],
      'triangle',
    ),
    never_by_override: true,
  },
  retained: {
    ...row('Retained', 'info', 0.5, 'active', 'expert', 'Advise on the matter', ['work', 0.3]),
    agreement: 'signed',
    rateable: 'once_delivered',
  },
  awaiting_times: {
    ...row('Waiting for times', 'info', 0.52, 'active', 'expert', 'Offer times', ['work', 0.4]),
    agreement: 'signed',
    call: 'offering',
    rateable: 'once_delivered',
  },
  awaiting_time_choice: {
    ...row('Times offered', 'plan', 0.54, 'active', 'requester', 'Choose a time', ['work', 0.5]),
    agreement: 'signed',
    call: 'choosing',
    rateable: 'once_delivered',
  },
  call_scheduled: {
    ...row('Conference set', 'plan', 0.56, 'active', 'expert', 'Hold the conference', ['work', 0.6], 'calendar'),
    agreement: 'signed',
    own_reminders: true,
    call: 'set',
    rateable: 'once_delivered',
  },
  report_requested: {
    ...row('Report requested', 'info', 0.6, 'active', 'expert', 'Start the report', ['report', 0.1]),
    agreement: 'signed',
    report: 'asked',
    rateable: 'once_delivered',
  },
  report_in_progress: {
    ...row('Report in progress', 'info', 0.65, 'active', 'expert', 'Write the report', ['report', 0.4]),
    agreement: 'signed',
    report: 'writing',
    act_when_returned: 'Revise the report',
    rateable: 'once_delivered',
  },
  report_in_qa: {
    ...row('Report in review', 'info', 0.75, 'active', 'staff', 'Quality check', ['report', 0.8]),
    agreement: 'signed',
    report: 'checking',
    rateable: 'once_delivered',
  },
  report_delivered: {
    ...row('Report delivered', 'ok', 0.85, 'active', 'requester', 'Read the report', ['report', 1]),
    agreement: 'signed',
    report: 'delivered',
    finished: true,
    rateable: 'done',
  },
  concluded: {
    ...row('Concluded', 'ok', 0.92, 'active', 'requester', 'Rate the expert and close', ['closed', 0]),
    agreement: 'signed',
    finished: true,
    act_when_rated: 'Close it',
    rateable: 'done',
  },
  closeout_pending: {
    ...row('Closing soon', 'ok', 0.95, 'active', 'requester', 'Rate the expert and close', ['closed', 0.5]),
    agreement: 'signed',
    closing: { action: 'close_automatically', days: null, warns: true, verb: 'closes' },
    finished: true,
    act_when_rated: 'Let it close, or stop it',
    rateable: 'done',
  },
  closed: {
    ...row('Closed', 'ok', 1, 'completed', 'nobody', 'Closed', ['closed', 1]),
    agreement: 'signed',
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
  interface ReviewStates extends Record<keyof typeof LEGAL_STATE_TABLE, true> {}
}

/** The bar over a legal case. */
export const LEGAL_STAGES: readonly { key: string; label: string }[] = [
  { key: 'ordered', label: 'Ordered' },
  { key: 'names_cleared', label: 'Names cleared' },
  { key: 'agreement', label: 'Agreement' },
  { key: 'work', label: 'Work' },
  { key: 'report', label: 'Report' },
  { key: 'closed', label: 'Closed' },
];
