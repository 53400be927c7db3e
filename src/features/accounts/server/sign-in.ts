import { normalizeEmail } from '../../../core/emails.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { SystemActor } from '../../../core/actor.ts';
import { Refusal } from '../../../core/errors.ts';
import { MINUTE } from '../../../core/time.ts';
import { command } from '../../../platform/command.ts';
import type { DB } from '../../../platform/db/types.ts';
import type { SessionFacts } from '../../../platform/http/mount.ts';
import type { Services } from '../../../platform/services.ts';
import { clearTries, countTry, forgiveTry, type Limit, sourceOf, throttleKey } from '../../../platform/throttle.ts';

import { knownBrowser, rememberBrowser } from './known-browsers.ts';
import { passwordMatches } from '../../../platform/passwords.ts';
import { actorOf } from './person-actor.ts';
import { endSessionsOutOf, setSessionCookie, startSession } from './session-start.ts';
import { dropCookie } from './cookies.ts';
import { refuseWhereSsoRequired } from './sso-required.ts';

/** Failed tries: for one account from anywhere, and from one source for any account. */
const PER_ACCOUNT: Limit = { tries: 10, window_ms: 15 * MINUTE };
const PER_SOURCE: Limit = { tries: 100, window_ms: 15 * MINUTE };
/** In a browser where the account's owner has signed in before: counted by itself, so that others cannot use it up. */
const PER_BROWSER: Limit = { tries: 10, window_ms: 15 * MINUTE };

/**
 * Signs someone in: a session under a new token, the cookie, an audit row. Where a second factor is set up or required
 * the session is good for nothing but bringing or setting it up. Answers the user's id. Unknown account,
 * account without password, suspended user and wrong password are one refusal, `bad_credentials`, after the same work;
 * too many failures are `throttled`, whether or not the account exists; in a browser known to the person only those made there.
 */
export async function signIn(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  body: { email: string; password: string },
): Promise<{ user_id: number; session_id: number; token: string }> {
  const db = services.database.systemDb;
  const email = normalizeEmail(body.email);
  const user = await db
    .selectFrom('users')
    .leftJoin('profiles', (join) =>
      join.onRef('profiles.user_id', '=', 'users.id').on('profiles.is_primary', '=', true),
    )
    .select([
      'users.id',
      'users.password_hash',
      'users.suspended_at',
      'users.organization_id',
      'users.role',
      'users.first_name',
      'users.last_name',
      'users.time_zone',
      'profiles.id as profile_id',
      'profiles.type',
      'profiles.is_review_manager',
    ])
    .where('users.email', '=', email)
    .executeTakeFirst();
  const tries = triesOf(request.ip, email, knownBrowser(services, request, user));
  await countAll(db, tries, services.clock.now());
  const matches = await passwordMatches(user?.password_hash ?? null, body.password);
  if (!user || !matches || user.suspended_at !== null) {
    const nobody: SystemActor = { kind: 'system', request_id: request.id };
    await command(services, nobody, async (tx) => {
      await tx.audit({
        action: 'session.sign_in_failed',
        organization_id: user?.organization_id ?? null,
        ...(user ? { subject: `user:${user.id}` } : {}),
        data: { source: request.ip },
      });
    });
    throw new Refusal('bad_credentials');
  }
  await refuseWhereSsoRequired(services, user.organization_id);
  const session = await command(services, actorOf(user, request), async (tx) => {
    // a password reset at this very moment ends what was begun with the old one
    const still = await tx.system
      .selectFrom('users')
      .select('password_hash')
      .where('id', '=', user.id)
      .where('suspended_at', 'is', null)
      .forShare()
      .executeTakeFirst();
    if (still?.password_hash !== user.password_hash) throw new Refusal('bad_credentials');
    const made = await startSession(tx, request, user.id);
    await tx.audit({
      action: 'session.sign_in',
      organization_id: user.organization_id,
      subject: `user:${user.id}`,
      data: { session_id: made.session_id, source: request.ip, waits_for: made.waits_for },
    });
    for (const { key, whose } of tries)
      await (whose === 'source' ? forgiveTry(tx.system, key) : clearTries(tx.system, key, tx.now));
    return made;
  });
  setSessionCookie(services, reply, session.token);
  if (session.waits_for === 'nothing') await rememberBrowser(services, request, reply, user.id);
  return { user_id: user.id, ...session };
}

interface Counted {
  key: string;
  limit: Limit;
  whose: 'source' | 'account' | 'browser';
}

/** What a try counts for: the browser that is known, or else its source and its account. */
function triesOf(ip: string, email: string, browser: string | null): Counted[] {
  if (browser !== null) return [{ key: throttleKey('sign_in_browser', browser), limit: PER_BROWSER, whose: 'browser' }];
  return [
    { key: throttleKey('sign_in_source', sourceOf(ip)), limit: PER_SOURCE, whose: 'source' },
    { key: accountKey(email), limit: PER_ACCOUNT, whose: 'account' },
  ];
}

/** Counts a try for each, or for none where one refuses. */
async function countAll(db: Kysely<DB>, tries: readonly Counted[], now: Date): Promise<void> {
  const counted: string[] = [];
  try {
    for (const { key, limit } of tries) {
      await countTry(db, key, limit, now);
      counted.push(key);
    }
  } catch (error) {
    for (const key of counted) await forgiveTry(db, key);
    throw error;
  }
}

const accountKey = (email: string): string => throttleKey('sign_in_account', normalizeEmail(email));

/** Forgets an account's failed tries to sign in: its password was set anew by its owner. */
export async function forgetFailedSignIns(services: Services, email: string): Promise<void> {
  await clearTries(services.database.systemDb, accountKey(email), services.clock.now());
}

/** Ends the session, if there is one, with its sockets, and takes the cookie away. */
export async function signOut(
  services: Services,
  session: SessionFacts | null,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  if (session) {
    await command(services, session.actor ?? { kind: 'system', request_id: request.id }, async (tx) => {
      await tx.system
        .updateTable('sessions')
        .set({ ended_at: tx.now })
        .where('id', '=', session.session_id)
        .where('ended_at', 'is', null)
        .execute();
      await endSessionsOutOf(tx, [{ id: session.session_id }]);
      await tx.audit({
        action: 'session.sign_out',
        subject: `user:${session.user_id}`,
        data: { session_id: session.session_id },
      });
      tx.afterCommit(() => services.live.disconnect({ session_id: session.session_id }));
    });
  }
  dropCookie(services, reply, 'session');
  // what the browser kept of answers goes with the session; drafts that the server does not have yet stay
  reply.header('clear-site-data', '"cache"');
}
