import type { Step } from '../vocabulary.ts';

/* Steps of every kind from the order to the records there: ordered, checked, asked for. */

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

/** What follows an order by itself: its records are checked, and where the organization runs itself, released. */
export const FOLLOWING_AN_ORDER = [
  { to: 'submitted', action: 'open_intake' },
  { to: 'in_intake', action: 'release_to_matching', only: 'saas' },
] as const;
