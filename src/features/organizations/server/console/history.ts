import { sql } from 'kysely';
import { actedName, fullName } from '../../../../core/names.ts';
import { decodeCursor, encodeCursor } from '../../../../core/cursor.ts';
import type { In } from '../../../../core/endpoint.ts';
import { Refusal } from '../../../../core/errors.ts';
import type { ActorDb } from '../../../../platform/db/actor-db.ts';
import type { organizationConsoleEndpoints } from '../../contract/console.ts';
import { refuseUnseen } from './settings.ts';

interface Row {
  id: number;
  at: Date;
  data: { field: string; before: unknown; after: unknown };
  reason: string | null;
  first_name: string | null;
  last_name: string | null;
  /** Who acted as them. */
  acting_first: string | null;
  acting_last: string | null;
}

/** What was changed about an organization, from the audit trail, newest first. Refuses `not_found`. */
export async function readHistory(
  db: ActorDb,
  id: number,
  { field, cursor, limit }: In<typeof organizationConsoleEndpoints.history, 'query'>,
) {
  await refuseUnseen(db, id);
  const [before] = cursor === undefined ? [] : (decodeCursor(cursor) ?? ['']);
  if (before !== undefined && typeof before !== 'number')
    throw new Refusal('malformed', 'The cursor is not one of this list.');
  const { rows } = await sql<Row>`
    select a.id, a.at, a.data, d.new_value ->> 'reason' as reason, u.first_name, u.last_name,
      i.first_name as acting_first, i.last_name as acting_last
    from audit_rows a left join audit_details d on d.audit_id = a.id left join users u on u.id = a.actor_user_id
      left join users i on i.id = a.impersonator_user_id
    where a.organization_id = ${id} and a.action = 'organization.changed'
      and (${field ?? null}::text is null or a.data ->> 'field' = ${field ?? null})
      and (${before ?? null}::bigint is null or a.id < ${before ?? null})
    order by a.id desc limit ${limit + 1}`.execute(db.executor);
  const { rows: named } = await sql<{ field: string }>`
    select distinct data ->> 'field' as field from audit_rows
    where organization_id = ${id} and action = 'organization.changed' order by 1`.execute(db.executor);
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return {
    data: rows
      .slice(0, limit)
      .map(({ data, at, reason, first_name, last_name, acting_first, acting_last, ...row }) => ({
        id: row.id,
        at: at.toISOString(),
        field: data.field,
        before: data.before,
        after: data.after,
        reason,
        by: actedName(
          first_name === null ? 'Peritus' : fullName({ first_name, last_name }),
          acting_first === null ? null : fullName({ first_name: acting_first, last_name: acting_last }),
        ),
      })),
    next_cursor: last ? encodeCursor([last.id]) : null,
    fields: named.map((one) => one.field),
  };
}
