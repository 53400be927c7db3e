import { headerKey } from './header-key.ts';
import type { Endpoint, Out, SentIn } from '../../core/endpoint.ts';
import type { FieldError, Problem } from '../../core/errors.ts';
import type { Kind } from '../../core/kinds.ts';
import { urlOf } from '../../core/url-of.ts';
import { serverClock } from '../time/server-clock.ts';

/** A refused or failed call, with the problem document when there was one. */
export class ApiError extends Error {
  readonly status: number;
  readonly problem: Problem | null;

  constructor(status: number, problem: Problem | null) {
    super(
      problem?.detail ??
        (status === 0 ? 'The server could not be reached.' : `Request failed with status code ${status}`),
    );
    this.name = 'ApiError';
    this.status = status;
    this.problem = problem;
  }

  get code(): string {
    return this.problem?.code ?? (this.status === 0 ? 'offline' : 'unknown');
  }

  get errors(): FieldError[] {
    return this.problem?.errors ?? [];
  }

  /** Short reference people can read out to support. */
  get reference(): string {
    return this.problem?.request_id.slice(0, 8).toUpperCase() ?? '';
  }
}

type Part<E extends Endpoint, K extends 'params' | 'query' | 'body'> =
  SentIn<E, K> extends undefined
    ? { [P in K]?: undefined }
    : undefined extends SentIn<E, K>
      ? { [P in K]?: SentIn<E, K> }
      : { [P in K]: SentIn<E, K> };

export type CallInput<E extends Endpoint> = Part<E, 'params'> &
  Part<E, 'query'> &
  Part<E, 'body'> & {
    /** For endpoints mounted per review kind. */
    kind?: Kind;
    /** Makes a repeated create or transition harmless. */
    idempotencyKey?: string;
    /** The bytes of a file, sent as they are in place of a JSON body. */
    content?: Blob;
    signal?: AbortSignal;
    /** It was asked already, and answers. */
    begun?: Promise<Response> | undefined;
    /** The caller asks itself who is there where the server wants to know it again. */
    asksItself?: boolean;
  };

/** Headers naming the active profile, and what to do when a call finds nobody signed in; set by assembly. */
export const session: {
  profileHeaders: () => Record<string, string>;
  onUnauthorized: (endpointId: string) => void;
  onForeignProfile: () => void;
  /**
   * Becomes somebody else: `change` asks the server and says where one goes on. What the change ends meanwhile (calls,
   * connections) is no end of a session, and nothing of the one person is left for the other.
   */
  changePerson: (change: () => Promise<string>) => Promise<void>;
  /** Asks the person to show again who they are; false when they would rather not. */
  proveAgain: () => Promise<boolean>;
  onError: (error: ApiError, endpoint: Pick<Endpoint, 'id' | 'method' | 'path'>) => void;
} = {
  profileHeaders: () => ({}),
  onUnauthorized: () => undefined,
  onForeignProfile: () => undefined,
  changePerson: async (change) => location.assign(await change()),
  proveAgain: () => Promise.resolve(false),
  onError: () => undefined,
};

/**
 * Calls an endpoint and answers its typed output. Throws ApiError; status 0 means the server could not be reached. Where
 * the server wants a fresh proof of who is there, the person is asked for it and the call is made once more.
 */
export async function call<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<Out<E>> {
  try {
    return await callOnce(endpoint, input);
  } catch (error) {
    const wantsProof = error instanceof ApiError && error.code === 'reauthentication_required' && !input.asksItself;
    if (!wantsProof || !(await session.proveAgain())) throw error;
    return callOnce(endpoint, input);
  }
}

async function callOnce<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<Out<E>> {
  const headers: Record<string, string> = { accept: 'application/json', ...session.profileHeaders() };
  const body = (input as { body?: unknown }).body;
  const { content } = input;
  if (content) headers['content-type'] = content.type || 'application/octet-stream';
  else if (body !== undefined) headers['content-type'] = 'application/json';
  if (endpoint.idempotent) headers['idempotency-key'] = headerKey(input.idempotencyKey ?? crypto.randomUUID());
  let response: Response;
  const sentAt = Date.now();
  try {
    response = await (input.begun ??
      fetch(urlOf(endpoint, input), {
        method: endpoint.method,
        headers,
        credentials: 'include',
        ...(content ? { body: content } : body === undefined ? {} : { body: JSON.stringify(body) }),
        ...(input.signal ? { signal: input.signal } : {}),
      }));
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    const unanswered = new ApiError(0, null);
    session.onError(unanswered, endpoint);
    throw unanswered;
  }
  serverClock.observe(response.headers.get('x-server-time'), sentAt, Date.now());
  if (response.ok) {
    const text = await response.text();
    return (text === '' ? undefined : JSON.parse(text)) as Out<E>;
  }
  const problem = await readProblem(response);
  const error = new ApiError(response.status, problem);
  if (error.code === 'profile_not_yours') session.onForeignProfile();
  else if (response.status === 401) session.onUnauthorized(endpoint.id);
  session.onError(error, endpoint);
  throw error;
}

async function readProblem(response: Response): Promise<Problem | null> {
  try {
    const value: unknown = await response.json();
    return typeof value === 'object' && value !== null && 'code' in value ? (value as Problem) : null;
  } catch {
    return null;
  }
}
