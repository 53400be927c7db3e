import { runPrepared } from '../../../platform/db/prepared.ts';
import { type Actor, SUPER_ADMIN_KINDS } from '../../../core/actor.ts';
import { Refusal } from '../../../core/errors.ts';
import { MINUTE } from '../../../core/time.ts';
import { command } from '../../../platform/command.ts';
import { hashToken } from '../../../platform/crypto.ts';
import { batchLoader } from '../../../platform/batch-loader.ts';
import type { SessionFacts } from '../../../platform/http/mount.ts';
import type { Services } from '../../../platform/services.ts';
import { ACCOUNT_PATHS } from '../contract/paths.ts';
import { activeProfileOf, chooseProfile, requiredBy, WAITING_SESSION_MS } from '../rules.ts';
import { ACTING_USER, actingAs, type ActingUser } from './acting-user.ts';
import { sessionIn } from './cookies.ts';
import { methodsOf, requirements } from './factors.ts';

/** What a request or a socket handshake says about who is asking. */
interface Claims {
  /** The session token, from the cookie. */
  token: string | undefined;
  profile_type: string | undefined;
  profile_id: string | undefined;
  ip: string | null;
  request_id: string;
  /** Answers for the primary profile when the named one is not theirs, instead of refusing. */
  ignore_foreign_profile?: boolean;
  /** Only looks: does not count as use of the session, which may end by idleness meanwhile. */
  only_look?: boolean;
}

/** What the resolver needs of a request; Fastify's request and a socket's handshake both have it. */
interface RequestLike {
  id: string;
  ip: string;
  headers: Record<string, string | string[] | undefined>;
  routeOptions?: { url?: string | undefined };
}

export interface SessionResolver {
  /** The session behind the cookie and profile headers of a request; null when nobody is signed in. */
  forRequest(request: RequestLike): Promise<SessionFacts | null>;
  /** The session behind a live connection's handshake; looking at it keeps no session alive. */
  forLive(headers: RequestLike['headers']): Promise<SessionFacts | null>;
  /** The session a request has just been given, as it will see it; a profile that is not the user's counts as none. */
  forToken(token: string, request: RequestLike): Promise<SessionFacts | null>;
  /** The same from its parts. Refuses `profile_not_yours`. */
  resolve(claims: Claims): Promise<SessionFacts | null>;
}

interface Row extends ActingUser {
  hash: string;
  session_id: number;
  needs_two_factor: boolean;
  last_seen_at: Date;
  /** Who acts as this user here. */
  impersonator: NonNullable<Actor['impersonator']> | null;
  /** The link of a command that began it. */
  break_glass_id: number | null;
}

/**
 * One prepared statement: sessions by their tokens' hashes, the user, the profiles with their experts, an admin's tree. One
 * in which somebody else acts holds while that person, their right and the session it came from do.
 * The hashes come as JSON text: of its length the planner knows nothing, so one plan holds for any number of them.
 */
const SESSIONS = `select encode(s.token_hash, 'hex') as hash, s.id as session_id, s.user_id, s.needs_two_factor, s.last_seen_at, s.break_glass_id,
      ${ACTING_USER},
      case when i.id is not null
        then json_build_object('user_id', i.id, 'first_name', i.first_name, 'last_name', i.last_name) end as impersonator
    from sessions s join users u on u.id = s.user_id
    left join users i on i.id = s.impersonator_id and i.suspended_at is null
      and i.role in (${SUPER_ADMIN_KINDS.map((role) => `'${role}'`).join(', ')})
    where s.token_hash in (select decode(asked, 'hex') from json_array_elements_text($1::json) asked) and s.ended_at is null and s.expires_at > $2 and s.last_seen_at > $3
      and u.suspended_at is null
      and (s.impersonator_id is null
        or (i.id is not null and exists (select from sessions p where p.id = s.parent_session_id and p.ended_at is null)))`;

/** Began by what the person themselves brought: only such a session waits for a second factor. */
const isOwnWay = (row: Row): boolean => row.impersonator === null && row.break_glass_id === null;

/** Routes where a profile that is not the user's counts as none: those that find out who one is, and the way in and out. */
const PROFILE_FREE = new Set<string>([
  ACCOUNT_PATHS.currentUser.path,
  ACCOUNT_PATHS.currentTmp.path,
  ACCOUNT_PATHS.login.path,
  ACCOUNT_PATHS.logout.path,
]);

/**
 * Resolves sessions. Expired, idle, ended and suspended people's sessions are nobody. Time is the injected clock's; the
 * last use is noted at most once a minute, and with it is seen whether a second factor has to be set up by now.
 */
export function createSessionResolver(services: Services): SessionResolver {
  const idleMs = services.env.SESSION_IDLE_MINUTES * MINUTE;
  const find = batchLoader(async (hashes: string[]): Promise<(Row | undefined)[]> => {
    const now = services.clock.now();
    const found = await runPrepared<Row>(services.database, SESSIONS, [
      JSON.stringify([...new Set(hashes)]),
      now,
      new Date(now.getTime() - idleMs),
    ]);
    const rows = new Map(found.map((row) => [row.hash, row]));
    return hashes.map((hash) => rows.get(hash));
  });

  async function resolve(claims: Claims): Promise<SessionFacts | null> {
    if (!claims.token || claims.token.length > 200) return null;
    const row = await find(hashToken(claims.token).toString('hex'));
    if (!row) return null;
    const now = services.clock.now();
    const seenAnew =
      !claims.only_look && now.getTime() - row.last_seen_at.getTime() >= MINUTE && (await noteUse(row, now));
    if (row.needs_two_factor || (seenAnew && isOwnWay(row) && (await mustSetUp(row, claims))))
      return { session_id: row.session_id, user_id: row.user_id, actor: null };
    return { session_id: row.session_id, user_id: row.user_id, actor: toActor(row, claims) };
  }

  /** Whether this request is the one that noted the use. */
  async function noteUse(row: Row, now: Date): Promise<boolean> {
    const noted = await services.database.systemDb
      .updateTable('sessions')
      .set({ last_seen_at: now })
      .where('id', '=', row.session_id)
      .where('last_seen_at', '=', row.last_seen_at)
      .executeTakeFirst();
    return noted.numUpdatedRows > 0n;
  }

  /**
   * Whether a second factor is required by now that was not when the session began. The session is then good for
   * nothing but setting one up, like a new one, and its open pages end.
   */
  async function mustSetUp(row: Row, { request_id }: Claims): Promise<boolean> {
    const db = services.database.systemDb;
    if ((await methodsOf(db, row.user_id)).length > 0) return false;
    const whose = { id: row.user_id, role: row.role, organization_id: row.organization_id };
    const required_by = requiredBy(await requirements(services, db, whose));
    if (required_by === null) return false;
    await command(services, { kind: 'system', request_id }, async (tx) => {
      await tx.system
        .updateTable('sessions')
        .set((eb) => ({
          needs_two_factor: true,
          expires_at: eb.fn('least', ['expires_at', eb.val(new Date(tx.now.getTime() + WAITING_SESSION_MS))]),
        }))
        .where('id', '=', row.session_id)
        .execute();
      await tx.audit({
        action: 'session.second_factor_required',
        organization_id: row.organization_id,
        subject: `user:${row.user_id}`,
        data: { session_id: row.session_id, required_by },
      });
      tx.afterCommit(() => services.live.disconnect({ session_id: row.session_id }));
    });
    return true;
  }

  return {
    resolve,
    forRequest: (request) =>
      resolve({
        token: sessionIn(services, request.headers.cookie),
        profile_type: one(request.headers['x-profile-type']),
        profile_id: one(request.headers['x-profile-id']),
        ip: request.ip,
        request_id: request.id,
        ignore_foreign_profile: PROFILE_FREE.has(request.routeOptions?.url ?? ''),
      }),
    forToken: (token, request) =>
      resolve({
        token,
        profile_type: one(request.headers['x-profile-type']),
        profile_id: one(request.headers['x-profile-id']),
        ip: request.ip,
        request_id: request.id,
        ignore_foreign_profile: true,
      }),
    forLive: (headers) =>
      resolve({
        token: sessionIn(services, headers.cookie),
        profile_type: one(headers['x-profile-type']),
        profile_id: one(headers['x-profile-id']),
        ip: null,
        request_id: 'live',
        only_look: true,
      }),
  };
}

/** The actor a user is with the profile the headers name. Refuses `profile_not_yours`, unless told to ignore it. */
function toActor(row: Row, claims: Claims): Actor {
  let choice = chooseProfile(row.profiles, { type: claims.profile_type, id: claims.profile_id });
  if (choice.found === 'foreign') {
    if (!claims.ignore_foreign_profile) throw new Refusal('profile_not_yours');
    choice = chooseProfile(row.profiles, { type: undefined, id: undefined });
    if (choice.found === 'foreign') throw new Error('Without headers there is no foreign profile.');
  }
  return {
    ...actingAs(row, activeProfileOf(row.role, choice)),
    session_id: row.session_id,
    ip: claims.ip,
    request_id: claims.request_id,
    ...(row.impersonator === null ? {} : { impersonator: row.impersonator }),
    ...(row.break_glass_id === null ? {} : { break_glass: row.break_glass_id }),
  };
}

function one(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}
