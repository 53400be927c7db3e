import type { BenchConnection } from './lib/channel.ts';
import { encodeCursor } from '../src/core/cursor.ts';
import { fill, readers } from './lib/data.ts';
import { atMost, type Benchmark, type Figure, ms, percent, throughput, times } from './lib/figures.ts';
import { type BenchApp, type Ground, type Steered, startApp, startBare } from './lib/ground.ts';
import { inTurn, load, percentile } from './lib/load.ts';

const LARGE = 1_000_000;
const SMALL = 10_000;
const WHO = ['consultant', 'manager', 'tree', 'staff', 'expert'] as const;

interface Asked {
  app: Steered;
  path: string;
  headers: Record<string, string>;
}

/**
 * Median and 95th percentile of each of several pages, asked for by one reader alone, ms. They are asked for in turn, so
 * that what else the machine does meets all of them alike.
 */
async function asked(times: number, ...pages: readonly Asked[]): Promise<{ p50: number; p95: number }[]> {
  const took = pages.map((): number[] => []);
  for (let n = 0; n < times + 10; n += 1) {
    for (const [at, { app, path, headers }] of pages.entries()) {
      const began = performance.now();
      const answer = await fetch(app.url + path, { headers });
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`${answer.status} at ${path}`);
      if (n >= 10) took[at]?.push(performance.now() - began);
    }
  }
  return took.map((all) => ({ p50: percentile(all, 0.5), p95: percentile(all, 0.95) }));
}

/** The first review of a reader's list. */
async function firstOf(app: Steered, headers: Record<string, string>, of = LIST): Promise<number> {
  const answer = await fetch(app.url + of, { headers });
  const { data } = (await answer.json()) as { data: { id: number }[] };
  if (!data[0]) throw new Error(`${answer.status}: nothing on the list`);
  return data[0].id;
}

/** A cursor as deep as the list goes for its reader: the row at 90 % of its order. */
async function deepCursor(app: BenchApp, organization: number | null): Promise<string> {
  const where = `kind = 'Case' and bucket = 'active'${organization === null ? '' : ` and organization_id = ${organization}`}`;
  const { rows } = await app.database.pool.query<{ id: number; due_at: Date }>(
    `select id, due_at from reviews where ${where} order by due_sort, id
      offset (select count(*) * 9 / 10 from reviews where ${where}) limit 1`,
  );
  const row = rows[0];
  return row ? encodeCursor(['due', row.due_at.toISOString(), row.id]) : '';
}

const LIST = '/api/v1/cases?sort=due&limit=25';
const EXAMS = '/api/v1/imes?sort=due&limit=25';
/** Those with place, time and notice. */
const SET_EXAMS = `${EXAMS}&status=notices_sent`;
/** The other kinds: their lists. */
const LEGAL = '/api/v1/generics?sort=due&limit=25';
const PEER = '/api/v1/peer_reviews?sort=due&limit=25';
/** Those whose agreement both sides signed. */
const RETAINED = `${LEGAL}&status=retained`;
const FILTERED = `${LIST}&state=IL&state=MA&ball=requester&ball=staff`;

/** Words that stand in every review, in some, and in few: they are found by different ways. */
const SEARCHES = {
  'in all of them': 'claimant',
  'in all and in one of twenty': 'claimant 42',
  'in all and in a few hundred': 'claimant 4242',
};

/**
 * The list of 25 with filter and sort, by keyset: its throughput beside one indexed query, its first page beside a page
 * deep in it, and what a hundred times as many reviews do to it.
 */
export const list: Benchmark = async ({ ground, quick, say }) => {
  const sizes = quick ? [SMALL, 100_000] : [SMALL, LARGE];
  const rounds = quick ? 40 : 150;
  const [few, many] = sizes.map((s) => s.toLocaleString('en-US'));
  const figures: Figure[] = [];
  const grown: Figure[] = [];
  const open: Filled[] = [];
  try {
    for (const size of sizes) open.push(await filled(ground, size, say));
    const [small, large] = open;
    if (!small || !large) throw new Error('Two sizes are compared.');
    const inBoth = async (path: (f: Filled) => string | Promise<string>, who: (typeof WHO)[number]) => {
      const pages: Asked[] = [];
      for (const f of [small, large]) pages.push({ app: f.app, path: await path(f), headers: f.people[who].headers });
      const [before, after] = await asked(rounds, ...pages);
      return { before: before ?? NONE, after: after ?? NONE };
    };
    for (const who of WHO) {
      const pages = await inBoth(() => FILTERED, who);
      grown.push(ratio(`list, ${few} → ${many} reviews, ${who}`, pages.before.p50, pages.after.p50));
      const details = await inBoth(async (f) => `/api/v1/cases/${await firstOf(f.app, f.people[who].headers)}`, who);
      grown.push(ratio(`detail, ${few} → ${many} reviews, ${who}`, details.before.p50, details.after.p50));
      for (const [name, words] of Object.entries(SEARCHES)) {
        const found = await inBoth(() => `${LIST}&q=${encodeURIComponent(words)}`, who);
        figures.push(atMost(`full-text, ${who}, ${name}, p95 alone`, found.after.p95, 25, ms));
      }
      figures.push(atMost(`detail, ${who}, p95 alone`, details.after.p95, 40, ms));
      // one review in eleven: theirs are as many more
      if (who === 'expert') continue;
      const exams = await inBoth(() => EXAMS, who);
      grown.push(ratio(`list of exams, ${few} → ${many} reviews, ${who}`, exams.before.p50, exams.after.p50));
      figures.push(atMost(`list of exams, ${who}, p95 alone`, exams.after.p95, 50, ms));
      const own = await inBoth(async (f) => `/api/v1/imes/${await firstOf(f.app, f.people[who].headers, EXAMS)}`, who);
      figures.push(atMost(`an exam’s page, ${who}, p95 alone`, own.after.p95, 40, ms));
      for (const [called, listed] of [
        ['legal cases', LEGAL],
        ['peer reviews', PEER],
      ] as const) {
        const found = await inBoth(() => listed, who);
        grown.push(ratio(`list of ${called}, ${few} → ${many} reviews, ${who}`, found.before.p50, found.after.p50));
        figures.push(atMost(`list of ${called}, ${who}, p95 alone`, found.after.p95, 50, ms));
      }
      for (const [called, page] of [
        ['a legal case’s page', ''],
        ['its agreement and retainer', '/agreement'],
        ['its tasks and time', '/work'],
      ] as const) {
        const found = await inBoth(
          async (f) => `/api/v1/generics/${await firstOf(f.app, f.people[who].headers, RETAINED)}${page}`,
          who,
        );
        grown.push(ratio(`${called}, ${few} → ${many} reviews, ${who}`, found.before.p50, found.after.p50));
        figures.push(atMost(`${called}, ${who}, p95 alone`, found.after.p95, 40, ms));
      }
      const set = await inBoth(
        async (f) => `/api/v1/imes/${await firstOf(f.app, f.people[who].headers, SET_EXAMS)}/exam`,
        who,
      );
      grown.push(ratio(`a set exam, ${few} → ${many} reviews, ${who}`, set.before.p50, set.after.p50));
      figures.push(atMost(`a set exam, ${who}, p95 alone`, set.after.p95, 40, ms));
    }
    for (const who of ['manager', 'staff'] as const) {
      const { app, people, deep } = large;
      const { headers } = people[who];
      const cursor = who === 'staff' ? deep.all : deep.organization;
      const [first = NONE, last = NONE] = await asked(
        rounds,
        { app, path: LIST, headers },
        { app, path: `${LIST}&cursor=${cursor}`, headers },
      );
      grown.push(ratio(`list, first page → page at ${percent(0.9)}, ${who}`, first.p50, last.p50));
    }
    await small.app.stop();
    open.shift();
    return [...(await underLoad(ground, large, quick, say)), ...figures, ...grown];
  } finally {
    for (const { app } of open) await app.stop();
  }
};

const NONE = { p50: Number.NaN, p95: Number.NaN };

const ratio = (name: string, a: number, b: number): Figure => ({
  name,
  limit: ms(a),
  ours: ms(b),
  ratio: times(b / a),
  bar: `<${times(1.3)}`,
  met: b / a < 1.3,
});

/** The product on so many reviews, and who reads them. */
interface Filled {
  app: BenchApp;
  connection: BenchConnection;
  people: Awaited<ReturnType<typeof readers>>;
  deep: { organization: string; all: string };
}

async function filled(ground: Ground, size: number, say: (line: string) => void): Promise<Filled> {
  const connection = await ground.database(`bench_list_${size}`);
  const app = await startApp(ground, connection);
  const began = performance.now();
  await fill(app, size);
  const people = await readers(app);
  await app.database.pool.query('vacuum analyze reviews');
  say(`${size.toLocaleString('en-US')} reviews in ${Math.round((performance.now() - began) / 1_000)} s`);
  return {
    app,
    connection,
    people,
    deep: { organization: await deepCursor(app, 100_000), all: await deepCursor(app, null) },
  };
}

/** Many at once, beside one indexed query. */
async function underLoad(
  ground: Ground,
  { app, connection, people, deep }: Filled,
  quick: boolean,
  say: (line: string) => void,
): Promise<Figure[]> {
  const bare = await startBare(connection, ground.folder);
  try {
    const seconds = quick ? 2 : 6;
    const pages = (headers: Record<string, string>) => [
      { path: FILTERED, headers },
      { path: LIST, headers },
      { path: `${LIST}&cursor=${deep.organization}`, headers },
    ];
    const mixed = [...pages(people.manager.headers), { path: FILTERED, headers: people.consultant.headers }];
    const seen = await inTurn(quick ? 1 : 3, {
      limit: () =>
        load(
          ground,
          bare,
          [
            { path: '/reviews?organization_id=100000' },
            { path: '/reviews?organization_id=100003' },
            { path: '/reviews?organization_id=100000&after=2026-12-01T00:00:00Z&id=1' },
          ],
          { seconds },
        ),
      ours: () => load(ground, app, mixed, { seconds }),
    });
    for (const [name, l] of Object.entries(seen))
      say(`${name}: ${l.server_ms.toFixed(3)} ms server, ${l.database_ms.toFixed(3)} ms database, p50 ${l.p50} ms`);
    return [
      throughput('list 25, filter and sort, 50 connections', seen.limit.rps, seen.ours.rps, 0.5),
      atMost('list 25, p99', seen.ours.p99, 50, ms, ms(seen.limit.p99)),
    ];
  } finally {
    await bare.stop();
  }
}
