import { type Kind, KIND_NAMES } from './kinds.ts';
import { z } from 'zod';
import type { Actor } from './actor.ts';
import type { ProblemCode } from './errors.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Who may call an endpoint at all, before anything is loaded:
 * `public` anyone; `session` any session, also one still waiting for its second factor; otherwise a signed-in actor
 * for whom the function answers true (never the place for state or for a record's own rules).
 */
export type Allow = 'public' | 'session' | ((actor: Actor) => boolean);

export interface EndpointShape {
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  output: z.ZodType;
}

export interface Endpoint<S extends EndpointShape = EndpointShape> {
  /** Stable operation id: "reviews.read". */
  id: string;
  method: Method;
  /**
   * Path with parameters in braces. A path with `{kind}` is mounted once for each review kind, with the kind's API
   * path in its place, and is called with the kind.
   */
  path: string;
  summary: string;
  allow: Allow;
  shape: S;
  /** Problems beyond the ones every endpoint can answer. */
  errors: readonly ProblemCode[];
  /** Takes an Idempotency-Key: creates and transitions. */
  idempotent: boolean;
  /**
   * Nobody does it as them: it signs, attests, accepts or speaks in the person's own name (true, also left alone where
   * a sign-in was opened by command), or it protects their account (`account`).
   */
  in_person: boolean | 'account';
  /** 201 for creations, 204 for endpoints without an answer; 200 otherwise. */
  success: 200 | 201 | 204;
  /** Media type of an answer other than JSON (a file), whose reply the handler writes itself; null for JSON. */
  raw: string | null;
  /** A body as somebody sends it, for the API's document. */
  example: unknown;
}

export type In<E extends Endpoint, K extends 'params' | 'query' | 'body'> = E['shape'][K] extends z.ZodType
  ? z.output<E['shape'][K]>
  : undefined;
export type SentIn<E extends Endpoint, K extends 'params' | 'query' | 'body'> = E['shape'][K] extends z.ZodType
  ? z.input<E['shape'][K]>
  : undefined;
export type Out<E extends Endpoint> = z.output<E['shape']['output']>;

/** Declares an endpoint: the one source of its route, validation, documentation and typed client call. */
export function defineEndpoint<const S extends EndpointShape>(spec: {
  id: string;
  method: Method;
  path: string;
  summary: string;
  allow: Allow;
  shape: S;
  errors?: readonly ProblemCode[];
  idempotent?: boolean;
  in_person?: boolean | 'account';
  success?: 200 | 201 | 204;
  raw?: string;
  example?: S['body'] extends z.ZodType ? z.input<S['body']> : never;
}): Endpoint<S> {
  return { errors: [], idempotent: false, in_person: false, success: 200, raw: null, example: undefined, ...spec };
}

/** No answer body. */
export const nothing = z.undefined().or(z.null());

export const idParam = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER);
/** A kind of review by its name. Which there are is asked when the first is read: the assembly may bring more. */
export const kindName = z.lazy(() => z.enum(KIND_NAMES as [Kind, ...Kind[]]));
/** An instant in UTC. */
export const instant = z.iso
  .datetime({ offset: false })
  .meta({ id: 'Instant', examples: ['2026-11-19T13:30:00.000Z'] });
export const calendarDate = z.iso.date().meta({ id: 'CalendarDate', examples: ['2026-11-19'] });

/** A keyset page: `next_cursor` is null on the last one. */
export function pageOf<T extends z.ZodType>(row: T) {
  return z.object({ data: z.array(row), next_cursor: z.string().nullable() });
}

/** One action of the reader on a record: whether it can be done now and, where not, why. */
export const ability = z.object({ allowed: z.boolean(), reason: z.string().nullable() }).meta({ id: 'Ability' });
export type Ability = z.output<typeof ability>;
export const abilities = z.record(z.string(), ability);

/** Schema messages in the specification's words; one map for both sides. */
export const schemaMessages: z.core.$ZodErrorMap = (issue) => {
  if (issue.code === 'invalid_type') {
    if (issue.input === undefined || issue.input === null) return 'Required';
    // what is written as a number in an address, and is none, or not there
    if (Number.isNaN(issue.input)) return 'A number is required';
    const got = Array.isArray(issue.input) ? 'array' : typeof issue.input;
    return `Expected ${issue.expected}, received ${got}`;
  }
  if (issue.code === 'too_small' && issue.origin === 'string' && issue.minimum === 1) return 'Required';
  return undefined;
};
