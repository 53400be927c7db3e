import { randomUUID } from 'node:crypto';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import helmet from '@fastify/helmet';
import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyRequest,
} from 'fastify';
import { hasZodFastifySchemaValidationErrors, validatorCompiler } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { schemaMessages } from '../../core/endpoint.ts';
import { type FieldError, type ProblemCode, Refusal, toProblem } from '../../core/errors.ts';
import { isDatabaseAway, isOverrun, Outage } from '../db/away.ts';
import { wellFormed } from '../../core/well-formed.ts';
import type { Services } from '../services.ts';
import { forwardedFor } from './addresses.ts';
import { answerCompiler } from './answers.ts';
import { answerWhileFrozen } from './frozen.ts';
import { arrivalServer, limitArrival } from './arrival.ts';
import { sayLimit } from './rate-limit.ts';

const BODY_LIMIT = 1024 * 1024;

/** The bare server: validation, problem documents, headers, cookies, cross-site guard. No routes. */
export async function createHttp(services: Services): Promise<FastifyInstance> {
  z.config({ customError: schemaMessages });
  const answers = answerCompiler(process.env.NODE_ENV === 'test');
  const app = Fastify({
    // named here instead of set afterwards: Fastify's own, which are large and whose types these are, are then never read
    schemaController: {
      // why: Fastify types compilers for its own schemas, ours are zod’s
      compilersFactory: { buildValidator: () => validatorCompiler as never, buildSerializer: () => answers as never },
    },
    loggerInstance: services.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    bodyLimit: BODY_LIMIT,
    trustProxy: services.env.TRUST_PROXY ?? false,
    forceCloseConnections: 'idle',
    serverFactory: arrivalServer(),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 300 },
  });
  // before anybody asks where a request comes from
  app.addHook('onRequest', (request, _reply, done) => {
    const header = request.headers['x-forwarded-for'];
    if (header !== undefined) request.raw.headers['x-forwarded-for'] = forwardedFor([header].flat().join(','));
    done();
  });
  limitArrival(app);
  answerWhileFrozen(app, services.database.pulse);
  await app.register(cookie);
  // answers of endpoints ask for it (mount.ts); pages' assets were compressed when they were built, files are sent as they are
  await app.register(compress, { global: false });
  await app.register(helmet, {
    enableCSPNonces: false,
    contentSecurityPolicy: false, // set by the page route, which knows its nonce; the API answers nothing that runs
    crossOriginEmbedderPolicy: false,
    // many addresses open something, and a page goes on to others without loading anew: no site is told any of them
    referrerPolicy: { policy: 'no-referrer' },
    hsts: services.env.public_url.startsWith('https:') ? { maxAge: 31_536_000, includeSubDomains: true } : false,
  });
  guardCrossSite(app, services);
  // nothing that the database could not store gets further than this; in an address it can be NUL alone, as halves of
  // a character are no UTF-8. A page reads its own address
  app.addHook('onRequest', (request, _reply, done) => {
    const refused = request.url.startsWith('/api/') && request.url.includes('%00');
    done(refused ? new Refusal('malformed', 'An address cannot hold a NUL character.') : undefined);
  });
  app.addHook('preValidation', (request, _reply, done) => {
    request.body = wellFormed(request.body);
    done();
  });
  // hooks of every request take a callback: a promise each would cost more than what they do
  app.addHook('onSend', (request, reply, payload, done) => {
    reply.header('x-request-id', request.id);
    // pages keep their clock by the server's, so that "in 20 h" is right on a machine whose clock is not
    reply.header('x-server-time', services.clock.now().toISOString());
    if (request.url.startsWith('/api/') && !reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
    done(null, payload);
  });
  // these lines hold nothing that would have to be hidden, so they are not searched for it
  const log = services.log.child({}, { redact: [] });
  app.addHook('onResponse', (request, reply, done) => {
    log.info(
      {
        request_id: request.id,
        method: request.method,
        route: request.routeOptions.url,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'request',
    );
    done();
  });
  const outage = new Outage(services.log);
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const refusal = asRefusal(error, request.method);
    const isTold = refusal.code === 'database_away' && !outage.note(error);
    if (refusal.status >= 500 && !isTold) {
      services.log.error({ request_id: request.id, route: request.routeOptions.url, err: error }, 'request failed');
      const profile = request.headers['x-profile-type'];
      services.errors.caught(error, {
        kind: 'request',
        url: request.routeOptions.url,
        method: request.method,
        status: refusal.status,
        code: refusal.code,
        request_id: request.id,
        profile_type: typeof profile === 'string' && /^[a-z_]{1,40}$/.test(profile) ? profile : undefined,
      });
    }
    if (refusal.retryAfterSeconds !== undefined) reply.header('retry-after', String(refusal.retryAfterSeconds));
    if (refusal.limit) sayLimit(reply, refusal.limit, { left: 0, seconds: refusal.retryAfterSeconds ?? 0 });
    return reply
      .status(refusal.status)
      .header('content-type', 'application/problem+json')
      .serializer((payload: unknown) => JSON.stringify(payload))
      .send(toProblem(refusal, request.id));
  });
  return app;
}

const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);
const AWAY_RETRY_SECONDS = 5;
/** Its last word may have been lost on the way, so nothing is claimed of what was asked. */
const AWAY_AMID =
  'Our database cannot be reached right now. Wait a moment, check whether this went through, and try again if it did not.';

/**
 * Whether an origin is ours: the public address with its scheme, for a page that came without encryption may be
 * anybody's; or the name that was asked for, where the server is reached by another.
 */
export function ownOrigins(publicUrl: string): (origin: string, host: string | undefined) => boolean {
  const own = new URL(publicUrl);
  return (origin, host) => {
    if (!URL.canParse(origin)) return false;
    const from = new URL(origin);
    return from.host === own.host ? from.protocol === own.protocol : from.host === host;
  };
}

/** State changes are taken from our own pages or from programs, never from another site's page. */
function guardCrossSite(app: FastifyInstance, services: Services): void {
  const isOwn = ownOrigins(services.env.public_url);
  app.addHook('onRequest', (request, _reply, done) => {
    done(isForeign(request) ? new Refusal('cross_site') : undefined);
  });

  function isForeign({ method, headers }: FastifyRequest): boolean {
    if (method === 'GET' || method === 'HEAD' || method === 'OPTIONS') return false;
    const site = headers['sec-fetch-site'];
    if (site !== undefined && site !== 'same-origin' && site !== 'none') return true;
    const { origin } = headers;
    if (origin === undefined) return false;
    return !isOwn(origin, headers.host);
  }
}

/** Any error as the refusal a person gets. Shape errors are 400 and name each field. */
export function asRefusal(error: unknown, method = 'GET'): Refusal {
  if (error instanceof Refusal) return error;
  if (isDatabaseAway(error)) {
    const detail = SAFE_METHODS.has(method) ? undefined : AWAY_AMID;
    return new Refusal('database_away', detail, { retryAfterSeconds: AWAY_RETRY_SECONDS });
  }
  if (isOverrun(error)) return new Refusal('too_slow', undefined, { retryAfterSeconds: AWAY_RETRY_SECONDS });
  if (hasZodFastifySchemaValidationErrors(error)) {
    const errors: FieldError[] = error.validation.map((issue) => ({
      path: issue.instancePath.replace(/^\//, '').replaceAll('/', '.'),
      message: issue.message ?? 'Not understood',
    }));
    return new Refusal('malformed', undefined, { errors });
  }
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined;
  const byStatus: Record<number, ProblemCode> = {
    400: 'malformed',
    404: 'not_found',
    413: 'too_large',
    415: 'unsupported_type',
    429: 'throttled',
  };
  if (typeof status !== 'number' || status < 400 || status > 499) return new Refusal('internal');
  // whatever a library refuses for another reason was asked wrongly: it is no fault of ours
  return new Refusal(byStatus[status] ?? 'malformed');
}
