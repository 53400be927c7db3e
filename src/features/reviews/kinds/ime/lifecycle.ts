import { COMMON_ACTION_LABELS, statesOf } from '../steps/tables.ts';
import { closing, closingByItself, handingOn, reopening, restingAndEnding, startingCloseout } from '../steps/ending.ts';
import { askingClarification, checkingReport, signingReport } from '../steps/report.ts';
import { accepting, choosingExpert, INVITATION_IN_VAIN, invitingDirectly } from '../steps/matching.ts';
import { askingForRecords, OPEN_INTAKE, SUBMIT } from '../steps/ordering.ts';
import type { Lifecycle, Transition } from '../../../../core/machine.ts';
import type { Guard, ReviewRole } from '../vocabulary.ts';
import { IME_STATE_TABLE } from './states.ts';

type ImeState = keyof typeof IME_STATE_TABLE;
type Row = Transition<ImeState, string, ReviewRole, Guard>;

const ordering = [
  SUBMIT,
  OPEN_INTAKE,
  ...askingForRecords([
    'in_intake',
    'matching',
    'panel_filling',
    'scheduling',
    'appointment_offered',
    'appointment_confirmed',
    'notices_sent',
    'exam_done',
    'report_requested',
    'report_in_progress',
  ]),
  {
    from: ['in_intake'],
    action: 'release_to_matching',
    to: 'matching',
    who: ['clin_ops', 'system'],
    guards: ['records_uploaded', 'purpose_letter_there', 'price_agreed'],
    says: 'found the records complete and released it to matching',
  },
  {
    from: ['in_intake'],
    action: 'await_purpose_letter',
    to: 'purpose_letter_pending',
    who: ['clin_ops', 'system'],
    guards: ['records_uploaded', 'purpose_letter_missing'],
    says: 'found the records complete; the purpose letter is missing',
  },
  {
    from: ['purpose_letter_pending'],
    action: 'purpose_letter_received',
    to: 'matching',
    who: ['clin_ops', 'system'],
    guards: ['purpose_letter_there', 'price_agreed'],
    says: 'has the purpose letter and released it to matching',
  },
] as const satisfies readonly Row[];

const matching = [
  ...choosingExpert('presented examiners to choose from'),
  invitingDirectly('invited an examiner'),
  accepting('accept', 'scheduling', ['service_has_exam']),
  accepting('accept_records_review', 'report_requested', ['service_without_exam']),
  ...INVITATION_IN_VAIN,
  {
    from: [
      'panel_filling',
      'scheduling',
      'appointment_offered',
      'appointment_confirmed',
      'notices_sent',
      'rescheduling',
    ],
    action: 'withdraw_examiner',
    to: 'matching',
    who: ['expert', 'matching_admin'],
    reason: 'required',
    says: 'took the examiner off this review. Another is looked for',
  },
] as const satisfies readonly Row[];

/** Several examiners of one exam: the lead is found, the others are invited, each to a place of their own. */
const panel = [
  {
    from: ['scheduling'],
    action: 'fill_panel',
    to: 'panel_filling',
    who: ['system'],
    guards: ['panel_open'],
    says: 'looks for the other examiners of the panel',
  },
  {
    from: ['panel_filling'],
    action: 'invite_to_panel',
    to: 'panel_filling',
    who: ['matching_admin', 'system'],
    guards: ['panel_open', 'no_billing_hold'],
    says: 'invited an examiner to the panel',
  },
  {
    from: ['panel_filling'],
    action: 'join_panel',
    to: 'panel_filling',
    who: ['panelist'],
    guards: ['invitation_open', 'attested'],
    says: 'disclosed no conflict that stands in the way, and joined the panel. Records opened',
  },
  {
    from: ['panel_filling'],
    action: 'give_up_place',
    to: 'panel_filling',
    who: ['requester'],
    reason: 'required',
    says: 'continues with fewer examiners',
  },
  {
    from: ['panel_filling'],
    action: 'complete_panel',
    to: 'scheduling',
    who: ['system'],
    guards: ['panel_full', 'appointment_not_set'],
    says: 'has all examiners of the panel',
  },
  {
    from: ['panel_filling'],
    action: 'complete_panel_again',
    to: 'appointment_confirmed',
    who: ['system'],
    guards: ['panel_full', 'appointment_set'],
    says: 'has all examiners of the panel. A new notice will be served',
  },
  {
    from: [
      'panel_filling',
      'scheduling',
      'appointment_offered',
      'appointment_confirmed',
      'notices_sent',
      'rescheduling',
    ],
    action: 'leave_panel',
    to: 'panel_filling',
    who: ['panelist', 'matching_admin'],
    reason: 'required',
    says: 'took one examiner off the panel. Another is looked for',
  },
] as const satisfies readonly Row[];

const placing = [
  {
    from: ['scheduling', 'appointment_offered'],
    action: 'offer_appointments',
    to: 'appointment_offered',
    who: ['expert', 'assistant', 'clin_ops'],
    guards: ['appointments_open', 'panel_full'],
    says: 'offered appointments for the exam',
  },
  {
    from: ['scheduling'],
    action: 'propose_appointments',
    to: 'scheduling',
    who: ['requester'],
    guards: ['may_propose', 'appointments_proposed', 'panel_full'],
    says: 'proposed appointments for the exam',
  },
  {
    from: ['scheduling'],
    action: 'confirm_appointment',
    to: 'appointment_confirmed',
    who: ['expert', 'assistant', 'clin_ops'],
    guards: ['appointment_set'],
    says: 'confirmed an appointment that was proposed',
  },
  {
    from: ['scheduling'],
    action: 'refuse_appointments',
    to: 'scheduling',
    who: ['expert', 'assistant', 'clin_ops'],
    guards: ['appointments_proposed'],
    reason: 'required',
    says: 'could make none of the appointments that were proposed',
  },
  {
    from: ['appointment_offered'],
    action: 'choose_appointment',
    to: 'appointment_confirmed',
    who: ['requester'],
    guards: ['appointment_set'],
    says: 'set the exam',
  },
  {
    from: ['appointment_offered'],
    action: 'no_appointment_fits',
    to: 'scheduling',
    who: ['requester'],
    reason: 'required',
    says: 'could use none of the appointments',
  },
  {
    from: ['appointment_offered'],
    action: 'appointments_lapsed',
    to: 'scheduling',
    who: ['system'],
    guards: ['no_appointments_open'],
    says: 'let the last appointment on offer lapse',
  },
  {
    from: ['appointment_confirmed'],
    action: 'serve_notice',
    to: 'notices_sent',
    who: ['clin_ops'],
    guards: ['appointment_set', 'notice_proven'],
    says: 'served the notice of the exam',
  },
  {
    from: ['notices_sent'],
    action: 'take_back_proof',
    to: 'appointment_confirmed',
    who: ['clin_ops'],
    reason: 'required',
    says: 'took back that the notice was served. It is still to be served',
  },
  {
    from: ['panel_filling', 'appointment_confirmed', 'notices_sent'],
    action: 'move_appointment',
    to: 'scheduling',
    who: ['requester', 'expert', 'assistant', 'clin_ops'],
    guards: ['appointment_set', 'moving_fee_confirmed'],
    reason: 'required',
    says: 'asked to move the exam. A new notice will be served',
  },
] as const satisfies readonly Row[];

/** What can come of the day of the exam beside its being held. */
const failing = (['record_no_show', 'record_left_early', 'record_not_examined'] as const).map((action) => ({
  from: ['notices_sent'] as const,
  action,
  to: 'rescheduling' as const,
  who: ['expert', 'assistant', 'clin_ops'] as const,
  guards: ['appointment_started', 'appointment_recorded'] as const,
  says: {
    record_no_show: 'recorded that the examinee did not come',
    record_left_early: 'recorded that the examinee left before the exam was over',
    record_not_examined: 'recorded that the exam could not be held',
  }[action],
}));

const theDay = [
  {
    from: ['notices_sent'],
    action: 'record_attended',
    to: 'exam_done',
    who: ['expert', 'assistant', 'clin_ops'],
    guards: ['appointment_started', 'appointment_recorded'],
    says: 'recorded that the exam was held',
  },
  ...failing,
  {
    from: ['notices_sent'],
    action: 'record_late_cancellation',
    to: 'rescheduling',
    who: ['expert', 'assistant', 'clin_ops'],
    guards: ['appointment_ahead', 'appointment_recorded'],
    says: 'recorded that the examinee canceled late',
  },
  {
    from: ['rescheduling'],
    action: 'schedule_again',
    to: 'scheduling',
    who: ['requester', 'clin_ops'],
    says: 'asked for another appointment',
  },
  {
    from: ['rescheduling'],
    action: 'report_on_records',
    to: 'report_requested',
    who: ['requester'],
    says: 'asked for a report on the records alone',
  },
  {
    from: ['exam_done', 'report_in_progress'],
    action: 'await_tests',
    to: 'awaiting_tests',
    who: ['expert', 'assistant'],
    guards: ['exam_held'],
    reason: 'required',
    says: 'waits for tests',
  },
  {
    from: ['awaiting_tests'],
    action: 'tests_received',
    to: 'return',
    who: ['expert', 'assistant', 'clin_ops'],
    says: 'has the results of the tests',
  },
] as const satisfies readonly Row[];

const reporting = [
  {
    from: ['exam_done', 'report_requested'],
    action: 'start_report',
    to: 'report_in_progress',
    who: ['expert', 'assistant'],
    guards: ['approvers_agreed'],
    says: 'began the report',
  },
  signingReport('report_in_progress', 'report_in_qa', 'signed the report'),
  ...checkingReport({ checking: 'report_in_qa', returned: 'report_in_progress', delivered: 'report_delivered' }),
  askingClarification(['report_delivered', 'closeout_pending'], 'report_in_progress'),
] as const satisfies readonly Row[];

const ending = [
  ...startingCloseout(['report_delivered'], 'closeout_pending'),
  closingByItself('closeout_pending'),
  closing(['report_delivered', 'closeout_pending']),
  reopening('report_delivered'),
  ...handingOn(['report_delivered', 'closeout_pending', 'closed']),
  ...restingAndEnding(IME_STATE_TABLE, ['closed', 'cancelled', 'transferred']),
] as const satisfies readonly Row[];

const transitions = [
  ...ordering,
  ...matching,
  ...panel,
  ...placing,
  ...theDay,
  ...reporting,
  ...ending,
] as const satisfies readonly Row[];

/** What the table names, each once. */
type ImeAction = (typeof transitions)[number]['action'];
declare module '../../rules/actions.ts' {
  interface ReviewActions extends Record<ImeAction, true> {}
}

/** The independent medical exam from draft to purge. Printed into docs/lifecycles.md; every page and refusal reads it. */
export const IME_LIFECYCLE: Lifecycle<ImeState, ImeAction, ReviewRole, Guard> = {
  states: statesOf(IME_STATE_TABLE),
  initial: 'draft',
  final: ['purged'],
  transitions,
};

/** Each action as a button or a sentence names it. */
export const IME_ACTION_LABELS: Record<ImeAction, string> = {
  ...COMMON_ACTION_LABELS,
  await_purpose_letter: 'ask for the purpose letter',
  purpose_letter_received: 'release it to matching',
  present_candidates: 'present examiners',
  invite_directly: 'invite an examiner directly',
  ask_other_experts: 'ask for other examiners',
  select_expert: 'choose an examiner',
  accept_records_review: 'accept the invitation',
  withdraw_examiner: 'take the examiner off',
  fill_panel: 'look for the other examiners',
  invite_to_panel: 'invite an examiner to the panel',
  join_panel: 'join the panel',
  give_up_place: 'continue with fewer examiners',
  complete_panel: 'continue with the whole panel',
  complete_panel_again: 'continue with the whole panel',
  leave_panel: 'take an examiner off the panel',
  offer_appointments: 'offer appointments for the exam',
  propose_appointments: 'propose appointments for the exam',
  confirm_appointment: 'confirm a proposed appointment',
  refuse_appointments: 'say that no proposed appointment fits',
  choose_appointment: 'choose an appointment',
  no_appointment_fits: 'say that no appointment fits',
  appointments_lapsed: 'let the appointments on offer lapse',
  serve_notice: 'record that the notice was served',
  take_back_proof: 'take back that the notice was served',
  move_appointment: 'move the exam',
  record_attended: 'record that the exam was held',
  record_no_show: 'record that the examinee did not come',
  record_late_cancellation: 'record that the examinee canceled late',
  record_left_early: 'record that the examinee left early',
  record_not_examined: 'record that the exam could not be held',
  schedule_again: 'ask for another appointment',
  report_on_records: 'ask for a report on the records alone',
  await_tests: 'say that tests are pending',
  tests_received: 'record that the results are there',
  start_report: 'start the report',
  start_closeout: 'start the closeout clock',
  cancel_closeout: 'stop the automated closeout',
  request_transfer: 'ask for a transfer',
  hand_over: 'hand it to another requester',
  decline_transfer: 'decline the transfer',
  grant_transfer: 'grant the transfer',
};
