import { sql } from 'kysely';
import { type ProfileType, type Role, ROLES } from '../../../../core/actor.ts';
import { decodeCursor, encodeCursor } from '../../../../core/cursor.ts';
import type { In } from '../../../../core/endpoint.ts';
import { Refusal } from '../../../../core/errors.ts';
import { fullName } from '../../../../core/names.ts';
import type { ActorDb } from '../../../../platform/db/actor-db.ts';
import { asTyped } from '../../../../platform/db/as-typed.ts';
import { organizationPaths } from '../../../../platform/db/organization-facts.ts';
import { resolveOrganization } from '../../../organizations/rules.ts';
import type { peopleDeskEndpoints } from '../../contract/people-desk.ts';
import { namingOf, profileLabel } from '../../rules.ts';

const isRole = (is: string): is is Role => ROLES.some((role) => role === is);

/** The people an actor keeps, by name. */
export async function listPeople(
  db: ActorDb,
  { q, is, organization_id, standing, cursor, limit }: In<typeof peopleDeskEndpoints.list, 'query'>,
) {
  let found = db
    .selectFrom('users')
    .leftJoin('organizations as o', 'o.id', 'users.organization_id')
    .leftJoin('profiles as p', (join) => join.onRef('p.user_id', '=', 'users.id').on('p.is_primary', '=', true))
    .select(['users.id', 'users.first_name', 'users.last_name', 'users.email', 'users.role', 'users.suspended_at'])
    .select(['users.organization_id', 'o.name as organization_name', 'p.type', 'p.is_review_manager'])
    .select(
      sql<Date | null>`(select max(s.last_seen_at) from sessions s where s.user_id = users.id and s.impersonator_id is null)`.as(
        'last_seen_at',
      ),
    )
    .orderBy('users.last_name')
    .orderBy('users.first_name')
    .orderBy('users.id')
    .limit(limit + 1);
  for (const word of (q ?? '').split(/\s+/).filter(Boolean)) {
    const like = `%${asTyped(word)}%`;
    found = found.where(
      sql<boolean>`(users.first_name || ' ' || users.last_name ilike ${like} or users.email::text ilike ${like})`,
    );
  }
  if (is !== undefined)
    found = isRole(is)
      ? found.where('users.role', '=', is)
      : found.where(
          sql<boolean>`exists (select from profiles of_type where of_type.user_id = users.id and of_type.type = ${is})`,
        );
  if (organization_id !== undefined)
    found = found.where(
      sql<boolean>`(users.organization_id = ${organization_id}
        or exists (select from profiles at where at.user_id = users.id and at.organization_id = ${organization_id}))`,
    );
  if (standing !== undefined)
    found = found.where('users.suspended_at', standing === 'suspended' ? 'is not' : 'is', null);
  if (cursor !== undefined) {
    const [last, first, id] = decodeCursor(cursor) ?? [];
    if (typeof last !== 'string' || typeof first !== 'string' || typeof id !== 'number')
      throw new Refusal('malformed', 'The cursor is not one of this list.');
    found = found.where(
      sql<boolean>`(users.last_name, users.first_name, users.id) > (${last}, ${first}, ${id}::bigint)`,
    );
  }
  const rows = await found.execute();
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  const paths = await organizationPaths(
    db.executor,
    shown.flatMap((row) => row.organization_id ?? []),
  );
  return {
    data: shown.map((row) => {
      const path = paths.get(row.organization_id ?? 0);
      const profile =
        row.role === 'user' && row.type !== null
          ? { type: row.type as ProfileType, is_review_manager: row.is_review_manager ?? false }
          : null;
      return {
        id: row.id,
        name: fullName(row),
        email: row.email,
        label: profileLabel(row.role as Role, profile, path ? namingOf(resolveOrganization(path)) : null),
        organization:
          row.organization_id === null ? null : { id: row.organization_id, name: row.organization_name ?? '' },
        suspended: row.suspended_at !== null,
        last_seen_at: row.last_seen_at?.toISOString() ?? null,
      };
    }),
    next_cursor: last ? encodeCursor([last.last_name, last.first_name, last.id]) : null,
  };
}
