import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { type JobWithMetadata, PgBoss, fromKysely } from 'pg-boss';
import { systemCommand } from './command.ts';
import type { DB } from './db/types.ts';
import { faultLog, isDatabaseAway } from './db/away.ts';
import { type EventQueues, startEventQueues } from './event-queues.ts';
import { safeError } from './log.ts';
import type { Services } from './services.ts';
import { createWorkDesk, DEAD_LETTERS, type WorkDesk } from './work-desk.ts';
import { concerns, type EventHandler, type JobHandler, type OutboxEvent } from './workers.ts';

const SCHEMA = 'pgboss';
/** Events of one review are handled in order, one after the other; others meanwhile. */
const IN_ORDER = 'key_strict_fifo';
const HOUR_S = 3_600;
const DAY_S = 24 * HOUR_S;
/** A process that died is noticed after this long, and what it was doing begins anew elsewhere. */
const HEARTBEAT_S = 10;
const SUPERVISE_S = 5;
/** Long jobs of one handler side by side in one process. */
const JOBS_AT_ONCE = 2;
/** What runs has this long to finish. */
const STOP_MS = 30_000;
/** New jobs are announced; polling only finds what waited for another try. */
const POLLING = { includeMetadata: true, pollingIntervalSeconds: 1, notifyPollingIntervalSeconds: 5 } as const;

/** An event that a handler could not be brought to handle. */
export interface DeadLetter {
  id: string;
  handler: string;
  event: OutboxEvent;
  failed_at: Date;
  tries: number;
  /** The last error without the values it carried. */
  error: string;
}

export interface Jobs {
  start(): Promise<void>;
  /** Takes nothing new, lets what runs finish (up to 30 s), closes the connections. */
  stop(): Promise<void>;
  /** Puts events into the queues of their handlers in the given transaction; answers the handlers concerned. */
  enqueue(trx: Kysely<DB>, events: readonly OutboxEvent[]): Promise<Set<string>>;
  /** Lets the handlers look at once; without names, all of them. */
  wake(handlers?: Iterable<string>): void;
  /** When this process has no event in hand any more, or after `ms`; answers whether it had any, and has none now. */
  drained(ms: number): Promise<boolean>;
  /** The handlers whose jobs wait for nothing but a worker, or run; `waits`: at least one of them waits. */
  due(db: Kysely<DB>): Promise<{ name: string; waits: boolean }[]>;
  /** Whether there are any, as a condition. */
  areDue: RawBuilder<boolean>;
  deadLetters(): Promise<DeadLetter[]>;
  /** Gives dead letters another round of tries; answers how many. */
  redrive(): Promise<number>;
  /** What a person does with work that failed. */
  desk: WorkDesk;
}

type Handler = { kind: 'event'; handler: EventHandler } | { kind: 'job'; handler: JobHandler };

/**
 * Queues and workers, one queue per handler, in the same database. Events of one review reach a handler in order, one
 * after the other, and those of different reviews side by side; one that fails holds up what follows on its review until
 * it is handled or given up. Jobs are taken as they come.
 */
export function createJobs(services: Services, events: readonly EventHandler[], jobs: readonly JobHandler[]): Jobs {
  const { log } = services;
  const failed = faultLog(log, 'job queue');
  const handlers = new Map<string, Handler>();
  for (const handler of events) add({ kind: 'event', handler });
  for (const handler of jobs) add({ kind: 'job', handler });
  const byTopic = Map.groupBy(
    [...handlers.values()].flatMap(({ handler }) => handler.topics.map((topic) => ({ topic, name: handler.name }))),
    ({ topic }) => topic,
  );
  const jobTable = sql.id(SCHEMA, 'job');
  // what waits behind one that rests after a failure waits with it
  const mayBegin = sql`(j.state = 'retry' and j.start_after <= now())
      or (j.state = 'created' and not exists (select from ${jobTable} b
        where b.name = j.name and b.singleton_key = j.singleton_key and b.policy = ${sql.lit(IN_ORDER)}
          and b.state = 'retry' and b.start_after > now()))`;
  const dueJobs = sql`from ${jobTable} j where j.name = any(${[...handlers.keys()]}::text[])
    and (j.state = 'active' or ${mayBegin})`;
  const workers = new Map<string, string[]>();
  let boss: PgBoss | undefined;
  const ended = new WeakSet<PgBoss>();
  let queues: EventQueues | undefined;

  function add(entry: Handler): void {
    const { name } = entry.handler;
    if (handlers.has(name)) throw new Error(`Two handlers are called ${name}.`);
    handlers.set(name, entry);
  }

  function isFor(name: string, event: OutboxEvent): boolean {
    const entry = handlers.get(name);
    return entry?.kind !== 'event' || concerns(entry.handler, event);
  }

  function wake(names: Iterable<string> = handlers.keys()): void {
    const all = [...names];
    for (const name of all) for (const id of workers.get(name) ?? []) boss?.notifyWorker(id);
    queues?.wake(all);
  }

  async function handle(name: string, job: JobWithMetadata<OutboxEvent>): Promise<void> {
    const entry = handlers.get(name);
    if (!entry) throw new Error(`No handler is called ${name}.`);
    try {
      if (entry.kind === 'event') await runEvent(services, entry.handler, job.data);
      else await entry.handler.run(job.data);
    } catch (error) {
      const last = job.retryCount >= job.retryLimit;
      const facts = { err: error, handler: name, outbox_id: job.data.id, review_id: job.data.review_id };
      if (last) {
        log.error({ ...facts, tries: job.retryCount + 1 }, 'an event could not be handled');
        services.errors.caught(error, { kind: 'work', url: name });
      } else if (isDatabaseAway(error)) failed(error);
      else log.warn({ ...facts, tries: job.retryCount + 1 }, 'an event will be tried again');
      // early tries come sooner than polling would find them
      if (!last && job.retryCount < 2) setTimeout(() => wake([name]), 2_050 * 2 ** job.retryCount).unref();
      // what is thrown is stored with the job, so it must not carry values
      const safe = safeError(error);
      throw Object.assign(new Error(safe.message), { name: safe.type, stack: safe.stack });
    } finally {
      if (entry.kind === 'job') wake([name]); // look for the next one at once
    }
  }

  async function createQueues(boss: PgBoss): Promise<void> {
    const known = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
    if (!known.has(DEAD_LETTERS)) await boss.createQueue(DEAD_LETTERS, { retentionSeconds: 90 * DAY_S });
    for (const [name, { kind }] of handlers) {
      const options = {
        retryLimit: 8,
        retryDelay: 1,
        retryBackoff: true,
        retryDelayMax: 600,
        deadLetter: DEAD_LETTERS,
        expireInSeconds: kind === 'event' ? 300 : 2 * HOUR_S,
        heartbeatSeconds: HEARTBEAT_S,
        retentionSeconds: 30 * DAY_S,
        deleteAfterSeconds: DAY_S,
        notify: kind === 'job',
      };
      const policy = kind === 'event' ? IN_ORDER : 'standard';
      const is = known.get(name);
      if (is && is.policy === policy) {
        if (!isDeepStrictEqual({ ...is, ...options }, is)) await boss.updateQueue(name, options);
        continue;
      }
      if (is) await anew(boss, name);
      await boss.createQueue(name, { ...options, policy });
    }
  }

  /**
   * A queue from before its order was kept cannot be changed. What waited in it is handed over again: the marks of what
   * ran keep its effects single.
   */
  async function anew(boss: PgBoss, name: string): Promise<void> {
    await sql`update outbox set handed_over_at = null where id in (
      select (data ->> 'id')::bigint from ${jobTable} where name = ${name} and state < 'completed')`.execute(
      services.database.systemDb,
    );
    await boss.deleteQueue(name);
  }

  /** What is not tried any more waits as a dead letter, and its review's next event does not wait for it. */
  async function clearFailed(names: readonly string[]): Promise<void> {
    await sql`delete from ${jobTable} where name = any(${names}::text[]) and state = 'failed'
      and policy = ${sql.lit(IN_ORDER)}`.execute(services.database.systemDb);
  }

  /**
   * Where the database's clock was set back, what waits would begin only when it is as late again, and later events
   * before it: it counts as handed over now, and the ids keep the order of the events.
   */
  async function afterSetBack(db: Kysely<DB>, names: readonly string[]): Promise<void> {
    await sql`update ${jobTable} set created_on = least(created_on, now()), start_after = least(start_after, now())
      where name = any(${names}::text[]) and state = 'created' and policy = ${sql.lit(IN_ORDER)}
        and (created_on > now() or start_after > now())`.execute(db);
  }

  /** Those of the handlers for which something waits that may begin. */
  async function waitsFor(names: readonly string[]): Promise<string[]> {
    const { rows } = await sql<{ name: string }>`select distinct j.name from ${jobTable} j
      where j.name = any(${names}::text[]) and (${mayBegin})`.execute(services.database.systemDb);
    return rows.map(({ name }) => name);
  }

  return {
    async start() {
      if (boss) return;
      const made = new PgBoss({
        ...connectionOf(services),
        schema: SCHEMA,
        application_name: 'peritus jobs',
        max: 4,
        useListenNotify: true,
        schedule: false,
        superviseIntervalSeconds: SUPERVISE_S,
        monitorIntervalSeconds: SUPERVISE_S,
      });
      made.on('error', (error) => {
        if (!ended.has(made)) failed(error);
      });
      made.on('warning', ({ message }) => log.warn({ warning: message }, 'job queue'));
      await made.start();
      await createQueues(made);
      boss = made;
      const inOrder = [...handlers].flatMap(([name, { kind, handler }]) =>
        kind === 'event' ? [[name, { tells: handler.tells === true }] as const] : [],
      );
      queues = startEventQueues({
        boss: made,
        failed,
        handlers: new Map(inOrder),
        waiting: waitsFor,
        async mend() {
          const names = inOrder.map(([name]) => name);
          await clearFailed(names);
          await afterSetBack(services.database.systemDb, names);
        },
        run: handle,
        gaveUp: (name) => clearFailed([name]),
      });
      for (const [name, { kind }] of handlers) {
        if (kind === 'event') continue;
        const ids: string[] = [];
        for (let n = JOBS_AT_ONCE; n > 0; n -= 1) {
          ids.push(
            await made.work(name, POLLING, async ([job]: JobWithMetadata<OutboxEvent>[]) => {
              if (job) await handle(name, job);
            }),
          );
        }
        workers.set(name, ids);
      }
    },

    async stop() {
      const ending = boss;
      boss = undefined;
      const working = [...workers.keys()].map((name) => ending?.offWork(name));
      workers.clear();
      // waited for here: the queue's own waiting looks every half second
      await within(STOP_MS, Promise.all([queues?.stop(), ...working]));
      queues = undefined;
      await ending?.stop({ graceful: true, close: true, timeout: STOP_MS });
      // a connection that the database ends after that, on its own way out, is no fault
      if (ending) ended.add(ending);
    },

    async enqueue(trx, events) {
      if (!boss) throw new Error('The job queue is not running.');
      const db = fromKysely(trx);
      const inserts = new Map<string, { id: string; data: OutboxEvent; priority: number; singletonKey: string }[]>();
      for (const event of events) {
        for (const { name } of byTopic.get(event.topic) ?? []) {
          if (!isFor(name, event)) continue;
          // jobs of one hand-over are equally old: id and priority keep the order of the events
          const list = inserts.get(name) ?? [];
          list.push({
            id: idOf(event),
            data: event,
            priority: -(event.id % 2_000_000_000),
            // what is of no review keeps its order among itself
            singletonKey: event.review_id === null ? 'none' : `review:${event.review_id}`,
          });
          inserts.set(name, list);
        }
      }
      for (const [name, list] of inserts) await boss.insert(name, list, { db });
      await afterSetBack(trx, [...inserts.keys()]);
      return new Set(inserts.keys());
    },

    wake,

    drained: async (ms) => (await within(ms, queues?.drained())) ?? false,

    async due(db) {
      const { rows } = await sql<{ name: string; waits: boolean }>`
        select j.name, bool_or(j.state <> 'active') as waits ${dueJobs} group by j.name`.execute(db);
      return rows;
    },

    areDue: sql<boolean>`exists (select ${dueJobs})`,

    async deadLetters() {
      const found = await boss?.findJobs<OutboxEvent>(DEAD_LETTERS, { queued: true });
      return (found ?? []).map((job) => ({
        id: job.id,
        handler: job.sourceName ?? '',
        event: job.data,
        failed_at: job.createdOn,
        tries: (job.sourceRetryCount ?? 0) + 1,
        error: messageOf(job.sourceOutput),
      }));
    },

    desk: createWorkDesk(
      () => boss,
      (name) => handlers.has(name),
      (names) => wake(names.length > 0 ? names : undefined),
    ),

    async redrive() {
      const moved = (await boss?.redrive(DEAD_LETTERS)) ?? 0;
      wake();
      return moved;
    },
  };
}

/** An id of a job that sorts as its event does, and is another one when the event is handed over again. */
function idOf(event: OutboxEvent): string {
  const hex = event.id.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-8${randomUUID().slice(15)}`;
}

/** Waits for what is asked, so long at most. */
async function within<T>(ms: number, asked: Promise<T> | undefined): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<undefined>((resolve) => (timer = setTimeout(() => resolve(undefined), ms)));
  const answer = await Promise.race([asked, over]);
  clearTimeout(timer);
  return answer;
}

const messageOf = (output: object | null): string =>
  output && 'message' in output && typeof output.message === 'string' ? output.message : '';

/** The queue has connections of its own: it relies on the driver's own types, and one listens all the time. */
function connectionOf({ database }: Services) {
  const { connectionString, host, port, user, database: name, password } = database.pool.options;
  if (connectionString !== undefined) return { connectionString };
  return {
    ...(host === undefined ? {} : { host }),
    ...(port === undefined ? {} : { port }),
    ...(user === undefined ? {} : { user }),
    ...(name === undefined ? {} : { database: name }),
    ...(typeof password === 'string' ? { password } : {}),
  };
}

/** Runs a handler for an event, once: the mark that it ran is committed with what it did. */
async function runEvent(services: Services, handler: EventHandler, event: OutboxEvent): Promise<void> {
  await systemCommand(services, { kind: 'system', request_id: `event-${event.id}` }, async (tx) => {
    const marked = await tx.system
      .insertInto('handled_events')
      .values({ outbox_id: event.id, handler: handler.name, handled_at: tx.now })
      .onConflict((oc) => oc.doNothing())
      .executeTakeFirst();
    if (marked.numInsertedOrUpdatedRows === 0n) return;
    await handler.run(tx, event);
  });
}
