import { sql } from 'kysely';
import { type Actor, isStaff } from '../../../core/actor.ts';
import { Refusal } from '../../../core/errors.ts';
import { fullName } from '../../../core/names.ts';
import type { ActorDb } from '../../../platform/db/actor-db.ts';

/*
 * Content that ships with Peritus and is kept at levels: the platform's (null), and those of organizations, of which the
 * nearest has the last word.
 */

type Named = { id: number; name: string };

/** The organization whose content is asked for; null: the platform's. Refuses `not_found` to who may not read it. */
export async function organizationAsked(
  db: ActorDb,
  id: number | null,
  mayRead: (actor: Actor, id: number | null) => boolean,
): Promise<Named | null> {
  if (!mayRead(db.actor, id)) throw new Refusal('not_found');
  if (id === null) return null;
  const found = await db
    .selectFrom('organizations')
    .select(['organizations.id', 'organizations.name'])
    .where('organizations.id', '=', id)
    .executeTakeFirst();
  if (!found) throw new Refusal('not_found');
  return found;
}

/** Names of an organization and of those above it; none for the platform. */
export async function namesAbove(db: ActorDb, organizationId: number | null): Promise<Named[]> {
  const { rows } = await sql<Named>`
    select o.id, o.name from organization_path(${organizationId}::bigint) p join organizations o on o.id = p.id`.execute(
    db.executor,
  );
  return rows;
}

/** Whose word something is, as the wire says it. */
export const wordOf = (of: number | 'shipped' | null, names: readonly Named[]) => ({
  of: of === 'shipped' ? ('shipped' as const) : of === null ? ('platform' as const) : ('organization' as const),
  organization: names.find(({ id }) => id === of) ?? null,
});

/** How who wrote something at a level is named: an organization does not need to know who of the platform it was. */
export const writerNamed = (
  { actor }: ActorDb,
  organizationId: number | null,
  by: { first_name: string; last_name: string },
): string => (organizationId === null && !isStaff(actor.kind) ? 'Peritus' : fullName(by));
