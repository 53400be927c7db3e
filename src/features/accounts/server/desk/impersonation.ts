import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Actor, isSuperAdmin, type Role } from '../../../../core/actor.ts';
import { MINUTE } from '../../../../core/durations.ts';
import type { In } from '../../../../core/endpoint.ts';
import { Refusal } from '../../../../core/errors.ts';
import { fullName } from '../../../../core/names.ts';
import { command } from '../../../../platform/command.ts';
import { hashToken, newToken } from '../../../../platform/crypto.ts';
import { refuseWithoutFreshProof } from '../../../../platform/fresh-proof.ts';
import { mailUser } from '../../../../platform/mail/mail-user.ts';
import type { Ports } from '../../../../platform/ports.ts';
import type { Services } from '../../../../platform/services.ts';
import type { peopleDeskEndpoints } from '../../contract/people-desk.ts';
import { mayImpersonate } from '../../rules.ts';
import { sessionIn } from '../cookies.ts';
import { setSessionCookie } from '../session-start.ts';
import { lockPerson } from './stored.ts';

/**
 * Begins a session as a person, out of one's own, which waits meanwhile: for so many minutes, with a reason. The person
 * hears of it at once. Refuses
 * `forbidden`, `reauthentication_required`, `wrong_state` where they are suspended.
 */
export async function impersonate(
  services: Services,
  ports: Pick<Ports, 'mail'>,
  actor: Actor,
  request: FastifyRequest,
  reply: FastifyReply,
  id: number,
  { reason, minutes }: In<typeof peopleDeskEndpoints.impersonate, 'body'>,
): Promise<{ until: string }> {
  const token = newToken();
  const until = await command(services, actor, async (tx) => {
    const person = await lockPerson(tx, id);
    if (!mayImpersonate(actor, person)) throw new Refusal('forbidden', 'Nobody acts as staff, or as themselves.');
    await refuseWithoutFreshProof(tx);
    if (person.suspended_at !== null) throw new Refusal('wrong_state', 'They are suspended: nobody acts as them.');
    const own = await tx.system
      .selectFrom('sessions')
      .select('expires_at')
      .where('id', '=', actor.session_id)
      .where('ended_at', 'is', null)
      .forUpdate()
      .executeTakeFirst();
    if (!own) throw new Refusal('not_signed_in');
    // never longer than the session it comes from
    const ends = new Date(Math.min(tx.now.getTime() + minutes * MINUTE, own.expires_at.getTime()));
    const made = await tx.system
      .insertInto('sessions')
      .values({
        user_id: id,
        token_hash: hashToken(token),
        created_at: tx.now,
        last_seen_at: tx.now,
        expires_at: ends,
        ip: request.ip,
        user_agent: request.headers['user-agent']?.slice(0, 300) ?? null,
        impersonator_id: actor.user_id,
        parent_session_id: actor.session_id,
        impersonation_reason: reason,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx.audit({
      action: 'person.impersonation_began',
      organization_id: person.organization_id,
      subject: `user:${id}`,
      reason,
      data: { session_id: made.id, until: ends.toISOString() },
    });
    await mailUser(tx, ports, id, {
      template: 'acted_as',
      data: { by: fullName(actor), at: tx.now.toISOString(), until: ends.toISOString(), link: '/contact' },
      side: 'staff',
      dedupe_key: `acted_as:${made.id}`,
    });
    return ends.toISOString();
  });
  setSessionCookie(services, reply, token);
  return { until };
}

/**
 * Ends acting as somebody else, also when its time is over: back in the session it came from, under a new token, if that
 * still holds. `back` says whether it does.
 */
export async function stopImpersonating(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<{ back: boolean }> {
  const db = services.database.systemDb;
  const session = await db
    .selectFrom('sessions')
    .innerJoin('users as i', 'i.id', 'sessions.impersonator_id')
    .select(['sessions.id', 'sessions.user_id', 'sessions.parent_session_id', 'sessions.impersonator_id'])
    .select(['i.first_name', 'i.last_name', 'i.time_zone', 'i.role', 'i.organization_id', 'i.suspended_at'])
    .where('sessions.token_hash', '=', hashToken(sessionIn(services, request.headers.cookie) ?? ''))
    .where('sessions.ended_at', 'is', null)
    .executeTakeFirst();
  if (!session || session.parent_session_id === null || session.impersonator_id === null) return { back: false };
  const role = session.role as Role;
  const self: Actor = {
    user_id: session.impersonator_id,
    session_id: session.parent_session_id,
    first_name: session.first_name,
    last_name: session.last_name,
    time_zone: session.time_zone,
    role,
    kind: isSuperAdmin(role) ? role : 'nobody',
    profile: null,
    organization_id: session.organization_id,
    organization_ids: [],
    expert_profile_ids: [],
    ip: request.ip,
    request_id: request.id,
  };
  const token = newToken();
  const back = await command(services, self, async (tx) => {
    await tx.system.updateTable('sessions').set({ ended_at: tx.now }).where('id', '=', session.id).execute();
    const renewed = await tx.system
      .updateTable('sessions')
      .set({ token_hash: hashToken(token), last_seen_at: tx.now })
      .where('id', '=', self.session_id)
      .where('ended_at', 'is', null)
      .where('expires_at', '>', tx.now)
      .executeTakeFirst();
    await tx.audit({
      action: 'person.impersonation_ended',
      subject: `user:${session.user_id}`,
      data: { session_id: session.id },
    });
    tx.afterCommit(() => services.live.disconnect({ session_id: session.id }));
    return renewed.numUpdatedRows > 0n && session.suspended_at === null;
  });
  if (back) setSessionCookie(services, reply, token);
  return { back };
}
