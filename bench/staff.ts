import type { Person } from '../tests/harness/world.ts';
import { fill, readers } from './lib/data.ts';
import { atMost, type Benchmark, type Figure, ms } from './lib/figures.ts';
import { type BenchApp, startApp, START } from './lib/ground.ts';
import { firstBytes, percentile } from './lib/load.ts';

const SIZES = [200_000, 1_000_000];
const MOST_MS = 300;
const KEPT_BY = ['reports', 'opinions', 'opinion_findings', 'linked_reviews'];

/**
 * What grows with all reviews there are: staff's trends and lists, exports until their first byte, and what an expert must
 * do next. Each is asked for alone, at both sizes; nine of ten reviews have an opinion with three findings.
 */
export const staff: Benchmark = async ({ ground, quick, say }) => {
  const figures: Figure[] = [];
  for (const size of quick ? [20_000] : SIZES) {
    const app = await startApp(ground, await ground.database(`bench_staff_${size}`));
    try {
      const began = performance.now();
      await fill(app, size);
      await opinions(app);
      const people = await readers(app);
      const prolific = await app.world.expert({});
      await lead(app, prolific.profile_id);
      const assistant = await assistantOf(app, prolific);
      await app.database.pool.query('vacuum analyze');
      say(`${size.toLocaleString('en-US')} reviews in ${Math.round((performance.now() - began) / 1_000)} s`);
      const organization = 'organization_id=100000';
      const asked: [name: string, who: Person, path: string][] = [
        ['trends, staff', people.staff, '/api/v1/peer_review_trends'],
        ['trends, staff, one organization', people.staff, `/api/v1/peer_review_trends?${organization}`],
        ['trends, staff, one provider', people.staff, `/api/v1/peer_review_trends?${organization}&provider=provider-1`],
        ['trends, staff, one type', people.staff, '/api/v1/peer_review_trends?review_type=focused'],
        ['providers trends are narrowed to, staff', people.staff, '/api/v1/peer_review_trends/choices?by=provider'],
        ['trends, organization admin', people.tree, '/api/v1/peer_review_trends'],
        ['trends as a file, staff', people.staff, '/api/v1/peer_review_trends/export'],
        ['list as a file, staff', people.staff, '/api/v1/cases/export?tab=active&sort=due'],
        ['ended ones as a file, staff', people.staff, '/api/v1/reviews/export?tab=completed&sort=-updated'],
        ['list as a file, manager', people.manager, '/api/v1/cases/export?tab=active&sort=due'],
        ['up next, expert', people.expert, '/api/v1/up_next'],
        ['up next, expert of one in ten', prolific, '/api/v1/up_next'],
        ['up next, assistant of theirs', assistant, '/api/v1/up_next'],
        ['experts to filter by, staff', people.staff, '/api/v1/review_experts'],
        ['experts to filter by, manager', people.manager, '/api/v1/review_experts'],
        ['experts to filter by, tree', people.tree, '/api/v1/review_experts'],
        ['experts to filter by, consultant', people.consultant, '/api/v1/review_experts'],
        ['requesters to filter by, staff', people.staff, '/api/v1/cases/requesters'],
        ['counts, staff', people.staff, '/api/v1/reviews/counts?by_status=true'],
        ['counts, manager', people.manager, '/api/v1/cases/counts?by_status=true'],
        ['counts, expert', people.expert, '/api/v1/cases/counts'],
        ['list of all kinds, staff', people.staff, '/api/v1/reviews?sort=due&limit=25'],
        ['list of all kinds, ended, staff', people.staff, '/api/v1/reviews?tab=completed&sort=-updated&limit=100'],
        ['their list, expert', people.expert, '/api/v1/cases?sort=due&limit=25'],
        ['list, expert of one in ten', prolific, '/api/v1/cases?sort=due&limit=25'],
        ['ended list, expert of one in ten', prolific, '/api/v1/cases?tab=completed&sort=-updated&limit=25'],
        ['counts, expert of one in ten', prolific, '/api/v1/cases/counts'],
        ['list as a file, expert of one in ten', prolific, '/api/v1/cases/export?tab=completed&sort=-updated'],
        ['subscriptions, staff', people.staff, '/api/v1/subscriptions'],
      ];
      for (const [name, who, path] of asked) {
        const took = await firstBytes(app.url + path, who, quick ? 2 : 12);
        const figure = atMost(
          `${name}, ${size.toLocaleString('en-US')} reviews, p95`,
          percentile(took, 0.95),
          MOST_MS,
          ms,
        );
        say(`${figure.name}: ${figure.ours}, ${figure.met ? 'met' : 'missed'}`);
        figures.push(figure);
      }
    } finally {
      await app.stop();
    }
  }
  return figures;
};

/** Gives an expert one in ten of all reviews. */
async function lead(app: BenchApp, profileId: number): Promise<void> {
  for (const table of ['reviews', 'review_experts'])
    await app.database.pool.query(`alter table ${table} disable trigger user`);
  const theirs = `(select id from reviews where expert_profile_id is not null and id % 6 = 0)`;
  await app.database.pool.query(`update review_experts set expert_profile_id = $1 where review_id in ${theirs}`, [
    profileId,
  ]);
  await app.database.pool.query(
    `update reviews set expert_profile_id = $1 where expert_profile_id is not null and id % 6 = 0`,
    [profileId],
  );
  for (const table of ['reviews', 'review_experts'])
    await app.database.pool.query(`alter table ${table} enable trigger user`);
}

async function assistantOf(app: BenchApp, expert: Person): Promise<Person> {
  const assistant = await app.world.person({ profile: 'MedicalExpertAssistant' });
  await app.database.pool.query(
    'insert into assistant_links (assistant_profile_id, expert_profile_id) values ($1, $2)',
    [assistant.profile_id, expert.profile_id],
  );
  return assistant;
}

/** What deliveries would have left in the tables of trends; a few second opinions among them. */
async function opinions(app: BenchApp): Promise<void> {
  for (const table of KEPT_BY) await app.database.pool.query(`alter table ${table} disable trigger user`);
  const run = (text: string) => app.database.pool.query(text, text.includes('$1') ? [START] : []);
  await run(
    `insert into reports (review_id, version, report_form_id, status, created_at, updated_at)
      select r.id, 1, f.id, 'delivered', r.created_at, r.created_at from reviews r,
        (select id from report_forms where kind = 'PeerReview' order by id limit 1) f where r.bucket <> 'draft'`,
  );
  await run(
    `insert into opinions (review_id, report_id, organization_id, role, form, scale, level, needs_attention, review_type, facility,
        facility_key, provider, provider_key, quarter, delivered_at)
      select r.id, p.id, r.organization_id, case when r.id % 50 = 7 then 'second' else 'first' end, 'standard',
        case when r.id % 10 < 8 then 'care' else 'competency' end, case when r.id % 17 > 0 then 1 + r.id * 31 % 4 end, r.id % 40 = 0,
        (array['standard', 'focused', 'chart_audit'])[1 + r.id % 3], 'Facility ' || r.id % 7, 'facility-' || r.id % 7,
        'Dr. ' || r.id * 7 % 60, 'provider-' || r.id * 7 % 60, date_trunc('quarter', r.created_at)::date, r.created_at
      from reviews r join reports p on p.review_id = r.id`,
  );
  await run(
    `insert into opinion_findings (review_id, kind, category, label, level, asked, met, deficiencies)
      select o.review_id, (array['aspect', 'audit', 'provider_factor'])[k], 'category-' || o.review_id * k % 9,
        'Category ' || o.review_id * k % 9, 1 + o.review_id % 3, 10, o.review_id * k % 11, o.review_id * k % 3
      from opinions o, generate_series(1, 3) k`,
  );
  await run(
    `insert into linked_reviews (review_id, original_id, role, trigger, created_at)
      select o.review_id, o.review_id - 1, 'second', 'asked', o.delivered_at from opinions o
        join opinions f on f.review_id = o.review_id - 1 where o.role = 'second'`,
  );
  for (const table of KEPT_BY) await app.database.pool.query(`alter table ${table} enable trigger user`);
  await run('analyze');
  await run('select trends_rebuild()');
}
