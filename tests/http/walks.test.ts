import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Kind } from '../../src/core/kinds.ts';
import { rulesOf } from '../../src/features/reviews/rules.ts';
import { bucketOf, stateRow } from '../../src/features/reviews/rules.ts';
import { type TestApp, testApp } from '../harness/app.ts';
import { examiners, ImeDriver } from '../harness/ime-driver.ts';
import { castFor, CLEAN_ATTESTATION, inApp, type ReviewDriver } from '../harness/review-driver.ts';
import { LegalDriver } from '../harness/legal-driver.ts';
import { flagWorld } from '../harness/flags.ts';
import { PASSWORD_HASH } from '../harness/password.ts';
import { PeerDriver } from '../harness/peer-driver.ts';
import { seeded } from '../harness/seeded.ts';
import type { Person } from '../harness/world.ts';

/*
 * Random walks over HTTP: whoever may tries whatever comes to mind, in whatever state. What is refused changes nothing;
 * what is done leaves a state of the table, an unbroken trail of audit rows and events, and facets that say what the
 * records say. `WALKS=50` walks longer.
 */

const WALKS = Number(process.env.WALKS ?? 3);
const STEPS = 26;
/** An exam has more of them. */
const EXAM_STEPS = 44;
let t: TestApp;
let world: ReturnType<typeof flagWorld>;

beforeAll(async () => {
  t = await testApp();
  world = flagWorld(t, PASSWORD_HASH);
});
afterAll(() => t.close());

/** An exam with a second examiner beside the lead, who is invited, joins, leaves and is found again. */
class PanelDriver extends ImeDriver {
  readonly #beside: Promise<(Person & { profile_id: number })[]>;
  constructor(...wiring: ConstructorParameters<typeof ImeDriver>) {
    super(...wiring);
    const one = () => this.world.expert({ specialty: 'Physiatry', sub_specialty: 'Pain' });
    this.#beside = Promise.all([one(), one()]);
  }
  override async draft(more: Record<string, unknown> = {}): Promise<this> {
    await examiners(
      this.world,
      (await this.#beside).map(({ profile_id }) => profile_id),
    );
    const { specialty_id } = await this.world.specialty('Physiatry', 'Pain');
    return super.draft({ ...more, panel: true, second_specialty_id: specialty_id });
  }
  async invitedBeside(): Promise<void> {
    const expert_profile_ids = (await this.#beside).map(({ profile_id }) => profile_id);
    await this.must(this.cast.matching, 'POST', this.url('/invitations'), { panel_place: 2, expert_profile_ids });
  }
  /** The first of them who can does it. */
  async byOne(path: string, body: unknown): Promise<void> {
    const [one, other] = await this.#beside;
    if (!one || !other) throw new Error('There are two.');
    await this.must(one, 'POST', path, body).catch(() => this.must(other, 'POST', path, body));
  }
}
const asPanel = (act: (d: PanelDriver) => Promise<unknown>) => async (d: ReviewDriver) =>
  d instanceof PanelDriver ? act(d) : Promise.reject(new Error('There is no panel.'));

type Move = readonly [name: string, (d: ReviewDriver) => Promise<unknown>];
const reason = { reason: 'A random walk.' };
const post = (name: string, who: (d: ReviewDriver) => Person, path: string, body: unknown = reason): Move => [
  name,
  (d) => d.must(who(d), 'POST', path.startsWith('/api') ? path : d.url(path), body),
];
const requester = (d: ReviewDriver) => d.cast.requester;
const expert = (d: ReviewDriver) => d.cast.expert;
const admin = (d: ReviewDriver) => d.cast.admin;
const clinOps = (d: ReviewDriver) => d.cast.clinOps;
const act = (who: (d: ReviewDriver) => Person, action: string, body: unknown = reason) =>
  post(action, who, `/actions/${action}`, body);

/** What leads on, tried often. */
const ONWARD: Move[] = [
  ['submit', (d) => d.submitted()],
  ['release', (d) => d.released()],
  ['present', (d) => d.presented()],
  ['select', (d) => d.selected()],
  ['accept', (d) => d.accepted()],
  ['offer', (d) => d.offered()],
  ['choose', (d) => d.timeChosen()],
  ['hold the call', (d) => d.held()],
  ['ask for a report', (d) => d.reportRequested()],
  ['begin the report', (d) => d.reportStarted()],
  ['write and sign', async (d) => (await d.reportWritten()).signed()],
  ['deliver', (d) => d.delivered()],
  [
    'invite',
    (d) =>
      d instanceof PeerDriver
        ? d.invited()
        : d.must(d.cast.matching, 'POST', d.url('/invitations'), { expert_profile_ids: [d.cast.expert.profile_id] }),
  ],
  ['check', (d) => (d instanceof PeerDriver ? d.checked() : Promise.resolve())],
  act(requester, 'acknowledge'),
  act(admin, 'resume'),
  // only a peer review has a call to ask for, and only a legal case a conference
  act(requester, 'request_call'),
  act(requester, 'request_conference'),
  act(requester, 'conclude', { outcome: 'settled' }),
  // only its matter has an agreement, a retainer, and an expert who is replaced
  ['propose the agreement', (d) => d.agreementProposed()],
  ['sign the agreement', (d) => d.agreementSigned()],
  ['pay the retainer', (d) => d.retainerPaid()],
  act(requester, 'replace_expert', {}),
  [
    'answer what is asked for',
    async (d) => {
      const asked = await t.world.db
        .selectFrom('file_requests')
        .select('id')
        .where('review_id', '=', d.id)
        .orderBy('id', 'desc')
        .executeTakeFirst();
      const items = [{ item: 1, not_available_because: 'They were never taken.' }];
      if (asked) await d.must(d.cast.requester, 'POST', d.url(`/file_requests/${asked.id}/answers`), { items });
    },
  ],
];

/** What leads astray, tried now and then. */
const ASTRAY: Move[] = [
  post('decline', expert, '', {}),
  post('withdraw', (d) => d.cast.matching, '/invitations/withdraw'),
  post('ask for records', clinOps, '/file_requests', { note: '', due_on: '2028-08-30', items: [{ label: 'Films' }] }),
  post('none fit', requester, '/call/none_fit'),
  post('move the call', requester, '/call/move'),
  post('missed', expert, '/call/missed'),
  post('return', clinOps, '/report/return', { ...reason, sections: [] }),
  post('clarify', requester, '/report/clarify'),
  act(admin, 'hold'),
  act(requester, 'ask_other_experts'),
  act(requester, 'cancel_closeout'),
  act(requester, 'close'),
  act(admin, 'reopen'),
  act(requester, 'record_outcome', { outcome: 'education' }),
  act(requester, 'request_call'),
  act(requester, 'give_up_call'),
  act(requester, 'take_up_again'),
];
ASTRAY[0] = [
  'decline',
  (d) => d.must(d.cast.expert, 'POST', `/api/v1/invitations/review-${d.id}/decline`, { reason: 'fee', note: '' }),
];
/** What besides leads on with an exam, and astray. */
const EXAM_ONWARD: Move[] = [
  ['invite to the panel', asPanel((d) => d.invitedBeside())],
  ['join the panel', asPanel((d) => d.byOne(`/api/v1/invitations/review-${d.id}/accept`, CLEAN_ATTESTATION))],
  ['serve the notice', (d) => d.served()],
  [
    'let the day come and hold it',
    async (d) => {
      const set = await t.world.db
        .selectFrom('appointments')
        .select('starts_at')
        .where('review_id', '=', d.id)
        .where('status', '=', 'scheduled')
        .executeTakeFirst();
      const left = (set?.starts_at.getTime() ?? 0) - t.clock.now().getTime();
      if (left > 0 && (await d.status()) === 'notices_sent') t.clock.advance({ minutes: left / 60_000 + 5 });
      await t.settle();
      await d.held();
    },
  ],
  act(requester, 'schedule_again'),
  post('have the results', expert, '/exam/tests/received', {}),
];
const EXAM_ASTRAY: Move[] = [
  ['leave the panel', asPanel((d) => d.byOne(d.url('/exam/withdraw'), reason))],
  post('continue with fewer', requester, '/exam/places/give_up'),
  post('move the exam', requester, '/exam/move'),
  post('no appointment fits', requester, '/exam/none_fits'),
  post('withdraw', expert, '/exam/withdraw'),
  post('not examined', expert, '/exam/attendance', { attendance: 'not_examined', hindrance: 'examiner_unavailable' }),
  post('no show', expert, '/exam/attendance', { attendance: 'no_show' }),
  post('canceled late', clinOps, '/exam/attendance', { attendance: 'late_cancelled' }),
  post('wait for tests', expert, '/exam/tests', { ...reason, expected_on: '2028-08-30' }),
  act(requester, 'report_on_records'),
  act(clinOps, 'await_purpose_letter'),
  act(clinOps, 'purpose_letter_received'),
];
/** What ends it, tried seldom. */
const ENDING: Move[] = [act(requester, 'cancel', { ...reason, confirmed_fee_cents: 0 })];

const REPORT_ROWS: Record<string, readonly (string | null)[]> = {
  none: [null],
  // one that came back is written on
  draft: ['draft', 'returned', null],
  submitted: ['in_qa'],
  in_qa: ['in_qa'],
  returned: ['returned', 'draft'],
  delivered: ['delivered'],
  addendum_requested: ['draft', 'delivered'],
};

/** What is wrong with the review as it is stored; empty when all agrees. */
async function faultsOf(d: ReviewDriver): Promise<string[]> {
  const { db } = t.world;
  const r = await db.selectFrom('reviews').selectAll().where('id', '=', d.id).executeTakeFirstOrThrow();
  const faults: string[] = [];
  const must = (holds: boolean, what: string): void => {
    if (!holds) faults.push(`${r.status}: ${what}`);
  };
  const kind = r.kind as Kind;
  must(rulesOf(kind).lifecycle.states.includes(r.status), 'is no state of the table');
  must(r.bucket === bucketOf(kind, r.status), `is filed under ${r.bucket}`);
  must(r.ball === stateRow(kind, r.status).ball, `is ${r.ball}'s move`);

  const trail = await db
    .selectFrom('audit_rows')
    .select(['from_state', 'to_state'])
    .where('review_id', '=', d.id)
    .where('to_state', 'is not', null)
    .orderBy('id')
    .execute();
  must(trail[0]?.from_state === null && trail[0].to_state === 'draft', 'the trail begins elsewhere');
  for (const [at, row] of trail.entries())
    must(
      at === 0 || row.from_state === trail[at - 1]?.to_state,
      `the trail breaks at ${row.from_state} → ${row.to_state}`,
    );
  must(trail.at(-1)?.to_state === r.status, `the trail ends at ${trail.at(-1)?.to_state}`);
  const { n } = await db
    .selectFrom('outbox')
    .select((eb) => eb.fn.countAll<string>().as('n'))
    .where('review_id', '=', d.id)
    .where('topic', '=', 'review.transitioned')
    .executeTakeFirstOrThrow();
  must(Number(n) === trail.length - 1, `${n} events for ${trail.length - 1} steps`);

  const experts = await db
    .selectFrom('review_experts')
    .select(['expert_profile_id', 'part'])
    .where('review_id', '=', d.id)
    .where('until', 'is', null)
    .execute();
  const leads = experts.filter(({ part }) => part === 'lead');
  must(
    leads.length <= 1 && (leads[0]?.expert_profile_id ?? null) === r.expert_profile_id,
    'the lead is not who is on the review',
  );

  must(experts.length - leads.length <= (d instanceof PanelDriver ? 1 : 0), 'more beside the lead than places');

  const invitations = await db
    .selectFrom('invitations')
    .select('status')
    .where('review_id', '=', d.id)
    .where('panel_place', '=', 1)
    .execute();
  const open = invitations.filter((i) => i.status === 'pending' || i.status === 'opened').length;
  must(open === 0 || r.matching_status === 'invited', `${open} open invitations, matching is ${r.matching_status}`);
  must(r.matching_status !== 'invited' || open > 0 || r.bucket !== 'active', 'invited without an invitation');
  must((r.expert_profile_id !== null) === (r.matching_status === 'accepted'), `matching is ${r.matching_status}`);

  const calls = await db.selectFrom('appointments').select(['id', 'status']).where('review_id', '=', d.id).execute();
  const live = calls.filter((c) => c.status === 'scheduled' || c.status === 'tentative');
  must(live.length <= Math.max(1, experts.length), 'more appointments than experts');
  must(
    r.schedule_status !== 'confirmed' || live[0]?.status === 'scheduled' || r.bucket !== 'active',
    'confirmed without a call',
  );
  must(live.length === 0 || ['confirmed', 'time_chosen'].includes(r.schedule_status), `a call, ${r.schedule_status}`);

  const report = await db
    .selectFrom('reports')
    .select('status')
    .where('review_id', '=', d.id)
    .orderBy('version', 'desc')
    .executeTakeFirst();
  must(
    REPORT_ROWS[r.report_status]?.includes(report?.status ?? null) ?? false,
    `the report is ${report?.status ?? 'none'}, its facet ${r.report_status}`,
  );
  must(
    (r.clock_paused_at !== null) === ['needs_information', 'on_hold'].includes(r.status),
    r.clock_paused_at ? 'its clock stands' : 'its clock runs',
  );
  const quote = await db
    .selectFrom('quotes')
    .select('total_cents')
    .where('review_id', '=', d.id)
    .orderBy('version', 'desc')
    .executeTakeFirst();
  must((quote?.total_cents ?? null) === r.total_cents || r.status === 'draft', `priced ${r.total_cents}`);
  return faults;
}

const shuffled = <T>(rows: readonly T[], random: () => number): T[] =>
  rows
    .map((row) => [random(), row] as const)
    .toSorted((a, b) => a[0] - b[0])
    .map(([, row]) => row);

/** Walks; answers the states it came through. */
async function walk(d: ReviewDriver, random: () => number): Promise<Set<string>> {
  await d.draft({ needed_by: '2028-11-30' });
  const done: string[] = [];
  const seen = new Set<string>(['draft']);
  const steps = d instanceof ImeDriver ? EXAM_STEPS : STEPS;
  for (let step = 0; step < steps; step += 1) {
    const luck = random();
    // onward: the first that is possible; astray and to the end: one try
    const [onward, astray] =
      d instanceof ImeDriver
        ? [
            [...ONWARD, ...EXAM_ONWARD],
            [...ASTRAY, ...EXAM_ASTRAY],
          ]
        : [ONWARD, ASTRAY];
    const tries = luck < 0.55 ? shuffled(onward, random) : shuffled(luck < 0.98 ? astray : ENDING, random).slice(0, 1);
    const before = await d.status();
    for (const [name, take] of tries) {
      const refused = await take(d).then(
        () => null,
        (error: unknown) => (error instanceof Error ? error.message : String(error)),
      );
      // refused as something that cannot be done now or by them, never by falling over
      expect(refused ?? '', `${name} at ${before}`).not.toMatch(/: 5\d\d /);
      if (refused !== null) continue;
      done.push(`${before}: ${name}`);
      if ((await d.status()) !== before) break;
    }
    if (random() < 0.25) t.clock.advance({ hours: 1 + Math.floor(random() * 90) });
    await t.settle();
    seen.add(await d.status());
    expect(await faultsOf(d), done.join('\n')).toEqual([]);
  }
  return seen;
}

for (const [kind, begin] of [
  ['Case', () => world.aCase()],
  ['PeerReview', () => world.aPeerReview()],
  [
    'IME',
    async (n: number) => new (n % 2 === 0 ? PanelDriver : ImeDriver)(inApp(t, await castFor(t.world, PASSWORD_HASH))),
  ],
  ['Generic', async () => new LegalDriver(inApp(t, await castFor(t.world, PASSWORD_HASH)))],
] as const)
  test(`${kind}: ${WALKS} random walks`, { timeout: 60_000 * WALKS }, async () => {
    const seen = new Set<string>();
    for (let n = 1; n <= WALKS; n += 1)
      for (const state of await walk(await begin(n), seeded(20_261_121 + n * 7919))) seen.add(state);
    // they came about
    expect(seen.size, [...seen].join(' ')).toBeGreaterThan(rulesOf(kind).lifecycle.states.length / 2);
  });
