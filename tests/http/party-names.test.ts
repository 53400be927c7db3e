import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { areSame, Name, nameKey } from '../../src/features/experts/rules/same-name.ts';
import type { MatchingBoard } from '../../src/features/matching/contract.ts';
import { allMeant, type Nameable } from '../../src/features/matching/rules.ts';
import { conflictedExperts } from '../../src/features/matching/server/conflicts.ts';
import { loadNeed } from '../../src/features/matching/server/facts.ts';
import { type TestApp, testApp } from '../harness/app.ts';
import { CaseDriver } from '../harness/case-driver.ts';
import { namePairs } from '../harness/name-pairs.ts';
import { castFor, type Cast, inApp } from '../harness/review-driver.ts';

const PAIRS = [...namePairs('before'), ...namePairs('after')];

let t: TestApp;
let cast: Cast;
beforeAll(async () => {
  t = await testApp();
  cast = await castFor(t.world);
});
afterAll(() => t.close());

const party = (name: string, role = 'other', kind = 'person') => ({ name, role, kind });

test('an expert is not offered a matter they or their house are a party of, however either is written', async () => {
  const people = [
    { first_name: 'José', last_name: 'Núñez' },
    { first_name: 'Siobhan', last_name: 'O’Brien' },
    { first_name: 'Łukasz', last_name: 'Wałęsa' },
    { first_name: 'Søren', last_name: 'Østergaard' },
    { first_name: 'Theodore', last_name: 'Banks' },
    { first_name: 'Linh', last_name: 'Do' },
    { first_name: 'Plain', last_name: 'One', affiliations: ['Mayo'] },
    { first_name: 'Plain', last_name: 'Two', affiliations: ['M.D. Anderson'] },
    { first_name: 'Plain', last_name: 'Three', affiliations: ['Kaiser Permanente'] },
  ];
  const others = [
    { first_name: 'Josefa', last_name: 'Núñez' },
    { first_name: 'Linh', last_name: 'Tran', affiliations: ['Cleveland Clinic'] },
  ];
  const made = [];
  for (const one of [...people, ...others]) made.push(await t.world.expert(one));
  const d = new CaseDriver(inApp(t, cast));
  await d.to('released', {
    facility: 'Kaiser Permanente Oakland Medical Center',
    defendants: [{ name: 'Jose Nunez, MD, FACS' }],
    conflict_parties: [
      party("O'Brien, Siobhan, MPH"),
      party('Lukasz Walesa'),
      party('Dr. Soren Ostergaard'),
      party('Theodore Banks, CRNA'),
      party('Linh Do, DO'),
      party('Mayo Clinic', 'facility', 'facility'),
      party('MD Anderson Cancer Center', 'facility', 'facility'),
    ],
  });
  const { ranking } = await d.must<MatchingBoard>(cast.matching, 'GET', d.url('/matching'));
  const offered = new Set(ranking.candidates.map((c) => c.profile_id));
  expect(made.filter((one) => offered.has(one.profile_id)).map((one) => one.profile_id)).toEqual(
    made.slice(people.length).map((one) => one.profile_id),
  );
});

/** Experts of these names, each with an affiliation; their rows as the rules know them. */
async function directory(names: readonly string[]): Promise<(Nameable & { affiliation: string })[]> {
  const experts = [];
  for (const affiliation of names) {
    const words = affiliation.split(' ');
    const name = { first_name: words.slice(0, -1).join(' '), last_name: words.at(-1) ?? '' };
    const { profile_id } = await t.world.expert({ ...name, affiliations: [affiliation] });
    experts.push({ profile_id, code: `X-${profile_id}`, ...name, affiliation });
  }
  return experts;
}

test('the database leaves out nobody the rule would meet', async () => {
  const { db } = t.world;
  const sides = [...new Set(PAIRS.map(({ names: [a] }) => a))];
  const experts = await directory(sides);
  const ids = experts.map((one) => one.profile_id);
  const known = experts.map((one) => ({
    ...one,
    names: [one.affiliation, `${one.first_name} ${one.last_name}`.trim()].map((name) => new Name(name)),
  }));
  const d = new CaseDriver(inApp(t, cast));
  await d.to('released', {});
  let met = 0;
  let meant = 0;
  const written = [...new Set(PAIRS.map(({ names: [, b] }) => b))];
  for (let at = 0; at < written.length; at += 20) {
    const some = written.slice(at, at + 20);
    // parties: who is met by their name or their house
    await db.deleteFrom('review_parties').where('review_id', '=', d.id).execute();
    await db
      .insertInto('review_parties')
      .values(some.map((name) => ({ review_id: d.id, role: 'other', name })))
      .execute();
    const found = await conflictedExperts(db, d.id, t.clock.now(), ids);
    const parties = some.map((name) => new Name(name));
    const ruled = known.filter(({ names }) => names.some((own) => parties.some((name) => areSame(name, own))));
    expect([...found].toSorted((a, b) => a - b)).toEqual(ruled.map((one) => one.profile_id).toSorted((a, b) => a - b));
    met += ruled.length;
    // experts a requester writes down to be left out
    await sql`update review_sections set data = data || jsonb_build_object('excluded_experts', ${JSON.stringify(some)}::jsonb)
      where review_id = ${d.id} and section = (select section from review_sections where review_id = ${d.id} limit 1)`.execute(
      db,
    );
    await sql`update review_sections set data = data - 'excluded_experts' where review_id = ${d.id}
      and section <> (select section from review_sections where review_id = ${d.id} and data ? 'excluded_experts' limit 1)`.execute(
      db,
    );
    const left = new Set((await loadNeed(db, d.id, t.clock.now())).excluded_experts);
    const ruledOut = new Set(some.flatMap((name) => allMeant(name, experts).map((one) => one.profile_id)));
    const wanted = experts.filter((one) => ruledOut.has(one.profile_id));
    expect([some, wanted.filter((one) => !left.has(one.profile_id))]).toEqual([some, []]);
    expect(ids.filter((id) => left.has(id))).toEqual(wanted.map((one) => one.profile_id));
    meant += wanted.length;
  }
  expect(met).toBeGreaterThan(200);
  expect(meant).toBeGreaterThan(200);
});

test('opinions keyed before the rule are keyed by it, so that a house’s stay together', async () => {
  const { db } = t.world;
  const d = new CaseDriver(inApp(t, cast));
  await d.to('released', {});
  const now = t.clock.now();
  const form = await db.selectFrom('report_forms').select('id').limit(1).executeTakeFirstOrThrow();
  const report = await db
    .insertInto('reports')
    .values({
      review_id: d.id,
      version: 1,
      report_form_id: form.id,
      status: 'delivered',
      signed_at: now,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const opinion = {
    review_id: d.id,
    report_id: report.id,
    organization_id: cast.organization_id,
    role: 'first' as const,
    form: 'peer_chart_audit',
    needs_attention: false,
    facility: 'St. Mary’s Hospital, Inc.',
    facility_key: 'st mary s hospital inc',
    provider: 'Núñez, José, MD',
    provider_key: 'name:nunez',
    quarter: '2026-10-01',
    delivered_at: now,
  };
  await db.insertInto('opinions').values(opinion).execute();
  await db
    .insertInto('deadlines')
    .values({ review_id: null, kind: 'renew_opinion_keys', key: '0', due_at: now, created_at: now })
    .execute();
  await t.settle();
  const kept = await db
    .selectFrom('opinions')
    .innerJoin('trend_cases', 'trend_cases.review_id', 'opinions.review_id')
    .select(['opinions.facility_key', 'opinions.provider_key', 'trend_cases.facility_key as counted'])
    .where('opinions.review_id', '=', d.id)
    .executeTakeFirstOrThrow();
  const facility = nameKey('Saint Mary’s Medical Center');
  expect(kept).toEqual({ facility_key: facility, counted: facility, provider_key: `name:${nameKey('José Núñez')}` });
});
