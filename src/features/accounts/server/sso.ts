import { isEmail, normalizeEmail } from '../../../core/emails.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { SystemActor } from '../../../core/actor.ts';
import { Refusal } from '../../../core/errors.ts';
import { DAY, HOUR, MINUTE } from '../../../core/time.ts';
import { command } from '../../../platform/command.ts';
import { hashToken, newToken, sameSecret } from '../../../platform/crypto.ts';
import { mount, type SessionFacts } from '../../../platform/http/mount.ts';
import type { Ports } from '../../../platform/ports.ts';
import type { Services } from '../../../platform/services.ts';
import { countTry, sourceOf, throttleKey } from '../../../platform/throttle.ts';
import { ssoEndpoints, type SsoCallbackBody, type SsoOffer } from '../contract/sso.ts';
import { isFreshToken, provedAt, SSO_FAILURES, SSO_SIGN_IN_MS, type SsoFailure, ssoTarget } from '../rules.ts';
import { dropCookie, keepCookie, readCookie } from './cookies.ts';
import { setSessionCookie, startSession } from './session-start.ts';
import { personOf, SsoRefused } from './sso-people.ts';
import {
  afterLogoutUrl,
  authorizationUrl,
  exchange,
  isUnreachable,
  openProvider,
  type ProviderAnswer,
  type SignInSecrets,
} from './sso-provider.ts';
import { type ActiveSso, readSsoSettings, removeSsoSettings, saveSsoSettings, ssoFor, ssoOf } from './sso-settings.ts';

const ID_TOKEN = 'sso.id_token';
/** From one source; a hospital's people may all come from one. */
const PER_SOURCE = { tries: 1000, window_ms: 15 * MINUTE };

type Whose = { email?: string | undefined; organization_slug?: string | undefined };

/** Mounts single sign-on: what the sign-in page offers, the way to the provider and back, and its settings. */
export function mountSso(app: FastifyInstance, services: Services, ports: Ports): void {
  mount(app, services, ssoEndpoints.ssoOffer, async ({ body, request }) => {
    await count(services, request);
    return offer(services, body);
  });
  mount(app, services, ssoEndpoints.ssoStart, async ({ body, request, reply }) => {
    await count(services, request);
    return start(services, request, reply, body);
  });
  mount(app, services, ssoEndpoints.ssoCallback, async ({ body, request, reply }) => {
    await count(services, request);
    return finish(services, ports, request, reply, body);
  });
  mount(app, services, ssoEndpoints.ssoSettings, ({ db, params }) => readSsoSettings(services, db, params.id));
  mount(app, services, ssoEndpoints.saveSsoSettings, ({ actor, db, params, body }) =>
    saveSsoSettings(services, actor, db, params.id, body),
  );
  mount(app, services, ssoEndpoints.removeSsoSettings, async ({ actor, db, params, query }) => {
    await removeSsoSettings(services, actor, db, params.id, query);
  });
}

const count = (services: Services, request: FastifyRequest): Promise<void> =>
  countTry(
    services.database.systemDb,
    throttleKey('sso_source', sourceOf(request.ip)),
    PER_SOURCE,
    services.clock.now(),
  );

const system = (request: FastifyRequest): SystemActor => ({ kind: 'system', request_id: request.id });

const refusal = (reason: SsoFailure): Refusal =>
  new Refusal('sso_failed', SSO_FAILURES[reason], { current: { reason } });

/** The organization an address or a link signs in with. No account is looked at, so the answer tells of none. */
async function offer(services: Services, whose: Whose): Promise<SsoOffer> {
  const sso = await ssoFor(services, whose);
  return { organization: sso && { name: sso.name, required: sso.required } };
}

/** What ties a sign-in to its browser follows from the handle in the cookie; each under a key of its own. */
function secretsOf(services: Services, handle: string): SignInSecrets {
  const derive = (what: string): string => services.keys.hmac(`sso.${what}`, handle).toString('base64url');
  return { state: derive('state'), nonce: derive('nonce'), code_verifier: derive('code_verifier') };
}

/** Notes a sign-in and answers where the browser goes; the cookie makes it this browser's. Refuses `sso_failed`. */
async function start(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  body: Whose & { redirect_url?: string | undefined; again?: boolean | undefined },
): Promise<{ url: string }> {
  const sso = await ssoFor(services, body);
  if (!sso) throw refusal('not_set_up');
  const handle = newToken();
  let url: string;
  try {
    const provider = await openProvider(services, sso);
    const email = normalizeEmail(body.email ?? '');
    url = await authorizationUrl(services, provider, secretsOf(services, handle), {
      email: isEmail(email) ? email : undefined,
      again: body.again ?? false,
    });
  } catch (error) {
    services.log.warn({ err: error, organization_id: sso.organization_id }, 'single sign-on: discovery failed');
    throw refusal('unreachable');
  }
  await command(services, system(request), async (tx) => {
    await tx.system
      .deleteFrom('sso_sign_ins')
      .where('expires_at', '<', new Date(tx.now.getTime() - DAY))
      .execute();
    await tx.system
      .insertInto('sso_sign_ins')
      .values({
        handle_hash: hashToken(handle),
        organization_id: sso.organization_id,
        issuer: sso.issuer,
        client_id: sso.client_id,
        redirect_url: ssoTarget(body.redirect_url),
        created_at: tx.now,
        expires_at: new Date(tx.now.getTime() + SSO_SIGN_IN_MS),
      })
      .execute();
  });
  keepCookie(services, reply, 'sso', { value: handle, ms: SSO_SIGN_IN_MS });
  return { url };
}

/**
 * Finishes a sign-in, once: the answer must belong to the one this browser began, the id token must be the provider's,
 * for us and for this sign-in. Answers the page to go to, under a new session. Refuses `sso_failed` with the reason.
 */
async function finish(
  services: Services,
  ports: Ports,
  request: FastifyRequest,
  reply: FastifyReply,
  body: SsoCallbackBody,
): Promise<{ redirect_to: string }> {
  let organizationId: number | null = null;
  try {
    const handle = readCookie(services, request, 'sso') ?? '';
    const secrets = secretsOf(services, handle);
    if (handle === '') throw new SsoRefused('ended');
    // an answer that was not asked for here leaves the one that was untouched
    if (!sameSecret(Buffer.from(body.state ?? ''), Buffer.from(secrets.state))) throw new SsoRefused('mismatch');
    const begun = await take(services, handle);
    dropCookie(services, reply, 'sso');
    organizationId = begun.organization_id;
    if (body.error !== undefined || body.code === undefined) throw new SsoRefused('denied');
    const sso = await ssoOf(services, services.database.systemDb, begun.organization_id);
    const isSame =
      sso?.organization_id === begun.organization_id &&
      sso.issuer === begun.issuer &&
      sso.client_id === begun.client_id;
    if (!sso || !isSame) throw new SsoRefused('not_set_up');
    const answer = await verified(services, sso, secrets, begun.created_at, {
      code: body.code,
      state: secrets.state,
      iss: body.iss,
    });
    const { token, waits } = await signInAs(services, ports, request, sso, answer);
    setSessionCookie(services, reply, token);
    const target = ssoTarget(body.redirect_url) ?? begun.redirect_url;
    if (!waits) return { redirect_to: target ?? '/' };
    return { redirect_to: target === null ? '/verify' : `/verify?redirectUrl=${encodeURIComponent(target)}` };
  } catch (error) {
    if (!(error instanceof SsoRefused)) throw error;
    await command(services, system(request), (tx) =>
      tx.audit({
        action: 'session.sign_in_failed',
        organization_id: organizationId,
        data: { source: request.ip, method: 'sso', reason: error.reason },
      }),
    );
    throw refusal(error.reason);
  }
}

/** Uses the sign-in up, before anything is asked of the provider: of answers arriving at once one goes on. */
async function take(services: Services, handle: string) {
  const now = services.clock.now();
  const begun = await services.database.systemDb
    .updateTable('sso_sign_ins')
    .set({ used_at: now })
    .where('handle_hash', '=', hashToken(handle))
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['organization_id', 'issuer', 'client_id', 'redirect_url', 'created_at'])
    .executeTakeFirst();
  if (!begun) throw new SsoRefused('ended');
  return begun;
}

async function verified(
  services: Services,
  sso: ActiveSso,
  secrets: SignInSecrets,
  begunAt: Date,
  sent: { code: string; state: string; iss: string | undefined },
): Promise<ProviderAnswer> {
  try {
    const answer = await exchange(services, await openProvider(services, sso), secrets, sent);
    if (isFreshToken(answer.token_claims, sso.client_id, begunAt, services.clock.now())) return answer;
  } catch (error) {
    services.log.warn({ err: error, organization_id: sso.organization_id }, 'single sign-on: refused answer');
    throw new SsoRefused(isUnreachable(error) ? 'unreachable' : 'not_trusted');
  }
  throw new SsoRefused('not_trusted');
}

async function signInAs(
  services: Services,
  ports: Ports,
  request: FastifyRequest,
  sso: ActiveSso,
  answer: ProviderAnswer,
) {
  const proved = provedAt(answer.token_claims, services.env.SESSION_HOURS * HOUR, services.clock.now());
  if ('refused' in proved) throw new SsoRefused(proved.refused);
  return command(services, system(request), async (tx) => {
    const userId = await personOf(tx, ports, sso, answer);
    const session = await startSession(tx, request, userId, { authenticated_at: proved.at });
    await tx.system
      .insertInto('sso_sessions')
      .values({
        session_id: session.session_id,
        organization_id: sso.organization_id,
        client_id: sso.client_id,
        end_session_endpoint: answer.end_session_endpoint,
        id_token: services.keys.encrypt(answer.id_token, ID_TOKEN),
      })
      .execute();
    await tx.audit({
      action: 'session.sign_in',
      organization_id: sso.organization_id,
      subject: `user:${userId}`,
      data: {
        session_id: session.session_id,
        source: request.ip,
        method: 'sso',
        issuer: answer.issuer,
        waits_for: session.waits_for,
      },
    });
    return { token: session.token, waits: session.waits_for !== 'nothing' };
  });
}

/** Where the browser goes to end the provider's session too, for a session it began; forgets the id token. */
export async function endSsoSession(services: Services, session: SessionFacts | null): Promise<string | undefined> {
  if (!session) return undefined;
  const row = await services.database.systemDb
    .deleteFrom('sso_sessions')
    .where('session_id', '=', session.session_id)
    .returning(['client_id', 'end_session_endpoint', 'id_token'])
    .executeTakeFirst();
  if (!row?.end_session_endpoint) return undefined;
  const url = new URL(row.end_session_endpoint);
  url.searchParams.set('id_token_hint', services.keys.decrypt(row.id_token, ID_TOKEN).toString('utf8'));
  url.searchParams.set('client_id', row.client_id);
  url.searchParams.set('post_logout_redirect_uri', afterLogoutUrl(services.env));
  return url.href;
}
