import { sql } from 'kysely';
import { type Actor, isStaff, type ProfileType, type Role } from '../../../../core/actor.ts';
import { Refusal } from '../../../../core/errors.ts';
import { MINUTE } from '../../../../core/durations.ts';
import { fullName } from '../../../../core/names.ts';
import type { ActorDb } from '../../../../platform/db/actor-db.ts';
import { memberOf } from './stored.ts';
import type { Services } from '../../../../platform/services.ts';
import { resolveUserFlags } from '../../../organizations/rules.ts';
import type { PersonView } from '../../contract/people-desk.ts';
import {
  deviceName,
  GRANTED_ROLES,
  isHandheld,
  mayGrantProfile,
  mayGrantRole,
  mayImpersonate,
  mayKeep,
  maySetPersonal,
  namingOf,
  PERSON_SETTINGS,
  profileLabel,
  roleFault,
} from '../../rules.ts';
import { bookmarksOf, foldersOf } from '../current-user.ts';
import { loadOrganization } from '../people.ts';

/** One person as the console shows them; refuses `not_found` out of the actor's scope. */
export async function readPerson(services: Services, db: ActorDb, id: number): Promise<PersonView> {
  const { actor } = db;
  const now = services.clock.now();
  const user = await db.selectFrom('users').selectAll().where('users.id', '=', id).executeTakeFirst();
  if (!user) throw new Refusal('not_found');
  const system = db.executor;
  const role = user.role as Role;
  const person = { id: user.id, role, organization_id: user.organization_id };
  const profiles = await system
    .selectFrom('profiles')
    .leftJoin('organizations as o', 'o.id', 'profiles.organization_id')
    .leftJoin('expert_profiles as e', 'e.profile_id', 'profiles.id')
    .select(['profiles.id', 'profiles.type', 'profiles.is_review_manager', 'profiles.is_primary'])
    .select(['profiles.organization_id', 'o.name', 'e.display_earnings', 'e.display_contact_information'])
    .where('profiles.user_id', '=', id)
    .orderBy('profiles.is_primary', 'desc')
    .orderBy('profiles.id')
    .execute();
  const naming = user.organization_id === null ? null : namingOf(await loadOrganization(system, user.organization_id));
  const primary = profiles[0];
  const label = profileLabel(
    role,
    role === 'user' && primary
      ? { type: primary.type as ProfileType, is_review_manager: primary.is_review_manager }
      : null,
    naming,
  );
  const keeps = mayKeep(actor, person);
  const flags = resolveUserFlags(user.feature_flags);
  const expert = profiles.find((one) => one.display_earnings !== null);
  return {
    id: user.id,
    name: fullName(user),
    email: user.email,
    avatar: user.avatar,
    phone_number: user.phone_number,
    phone_verified: user.phone_verified,
    time_zone: user.time_zone,
    role,
    label,
    organization: await organizationNamed(db, user.organization_id),
    created_at: user.created_at.toISOString(),
    suspended_at: user.suspended_at?.toISOString() ?? null,
    eula_accepted_at: user.eula_accepted_at?.toISOString() ?? null,
    lock_version: user.lock_version,
    profiles: profiles.map((one) => {
      const sort = { type: one.type as ProfileType, is_review_manager: one.is_review_manager };
      return {
        id: one.id,
        ...sort,
        label: profileLabel('user', sort, naming),
        is_primary: one.is_primary,
        organization: one.organization_id === null ? null : { id: one.organization_id, name: one.name ?? '' },
        may_change: mayGrantProfile(actor, person, {
          ...sort,
          organization_id: one.organization_id ?? user.organization_id,
        }),
      };
    }),
    roles: GRANTED_ROLES.filter((one) => mayGrantRole(actor, person, role) && mayGrantRole(actor, person, one)).map(
      (one) => ({
        role: one,
        label: one === 'user' ? 'None: by profile only' : profileLabel(one, null, null),
        fault: roleFault({ ...person, profiles: profiles.length }, one),
      }),
    ),
    may_add_profile: keeps && !isStaff(role),
    settings: PERSON_SETTINGS.flatMap((setting) => {
      const value = setting.of === 'user' ? memberOf(flags, setting.name) : expert && memberOf(expert, setting.name);
      return typeof value === 'boolean'
        ? [{ name: setting.name, value, may_set: keeps && maySetPersonal(actor.kind, setting) }]
        : [];
    }),
    bookmark_urls: bookmarksOf(user.bookmark_urls),
    box_folder_ids: foldersOf(user.box_folder_ids),
    second_factor: await secondFactorOf(db, id, now),
    sessions: await sessionsOf(services, db, id),
    abilities: {
      keep: keeps
        ? { allowed: true, reason: null }
        : {
            allowed: false,
            reason:
              actor.user_id === id ? 'This is you. Nobody changes their own.' : 'Only a super admin changes staff.',
          },
      impersonate: impersonation(actor, person, user.suspended_at !== null),
    },
  };
}

function impersonation(actor: Actor, person: { id: number; role: Role }, suspended: boolean) {
  if (!mayImpersonate(actor, person))
    return { allowed: false, reason: 'Only a super admin acts as somebody else, and never as staff.' };
  return suspended
    ? { allowed: false, reason: 'They are suspended: nobody acts as them.' }
    : { allowed: true, reason: null };
}

async function organizationNamed(db: ActorDb, id: number | null) {
  if (id === null) return null;
  const row = await db.executor
    .selectFrom('organizations')
    .select(['id', 'name'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

async function secondFactorOf(db: ActorDb, id: number, now: Date): Promise<PersonView['second_factor']> {
  const methods = await db.executor
    .selectFrom('second_factors')
    .select(['method', 'confirmed_at'])
    .where('user_id', '=', id)
    .where('confirmed_at', 'is not', null)
    .orderBy('method')
    .execute();
  const { rows } = await sql<{ codes: number; browsers: number }>`
    select (select count(*)::int from recovery_codes where user_id = ${id} and used_at is null) as codes,
      (select count(*)::int from remembered_devices where user_id = ${id} and ended_at is null and expires_at > ${now}) as browsers`.execute(
    db.executor,
  );
  return {
    methods: methods.map(({ method, confirmed_at }) => ({ method, set_up_at: (confirmed_at ?? now).toISOString() })),
    recovery_codes_left: rows[0]?.codes ?? 0,
    remembered_browsers: rows[0]?.browsers ?? 0,
  };
}

async function sessionsOf(services: Services, db: ActorDb, id: number): Promise<PersonView['sessions']> {
  const now = services.clock.now();
  const rows = await db.executor
    .selectFrom('sessions')
    .leftJoin('users as i', 'i.id', 'sessions.impersonator_id')
    .select(['sessions.id', 'sessions.user_agent', 'sessions.ip', 'sessions.created_at', 'sessions.last_seen_at'])
    .select(['i.first_name', 'i.last_name'])
    .where('sessions.user_id', '=', id)
    .where('sessions.ended_at', 'is', null)
    .where('sessions.expires_at', '>', now)
    .where('sessions.last_seen_at', '>', new Date(now.getTime() - services.env.SESSION_IDLE_MINUTES * MINUTE))
    .orderBy('sessions.last_seen_at', 'desc')
    .orderBy('sessions.id', 'desc')
    .limit(100)
    .execute();
  return rows.map((one) => ({
    id: one.id,
    device: deviceName(one.user_agent),
    handheld: isHandheld(one.user_agent),
    ip: one.ip,
    created_at: one.created_at.toISOString(),
    last_seen_at: one.last_seen_at.toISOString(),
    current: one.id === db.actor.session_id,
    acting: one.first_name === null ? null : fullName({ first_name: one.first_name, last_name: one.last_name ?? '' }),
  }));
}
