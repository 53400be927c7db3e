import type { Kysely } from 'kysely';
import { ADMIN_KINDS } from '../../../core/actor.ts';
import { Refusal } from '../../../core/errors.ts';
import type { DB } from '../../../platform/db/types.ts';
import { staffWithRole } from '../../../platform/mail/staff.ts';
import type { Ports } from '../../../platform/ports.ts';
import { onEvent } from '../../../platform/workers.ts';
import type { AlertView } from '../contract/health.ts';
import { alertLink, alertWords } from '../rules/work.ts';

/** What was mended is shown so far back. */
const MENDED = 5;
const MOST = 50;

const TEMPLATES = { delivery_failed: 'delivery_failed', work_stuck: 'work_stuck' } as const;

/** Gives the platform's admins notice of what goes wrong, once for each matter. Whether by mail, their flag decides. */
export const tellOfAlerts = (ports: Ports) =>
  onEvent({
    name: 'oversight.alert',
    tells: true,
    topics: ['alert.opened'],
    async run(tx, { payload: { alert_id } }) {
      const alert = await tx.system
        .selectFrom('operational_alerts')
        .select(['kind', 'about', 'count', 'closed_at'])
        .where('id', '=', alert_id)
        .executeTakeFirst();
      // mended before anybody was told
      if (!alert || alert.closed_at !== null) return;
      for (const to of await staffWithRole(tx.system, ...ADMIN_KINDS))
        await ports.mail(tx, {
          to,
          template: TEMPLATES[alert.kind],
          data: { alert_id, about: alert.about, count: alert.count, link: alertLink(alert) },
          side: 'staff',
          dedupe_key: `alert:${alert_id}:${to.user_id}`,
        });
    },
  });

/** What goes wrong now, newest first, then what was mended last. */
export async function listAlerts(db: Kysely<DB>): Promise<AlertView[]> {
  const rows = db
    .selectFrom('operational_alerts')
    .select(['id', 'kind', 'about', 'count', 'opened_at', 'closed_at'])
    .where('opened_at', 'is not', null)
    .orderBy('opened_at', 'desc')
    .orderBy('id', 'desc');
  const open = await rows.where('closed_at', 'is', null).limit(MOST).execute();
  const mended = await rows.where('closed_at', 'is not', null).limit(MENDED).execute();
  return [...open, ...mended].map((row) => {
    if (row.opened_at === null) throw new Refusal('internal');
    return {
      id: row.id,
      says: alertWords(row),
      link: alertLink(row),
      opened_at: row.opened_at.toISOString(),
      closed_at: row.closed_at?.toISOString() ?? null,
    };
  });
}
