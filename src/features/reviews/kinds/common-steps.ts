import type { Transition } from '../../../core/machine.ts';
import type { Bucket, StateRow } from '../rules/facts.ts';
import { SIDE_STATES } from './state-row.ts';
import type { Guard, ReviewRole } from './vocabulary.ts';

/*
 * Steps that every kind takes alike. A kind's table names where they may begin; who may take them, what must hold and
 * how the timeline tells them stands here once.
 */
type Step = Transition<string, string, ReviewRole, Guard>;

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

/** Once its records are there, as the kind's own guard says, an expert is looked for. */
export const releasing = <G extends Guard>(records: G, says: string) =>
  ({
    from: ['in_intake'],
    action: 'release_to_matching',
    to: 'matching',
    who: ['clin_ops', 'system'],
    guards: [records, 'price_agreed'],
    says,
  }) as const satisfies Step;

/** Who is found is invited, without a choice of the requester's. */
export const invitingDirectly = (says: string) =>
  ({
    from: ['matching'],
    action: 'invite_directly',
    to: 'invited',
    who: ['matching_admin', 'system'],
    guards: ['invitation_open', 'no_billing_hold'],
    says,
  }) as const satisfies Step;

/** An invitation is accepted, after its attestation. `when` it needs more, that is said; where it leads is the kind's. */
export const accepting = <A extends string, To extends string>(action: A, to: To, when: readonly Guard[] = []) =>
  ({
    from: ['invited'],
    action,
    to,
    who: ['expert'],
    guards: ['invitation_open', 'attested', ...when],
    says: 'attested no conflict and accepted. Records opened',
  }) as const satisfies Step;

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

/** The expert signs what was written. */
export const signingReport = <Writing extends string, To extends string>(writing: Writing, to: To, says: string) =>
  ({
    from: [writing],
    action: 'sign_report',
    to,
    who: ['expert'],
    guards: ['report_complete', 'report_signed'],
    says,
  }) as const satisfies Step;

/** A signed report is checked: returned, or delivered; delivered, it can be asked about. */
export const checkingReport = <Checking extends string, Back extends string, Delivered extends string>({
  checking,
  returned,
  delivered,
}: {
  checking: Checking;
  returned: Back;
  delivered: Delivered;
}) =>
  [
    {
      from: [checking],
      action: 'return_report',
      to: returned,
      who: ['clin_ops'],
      reason: 'required',
      says: 'returned the report',
    },
    {
      from: [checking],
      action: 'approve_report',
      to: delivered,
      who: ['clin_ops', 'system'],
      guards: ['report_signed'],
      says: 'checked and delivered the report',
    },
  ] as const satisfies readonly Step[];

/** A delivered report is asked about, and the expert writes once more. */
export const askingClarification = <From extends string, To extends string>(
  from: readonly From[],
  to: To,
  when: readonly Guard[] = [],
) =>
  ({
    from,
    action: 'ask_clarification',
    to,
    who: ['requester'],
    guards: [...when, 'clarification_open'],
    reason: 'required',
    says: 'asked for a clarification',
  }) as const satisfies Step;

/** The requester closes it. */
export const closing = <From extends string>(from: readonly From[]) =>
  ({
    from,
    action: 'close',
    to: 'closed',
    who: ['requester'],
    guards: ['nothing_open'],
    says: 'closed this review',
  }) as const satisfies Step;

/** It closes by itself when its time is up. */
export const closingByItself = <From extends string>(from: From) =>
  ({
    from: [from],
    action: 'close_automatically',
    to: 'closed',
    who: ['system'],
    guards: ['closeout_due', 'nothing_open'],
    says: 'closed this review',
  }) as const satisfies Step;

/** What was closed is taken up again. */
export const reopening = <To extends string>(to: To) =>
  ({
    from: ['closed'],
    action: 'reopen',
    to,
    who: ['review_manager', 'admin'],
    reason: 'required',
    says: 'reopened this review',
  }) as const satisfies Step;

/** From any of these states a review can be handed to another requester, or elsewhere. */
export const handingOn = <From extends string>(from: readonly From[]) =>
  [
    ...from.flatMap(
      (state) =>
        [
          {
            from: [state],
            action: 'request_transfer',
            to: state,
            who: ['requester'],
            guards: ['transfers_enabled', 'no_transfer_requested'],
            reason: 'required',
            says: 'asked to transfer this review',
          },
          {
            from: [state],
            action: 'hand_over',
            to: state,
            who: ['review_manager', 'admin', 'matching_admin'],
            guards: ['transfers_enabled', 'transfer_to_colleague'],
            says: 'handed it to another requester',
          },
          {
            from: [state],
            action: 'decline_transfer',
            to: state,
            who: ['review_manager', 'admin', 'matching_admin'],
            guards: ['transfer_requested'],
            reason: 'required',
            says: 'declined the transfer',
          },
        ] as const satisfies readonly Step[],
    ),
    {
      from,
      action: 'grant_transfer',
      to: 'transferred',
      who: ['admin', 'matching_admin'],
      guards: ['transfers_enabled', 'transfer_elsewhere'],
      says: 'granted the transfer',
    },
  ] as const satisfies readonly Step[];

/** The states of a kind's table, in its order. */
export const statesOf = <State extends string>(table: Readonly<Record<State, StateRow>>): State[] =>
  Object.keys(table) as State[];

const statesIn = <State extends string>(table: Readonly<Record<State, StateRow>>, bucket: Bucket): State[] =>
  statesOf(table).filter((state) => table[state].bucket === bucket && !Object.hasOwn(SIDE_STATES, state));

/**
 * Hold, cancellation and purge: work rests from any of the kind's states in which it goes on, is given up from those and
 * from the ones before it is ordered, and what has `ended` is deleted for good.
 */
export const restingAndEnding = <State extends string>(
  table: Readonly<Record<State, StateRow>>,
  ended: readonly NoInfer<State>[],
) => {
  const working = statesIn(table, 'active');
  return [
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
      from: [...statesIn(table, 'draft'), ...working, 'needs_information', 'on_hold'],
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
};

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

/** How the report stands after the steps that every kind's report takes. */
export const REPORT_FACETS = {
  start_report: { report_status: 'draft' },
  return_report: { report_status: 'returned' },
  approve_report: { report_status: 'delivered' },
  ask_clarification: { report_status: 'addendum_requested' },
} as const;

/** Business days the states every kind has may take: standard and expedited. */
export const COMMON_STEP_DAYS = {
  submitted: [1, 1],
  in_intake: [1, 1],
  matching: [2, 1],
  awaiting_times: [2, 1],
  awaiting_time_choice: [2, 1],
  needs_information: [3, 1],
} as const;

/** What follows an order by itself: its records are checked, and where the organization runs itself, released. */
export const FOLLOWING_AN_ORDER = [
  { to: 'submitted', action: 'open_intake' },
  { to: 'in_intake', action: 'release_to_matching', only: 'saas' },
] as const;
