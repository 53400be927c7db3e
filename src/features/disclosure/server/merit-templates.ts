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
import { meritEndpoints, type MeritTemplateRow, type MeritTemplates } from '../contract/merit.ts';
import { SHIPPED_MERIT, templateFaults } from '../rules.ts';

/** The templates of certificates and affidavits as staff keep them: each as it holds, and writing a version over it. */
export function mountMeritTemplates(app: FastifyInstance, services: Services): void {
  mount(app, services, meritEndpoints.templates, ({ db }) => listTemplates(db.executor, services.clock.now()));

  mount(app, services, meritEndpoints.writeTemplate, ({ actor, params: { key }, body: { version, terms, reason } }) =>
    command(services, actor, async (tx) => {
      await sql`select pg_advisory_xact_lock(hashtext('merit_templates'))`.execute(tx.system);
      const before = await listTemplates(tx.system, tx.now);
      const last = before.data.find((one) => one.key === key);
      if ((last?.version ?? -1) !== version) throw new Refusal('stale', undefined, { current: before });
      if (terms === null && !last?.terms) throw new Refusal('wrong_state', 'No such template holds.');
      if (terms) refuseFields(templateFaults(terms, before.today));
      await tx.system
        .insertInto('merit_templates')
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
        action: terms ? 'merit_template.written' : 'merit_template.ended',
        subject: `merit_template:${key}`,
        reason,
        data: { before: last?.terms ?? null, after: terms },
      });
      return listTemplates(tx.system, tx.now);
    }),
  );
}

/** Each template as it holds, those that come with the product first; ended ones stay to be taken up again. */
async function listTemplates(db: Kysely<DB>, now: Date): Promise<MeritTemplates> {
  const written = await db
    .selectFrom('merit_templates as m')
    .innerJoin('users as u', 'u.id', 'm.written_by')
    .select(['m.key', 'm.version', 'm.terms', 'm.reason', 'm.written_at', fullNameOf('u').as('by')])
    .orderBy('m.version')
    .execute();
  const rows = new Map<string, MeritTemplateRow>(
    SHIPPED_MERIT.map(({ key, version, ...terms }) => [
      key,
      { key, version, terms, reason: '', written_by: null, written_at: null },
    ]),
  );
  for (const { key, version, terms, reason, written_at, by } of written)
    rows.set(key, { key, version, terms, reason, written_by: by, written_at: written_at.toISOString() });
  return { data: [...rows.values()], today: dateIn(now, OFFICE_ZONE) };
}
