/**
 * Every problem the API can answer, once: its HTTP status and the sentence shown when the thrower gives none.
 * Codes are stable and documented; statuses follow the order of refusals
 * shape (400) → scope (404) → permission (403) → state (409) → field rules (422).
 */
export const PROBLEMS = {
  malformed: [400, 'The request could not be read.'],
  not_signed_in: [401, 'Sign in to continue.'],
  bad_credentials: [401, 'That e-mail and password do not match.'],
  invalid_key: [401, 'This API key opens nothing.'],
  token_expired: [401, 'This token has expired. Ask for another.'],
  second_factor_required: [401, 'Confirm it is you with your second factor first.'],
  forbidden: [403, 'Your role does not include this.'],
  profile_not_yours: [403, 'That profile is not one of yours.'],
  insufficient_scope: [403, 'This API key was not made for that.'],
  sso_required: [403, 'Your organization signs you in with its own sign-in service.'],
  sso_failed: [403, 'Signing in with your organization did not work.'],
  cross_site: [403, 'This request came from another site and was not carried out.'],
  not_accepting: [403, 'This organization is not accepting new reviews of this kind.'],
  not_found: [404, 'There is nothing here, or you do not have access to it.'],
  method_not_allowed: [405, 'This address does not accept that kind of request.'],
  request_timeout: [408, 'This request took too long to arrive. Try again.'],
  wrong_state: [409, 'That is not possible in the current state.'],
  lost_race: [409, 'Someone else was faster. Here is the current version.'],
  stale: [409, 'This changed since you opened it.'],
  in_flight: [409, 'The same request is still being carried out.'],
  price_changed: [409, 'The price is not the one that was shown.'],
  over_budget: [409, 'A budget does not have room for this.'],
  slot_taken: [409, 'That time was just taken.'],
  reauthentication_required: [409, 'Enter your password again to change this.'],
  gone: [410, 'This link has expired.'],
  too_large: [413, 'That is too large to accept here.'],
  unsupported_type: [415, 'That kind of content is not accepted here.'],
  invalid: [422, 'Some fields need another look.'],
  key_reused: [422, 'This Idempotency-Key was already used with another request.'],
  throttled: [429, 'Too many tries. Wait a little, then try again.'],
  internal: [
    500,
    'Something went wrong on our side. If you changed something, check whether it was saved, then try again.',
  ],
  damaged: [500, 'What is stored here is damaged, so it is not shown. Peritus has been notified.'],
  unavailable: [503, 'The service is starting or stopping. Try again in a moment.'],
  too_slow: [503, 'This took too long and was stopped. Nothing was changed. Try again in a moment.'],
  database_away: [503, 'Our database cannot be reached right now. Try again in a moment.'],
  storage_full: [507, 'The server has no room left for this. Nothing was lost.'],
} as const satisfies Record<string, readonly [number, string]>;

/** What whoever acts as somebody else is told of acts that are that person's alone. */
export const NOT_BY_BREAK_GLASS =
  'You came in by an emergency sign-in. Sign, attest, accept and purge after signing in as usual.';
export const IN_PERSON_ONLY = 'Only the person can do this. Nobody signs, attests or accepts in another’s name.';

export type ProblemCode = keyof typeof PROBLEMS;

/** One faulty field: a dotted path into the body and a sentence for the person. */
export interface FieldError {
  path: string;
  message: string;
}

/** RFC 9457 problem document as the API answers it. `current` carries the fresh state with a 409. */
export interface Problem {
  type: string;
  title: string;
  status: number;
  detail: string;
  code: ProblemCode;
  errors: FieldError[];
  request_id: string;
  current?: unknown;
  retry_after?: number;
}

/** A limit as a program is told of it: what is counted, how often it may be in which time. */
export interface UsedLimit {
  name: string;
  tries: number;
  window_ms: number;
}

/** The one way code refuses: thrown anywhere on the server, answered as a problem document. */
export class Refusal extends Error {
  readonly code: ProblemCode;
  readonly errors: FieldError[];
  readonly current: unknown;
  readonly retryAfterSeconds: number | undefined;
  /** Which limit is used up, where one is. */
  readonly limit: UsedLimit | undefined;

  constructor(
    code: ProblemCode,
    detail?: string,
    more: { errors?: FieldError[]; current?: unknown; retryAfterSeconds?: number; limit?: UsedLimit } = {},
  ) {
    super(detail ?? PROBLEMS[code][1]);
    this.name = 'Refusal';
    this.code = code;
    this.errors = more.errors ?? [];
    this.current = more.current;
    this.retryAfterSeconds = more.retryAfterSeconds;
    this.limit = more.limit;
  }

  get status(): number {
    return PROBLEMS[this.code][0];
  }
}

/** Field errors of a 422, thrown when there is at least one. */
export function refuseFields(errors: FieldError[]): void {
  if (errors.length > 0) throw new Refusal('invalid', undefined, { errors });
}

/** The problem document of a refusal. */
export function toProblem(refusal: Refusal, requestId: string): Problem {
  const [status, title] = PROBLEMS[refusal.code];
  return {
    type: `/api/docs#problem-${refusal.code}`,
    title,
    status,
    detail: refusal.message,
    code: refusal.code,
    errors: refusal.errors,
    request_id: requestId,
    ...(refusal.current === undefined ? {} : { current: refusal.current }),
    ...(refusal.retryAfterSeconds === undefined ? {} : { retry_after: refusal.retryAfterSeconds }),
  };
}
