import type { FastifyInstance } from 'fastify';
import { shippedMigrations } from './db/migrate.ts';
import { type Ground, groundOf, inTime } from './readiness.ts';
import { openHolds } from './holds.ts';
import type { Services } from './services.ts';

/** What must be in order before requests are sent here. */
interface Readiness extends Ground {
  database: boolean;
  migrations: boolean;
  workers: boolean;
}

/** What is said, and does not keep requests away: with a full disk, a long queue and no scanner reading goes on. */
const WARNINGS: ReadonlySet<string> = new Set(['room', 'queue', 'scanner'] satisfies (keyof Ground)[]);

/** Whether the process can do its work, as it is now. */
export interface Judgment {
  status: 'ready' | 'degraded' | 'not_ready';
  checks: Readiness;
}

/** Judges whether the process can do its work; what stands on the disk is looked at again after a while. */
export function judgeReadiness(services: Services, workersRunning: () => boolean): () => Promise<Judgment> {
  const shipped = shippedMigrations();
  const ground = groundOf(services);
  return async () => {
    const [applied, seen] = await Promise.all([appliedMigrations(services), ground()]);
    const checks: Readiness = {
      database: applied !== null,
      migrations: applied !== null && shipped.every((name) => applied.has(name)),
      workers: workersRunning(),
      ...seen,
    };
    const missing = Object.entries(checks).filter(([, good]) => !good);
    const ready = missing.every(([name]) => WARNINGS.has(name));
    return { status: missing.length === 0 ? 'ready' : ready ? 'degraded' : 'not_ready', checks };
  };
}

/**
 * Mounts GET /healthz (the process answers) and GET /readyz (it can do its work: 200, else 503 with what is missing;
 * `degraded` and 200 where there is little room left or the queue is behind).
 * Where deadlines are held for a person's word it says why, and is ready all the same: the rest goes on.
 * Both are open, say nothing about the data, and are not part of the API document.
 */
export function mountHealth(app: FastifyInstance, services: Services, judge: () => Promise<Judgment>): void {
  const schema = { hide: true };

  app.get('/healthz', { schema }, async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  );

  app.get('/readyz', { schema }, async (_request, reply) => {
    const { status, checks } = await judge();
    const ready = status !== 'not_ready';
    return reply
      .status(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status, checks, ...(ready && (await heldBy(services))) });
  });
}

/** The migrations the database has, or null when it does not answer in time. */
async function appliedMigrations({ database, log }: Services): Promise<Set<string> | null> {
  try {
    const { rows } = await inTime(database.pool.query<{ name: string }>('select name from schema_migrations'));
    return new Set(rows.map((row) => row.name));
  } catch (error) {
    log.warn({ err: error }, 'not ready: the database does not answer');
    return null;
  }
}

/** Why what cannot be undone waits for a person's word, where it does. */
async function heldBy({ database, log }: Services): Promise<{ deadlines_held?: string[] }> {
  try {
    const holds = await inTime(openHolds(database.systemDb));
    return holds.length === 0 ? {} : { deadlines_held: holds.map(({ cause }) => cause) };
  } catch (error) {
    log.warn({ err: error }, 'whether deadlines are held could not be read');
    return {};
  }
}
