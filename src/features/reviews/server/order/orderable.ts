import { sql } from 'kysely';
import { isRequesterSide, isStaff } from '../../../../core/actor.ts';
import type { Kind } from '../../../../core/kinds.ts';
import type { ActorDb } from '../../../../platform/db/actor-db.ts';
import { ordersKind } from '../../../../platform/db/organization-kinds.ts';

/** The organizations the actor may order this kind for: they have it, take new ones, and are offered for it. */
const orderable = (db: ActorDb, kind: Kind) =>
  db.selectFrom('organizations').select('organizations.id').where(ordersKind('organizations', kind));

/** Whether the actor may order this kind for an organization other than the one named; for any, where none is. */
export async function ordersForAnother(db: ActorDb, kind: Kind, than: number | null): Promise<boolean> {
  const { actor } = db;
  if (!isRequesterSide(actor.kind) && !isStaff(actor.kind)) return false;
  const found = await orderable(db, kind)
    .where(sql<boolean>`organizations.id is distinct from ${than}::bigint`)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * The organization an order begins with where none is named: the actor's own where it is offered, else the only other
 * one that is. Answers the own one where nothing is offered, so that the refusal says what it lacks; null where one of
 * several must be chosen.
 */
export async function firstOrderable(db: ActorDb, kind: Kind): Promise<number | null> {
  const own = db.actor.organization_id;
  if (own === null || isStaff(db.actor.kind) || !isRequesterSide(db.actor.kind)) return own;
  const [first, second] = await orderable(db, kind)
    .orderBy(sql`organizations.id = ${own}::bigint`, 'desc')
    .limit(2)
    .execute();
  if (!first || first.id === own) return own;
  return second ? null : first.id;
}
