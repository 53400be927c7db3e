import { type Kysely, sql } from 'kysely';
import { fullNameOf } from '../../../platform/db/full-name.ts';
import { ORGANIZATION_ADMINS } from '../../../platform/db/roles.ts';
import type { DB } from '../../../platform/db/types.ts';
import type { Addressee } from '../../../platform/mail/staff.ts';

/** Who administers an organization or one above it; nobody suspended. */
export async function organizationAdmins(db: Kysely<DB>, organizationId: number): Promise<Addressee[]> {
  const { rows } = await sql<Addressee>`
    select u.id as user_id, u.email, ${fullNameOf('u')} as name from users u
    where u.suspended_at is null and u.role in ${ORGANIZATION_ADMINS}
      and u.organization_id in (select p.id from organization_path(${organizationId}) p)
    order by u.id`.execute(db);
  return rows;
}
