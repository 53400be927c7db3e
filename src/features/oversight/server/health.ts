import { statfs } from 'node:fs/promises';
import { sql } from 'kysely';
import { type Actor, isAdmin } from '../../../core/actor.ts';
import { demoToCome } from '../../../platform/demo-world.ts';
import { settingsRead } from '../../../platform/env.ts';
import type { Judgment } from '../../../platform/health.ts';
import type { RequestStats } from '../../../platform/http/request-stats.ts';
import type { Services } from '../../../platform/services.ts';
import { openTextProvider } from '../../../platform/sms/provider.ts';
import { VERSION } from '../../../platform/version.ts';
import { DEAD_LETTERS } from '../../../platform/work-desk.ts';
import type { Health } from '../contract/health.ts';
import { listAlerts } from './alerts.ts';

/** What assembly knows of the running process. */
export interface Running {
  requests: RequestStats;
  judge: () => Promise<Judgment>;
  started_at: Date;
}

interface Seen {
  version: string;
  size: number;
  migration: string | null;
  events: number;
  events_s: number | null;
  work: number;
  work_s: number | null;
  times: number;
  times_s: number | null;
  mails: number;
  mails_s: number | null;
  texts: number;
  texts_s: number | null;
  mails_sent: Date | null;
  mails_failed: Date | null;
  mails_given_up: number;
  texts_sent: Date | null;
  texts_failed: Date | null;
  texts_given_up: number;
}

/** Whether all that the product stands on is in order now, and what runs here. Settings are for admins. */
export async function readHealth(services: Services, actor: Actor, running: Running): Promise<Health> {
  const { env, database, clock } = services;
  const now = clock.now();
  const asked = performance.now();
  await sql`select 1`.execute(database.systemDb);
  const answers_ms = performance.now() - asked;
  const [{ status, checks }, seen, disk, alerts, demo] = await Promise.all([
    running.judge(),
    look(services, now),
    diskOf(env.data_dir),
    listAlerts(database.systemDb),
    demoToCome(database.systemDb),
  ]);
  const { pool } = database;
  const { requests } = running;
  const at = performance.now();
  const queue = (waiting: number, oldest_s: number | null) => ({
    waiting,
    oldest_s: oldest_s === null ? null : Math.max(0, Math.round(oldest_s)),
  });
  return {
    at: now.toISOString(),
    status,
    checks: { ...checks },
    version: {
      product: VERSION,
      node: process.version,
      database: `PostgreSQL ${seen.version}`,
      migration: seen.migration ?? '',
      started_at: running.started_at.toISOString(),
    },
    requests: { last_5_minutes: requests.figures(at, 5), last_hour: requests.figures(at, 60) },
    database: {
      answers_ms: Math.round(answers_ms * 10) / 10,
      size_bytes: seen.size,
      connections: {
        used: pool.totalCount - pool.idleCount,
        idle: pool.idleCount,
        waiting: pool.waitingCount,
        most: pool.options.max,
      },
    },
    queues: {
      events: queue(seen.events, seen.events_s),
      work: queue(seen.work, seen.work_s),
      times: queue(seen.times, seen.times_s),
      mails: queue(seen.mails, seen.mails_s),
      texts: queue(seen.texts, seen.texts_s),
    },
    demo,
    disk: disk && { ...disk, least_bytes: env.MIN_FREE_BYTES },
    deliveries: [
      {
        sort: 'mails',
        sends: env.SMTP_URL !== undefined,
        last_sent_at: seen.mails_sent?.toISOString() ?? null,
        last_failed_at: seen.mails_failed?.toISOString() ?? null,
        given_up: seen.mails_given_up,
      },
      {
        sort: 'texts',
        sends: openTextProvider(env) !== null,
        last_sent_at: seen.texts_sent?.toISOString() ?? null,
        last_failed_at: seen.texts_failed?.toISOString() ?? null,
        given_up: seen.texts_given_up,
      },
    ],
    alerts,
    settings: isAdmin(actor.kind) ? settingsRead(env) : null,
  };
}

/** What the database says of itself and of the queues. Work is timed by its clock, all else by the product's. */
async function look({ database }: Services, now: Date): Promise<Seen> {
  const age = (instant: unknown) => sql`extract(epoch from ${now}::timestamptz - ${instant})::float8`;
  const of = (table: 'mails' | 'texts') => {
    const t = sql.table(table);
    const called = (what: string) => sql.id(`${table}${what}`);
    return sql`
      (select count(*)::int from ${t} where status = 'queued') as ${called('')},
      (select ${age(sql`min(created_at)`)} from ${t} where status = 'queued') as ${called('_s')},
      (select max(sent_at) from ${t} where status = 'sent') as ${called('_sent')},
      (select max(failed_at) from ${t} where status = 'failed') as ${called('_failed')},
      (select count(*)::int from ${t} where status = 'failed' and handled_at is null and failed_at is not null)
        as ${called('_given_up')}`;
  };
  const waiting = sql`from pgboss.job where name <> ${DEAD_LETTERS} and state < 'active' and start_after <= now()`;
  const overdue = sql`from deadlines where done_at is null and cancelled_at is null and due_at <= ${now}`;
  const { rows } = await sql<Seen>`select current_setting('server_version') as version,
    pg_database_size(current_database())::float8 as size,
    (select max(name) from schema_migrations) as migration,
    (select count(*)::int from outbox where handed_over_at is null) as events,
    (select ${age(sql`min(created_at)`)} from outbox where handed_over_at is null) as events_s,
    (select count(*)::int ${waiting}) as work,
    (select extract(epoch from now() - min(greatest(created_on, start_after)))::float8 ${waiting}) as work_s,
    (select count(*)::int ${overdue}) as times,
    (select ${age(sql`min(due_at)`)} ${overdue}) as times_s, ${of('mails')}, ${of('texts')}`.execute(database.systemDb);
  const [seen] = rows;
  if (!seen) throw new Error('The database said nothing of itself.');
  return seen;
}

async function diskOf(folder: string): Promise<{ free_bytes: number; total_bytes: number } | null> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder);
    return { free_bytes: bavail * bsize, total_bytes: blocks * bsize };
  } catch {
    return null;
  }
}
