import { RECORD_PARTS } from '../../src/features/experts/rules/records.ts';
import { isNearlyUsed, ORDER_STATES } from '../../src/features/billing-orders/rules.ts';
import { purchaseOrdersOf } from '../../src/features/billing-orders/server/load.ts';
import { payoutState } from '../../src/features/payouts/rules.ts';
import { papersAgreeWithWhatHappened } from './demo-money.ts';
import { agreesWithWhatHappened } from './happened.ts';
import { verifyLedger } from '../../src/features/ledger/server/verify.ts';
import { APPLICATION_STATES } from '../../src/features/experts/rules/application-states.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { DemoGoal } from '../../demo/plan.ts';
import { LEGAL_PLAN } from '../../demo/legal-plan.ts';
import { EXAM_PLAN, EXAM_STATUS } from '../../demo/exam-plan.ts';
import { ATTENDANCES } from '../../src/features/exams/rules.ts';
import { IME_SERVICES } from '../../src/features/reviews/kinds/ime/options.ts';
import { IME_STATE_TABLE } from '../../src/features/reviews/kinds/ime/states.ts';
import { PEER_PLAN } from '../../demo/peer-plan.ts';
import { PEER_PAST } from '../../demo/peer-past.ts';
import { PLAN, PLAN_APPROVED } from '../../demo/plan.ts';
import { isEmpty, isHalfMade } from '../../demo/begun.ts';
import { seedDemo } from '../../demo/seed.ts';
import { PROFILE_TYPES } from '../../src/core/actor.ts';
import { actionSays } from '../../src/features/reviews/rules.ts';
import { DAY } from '../../src/core/time.ts';
import { connect, type Database } from '../../src/platform/db/database.ts';
import { readEnv } from '../../src/platform/env.ts';
import { createLogger } from '../../src/platform/log.ts';
import { cloneDatabase } from '../harness/cluster.ts';
import { givenCluster } from '../harness/provided.ts';
import { openWorkshop } from '../../demo/rest/workshop.ts';
import { expectFilledUp } from './demo-rest.ts';

/** The status a review shows whose goal has another name. */
const STATUS: Partial<Record<DemoGoal, string>> = {
  declined: 'matching',
  report_returned: 'report_in_progress',
  report_delivered: 'closeout_pending',
};

/** States in which no exam stays, and why. */
const PASSING: Readonly<Record<string, string>> = {
  submitted: 'The records check opens by itself with the order.',
};

/** What an exam can be, beside its state: of each facet what the demo has of it. */
async function examFacets(db: Database['systemDb']) {
  const { rows } = await sql<{ facets: Record<string, (string | null)[]> }>`
    with ime as (select * from reviews where kind = 'IME'),
      asked as (select s.data from review_sections s join ime on ime.id = s.review_id where s.section = 'step_one')
    select json_build_object(
      'states', (select json_agg(distinct status) from ime),
      'services', (select json_agg(distinct service) from ime where service is not null),
      'jurisdictions', (select json_agg(distinct data ->> 'jurisdiction_state') from asked),
      'languages', (select json_agg(distinct data ->> 'language') from asked),
      'attendances', (select json_agg(distinct attendance) from exams where attendance is not null),
      'notices', (select json_agg(distinct n.language) from exam_notices n),
      'offers', (select json_agg(distinct o.status) from exam_offers o),
      'by_video', (select json_agg(distinct o.review_id::text) from exam_offers o where o.place ->> 'site_of' = 'video'),
      'panels', (select json_agg(distinct review_id::text) from panel_places),
      'letters', (select json_agg(distinct review_id::text) from examinee_letters),
      'dictations', (select json_agg(distinct d.review_id::text) from dictations d join ime on ime.id = d.review_id
        where ime.status = 'report_in_progress'),
      'returned', (select json_agg(distinct a.review_id::text) from audit_rows a join ime on ime.id = a.review_id
        where a.action = 'review.return_report' and ime.status = 'report_in_progress'),
      'paper', (select json_agg(distinct f.content_type) from files f join ime on ime.id = f.review_id)
    ) as facets`.execute(db);
  return rows[0]?.facets ?? {};
}

// at this instant an expert's wished call times fall onto a call already booked, and a weekend lies before the calls that
// have just been held; what any other instant could do to them, demo/call-times.test.ts looks at
const NOW = '2027-02-08T03:40:39Z';

it(`the demo world made at ${NOW} has a review in every state it plans`, async () => {
  const copy = await cloneDatabase(givenCluster());
  const folder = mkdtempSync(join(tmpdir(), 'peritus-demo-'));
  // as a first start fills it; each connection plans every statement once, so there are few
  const database = connect(copy.connection, { max: 4, filling: true });
  const clean: (() => Promise<void>)[] = [];
  try {
    const env = readEnv({ DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'silent' });
    expect(await isEmpty(database.systemDb)).toBe(true);
    const log = createLogger('silent');
    const now = new Date(NOW);
    // what is lived behind the first page is lived beside it here
    const [workshop] = await Promise.all([
      openWorkshop({ env, log, database, connection: copy.connection, present: now, after: () => Promise.resolve() }),
      seedDemo({ env, database, log, now, say: () => undefined }),
    ]);
    if (workshop === null) throw new Error('The reviews behind the first page could not be lived.');
    clean.push(() => workshop.close());
    expect(await isHalfMade(database.systemDb)).toBe(false);
    const reviews = await database.systemDb
      .selectFrom('reviews')
      .leftJoin('linked_reviews', 'linked_reviews.review_id', 'reviews.id')
      .leftJoin('review_seats', 'review_seats.review_id', 'reviews.id')
      .select(['status', 'updated_at', 'seat_id', 'slot', 'charge', 'linked_reviews.role'])
      .orderBy('reviews.id')
      .execute();
    // what a subscription's periods opened stands between those people ordered
    const ordered = reviews.filter((r) => r.slot === null && r.role === null);
    expect(ordered.map((r) => r.status)).toEqual([
      ...PLAN.map((p) => STATUS[p.goal] ?? p.goal),
      ...[...PEER_PAST, ...PEER_PLAN].map((p) => p.goal),
      ...EXAM_PLAN.map((p) => EXAM_STATUS[p.goal] ?? p.goal),
      ...LEGAL_PLAN.map((p) => p.goal),
      ...PLAN_APPROVED.map((p) => p.goal),
    ]);
    const approvals = await database.systemDb.selectFrom('review_approvals').select('state').orderBy('id').execute();
    expect(approvals.map(({ state }) => state)).toEqual(['approved', 'declined', 'waiting']);
    expect(reviews.filter((r) => r.slot !== null && r.status === 'pre_ordered').length).toBeGreaterThanOrEqual(3);
    expect(reviews.filter((r) => r.charge === 'included')).toHaveLength(2);
    // second opinions are there, and a third reviewer is at the one case where two part
    const linked = (role: string) => reviews.filter((r) => r.role === role).map((r) => r.status);
    expect(linked('second')).toHaveLength(PEER_PAST.filter((p) => p.second).length);
    expect(linked('adjudication')).toEqual(['in_review']);
    const opinions = await database.systemDb.selectFrom('opinions').select(['quarter', 'level']).execute();
    expect(new Set(opinions.map((o) => o.quarter)).size).toBeGreaterThanOrEqual(4);
    expect(reviews.every((r) => r.updated_at <= new Date(NOW))).toBe(true);
    // the hospital's people land where their work is
    const { default_route_on_login } = await database.systemDb
      .selectFrom('organizations')
      .select('default_route_on_login')
      .where('friendly_registration_slug', '=', 'northfield')
      .executeTakeFirstOrThrow();
    expect(default_route_on_login).toBe('peer-review-list');
    // whoever the directory says has a CV has one to read
    const experts = await database.systemDb
      .selectFrom('expert_profiles')
      .select(['profile_id', 'has_cv', 'has_redacted_cv'])
      .orderBy('profile_id')
      .execute();
    const cvs = await database.systemDb.selectFrom('cvs').select(['profile_id', 'version']).execute();
    const kept = (id: number, version: string) => cvs.some((c) => c.profile_id === id && c.version === version);
    expect(experts.length).toBeGreaterThan(100);
    expect(experts).toEqual(
      experts.map(({ profile_id }) => ({
        profile_id,
        has_cv: kept(profile_id, 'full'),
        has_redacted_cv: kept(profile_id, 'redacted'),
      })),
    );
    // somebody of every sort, an account with two profiles, an application in every state, somebody who joins a call
    const profiles = await database.systemDb.selectFrom('profiles').select(['user_id', 'type']).execute();
    expect(new Set(profiles.map((p) => p.type))).toEqual(new Set(PROFILE_TYPES));
    expect(profiles.length).toBeGreaterThan(new Set(profiles.map((p) => p.user_id)).size);
    const applications = await database.systemDb.selectFrom('applications').select('status').execute();
    expect(new Set(applications.map(({ status }) => status))).toEqual(new Set(APPLICATION_STATES));
    const joined = await database.systemDb
      .selectFrom('appointment_attendees')
      .innerJoin('appointments', 'appointments.review_id', 'appointment_attendees.review_id')
      .select('appointments.starts_at')
      .execute();
    // two calls, not at once
    expect(new Set(joined.map((j) => j.starts_at.toISOString())).size).toBe(2);
    // experts said what they have, and some of it waits for staff, or came back
    const changes = await database.systemDb.selectFrom('expert_changes').select(['part', 'status']).execute();
    expect(new Set(changes.map((c) => c.part))).toEqual(new Set(RECORD_PARTS));
    expect(new Set(changes.map((c) => c.status))).toEqual(new Set(['verified', 'to_verify', 'returned']));
    // what was earned is on the books to the cent; of invoices one is paid, one overdue, one open in part, and one credited
    expect(await verifyLedger(database.systemDb, now)).toMatchObject({
      balances: { difference_cents: 0 },
      unbalanced: [],
      owing: [],
      experts: [],
      payouts: [],
      differing: [],
      differing_subscriptions: [],
    });
    await agreesWithWhatHappened(database.systemDb);
    await papersAgreeWithWhatHappened(database, env, now);
    // and agrees with what was charged, invoiced, paid and paid out, each summed up where it happened
    const { rows: sums } = await sql<Record<string, number>>`
      with book as (select account, sum(cents)::float8 as cents from ledger_lines group by account),
        paid_out as (select * from payouts where paid_at is not null and returned_at is null)
      select (select sum(cents)::float8 from invoice_lines) - (select sum(total_cents)::float8 from invoices) as off_lines,
        (select sum(cents) from book where account in ('revenue', 'sales_tax')) + (select sum(cents)::float8 from spend_cells) as off_spend,
        (select coalesce(sum(cents), 0) from book where account = 'tax_withheld') + (select coalesce(sum(withheld_cents), 0)::float8 from paid_out)
          as off_withheld,
        (select sum(cents)::float8 from paid_out) as paid_out`.execute(database.systemDb);
    expect(sums).toEqual([{ off_lines: 0, off_spend: 0, off_withheld: 0, paid_out: expect.any(Number) }]);
    // of runs of payouts one is paid, one on its way and one proposed; one payment came back
    const runs = await database.systemDb
      .selectFrom('payouts')
      .innerJoin('payout_runs', 'payout_runs.id', 'payouts.run_id')
      .select(['released_at', 'discarded_at', 'paid_at', 'returned_at'])
      .execute();
    expect(
      new Set(
        runs.map((one) =>
          payoutState({
            released: one.released_at !== null,
            discarded: one.discarded_at !== null,
            paid: one.paid_at !== null,
            returned: one.returned_at !== null,
          }),
        ),
      ),
    ).toEqual(new Set(['paid', 'proposed', 'released', 'returned']));
    const { rows: billed } = await sql<{ sort: string; state: string }>`
      select i.sort, case when i.sort = 'credit_note' then 'credit' when s.cents >= i.total_cents then 'paid'
        when i.due_on < ${NOW}::timestamptz::date then 'overdue' else 'open' end as state
      from invoices i, lateral (select coalesce(sum(x.cents), 0) as cents from settlements x where x.invoice_id = i.id) s`.execute(
      database.systemDb,
    );
    expect(new Set(billed.map(({ state }) => state))).toEqual(new Set(['credit', 'open', 'overdue', 'paid']));
    // of one organization's orders there is one in every state, and its purchase order is nearly used up
    const orders = await database.systemDb.selectFrom('billing_orders').select(['state', 'written_off_at']).execute();
    expect(new Set(orders.map(({ state }) => state))).toEqual(new Set(ORDER_STATES));
    expect(orders.filter(({ written_off_at }) => written_off_at !== null)).toHaveLength(1);
    const [purchase] = await purchaseOrdersOf(database.systemDb, { own: null });
    expect(purchase && isNearlyUsed(purchase)).toBe(true);
    // a disclosure that is signed, and one that is asked for and lacks most
    const disclosures = await database.systemDb
      .selectFrom('disclosures')
      .select(['facts_confirmed_at', 'asked_at'])
      .execute();
    expect(disclosures.every(({ asked_at }) => asked_at !== null)).toBe(true);
    expect(disclosures.map((one) => (one.facts_confirmed_at === null ? 'asked' : 'confirmed')).toSorted()).toEqual([
      'asked',
      'confirmed',
    ]);
    expect(await database.systemDb.selectFrom('disclosure_packets').select('version').execute()).toEqual([
      { version: 1 },
    ]);
    // an expert who worked handed a matter of the firm over, and who follows reads that and works on
    const { rows: followed } = await sql<Record<string, unknown>>`
      select r.status, o.friendly_registration_slug as firm, u.email as requester, d.how, d.shown_at < ${now} as shown,
        d.handover is not null as written, d.expert_profile_id <> r.expert_profile_id as another,
        (select json_agg(distinct p.id = r.expert_profile_id) from time_entries e join profiles p on p.user_id = e.made_by
          where e.review_id = r.id) as worked
      from departures d join reviews r on r.id = d.review_id join organizations o on o.id = r.organization_id
        join users u on u.id = r.requester_id`.execute(database.systemDb);
    expect(followed).toEqual([
      {
        status: 'retained',
        firm: 'calder-denver',
        requester: 'marcus.thiel@calder-rowe.example',
        how: 'withdrew',
        shown: true,
        written: true,
        another: true,
        worked: [false, true],
      },
    ]);
    // what the console keeps: whose work waits, an organization's own form, type, call and words on a statute
    const own = async (
      table: 'queue_assignments' | 'custom_forms' | 'peer_review_types' | 'meeting_types' | 'peer_review_statutes',
    ) =>
      (await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(database.systemDb)).rows[0]
        ?.n;
    expect(await own('queue_assignments')).toBeGreaterThanOrEqual(2);
    for (const table of ['custom_forms', 'peer_review_types', 'meeting_types', 'peer_review_statutes'] as const)
      expect(await own(table), table).toBeGreaterThanOrEqual(1);
    // everything on the record has words, past the compiler, too
    const acts = await database.systemDb.selectFrom('audit_rows').select('action').distinct().execute();
    expect(acts.length).toBeGreaterThan(50);
    expect(acts.filter(({ action }) => actionSays(action, null) === null)).toEqual([]);
    // unread is only what somebody else wrote after one's own last word, lately
    const { rows: unread } = await sql<{ wrong: boolean }>`
        select x.sender_user_id = m.user_id or x.created_at < ${new Date(Date.parse(NOW) - 2 * DAY)}
            or exists (select from messages y where y.channel_id = x.channel_id and y.seq > x.seq
              and y.sender_user_id = m.user_id) as wrong
        from channel_members m join messages x on x.channel_id = m.channel_id and x.seq > m.last_read_seq`.execute(
      database.systemDb,
    );
    expect(unread.length).toBeGreaterThan(5);
    expect(unread.filter((one) => one.wrong)).toEqual([]);
    const records = await database.systemDb
      .selectFrom('files')
      .select(['sha256', 'storage_key', 'pages', 'has_text'])
      // what was rendered for the demo; what people wrote in it is as long as they made it
      .where('storage_key', 'like', 'demo/%')
      .execute();
    const stored = new Set(records.map((r) => r.storage_key));
    expect(new Set(records.map((r) => r.sha256)).size).toBe(stored.size);
    expect(records.length).toBeGreaterThanOrEqual(30);
    expect(records.filter((r) => r.has_text === false).length).toBeGreaterThanOrEqual(3);
    expect(records.every((r) => (r.pages ?? 0) >= 20 && (r.pages ?? 0) <= 400)).toBe(true);
    const look = async (): Promise<void> => {
      // exams in every state that lasts, in each of their facets
      const facets = await examFacets(database.systemDb);
      const lasting = Object.keys(IME_STATE_TABLE).filter((state) => !Object.hasOwn(PASSING, state));
      expect(new Set(facets['states'])).toEqual(new Set(lasting));
      expect(new Set(facets['services'])).toEqual(new Set(IME_SERVICES.map(({ value }) => value)));
      expect(new Set(facets['attendances'])).toEqual(new Set(ATTENDANCES));
      expect(facets['jurisdictions']?.length).toBeGreaterThanOrEqual(5);
      expect(facets['languages']).toEqual(['en', 'es', 'pt', 'vi']);
      expect(facets['notices']).toEqual(expect.arrayContaining(['English', 'Portuguese', 'Spanish', 'Vietnamese']));
      expect(facets['offers']).toEqual(expect.arrayContaining(['open', 'proposed', 'chosen']));
      for (const facet of ['by_video', 'panels', 'letters', 'dictations', 'returned'])
        expect(facets[facet]?.length, facet).toBeGreaterThanOrEqual(1);
      // the report's page has pages of the records beside its form
      expect(facets['paper']).toEqual(['application/pdf']);
    };
    await expectFilledUp({ database, connection: copy.connection, env, now, workshop, look });
    // every stored report and packet is signed, by one certificate that held at the time
    const signatures = await database.systemDb
      .selectFrom('pdf_signatures')
      .innerJoin('signing_certificates', 'signing_certificates.id', 'pdf_signatures.certificate_id')
      .select(['sha256', 'certificate_id', sql<boolean>`signed_at between valid_from and valid_until`.as('held')])
      .execute();
    expect(new Set(signatures.map((one) => one.certificate_id)).size).toBe(1);
    expect(signatures.filter((one) => !one.held)).toEqual([]);
    const signed = new Set(signatures.map((one) => one.sha256));
    const pdfs = [
      ...(await database.systemDb.selectFrom('reports').select('pdf_sha256').execute()),
      ...(await database.systemDb.selectFrom('disclosure_packets').select('pdf_sha256').execute()),
    ].flatMap(({ pdf_sha256 }) => pdf_sha256 ?? []);
    expect(pdfs.length).toBeGreaterThan(20);
    expect(pdfs.filter((one) => !signed.has(one))).toEqual([]);
  } finally {
    for (const one of clean) await one();
    await database.close();
    await copy.drop();
    rmSync(folder, { recursive: true, force: true });
  }
});
