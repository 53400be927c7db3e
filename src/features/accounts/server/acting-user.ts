import {
  type Actor,
  actorKind,
  type ActorProfile,
  isOrganizationAdmin,
  ORGANIZATION_ADMIN_KINDS,
  type Role,
} from '../../../core/actor.ts';

/** A user with everything that decides what an actor of theirs is and sees. */
export interface ActingUser {
  user_id: number;
  first_name: string;
  last_name: string;
  time_zone: string;
  role: Role;
  organization_id: number | null;
  profiles: (ActorProfile & { expert_ids: number[] })[];
  /** The organizations an admin of one has, from their own down. */
  tree: number[] | null;
}

/** The columns of an `ActingUser` but its number, of the row of `users` named `u`. */
export const ACTING_USER = `u.first_name, u.last_name, u.time_zone, u.role, u.organization_id,
      coalesce((select json_agg(json_build_object('id', p.id, 'type', p.type, 'is_review_manager', p.is_review_manager,
          'is_primary', p.is_primary, 'organization_id', coalesce(p.organization_id, u.organization_id),
          'expert_ids', case
            when p.type in ('MedicalExpert', 'ExternalMedicalExpert') then json_build_array(p.id)
            when p.type = 'MedicalExpertAssistant' then (select coalesce(json_agg(l.expert_profile_id), '[]')
              from assistant_links l where l.assistant_profile_id = p.id)
            else '[]'::json end) order by p.is_primary desc, p.id)
        from profiles p where p.user_id = u.id), '[]') as profiles,
      case when u.role in (${ORGANIZATION_ADMIN_KINDS.map((role) => `'${role}'`).join(', ')})
        then (select json_agg(t.id order by t.depth, t.id) from organization_tree(u.organization_id) t) end as tree`;

/** What a user is and may see with this profile in use, or with none; of no session yet. */
export function actingAs(
  user: ActingUser,
  profile: ActorProfile | null,
): Omit<Actor, 'session_id' | 'ip' | 'request_id'> {
  const organizationId = profile?.organization_id ?? user.organization_id;
  const wholeTree = profile === null && isOrganizationAdmin(user.role);
  return {
    user_id: user.user_id,
    first_name: user.first_name,
    last_name: user.last_name,
    time_zone: user.time_zone,
    role: user.role,
    kind: actorKind(user.role, profile),
    profile: profile && {
      id: profile.id,
      type: profile.type,
      is_review_manager: profile.is_review_manager,
      is_primary: profile.is_primary,
      organization_id: profile.organization_id,
    },
    organization_id: organizationId,
    organization_ids: wholeTree ? (user.tree ?? []) : organizationId === null ? [] : [organizationId],
    expert_profile_ids: user.profiles.find((p) => p.id === profile?.id)?.expert_ids ?? [],
  };
}
