import type { FastifyInstance } from 'fastify';
import { type Kysely, sql } from 'kysely';
import { type Actor, isExternalExpert } from '../../../core/actor.ts';
import { Refusal } from '../../../core/errors.ts';
import { KIND_NAMES, KINDS } from '../../../core/kinds.ts';
import { command } from '../../../platform/command.ts';
import type { DB } from '../../../platform/db/types.ts';
import { mount } from '../../../platform/http/mount.ts';
import type { Services } from '../../../platform/services.ts';
import { expertEndpoints, type OpportunitiesView } from '../contract.ts';
import { OPPORTUNITY_NAMES } from '../rules/opportunities.ts';

const FLAG = 'enable_expert_additional_opportunities';

/** What an expert is open to beside reviews: read and said by the expert, where some organization asks for it. */
export function mountOpportunities(app: FastifyInstance, services: Services): void {
  mount(app, services, expertEndpoints.opportunities, ({ actor, db }) => present(db.executor, actor));
  mount(app, services, expertEndpoints.saveOpportunities, ({ actor, body }) =>
    command(services, actor, async (tx) => {
      if (!(await isAsked(tx.system, actor)))
        throw new Refusal('forbidden', 'No organization you review for asks what else you are open to.');
      const profileId = actor.profile?.id ?? 0;
      const open_to = OPPORTUNITY_NAMES.filter((one) => body.open_to.includes(one));
      await tx.system.updateTable('expert_profiles').set({ open_to }).where('profile_id', '=', profileId).execute();
      await tx.audit({ action: 'expert.open_to_changed', subject: `profile:${profileId}`, data: { open_to } });
      return { offered: true, open_to };
    }),
  );
}

/**
 * Whether anybody asks whose reviews of a kind the expert takes could come to them: any organization for the platform's
 * experts, for an organization's own that one and whoever stands below it.
 */
async function isAsked(db: Kysely<DB>, actor: Actor): Promise<boolean> {
  const kinds = KIND_NAMES.map((kind) => ({ kind, flag: KINDS[kind].enabled_flag }));
  const { rows } = await sql<{ asked: boolean }>`select exists (
    select 1 from organizations o where organization_flag(o.id, ${FLAG})
      and (${!isExternalExpert(actor.kind)} or ${actor.organization_id}::bigint
        in (select p.id from organization_path(o.id) p))
      and exists (select 1 from expert_profiles e
        join json_to_recordset(${JSON.stringify(kinds)}) as k (kind text, flag text) on k.kind = any (e.accepts_kinds)
        where e.profile_id = ${actor.profile?.id ?? 0} and organization_flag(o.id, k.flag))) as asked`.execute(db);
  return rows[0]?.asked ?? false;
}

async function present(db: Kysely<DB>, actor: Actor): Promise<OpportunitiesView> {
  if (!(await isAsked(db, actor))) return { offered: false, open_to: [] };
  const row = await db
    .selectFrom('expert_profiles')
    .select('open_to')
    .where('profile_id', '=', actor.profile?.id ?? 0)
    .executeTakeFirst();
  return { offered: true, open_to: OPPORTUNITY_NAMES.filter((one) => row?.open_to.includes(one)) };
}
