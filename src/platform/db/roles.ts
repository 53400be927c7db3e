import { type RawBuilder, sql } from 'kysely';
import {
  ADMIN_KINDS,
  ORGANIZATION_ADMIN_KINDS,
  type Role,
  STAFF_KINDS,
  SUPER_ADMIN_KINDS,
  rolesAt,
} from '../../core/actor.ts';

/* Roles as SQL asks for them, `u.role in ${STAFF}`, from the table that says who is what. */

const list = (roles: readonly Role[]): RawBuilder<unknown> => sql`(${sql.join(roles.map((role) => sql.lit(role)))})`;

export const STAFF = list(STAFF_KINDS);
export const SUPER_ADMINS = list(SUPER_ADMIN_KINDS);
export const ADMINS = list(ADMIN_KINDS);
/** Those at a desk. */
export const AT_DESK = { matching: list(rolesAt('matching')), records: list(rolesAt('records')) } as const;
export const ORGANIZATION_ADMINS = list(ORGANIZATION_ADMIN_KINDS);
