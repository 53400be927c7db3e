import type { Transition } from '../../../core/machine.ts';
import type { Guard, Office } from './vocabulary.ts';

/*
 * Steps that every kind takes alike. A kind's table names where they may begin; who may take them, what must hold and
 * how the timeline tells them stands here once.
 */
type Step = Transition<string, string, Office, Guard>;

/** A draft is ordered. */
export const SUBMIT = {
  from: ['draft'],
  action: 'submit',
  to: 'submitted',
  who: ['requester'],
  guards: ['accepting', 'no_billing_hold', 'sections_valid'],
  says: 'ordered this review',
} as const satisfies Step;

export const OPEN_INTAKE = {
  from: ['submitted'],
  action: 'open_intake',
  to: 'in_intake',
  who: ['system', 'clin_ops'],
  says: 'opened the records check',
} as const satisfies Step;

/** Records are asked for from any of these states, and work goes on where it was once every item is answered. */
export const askingForRecords = <State extends string>(from: readonly State[]) =>
  [
    {
      from,
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
  ] as const satisfies readonly Step[];

/** The ways in which an invitation comes to nothing. */
export const INVITATION_IN_VAIN = [
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
] as const satisfies readonly Step[];

/** A call is arranged: times offered or proposed, one chosen, moved, missed, held. `afterwards`: where a held call leads. */
export const arrangingCalls = <State extends string>(afterwards: State) =>
  [
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
      to: afterwards,
      who: ['expert', 'system'],
      guards: ['call_confirmed', 'call_started'],
      says: 'recorded that the call was held',
    },
  ] as const satisfies readonly Step[];

/**
 * Hold, cancellation and purge: work rests from any of the `working` states, is given up from those and from the `begun`
 * ones, and what has `ended` is deleted for good.
 */
export const restingAndEnding = <Begun extends string, Working extends string, Ended extends string>({
  begun,
  working,
  ended,
}: {
  begun: readonly Begun[];
  working: readonly Working[];
  ended: readonly Ended[];
}) =>
  [
    {
      from: [...working, 'needs_information'],
      action: 'hold',
      to: 'on_hold',
      who: ['admin', 'system'],
      reason: 'required',
      says: 'put this review on hold',
    },
    { from: ['on_hold'], action: 'resume', to: 'return', who: ['admin', 'system'], says: 'lifted the hold' },
    {
      from: [...begun, ...working, 'needs_information', 'on_hold'],
      action: 'cancel',
      to: 'cancelled',
      who: ['requester', 'admin'],
      guards: ['fee_confirmed'],
      reason: 'required',
      says: 'cancelled this review',
    },
    {
      from: ended,
      action: 'purge',
      to: 'purged',
      who: ['super_admin', 'system'],
      guards: ['no_legal_hold'],
      reason: 'required',
      says: 'deleted its records for good',
    },
  ] as const satisfies readonly Step[];

/** The actions above, and those each kind's table places for itself, as a button or a sentence names them. */
export const COMMON_ACTION_LABELS = {
  submit: 'order it',
  open_intake: 'open the records check',
  request_files: 'ask for records',
  files_answered: 'answer the records asked for',
  release_to_matching: 'release it to matching',
  accept: 'accept the invitation',
  decline: 'decline the invitation',
  expire_invitation: 'let the invitation expire',
  withdraw_invitation: 'withdraw the invitation',
  offer_times: 'offer call times',
  propose_time: 'propose a call time',
  confirm_time: 'confirm the proposed time',
  refuse_time: 'refuse the proposed time',
  choose_time: 'choose a call time',
  none_fit: 'say that no time fits',
  offers_lapsed: 'let the offered times lapse',
  reschedule: 'move the call',
  ask_new_times: 'ask for new call times',
  call_missed: 'record that the call was missed',
  call_held: 'record that the call was held',
  sign_report: 'sign the report',
  return_report: 'return the report',
  approve_report: 'deliver the report',
  ask_clarification: 'ask for a clarification',
  close_automatically: 'close it when the time is up',
  close: 'close it',
  hold: 'put it on hold',
  resume: 'lift the hold',
  cancel: 'cancel it',
  reopen: 'reopen it',
  purge: 'delete its records for good',
} as const;

/** How matching stands after the steps that every kind's matching takes. */
export const MATCHING_FACETS = {
  release_to_matching: { matching_status: 'searching' },
  invite_directly: { matching_status: 'invited' },
  decline: { matching_status: 'searching' },
  expire_invitation: { matching_status: 'searching' },
  withdraw_invitation: { matching_status: 'searching' },
} as const;

/** How the schedule stands after the steps of arranging a call. */
export const CALL_FACETS = {
  offer_times: { schedule_status: 'times_offered' },
  propose_time: { schedule_status: 'time_chosen' },
  confirm_time: { schedule_status: 'confirmed' },
  choose_time: { schedule_status: 'confirmed' },
  refuse_time: { schedule_status: 'times_requested' },
  none_fit: { schedule_status: 'times_requested' },
  offers_lapsed: { schedule_status: 'times_requested' },
  ask_new_times: { schedule_status: 'times_requested' },
  reschedule: { schedule_status: 'times_offered' },
  call_missed: { schedule_status: 'missed' },
  call_held: { schedule_status: 'held' },
} as const;
