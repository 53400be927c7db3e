import type { Step } from '../vocabulary.ts';

/* Steps by which a call is arranged, and how the schedule stands after them. */

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
      guards: ['offers_open', 'moving_fee_confirmed'],
      reason: 'required',
      says: 'asked to move the call',
    },
    {
      from: ['call_scheduled'],
      action: 'ask_new_times',
      to: 'awaiting_times',
      who: ['requester', 'expert', 'assistant'],
      guards: ['no_offers_open', 'moving_fee_confirmed'],
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

/** Each of these steps as a button or a sentence names it. */
export const CALL_ACTION_LABELS = {
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
} as const;

/** Business days the states of arranging a call may take: standard and expedited. */
export const CALL_STEP_DAYS = { awaiting_times: [2, 1], awaiting_time_choice: [2, 1] } as const;
