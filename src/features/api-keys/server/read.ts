import { type Kysely, sql } from 'kysely';
import { Refusal } from '../../../core/errors.ts';
import { fullNameOf } from '../../../platform/db/full-name.ts';
import { ORGANIZATION_ADMINS } from '../../../platform/db/roles.ts';
import type { DB } from '../../../platform/db/types.ts';
import type { ApiKey } from '../contract.ts';
import { keyState } from '../rules.ts';
import type { ApiScope } from '../rules/scopes.ts';

interface Row {
  id: number;
  name: string;
  scopes: ApiScope[];
  addresses: string[];
  user_id: number;
  maker: string;
  maker_may: boolean;
  created_at: Date;
  expires_at: Date;
  last_used_at: Date | null;
  last_used_ip: string | null;
  revoked_at: Date | null;
}

/** Keys that ended are listed as long as they are among the last so many. */
const MOST_LISTED = 100;

/** An organization's keys, or the one of this number: those that are not over first, then the newest. */
export async function readKeys(
  db: Kysely<DB>,
  organizationId: number,
  now: Date,
  keyId: number | null = null,
): Promise<ApiKey[]> {
  const { rows } = await sql<Row>`
    select k.id, k.name, k.scopes, k.addresses, k.user_id, ${fullNameOf('u')} as maker, k.created_at, k.expires_at,
      k.last_used_at, k.last_used_ip, k.revoked_at,
      (u.suspended_at is null and u.role in ${ORGANIZATION_ADMINS}
        and k.organization_id in (select t.id from organization_tree(u.organization_id) t)) as maker_may
    from api_keys k join users u on u.id = k.user_id
    where k.organization_id = ${organizationId} ${keyId === null ? sql`` : sql`and k.id = ${keyId}`}
    order by (k.revoked_at is not null or k.expires_at <= ${now}), k.id desc limit ${MOST_LISTED}`.execute(db);
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    scopes: row.scopes,
    addresses: row.addresses,
    made_by: { user_id: row.user_id, name: row.maker },
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    last_used_at: row.last_used_at?.toISOString() ?? null,
    last_used_ip: row.last_used_ip,
    revoked_at: row.revoked_at?.toISOString() ?? null,
    state: keyState(row, now),
  }));
}

/** One key. Refuses `not_found`. */
export async function readKey(db: Kysely<DB>, organizationId: number, id: number, now: Date): Promise<ApiKey> {
  const [one] = await readKeys(db, organizationId, now, id);
  if (!one) throw new Refusal('not_found');
  return one;
}
