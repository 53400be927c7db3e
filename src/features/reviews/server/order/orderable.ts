import { sql } from 'kysely';
import { isRequesterSide, isStaff } from '../../../../core/actor.ts';
import { type Kind, KINDS } from '../../../../core/kinds.ts';
import type { ActorDb } from '../../../../platform/db/actor-db.ts';

/** The organizations the actor may order this kind for, by name: they have it, take new ones, and are offered for it. */
export async function orderable(db: ActorDb, kind: Kind): Promise<{ id: number; name: string }[]> {
  const { enabled_flag, accepts_flag, offered_flag } = KINDS[kind];
  const { actor } = db;
  if (!isRequesterSide(actor.kind) && !isStaff(actor.kind)) return [];
  return db
    .selectFrom('organizations')
    .select(['organizations.id', 'organizations.name'])
    .where(sql<boolean>`organization_flag(organizations.id, ${enabled_flag})`)
    .where(sql<boolean>`organization_flag(organizations.id, ${accepts_flag})`)
    .$if(offered_flag !== null, (q) => q.where(sql<boolean>`organization_flag(organizations.id, ${offered_flag})`))
    .orderBy('organizations.name')
    .limit(500)
    .execute();
}

/**
 * The organization an order begins with where none is named: the actor's own where it is offered, else the only other
 * one that is. Answers the own one where nothing is offered, so that the refusal says what it lacks; null where one of
 * several must be chosen.
 */
export async function firstOrderable(db: ActorDb, kind: Kind): Promise<number | null> {
  const own = db.actor.organization_id;
  if (own === null || isStaff(db.actor.kind)) return own;
  const offered = await orderable(db, kind);
  if (offered.length === 0 || offered.some(({ id }) => id === own)) return own;
  return offered.length === 1 ? (offered[0]?.id ?? null) : null;
}
