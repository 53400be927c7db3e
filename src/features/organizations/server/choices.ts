import { sql } from 'kysely';
import { isStaff } from '../../../core/actor.ts';
import { CHOICES_READ, type ChoicesShown, showChoices } from '../../../core/choices.ts';
import type { In } from '../../../core/endpoint.ts';
import type { ActorDb } from '../../../platform/db/actor-db.ts';
import { asTyped } from '../../../platform/db/as-typed.ts';
import { ordersKind, usesKind } from '../../../platform/db/organization-kinds.ts';
import type { organizationChoices } from '../contract/choices.ts';

/** The organizations an actor may choose from, in the order of the tree, as far as they are shown. */
export async function chooseOrganizations(
  db: ActorDb,
  { q, id, external_experts, uses, orders }: In<typeof organizationChoices, 'query'>,
): Promise<ChoicesShown> {
  let found = db
    .selectFrom('organizations')
    .select(['organizations.id', 'organizations.name'])
    .orderBy('organizations.tree_place');
  if (!isStaff(db.actor.kind))
    found = found.where('organizations.id', '=', sql<number>`any(${db.actor.organization_ids}::bigint[])`);
  if (external_experts)
    found = found.where(sql<boolean>`(organizations.effective_flags ->> 'enable_external_expert')::boolean`);
  // what was chosen earlier keeps its name where it no longer uses or orders the kind
  if (id !== undefined)
    return { data: await found.where('organizations.id', 'in', [id].flat()).execute(), more: false };
  if (q) found = found.where('organizations.name', 'ilike', `%${asTyped(q)}%`);
  if (uses) found = found.where(usesKind('organizations', uses));
  if (orders) found = found.where(ordersKind('organizations', orders));
  return showChoices(await found.limit(CHOICES_READ).execute());
}
