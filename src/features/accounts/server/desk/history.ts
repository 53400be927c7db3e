import { sql } from 'kysely';
import { auditWords } from '../../../../core/audit-words.ts';
import { decodeCursor, encodeCursor } from '../../../../core/cursor.ts';
import type { In } from '../../../../core/endpoint.ts';
import { Refusal } from '../../../../core/errors.ts';
import { fullName } from '../../../../core/names.ts';
import type { ActorDb } from '../../../../platform/db/actor-db.ts';
import type { peopleDeskEndpoints } from '../../contract/people-desk.ts';

interface Row {
  id: number;
  at: Date;
  action: string;
  data: { field?: string; before?: unknown; after?: unknown };
  reason: string | null;
  first_name: string | null;
  last_name: string | null;
  acting_first: string | null;
  acting_last: string | null;
}

/** What was done about a person's account, from the audit trail, newest first. Refuses `not_found`. */
export async function readPersonHistory(
  db: ActorDb,
  id: number,
  { cursor, limit }: In<typeof peopleDeskEndpoints.history, 'query'>,
) {
  const seen = await db.selectFrom('users').select('users.id').where('users.id', '=', id).executeTakeFirst();
  if (!seen) throw new Refusal('not_found');
  const [before] = cursor === undefined ? [] : (decodeCursor(cursor) ?? ['']);
  if (before !== undefined && typeof before !== 'number')
    throw new Refusal('malformed', 'The cursor is not one of this list.');
  const { rows } = await sql<Row>`
    select a.id, a.at, a.action, a.data, d.new_value ->> 'reason' as reason, u.first_name, u.last_name,
      i.first_name as acting_first, i.last_name as acting_last
    from audit_rows a left join audit_details d on d.audit_id = a.id
      left join users u on u.id = a.actor_user_id left join users i on i.id = a.impersonator_user_id
    where a.subject = ${`user:${id}`} and a.subject like 'user:%'
      and (${before ?? null}::bigint is null or a.id < ${before ?? null})
    order by a.id desc limit ${limit + 1}`.execute(db.executor);
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return {
    data: rows.slice(0, limit).map((row) => ({
      id: row.id,
      at: row.at.toISOString(),
      action: row.action,
      says: auditWords(row.action) ?? row.action,
      by:
        row.first_name === null ? 'Peritus' : fullName({ first_name: row.first_name, last_name: row.last_name ?? '' }),
      acting:
        row.acting_first === null ? null : fullName({ first_name: row.acting_first, last_name: row.acting_last ?? '' }),
      field: row.data.field ?? null,
      before: row.data.before ?? null,
      after: row.data.after ?? null,
      reason: row.reason,
    })),
    next_cursor: last ? encodeCursor([last.id]) : null,
  };
}
