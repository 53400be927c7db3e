import { constants } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '../../core/actor.ts';
import type { Endpoint, In, Out } from '../../core/endpoint.ts';
import { IN_PERSON_ONLY, NOT_BY_BREAK_GLASS, type ProblemCode, Refusal } from '../../core/errors.ts';
import { KIND_NAMES, KINDS, type Kind } from '../../core/kinds.ts';
import { ActorDb } from '../db/actor-db.ts';
import { idempotent } from '../idempotency.ts';
import type { Services } from '../services.ts';

/** A session as the guard found it; `actor` is null while the second factor is missing. */
export interface SessionFacts {
  session_id: number;
  user_id: number;
  actor: Actor | null;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Resolves the session once per request; null when not signed in. Set by assembly from the accounts feature. */
    session: () => Promise<SessionFacts | null>;
  }
  interface FastifyContextConfig {
    /** The operation a route carries out, by the id of its endpoint. */
    operation?: string;
  }
}

interface Call<E extends Endpoint> {
  params: In<E, 'params'>;
  query: In<E, 'query'>;
  body: In<E, 'body'>;
  /** The review kind of a path mounted per kind. */
  kind: Kind;
  request: FastifyRequest;
  reply: FastifyReply;
  session: SessionFacts | null;
}
export interface ActorCall<E extends Endpoint> extends Call<E> {
  actor: Actor;
  db: ActorDb;
}

/** A handler for an endpoint open to an actor; it gets the actor and the scoped handle. */
export type ActorHandler<E extends Endpoint> = (call: ActorCall<E>) => Promise<Out<E>>;
/** A handler for a public or session endpoint. */
export type OpenHandler<E extends Endpoint> = (call: Call<E>) => Promise<Out<E>>;

/** Answers of some length travel compressed, at a level that costs less than the bytes it saves on a telephone. */
const COMPRESSED = {
  threshold: 1024,
  encodings: ['br' as const, 'gzip' as const],
  brotliOptions: {
    params: { [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT, [constants.BROTLI_PARAM_QUALITY]: 4 },
  },
  zlibOptions: { level: 5 },
};

/** Mounts the endpoint on the server: shape, session, permission to call, idempotency, then the handler. */
export function mount<E extends Endpoint>(
  app: FastifyInstance,
  services: Services,
  endpoint: E,
  handler: E['allow'] extends 'public' | 'session' ? OpenHandler<E> : ActorHandler<E>,
): void {
  const targets: { url: string; kind: Kind | null }[] = endpoint.path.includes('{kind}')
    ? KIND_NAMES.map((kind) => ({ url: endpoint.path.replace('{kind}', KINDS[kind].api_path), kind }))
    : [{ url: endpoint.path, kind: null }];
  for (const { url, kind } of targets) {
    app.route({
      method: endpoint.method,
      url: url.replaceAll(/\{(\w+)\}/g, ':$1'),
      config: { operation: endpoint.id },
      schema: routeSchema(endpoint, kind),
      compress: COMPRESSED,
      handler: async (request, reply) => {
        const session = await admit(endpoint, request);
        const call = {
          params: request.params,
          query: request.query,
          body: request.body,
          get kind(): Kind {
            if (kind === null) throw new Error(`${endpoint.id} is not an endpoint of a kind.`);
            return kind;
          },
          request,
          reply,
          session,
          actor: session?.actor,
          db: session?.actor ? new ActorDb(services.database.systemDb, session.actor) : undefined,
        };
        const run = () => (handler as (c: unknown) => Promise<unknown>)(call);
        const key = request.headers['idempotency-key'];
        if (endpoint.idempotent && typeof key === 'string' && key !== '' && session) {
          const content = [request.params, request.query, request.body ?? null];
          // what opens something stands in no column; which one it was is part of the hashed content
          const address = endpoint.path.includes('{token}') ? endpoint.path : request.url.split('?')[0];
          const path = `${endpoint.method} ${address}`;
          const now = services.clock.now();
          const claim = {
            user_id: session.user_id,
            actor: session.actor,
            review_id: kind === null ? null : reviewIn(request.params),
            endpoint: path,
            key,
            content,
            success: endpoint.success,
            now,
          };
          const { status, answer } = await idempotent(services.database.systemDb, claim, run);
          return reply.status(status).send(answer ?? undefined);
        }
        const answer = await run();
        if (endpoint.raw !== null) return reply;
        return reply.status(endpoint.success).send(answer ?? undefined);
      },
    });
  }
}

/** The review an address of a kind names. */
function reviewIn(params: unknown): number | null {
  const id = params !== null && typeof params === 'object' && 'id' in params ? params.id : null;
  return typeof id === 'number' ? id : null;
}

async function admit(endpoint: Endpoint, request: FastifyRequest): Promise<SessionFacts | null> {
  const session = await request.session();
  if (endpoint.in_person && session?.actor?.impersonator) throw new Refusal('forbidden', IN_PERSON_ONLY);
  if (endpoint.in_person === true && session?.actor?.break_glass !== undefined)
    throw new Refusal('forbidden', NOT_BY_BREAK_GLASS);
  if (endpoint.allow === 'public') return session;
  if (!session) throw new Refusal('not_signed_in');
  if (endpoint.allow === 'session') return session;
  if (!session.actor) throw new Refusal('second_factor_required');
  if (!endpoint.allow(session.actor)) throw new Refusal('forbidden');
  return session;
}

/** What the API's document says of an endpoint; `app/api-document.ts` turns the last two into answers of the operation. */
function routeSchema(endpoint: Endpoint, kind: Kind | null): Record<string, unknown> {
  const { params, query, body, output } = endpoint.shape;
  return {
    operationId: kind ? `${endpoint.id}.${KINDS[kind].api_path}` : endpoint.id,
    summary: endpoint.summary,
    tags: [endpoint.id.split('.')[0] ?? ''],
    ...(endpoint.allow === 'public' ? { security: [] } : {}),
    ...(params ? { params } : {}),
    ...(query ? { querystring: query } : {}),
    ...(body ? { body } : {}),
    ...(endpoint.raw === null ? { response: { [endpoint.success]: output } } : {}),
    'x-endpoint': {
      id: endpoint.id,
      problems: problemsOf(endpoint),
      idempotent: endpoint.idempotent,
      raw: endpoint.raw,
      example: endpoint.example,
    } satisfies EndpointNotes,
  };
}

/** What the document is told of an endpoint beside its schemas. */
export interface EndpointNotes {
  id: string;
  problems: ProblemCode[];
  idempotent: boolean;
  /** Media type of an answer that is no JSON. */
  raw: string | null;
  /** A request's body. */
  example: unknown;
}

/** Every problem an endpoint can answer below 500: its own, and those of what runs before its handler. */
function problemsOf({ allow, method, path, shape, idempotent: kept, errors }: Endpoint): ProblemCode[] {
  const codes: ProblemCode[] = ['malformed'];
  if (allow !== 'public') codes.push('not_signed_in');
  if (typeof allow === 'function') codes.push('second_factor_required', 'forbidden', 'profile_not_yours');
  if (method !== 'GET') codes.push('cross_site');
  if (path.includes('/{') && !/\/\{kind\}(\/[^{]*)?$/.test(path)) codes.push('not_found');
  if (shape.body) codes.push('request_timeout', 'too_large', 'unsupported_type');
  if (kept) codes.push('in_flight', 'key_reused');
  return [...new Set([...codes, ...errors])];
}
