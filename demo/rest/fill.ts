import { setTimeout as delay } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { DAY } from '../../src/core/time.ts';
import type { Kind } from '../../src/core/kinds.ts';
import { rulesOf } from '../../src/features/reviews/rules.ts';
import type { Connection, Database } from '../../src/platform/db/database.ts';
import type { DB } from '../../src/platform/db/types.ts';
import type { Env } from '../../src/platform/env.ts';
import type { Logger } from '../../src/platform/log.ts';
import { type DemoFilling, demoFilling, keepFilling } from '../../src/platform/demo-world.ts';
import { copyReview, type Given, type RestTools, writeReview } from './copy.ts';
import { readPeople } from './people.ts';
import { type Example, planRest, type Planned, roomOf } from './plan.ts';
import { readSchema } from './schema.ts';
import { UNFIT } from './tables.ts';
import { takeOver } from '../records/render-all.ts';
import { openWorkshop, renderedHere, type Workshop } from './workshop.ts';

/** After so many reviews the machine is the product's alone for so many times as long as they took. */
const BATCH = 8;
const REST_FACTOR = 2;
/** So many experts are tried where the first is on another call at that time. */
const TURNS = 6;

export interface FillOptions {
  env: Env;
  log: Logger;
  database: Database;
  connection: Connection;
  tools: RestTools;
  /** The instant it is. */
  now: Date;
  say: (line: string) => void;
  /** Ends after the review that is being written. */
  signal?: AbortSignal;
  /** How long it leaves the machine alone, in times of what a batch took. */
  rest_factor?: number;
  /** A workshop that is there already. */
  workshop?: Workshop;
}

/**
 * Fills the demo world up after its first page was served: reviews that the first page does not show are lived in a
 * database of their own, and further ones made after those that were lived by commands there and here. Each is committed
 * whole, with how far the filling came, so that one that was ended goes on where it was. Does nothing where the database is
 * no demo world, or is full. Answers how many reviews there are.
 */
export async function fillDemo(options: FillOptions): Promise<number> {
  const { database, now, signal, rest_factor = REST_FACTOR } = options;
  const filling = await demoFilling(database.systemDb);
  if (filling === null || filling.made >= filling.of) return filling?.made ?? 0;
  let began = performance.now();
  let used = process.cpuUsage();
  const rest = async (): Promise<void> => {
    const { user, system } = process.cpuUsage(used);
    // what a busy machine made it wait is no work; the database's share of it is about as large as its own
    const worked = Math.min(performance.now() - began, (2 * (user + system)) / 1000);
    await delay(worked * rest_factor, undefined, signal ? { signal } : {}).catch(() => undefined);
    began = performance.now();
    used = process.cpuUsage();
  };
  const present = new Date(filling.present);
  const workshop = options.workshop ?? (await openWorkshop({ ...options, present, after: rest }));
  try {
    if (workshop) await takeOver(workshop.db, await renderedHere(database.systemDb));
    const demo = { db: database.systemDb, content: null };
    const examples = [
      ...(await examplesOf('demo', demo.db, filling, now)),
      ...(workshop ? await examplesOf('workshop', workshop.db, { ...filling, last: null }, now) : []),
    ];
    return await fillFrom(options, examples, { filling, sources: { demo, workshop: workshop ?? demo }, rest });
  } finally {
    if (!options.workshop) await workshop?.close();
  }
}

interface Way {
  filling: DemoFilling;
  sources: Given['sources'];
  rest: () => Promise<void>;
}

async function fillFrom(
  { database: { systemDb: db }, tools, now, say, signal }: FillOptions,
  examples: readonly Example[],
  { filling: begun, sources, rest }: Way,
): Promise<number> {
  let filling = begun;
  const given: Given = {
    sources,
    schema: await readSchema(db),
    people: await readPeople(db),
    tools,
    present: new Date(filling.present),
    now,
  };
  const plan = planRest(examples, filling.of - filling.first);
  while (filling.made < filling.of && signal?.aborted !== true) {
    const planned: Planned | undefined = plan[filling.next];
    if (!planned) throw new Error(`Nothing is left to be made after: ${filling.made} of ${filling.of} reviews.`);
    filling = await make(db, given, planned, filling);
    if (filling.made % BATCH !== 0 && filling.made < filling.of) continue;
    say(`The demo is still being filled: ${filling.made} of ${filling.of} reviews.`);
    await rest();
  }
  return filling.made;
}

/** Makes one, with the first expert who is free; none where nobody is. Answers how far it is filled then. */
async function make(db: Kysely<DB>, given: Given, planned: Planned, filling: DemoFilling): Promise<DemoFilling> {
  for (let turn = 0; turn < TURNS; turn += 1) {
    const copied = await copyReview(db, given, planned, { n: filling.next, turn });
    if (copied === null) break;
    const further = { ...filling, made: filling.made + 1, next: filling.next + 1 };
    try {
      await db.transaction().execute(async (trx) => {
        await writeReview(trx, given, copied);
        await keepFilling(trx, further, given.now);
      });
      return further;
    } catch (error) {
      if (!isTaken(error)) throw error;
    }
  }
  return { ...filling, next: filling.next + 1 };
}

/** Two appointments of one expert at one time. */
const isTaken = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === '23P01';

/** The reviews that others are made after: as they were when the first page was served, and by themselves. */
async function examplesOf(
  of: Example['of'],
  db: Kysely<DB>,
  { last, present }: { last: number | null; present: string },
  now: Date,
): Promise<Example[]> {
  const unfit = sql.join(
    UNFIT.map((table) => sql`not exists (select from ${sql.table(table)} u where u.review_id = r.id)`),
    sql` and `,
  );
  const { rows } = await sql<{
    id: number;
    kind: Kind;
    status: string;
    begun: Date;
    latest_told: string | null;
    purge_at: Date | null;
  }>`
    select r.id, r.kind, r.status, r.created_at as begun,
      (select max(d.day) from review_sections s, jsonb_path_query(s.data, '$.**') v,
          lateral (select v #>> '{}' as day where jsonb_typeof(v) = 'string') d
        where s.review_id = r.id and d.day ~ '^\\d{4}-\\d\\d-\\d\\d$' and d.day < to_char(r.created_at, 'YYYY-MM-DD')) as latest_told,
      (select min(d.due_at) from deadlines d where d.review_id = r.id and d.kind = 'purge' and d.done_at is null
        and d.cancelled_at is null) as purge_at
    from reviews r where (${last}::bigint is null or r.id <= ${last}) and r.updated_at <= ${present}
      and ${unfit} order by r.id`.execute(db);
  return rows.map((row) => ({
    id: row.id,
    of,
    kind: row.kind,
    status: row.status,
    open:
      ![...rulesOf(row.kind).ended].some((status) => status === row.status) &&
      !['cancelled', 'purged'].includes(row.status),
    room: roomOf(row, now),
    purge_in: row.purge_at === null ? null : (row.purge_at.getTime() - now.getTime()) / DAY,
  }));
}
