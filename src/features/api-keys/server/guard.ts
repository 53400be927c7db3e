import { finished } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Actor, isOrganizationAdmin } from '../../../core/actor.ts';
import { MINUTE } from '../../../core/durations.ts';
import { type ProblemCode, Refusal } from '../../../core/errors.ts';
import { batchLoader } from '../../../platform/batch-loader.ts';
import { hashToken, sameSecret } from '../../../platform/crypto.ts';
import { runPrepared } from '../../../platform/db/prepared.ts';
import { addressIn } from '../../../platform/http/addresses.ts';
import type { SessionFacts } from '../../../platform/http/mount.ts';
import { sayLimit } from '../../../platform/http/rate-limit.ts';
import type { Ports } from '../../../platform/ports.ts';
import type { Services } from '../../../platform/services.ts';
import { Windows } from '../../../platform/windows.ts';
import { countTry, type Limit, sourceOf, throttleKey } from '../../../platform/throttle.ts';
import { ANY_KEY, scopeOf } from '../rules/opens.ts';
import type { ApiScope } from '../rules/scopes.ts';
import { isAmong } from './addresses.ts';
import { keyId } from './token.ts';

interface Row {
  id: number;
  organization_id: number;
  user_id: number;
  token_hash: Buffer;
  scopes: ApiScope[];
  addresses: string[];
  expires_at: Date;
  revoked_at: Date | null;
  last_used_at: Date | null;
  /** Its organization and those below. */
  tree: number[];
}

/** Keys by their numbers, which come as JSON text so that one plan holds for any number of them. */
const KEYS = `select k.id, k.organization_id, k.user_id, k.token_hash, k.scopes, k.addresses, k.expires_at, k.revoked_at,
      k.last_used_at, (select json_agg(t.id order by t.depth, t.id) from organization_tree(k.organization_id) t) as tree
    from api_keys k where k.id in (select asked::bigint from json_array_elements_text($1::json) asked)`;

/** Keys that are none, for each source. They carry 256 bits: this keeps the database quiet. */
const UNKNOWN: Limit = { tries: 60, window_ms: 60 * MINUTE };

interface Guarding extends Pick<Ports, 'personActor'> {
  /** Whether a request brings the cookie of a session. */
  hasSession: (request: FastifyRequest) => boolean;
}

export interface KeyGuard {
  /** The facts a request's key stands for, as a session's would; null where it brings none. */
  sessionOf(request: FastifyRequest): Promise<SessionFacts> | null;
  /** Cuts off whatever is asked with this key at this moment. */
  end(keyId: number): void;
}

/**
 * Lets programs in by API keys, before anything else is looked at: who the key is, whether it opens anything still, from
 * here, how often, and whether it was made for this operation. An operation that is not named in `rules/opens.ts` is
 * refused. The person it asks as is read anew each time, so that what they lose their keys lose at once.
 */
export function guardKeys(app: FastifyInstance, services: Services, { personActor, hasSession }: Guarding): KeyGuard {
  const { systemDb } = services.database;
  const admitted = new WeakMap<FastifyRequest, SessionFacts>();
  const running = new Map<number, Set<FastifyRequest>>();
  const windows = new Windows({
    name: 'api_key',
    tries: services.env.API_KEY_REQUESTS_PER_MINUTE,
    window_ms: MINUTE,
  });
  const find = batchLoader(async (ids: number[]): Promise<(Row | undefined)[]> => {
    const found = await runPrepared<Row>(services.database, KEYS, [JSON.stringify([...new Set(ids)])]);
    const rows = new Map(found.map((row) => [row.id, row]));
    return ids.map((id) => rows.get(id));
  });

  app.addHook('onRequest', (request, reply, done) => {
    const token = request.url.startsWith('/api/') ? bearerIn(request.headers.authorization) : null;
    if (token === null) return done();
    // oxlint-disable-next-line promise/no-callback-in-promise -- a hook of every request takes a callback
    void refusalOf(admit(request, reply, token)).then(done);
  });

  async function admit(request: FastifyRequest, reply: FastifyReply, token: string): Promise<void> {
    if (hasSession(request)) throw new Refusal('malformed', 'Ask with an API key or in a session, not with both.');
    const now = services.clock.now();
    const key = await keyOf(request, token, now);
    if (!key) throw challenge(reply, 'invalid_key', 'invalid_token');
    // running from here on: whoever revokes it meanwhile ends this, too
    track(key.id, request, reply);
    if (key.revoked_at) throw challenge(reply, 'invalid_key', 'invalid_token', 'This API key was revoked.');
    if (key.expires_at <= now) throw challenge(reply, 'invalid_key', 'invalid_token', 'This API key has expired.');
    if (!isAmong(key.addresses, request.ip))
      throw new Refusal('forbidden', `This API key is not taken from ${addressIn(request.ip) ?? 'this address'}.`);
    const actor = await actorOf(key, request);
    if (!actor)
      throw challenge(
        reply,
        'invalid_key',
        'invalid_token',
        'Who made this API key may no longer do what it was made for.',
      );
    const { left, seconds } = windows.count(key.id, now.getTime());
    sayLimit(reply, windows.limit, { left: Math.max(0, left), seconds });
    if (left < 0) throw new Refusal('throttled', undefined, { retryAfterSeconds: seconds });
    refuseOutOfScope(key, request, reply);
    await noteUse(key, request, now);
    admitted.set(request, { session_id: actor.session_id, user_id: actor.user_id, actor });
  }

  /** The key a text is; one that is none counts as a try of its source. Refuses `throttled`. */
  async function keyOf(request: FastifyRequest, token: string, now: Date): Promise<Row | null> {
    const id = keyId(token);
    const row = id === null ? undefined : await find(id);
    if (row && sameSecret(row.token_hash, hashToken(token))) return row;
    await countTry(systemDb, throttleKey('api_key_source', sourceOf(request.ip)), UNKNOWN, now);
    return null;
  }

  /** Its maker, as far as the key's organization goes; null where they no longer administer it. */
  async function actorOf(key: Row, { ip, id }: FastifyRequest): Promise<Actor | null> {
    const person = await personActor(key.user_id);
    if (!person || !isOrganizationAdmin(person.kind) || !person.organization_ids.includes(key.organization_id))
      return null;
    return {
      ...person,
      organization_id: key.organization_id,
      organization_ids: key.tree,
      // of no session, and of no other key: what was read in one go is told apart by it
      session_id: -key.id,
      ip,
      request_id: id,
      api_key: key.id,
    };
  }

  async function noteUse({ id, last_used_at }: Row, { ip }: FastifyRequest, now: Date): Promise<void> {
    if (last_used_at && now.getTime() - last_used_at.getTime() < MINUTE) return;
    await systemDb
      .updateTable('api_keys')
      .set({ last_used_at: now, last_used_ip: addressIn(ip) })
      .where('id', '=', id)
      .where('last_used_at', 'is not distinct from', last_used_at)
      .execute();
  }

  function track(id: number, request: FastifyRequest, reply: FastifyReply): void {
    const requests = running.get(id) ?? new Set();
    running.set(id, requests.add(request));
    finished(reply.raw, () => {
      requests.delete(request);
      if (requests.size === 0) running.delete(id);
    });
  }

  return {
    sessionOf(request) {
      const facts = admitted.get(request);
      return facts ? Promise.resolve(facts) : null;
    },
    end(id) {
      for (const { raw } of running.get(id) ?? []) raw.destroy();
    },
  };
}

/** What somebody is refused with; nothing where they are let in. */
const refusalOf = (admitting: Promise<void>): Promise<Error | undefined> =>
  admitting.then(
    () => undefined,
    (error: Error) => error,
  );

/** The token of an Authorization header by the Bearer scheme; another scheme is a proxy's matter, and none of ours. */
function bearerIn(header: string | undefined): string | null {
  const [scheme = '', token = ''] = (header ?? '').trim().split(/ +/, 2);
  return scheme.toLowerCase() === 'bearer' ? token : null;
}

/** Refuses operations the key was not made for; what is no operation, as the API's document, asks nobody who they are. */
function refuseOutOfScope({ scopes }: Row, { routeOptions }: FastifyRequest, reply: FastifyReply): void {
  const { operation } = routeOptions.config;
  if (operation === undefined || operation === ANY_KEY) return;
  const scope = scopeOf(operation);
  if (scope === null)
    throw challenge(reply, 'insufficient_scope', 'insufficient_scope', 'No API key opens this. Sign in.');
  if (!scopes.includes(scope))
    throw challenge(
      reply,
      'insufficient_scope',
      'insufficient_scope',
      `This API key was not made for ${scope}.`,
      scope,
    );
}

/** A refusal with what it is called where bearers are (RFC 6750, 3). */
function challenge(
  reply: FastifyReply,
  code: ProblemCode,
  error: 'invalid_token' | 'insufficient_scope',
  detail?: string,
  scope?: ApiScope,
): Refusal {
  reply.header(
    'www-authenticate',
    `Bearer realm="Peritus", error="${error}"${scope === undefined ? '' : `, scope="${scope}"`}`,
  );
  return new Refusal(code, detail);
}
