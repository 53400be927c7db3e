import type { Lifecycle, Transition } from '../../../../core/machine.ts';

export const CASE_STATES = [
  'draft',
  'submitted',
  'in_intake',
  'matching',
  'expert_selection',
  'invited',
  'awaiting_times',
  'awaiting_time_choice',
  'call_scheduled',
  'call_completed',
  'report_requested',
  'report_in_progress',
  'report_in_qa',
  'report_delivered',
  'closeout_pending',
  'closed',
  'needs_information',
  'on_hold',
  'cancelled',
  'transferred',
  'purged',
] as const;
export type CaseState = (typeof CASE_STATES)[number];

/** Open states after submission in which work goes on; hold and cancel start from any of them. */
const WORKING = [
  'submitted',
  'in_intake',
  'matching',
  'expert_selection',
  'invited',
  'awaiting_times',
  'awaiting_time_choice',
  'call_scheduled',
  'call_completed',
  'report_requested',
  'report_in_progress',
  'report_in_qa',
  'report_delivered',
  'closeout_pending',
] as const;

/** Who can be meant by a row: seats and offices, resolved for an actor by `officesOf`. */
export type CaseOffice =
  | 'requester'
  | 'review_manager'
  | 'expert'
  | 'assistant'
  | 'clin_ops'
  | 'matching_admin'
  | 'admin'
  | 'super_admin'
  | 'system';

export type CaseGuard =
  | 'sections_valid'
  | 'no_billing_hold'
  | 'no_legal_hold'
  | 'price_agreed'
  | 'accepting'
  | 'records_present'
  | 'records_for_selection'
  | 'candidates_presented'
  | 'invitation_open'
  | 'attested'
  | 'service_has_call'
  | 'service_is_report_only'
  | 'service_includes_report'
  | 'three_offers'
  | 'offers_open'
  | 'no_offers_open'
  | 'call_set'
  | 'call_confirmed'
  | 'call_tentative'
  | 'may_propose'
  | 'call_started'
  | 'no_report_yet'
  | 'price_approved'
  | 'report_complete'
  | 'report_signed'
  | 'clarification_open'
  | 'file_request_open'
  | 'file_requests_answered'
  | 'closeout_enabled'
  | 'before_closeout'
  | 'closeout_due'
  | 'nothing_open'
  | 'transfers_enabled'
  | 'transfer_requested'
  | 'fee_confirmed';

export const CASE_ACTIONS = [
  'submit',
  'open_intake',
  'request_files',
  'files_answered',
  'release_to_matching',
  'present_candidates',
  'invite_directly',
  'ask_other_experts',
  'select_expert',
  'accept',
  'accept_report_only',
  'decline',
  'expire_invitation',
  'withdraw_invitation',
  'offer_times',
  'propose_time',
  'confirm_time',
  'refuse_time',
  'choose_time',
  'none_fit',
  'offers_lapsed',
  'reschedule',
  'ask_new_times',
  'call_missed',
  'call_held',
  'request_report',
  'start_ordered_report',
  'start_report',
  'sign_report',
  'return_report',
  'approve_report',
  'ask_clarification',
  'start_closeout',
  'cancel_closeout',
  'close_automatically',
  'close',
  'request_transfer',
  'grant_transfer',
  'hold',
  'resume',
  'cancel',
  'reopen',
  'purge',
] as const;
export type CaseAction = (typeof CASE_ACTIONS)[number];

type Row = Transition<CaseState, CaseAction, CaseOffice, CaseGuard>;

const ordering: Row[] = [
  {
    from: ['draft'],
    action: 'submit',
    to: 'submitted',
    who: ['requester'],
    guards: ['accepting', 'no_billing_hold', 'sections_valid'],
    says: 'ordered this review',
  },
  {
    from: ['submitted'],
    action: 'open_intake',
    to: 'in_intake',
    who: ['system', 'clin_ops'],
    says: 'opened the records check',
  },
  {
    from: [
      'in_intake',
      'matching',
      'awaiting_times',
      'awaiting_time_choice',
      'call_scheduled',
      'call_completed',
      'report_requested',
      'report_in_progress',
    ],
    action: 'request_files',
    to: 'needs_information',
    who: ['clin_ops', 'expert', 'assistant'],
    guards: ['file_request_open'],
    says: 'asked for records',
  },
  {
    from: ['needs_information'],
    action: 'files_answered',
    to: 'return',
    who: ['requester', 'system'],
    guards: ['file_requests_answered'],
    says: 'answered every item asked for',
  },
  {
    from: ['in_intake'],
    action: 'release_to_matching',
    to: 'matching',
    who: ['clin_ops', 'system'],
    guards: ['records_present', 'price_agreed'],
    says: 'found the records complete and released it to matching',
  },
];

const matching: Row[] = [
  {
    from: ['matching'],
    action: 'present_candidates',
    to: 'expert_selection',
    who: ['matching_admin', 'system'],
    guards: ['candidates_presented', 'no_billing_hold'],
    says: 'presented experts to choose from',
  },
  {
    from: ['matching'],
    action: 'invite_directly',
    to: 'invited',
    who: ['matching_admin', 'system'],
    guards: ['invitation_open', 'no_billing_hold'],
    says: 'invited an expert',
  },
  {
    from: ['expert_selection'],
    action: 'ask_other_experts',
    to: 'matching',
    who: ['requester', 'matching_admin'],
    reason: 'required',
    says: 'asked for other experts',
  },
  {
    from: ['expert_selection'],
    action: 'select_expert',
    to: 'invited',
    who: ['requester'],
    guards: ['records_for_selection', 'price_agreed', 'no_billing_hold', 'invitation_open'],
    says: 'chose an expert',
  },
  {
    from: ['invited'],
    action: 'accept',
    to: 'awaiting_times',
    who: ['expert'],
    guards: ['invitation_open', 'attested', 'service_has_call'],
    says: 'attested no conflict and accepted. Records opened',
  },
  {
    from: ['invited'],
    action: 'accept_report_only',
    to: 'report_requested',
    who: ['expert'],
    guards: ['invitation_open', 'attested', 'service_is_report_only'],
    says: 'attested no conflict and accepted. Records opened',
  },
  { from: ['invited'], action: 'decline', to: 'matching', who: ['expert'], says: 'declined the invitation' },
  {
    from: ['invited'],
    action: 'expire_invitation',
    to: 'matching',
    who: ['system'],
    says: 'let the invitation expire unanswered',
  },
  {
    from: ['invited'],
    action: 'withdraw_invitation',
    to: 'matching',
    who: ['matching_admin'],
    reason: 'required',
    says: 'withdrew the invitation',
  },
];

const calls: Row[] = [
  {
    from: ['awaiting_times', 'awaiting_time_choice'],
    action: 'offer_times',
    to: 'awaiting_time_choice',
    who: ['expert', 'assistant'],
    guards: ['three_offers'],
    says: 'offered call times',
  },
  {
    from: ['awaiting_times'],
    action: 'propose_time',
    to: 'call_scheduled',
    who: ['requester'],
    guards: ['may_propose', 'call_set'],
    says: 'proposed a call time',
  },
  {
    from: ['call_scheduled'],
    action: 'confirm_time',
    to: 'call_scheduled',
    who: ['expert', 'assistant'],
    guards: ['call_set'],
    says: 'confirmed the proposed time',
  },
  {
    from: ['call_scheduled'],
    action: 'refuse_time',
    to: 'awaiting_times',
    who: ['expert', 'assistant'],
    guards: ['call_tentative'],
    reason: 'optional',
    says: 'could not make the proposed time',
  },
  {
    from: ['awaiting_time_choice'],
    action: 'choose_time',
    to: 'call_scheduled',
    who: ['requester'],
    guards: ['call_set'],
    says: 'set the call',
  },
  {
    from: ['awaiting_time_choice'],
    action: 'none_fit',
    to: 'awaiting_times',
    who: ['requester'],
    reason: 'required',
    says: 'could make none of the times',
  },
  {
    from: ['awaiting_time_choice'],
    action: 'offers_lapsed',
    to: 'awaiting_times',
    who: ['system'],
    guards: ['no_offers_open'],
    says: 'let the last offered time lapse',
  },
  {
    from: ['call_scheduled'],
    action: 'reschedule',
    to: 'awaiting_time_choice',
    who: ['requester', 'expert', 'assistant'],
    guards: ['offers_open'],
    reason: 'required',
    says: 'asked to move the call',
  },
  {
    from: ['call_scheduled'],
    action: 'ask_new_times',
    to: 'awaiting_times',
    who: ['requester', 'expert', 'assistant'],
    guards: ['no_offers_open'],
    reason: 'required',
    says: 'asked to move the call',
  },
  {
    from: ['call_scheduled'],
    action: 'call_missed',
    to: 'awaiting_times',
    who: ['requester', 'expert', 'assistant'],
    guards: ['call_started'],
    reason: 'required',
    says: 'recorded that the call was missed',
  },
  {
    from: ['call_scheduled'],
    action: 'call_held',
    to: 'call_completed',
    who: ['expert', 'system'],
    guards: ['call_confirmed', 'call_started'],
    says: 'recorded that the call was held',
  },
];

const reporting: Row[] = [
  {
    from: ['call_completed', 'closeout_pending'],
    action: 'request_report',
    to: 'report_requested',
    who: ['requester'],
    guards: ['no_report_yet', 'price_approved'],
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
    says: 'began the report',
  },
  {
    from: ['report_in_progress'],
    action: 'sign_report',
    to: 'report_in_qa',
    who: ['expert'],
    guards: ['report_complete', 'report_signed'],
    says: 'signed the report',
  },
  {
    from: ['report_in_qa'],
    action: 'return_report',
    to: 'report_in_progress',
    who: ['clin_ops'],
    reason: 'required',
    says: 'returned the report',
  },
  {
    from: ['report_in_qa'],
    action: 'approve_report',
    to: 'report_delivered',
    who: ['clin_ops', 'system'],
    guards: ['report_signed'],
    says: 'checked and delivered the report',
  },
  {
    from: ['report_delivered', 'closeout_pending'],
    action: 'ask_clarification',
    to: 'report_in_progress',
    who: ['requester'],
    guards: ['clarification_open'],
    reason: 'required',
    says: 'asked for a clarification',
  },
];

const closing: Row[] = [
  {
    from: ['call_completed', 'report_delivered'],
    action: 'start_closeout',
    to: 'closeout_pending',
    who: ['system'],
    guards: ['closeout_enabled', 'nothing_open'],
    says: 'started the closeout clock',
  },
  {
    from: ['closeout_pending'],
    action: 'cancel_closeout',
    to: 'return',
    who: ['requester'],
    guards: ['before_closeout'],
    says: 'cancelled the automated closeout',
  },
  {
    from: ['closeout_pending'],
    action: 'close_automatically',
    to: 'closed',
    who: ['system'],
    guards: ['closeout_due', 'nothing_open'],
    says: 'closed this review',
  },
  {
    from: ['call_completed', 'report_delivered', 'closeout_pending'],
    action: 'close',
    to: 'closed',
    who: ['requester'],
    guards: ['nothing_open'],
    says: 'closed this review',
  },
  {
    from: ['closed'],
    action: 'reopen',
    to: 'call_completed',
    who: ['review_manager', 'admin'],
    reason: 'required',
    says: 'reopened this review',
  },
  {
    from: ['call_completed'],
    action: 'request_transfer',
    to: 'call_completed',
    who: ['requester'],
    guards: ['transfers_enabled'],
    reason: 'required',
    says: 'asked to transfer this review',
  },
  {
    from: ['closed'],
    action: 'request_transfer',
    to: 'closed',
    who: ['requester'],
    guards: ['transfers_enabled'],
    reason: 'required',
    says: 'asked to transfer this review',
  },
  {
    from: ['call_completed', 'closed'],
    action: 'grant_transfer',
    to: 'transferred',
    who: ['admin', 'matching_admin'],
    guards: ['transfers_enabled', 'transfer_requested'],
    says: 'granted the transfer',
  },
  {
    from: [...WORKING, 'needs_information'],
    action: 'hold',
    to: 'on_hold',
    who: ['admin', 'system'],
    reason: 'required',
    says: 'put this review on hold',
  },
  { from: ['on_hold'], action: 'resume', to: 'return', who: ['admin', 'system'], says: 'lifted the hold' },
  {
    from: ['draft', ...WORKING, 'needs_information', 'on_hold'],
    action: 'cancel',
    to: 'cancelled',
    who: ['requester', 'admin'],
    guards: ['fee_confirmed'],
    reason: 'required',
    says: 'cancelled this review',
  },
  {
    from: ['closed', 'cancelled', 'transferred'],
    action: 'purge',
    to: 'purged',
    who: ['super_admin', 'system'],
    guards: ['no_legal_hold'],
    reason: 'required',
    says: 'deleted its records for good',
  },
];

/** The case review from draft to purge. Printed into docs/lifecycles.md; every page and refusal reads it. */
export const CASE_LIFECYCLE: Lifecycle<CaseState, CaseAction, CaseOffice, CaseGuard> = {
  states: CASE_STATES,
  initial: 'draft',
  final: ['purged'],
  transitions: [...ordering, ...matching, ...calls, ...reporting, ...closing],
};
