import type { StateRow } from '../../rules/facts.ts';

/* What a kind reads of its own table of states, and what every kind says of the steps it shares. */

/** The states of a kind's table, in its order. */
export const statesOf = <State extends string>(table: Readonly<Record<State, StateRow>>): State[] =>
  Object.keys(table) as State[];

/** The actions of these steps, and those each kind's table places for itself, as a button or a sentence names them. */
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

/** Business days the states every kind has may take: standard and expedited. */
export const COMMON_STEP_DAYS = {
  submitted: [1, 1],
  in_intake: [1, 1],
  matching: [2, 1],
  needs_information: [3, 1],
} as const;
