import { castFor } from '../tests/harness/review-driver.ts';
import { sender } from '../tests/harness/sender.ts';
import { driver } from './lib/cast.ts';
import { atMost, type Benchmark, type Figure, ms, times } from './lib/figures.ts';
import { type BenchApp, startApp, startBare, START } from './lib/ground.ts';
import { percentile } from './lib/load.ts';

const EXPERTS = 20_000;
const REVIEWS = 200_000;
const BOARD_MS = 150;
const HELD_MS = 50;

/**
 * The matching board and presenting at 20,000 experts: spread over the specialties, and all of them in the one that is
 * asked for. Beside it one indexed query for the experts of a specialty, and how long the process was held up.
 */
export const matching: Benchmark = async ({ ground, quick, say }) => {
  const connection = await ground.database('bench_matching');
  const app = await startApp(ground, connection);
  const bare = await startBare(connection, ground.folder);
  try {
    const cast = await castFor(app.world);
    const [experts, reviews, rounds] = quick ? [2_000, 10_000, 5] : [EXPERTS, REVIEWS, 25];
    const waiting: number[] = [];
    for (let n = 0; n < 2 * rounds + 2; n += 1) {
      const one = await driver(app, cast);
      await one.to('released');
      waiting.push(one.id);
    }
    await app.settle();
    const began = performance.now();
    await people(app, experts, reviews);
    say(`${experts} experts, ${reviews} reviews in ${Math.round((performance.now() - began) / 1_000)} s`);
    const post = sender(app.url);
    const timed = async (work: () => Promise<unknown>): Promise<number> => {
      const from = performance.now();
      await work();
      return performance.now() - from;
    };
    const measure = async (where: string, bar: boolean): Promise<Figure[]> => {
      const board = async (id: number): Promise<Board> => {
        const { status, body } = await post(cast.matching, 'GET', `/api/v1/cases/${id}/matching`);
        if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
        return body as Board;
      };
      const first = await board(waiting[0] ?? 0);
      say(`${where}: ${first.ranking.total} experts, ${first.ranking.funnel.map((f) => f.left).join(' → ')}`);
      const limits: number[] = [];
      const boards: number[] = [];
      const presented: number[] = [];
      await app.ask({ do: 'held' });
      for (let n = 0; n < (bar ? rounds : Math.min(rounds, 5)); n += 1) {
        const id = waiting.pop() ?? 0;
        limits.push(await timed(async () => (await fetch(`${bare.url}/experts/Neurosurgery`)).arrayBuffer()));
        let seen: Board = first;
        boards.push(
          await timed(async () => {
            seen = await board(id);
          }),
        );
        const expert_profile_ids = seen.ranking.candidates.slice(0, 3).map((c) => c.profile_id);
        presented.push(
          await timed(async () => {
            const { status, body } = await post(cast.matching, 'POST', `/api/v1/cases/${id}/candidates`, {
              expert_profile_ids,
            });
            if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`);
          }),
        );
        await app.settle();
      }
      const held = await app.ask<number>({ do: 'held' });
      const { rows } = await app.database.pool.query<{ most: number }>(
        'select max(pg_column_size(result))::int as most from rankings',
      );
      const limit = percentile(limits, 0.5);
      const against = (name: string, took: number[], bound: number): Figure => {
        const figure = atMost(name, percentile(took, 0.95), bound, ms, ms(limit));
        const ratio = times(percentile(took, 0.5) / limit);
        return bar ? { ...figure, ratio } : { ...figure, ratio, bar: '–', met: null };
      };
      say(
        `${where}: half of the boards within ${ms(percentile(boards, 0.5))}, of the presentings ${ms(percentile(presented, 0.5))}`,
      );
      say(`${where}: a decision keeps ${Math.round((rows[0]?.most ?? 0) / 1024)} kB at most`);
      return [
        against(`matching board, ${experts.toLocaleString('en-US')} experts${where}, p95`, boards, BOARD_MS),
        against(`presenting three of them${where}, p95`, presented, BOARD_MS),
        atMost(`longest the process was held up meanwhile${where}`, held, HELD_MS, ms),
      ];
    };
    const spread = await measure('', true);
    await app.database.pool.query(
      `update credentials set specialty_id = s.id, sub_specialty_id = null from specialties s
        where s.name = 'Neurosurgery' and expert_profile_id >= ${FIRST}`,
    );
    await app.database.pool.query('vacuum analyze credentials');
    return [...spread, ...(await measure(', all in the specialty asked for', false))];
  } finally {
    await app.stop();
    await bare.stop();
  }
};

interface Board {
  ranking: { total: number; funnel: { left: number }[]; candidates: { profile_id: number }[] };
}

const FIRST = 400_000;
const KEPT_BY = ['reviews', 'review_experts', 'reports', 'ratings', 'invitations'];

/**
 * Experts over all specialties and six zones, a third with hours of their own, each with two affiliations; what they did,
 * how they were rated, how fast they answer, and what a third of them ask for. Written by the database itself.
 */
async function people(app: BenchApp, experts: number, reviews: number): Promise<void> {
  const { pool } = app.database;
  const run = (text: string) => pool.query(text, text.includes('$1') ? [START] : []);
  const zones = `(array['America/New_York', 'America/Chicago', 'America/Denver', 'America/Los_Angeles', 'America/Phoenix', 'Pacific/Honolulu'])`;
  await run(
    `with u as (insert into users (id, email, first_name, last_name, time_zone, working_hours_enabled, working_hours, created_at)
        select ${FIRST} + n, 'x' || n || '@peritus.example', 'Expert' || n % 700, 'Name' || n % 5000, ${zones}[1 + n % 6], n % 3 = 0,
          case when n % 3 = 0 then jsonb_build_object('tuesday', jsonb_build_object('active', true, 'startTime',
            lpad((7 + n % 5)::text, 2, '0') || ':' || lpad((n % 4 * 15)::text, 2, '0'), 'endTime', '18:00')) else '{}' end, $1::timestamptz
        from generate_series(0, ${experts - 1}) n returning id),
      p as (insert into profiles (id, user_id, type, is_primary, created_at)
        select id, id, 'MedicalExpert', true, $1::timestamptz from u returning id)
      insert into expert_profiles (profile_id, code, accepts_kinds, created_at, state, city, setting, years_in_practice, summary,
          status, has_cv, has_redacted_cv, last_clinical_on, max_open_reviews)
        select id, 'M-' || id, '{Case}', $1::timestamptz, (array['IL', 'MA', 'NY', 'TX', 'CA'])[1 + id % 5], 'Boston', 'Academic center',
          5 + id % 30, repeat('Sees patients and teaches. ', 8), case when id % 11 = 0 then 'paused' else 'active' end, true, id % 13 <> 0,
          $1::timestamptz::date - (id % 900)::int, 20 from p`,
  );
  await run(
    `insert into credentials (expert_profile_id, specialty_id, sub_specialty_id, is_primary, license_key, license_state, expires_on)
      select ${FIRST} + n, s.id, (select id from sub_specialties where specialty_id = s.id order by id offset n % 2 limit 1), k = 0, 'MD', 'MA',
        $1::timestamptz::date + (n % 800 - 60)
      from generate_series(0, ${experts - 1}) n, generate_series(0, 1) k,
        lateral (select id from specialties order by id offset (n * 7 + k * 5) % (select count(*) from specialties) limit 1) s
      where k = 0 or n % 4 = 0`,
  );
  // a third ask for an amount of their own, and whoever orders takes it
  await run(
    `insert into expert_rates (expert_profile_id, kind, service, unit, amount_cents, from_on, verified_at)
      select ${FIRST} + n, 'Case', '', 'review', 30000 + (n * 7919) % 50000, $1::timestamptz::date - 90, $1::timestamptz
      from generate_series(0, ${experts - 1}, 3) n`,
  );
  await run(
    `insert into price_books (organization_id, kind, effective_from, terms, expert_terms, created_at, updated_at)
      select id, 'Case', $1::timestamptz::date - 90, '{}', '{"accepts_own_schedules": true}', $1::timestamptz, $1::timestamptz
      from organizations`,
  );
  await run(
    `insert into affiliations (expert_profile_id, name)
      select ${FIRST} + n, 'Hospital ' || h from generate_series(0, ${experts - 1}) n, generate_series(1, 2) k,
        lateral (select (n * 31 + k * 977) % 4000 as h) x`,
  );
  // row by row what follows them would take as long as all the rest
  for (const table of KEPT_BY) await run(`alter table ${table} disable trigger user`);
  await run(
    `insert into reviews (id, kind, status, bucket, ball, organization_id, requester_id, expert_profile_id, created_at, submitted_at,
        updated_at, report_due_at)
      select 1000000 + n, 'Case', case when n % 20 = 0 then 'report_in_progress' else 'closed' end,
        case when n % 20 = 0 then 'active' else 'completed' end, 'expert', c.organization_id, c.requester_id, ${FIRST} + (n * 13) % ${experts},
        t.at, t.at, t.at, t.at + interval '20 days'
      from generate_series(1::bigint, ${reviews}::bigint) n, lateral (select $1::timestamptz - (n % 900000) * interval '1 minute' as at) t,
        (select organization_id, requester_id from reviews order by id limit 1) c`,
  );
  await run(
    `insert into review_experts (review_id, expert_profile_id, part, since)
      select id, expert_profile_id, 'lead', created_at from reviews where id > 1000000`,
  );
  await run(
    `insert into review_parties (review_id, role, name)
      select id, 'claimant', 'Claimant ' || id % 90000 from reviews where id > 1000000`,
  );
  await run(
    `insert into review_sections (review_id, section, data, updated_at)
      select id, 'step_one', jsonb_build_object('date_of_incident', ('2020-01-01'::date + (id % 2300)::int)::text), created_at
      from reviews where id > 1000000`,
  );
  await run(
    `insert into reports (review_id, version, report_form_id, status, signed_at, created_at, updated_at)
      select r.id, 1, f.id, 'delivered', r.created_at + (r.id % 25) * interval '1 day', r.created_at, r.created_at
      from reviews r, (select id from report_forms order by id limit 1) f where r.id > 1000000 and r.bucket = 'completed'`,
  );
  await run(
    `insert into ratings (review_id, direction, rater_user_id, expert_profile_id, scores, created_at, updated_at)
      select r.id, 'medical_expert', r.requester_id, r.expert_profile_id, jsonb_build_object('quality', 3 + r.id % 3, 'speed', 5),
        r.created_at, r.created_at from reviews r where r.id > 1000000 and r.id % 2 = 0`,
  );
  await run(
    `insert into invitations (review_id, expert_profile_id, hash, status, expires_at, created_at, answered_at)
      select r.id, r.expert_profile_id, decode(md5(r.id::text), 'hex'), 'accepted', r.created_at + interval '2 days', r.created_at,
        r.created_at + (r.id % 40) * interval '1 hour' from reviews r where r.id > 1000000`,
  );
  for (const table of KEPT_BY) await run(`alter table ${table} enable trigger user`);
  await run('analyze');
  await run('select expert_standing_refresh(profile_id) from expert_profiles');
  await run('vacuum analyze');
}
