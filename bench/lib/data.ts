import type { PlaceView } from '../../src/features/exams/contract.ts';
import { firstTerms } from '../../src/features/engagements/rules.ts';
import { ruleFor } from '../../src/features/exams/rules.ts';
import type { Person } from '../../tests/harness/world.ts';
import { type BenchApp, START } from './ground.ts';

const ORGANIZATIONS = 200;
const PEOPLE = 20;
const EXPERTS = 400;
/** More than a page whatever is filtered, and as many at every size. */
const OF_THE_EXPERT = 500;

/** Of so many reviews one is an exam, one a legal case, one a peer review, and the rest case reviews. */
const OF_EACH = 11;
/** Which of them each is, by its number. */
const KIND = `case n % ${OF_EACH} when 3 then 'IME' when 5 then 'Generic' when 8 then 'PeerReview' else 'Case' end`;

/** Where an exam is held, as it was when it was set. */
const PLACE: PlaceView = {
  site_id: 1,
  name: 'Harbor Street Clinic',
  lines: ['12 Harbor Street', 'Boston, MA 02110'],
  state: 'MA',
  time_zone: 'America/New_York',
  phone: '617 555 0142',
  access: 'Garage behind the house, elevator to the second floor.',
};
/** Whose laws the reviews are under. */
const STATES = ['IL', 'MA', 'NY', 'TX', 'CA'];
const COVERAGE = 'workers_compensation';
/** The rule exams of each state stand under. */
const RULES = Object.fromEntries(
  STATES.map((state) => [state, ruleFor({ state, coverage: COVERAGE, on: START.slice(0, 10) }, [])]),
);

/** An instant as JSON has it. */
const iso = (at: string): string => `to_char((${at}) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;

/**
 * Reviews of all four kinds over 200 organizations, 20 consultants each, in states from draft to closed, most of them closed long ago;
 * organizations differ in size by a factor of twenty. One of eleven is an exam with what its order says and, once an expert has
 * it, its place, time, rule, fees and notice; one is a legal case with its names and, once an expert has it, its agreement,
 * retainer, task, time and the court's dates; one is a peer review. Written by the database itself; analyzed when done.
 */
export async function fill(app: BenchApp, reviews: number): Promise<void> {
  const { pool } = app.database;
  const run = (text: string, values: unknown[] = []) => pool.query(text, values);
  await run(
    `insert into organizations (id, parent_id, name, created_at)
      select 100000 + n, case when n % 10 = 0 then null else 100000 + n - n % 10 end, 'Organization ' || n, $1::timestamptz
      from generate_series(0, ${ORGANIZATIONS - 1}) n`,
    [START],
  );
  await run(
    `insert into users (id, organization_id, email, first_name, last_name, eula_accepted_at, created_at)
      select 200000 + n, 100000 + n / ${PEOPLE}, 'bulk' || n || '@peritus.example', 'Person', 'No' || n, $1::timestamptz, $1::timestamptz
      from generate_series(0, ${ORGANIZATIONS * PEOPLE - 1}) n`,
    [START],
  );
  await run(
    `with u as (insert into users (id, email, first_name, last_name, created_at)
        select 300000 + n, 'expert' || n || '@peritus.example', 'Expert', 'No' || n, $1::timestamptz
        from generate_series(0, ${EXPERTS - 1}) n returning id),
      p as (insert into profiles (id, user_id, type, is_primary, created_at)
        select id, id, 'MedicalExpert', true, $1::timestamptz from u returning id)
      insert into expert_profiles (profile_id, code, accepts_kinds, created_at) select id, 'B-' || id, '{Case}', $1::timestamptz from p`,
    [START],
  );
  await run(
    `insert into profiles (user_id, type, is_primary, organization_id, created_at)
      select id, 'ClaimConsultant', true, organization_id, $1::timestamptz from users where email like 'bulk%'`,
    [START],
  );
  // the column and the relation are written together; row by row one would take as long as all the rest
  await run('alter table reviews disable trigger user');
  await run('alter table review_experts disable trigger user');
  // sizes: the organization's number is drawn with a bias to the low ones
  await run(
    `insert into reviews (id, kind, status, bucket, ball, organization_id, requester_id, expert_profile_id, subject,
        claim_number, specialty_id, state, service, expedited, pages, due_at, search, created_at, submitted_at, updated_at)
      select 1000000 + n, ${KIND},
        case n % ${OF_EACH} when 3 then s.exam when 5 then s.legal when 8 then s.peer else s.status end, s.bucket, s.ball, 100000 + o.org, 200000 + o.org * ${PEOPLE} + (n * 7) % ${PEOPLE},
        case when s.expert then 300000 + (n * 13) % ${EXPERTS} end, 'Claimant ' || n || ' v. Provider ' || n % 997,
        'HM-' || n, (select min(id) from specialties) + n % 20, (array['${STATES.join("', '")}'])[1 + n % ${STATES.length}],
        case n % ${OF_EACH} when 3 then 'exam' when 5 then 'testifying' when 8 then 'standard' else 'call_45' end,
        n % 9 = 0, n % 400, case when s.bucket = 'active' then $1::timestamptz + ((n * 7919) % 40000) * interval '1 minute' end,
        to_tsvector('simple', n || ' claimant ' || n % 5000 || ' provider ' || n % 997), t.at, t.at, t.at
      from generate_series(1::bigint, ${reviews}::bigint) n,
        lateral (select floor(${ORGANIZATIONS} * power(((n * 48271::bigint) % 2147483647) / 2147483647.0, 1.6))::int as org) o,
        lateral (select $1::timestamptz - (n % 900000) * interval '1 minute' as at) t,
        lateral (select * from (values
          (0, 'draft', 'draft', 'draft', 'draft', 'draft', 'requester', false),
          (1, 'in_intake', 'in_intake', 'conflict_check', 'in_intake', 'active', 'staff', false),
          (2, 'matching', 'matching', 'matching', 'matching', 'active', 'staff', false),
          (3, 'expert_selection', 'expert_selection', 'expert_selection', 'matching', 'active', 'requester', false),
          (4, 'awaiting_time_choice', 'appointment_offered', 'retainer_pending', 'delivered', 'active', 'requester', true),
          (5, 'call_scheduled', 'notices_sent', 'retained', 'in_review', 'active', 'expert', true),
          (6, 'report_in_progress', 'report_in_progress', 'report_in_progress', 'in_review', 'active', 'expert', true))
          v (k, status, exam, legal, peer, bucket, ball, expert) where v.k = n % 10
          union all select 9, 'closed', 'closed', 'closed', 'closed', 'completed', 'nobody', true where n % 10 > 6) s`,
    [START],
  );
  await run(
    `insert into review_sections (review_id, section, data, updated_at, updated_by)
      select id, 'step_one', jsonb_build_object('examinee_first_name', 'Examinee', 'examinee_last_name', 'No' || id,
        'examinee_street', '12 Harbor Street', 'examinee_city', 'Boston', 'examinee_state', 'MA', 'examinee_zip', '02110',
        'language', 'es', 'interpreter', true, 'represented', false, 'jurisdiction_state', state, 'coverage', $1::text), updated_at, requester_id
      from reviews where kind = 'IME'`,
    [COVERAGE],
  );
  // an hour each, no two of one expert's at once: their numbers lie further apart
  await run(
    `with set as (
        select id, expert_profile_id, status, $1::timestamptz + interval '20 days' + (id - 1000000) * interval '1 minute' as at from reviews
        where kind = 'IME' and expert_profile_id is not null and status <> 'appointment_offered'),
      booked as (insert into appointments (review_id, sort, status, expert_profile_id, starts_at, duration_minutes, zone,
          location, busy, ics_uid, ics_sequence, created_at)
        select id, 'exam', case when status = 'notices_sent' then 'scheduled' else 'held' end, expert_profile_id, at, 60,
          'America/New_York', '', tstzrange(at, at + interval '1 hour'), id || '@bench', 0, $1::timestamptz from set
        returning id, review_id, status, starts_at)
      insert into exams (appointment_id, review_id, place, rule, notice_by, fee_steps, attendance, recorded_at)
        select b.id, b.review_id, $2, $3::jsonb -> r.state, b.starts_at::date - 14,
          jsonb_build_array(jsonb_build_object('from', ${iso("b.starts_at - interval '14 days'")}, 'percent', 25),
            jsonb_build_object('from', ${iso("b.starts_at - interval '3 days'")}, 'percent', 100)),
          case when b.status = 'held' then 'attended' end, case when b.status = 'held' then b.starts_at end
        from booked b join reviews r on r.id = b.review_id`,
    [START, JSON.stringify(PLACE), JSON.stringify(RULES)],
  );
  await run(
    `insert into exam_notices (review_id, appointment_id, recipient, name, address, method, language, served_on, recorded_by,
        recorded_at)
      select e.review_id, e.appointment_id, 'examinee', 'Examinee No' || e.review_id, '12 Harbor Street, Boston, MA 02110', 'mail',
        'Spanish', $1::timestamptz::date, r.requester_id, $1::timestamptz
      from exams e join reviews r on r.id = e.review_id`,
    [START],
  );
  await fillLegalCases(run);
  await run(
    `insert into review_experts (review_id, expert_profile_id, part, since)
      select id, expert_profile_id, 'lead', created_at from reviews where expert_profile_id is not null`,
  );
  await run('alter table review_experts enable trigger user');
  await run('alter table reviews enable trigger user');
  await run('vacuum analyze');
}

/** What the legal cases among them have: their order and names; from the agreement on its terms, retainer, task, time and dates. */
async function fillLegalCases(run: (text: string, values?: unknown[]) => Promise<unknown>): Promise<void> {
  await run(
    `insert into review_sections (review_id, section, data, updated_at, updated_by)
      select id, 'step_one', jsonb_build_object('caption', subject, 'court', 'Circuit Court', 'jurisdiction_state', state,
        'side', 'defense', 'matter_stage', 'discovery', 'disclosure_deadline', '2027-06-01', 'trial_on', '2027-12-01'),
        updated_at, requester_id
      from reviews where kind = 'Generic'`,
  );
  await run(
    `insert into review_parties (review_id, name, role)
      select r.id, p.name || ' ' || r.id, p.role from reviews r,
        (values ('Claimant', 'plaintiff'), ('Provider', 'defendant'), ('Counsel', 'defense_counsel')) p (name, role)
      where r.kind = 'Generic'`,
  );
  await run(
    `with signed as (insert into agreement_versions (review_id, version, expert_profile_id, proposed_by, proposed_by_side, proposed_at,
          lapses_at, terms, facts, text, template_version, sha256, status)
        select id, 1, expert_profile_id, requester_id, 'requester', created_at, created_at + interval '14 days', $1::jsonb,
          jsonb_build_object('number', 'LC-' || id, 'caption', subject, 'court', 'Circuit Court', 'firm', 'Firm', 'expert', 'Expert'),
          'The agreement.', 1, repeat('a', 64), 'signed'
        from reviews where kind = 'Generic' and expert_profile_id is not null returning id, review_id, proposed_at)
      insert into engagements (review_id, version_id, agreed_at) select review_id, id, proposed_at from signed`,
    [
      JSON.stringify(
        firstTerms({ service: 'testifying', retainer: 'replenished' }, [], { hourly_cents: 50_000, step_minutes: 6 }),
      ),
    ],
  );
  await run(
    `insert into retainer_movements (review_id, event, cents, settles_cents, at, by_user)
      select r.id, m.event, m.cents, m.settles, r.created_at + m.after, r.requester_id from reviews r,
        (values ('asked', 500000, 0, interval '1 hour'), ('received', 500000, 500000, interval '2 days'), ('used', 45000, 0, interval '5 days'))
          m (event, cents, settles, after)
      where r.kind = 'Generic' and r.expert_profile_id is not null and (r.status <> 'retainer_pending' or m.event = 'asked')`,
  );
  await run(
    `with tasks as (insert into review_tasks (review_id, type, state, asked_at, asked_by, approved_at, approved_by, rate_cents, rate_per,
          budget_minutes, expert_profile_id)
        select id, 'record_review', case when status = 'closed' then 'done' else 'in_progress' end, created_at, requester_id,
          created_at, requester_id, 50000, 'hour', 600, expert_profile_id
        from reviews where kind = 'Generic' and status in ('retained', 'report_in_progress', 'closed') returning id, review_id, asked_by)
      insert into time_entries (review_id, task_id, worked_on, minutes, amount_cents, narrative, made_at, made_by, made_with)
        select review_id, id, $1::timestamptz::date - n, 54, 45000, 'Read the chart.', $1::timestamptz, asked_by, 'hand'
        from tasks, generate_series(1, 3) n`,
    [START],
  );
  await run(
    `insert into matter_dates (review_id, type, day, entered_at, entered_by)
      select r.id, d.type, $1::timestamptz::date + d.after, $1::timestamptz, r.requester_id from reviews r,
        (values ('disclosure', 90), ('trial', 270)) d (type, after)
      where r.kind = 'Generic' and r.bucket = 'active'`,
    [START],
  );
}

/**
 * A signed-in person for each way of seeing the list; the organization is one of the largest. The expert has as many
 * reviews at every size: what grows is what others have.
 */
export async function readers(
  app: BenchApp,
): Promise<Record<'consultant' | 'manager' | 'tree' | 'staff' | 'expert', Person>> {
  const { world } = app;
  const organization_id = 100_000;
  const consultant = await world.consultant(organization_id);
  const expert = await world.expert({});
  // theirs are some of the reviews there are
  await app.database.pool.query('update reviews set requester_id = $1 where requester_id = 200003', [
    consultant.user_id,
  ]);
  await app.database.pool.query(
    `update review_experts set expert_profile_id = $1 where review_id in (select id from reviews
      where bucket = 'active' and expert_profile_id is not null order by id limit ${OF_THE_EXPERT})`,
    [expert.profile_id],
  );
  await app.database.pool.query(
    `insert into review_watchers (review_id, user_id) select id, $1 from reviews
      where organization_id = $2 and bucket = 'active' and requester_id <> $1 order by id limit 40`,
    [consultant.user_id, organization_id],
  );
  const admin = await world.person({ role: 'org_admin', organization_id });
  return {
    consultant,
    manager: await world.manager(organization_id),
    tree: admin,
    staff: await world.staff('clin_ops'),
    expert,
  };
}
