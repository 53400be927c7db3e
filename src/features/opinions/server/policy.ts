import { KINDS, trendsKind } from '../../../core/kinds.ts';
import { type Kysely, sql } from 'kysely';
import type { Actor } from '../../../core/actor.ts';
import { isStaff } from '../../../core/actor.ts';
import type { Out } from '../../../core/endpoint.ts';
import { Refusal } from '../../../core/errors.ts';
import { command } from '../../../platform/command.ts';
import type { ActorDb } from '../../../platform/db/actor-db.ts';
import type { DB } from '../../../platform/db/types.ts';
import type { Services } from '../../../platform/services.ts';
import type { PolicyView, trendEndpoints } from '../contract.ts';
import { NO_POLICY, type OpinionPolicy, setsPolicy } from '../rules.ts';

interface PolicyRow extends OpinionPolicy {
  organization_id: number;
  depth: number;
  name: string;
}

/** The setting that holds for each of these organizations: its own, else the nearest parent's. None where nobody set it. */
async function holding(db: Kysely<DB>, organizationIds: readonly number[]): Promise<Map<number, PolicyRow>> {
  const { rows } = await sql<PolicyRow>`
    select distinct on (asked.id) asked.id as organization_id, p.share_percent, p.below_best, up.depth, o.name
    from unnest(${organizationIds}::bigint[]) as asked (id) cross join lateral organization_path(asked.id) up
    join opinion_policies p on p.organization_id = up.id join organizations o on o.id = up.id
    order by asked.id, up.depth`.execute(db);
  return new Map(rows.map((row) => [row.organization_id, row]));
}

/** When an organization wants second opinions by themselves; never, where nobody set it. */
export async function policyOf(db: Kysely<DB>, organizationId: number): Promise<OpinionPolicy> {
  const found = (await holding(db, [organizationId])).get(organizationId) ?? NO_POLICY;
  return { share_percent: found.share_percent, below_best: found.below_best };
}

const present = (
  actor: Actor,
  organization: { id: number; name: string },
  found: PolicyRow | undefined,
): PolicyView => ({
  organization_id: organization.id,
  organization: organization.name,
  share_percent: found?.share_percent ?? NO_POLICY.share_percent,
  below_best: found?.below_best ?? NO_POLICY.below_best,
  inherited_from: found && found.depth > 0 ? found.name : null,
  can_change: setsPolicy(actor.kind),
});

/** So many organizations are listed with what they set. */
const LISTED = 100;

/** Of the organizations the actor sees, or of the one asked for, those that order peer reviews: the first by name. */
export async function readPolicies(db: ActorDb, organizationId?: number): Promise<Out<typeof trendEndpoints.policies>> {
  const { enabled_flag, offered_flag } = KINDS[trendsKind()];
  const organizations = await db
    .selectFrom('organizations')
    .select(['organizations.id', 'organizations.name'])
    .where(sql<boolean>`organization_flag(organizations.id, ${enabled_flag})
      and (${offered_flag}::text is null or organization_flag(organizations.id, ${offered_flag}))`)
    .orderBy('organizations.name')
    .orderBy('organizations.id')
    .$if(organizationId !== undefined, (q) => q.where('organizations.id', '=', organizationId ?? 0))
    .limit(LISTED + 1)
    .execute();
  const listed = organizations.slice(0, LISTED);
  const held = await holding(
    db.executor,
    listed.map((one) => one.id),
  );
  return {
    data: listed.map((one) => present(db.actor, one, held.get(one.id))),
    more: organizations.length > listed.length,
  };
}

/** Sets it for one organization; sub-organizations without a setting of their own follow. */
export function savePolicy(services: Services, actor: Actor, id: number, policy: OpinionPolicy): Promise<PolicyView> {
  return command(services, actor, async (tx) => {
    const organization = await tx.db
      .selectFrom('organizations')
      .select(['organizations.id', 'organizations.name'])
      .where('organizations.id', '=', id)
      .executeTakeFirst();
    if (!organization || (!isStaff(actor.kind) && !actor.organization_ids.includes(id))) throw new Refusal('not_found');
    const before = await policyOf(tx.system, id);
    const values = { ...policy, updated_at: tx.now, updated_by: actor.user_id };
    await tx.system
      .insertInto('opinion_policies')
      .values({ organization_id: id, ...values })
      .onConflict((oc) => oc.column('organization_id').doUpdateSet(values))
      .execute();
    await tx.audit({
      action: 'opinions.policy_changed',
      organization_id: id,
      subject: `organization:${id}`,
      data: { before, after: policy },
    });
    return present(actor, organization, (await holding(tx.system, [id])).get(id));
  });
}
