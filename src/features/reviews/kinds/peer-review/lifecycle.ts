import type { Lifecycle, Transition } from '../../../../core/machine.ts';
import {
  arrangingCalls,
  askingForRecords,
  INVITATION_IN_VAIN,
  OPEN_INTAKE,
  restingAndEnding,
  SUBMIT,
} from '../common-steps.ts';
import type { Guard, Office } from '../vocabulary.ts';

export const PEER_REVIEW_STATES = [
  'draft',
  'pre_ordered',
  'submitted',
  'in_intake',
  'matching',
  'invited',
  'in_review',
  'report_submitted',
  'in_qa',
  'returned',
  'delivered',
  'awaiting_times',
  'awaiting_time_choice',
  'call_scheduled',
  'completed',
  'closed',
  'needs_information',
  'on_hold',
  'cancelled',
  'purged',
] as const;
export type PeerReviewState = (typeof PEER_REVIEW_STATES)[number];

/** Open states after submission in which work goes on; hold and cancel start from any of them. */
const WORKING = [
  'submitted',
  'in_intake',
  'matching',
  'invited',
  'in_review',
  'report_submitted',
  'in_qa',
  'returned',
  'delivered',
  'awaiting_times',
  'awaiting_time_choice',
  'call_scheduled',
] as const;

export const PEER_REVIEW_ACTIONS = [
  'pre_order',
  'lapse',
  'submit',
  'open_intake',
  'request_files',
  'files_answered',
  'release_to_matching',
  'invite_directly',
  'accept',
  'decline',
  'expire_invitation',
  'withdraw_invitation',
  'start_report',
  'sign_report',
  'open_qa',
  'return_report',
  'approve_report',
  'ask_clarification',
  'request_call',
  'give_up_call',
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
  'acknowledge',
  'complete_automatically',
  'record_outcome',
  'close',
  'close_automatically',
  'hold',
  'resume',
  'cancel',
  'reopen',
  'purge',
] as const;
export type PeerReviewAction = (typeof PEER_REVIEW_ACTIONS)[number];

type Row = Transition<PeerReviewState, PeerReviewAction, Office, Guard>;

const ordering: Row[] = [
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
  {
    from: ['in_intake'],
    action: 'release_to_matching',
    to: 'matching',
    who: ['clin_ops', 'system'],
    guards: ['records_uploaded', 'price_agreed'],
    says: 'found the charts complete and released it to matching',
  },
];

const matching: Row[] = [
  {
    from: ['matching'],
    action: 'invite_directly',
    to: 'invited',
    who: ['matching_admin', 'system'],
    guards: ['invitation_open', 'no_billing_hold'],
    says: 'invited reviewers',
  },
  {
    from: ['invited'],
    action: 'accept',
    to: 'in_review',
    who: ['expert'],
    guards: ['invitation_open', 'attested'],
    says: 'attested no conflict and accepted. Records opened',
  },
  ...INVITATION_IN_VAIN,
];

const reviewing: Row[] = [
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
  {
    from: ['in_review'],
    action: 'sign_report',
    to: 'report_submitted',
    who: ['expert'],
    guards: ['report_complete', 'report_signed'],
    says: 'signed and submitted the report',
  },
  {
    from: ['report_submitted'],
    action: 'open_qa',
    to: 'in_qa',
    who: ['clin_ops', 'system'],
    says: 'took the report to its quality check',
  },
  {
    from: ['in_qa'],
    action: 'return_report',
    to: 'returned',
    who: ['clin_ops'],
    reason: 'required',
    says: 'returned the report',
  },
  {
    from: ['in_qa'],
    action: 'approve_report',
    to: 'delivered',
    who: ['clin_ops', 'system'],
    guards: ['report_signed'],
    says: 'checked and delivered the report',
  },
  {
    from: ['delivered', 'completed'],
    action: 'ask_clarification',
    to: 'in_review',
    who: ['requester'],
    guards: ['clarification_included', 'clarification_open'],
    reason: 'required',
    says: 'asked for a clarification',
  },
];

/** A call with the reviewer about the delivered report, when the requester asks for one. */
const calls: Row[] = [
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
];

const closing: Row[] = [
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
  {
    from: ['completed'],
    action: 'close',
    to: 'closed',
    who: ['requester'],
    guards: ['nothing_open'],
    says: 'closed this review',
  },
  {
    from: ['completed'],
    action: 'close_automatically',
    to: 'closed',
    who: ['system'],
    guards: ['closeout_due', 'nothing_open'],
    says: 'closed this review',
  },
  {
    from: ['closed'],
    action: 'reopen',
    to: 'completed',
    who: ['review_manager', 'admin'],
    reason: 'required',
    says: 'reopened this review',
  },
  ...restingAndEnding({ begun: ['draft', 'pre_ordered'], working: WORKING, ended: ['closed', 'cancelled'] }),
];

/** The peer review from draft to purge. Printed into docs/lifecycles.md; every page and refusal reads it. */
export const PEER_REVIEW_LIFECYCLE: Lifecycle<PeerReviewState, PeerReviewAction, Office, Guard> = {
  states: PEER_REVIEW_STATES,
  initial: 'draft',
  final: ['purged'],
  transitions: [...ordering, ...matching, ...reviewing, ...calls, ...closing],
};
