import type { FastifyInstance } from 'fastify';
import { type Kysely, sql } from 'kysely';
import { Refusal, refuseFields } from '../../../core/errors.ts';
import { dateIn } from '../../../core/time.ts';
import { OFFICE_ZONE } from '../../../core/us-zones.ts';
import { command } from '../../../platform/command.ts';
import { fullNameOf } from '../../../platform/db/full-name.ts';
import { json } from '../../../platform/db/json.ts';
import type { DB } from '../../../platform/db/types.ts';
import { mount } from '../../../platform/http/mount.ts';
import type { Services } from '../../../platform/services.ts';
import { matterRuleEndpoints, type MatterRuleRow, type MatterRules } from '../contract.ts';
import { ruleFaults, SHIPPED_MATTER_RULES } from '../rules.ts';

/** The rules of courts as staff keep them: each as it holds, and writing a version over it. */
export function mountMatterRules(app: FastifyInstance, services: Services): void {
  mount(app, services, matterRuleEndpoints.list, ({ db }) => listMatterRules(db.executor, services.clock.now()));

  mount(app, services, matterRuleEndpoints.write, ({ actor, params: { key }, body: { version, terms, reason } }) =>
    command(services, actor, async (tx) => {
      await sql`select pg_advisory_xact_lock(hashtext('matter_rules'))`.execute(tx.system);
      const before = await listMatterRules(tx.system, tx.now);
      const last = before.data.find((one) => one.key === key);
      if ((last?.version ?? -1) !== version) throw new Refusal('stale', undefined, { current: before });
      if (terms === null && !last?.terms) throw new Refusal('wrong_state', 'No such rule holds.');
      if (terms) refuseFields(ruleFaults(terms, before.today));
      await tx.system
        .insertInto('matter_rules')
        .values({
          key,
          version: Math.max(version, 0) + 1,
          terms: terms && json(terms),
          reason,
          written_by: actor.user_id,
          written_at: tx.now,
        })
        .execute();
      await tx.audit({
        action: terms ? 'matter_rule.written' : 'matter_rule.ended',
        subject: `matter_rule:${key}`,
        reason,
        data: { before: last?.terms ?? null, after: terms },
      });
      await tx.emit('matter_rules.written', { key });
      return listMatterRules(tx.system, tx.now);
    }),
  );
}

/** Each rule as it holds, those that come with the product first; ended ones stay to be taken up again. */
async function listMatterRules(db: Kysely<DB>, now: Date): Promise<MatterRules> {
  const written = await db
    .selectFrom('matter_rules as m')
    .innerJoin('users as u', 'u.id', 'm.written_by')
    .select(['m.key', 'm.version', 'm.terms', 'm.reason', 'm.written_at', fullNameOf('u').as('by')])
    .orderBy('m.version')
    .execute();
  const rows = new Map<string, MatterRuleRow>(
    SHIPPED_MATTER_RULES.map(({ key, version, ...terms }) => [
      key,
      { key, version, terms, reason: '', written_by: null, written_at: null },
    ]),
  );
  for (const { key, version, terms, reason, written_at, by } of written)
    rows.set(key, { key, version, terms, reason, written_by: by, written_at: written_at.toISOString() });
  return { data: [...rows.values()], today: dateIn(now, OFFICE_ZONE) };
}
