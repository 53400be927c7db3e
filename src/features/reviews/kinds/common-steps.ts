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
