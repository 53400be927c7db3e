import { type Kysely, sql } from 'kysely';
import { fullNameOf } from '../db/full-name.ts';
import { ORGANIZATION_ADMINS } from '../db/roles.ts';
import type { DB } from '../db/types.ts';
import type { Addressee } from './staff.ts';

/** Who sees all of an organization's reviews: its managers, and the admins of it and those above it, by name; nobody suspended. */
export async function organizationWide(db: Kysely<DB>, organizationId: number): Promise<Addressee[]> {
  const { rows } = await sql<Addressee>`
    select u.id as user_id, u.email, ${fullNameOf('u')} as name from users u
    where u.suspended_at is null and (
      exists (select from profiles p where p.user_id = u.id and p.type = 'ClaimConsultant' and p.is_review_manager
        and p.organization_id = ${organizationId})
      or (u.role in ${ORGANIZATION_ADMINS}
        and u.organization_id in (select p.id from organization_path(${organizationId}) p)))
    order by name, u.id`.execute(db);
  return rows;
}

/** The admins of an organization, else of the nearest above that has any, by name; nobody suspended. */
export async function organizationAdmins(db: Kysely<DB>, organizationId: number): Promise<Addressee[]> {
  const { rows } = await sql<Addressee>`
    select user_id, email, name from (
      select u.id as user_id, u.email, ${fullNameOf('u')} as name, rank() over (order by p.depth) as nearest
      from organization_path(${organizationId}) p join users u on u.organization_id = p.id
      where u.suspended_at is null and u.role in ${ORGANIZATION_ADMINS}) x
    where nearest = 1 order by name, user_id`.execute(db);
  return rows;
}

/** The admins of an organization and of all above it; nobody suspended. */
export async function adminsAndAbove(db: Kysely<DB>, organizationId: number): Promise<Addressee[]> {
  const { rows } = await sql<Addressee>`
    select u.id as user_id, u.email, ${fullNameOf('u')} as name
    from organization_path(${organizationId}) p join users u on u.organization_id = p.id
    where u.role in ${ORGANIZATION_ADMINS} and u.suspended_at is null order by u.id`.execute(db);
  return rows;
}
