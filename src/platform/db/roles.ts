import { type RawBuilder, sql } from 'kysely';
import { ADMIN_KINDS, ORGANIZATION_ADMIN_KINDS, type Role, STAFF_KINDS } from '../../core/actor.ts';

/* Roles as SQL asks for them, `u.role in ${STAFF}`, from the table that says who is what. */

const list = (roles: readonly Role[]): RawBuilder<unknown> => sql`(${sql.join(roles.map((role) => sql.lit(role)))})`;

export const STAFF = list(STAFF_KINDS);
export const ADMINS = list(ADMIN_KINDS);
export const ORGANIZATION_ADMINS = list(ORGANIZATION_ADMIN_KINDS);
