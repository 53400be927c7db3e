import type { Bucket, StateRow } from '../../rules/facts.ts';
import { SIDE_STATES } from '../state-row.ts';
import type { Step } from '../vocabulary.ts';
import { statesOf } from './tables.ts';

/* Steps by which a review rests, is handed on and ends. */

/** What leads back to where a review may be closed without beginning the closeout: it was there before. */
export const SETTLED = [
  'cancel_closeout',
  'reopen',
  'request_transfer',
  'hand_over',
  'decline_transfer',
  'override',
  'resume',
  'files_answered',
] as const;

/** Once nothing is open the time runs after which it closes by itself, until the requester stops it. */
export const startingCloseout = <From extends string, To extends string>(from: readonly From[], to: To) =>
  [
    {
      from,
      action: 'start_closeout',
      to,
      who: ['system'],
      guards: ['closeout_enabled', 'nothing_open'],
      says: 'started the closeout clock',
    },
    {
      from: [to],
      action: 'cancel_closeout',
      to: 'return',
      who: ['requester'],
      guards: ['before_closeout'],
      says: 'canceled the automated closeout',
    },
  ] as const satisfies readonly Step[];

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
            // the system where the expert it should continue with declines
            who: ['review_manager', 'admin', 'matching_admin', 'system'],
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
      says: 'canceled this review',
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
