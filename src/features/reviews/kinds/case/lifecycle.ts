import { COMMON_ACTION_LABELS, statesOf } from '../steps/tables.ts';
import { closing, closingByItself, handingOn, reopening, restingAndEnding, startingCloseout } from '../steps/ending.ts';
import { askingClarification, checkingReport, signingReport } from '../steps/report.ts';
import { arrangingCalls, CALL_ACTION_LABELS } from '../steps/call.ts';
import { accepting, choosingExpert, INVITATION_IN_VAIN, invitingDirectly, releasing } from '../steps/matching.ts';
import { askingForRecords, OPEN_INTAKE, SUBMIT } from '../steps/ordering.ts';
import type { Lifecycle, Transition } from '../../../../core/machine.ts';
import type { Guard, ReviewRole } from '../vocabulary.ts';
import { CASE_STATE_TABLE } from './states.ts';

export type CaseState = keyof typeof CASE_STATE_TABLE;
type Row = Transition<CaseState, string, ReviewRole, Guard>;

const ordering = [
  SUBMIT,
  OPEN_INTAKE,
  ...askingForRecords([
    'in_intake',
    'matching',
    'awaiting_times',
    'awaiting_time_choice',
    'call_scheduled',
    'call_completed',
    'report_requested',
    'report_in_progress',
  ]),
  releasing('records_present', 'found the records complete and released it to matching'),
] as const satisfies readonly Row[];

const matching = [
  ...choosingExpert('presented experts to choose from'),
  invitingDirectly('invited an expert'),
  accepting('accept', 'awaiting_times', ['service_has_call']),
  accepting('accept_report_only', 'report_requested', ['service_is_report_only']),
  ...INVITATION_IN_VAIN,
] as const satisfies readonly Row[];

const reporting = [
  {
    from: ['call_completed', 'closeout_pending'],
    action: 'request_report',
    to: 'report_requested',
    who: ['requester'],
    guards: ['no_report_yet', 'price_agreed', 'price_approved'],
    says: 'asked for the written report',
  },
  {
    from: ['call_completed'],
    action: 'start_ordered_report',
    to: 'report_requested',
    who: ['system'],
    guards: ['service_includes_report'],
    says: 'passed the ordered report on to the expert',
  },
  {
    from: ['report_requested'],
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
  ...startingCloseout(['call_completed', 'report_delivered'], 'closeout_pending'),
  closingByItself('closeout_pending'),
  closing(['call_completed', 'report_delivered', 'closeout_pending']),
  reopening('call_completed'),
  // where what was ordered is done
  ...handingOn(['call_completed', 'report_delivered', 'closeout_pending', 'closed']),
  ...restingAndEnding(CASE_STATE_TABLE, ['closed', 'cancelled', 'transferred']),
] as const satisfies readonly Row[];

const transitions = [
  ...ordering,
  ...matching,
  ...arrangingCalls('call_completed'),
  ...reporting,
  ...ending,
] as const satisfies readonly Row[];

/** What the table names, each once. */
export type CaseAction = (typeof transitions)[number]['action'];
declare module '../../rules/actions.ts' {
  interface ReviewActions extends Record<CaseAction, true> {}
}

/** The case review from draft to purge. Printed into docs/lifecycles.md; every page and refusal reads it. */
export const CASE_LIFECYCLE: Lifecycle<CaseState, CaseAction, ReviewRole, Guard> = {
  states: statesOf(CASE_STATE_TABLE),
  initial: 'draft',
  final: ['purged'],
  transitions,
};

/** Each action as a button or a sentence names it. */
export const CASE_ACTION_LABELS: Record<CaseAction, string> = {
  ...COMMON_ACTION_LABELS,
  ...CALL_ACTION_LABELS,
  present_candidates: 'present experts',
  invite_directly: 'invite an expert directly',
  ask_other_experts: 'ask for other experts',
  select_expert: 'choose an expert',
  accept_report_only: 'accept the invitation',
  request_report: 'ask for a written report',
  start_ordered_report: 'pass the ordered report on',
  start_report: 'start the report',
  start_closeout: 'start the closeout clock',
  cancel_closeout: 'stop the automated closeout',
  request_transfer: 'ask for a transfer',
  hand_over: 'hand it to another requester',
  decline_transfer: 'decline the transfer',
  grant_transfer: 'grant the transfer',
};
