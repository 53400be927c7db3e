import { type RawBuilder, sql } from 'kysely';
import type { SystemActor } from '../core/actor.ts';
import { DAY, MINUTE } from '../core/time.ts';
import { systemCommand, type Tx } from './command.ts';
import { LOCKS } from './db/locks.ts';
import type { OperationalAlerts } from './db/types.ts';
import type { Undoing } from './declarations.ts';
import { mayRun } from './holds.ts';
import { DEAD_LETTERS } from './work-desk.ts';
import type { Services } from './services.ts';

/** What waits longer than this waits far longer than its time. */
const LATE_MS = 15 * MINUTE;
/** A time that failed so often was tried for more than ten minutes. */
const STUCK_TRIES = 8;
/** A message that was given up longer ago than this is nobody's news. */
const OLD_MS = 14 * DAY;

/** Something that goes wrong now, by the same key as long as it does. */
interface Finding {
  kind: OperationalAlerts['kind'];
  key: string;
  /** What it is about: a handler's name, a kind of deadline, mails or texts. */
  about: string;
  count: number;
  /** Certain at first sight; else it is told only when it is still so after a while. */
  sure: boolean;
}

/**
 * Looks for messages that were given up and work that is stuck, and keeps one row for each matter from when it is noticed
 * until it is mended. `alert.opened` and `alert.closed` tell of it, once each, however often it is looked at.
 */
export async function watchWork(services: Services, undoing: Undoing): Promise<void> {
  await systemCommand(services, { kind: 'system', request_id: 'alerts' }, async (tx) => {
    await sql`select pg_advisory_xact_lock(${LOCKS.alerts})`.execute(tx.system);
    const findings = await look(tx, undoing);
    const { rows: known } = await sql<{ id: number; kind: string; key: string; told: boolean; lasting: boolean }>`
      select id, kind, key, opened_at is not null as told,
        watched_since < now() - ${LATE_MS}::float8 * interval '1 millisecond' as lasting
      from operational_alerts where closed_at is null`.execute(tx.system);
    const byKey = new Map(known.map((row) => [`${row.kind} ${row.key}`, row]));
    for (const finding of findings) {
      const { kind, key, about, count, sure } = finding;
      const row = byKey.get(`${kind} ${key}`);
      byKey.delete(`${kind} ${key}`);
      if (!row) {
        const { id } = await tx.system
          .insertInto('operational_alerts')
          .values({ kind, key, about, count, opened_at: sure ? tx.now : null })
          .returning('id')
          .executeTakeFirstOrThrow();
        if (sure) await opened(tx, id, finding);
        continue;
      }
      const opens = !row.told && (sure || row.lasting);
      await tx.system
        .updateTable('operational_alerts')
        .set({ count, ...(opens ? { opened_at: tx.now } : {}) })
        .where('id', '=', row.id)
        .execute();
      if (opens) await opened(tx, row.id, finding);
    }
    for (const { id, told } of byKey.values()) {
      if (!told) {
        await tx.system.deleteFrom('operational_alerts').where('id', '=', id).execute();
        continue;
      }
      await tx.system.updateTable('operational_alerts').set({ closed_at: tx.now }).where('id', '=', id).execute();
      await tx.emit('alert.closed', { alert_id: id });
    }
  });
}

async function opened(tx: Tx<SystemActor>, id: number, { kind, about, count }: Finding): Promise<void> {
  await tx.emit('alert.opened', { alert_id: id });
  tx.afterCommit(() => tx.services.log.error({ alert_id: id, kind, about, count }, 'something waits for a person'));
}

async function look(tx: Tx<SystemActor>, undoing: Undoing): Promise<Finding[]> {
  return [
    ...(await givenUp(tx, sql`mails`, sql`m.to_email::text`, sql`s.to_email = m.to_email`, 'mails')),
    ...(await givenUp(tx, sql`texts`, sql`m.to_number`, sql`s.to_number = m.to_number`, 'texts')),
    ...(await stuckJobs(tx)),
    ...(await stuckTimes(tx, undoing)),
  ];
}

/**
 * Messages that were given up and nobody dealt with: by address where it is refused, else all together, for what sends
 * them is why. Mended when a later one got through there.
 */
async function givenUp(
  { system, now }: Tx<SystemActor>,
  table: RawBuilder<unknown>,
  address: RawBuilder<unknown>,
  same: RawBuilder<unknown>,
  about: 'mails' | 'texts',
): Promise<Finding[]> {
  const { rows } = await sql<{ scope: string; count: number }>`
    select case when m.refused then 'address:' || md5(${address}) else 'sender' end as scope, count(*)::int as count
    from ${table} m
    where m.status = 'failed' and m.handled_at is null and m.failed_at > ${new Date(now.getTime() - OLD_MS)}
      and not exists (select from ${table} s where s.status = 'sent' and s.sent_at > m.failed_at
        and (not m.refused or ${same}))
    group by 1`.execute(system);
  return rows.map(({ scope, count }) => ({
    kind: 'delivery_failed',
    key: `${about}:${scope}`,
    about,
    count,
    sure: true,
  }));
}

/** Events and jobs that are not tried any more, those that wait too long, and events that do not reach their queues. */
async function stuckJobs({ system, now }: Tx<SystemActor>): Promise<Finding[]> {
  const late = sql`${LATE_MS}::float8 * interval '1 millisecond'`;
  const { rows } = await sql<{ why: string; name: string; count: number }>`
    select 'given_up' as why, coalesce(source_name, name) as name, count(*)::int as count from pgboss.job
      where name = ${DEAD_LETTERS} and state < 'completed' group by 2
    union all
    select 'late', name, count(*)::int from pgboss.job
      where name <> ${DEAD_LETTERS} and state < 'active' and greatest(created_on, start_after) < now() - ${late} group by 2`.execute(
    system,
  );
  const { rows: events } = await sql<{ count: number }>`select count(*)::int as count from outbox
    where handed_over_at is null and created_at < ${new Date(now.getTime() - LATE_MS)}`.execute(system);
  const behind = events[0]?.count ?? 0;
  return [
    ...rows.map(({ why, name, count }) => ({
      kind: 'work_stuck' as const,
      key: `${why}:${name}`,
      about: name,
      count,
      sure: true,
    })),
    // by the product's clock, which may have been set ahead a moment ago
    ...(behind > 0
      ? [{ kind: 'work_stuck' as const, key: 'late:events', about: 'events', count: behind, sure: false }]
      : []),
  ];
}

/** Times that fail again and again, and those that are long over and were not tried. What is held is no fault. */
async function stuckTimes({ system, now }: Tx<SystemActor>, undoing: Undoing): Promise<Finding[]> {
  const { rows } = await sql<{ kind: string; failing: boolean; count: number }>`
    select d.kind, d.tries > 0 as failing, count(*)::int as count from deadlines d
    where d.done_at is null and d.cancelled_at is null and d.due_at < ${new Date(now.getTime() - LATE_MS)}
      and (d.tries = 0 or d.tries >= ${STUCK_TRIES}) and ${mayRun(undoing)}
    group by 1, 2`.execute(system);
  return rows.map(({ kind, failing, count }) => ({
    kind: 'work_stuck',
    key: `${failing ? 'failing' : 'overdue'}:${kind}`,
    about: kind,
    count,
    sure: failing,
  }));
}
