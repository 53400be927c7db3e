import { sql } from 'kysely';
import type { Role } from '../../../../core/actor.ts';
import { decodeCursor, encodeCursor } from '../../../../core/cursor.ts';
import type { Ability, In, Out } from '../../../../core/endpoint.ts';
import { Refusal } from '../../../../core/errors.ts';
import { fullName } from '../../../../core/names.ts';
import { MINUTE } from '../../../../core/time.ts';
import type { ActorDb } from '../../../../platform/db/actor-db.ts';
import { asTyped } from '../../../../platform/db/as-typed.ts';
import type { Services } from '../../../../platform/services.ts';
import type { signedInEndpoints } from '../../contract/signed-in.ts';
import { deviceName, HANDHELD, isHandheld, mayKeep } from '../../rules.ts';

/** The sessions that hold now of the people an actor keeps, by name. Refuses `malformed`. */
export async function listSignedIn(
  { clock, env }: Services,
  db: ActorDb,
  { q, device, cursor, limit }: In<typeof signedInEndpoints.list, 'query'>,
): Promise<Out<typeof signedInEndpoints.list>> {
  const now = clock.now();
  let found = db
    .selectFrom('users')
    .innerJoin('sessions as s', 's.user_id', 'users.id')
    .leftJoin('users as i', 'i.id', 's.impersonator_id')
    .leftJoin('organizations as o', 'o.id', 'users.organization_id')
    .select(['users.id as person_id', 'users.first_name', 'users.last_name', 'users.email', 'users.role'])
    .select(['users.organization_id', 'o.name as organization'])
    .select(['s.id', 's.user_agent', 's.ip', 's.created_at', 's.last_seen_at', 's.needs_two_factor'])
    .select(['i.first_name as acting_first', 'i.last_name as acting_last'])
    .where('s.ended_at', 'is', null)
    .where('s.expires_at', '>', now)
    .where('s.last_seen_at', '>', new Date(now.getTime() - env.SESSION_IDLE_MINUTES * MINUTE))
    .where('users.suspended_at', 'is', null)
    .orderBy('users.last_name')
    .orderBy('users.first_name')
    .orderBy('users.id')
    .orderBy('s.id')
    .limit(limit + 1);
  for (const word of (q ?? '').split(/\s+/).filter(Boolean)) {
    const like = `%${asTyped(word)}%`;
    found = found.where(
      sql<boolean>`(users.first_name || ' ' || users.last_name ilike ${like} or users.email::text ilike ${like}
        or s.ip ilike ${like})`,
    );
  }
  if (device !== undefined) {
    const handheld = sql<boolean>`coalesce(s.user_agent, '') ~ ${HANDHELD.source}`;
    found = found.where(device === 'handheld' ? handheld : sql<boolean>`not ${handheld}`);
  }
  if (cursor !== undefined) {
    const [last, first, person, id] = decodeCursor(cursor) ?? [];
    if (typeof last !== 'string' || typeof first !== 'string' || typeof person !== 'number' || typeof id !== 'number')
      throw new Refusal('malformed', 'The cursor is not one of this list.');
    found = found.where(
      sql<boolean>`(users.last_name, users.first_name, users.id, s.id)
        > (${last}, ${first}, ${person}::bigint, ${id}::bigint)`,
    );
  }
  const rows = await found.execute();
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  const endable = (row: (typeof rows)[number]): Ability => {
    const person = { id: row.person_id, role: row.role as Role, organization_id: row.organization_id };
    if (mayKeep(db.actor, person)) return { allowed: true, reason: null };
    const own = row.person_id === db.actor.user_id;
    return {
      allowed: false,
      reason: own ? 'This is you. End your sessions under Security.' : 'Only a super admin ends sessions of staff.',
    };
  };
  return {
    data: shown.map((row) => ({
      id: row.id,
      person: {
        id: row.person_id,
        name: fullName(row),
        email: row.email,
        organization: row.organization,
      },
      device: deviceName(row.user_agent),
      handheld: isHandheld(row.user_agent),
      ip: row.ip,
      created_at: row.created_at.toISOString(),
      last_seen_at: row.last_seen_at.toISOString(),
      current: row.id === db.actor.session_id,
      acting:
        row.acting_first === null ? null : fullName({ first_name: row.acting_first, last_name: row.acting_last ?? '' }),
      waits: row.needs_two_factor,
      end: endable(row),
    })),
    next_cursor: last ? encodeCursor([last.last_name, last.first_name, last.person_id, last.id]) : null,
  };
}
