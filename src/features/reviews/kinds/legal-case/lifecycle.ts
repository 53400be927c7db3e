import { COMMON_ACTION_LABELS, statesOf } from '../steps/tables.ts';
import { closing, closingByItself, handingOn, reopening, restingAndEnding, startingCloseout } from '../steps/ending.ts';
import { askingClarification, checkingReport, signingReport } from '../steps/report.ts';
import { arrangingCalls, CALL_ACTION_LABELS } from '../steps/call.ts';
import { accepting, choosing, INVITATION_IN_VAIN, invitingDirectly, presenting } from '../steps/matching.ts';
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
  presenting('presented candidates to choose from'),
  ...choosing(['expert_selection', 'interviewing'], []),
  {
    from: ['expert_selection', 'interviewing'],
    action: 'begin_interviews',
    to: 'interviewing',
    who: ['requester'],
    guards: ['no_billing_hold'],
    says: 'asked candidates for an interview',
  },
  invitingDirectly('sent the names to an expert'),
  accepting('accept', 'agreement_pending'),
  ...INVITATION_IN_VAIN,
] as const satisfies readonly Row[];

/** While the agreement is talked over, and its retainer is not there. */
const BEFORE_WORK = ['agreement_pending', 'agreement_proposed', 'agreement_countered'] as const;

/**
 * The agreement: either side proposes terms and signs what it proposes; the other signs that, or proposes others. Signed by
 * both it asks for the retainer, and work begins once that is there.
 */
const agreeing = [
  {
    from: BEFORE_WORK,
    action: 'propose_agreement',
    to: 'agreement_proposed',
    who: ['requester'],
    guards: ['agreement_open', 'no_billing_hold'],
    says: 'proposed the agreement and signed it',
  },
  {
    from: BEFORE_WORK,
    action: 'counter_agreement',
    to: 'agreement_countered',
    who: ['expert'],
    guards: ['agreement_open'],
    says: 'proposed terms of the agreement and signed them',
  },
  {
    from: ['agreement_proposed'],
    action: 'sign_agreement',
    to: 'retainer_pending',
    who: ['expert'],
    guards: ['agreement_signed'],
    says: 'signed the agreement',
  },
  {
    from: ['agreement_countered'],
    action: 'sign_agreement',
    to: 'retainer_pending',
    who: ['requester'],
    guards: ['agreement_signed', 'no_billing_hold'],
    says: 'signed the agreement',
  },
  {
    from: BEFORE_WORK,
    action: 'refuse_agreement',
    to: 'matching',
    who: ['requester', 'expert'],
    reason: 'required',
    says: 'ended the talks about the agreement. Another expert is looked for',
  },
  {
    from: ['agreement_proposed', 'agreement_countered'],
    action: 'lapse_agreement',
    to: 'matching',
    who: ['system'],
    says: 'let the agreement lapse unsigned. Another expert is looked for',
  },
  {
    from: ['retainer_pending'],
    action: 'settle_retainer',
    to: 'retained',
    who: ['expert', 'admin', 'system'],
    guards: ['agreement_signed', 'retainer_settled'],
    says: 'received the retainer. Work can begin',
  },
] as const satisfies readonly Row[];

/** Where an expert can be replaced: from the agreement until the matter ends, also while they report or have reported. */
const REPLACEABLE = [
  ...BEFORE_WORK,
  'retainer_pending',
  'retained',
  'awaiting_times',
  'awaiting_time_choice',
  'call_scheduled',
  'report_requested',
  'report_in_progress',
  'report_in_qa',
  'report_delivered',
] as const;

/** A tie that comes to light later, and an expert who steps back: another is looked for, or the matter ends. */
const replacing = [
  {
    from: REPLACEABLE,
    action: 'report_conflict',
    to: 'conflicted',
    who: ['requester', 'expert', 'matching_admin'],
    reason: 'required',
    says: 'reported a conflict of interest. Work rests until it is decided',
  },
  {
    from: ['conflicted'],
    action: 'clear_conflict',
    to: 'return',
    who: ['matching_admin'],
    reason: 'required',
    says: 'found that the conflict does not stand in the way',
  },
  {
    from: ['conflicted'],
    action: 'confirm_conflict',
    to: 'matching',
    who: ['matching_admin'],
    reason: 'required',
    says: 'found that the conflict stands in the way. Another expert is looked for',
  },
  {
    from: [...REPLACEABLE, 'conflicted'],
    action: 'withdraw_expert',
    to: 'expert_withdrawn',
    who: ['expert', 'matching_admin'],
    reason: 'required',
    says: 'took the expert off the matter',
  },
  {
    from: ['expert_withdrawn'],
    action: 'replace_expert',
    to: 'matching',
    who: ['requester', 'matching_admin'],
    says: 'asked for another expert',
  },
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
    guards: ['no_report_yet', 'price_agreed', 'price_approved'],
    says: 'asked for the written report',
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
  askingClarification(['retained', 'report_delivered'], 'report_in_progress'),
] as const satisfies readonly Row[];

const ending = [
  {
    from: ['retained', 'report_delivered', 'expert_withdrawn'],
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
    guards: ['expert_there'],
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
  ...agreeing,
  ...replacing,
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
  begin_interviews: 'interview candidates',
  ask_other_experts: 'ask for other candidates',
  select_expert: 'choose a candidate',
  propose_agreement: 'propose the agreement',
  counter_agreement: 'propose terms of the agreement',
  sign_agreement: 'sign the agreement',
  refuse_agreement: 'end the talks about the agreement',
  lapse_agreement: 'let the agreement lapse',
  settle_retainer: 'record that the retainer is there',
  report_conflict: 'report a conflict of interest',
  clear_conflict: 'clear the conflict',
  confirm_conflict: 'confirm the conflict',
  withdraw_expert: 'take the expert off the matter',
  replace_expert: 'look for another expert',
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
