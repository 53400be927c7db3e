import { COMMON_ACTION_LABELS, statesOf } from '../steps/tables.ts';
import { closing, closingByItself, handingOn, reopening, restingAndEnding, startingCloseout } from '../steps/ending.ts';
import { askingClarification, checkingReport, signingReport } from '../steps/report.ts';
import { arrangingCalls, CALL_ACTION_LABELS } from '../steps/call.ts';
import { accepting, choosingExpert, INVITATION_IN_VAIN, invitingDirectly } from '../steps/matching.ts';
import { askingForRecords, OPEN_INTAKE, SUBMIT } from '../steps/ordering.ts';
import type { Lifecycle, Transition } from '../../../../core/machine.ts';
import type { Guard, ReviewRole } from '../vocabulary.ts';
import { LEGAL_STATE_TABLE } from './states.ts';

type LegalState = keyof typeof LEGAL_STATE_TABLE;
type Row = Transition<LegalState, string, ReviewRole, Guard>;

const ordering = [
  SUBMIT,
  {
    ...OPEN_INTAKE,
    to: 'conflict_check',
    who: ['system', 'clin_ops', 'matching_admin'],
    says: 'opened the conflict check',
  },
  ...askingForRecords(['conflict_check', 'matching', 'retained', 'report_requested', 'report_in_progress']),
  {
    from: ['conflict_check'],
    action: 'release_to_matching',
    to: 'matching',
    who: ['matching_admin', 'clin_ops', 'system'],
    guards: ['price_agreed'],
    says: 'found the names complete and released it to matching',
  },
] as const satisfies readonly Row[];

/** Names before facts: whoever is asked sees the names alone, until they have cleared them and accepted. */
const matching = [
  ...choosingExpert('presented candidates to choose from', []),
  invitingDirectly('sent the names to an expert'),
  accepting('accept', 'retained'),
  ...INVITATION_IN_VAIN,
] as const satisfies readonly Row[];

/** A conference, as often as the requester asks for one. */
const conferring = [
  {
    from: ['retained', 'report_delivered'],
    action: 'request_conference',
    to: 'awaiting_times',
    who: ['requester'],
    reason: 'required',
    says: 'asked for a conference with the expert',
  },
  {
    from: ['awaiting_times', 'awaiting_time_choice'],
    action: 'give_up_call',
    to: 'retained',
    who: ['requester'],
    says: 'gave up the conference',
  },
  ...arrangingCalls('retained'),
] as const satisfies readonly Row[];

const reporting = [
  {
    from: ['retained'],
    action: 'request_report',
    to: 'report_requested',
    who: ['requester'],
    guards: ['no_report_yet', 'price_approved'],
    says: 'asked for the written report',
  },
  {
    from: ['report_requested'],
    action: 'start_report',
    to: 'report_in_progress',
    who: ['expert', 'assistant'],
    says: 'began the report',
  },
  signingReport('report_in_progress', 'report_in_qa', 'signed the report'),
  ...checkingReport({ checking: 'report_in_qa', returned: 'report_in_progress', delivered: 'report_delivered' }),
  askingClarification(['retained', 'report_delivered'], 'report_in_progress'),
] as const satisfies readonly Row[];

const ending = [
  {
    from: ['retained', 'report_delivered'],
    action: 'conclude',
    to: 'concluded',
    who: ['requester'],
    guards: ['conclusion_named', 'nothing_open'],
    says: 'concluded the matter',
  },
  {
    from: ['concluded', 'closeout_pending'],
    action: 'take_up_again',
    to: 'retained',
    who: ['requester'],
    reason: 'required',
    says: 'took the matter up again',
  },
  ...startingCloseout(['concluded'], 'closeout_pending'),
  closingByItself('closeout_pending'),
  closing(['concluded', 'closeout_pending']),
  reopening('concluded'),
  ...handingOn(['concluded', 'closeout_pending', 'closed']),
  ...restingAndEnding(LEGAL_STATE_TABLE, ['closed', 'cancelled', 'transferred']),
] as const satisfies readonly Row[];

const transitions = [
  ...ordering,
  ...matching,
  ...conferring,
  ...reporting,
  ...ending,
] as const satisfies readonly Row[];

/** What the table names, each once. */
type LegalAction = (typeof transitions)[number]['action'];
declare module '../../rules/actions.ts' {
  interface ReviewActions extends Record<LegalAction, true> {}
}

/** The legal case from draft to purge. Printed into docs/lifecycles.md; every page and refusal reads it. */
export const LEGAL_LIFECYCLE: Lifecycle<LegalState, LegalAction, ReviewRole, Guard> = {
  states: statesOf(LEGAL_STATE_TABLE),
  initial: 'draft',
  final: ['purged'],
  transitions,
};

/** Each action as a button or a sentence names it. */
export const LEGAL_ACTION_LABELS: Record<LegalAction, string> = {
  ...COMMON_ACTION_LABELS,
  ...CALL_ACTION_LABELS,
  open_intake: 'open the conflict check',
  present_candidates: 'present candidates',
  invite_directly: 'send the names to an expert directly',
  ask_other_experts: 'ask for other candidates',
  select_expert: 'choose a candidate',
  request_conference: 'ask for a conference',
  give_up_call: 'give up the conference',
  call_missed: 'record that the conference was missed',
  call_held: 'record that the conference was held',
  request_report: 'ask for a written report',
  start_report: 'start the report',
  conclude: 'conclude the matter',
  take_up_again: 'take the matter up again',
  start_closeout: 'start the closeout clock',
  cancel_closeout: 'stop the automated closeout',
  request_transfer: 'ask for a transfer',
  hand_over: 'hand it to another requester',
  decline_transfer: 'decline the transfer',
  grant_transfer: 'grant the transfer',
};
