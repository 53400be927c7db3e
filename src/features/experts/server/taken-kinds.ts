import type { FastifyInstance } from 'fastify';
import { type Kysely, sql } from 'kysely';
import { type Actor, isExternalExpert } from '../../../core/actor.ts';
import { Refusal, refuseFields } from '../../../core/errors.ts';
import { KIND_NAMES, type Kind, KINDS } from '../../../core/kinds.ts';
import { command } from '../../../platform/command.ts';
import type { DB } from '../../../platform/db/types.ts';
import { mount } from '../../../platform/http/mount.ts';
import type { Services } from '../../../platform/services.ts';
import { expertEndpoints, type TakenKindsView } from '../contract.ts';
import { offeredKinds, takenAfter, takenFaults } from '../rules/taken-kinds.ts';

/** Which kinds of review an expert takes: matching invites to no other. Read and said by the expert. */
export function mountTakenKinds(app: FastifyInstance, services: Services): void {
  mount(app, services, expertEndpoints.takenKinds, async ({ actor, db }) =>
    present(await offeredTo(db.executor, actor), (await taken(db.executor, actor)) ?? []),
  );
  mount(app, services, expertEndpoints.saveTakenKinds, ({ actor, body }) =>
    command(services, actor, async (tx) => {
      const before = await taken(tx.system, actor, true);
      if (before === null) throw new Refusal('forbidden', 'You are not in the directory of experts yet.');
      const offered = await offeredTo(tx.system, actor);
      refuseFields(takenFaults(body.kinds, offered));
      const kinds = takenAfter(before, body.kinds, offered);
      if (kinds.join() !== before.join()) {
        const profileId = actor.profile?.id ?? 0;
        await tx.system
          .updateTable('expert_profiles')
          .set({ accepts_kinds: kinds })
          .where('profile_id', '=', profileId)
          .execute();
        await tx.audit({
          action: 'expert.kinds_changed',
          subject: `profile:${profileId}`,
          data: { was: before, kinds },
        });
      }
      return present(offered, kinds);
    }),
  );
}

/** What the directory says the expert takes; null: they are not in it. */
async function taken(db: Kysely<DB>, actor: Actor, locked = false): Promise<Kind[] | null> {
  const row = await db
    .selectFrom('expert_profiles')
    .select('accepts_kinds')
    .where('profile_id', '=', actor.profile?.id ?? 0)
    .$if(locked, (q) => q.forUpdate())
    .executeTakeFirst();
  return row?.accepts_kinds ?? null;
}

/** The kinds that can be ordered from this expert: all, or those the organization has that brought them in. */
async function offeredTo(db: Kysely<DB>, actor: Actor): Promise<Kind[]> {
  if (!isExternalExpert(actor.kind)) return offeredKinds(() => true);
  const asked = KIND_NAMES.map((kind) => ({ kind, flag: KINDS[kind].enabled_flag }));
  const { rows } = await sql<{ kind: Kind }>`select k.kind from json_to_recordset(${JSON.stringify(asked)})
    as k (kind text, flag text) where organization_flag(${actor.organization_id}::bigint, k.flag)`.execute(db);
  return offeredKinds((kind) => rows.some((row) => row.kind === kind));
}

const present = (offered: readonly Kind[], kinds: readonly Kind[]): TakenKindsView => ({
  kinds: offered.map((kind) => ({ kind, label: KINDS[kind].label, taken: kinds.includes(kind) })),
});
