import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import type { DB } from './db/types.ts';
import { systemCommand } from './command.ts';
import type { Jobs } from './jobs.ts';
import type { Services } from './services.ts';
import { concerns, type EventHandler, type JobHandler, type OutboxEvent } from './workers.ts';
import { LOCKS } from './db/locks.ts';

const BATCH = 500;

/**
 * Hands committed events to the queues of their handlers, in order, in one transaction with the mark that it did.
 * Several processes may do it at the same time: one after the other. Answers how many were handed over.
 */
export async function handOver(services: Services, jobs: Jobs): Promise<number> {
  let total = 0;
  // most often there is nothing, and then nobody has to wait for a turn
  if (!(await isWaiting(services.database.systemDb))) return total;
  for (;;) {
    const { count, concerned } = await inTurn(services.database.systemDb, async (trx) => {
      const rows = await trx
        .selectFrom('outbox')
        .select(['id', 'topic', 'payload', 'review_id'])
        .where('handed_over_at', 'is', null)
        .orderBy('id')
        .limit(BATCH)
        .execute();
      if (rows.length === 0) return { count: 0, concerned: [] };
      const events = rows.map(eventOf);
      const concerned = await jobs.enqueue(trx, events);
      await trx
        .updateTable('outbox')
        .set({ handed_over_at: services.clock.now() })
        .where(
          'id',
          'in',
          rows.map((row) => row.id),
        )
        .execute();
      return { count: rows.length, concerned };
    });
    jobs.wake(concerned);
    total += count;
    if (count < BATCH) return total;
  }
}

/**
 * A transaction that begins when the one before it is over, in every process: the queues sort by the time of the
 * transaction in which an event was handed over.
 */
const inTurn = <T>(db: Kysely<DB>, run: (trx: Transaction<DB>) => Promise<T>): Promise<T> =>
  db.connection().execute(async (own) => {
    await sql`select pg_advisory_lock(${LOCKS.outbox})`.execute(own);
    try {
      return await own.transaction().execute(run);
    } finally {
      await sql`select pg_advisory_unlock(${LOCKS.outbox})`.execute(own);
    }
  });

/** An event as `emit` wrote it: nothing else writes this table, so the topic is one and the payload is its. */
const eventOf = (row: { id: number; topic: string; review_id: number | null; payload: unknown }): OutboxEvent =>
  row as OutboxEvent;

/** Whether committed events wait to be handed over, as a condition. */
export const eventsWait: RawBuilder<boolean> = sql<boolean>`exists (select from outbox where handed_over_at is null)`;

/** Whether committed events wait to be handed over. */
export async function isWaiting(db: Kysely<DB>): Promise<boolean> {
  const { rows } = await sql<{ wait: boolean }>`select ${eventsWait} as wait`.execute(db);
  return rows[0]?.wait ?? false;
}

/**
 * Handles what waits in the outbox here and now, in order, without queues: for one-off runs that hold the database
 * alone. All an event has to say is done in one transaction with the mark that it was, then the jobs it starts. Answers
 * how many events were handled; a failing handler throws.
 */
export async function drainOutbox(
  services: Services,
  handlers: readonly EventHandler[],
  jobs: readonly JobHandler[],
): Promise<number> {
  const rows = await services.database.systemDb
    .selectFrom('outbox')
    .select(['id', 'topic', 'payload', 'review_id'])
    .where('handed_over_at', 'is', null)
    .orderBy('id')
    .limit(BATCH)
    .execute();
  for (const row of rows) {
    const event = eventOf(row);
    const concerned = handlers.filter((handler) => concerns(handler, event));
    await systemCommand(services, { kind: 'system', request_id: `event-${event.id}` }, async (tx) => {
      for (const handler of concerned) await handler.run(tx, event);
      await tx.system.updateTable('outbox').set({ handed_over_at: tx.now }).where('id', '=', event.id).execute();
    });
    for (const job of jobs) if (job.topics.includes(event.topic)) await job.run(event);
  }
  return rows.length;
}
