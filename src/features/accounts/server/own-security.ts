import { fullName } from '../../../core/names.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Actor, type ActorProfile, profileHeader } from '../../../core/actor.ts';
import { Refusal, refuseFields } from '../../../core/errors.ts';
import { isRecent, RECENT_MS } from '../../../core/recent.ts';
import { MINUTE } from '../../../core/time.ts';
import { command } from '../../../platform/command.ts';
import { hashToken } from '../../../platform/crypto.ts';
import type { SessionFacts } from '../../../platform/http/mount.ts';
import type { Ports } from '../../../platform/ports.ts';
import type { Services } from '../../../platform/services.ts';
import type { Security } from '../contract/security.ts';
import { deviceName, FACTOR_METHODS, isHandheld, PROOF_FAULT, requiredBy } from '../rules.ts';
import { passwordFault } from '../rules/passwords.ts';
import { readCookie } from './cookies.ts';
import { forgetDevices } from './devices.ts';
import { rememberBrowser } from './known-browsers.ts';
import { countGuess } from './lockout.ts';
import { methodsOf, recoveryOf, requirements } from './factors.ts';
import { hashPassword } from '../../../platform/passwords.ts';
import { isOwnPassword } from './reauthenticate.ts';
import { endLinks } from './reset.ts';
import { checkProof, isPossible, ownerOf, subjectOf, targetOf } from './second-factor.ts';
import { endSomeSessions, renewSession, setSessionCookie } from './session-start.ts';

/** Everything about how a person signs in: ways, codes, remembered browsers, sessions. No secret is part of it. */
export async function presentSecurity(services: Services, actor: Actor, request: FastifyRequest): Promise<Security> {
  const db = services.database.systemDb;
  const now = services.clock.now();
  const owner = await ownerOf(services.database.systemDb, actor.user_id);
  const own = await db
    .selectFrom('users')
    .select((eb) => eb('password_hash', 'is not', null).as('has_password'))
    .where('id', '=', owner.id)
    .executeTakeFirstOrThrow();
  const service = await db
    .selectFrom('sso_sessions')
    .innerJoin('organizations', 'organizations.id', 'sso_sessions.organization_id')
    .select('organizations.name')
    .where('sso_sessions.session_id', '=', actor.session_id)
    .executeTakeFirst();
  const ways = await db
    .selectFrom('second_factors')
    .select(['method', 'confirmed_at'])
    .where('user_id', '=', owner.id)
    .where('confirmed_at', 'is not', null)
    .execute();
  const sessions = await db
    .selectFrom('sessions')
    .select(['id', 'user_agent', 'ip', 'created_at', 'last_seen_at', 'authenticated_at'])
    .where('user_id', '=', owner.id)
    .where('ended_at', 'is', null)
    .where('needs_two_factor', '=', false)
    .where('expires_at', '>', now)
    .where('last_seen_at', '>', new Date(now.getTime() - services.env.SESSION_IDLE_MINUTES * MINUTE))
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .limit(100)
    .execute();
  const devices = await db
    .selectFrom('remembered_devices')
    .select(['id', 'user_agent', 'ip', 'last_used_at', 'expires_at', 'token_hash'])
    .where('user_id', '=', owner.id)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('last_used_at', 'desc')
    .limit(100)
    .execute();
  const here = sessions.find((row) => row.id === actor.session_id);
  const authenticated = here?.authenticated_at ?? null;
  const device = readCookie(services, request, 'device');
  const deviceHash = device ? hashToken(device) : null;
  return {
    recent_until:
      authenticated !== null && isRecent(authenticated, now)
        ? new Date(authenticated.getTime() + RECENT_MS).toISOString()
        : null,
    has_password: Boolean(own.has_password),
    signed_in_by: service?.name ?? null,
    required_by: requiredBy(await requirements(services, db, owner)),
    methods: FACTOR_METHODS.map((method) => ({
      method,
      set_up_at: ways.find((row) => row.method === method)?.confirmed_at?.toISOString() ?? null,
      target: targetOf(owner, method),
      possible: isPossible(owner, method),
    })),
    recovery: await recoveryOf(db, owner.id),
    devices: devices.map((row) => ({
      id: row.id,
      device: deviceName(row.user_agent),
      handheld: isHandheld(row.user_agent),
      ip: row.ip,
      last_used_at: row.last_used_at.toISOString(),
      expires_at: row.expires_at.toISOString(),
      current: deviceHash !== null && row.token_hash.equals(deviceHash),
    })),
    sessions: sessions.map((row) => ({
      id: row.id,
      device: deviceName(row.user_agent),
      handheld: isHandheld(row.user_agent),
      ip: row.ip,
      created_at: row.created_at.toISOString(),
      last_seen_at: row.last_seen_at.toISOString(),
      current: row.id === actor.session_id,
    })),
  };
}

/**
 * Who one is, shown again by the password or a code of one's app: sensitive changes can be made for a while, under a new
 * token. Refuses `invalid` at the field, `throttled`.
 */
export async function reauthenticate(
  services: Services,
  session: SessionFacts,
  actor: Actor,
  request: FastifyRequest,
  reply: FastifyReply,
  proof: { password: string } | { app_code: string },
): Promise<{ recent_until: string }> {
  // a session that waits for its second factor has just given the password; one that is to set it up may need it again
  if (!session.actor && (await methodsOf(services.database.systemDb, session.user_id)).length > 0)
    throw new Refusal('second_factor_required');
  const by = 'password' in proof ? 'password' : 'app';
  const isRight =
    'password' in proof
      ? (await isOwnPassword(services, actor.user_id, proof.password)) && (() => Promise.resolve(true))
      : await ownAppCode(services, actor.user_id, request, proof.app_code);
  const answer = isRight
    ? await command(services, actor, async (tx) => {
        if (!(await isRight(tx))) return null;
        const renewed = await renewSession(tx, request, actor.session_id);
        await tx.system
          .updateTable('sessions')
          .set({ authenticated_at: tx.now })
          .where('id', '=', actor.session_id)
          .execute();
        await tx.audit({ action: 'session.reauthenticated', subject: `user:${actor.user_id}`, data: { by } });
        return { token: renewed.token, recent_until: new Date(tx.now.getTime() + RECENT_MS).toISOString() };
      })
    : null;
  if (!answer) {
    await command(services, actor, async (tx) => {
      await tx.audit({ action: 'session.reauthentication_failed', subject: `user:${actor.user_id}`, data: { by } });
    });
    const errors =
      by === 'password'
        ? [{ path: 'password', message: 'This is not your password.' }]
        : [{ path: 'app_code', message: PROOF_FAULT.app }];
    throw new Refusal('invalid', undefined, { errors });
  }
  setSessionCookie(services, reply, answer.token);
  return { recent_until: answer.recent_until };
}

/** What takes a code of one's app, if it is right; guesses count as at sign-in. */
async function ownAppCode(services: Services, userId: number, request: FastifyRequest, code: string) {
  const forgive = await countGuess(services, userId, request);
  const take = await checkProof(services, await ownerOf(services.database.systemDb, userId), { method: 'app', code });
  if (take) await forgive();
  return take;
}

/** Ends one of one's other sessions, with the pages open in it. */
export async function endSession(services: Services, actor: Actor, id: number): Promise<void> {
  if (id === actor.session_id) throw new Refusal('wrong_state', 'This is the session you are in. Log out to end it.');
  await command(services, actor, async (tx) => {
    if ((await endSomeSessions(tx, actor.user_id, { id })) === 0) throw new Refusal('not_found');
    await tx.audit({ action: 'session.ended', subject: `user:${actor.user_id}`, data: { session_id: id } });
  });
}

export async function endOtherSessions(services: Services, actor: Actor): Promise<{ ended: number }> {
  return command(services, actor, async (tx) => {
    const ended = await endSomeSessions(tx, actor.user_id, { but: actor.session_id });
    await tx.audit({ action: 'session.others_ended', subject: `user:${actor.user_id}`, data: { ended } });
    return { ended };
  });
}

export async function forgetDevice(services: Services, actor: Actor, id: number): Promise<void> {
  await command(services, actor, async (tx) => {
    if ((await forgetDevices(tx, actor.user_id, id)) === 0) throw new Refusal('not_found');
    await tx.audit({ action: 'device.forgotten', subject: `user:${actor.user_id}`, data: { device_id: id } });
  });
}

/**
 * Changes one's password with the present one. Every other session, remembered browser and open link ends, and this
 * session goes on under a new token. Refuses `wrong_state` for people without a password, `invalid` at the fields.
 */
export async function changePassword(
  services: Services,
  ports: Ports,
  actor: Actor,
  request: FastifyRequest,
  reply: FastifyReply,
  body: { current_password: string; password: string },
): Promise<void> {
  const owner = await ownerOf(services.database.systemDb, actor.user_id);
  const before = await services.database.systemDb
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', owner.id)
    .executeTakeFirstOrThrow();
  if (before.password_hash === null)
    throw new Refusal('wrong_state', 'Your organization signs you in; there is no password here to change.');
  if (!(await isOwnPassword(services, owner.id, body.current_password)))
    refuseFields([{ path: 'current_password', message: 'This is not your current password.' }]);
  const isSame = body.password.normalize('NFKC') === body.current_password.normalize('NFKC');
  const fault = isSame ? 'This is your current password. Choose another.' : passwordFault(body.password, owner);
  refuseFields(fault ? [{ path: 'password', message: fault }] : []);
  const password_hash = await hashPassword(body.password);
  const token = await command(services, actor, async (tx) => {
    const changed = await tx.system
      .updateTable('users')
      .set({ password_hash })
      .where('id', '=', owner.id)
      .where('password_hash', '=', before.password_hash)
      .executeTakeFirst();
    if (changed.numUpdatedRows === 0n) throw new Refusal('lost_race', 'Your password was changed elsewhere just now.');
    await endLinks(tx, owner.id);
    await endSomeSessions(tx, owner.id, { but: actor.session_id });
    await forgetDevices(tx, owner.id);
    const renewed = await renewSession(tx, request, actor.session_id);
    await ports.mail(tx, {
      to: { user_id: owner.id, email: owner.email, name: fullName(owner) },
      template: 'password_changed',
      data: { at: tx.now.toISOString() },
    });
    await tx.audit({ action: 'password.changed', ...subjectOf(owner), data: { source: request.ip } });
    return renewed.token;
  });
  setSessionCookie(services, reply, token);
  await rememberBrowser(services, request, reply, owner.id);
}

/** Goes on as another of one's profiles, or as oneself, under a new token. Which it is, requests say by their headers. */
export async function switchProfile(
  services: Services,
  actor: Actor,
  request: FastifyRequest,
  reply: FastifyReply,
  profile: { type: string; id: number } | null,
): Promise<void> {
  if (profile) {
    const row = await services.database.systemDb
      .selectFrom('profiles')
      .select(['id', 'type', 'is_review_manager'])
      .where('id', '=', profile.id)
      .where('user_id', '=', actor.user_id)
      .executeTakeFirst();
    const header = row && profileHeader({ ...row, type: row.type as ActorProfile['type'] });
    if (header !== profile.type) throw new Refusal('profile_not_yours');
  }
  const { token } = await command(services, actor, async (tx) => {
    const renewed = await renewSession(tx, request, actor.session_id);
    await tx.audit({
      action: 'session.switch_profile',
      subject: `user:${actor.user_id}`,
      data: { profile_id: profile?.id ?? null },
    });
    // pages open elsewhere in this session still act as before: they begin anew
    tx.afterCommit(() => services.live.disconnect({ session_id: actor.session_id }));
    return renewed;
  });
  setSessionCookie(services, reply, token);
}
