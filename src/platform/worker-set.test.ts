import { PgBoss } from 'pg-boss';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { limit } from '../../tests/harness/limit.ts';
import { type Platform, platformServices, someActor } from '../../tests/harness/platform.ts';
import { sql } from 'kysely';
import { command, type Tx } from './command.ts';
import { connect } from './db/database.ts';
import { holdDatabase } from './db/instance-lock.ts';
import { housekeeping } from './deadlines.ts';
import { thisInstance } from './instance.ts';
import { MOST_OF_ONE } from './lanes.ts';
import { MAILS } from '../app/mails.ts';
import { createMailer } from './mail/mailer.ts';
import { type Workers, createWorkers } from './worker-set.ts';
import { type DueDeadline, type EventHandler, type FeatureServer, onAction, type OutboxEvent } from './workers.ts';

const platforms: Platform[] = [];
const sets: Workers[] = [];

/** Workers for these handlers; further sets on the same platform stand for further processes. */
async function workersFor(features: FeatureServer[], on?: Platform) {
  const platform = on ?? (await platformServices());
  if (!on) platforms.push(platform);
  const services = on
    ? { ...platform.services, database: connect(platform.connection, { max: 8 }) }
    : platform.services;
  const workers = createWorkers(services, features, { 'test.k': 'reversible' }, createMailer(services, MAILS));
  services.wakeOutbox = () => workers.wake();
  sets.push(workers);
  return { platform, services, workers };
}

afterEach(async () => {
  for (const set of sets.splice(0)) await set.stop();
  for (const platform of platforms.splice(0)) await platform.close();
});

declare module './declarations.ts' {
  interface Events {
    'test.x': { n?: number; action?: string; to?: string };
    'test.y': { n: number };
    'test.unheard': { n: number };
  }
  interface Deadlines {
    'test.k': Nothing;
    'test.unheard_of': Nothing;
  }
}

const nOf = (event: OutboxEvent): number => Number('n' in event.payload ? event.payload.n : undefined);

const emit = (
  { services }: { services: Platform['services'] },
  topic: 'test.x' | 'test.y' | 'test.unheard',
  ...ns: number[]
) =>
  command(services, someActor(), async (tx) => {
    for (const n of ns) await tx.emit(topic, { n });
  });

/** A promise that is kept once `count` things were noted. */
function collector<T>(count: number) {
  const items: T[] = [];
  const all = Promise.withResolvers<void>();
  return {
    items,
    all: all.promise,
    add(item: T) {
      items.push(item);
      if (items.length >= count) all.resolve();
    },
  };
}

describe('events', () => {
  test('reach each handler of their topic once, in order, with the mark in the same transaction', async () => {
    const a: number[] = [];
    const b: number[] = [];
    const set = await workersFor([
      {
        events: [
          {
            name: 'a.note',
            topics: ['test.x', 'test.y'],
            run: async (_tx, event) => void a.push(nOf(event)),
          },
        ],
      },
      {
        events: [{ name: 'b.note', topics: ['test.x'], run: async (_tx, event) => void b.push(nOf(event)) }],
      },
    ]);
    await emit(set, 'test.x', 1, 2, 3, 4, 5, 6, 7, 8);
    await emit(set, 'test.y', 9);
    await emit(set, 'test.unheard', 10);
    await set.workers.idle();
    expect(a).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(b).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    const db = set.services.database.systemDb;
    expect(await db.selectFrom('outbox').select('id').where('handed_over_at', 'is', null).execute()).toEqual([]);
    expect(await db.selectFrom('handled_events').selectAll().execute()).toHaveLength(17);
  });

  test('reach their handlers and are sealed while the database is held for this process', async () => {
    const platform = await platformServices();
    platforms.push(platform);
    const hold = await holdDatabase(platform.connection, { self: thisInstance(), log: platform.services.log });
    try {
      const heard: number[] = [];
      const set = await workersFor(
        [{ events: [{ name: 'a', topics: ['test.x'], run: async (_tx, event) => void heard.push(nOf(event)) }] }],
        platform,
      );
      await emit(set, 'test.x', 1, 2);
      await set.workers.idle();
      expect(heard).toEqual([1, 2]);
      await set.workers.stop();
      await set.services.database.close();
    } finally {
      await hold.release();
    }
  });

  test('are taken in one go for each handler, and what may follow is asked for all of them at once', async () => {
    const fetches = vi.spyOn(PgBoss.prototype, 'fetch');
    const heard: string[] = [];
    const names = ['a', 'b', 'c', 'd', 'e'];
    const set = await workersFor([
      { events: names.map((name) => ({ name, topics: ['test.x'], run: async () => void heard.push(name) })) },
    ]);
    await set.workers.idle();
    const before = fetches.mock.calls.length;
    for (let n = 1; n <= 8; n += 1) {
      await emit(set, 'test.x', n);
      await set.workers.idle();
    }
    expect(heard.length).toBe(8 * names.length);
    // one each; on a slow machine a look of every two seconds may fall between
    expect(fetches.mock.calls.length - before).toBeLessThan(1.75 * 8 * names.length);
  });

  test('a handler hears only of events that concern it, of all where it cannot tell, and of the others nothing is kept', async () => {
    const heard: Record<string, unknown[]> = { purge: [], held: [], unsure: [] };
    const note = (name: string, when: EventHandler<'test.x'>['when']): EventHandler<'test.x'> => ({
      name,
      topics: ['test.x'],
      ...(when ? { when } : {}),
      run: async (_tx, event) => void heard[name]?.push(nOf(event)),
    });
    const handlers = [
      note('purge', onAction('purge', 'cancel')),
      note('held', ({ payload }) => (payload as { to?: string }).to === 'on_hold'),
      note('unsure', () => {
        throw new Error('unknown kind');
      }),
    ];
    const set = await workersFor([{ events: handlers }]);
    const moved = (...payloads: Record<string, unknown>[]) =>
      command(set.services, someActor(), async (tx) => {
        for (const payload of payloads) await tx.emit('test.x', payload);
      });
    await moved({ n: 1, action: 'purge', to: 'purged' }, { n: 2, action: 'hold', to: 'on_hold' }, { n: 3 });
    await set.workers.idle();
    expect(heard).toEqual({ purge: [1], held: [2], unsure: [1, 2, 3] });
    const marks = await set.services.database.systemDb.selectFrom('handled_events').select('handler').execute();
    expect(marks.map((m) => m.handler).toSorted()).toEqual(['held', 'purge', 'unsure', 'unsure', 'unsure']);
    // the same without queues
    await set.workers.stop();
    await moved({ n: 4, action: 'cancel' }, { n: 5, action: 'purged', to: 'on_hold' });
    await set.workers.drain();
    expect(heard).toEqual({ purge: [1, 4], held: [2, 5], unsure: [1, 2, 3, 4, 5] });
  });

  test('an event of a rolled-back command does not exist', async () => {
    const seen: OutboxEvent[] = [];
    const set = await workersFor([
      { events: [{ name: 'a', topics: ['test.x'], run: async (_tx, e) => void seen.push(e) }] },
    ]);
    await expect(
      command(set.services, someActor(), async (tx) => {
        await tx.emit('test.x', {});
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    await set.workers.idle();
    expect(seen).toEqual([]);
  });

  test('go out within 200 ms when nothing else is to do', async () => {
    const seen = collector<number>(10);
    const set = await workersFor([
      { events: [{ name: 'a', topics: ['test.x'], run: async () => seen.add(performance.now()) }] },
    ]);
    await set.workers.idle();
    const waits: number[] = [];
    for (let n = 0; n < 10; n += 1) {
      const next = collector<number>(1);
      const began = performance.now();
      const before = seen.items.length;
      await emit(set, 'test.x', n);
      await set.workers.idle();
      next.add((seen.items[before] ?? Infinity) - began);
      waits.push(next.items[0] ?? Infinity);
    }
    // the median: this is about not waiting for a scan, not about the machine, which when busy has the time of twenty commands
    const most = await limit(200, 20, () => emit(set, 'test.unheard', 0));
    expect(waits.sort((x, y) => x - y)[5]).toBeLessThan(most);
  });

  test('of two handlers that wait for each other the one that lost begins again at once', async () => {
    const both = collector<string>(2);
    const done: string[] = [];
    const lockInTurn = (name: string, first: string, second: string) => ({
      name,
      topics: ['test.x' as const],
      run: async (tx: Tx) => {
        const lock = (id: string) => sql`select pg_advisory_xact_lock(hashtext(${id}))`.execute(tx.system);
        await lock(first);
        both.add(name);
        await both.all;
        await lock(second);
        done.push(name);
      },
    });
    const set = await workersFor([{ events: [lockInTurn('a', 'one', 'two'), lockInTurn('b', 'two', 'one')] }]);
    await emit(set, 'test.x', 1);
    await set.workers.idle();
    expect(done.toSorted()).toEqual(['a', 'b']);
    expect(both.items).toHaveLength(3);
  });

  test('a handler that fails leaves nothing behind and is tried again', async () => {
    let tries = 0;
    const twice = Promise.withResolvers<void>();
    const set = await workersFor([
      {
        events: [
          {
            name: 'a',
            topics: ['test.x'],
            run: async (tx) => {
              tries += 1;
              await tx.audit({ action: 'test.try' });
              if (tries === 1) throw new Error('not yet');
              twice.resolve();
              tx.live({ room: 'user:1', event: 'done', payload: {} });
            },
          },
        ],
      },
    ]);
    await emit(set, 'test.x', 1);
    await set.workers.idle();
    await twice.promise;
    await set.workers.idle();
    expect(tries).toBe(2);
    expect(set.platform.sent).toHaveLength(1);
    expect(await set.services.database.systemDb.selectFrom('audit_rows').selectAll().execute()).toHaveLength(1);
  });

  test('delivered twice, has its effect once', async () => {
    let runs = 0;
    const set = await workersFor([{ events: [{ name: 'a', topics: ['test.x'], run: async () => void (runs += 1) }] }]);
    await emit(set, 'test.x', 1);
    await set.workers.idle();
    await set.services.database.systemDb.updateTable('outbox').set({ handed_over_at: null }).execute();
    await set.workers.idle();
    expect(runs).toBe(1);
  });

  test('several processes: each event once', async () => {
    const seen = collector<number>(100);
    const feature: FeatureServer = {
      events: [{ name: 'a', topics: ['test.x'], run: async (_tx, event) => seen.add(nOf(event)) }],
    };
    const first = await workersFor([feature]);
    const second = await workersFor([feature], first.platform);
    await Promise.all([first.workers.start(), second.workers.start()]);
    await Promise.all(Array.from({ length: 100 }, (_, n) => emit(n % 2 ? first : second, 'test.x', n)));
    await seen.all;
    await Promise.all([first.workers.idle(), second.workers.idle()]);
    expect(seen.items.sort((x, y) => x - y)).toEqual(Array.from({ length: 100 }, (_, n) => n));
    await second.workers.stop();
    await second.services.database.close();
  });
});

describe('events of many reviews', () => {
  /** Reviews of one organization, and an event of each number on each of them, oldest first. */
  async function world(set: { platform: Platform; services: Platform['services'] }, reviews: number, each: number) {
    const { review_id, organization_id, user_id } = await set.platform.review();
    const { rows } = await set.services.database.pool.query<{ id: number }>(
      `insert into reviews (kind, status, bucket, ball, organization_id, requester_id, created_at, updated_at)
       select 'Case', 'draft', 'draft', 'requester', $1, $2, $3, $3 from generate_series(2, $4) returning id`,
      [organization_id, user_id, set.services.clock.now(), reviews],
    );
    const ids = [review_id, ...rows.map((row) => row.id)];
    await command(set.services, someActor(), async (tx) => {
      for (let n = 0; n < each; n += 1) for (const id of ids) await tx.emit('test.x', { n }, id);
    });
    return ids;
  }
  const reviewOf = (event: OutboxEvent): number => event.review_id ?? 0;
  /** What was handled, by review. */
  const byReview = (events: readonly OutboxEvent[]) =>
    [...Map.groupBy(events, reviewOf).values()].map((list) => list.map(nOf));

  test('a handler that is held up on one review goes on with all others', async () => {
    const held = Promise.withResolvers<void>();
    const others = collector<OutboxEvent>(12);
    const first: OutboxEvent[] = [];
    let slow = 0;
    const set = await workersFor([
      {
        events: [
          {
            name: 'a',
            topics: ['test.x'],
            run: async (_tx, event) => {
              if (event.review_id === slow) {
                first.push(event);
                await held.promise;
              } else others.add(event);
            },
          },
        ],
      },
    ]);
    const ids = await world(set, 5, 3);
    slow = ids[0] ?? 0;
    await set.workers.start();
    await others.all;
    // of its review nothing else has begun meanwhile
    expect(first.map(nOf)).toEqual([0]);
    expect(byReview(others.items)).toEqual(ids.slice(1).map(() => [0, 1, 2]));
    held.resolve();
    await set.workers.idle();
    expect(first.map(nOf)).toEqual([0, 1, 2]);
  });

  test('2,000 events of 200 reviews: in order within each, several reviews at a time, none twice at a time', async () => {
    const handled: OutboxEvent[] = [];
    const running = new Set<number>();
    let most = 0;
    const twice: number[] = [];
    const set = await workersFor([
      {
        events: [
          {
            name: 'slow',
            topics: ['test.x'],
            run: async (tx, event) => {
              const id = reviewOf(event);
              if (running.has(id)) twice.push(id);
              running.add(id);
              most = Math.max(most, running.size);
              await sql`select pg_sleep(0.002)`.execute(tx.system);
              handled.push(event);
              running.delete(id);
            },
          },
        ],
      },
    ]);
    const ids = await world(set, 200, 10);
    await set.workers.idle();
    const order = Array.from({ length: 10 }, (_, n) => n);
    expect(byReview(handled)).toEqual(ids.map(() => order));
    expect(twice).toEqual([]);
    expect(most).toBe(MOST_OF_ONE);
  });

  test('one that fails holds up what follows on its review alone; given up, it waits as a dead letter and the rest goes on', async () => {
    const handled: OutboxEvent[] = [];
    let broken = 0;
    const set = await workersFor([
      {
        events: [
          {
            name: 'a',
            topics: ['test.x'],
            run: async (_tx, event) => {
              if (event.review_id === broken && nOf(event) === 1) throw new Error('not now');
              handled.push(event);
            },
          },
        ],
      },
    ]);
    await set.workers.idle();
    const ids = await world(set, 3, 3);
    broken = ids[0] ?? 0;
    await set.workers.idle();
    // which review comes first is open
    expect(ids.map((id) => handled.filter((event) => event.review_id === id).map(nOf))).toEqual([
      [0],
      [0, 1, 2],
      [0, 1, 2],
    ]);
    // its tries are over: it is given up
    await set.services.database.pool.query(
      `update pgboss.job set retry_limit = retry_count + 1, start_after = now() where name = 'a' and state = 'retry'`,
    );
    await set.workers.idle();
    expect(byReview(handled.filter((event) => event.review_id === broken))).toEqual([[0, 2]]);
    expect(await set.workers.deadLetters()).toMatchObject([{ handler: 'a', event: { review_id: broken } }]);
    broken = 0;
    expect(await set.workers.redrive()).toBe(1);
    await set.workers.idle();
    expect(handled).toHaveLength(9);
    expect(await set.workers.deadLetters()).toEqual([]);
  });

  test('what writes to people has one event in hand while others have something to do, then as many as they had', async () => {
    const effects = Promise.withResolvers<void>();
    const begun = collector<number>(MOST_OF_ONE);
    const mailing = new Set<number>();
    let mostMeanwhile = 0;
    let done = false;
    const all = collector<number>(24);
    const set = await workersFor([
      {
        events: [
          {
            name: 'mail',
            tells: true,
            topics: ['test.x'],
            run: async (tx, event) => {
              mailing.add(event.id);
              if (!done) mostMeanwhile = Math.max(mostMeanwhile, mailing.size);
              await sql`select pg_sleep(0.002)`.execute(tx.system);
              mailing.delete(event.id);
              all.add(event.id);
            },
          },
          {
            name: 'effect',
            topics: ['test.x'],
            run: async (_tx, event) => {
              begun.add(event.id);
              await effects.promise;
            },
          },
        ],
      },
    ]);
    await world(set, 24, 1);
    await set.workers.start();
    await begun.all;
    await all.all;
    expect(mostMeanwhile).toBe(1);
    done = true;
    effects.resolve();
    await set.workers.idle();
  });

  test('keep their order where the clock of the database is set back between two hand-overs', async () => {
    const gate = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const heard: number[] = [];
    const set = await workersFor([
      {
        events: [
          {
            name: 'a',
            topics: ['test.x'],
            async run(_tx, event) {
              heard.push(nOf(event));
              begun.resolve();
              await gate.promise;
            },
          },
        ],
      },
    ]);
    const db = set.services.database.systemDb;
    const waiting = async () =>
      (
        await sql<{
          n: number;
        }>`select count(*)::int as n from pgboss.job where name = 'a' and state = 'created'`.execute(db)
      ).rows[0]?.n;
    await set.workers.start();
    await emit(set, 'test.x', 1);
    await begun.promise;
    await emit(set, 'test.x', 2);
    await expect.poll(waiting, { timeout: 20_000 }).toBe(1);
    // it was handed over by a clock that is set back by an hour now
    await sql`update pgboss.job set created_on = now() + interval '1 hour', start_after = now() + interval '1 hour'
      where name = 'a' and state = 'created'`.execute(db);
    await emit(set, 'test.x', 3);
    await expect.poll(waiting, { timeout: 20_000 }).toBe(2);
    gate.resolve();
    await set.workers.idle();
    expect(heard).toEqual([1, 2, 3]);
  });

  test('a queue from before its order was kept is made anew, with what waited in it', async () => {
    const handled: OutboxEvent[] = [];
    const feature: FeatureServer = {
      events: [{ name: 'a', topics: ['test.x'], run: async (_tx, event) => void handled.push(event) }],
    };
    const set = await workersFor([feature]);
    await set.workers.idle();
    await set.workers.stop();
    const ids = await world(set, 2, 2);
    const { pool } = set.services.database;
    // as it was left: handed over, and waiting in a queue without an order
    await pool.query(`update pgboss.queue set policy = 'standard' where name = 'a'`);
    await pool.query(`insert into pgboss.job (name, data, policy, singleton_key)
      select 'a', to_jsonb(o), 'standard', null from outbox o`);
    await pool.query('update outbox set handed_over_at = created_at');
    await set.workers.idle();
    expect(byReview(handled)).toEqual(ids.map(() => [0, 1]));
  });
});

describe('jobs', () => {
  test('run outside a transaction; one that fails for good is logged and waits as a dead letter without its values', async () => {
    let broken = true;
    const done: number[] = [];
    const set = await workersFor([
      {
        jobs: [
          {
            name: 'files.hash',
            topics: ['test.x'],
            run: async (event) => {
              if (broken) throw Object.assign(new Error('value "Marla Quist"'), { severity: 'ERROR', code: '22P02' });
              done.push(nOf(event));
            },
          },
        ],
      },
    ]);
    await set.workers.idle();
    await set.services.database.pool.query(`update pgboss.queue set retry_limit = 0 where name = 'files.hash'`);
    await emit(set, 'test.x', 5);
    await set.workers.idle();
    expect(await set.workers.deadLetters()).toMatchObject([
      { handler: 'files.hash', tries: 1, event: { payload: { n: 5 } } },
    ]);
    const { rows } = await set.services.database.pool.query<{ stored: string }>(
      'select j::text as stored from pgboss.job j',
    );
    expect(`${JSON.stringify(rows)}${JSON.stringify(set.platform.lines)}`).not.toContain('Marla');
    expect(set.platform.lines).toContainEqual(
      expect.objectContaining({ msg: 'an event could not be handled', handler: 'files.hash' }),
    );
    broken = false;
    expect(await set.workers.redrive()).toBe(1);
    await set.workers.idle();
    expect(done).toEqual([5]);
    expect(await set.workers.deadLetters()).toEqual([]);
  });

  test('stopping lets a running job finish', async () => {
    const held = Promise.withResolvers<void>();
    const begun = collector<number>(1);
    const ended: number[] = [];
    const set = await workersFor([
      {
        jobs: [
          {
            name: 'slow',
            topics: ['test.x'],
            run: async () => {
              begun.add(1);
              await held.promise;
              ended.push(1);
            },
          },
        ],
      },
    ]);
    await set.workers.start();
    await emit(set, 'test.x', 1);
    await begun.all;
    const stopping = set.workers.stop();
    held.resolve();
    await stopping;
    expect(ended).toEqual([1]);
    expect(set.workers.running()).toBe(false);
  });

  test('two handlers of one name are refused', async () => {
    const twice: FeatureServer = { jobs: [{ name: 'same', topics: [], run: async () => undefined }] };
    await expect(workersFor([twice, twice])).rejects.toThrow(/Two handlers/);
  });
});

test('idle() ends when one thing after another has been handled, also by another process: events, jobs, times', async () => {
  const left = new Map<number, number>();
  const due_at = new Date('2026-11-18T15:00:00Z');
  const begetting: FeatureServer = {
    events: [
      {
        name: 'a.time',
        topics: ['test.x'],
        run: (tx, event) =>
          tx.setDeadline({ review_id: Number(event.review_id), kind: 'test.k', key: String(nOf(event)), due_at }),
      },
    ],
    deadlines: { 'test.k': (tx, { key, review_id }) => tx.emit('test.y', { n: Number(key) }, review_id) },
    jobs: [
      {
        name: 'a.job',
        topics: ['test.y'],
        run: async (event) => {
          const n = nOf(event);
          const { review_id } = event;
          const hops = (left.get(n) ?? 0) - 1;
          left.set(n, hops);
          if (hops > 0)
            await command(set.services, someActor(), (tx) => tx.emit('test.x', { n }, review_id ?? undefined));
        },
      },
    ],
  };
  const set = await workersFor([begetting]);
  const other = await workersFor([begetting], set.platform);
  await other.workers.start();
  const { review_id } = await set.platform.review();
  const unfinished: number[] = [];
  for (let n = 0; n < 40; n += 1) {
    left.set(n, 4);
    await command(set.services, someActor(), (tx) => tx.emit('test.x', { n }, review_id));
    await set.workers.idle();
    if (left.get(n) !== 0) unfinished.push(n);
  }
  expect(unfinished).toEqual([]);
  await other.workers.stop();
  await other.services.database.close();
});

async function deadlineSet(run: (deadline: DueDeadline, set: () => Promise<void>) => Promise<void>) {
  const set = await workersFor([
    {
      deadlines: {
        'test.k': (tx, due) =>
          run(due, async () => {
            await tx.setDeadline({
              review_id: due.review_id,
              kind: 'test.k',
              key: due.key,
              due_at: new Date(tx.now.getTime() + 3_600_000),
            });
          }),
      },
    },
  ]);
  const { review_id } = await set.platform.review();
  const put = (key: string, due: string, kind: 'test.k' | 'test.unheard_of' = 'test.k') =>
    command(set.services, someActor(), (tx) => tx.setDeadline({ review_id, kind, key, due_at: new Date(due) }));
  return { ...set, put, review_id };
}

describe('deadlines', () => {
  const noon = '2026-11-18T17:00:00Z';
  test('run when their time has come by the clock, earliest first, once', async () => {
    const seen: string[] = [];
    const set = await deadlineSet(async (due) => void seen.push(due.key));
    await set.put('late', '2026-11-18T16:30:00Z');
    await set.put('early', '2026-11-18T16:00:00Z');
    await set.put('later', '2026-11-18T17:00:01Z');
    expect(await set.workers.runDue()).toBe(0);
    set.platform.setTime(noon);
    await Promise.all([set.workers.runDue(), set.workers.runDue()]);
    expect(seen).toEqual(['early', 'late']);
    expect(await set.workers.runDue()).toBe(0);
  });

  test('a handler may set the next one of its kind', async () => {
    let runs = 0;
    const set = await deadlineSet(async (_due, again) => {
      runs += 1;
      await again();
    });
    await set.put('k', '2026-11-18T16:00:00Z');
    set.platform.setTime(noon);
    await set.workers.runDue();
    await set.workers.runDue();
    expect(runs).toBe(1);
    set.platform.setTime('2026-11-18T18:00:00Z');
    await set.workers.runDue();
    expect(runs).toBe(2);
  });

  test('a failing one is tried again later and stops no other; an unknown kind is told once', async () => {
    let failing = true;
    const seen: string[] = [];
    const set = await deadlineSet(async (due) => {
      if (due.key === 'bad' && failing) throw new Error('not yet');
      seen.push(due.key);
    });
    await set.put('bad', '2026-11-18T15:59:00Z');
    await set.put('good', '2026-11-18T16:00:00Z');
    await set.put('?', '2026-11-18T16:00:00Z', 'test.unheard_of');
    set.platform.setTime(noon);
    await set.workers.runDue();
    await set.workers.runDue();
    expect(seen).toEqual(['good']);
    failing = false;
    expect(await set.workers.runDue()).toBe(0);
    set.platform.setTime('2026-11-18T17:00:06Z');
    expect(await set.workers.runDue()).toBe(1);
    expect(seen).toEqual(['good', 'bad']);
    expect(set.platform.lines.filter((line) => line.kind === 'test.unheard_of')).toHaveLength(1);
  });

  test('two processes at once: each deadline once', async () => {
    const seen: string[] = [];
    const run = async (_tx: unknown, due: DueDeadline) => void seen.push(due.key);
    const feature: FeatureServer = { deadlines: { 'test.k': run } };
    const first = await workersFor([feature]);
    const second = await workersFor([feature], first.platform);
    const { review_id } = await first.platform.review();
    await command(first.services, someActor(), async (tx) => {
      for (let n = 0; n < 30; n += 1)
        await tx.setDeadline({ review_id, kind: 'test.k', key: String(n), due_at: new Date('2026-11-18T15:00:00Z') });
    });
    const [a, b] = await Promise.all([first.workers.runDue(), second.workers.runDue()]);
    expect(a + b).toBe(30);
    expect(new Set(seen).size).toBe(30);
    expect(seen).toHaveLength(30);
    await second.services.database.close();
  });
});

test('housekeeping takes away what is old, and only that', async () => {
  const set = await workersFor([]);
  const { user_id } = await set.platform.review();
  const { pool } = set.services.database;
  const days = (n: number) => new Date(set.services.clock.now().getTime() - n * 86_400_000);
  for (const n of [0, 2, 31, 40]) {
    await pool.query(`insert into idempotency_keys values ($1, 'e', $2, '\\x00', 200, null, $3)`, [
      user_id,
      `k${n}`,
      days(n),
    ]);
    await pool.query(`insert into handled_events values ($1, 'h', $2)`, [n, days(n)]);
    await pool.query(
      `insert into sessions (user_id, token_hash, created_at, last_seen_at, expires_at, ended_at)
       values ($1, $2, $3, $3, $4, $3)`,
      [user_id, Buffer.of(n), days(n), days(-1)],
    );
  }
  await housekeeping(set.services);
  const left = async (table: string) => (await pool.query(`select 1 from ${table}`)).rowCount;
  expect([await left('idempotency_keys'), await left('handled_events'), await left('sessions')]).toEqual([1, 2, 2]);
});
