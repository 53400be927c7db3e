import { encodeCursor } from '../src/core/cursor.ts';
import { fill, readers } from './lib/data.ts';
import { atMost, type Benchmark, type Figure, ms, percent, throughput, times } from './lib/figures.ts';
import { type BenchApp, type Steered, startApp, startBare } from './lib/ground.ts';
import { inTurn, load, percentile } from './lib/load.ts';

const LARGE = 1_000_000;
const SMALL = 10_000;
const WHO = ['consultant', 'manager', 'tree', 'staff', 'expert'] as const;

/** Median and 95th percentile of one page asked for again and again by one reader alone, ms. */
async function asked(
  app: Steered,
  path: string,
  headers: Record<string, string>,
  times: number,
): Promise<{ p50: number; p95: number }> {
  const took: number[] = [];
  for (let n = 0; n < times + 10; n += 1) {
    const began = performance.now();
    const answer = await fetch(app.url + path, { headers });
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`${answer.status} at ${path}`);
    if (n >= 10) took.push(performance.now() - began);
  }
  return { p50: percentile(took, 0.5), p95: percentile(took, 0.95) };
}

const alone = async (...which: Parameters<typeof asked>): Promise<number> => (await asked(...which)).p50;

/** The first review of a reader's list. */
async function firstOf(app: Steered, headers: Record<string, string>): Promise<number> {
  const answer = await fetch(app.url + LIST, { headers });
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
  const medians: Record<string, number>[] = [];
  const figures: Figure[] = [];
  for (const size of sizes) {
    const connection = await ground.database(`bench_list_${size}`);
    const app = await startApp(ground, connection);
    const bare = await startBare(connection, ground.folder);
    try {
      const began = performance.now();
      await fill(app, size);
      const people = await readers(app);
      await app.database.pool.query('vacuum analyze reviews');
      say(`${size.toLocaleString('en-US')} reviews in ${Math.round((performance.now() - began) / 1_000)} s`);
      const deep = { organization: await deepCursor(app, 100_000), all: await deepCursor(app, null) };
      const found: Record<string, number> = {};
      const rounds = quick ? 40 : 150;
      for (const who of WHO) {
        found[who] = await alone(app, FILTERED, people[who].headers, rounds);
        const cursor = who === 'staff' ? deep.all : deep.organization;
        if (who === 'manager' || who === 'staff')
          found[`${who}, deep page`] = await alone(app, `${LIST}&cursor=${cursor}`, people[who].headers, rounds);
        if (who === 'manager' || who === 'staff')
          found[`${who}, first page`] = await alone(app, LIST, people[who].headers, rounds);
      }
      for (const who of WHO) {
        const { headers } = people[who];
        for (const [name, words] of Object.entries(SEARCHES)) {
          const search = await asked(app, `${LIST}&q=${encodeURIComponent(words)}`, headers, rounds);
          found[`${who}, search ${name}`] = search.p50;
          found[`${who}, search ${name} p95`] = search.p95;
        }
        const detail = await asked(app, `/api/v1/cases/${await firstOf(app, headers)}`, headers, rounds);
        found[`${who}, detail`] = detail.p50;
        found[`${who}, detail p95`] = detail.p95;
      }
      medians.push(found);
      for (const [name, p50] of Object.entries(found)) say(`  ${name}: p50 ${ms(p50)} alone`);
      if (size !== sizes.at(-1)) continue;

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
      figures.push(
        throughput('list 25, filter and sort, 50 connections', seen.limit.rps, seen.ours.rps, 0.5),
        atMost('list 25, p99', seen.ours.p99, 50, ms, ms(seen.limit.p99)),
        ...WHO.flatMap((who) => [
          ...Object.keys(SEARCHES).map((name) =>
            atMost(`full-text, ${who}, ${name}, p95 alone`, found[`${who}, search ${name} p95`] ?? Number.NaN, 25, ms),
          ),
          atMost(`detail, ${who}, p95 alone`, found[`${who}, detail p95`] ?? Number.NaN, 40, ms),
        ]),
      );
    } finally {
      await app.stop();
      await bare.stop();
    }
  }
  const [small = {}, large = {}] = medians;
  const [few, many] = sizes.map((s) => s.toLocaleString('en-US'));
  const ratio = (name: string, a: number, b: number, bar: number): Figure => ({
    name,
    limit: ms(a),
    ours: ms(b),
    ratio: times(b / a),
    bar: `<${times(bar)}`,
    met: b / a < bar,
  });
  for (const who of WHO) {
    figures.push(ratio(`list, ${few} → ${many} reviews, ${who}`, small[who] ?? 0, large[who] ?? 0, 1.3));
    const detail = `${who}, detail`;
    figures.push(ratio(`detail, ${few} → ${many} reviews, ${who}`, small[detail] ?? 0, large[detail] ?? 0, 1.3));
  }
  for (const who of ['manager', 'staff']) {
    figures.push(
      ratio(
        `list, first page → page at ${percent(0.9)}, ${who}`,
        large[`${who}, first page`] ?? 0,
        large[`${who}, deep page`] ?? 0,
        1.3,
      ),
    );
  }
  return figures;
};
