import { type Kysely, sql } from 'kysely';
import type { Actor } from '../../../../core/actor.ts';
import { Refusal } from '../../../../core/errors.ts';
import type { ActorDb } from '../../../../platform/db/actor-db.ts';
import type { DB } from '../../../../platform/db/types.ts';
import type { Tx } from '../../../../platform/command.ts';
import { rooms } from '../../../../platform/live.ts';
import type { Services } from '../../../../platform/services.ts';
import type { OrganizationSettingsView } from '../../contract/console.ts';
import { ORGANIZATION_FIELDS } from '../../rules/fields.ts';
import { type KeptOrganization, maySet, mayCreate, standingOf } from '../../rules/standing.ts';

/** That the actor sees the organization. Refuses `not_found`. */
export async function refuseUnseen(db: ActorDb, id: number): Promise<void> {
  const seen = await db
    .selectFrom('organizations')
    .select('organizations.id')
    .where('organizations.id', '=', id)
    .executeTakeFirst();
  if (!seen) throw new Refusal('not_found');
}

/** The row of an organization and those of its parents, nearest first. Refuses `not_found`. */
export async function keptPath(
  db: Kysely<DB>,
  id: number,
): Promise<[KeptOrganization & { lock_version: number }, ...KeptOrganization[]]> {
  const { rows } = await sql<KeptOrganization & { lock_version: number }>`
    select o.* from organization_path(${id}) p join organizations o on o.id = p.id order by p.depth`.execute(db);
  const [own, ...above] = rows;
  if (!own) throw new Refusal('not_found');
  return [own, ...above];
}

/** Everybody of an organization and of what lies below it, those whose profile alone belongs there too. */
async function peopleOfTree(db: Kysely<DB>, id: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with tree as (select t.id from organization_tree(${id}) t)
    select u.id from users u where u.organization_id in (select id from tree)
    union select p.user_id from profiles p where p.organization_id in (select id from tree)`.execute(db);
  return rows.map((row) => row.id);
}

/** Pages that are open to somebody of the tree ask again for who they are and what they show. */
export async function tellTree(tx: Tx<Actor>, id: number): Promise<void> {
  for (const user of await peopleOfTree(tx.system, id)) {
    tx.live({ room: rooms.user(user), event: 'user.changed', payload: {} });
    tx.live({ room: rooms.user(user), event: 'organization.changed', payload: {} });
  }
}

/** So many are listed directly below one; the list of organizations finds the others. */
const LISTED_BELOW = 200;

/** Everything that can be set about an organization, as it stands, for somebody who keeps it. */
export async function readSettings(
  services: Services,
  db: Kysely<DB>,
  actor: Actor,
  id: number,
): Promise<OrganizationSettingsView> {
  const path = await keptPath(db, id);
  const [own, ...above] = path;
  const { rows: below } = await sql<{ id: number; name: string; people: number }>`
    select o.id, o.name, (select count(*)::int from users u where u.organization_id = o.id) as people
    from organizations o where o.parent_id = ${id} order by o.tree_place limit ${LISTED_BELOW}`.execute(db);
  const { rows: counted } = await sql<{ n: number }>`
    select count(*)::int as n from organizations o where o.parent_id = ${id}`.execute(db);
  const { rows: changed } = await sql<{ field: string; at: Date }>`
    select data ->> 'field' as field, max(at) as at from audit_rows
    where organization_id = ${id} and action = 'organization.changed' group by 1`.execute(db);
  const changedAt = new Map(changed.map(({ field, at }) => [field, at.toISOString()]));
  const people = await peopleOfTree(db, id);
  const slug = own.friendly_registration_slug;
  // what lies above an organization admin's own tree has a name, and no page of theirs
  return {
    id,
    name: own.name,
    parents: above.map((step) => ({ id: step.id, name: step.name })).toReversed(),
    platform_type: own.platform_type === 'saas' ? 'saas' : 'managed',
    logo: own.logo,
    sub_organizations: below,
    sub_organization_count: counted[0]?.n ?? 0,
    people: people.length,
    registration_url: slug ? `${services.env.public_url}/org-register/${slug}` : null,
    lock_version: own.lock_version,
    may_add_below: mayCreate(actor.kind, id),
    fields: Object.fromEntries(
      ORGANIZATION_FIELDS.map((field) => [
        field.name,
        {
          ...standingOf(path, field),
          may_set: maySet(actor.kind, field),
          changed_at: changedAt.get(field.name) ?? null,
        },
      ]),
    ),
  };
}
