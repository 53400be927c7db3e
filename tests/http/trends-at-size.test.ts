import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../harness/app.ts';

const CASES = 24;

let t: TestApp;
let reviews: number[];
let reports: Map<number, number>;
let organizations: number[];

const oneOf = <T>(...all: T[]) => fc.constantFrom(...all);
const anyOpinion = fc.record({
  role: oneOf('first', 'first', 'first', 'second', 'adjudication'),
  scale: oneOf('care', 'care', 'care', 'care', 'oppe', null),
  level: oneOf(1, 2, 3, 4, null),
  attention: fc.boolean(),
  type: oneOf('standard', 'focused', null),
  facility: oneOf('', 'North', 'north', 'South'),
  provider: oneOf('', 'Dr. One', 'Dr. Two'),
  quarter: oneOf('2026-01-01', '2026-04-01', '2026-07-01'),
});
const anyFindings = fc.uniqueArray(
  fc.record({
    kind: oneOf('audit', 'audit', 'aspect', 'provider_factor'),
    category: oneOf('notes', 'consent', 'imaging'),
    label: oneOf('Notes', 'Notes kept'),
    asked: fc.nat(9),
    met: fc.nat(9),
    deficiencies: fc.nat(3),
  }),
  { selector: ({ kind, category }) => `${kind} ${category}`, maxLength: 4 },
);
const at = fc.nat(CASES - 1);
const anyAct = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ act: fc.constant('deliver' as const), at, opinion: anyOpinion, findings: anyFindings }),
  },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('purge' as const), at }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('forget' as const), at }) },
  {
    weight: 4,
    arbitrary: fc.record({ act: fc.constant('link' as const), at, of: at, role: oneOf('second', 'adjudication') }),
  },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('unlink' as const), at }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('correct' as const), at, met: fc.nat(9) }) },
);
type Act = typeof anyAct extends fc.Arbitrary<infer T> ? T : never;

beforeAll(async () => {
  t = await testApp();
  const { db } = t.world;
  const now = t.clock.now();
  organizations = [await t.world.organization(), await t.world.organization()];
  const { user_id } = await t.world.consultant(organizations[0] ?? 0);
  const form = await db.selectFrom('report_forms').select('id').limit(1).executeTakeFirstOrThrow();
  reviews = [];
  reports = new Map();
  for (let n = 0; n < CASES; n += 1) {
    const { id } = await db
      .insertInto('reviews')
      .values({
        kind: 'PeerReview',
        status: 'closed',
        bucket: 'completed',
        ball: 'nobody',
        organization_id: ofReview(n),
        requester_id: user_id,
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const report = await db
      .insertInto('reports')
      .values({
        review_id: id,
        version: 1,
        report_form_id: form.id,
        status: 'delivered',
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    reviews.push(id);
    reports.set(id, report.id);
  }
});
afterAll(() => t.close());

/** Whose a review is; opinions on a case are its own organization's. */
const ofReview = (n: number): number => organizations[n % organizations.length] ?? 0;

/** One act as deliveries, purges and corrections write it: in a transaction, the opinion first, then its findings. */
async function does(one: Act): Promise<void> {
  const id = reviews[one.at] ?? 0;
  await t.world.db.transaction().execute(async (db) => {
    switch (one.act) {
      case 'deliver': {
        const { role, scale, level, attention, type, facility, provider, quarter } = one.opinion;
        await sql`insert into opinions (review_id, report_id, organization_id, role, form, scale, level, needs_attention, review_type,
            facility, facility_key, provider, provider_key, quarter, delivered_at)
          values (${id}, ${reports.get(id)}, ${ofReview(one.at)}, ${role}, 'standard', ${scale}, ${level}, ${attention},
            ${type}, ${facility}, ${facility.toLowerCase()}, ${provider}, ${provider.toLowerCase()}, ${quarter}, ${t.clock.now()})
          on conflict (review_id) do update set organization_id = excluded.organization_id, role = excluded.role, scale = excluded.scale,
            level = excluded.level, needs_attention = excluded.needs_attention, review_type = excluded.review_type,
            facility = excluded.facility, facility_key = excluded.facility_key, provider = excluded.provider,
            provider_key = excluded.provider_key, quarter = excluded.quarter`.execute(db);
        await sql`delete from opinion_findings where review_id = ${id}`.execute(db);
        await sql`insert into opinion_findings (review_id, kind, category, label, asked, met, deficiencies)
          select ${id}, f.* from json_to_recordset(${JSON.stringify(one.findings)})
            as f (kind text, category text, label text, asked int, met int, deficiencies int)`.execute(db);
        break;
      }
      case 'purge':
        await sql`delete from opinion_findings where review_id = ${id}`.execute(db);
        await sql`update opinions set facility = '', facility_key = '', provider = '', provider_key = '' where review_id = ${id}`.execute(
          db,
        );
        break;
      case 'forget':
        await sql`delete from opinions where review_id = ${id}`.execute(db);
        break;
      case 'link': {
        const original = reviews[one.of] ?? 0;
        if (original === id || ofReview(one.of) !== ofReview(one.at)) break;
        await sql`insert into linked_reviews (review_id, original_id, role, trigger, created_at)
          values (${id}, ${original}, ${one.role}, 'asked', ${t.clock.now()})
          on conflict (review_id) do update set original_id = excluded.original_id, role = excluded.role`.execute(db);
        break;
      }
      case 'unlink':
        await sql`delete from linked_reviews where review_id = ${id}`.execute(db);
        break;
      case 'correct':
        await sql`update opinion_findings set met = ${one.met}, category = case when kind = 'aspect' then category || ' too' else category end
          where review_id = ${id}`.execute(db);
        break;
    }
  });
}

/** Cases compared that have second opinions on their scale. */
let seconds = 0;

/** What is kept, and the same counted plainly from what was delivered. */
async function compare(): Promise<number> {
  const { db } = t.world;
  const cases = sql`select o.review_id, o.organization_id, o.quarter, coalesce(a.scale, o.scale, '') as scale,
      (case when a.scale is null then o.level else a.level end)::int as level, coalesce(o.review_type, '') as review_type, o.needs_attention,
      o.facility, o.facility_key, o.provider, o.provider_key,
      coalesce((select sum(f.asked) from opinion_findings f where f.review_id = o.review_id and f.kind = 'audit'), 0)::int as asked,
      coalesce((select sum(f.met) from opinion_findings f where f.review_id = o.review_id and f.kind = 'audit'), 0)::int as met,
      coalesce(o.scale, '') as own_scale, o.level::int as own_level,
      (select array_agg(x.level order by x.review_id) from linked_reviews l join opinions x on x.review_id = l.review_id
        where l.original_id = o.review_id and l.role = 'second' and x.scale = o.scale and x.level is not null
          and o.level is not null) as second_levels
    from opinions o left join lateral (select x.scale, x.level from linked_reviews l join opinions x on x.review_id = l.review_id
      where l.original_id = o.review_id and l.role = 'adjudication' order by l.review_id desc limit 1) a on true
    where o.role = 'first'`;
  const plain = await sql<{ review_id: number; second_levels: number[] | null }>`${cases} order by 1`.execute(db);
  const kept = await sql`select * from trend_cases order by 1`.execute(db);
  expect(kept.rows).toEqual(plain.rows);
  seconds += plain.rows.filter((row) => row.second_levels !== null).length;
  for (const [by, key, label] of [
    ['all', sql`''`, sql`''`],
    ['facility', sql`facility_key`, sql`facility`],
    ['provider', sql`provider_key`, sql`provider`],
  ] as const)
    for (const all of [true, false]) {
      const type = all ? sql`'*'` : sql`review_type`;
      const counted =
        await sql`select ${sql.lit(by)} as by, organization_id, quarter, scale, ${type} as review_type, ${key} as key,
          ${label} as label, count(*)::int as n, sum(needs_attention::int)::int as attention, sum(asked)::int as asked, sum(met)::int as met,
          sum((level is not distinct from 1)::int)::int as level_1, sum((level is not distinct from 2)::int)::int as level_2,
          sum((level is not distinct from 3)::int)::int as level_3, sum((level is not distinct from 4)::int)::int as level_4
        from (${cases}) c where ${by === 'all' ? sql`true` : sql`${key} <> ''`}
        group by 2, 3, 4, 5, 6, 7 order by 2, 3, 4, 5, 6, 7`.execute(db);
      const sums = await sql`select * from trend_cells where by = ${by} and (review_type = '*') = ${all}
        order by 2, 3, 4, 5, 6, 7`.execute(db);
      expect(sums.rows).toEqual(counted.rows);
    }
  for (const all of [true, false]) {
    const type = all ? sql`'*'` : sql`c.review_type`;
    const counted =
      await sql`select c.scale, ${type} as review_type, c.organization_id, c.quarter, f.kind, f.category, f.label,
        count(*)::int as reviews, sum(f.asked)::int as asked, sum(f.met)::int as met, sum(f.deficiencies)::int as deficiencies
      from (${cases}) c join opinion_findings f on f.review_id = c.review_id
      group by 1, 2, 3, 4, 5, 6, 7 order by 1, 2, 3, 4, 5, 6, 7`.execute(db);
    const sums =
      await sql`select * from trend_findings where (review_type = '*') = ${all} order by 1, 2, 3, 4, 5, 6, 7`.execute(
        db,
      );
    expect(sums.rows).toEqual(counted.rows);
  }
  return plain.rows.length;
}

test('what trends keep is what a plain count finds, whatever is delivered, settled, corrected or purged, also at once', async () => {
  const acts = fc.sample(anyAct, { numRuns: 400, seed: 5 });
  let most = 0;
  for (let n = 0; n < acts.length; n += 20) {
    const some = acts.slice(n, n + 20);
    // half of them one after the other, half at the same time; no review is touched twice at once, as its lock sees to
    for (const one of some.slice(0, 10)) await does(one);
    const apart = [...new Map(some.slice(10).map((one) => [one.at, one])).values()];
    await Promise.all(apart.map((one) => does(one)));
    most = Math.max(most, await compare());
  }
  expect(most).toBeGreaterThan(8);
  expect(seconds).toBeGreaterThan(8);
  await sql`select trends_rebuild()`.execute(t.world.db);
  await compare();
});
