import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { expect } from 'vitest';
import type { RestTools } from '../../demo/rest/copy.ts';
import { fillDemo, type FillOptions } from '../../demo/rest/fill.ts';
import { type Headers, openSession } from '../../demo/session.ts';
import { readSchema } from '../../demo/rest/schema.ts';
import { LEFT, TAKEN, UNFIT } from '../../demo/rest/tables.ts';
import { buildApp, type App } from '../../src/app/server.ts';
import { openRestTools } from '../../src/app/rest-tools.ts';
import { KIND_NAMES, KINDS, type Kind } from '../../src/core/kinds.ts';
import { rulesOf } from '../../src/features/reviews/rules.ts';
import { openKeyring } from '../../src/platform/crypto.ts';
import { filesFolder, openDiskStorage } from '../../src/platform/storage-disk.ts';
import type { Workshop } from '../../demo/rest/workshop.ts';
import { DAY } from '../../src/core/time.ts';
import { verifyAudit, sealAudit } from '../../src/platform/audit-seal.ts';
import type { Connection, Database } from '../../src/platform/db/database.ts';
import type { DB } from '../../src/platform/db/types.ts';
import { demoFilling, keepFilling } from '../../src/platform/demo-world.ts';
import type { Env } from '../../src/platform/env.ts';
import { createLogger } from '../../src/platform/log.ts';

/* What is looked at of a demo world that was filled up: `demo.test.ts` makes one, which takes long. */

interface Filled {
  database: Database;
  connection: Connection;
  env: Env;
  now: Date;
  /** Reviews were lived there beside the first ones. */
  workshop: Workshop;
  /** What else is looked at, before the clock goes on. */
  look: () => Promise<void>;
}

/** Fills it up with one after each that was lived, ended in the middle and begun again, and looks at what is there. */
export async function expectFilledUp({ database, connection, env, now, workshop, look }: Filled): Promise<void> {
  const db = database.systemDb;
  await everyTableIsDecided(db);
  const filling = (await demoFilling(db)) ?? expect.fail('There is nothing to be filled up.');
  expect(filling).toMatchObject({ of: 600, made: filling.first });
  const { last } = filling;
  await keepFilling(db, { ...filling, of: filling.first + ENOUGH }, now);
  const before = { first: await fingerprint(db, last), told: await told(db) };
  const tools = await openRestTools({ env, database, clock: { now: () => now } });
  const log = createLogger('silent');
  try {
    await fillInTwo({ env, log, database, connection, tools, now, workshop, rest_factor: 0, say: () => undefined });
  } finally {
    await tools.close();
  }
  expect({ first: await fingerprint(db, last), told: await told(db) }).toEqual(before);
  await rowsAreOnesOwn(db, last);
  await columnsAreAsOnExamples(db, workshop.db, last);
  await everyState(db);
  await filesAreThere(db, env, now);
  // who is listed on the sign-in page finds what there was
  const { rows: listed } = await sql<{ id: number }>`
    with own as (select p.id, p.user_id from profiles p join users u on u.id = p.user_id where u.demo_note is not null)
    select r.id from reviews r where r.id > ${last} and (r.requester_id in (select user_id from own)
      or exists (select from invitations i where i.review_id = r.id and i.expert_profile_id in (select id from own))
      or exists (select from review_experts x where x.review_id = r.id and x.expert_profile_id in (select id from own)))`.execute(
    db,
  );
  expect(listed).toEqual([]);
  const { rows: due } = await sql<{ kind: string }>`
    select d.kind from deadlines d where d.review_id > ${last} and d.done_at is null and d.cancelled_at is null
      and d.due_at <= ${now} group by d.kind`.execute(db);
  expect(due.map(({ kind }) => kind)).toEqual(['purge']);
  await standApart(db, workshop.db, last, now);
  await look();
  await pagesAnswer(database, env, now, last);
}

/** More than were lived: one after each of them, and some more. What 600 of them are is asked of the plan (`rest.test.ts`). */
const ENOUGH = 160;

async function fillInTwo(asked: FillOptions): Promise<void> {
  const db = asked.database.systemDb;
  const stopped = new AbortController();
  const part = await fillDemo({ ...asked, signal: stopped.signal, say: () => stopped.abort() });
  const of = (await demoFilling(db))?.of ?? 0;
  expect(part).toBeLessThan(of - 100);
  // one that is killed in the middle of a review leaves nothing of it
  const failing: RestTools = { ...asked.tools, refreshSearch: () => Promise.reject(new Error('killed')) };
  await expect(fillDemo({ ...asked, tools: failing })).rejects.toThrow('killed');
  expect((await demoFilling(db))?.made).toBe(part);
  expect(await countOf(db, 'reviews')).toBe(part);
  expect(await fillDemo(asked)).toBe(of);
  expect(await fillDemo(asked)).toBe(of);
  expect(await countOf(db, 'reviews')).toBe(of);
  expect(await countOf(db, 'expert_profiles')).toBeGreaterThanOrEqual(120);
  const { rows } = await sql<{ n: number }>`select count(distinct specialty_id)::int as n from credentials`.execute(db);
  expect(rows[0]?.n).toBeGreaterThanOrEqual(40);
  const { rows: spread } = await sql<{ half: number }>`
    select distinct floor(extract(epoch from ${asked.now}::timestamptz - created_at) / ${(182.5 * DAY) / 1000})::int as half
    from reviews order by half`.execute(db);
  expect(spread.map(({ half }) => half)).toEqual([0, 1, 2, 3]);
}

async function countOf(db: Kysely<DB>, table: 'reviews' | 'expert_profiles'): Promise<number> {
  const { n } = await db
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return n;
}

/** Every table that knows reviews is taken over, left, or keeps a review from being an example. */
async function everyTableIsDecided(db: Kysely<DB>): Promise<void> {
  const { rows } = await sql<{ table: string }>`
    select distinct c.relname as "table" from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attname = 'review_id' and not a.attisdropped`.execute(
    db,
  );
  const decided = new Set([...TAKEN, ...UNFIT, ...Object.keys(LEFT)]);
  expect(rows.map(({ table }) => table).filter((table) => !decided.has(table))).toEqual([]);
}

/** Everything of the first reviews, as one value. */
async function fingerprint(db: Kysely<DB>, last: number): Promise<string> {
  const hash = createHash('sha256');
  for (const [table, columns] of await readSchema(db)) {
    const by = table === 'reviews' ? 'id' : columns.find((column) => column.name === 'review_id')?.name;
    if (by === undefined) continue;
    const { rows } = await sql<{ all: string | null }>`
      select md5(string_agg(t::text, '' order by t::text)) as "all" from ${sql.table(table)} t where ${sql.ref(by)} <= ${last}`.execute(
      db,
    );
    hash.update(rows[0]?.all ?? '');
  }
  return hash.digest('hex');
}

/** How much people are told, and what waits to be done. */
async function told(db: Kysely<DB>): Promise<unknown> {
  const { rows } = await sql`
    select (select count(*) from mails) as mails, (select count(*) from notifications) as notifications,
      -- that something of a further one is posted, or moves a budget, is nobody's news
      (select count(*) from outbox where topic not in ('ledger.due', 'budgets.may_move')) as outbox`.execute(db);
  return rows[0];
}

/** What a row names of another table is of the same review. */
async function rowsAreOnesOwn(db: Kysely<DB>, last: number): Promise<void> {
  const schema = await readSchema(db);
  const knows = (table: string) => schema.get(table)?.some((column) => column.name === 'review_id') ?? false;
  for (const column of [...schema.values()].flat()) {
    const to = column.points_to ?? '';
    if (!knows(column.table) || !knows(to) || column.name === 'review_id') continue;
    const key = to === 'appointments' || !schema.get(to)?.some(({ name }) => name === 'id') ? null : 'id';
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from ${sql.table(column.table)} a join ${sql.table(to)} b
        on b.${sql.ref(key ?? 'id')} = a.${sql.ref(column.name)}
      where a.review_id > ${last} and a.review_id <> b.review_id`.execute(db);
    expect(rows[0]?.n, `${column.table}.${column.name}`).toBe(0);
  }
}

/** A column that is filled on one of the others is filled on an example of its kind and state. */
async function columnsAreAsOnExamples(db: Kysely<DB>, workshop: Kysely<DB>, last: number): Promise<void> {
  for (const table of ['reviews', 'reports', 'appointments', 'quotes', 'invitations', 'files'] as const) {
    const from =
      table === 'reviews'
        ? sql`reviews t join reviews r on r.id = t.id`
        : sql`${sql.table(table)} t join reviews r on r.id = t.review_id`;
    const filled = async (of: Kysely<DB>, which: ReturnType<typeof sql>) =>
      (
        await sql<{ filled: string }>`
          select distinct concat_ws(' ', r.kind, r.status, k.key) as filled from ${from},
            lateral jsonb_each(to_jsonb(t)) k where k.value <> 'null' and ${which} order by 1`.execute(of)
      ).rows.map((row) => row.filled);
    const examples = new Set([...(await filled(db, sql`r.id <= ${last}`)), ...(await filled(workshop, sql`true`))]);
    expect(
      (await filled(db, sql`r.id > ${last}`)).filter((one) => !examples.has(one)),
      table,
    ).toEqual([]);
  }
}

/**
 * Of those that go on few are due at once, and none is overdue in a state in which none of the first was; those that ended did
 * so over most of a year wherever they were ordered.
 */
async function standApart(db: Kysely<DB>, workshop: Kysely<DB>, last: number, now: Date): Promise<void> {
  const overdue = async (of: Kysely<DB>, which: ReturnType<typeof sql>) =>
    (
      await sql<{ state: string }>`
        select distinct kind || ' ' || status as state from reviews
        where ${which} and bucket = 'active' and due_at < ${now}`.execute(of)
    ).rows.map(({ state }) => state);
  const known = [...(await overdue(db, sql`id <= ${last}`)), ...(await overdue(workshop, sql`true`))];
  expect(known).toEqual(expect.arrayContaining(await overdue(db, sql`id > ${last}`)));
  const { rows: due } = await sql<{ due_at: Date }>`
    select due_at from reviews where id > ${last} and due_at is not null and bucket = 'active'`.execute(db);
  expect(due.length).toBeGreaterThan(80);
  expect(new Set(due.map(({ due_at }) => due_at.getTime())).size).toBeGreaterThan(0.8 * due.length);
  const { rows: ended } = await sql<{ firm: string; first: Date }>`
    select o.friendly_registration_slug as firm, min(r.closed_at) as first from reviews r
      join organizations o on o.id = r.organization_id
    where r.closed_at is not null and r.status <> 'purged' group by 1 order by 1`.execute(db);
  expect(ended.map(({ firm }) => firm)).toEqual(['calder-denver', 'harborline', 'northfield']);
  expect(ended.filter(({ first }) => first > new Date(now.getTime() - 300 * DAY))).toEqual([]);
}

/** States in which no review stays, and why. */
const PASSING: Readonly<Record<string, string>> = {
  submitted: 'The records or conflict check opens by itself with the order.',
};

/** Every state of every kind, but those that pass, is one that a review is in. */
async function everyState(db: Kysely<DB>): Promise<void> {
  const { rows } = await sql<{ kind: Kind; status: string }>`
    select distinct kind, status from reviews`.execute(db);
  for (const kind of KIND_NAMES) {
    const there = new Set(rows.filter((row) => row.kind === kind).map(({ status }) => status));
    const lasting = Object.keys(rulesOf(kind).states).filter((state) => !Object.hasOwn(PASSING, state));
    expect(
      lasting.filter((state) => !there.has(state)),
      kind,
    ).toEqual([]);
  }
}

/** Whoever opens a file finds its bytes. */
async function filesAreThere(db: Kysely<DB>, env: Env, now: Date): Promise<void> {
  const storage = await openDiskStorage(filesFolder(env), db, await openKeyring(env, db, now));
  const { rows } = await sql<{ key: string; bytes: number }>`
    select distinct storage_key as key, size_bytes as bytes from files where deleted_at is null
    union select pdf_storage_key, null from reports where pdf_storage_key is not null`.execute(db);
  expect(rows.length).toBeGreaterThan(100);
  for (const { key, bytes } of rows) {
    const size = await storage.size(key);
    expect(size, key).toBe(bytes ?? size ?? 'nothing');
  }
}

/** Pages of a sample of them answer whoever may read them, and nobody else; lists count what their tabs do. */
async function pagesAnswer(database: Database, env: Env, now: Date, last: number): Promise<void> {
  const db = database.systemDb;
  const app = await buildApp({ env, database, clock: { now: () => now }, log: createLogger('silent') });
  try {
    await app.http.ready();
    const { rows: sample } = await sql<{
      id: number;
      kind: Kind;
      status: string;
      requester: number;
      expert: number | null;
      root: string;
    }>`
      select distinct on (r.kind, r.status) r.id, r.kind, r.status, r.requester_id as requester, p.user_id as expert,
        o.friendly_registration_slug as root
      from reviews r join organizations o on o.id = r.organization_id left join profiles p on p.id = r.expert_profile_id
      where r.id > ${last} order by r.kind, r.status, r.id desc`.execute(db);
    expect(sample.length).toBeGreaterThanOrEqual(40);
    const userOf = async (email: string) =>
      openSession(
        db,
        (await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id,
        now,
      );
    const staff = await userOf('nadia.petrov@peritus.example');
    const others = {
      harborline: await userOf('lucia.brandt-ames@harborline.example'),
      northfield: await userOf('priya.mahalingam-roe@northfield.example'),
    };
    for (const [nth, one] of sample.entries()) {
      const what = `${one.kind} ${one.status} ${one.id}`;
      const path = `/api/v1/${KINDS[one.kind].api_path}/${one.id}`;
      const readers = [staff, await openSession(db, one.requester, now)];
      if (one.status !== 'draft')
        for (const who of readers)
          for (const page of ['', '/timeline'])
            expect(await status(app, who, path + page), `${what} ${page}`).toBe(200);
      // everything else there is of one: nothing is out of order
      const begin = `GET /api/v1/${KINDS[one.kind].api_path}/:id`;
      const pages = app.routes.filter((route) => route.startsWith(begin) && !route.slice(begin.length).includes(':'));
      expect(pages.length).toBeGreaterThan(10);
      // a quarter of them each: all of them are asked for of some of the states of a kind
      for (const page of pages.filter((_, i) => (i + nth) % 4 === 0))
        expect(await status(app, staff, path + page.slice(begin.length)), `${what} ${page}`).toBeLessThan(500);
      if (one.expert !== null && one.status !== 'purged') {
        const who = await openSession(db, one.expert, now);
        expect(await status(app, who, path), `${what}, its expert`).toBe(200);
      }
      const foreign = one.root === 'harborline' ? others.northfield : others.harborline;
      expect(await status(app, foreign, path), `${what}, somebody else`).toBe(404);
    }
    await listsCount(app, staff);
    // the clock purges those whose records are due to go, and does nothing else to what was filled in
    const purged = await purgedOf(db, last);
    await app.settle();
    const before = new Set(purged.map(({ id }) => id));
    const gone = (await purgedOf(db, last)).filter(({ id }) => !before.has(id));
    expect(gone.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['Case', 'IME']));
    await sealAudit(app.services);
    const report = await verifyAudit(db, app.services.keys, { now });
    expect(report).toMatchObject({ ok: true });
  } finally {
    await app.close();
  }
}

const purgedOf = (db: Kysely<DB>, last: number) =>
  db.selectFrom('reviews').select(['id', 'kind']).where('id', '>', last).where('status', '=', 'purged').execute();

const status = async (app: App, headers: Headers, url: string): Promise<number> =>
  (await app.http.inject({ method: 'GET', url, headers })).statusCode;

async function listsCount(app: App, staff: Headers): Promise<void> {
  for (const { api_path } of Object.values(KINDS)) {
    const counts = (await app.http.inject({ method: 'GET', url: `/api/v1/${api_path}/counts`, headers: staff })).json<{
      tabs: Record<string, number>;
    }>();
    // what rests is counted for those who oversee organizations alone
    for (const [tab, count] of Object.entries(counts.tabs).filter(([one]) => one !== 'inactive')) {
      let n = 0;
      let cursor: string | null = '';
      while (cursor !== null) {
        const url: string = `/api/v1/${api_path}?tab=${tab}&limit=100${cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`}`;
        const page: { data: unknown[]; next_cursor: string | null } = (
          await app.http.inject({ method: 'GET', url, headers: staff })
        ).json();
        n += page.data.length;
        cursor = page.next_cursor;
      }
      expect(n, `${api_path} ${tab}`).toBe(count);
    }
  }
}
