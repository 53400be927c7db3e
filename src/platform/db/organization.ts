import type { FlagName } from '../declarations.ts';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { Refusal } from '../../core/errors.ts';
import type { ActorDb } from './actor-db.ts';
import type { DB } from './types.ts';

/** Whether an on/off flag is set for an organization: its own value, else the nearest parent's, else the default. */
export async function organizationFlag(db: Kysely<DB>, organizationId: number, flag: FlagName): Promise<boolean> {
  const { rows } = await sql<{ value: boolean }>`select organization_flag(${organizationId}, ${flag}) as value`.execute(
    db,
  );
  return rows[0]?.value ?? false;
}

/** The name and the zone of an organization that is there. */
export const organizationOf = (db: Kysely<DB>, id: number): Promise<{ name: string; time_zone: string }> =>
  db.selectFrom('organizations').select(['name', 'time_zone']).where('id', '=', id).executeTakeFirstOrThrow();

/** The name of an organization the actor sees. Refuses `not_found`. */
export async function seenOrganization(db: ActorDb, id: number): Promise<string> {
  const seen = await db
    .selectFrom('organizations')
    .select('organizations.name')
    .where('organizations.id', '=', id)
    .executeTakeFirst();
  if (!seen) throw new Refusal('not_found');
  return seen.name;
}

/** That somebody is of an organization, by their account or by a profile, as a condition. */
export const isOf = (userId: RawBuilder<unknown>, organizationId: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`(exists (select from users of_user where of_user.id = ${userId} and of_user.organization_id = ${organizationId})
    or exists (select from profiles of_profile
      where of_profile.user_id = ${userId} and of_profile.organization_id = ${organizationId}))`;
