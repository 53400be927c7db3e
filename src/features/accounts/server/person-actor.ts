import type { FastifyRequest } from 'fastify';
import { type Actor, actorKind, type ActorProfile, type Role } from '../../../core/actor.ts';
import { Refusal } from '../../../core/errors.ts';
import type { SessionFacts } from '../../../platform/http/mount.ts';
import type { Services } from '../../../platform/services.ts';

interface Person {
  id: number;
  organization_id: number | null;
  role: string;
  first_name: string;
  last_name: string;
  time_zone: string;
  profile_id: number | null;
  type: string | null;
  is_review_manager: boolean | null;
}

/** Who signs in, as the audit names them: the user with the primary profile, before any session stands. */
export function actorOf(user: Person, request: FastifyRequest): Actor {
  const role = user.role as Role;
  const profile: ActorProfile | null =
    role === 'user' && user.profile_id !== null
      ? {
          id: user.profile_id,
          type: user.type as ActorProfile['type'],
          is_review_manager: user.is_review_manager ?? false,
          is_primary: true,
          organization_id: user.organization_id,
        }
      : null;
  return {
    user_id: user.id,
    session_id: 0,
    first_name: user.first_name,
    last_name: user.last_name,
    time_zone: user.time_zone,
    role,
    kind: actorKind(role, profile),
    profile,
    organization_id: user.organization_id,
    organization_ids: [],
    expert_profile_ids: [],
    ip: request.ip,
    request_id: request.id,
  };
}

/** Who acts in a session: its actor, or while the second factor is missing the person with the primary profile. */
export async function actorIn(services: Services, session: SessionFacts, request: FastifyRequest): Promise<Actor> {
  if (session.actor) return session.actor;
  const person = await services.database.systemDb
    .selectFrom('users')
    .leftJoin('profiles', (join) =>
      join.onRef('profiles.user_id', '=', 'users.id').on('profiles.is_primary', '=', true),
    )
    .select([
      'users.id',
      'users.organization_id',
      'users.role',
      'users.first_name',
      'users.last_name',
      'users.time_zone',
      'profiles.id as profile_id',
      'profiles.type',
      'profiles.is_review_manager',
    ])
    .where('users.id', '=', session.user_id)
    .executeTakeFirst();
  if (!person) throw new Refusal('not_signed_in');
  return { ...actorOf(person, request), session_id: session.session_id };
}
