import fc from 'fast-check';
import type { Kind } from '../../src/core/kinds.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { adjacentTo } from '../../src/features/experts/rules.ts';
import type { MatchingBoard } from '../../src/features/matching/contract.ts';
import { FILTERS, MOST_KEPT, MOST_SHOWN, rank, scoreOf } from '../../src/features/matching/rules.ts';
import { rankForNeed } from '../../src/features/matching/server/board.ts';
import { loadExperts, loadNeed, type LoadedNeed } from '../../src/features/matching/server/facts.ts';
import { type TestApp, testApp } from '../harness/app.ts';
import { CaseDriver } from '../harness/case-driver.ts';
import { castFor, type Cast, inApp } from '../harness/review-driver.ts';

const EXPERTS = 500;
const SPECIALTIES = ['Neurosurgery', 'Orthopedics', 'Podiatry', 'Dermatology'];
const STATES = ['MA', 'TX', 'IL'];
const NAMES = ['northgate clinic', 'brackenridge memorial', 'st elsewhere', 'lakeview orthopedics'];

let t: TestApp;
let cast: Cast;
let d: CaseDriver;
let base: LoadedNeed;
let everybody: number[];

const day = (ago: number): string => new Date(t.clock.now().getTime() - ago * 86_400_000).toISOString().slice(0, 10);
/** Around the edges at which a license has ended, and practice was too long ago. */
const expiry = fc.option(fc.constantFrom(-400, -1, 0, 1, 2), { freq: 4 });
const practice = fc.option(fc.constantFrom(10, 364, 365, 366, 367, 729, 730, 731, 732, 2000), { freq: 8 });
const oneOf = <T>(...all: T[]) => fc.constantFrom(...all);

const anyExpert = fc.record({
  status: oneOf(
    'active' as const,
    'active' as const,
    'active' as const,
    'active' as const,
    'paused' as const,
    'suspended' as const,
  ),
  kinds: oneOf<Kind[]>(['Case'], ['Case', 'PeerReview'], ['Case', 'PeerReview'], ['IME']),
  accepts_expedited: fc.boolean(),
  board_certified: oneOf(true, true, true, false),
  has_redacted_cv: oneOf(true, true, true, false),
  state: fc.option(oneOf(...STATES), { freq: 5 }),
  practiced: practice,
  max_open_reviews: oneOf(0, 1, 2, 6, 6, 6),
  person: oneOf('suspended', 'own', 'own', 'foreign', 'ours', 'above', 'own', 'own'),
  zone: oneOf('America/New_York', 'Pacific/Honolulu', 'Asia/Kolkata'),
  hours: oneOf('usual', 'usual', 'own', 'own', 'none'),
  away: oneOf(0, 0, 0, 0, 20, 90),
  name: oneOf('Plain', 'Plain', 'Plain', 'Plain', 'Plain', 'Named'),
  credentials: fc.array(
    fc.record({
      specialty: oneOf(...SPECIALTIES),
      sub: fc.boolean(),
      availability: oneOf('accepting' as const, 'limited' as const, 'accepting' as const, 'none' as const),
      license_key: fc.option(oneOf('MD', 'DO', 'RN'), { freq: 6 }),
      license_state: fc.option(oneOf(...STATES), { freq: 6 }),
      expires: expiry,
    }),
    { maxLength: 3 },
  ),
  affiliation: fc.option(oneOf(...NAMES), { freq: 1 }),
  affiliated_until: fc.option(fc.constantFrom(100, 365 * 4, 365 * 6), { freq: 2 }),
  declared: fc.option(oneOf(...NAMES), { freq: 1 }),
  declined: oneOf(false, false, false, true),
  open: fc.constantFrom(0, 0, 1, 2),
  finished: fc.constantFrom(0, 1, 3),
  busy: fc.boolean(),
});

const anyNeed = fc.record({
  specialty: oneOf(...SPECIALTIES),
  sub_specialty: oneOf(null, 'General', 'Spine'),
  kind: oneOf<Kind>('Case', 'PeerReview', 'IME', 'Case', 'Case'),
  license_keys: oneOf<string[]>([], [], ['MD', 'DO'], ['RN']),
  licensed_in: oneOf<string[]>([], [], [], ['TX'], ['MA', 'IL']),
  excluded_states: oneOf<string[]>([], [], [], ['MA'], ['MA', 'TX', 'IL']),
  preferred_states: oneOf<string[]>([], ['IL']),
  setting: oneOf(null, 'Academic center'),
  board_certified: fc.boolean(),
  active_within_years: oneOf(null, null, 1, 2, 5),
  expedited: fc.boolean(),
  needed_by: oneOf(null, null, 2, 5, 25),
  needs_redacted_cv: fc.boolean(),
  excluded: fc.array(fc.nat(EXPERTS - 1), { maxLength: 5 }),
});

beforeAll(async () => {
  t = await testApp();
  cast = await castFor(t.world);
  d = new CaseDriver(inApp(t, cast));
  const parent = await t.world.organization();
  const flags = JSON.stringify({ enable_external_expert: true }) as never;
  await t.world.db
    .updateTable('organizations')
    .set({ parent_id: parent, flags })
    .where('id', '=', cast.organization_id)
    .execute();
  await d.to('released', { facility: 'Northgate Clinic', defendants: [{ name: 'Brackenridge Memorial' }] });
  await people(parent);
  await t.settle();
  await sql`analyze`.execute(t.world.db);
  base = await loadNeed(t.world.db, d.id, t.clock.now());
  const all = await t.world.db.selectFrom('expert_profiles').select('profile_id').orderBy('profile_id').execute();
  everybody = all.map((row) => row.profile_id);
});
afterAll(() => t.close());

/** The generated experts, each with what they did. */
async function people(parent: number): Promise<void> {
  const { db } = t.world;
  const now = t.clock.now();
  const foreign = await t.world.organization();
  const organizations: Record<string, number | null> = { ours: cast.organization_id, above: parent, foreign };
  const ids = new Map<string, { specialty_id: number; sub_specialty_id: number }>();
  for (const name of SPECIALTIES) ids.set(name, await t.world.specialty(name, 'Spine'));
  for (const [n, one] of fc.sample(anyExpert, { numRuns: EXPERTS, seed: 11 }).entries()) {
    const organization_id = organizations[one.person] ?? null;
    const profile = organization_id === null ? 'MedicalExpert' : 'ExternalMedicalExpert';
    const person = await t.world.person({
      profile,
      time_zone: one.zone,
      first_name: one.name === 'Named' ? 'Ana' : 'Plain',
      last_name: one.name === 'Named' ? 'Ferrante' : `Person${n}`,
      ...(organization_id === null ? {} : { organization_id }),
    });
    const profile_id = person.profile_id ?? 0;
    const own = one.hours === 'own' ? { tuesday: { active: true, startTime: '10:00', endTime: '12:00' } } : {};
    await db
      .updateTable('users')
      .set({
        working_hours_enabled: one.hours !== 'usual',
        working_hours: JSON.stringify(own) as never,
        blackout_dates: JSON.stringify(one.away > 0 ? [{ from: day(5), until: day(-one.away) }] : []) as never,
        suspended_at: one.person === 'suspended' ? now : null,
      })
      .where('id', '=', person.user_id)
      .execute();
    await db
      .insertInto('expert_profiles')
      .values({
        profile_id,
        code: `G-${n}`,
        accepts_kinds: one.kinds,
        accepts_expedited: one.accepts_expedited,
        status: one.status,
        state: one.state,
        setting: 'Academic center',
        board_certified: one.board_certified,
        has_redacted_cv: one.has_redacted_cv,
        max_open_reviews: one.max_open_reviews,
        last_clinical_on: one.practiced === null ? null : day(one.practiced),
        created_at: now,
      })
      .execute();
    for (const c of one.credentials)
      await db
        .insertInto('credentials')
        .values({
          expert_profile_id: profile_id,
          specialty_id: ids.get(c.specialty)?.specialty_id ?? 0,
          sub_specialty_id: c.sub ? (ids.get(c.specialty)?.sub_specialty_id ?? null) : null,
          availability: c.availability,
          license_key: c.license_key,
          license_state: c.license_state,
          expires_on: c.expires === null ? null : day(-c.expires),
        })
        .execute();
    if (one.affiliation !== null)
      await db
        .insertInto('affiliations')
        .values({
          expert_profile_id: profile_id,
          name: one.affiliation,
          to_on: one.affiliated_until === null ? null : day(one.affiliated_until),
        })
        .execute();
    if (n % 2 === 0)
      await db
        .insertInto('expert_rates')
        .values({
          expert_profile_id: profile_id,
          service: '',
          unit: 'review',
          amount_cents: 20_000 + ((n * 7_919) % 70_000),
          from_on: day(30),
          verified_at: now,
        })
        .execute();
    if (one.declared !== null && n % 3 === 0)
      await db
        .insertInto('declared_conflicts')
        .values({
          expert_profile_id: profile_id,
          name: one.declared,
          source: 'expert',
          created_at: now,
        })
        .execute();
    if (one.declined && n % 4 === 0)
      await db
        .insertInto('invitations')
        .values({
          review_id: d.id,
          expert_profile_id: profile_id,
          hash: Buffer.from(`declined ${n}`),
          status: 'declined',
          decline_reason: 'conflict',
          expires_at: now,
          created_at: now,
          answered_at: now,
        })
        .execute();
    for (let k = 0; k < one.open + one.finished; k += 1)
      await did(profile_id, k < one.open, one.busy && k === 0, n + k);
  }
}

/** A review the expert leads or finished, as rows. */
async function did(expert_profile_id: number, open: boolean, busy: boolean, n: number): Promise<void> {
  const { db } = t.world;
  const now = t.clock.now();
  const { id } = await db
    .insertInto('reviews')
    .values({
      kind: 'Case',
      status: open ? 'report_in_progress' : 'closed',
      bucket: open ? 'active' : 'completed',
      ball: open ? 'expert' : 'nobody',
      organization_id: cast.organization_id,
      requester_id: cast.requester.user_id,
      created_at: now,
      submitted_at: new Date(now.getTime() - (n % 200) * 86_400_000),
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('review_experts')
    .values({ review_id: id, expert_profile_id, part: 'lead', since: now })
    .execute();
  if (n % 2 === 0)
    await db
      .insertInto('ratings')
      .values({
        review_id: id,
        direction: 'medical_expert',
        rater_user_id: cast.requester.user_id,
        expert_profile_id,
        scores: { quality: 1 + (n % 5), speed: 4 } as never,
        created_at: now,
        updated_at: now,
      })
      .execute();
  if (!busy) return;
  await sql`insert into appointments (review_id, expert_profile_id, sort, starts_at, duration_minutes, zone, ics_uid, created_at, busy)
    values (${id}, ${expert_profile_id}, 'call', ${now}, 45, 'UTC', ${`u${id}`}, ${now},
      tstzrange(${now}::timestamptz, ${now}::timestamptz + interval '4 days'))`.execute(db);
}

test('what the database leaves out the rules would leave out, and its counts are theirs', async () => {
  const { db } = t.world;
  const now = t.clock.now();
  const dropped = new Set<string>();
  let most = 0;
  let run = 0;
  await fc.assert(
    fc.asyncProperty(anyNeed, async ({ excluded, needed_by, ...asked }) => {
      run += 1;
      const need: LoadedNeed = {
        ...base,
        ...asked,
        neighbors: adjacentTo(asked.specialty),
        needed_by: needed_by === null ? null : new Date(now.getTime() + needed_by * 86_400_000),
        excluded_experts: excluded.flatMap((n) => everybody[n] ?? []),
        price: { per: 'review', of_cents: base.price?.of_cents ?? 0, cap_cents: run % 4 === 1 ? 75_000 : null },
        offer: base.offer && { ...base.offer, book: { ...base.offer.book, accepts_own_schedules: run % 3 > 0 } },
      };
      const made = await rankForNeed(db, need, now);
      // the function over all experts there are
      const all = await loadExperts(db, need, now, everybody);
      expect(made.ranking).toEqual(rank(all, need, now, `review-${d.id}`));
      let before = all.length;
      for (const { key, left } of made.ranking.funnel) {
        if (left < before) dropped.add(key);
        before = left;
      }
      most = Math.max(most, made.ranking.candidates.length);
    }),
    { numRuns: 60, seed: 7 },
  );
  // every reason to leave somebody out was met, and there were some to rank
  expect([...dropped].toSorted()).toEqual(FILTERS.map((f) => f.key).toSorted());
  expect(most).toBeGreaterThan(10);
});

test('what an expert did is counted as one would count it, whatever becomes of it', async () => {
  const { db } = t.world;
  const now = t.clock.now();
  const asCounted = async () => {
    const { rows } = await sql<Record<string, number | null>>`select e.profile_id,
      (select count(*)::int from reviews r where r.expert_profile_id = e.profile_id and r.bucket = 'active') as open_reviews,
      (select count(*)::int from reviews r where r.expert_profile_id = e.profile_id and r.status = 'closed') as finished,
      (select count(*)::int from reviews r where r.expert_profile_id = e.profile_id
        and r.organization_id = ${cast.organization_id} and r.submitted_at >= date_trunc('quarter', ${now}::timestamptz)) as used_by_organization,
      (select count(*)::int from reports rp join reviews r on r.id = rp.review_id
        where r.expert_profile_id = e.profile_id and rp.signed_at > r.report_due_at) as late,
      (select count(*)::int from ratings x where x.expert_profile_id = e.profile_id and x.direction = 'medical_expert') as rating_n,
      (select avg(v.value::numeric)::float8 from ratings x, lateral jsonb_each(x.scores) v(key, value)
        where x.expert_profile_id = e.profile_id and x.direction = 'medical_expert' and jsonb_typeof(v.value) = 'number') as rating_mean,
      (select avg(extract(epoch from i.answered_at - i.created_at) / 3600)::float8 from invitations i
        where i.expert_profile_id = e.profile_id and i.answered_at is not null) as answer_hours
    from expert_profiles e order by e.profile_id`.execute(db);
    return rows;
  };
  const asKept = async () =>
    (await loadExperts(db, base, now, everybody))
      .map(
        ({ profile_id, open_reviews, finished, used_by_organization, late, rating_n, rating_mean, answer_hours }) => ({
          profile_id,
          open_reviews,
          finished,
          used_by_organization,
          late,
          rating_n,
          rating_mean,
          answer_hours,
        }),
      )
      .toSorted((a, b) => a.profile_id - b.profile_id);
  const same = async (): Promise<number> => {
    const kept = await asKept();
    const shown = new Set(kept.map((one) => one.profile_id));
    expect(kept).toEqual((await asCounted()).filter((one) => shown.has(one['profile_id'] ?? 0)));
    return kept.reduce((sum, one) => sum + one.late, 0);
  };
  await same();
  const sentences = [
    sql`insert into reports (review_id, version, report_form_id, status, signed_at, created_at, updated_at)
      select r.id, 1, f.id, 'delivered', ${now}::timestamptz + r.id % 9 * interval '1 day', ${now}, ${now}
      from reviews r, (select id from report_forms order by id limit 1) f where r.bucket = 'completed'`,
    sql`update reviews set report_due_at = ${now}::timestamptz + interval '4 days' where bucket = 'completed' and id % 3 > 0`,
    sql`update reports set signed_at = null where id % 4 = 0`,
    sql`update reports set signed_at = ${now}::timestamptz + interval '30 days' where id % 5 = 0`,
    sql`update review_experts x set expert_profile_id = (select min(y.expert_profile_id) from review_experts y) where x.id % 7 = 0`,
    sql`update ratings set scores = '{"quality": 2, "words": "none"}' where id % 3 = 0`,
    sql`delete from ratings where id % 5 = 0`,
    sql`update invitations set answered_at = created_at + id % 7 * interval '1 hour' where id % 2 = 0`,
    sql`update invitations set answered_at = null where id % 3 = 0`,
    sql`delete from reports where id % 6 = 0`,
  ];
  let most = 0;
  for (const sentence of sentences) {
    await sentence.execute(db);
    most = Math.max(most, await same());
  }
  expect(most).toBeGreaterThan(10);
});

test('a board shows the best of many with their ranks, and a decision keeps so much and no more', async () => {
  const { db } = t.world;
  const ids = await t.world.specialty();
  // more of them than are shown; the one that is taken is the last of all
  const last = await t.world.expert({ first_name: 'Last', last_name: 'Inline' });
  await sql`update expert_profiles set status = 'active', accepts_kinds = '{Case}', accepts_expedited = true, has_redacted_cv = true,
    board_certified = true, last_clinical_on = '2026-11-01', max_open_reviews = 9 where code like 'G-%'`.execute(db);
  await sql`delete from credentials where expert_profile_id in (select profile_id from expert_profiles where code like 'G-%')`.execute(
    db,
  );
  await sql`insert into credentials (expert_profile_id, specialty_id, sub_specialty_id, license_key)
    select profile_id, ${ids.specialty_id}::bigint, ${ids.sub_specialty_id}::bigint, 'MD' from expert_profiles
    where code like 'G-%'`.execute(db);
  await sql`update users set suspended_at = null, working_hours_enabled = false, blackout_dates = '[]', last_name = 'Plain'
    where id in (select p.user_id from profiles p join expert_profiles e on e.profile_id = p.id where e.code like 'G-%')`.execute(
    db,
  );
  for (const table of ['affiliations', 'declared_conflicts']) await sql`delete from ${sql.table(table)}`.execute(db);
  await sql`update credentials set sub_specialty_id = null where expert_profile_id = ${last.profile_id}`.execute(db);
  await sql`update expert_profiles set setting = null, max_open_reviews = 1 where profile_id = ${last.profile_id}`.execute(
    db,
  );
  const { ranking } = await d.must<MatchingBoard>(cast.matching, 'GET', d.url('/matching'));
  const left = ranking.funnel.at(-1)?.left ?? 0;
  expect(left).toBeGreaterThan(MOST_SHOWN);
  expect(ranking.candidates.length).toBeLessThanOrEqual(MOST_SHOWN + 3);
  expect(ranking.candidates.slice(0, MOST_SHOWN).map((c) => c.rank)).toEqual(
    Array.from({ length: MOST_SHOWN }, (_, at) => at + 1),
  );
  expect(ranking.suggested.every((id) => ranking.candidates.some((c) => c.profile_id === id))).toBe(true);

  const made = await rankForNeed(db, await loadNeed(db, d.id, t.clock.now()), t.clock.now());
  const taken = made.ranking.candidates.at(-1)?.profile_id ?? 0;
  const answer = await t.request(cast.matching, 'POST', d.url('/candidates'), { expert_profile_ids: [taken] });
  expect([answer.status, answer.body]).toEqual([201, expect.anything()]);
  const { result } = await db
    .selectFrom('rankings')
    .select('result')
    .where('review_id', '=', d.id)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  expect(result.inputs).toHaveLength(MOST_KEPT + 1);
  expect(result.ranking).toMatchObject({ of: left, total: ranking.total });
  expect(JSON.stringify(result).length).toBeLessThan(100_000);
  // what is kept gives the same scores again
  const need = { ...result.need, needed_by: result.need.needed_by && new Date(result.need.needed_by) };
  for (const [at, input] of result.inputs.entries()) {
    if (!input) throw new Error('Each candidate is kept with its facts.');
    const { rank: ranked, ...kept } = result.ranking.candidates[at] ?? {};
    expect(scoreOf(input, need, t.clock.now())).toEqual(kept);
    expect(ranked).toBe(at < MOST_KEPT ? at + 1 : left);
  }
});
