import type { ReturnPath } from '../../src/features/reviews/rules.ts';
import { castFor, type Cast, CLEAN_ATTESTATION, inApp } from '../harness/review-driver.ts';
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { actionsOf, transitionFor } from '../../src/core/machine.ts';
import { bucketOf } from '../../src/features/reviews/rules.ts';
import { CASE_LIFECYCLE, type CaseAction, type CaseState } from '../../src/features/reviews/kinds/case/lifecycle.ts';
import { json } from '../../src/platform/db/json.ts';
import { type TestApp, testApp } from '../harness/app.ts';
import { CaseDriver } from '../harness/case-driver.ts';
import { PASSWORD, PASSWORD_HASH } from '../harness/password.ts';
import type { Person } from '../harness/world.ts';

const DAY = 86_400_000;
let t: TestApp;
let cast: Cast;
let superAdmin: Person;

beforeAll(async () => {
  t = await testApp();
  cast = await castFor(t.world, PASSWORD_HASH);
  await flag(cast, 'enable_case_closeout_transfer_requests', 'allow_case_review_scheduling_with_no_expert_times');
  superAdmin = await t.world.staff('super_admin');
});
afterAll(() => t.close());

const driver = (of: Cast = cast) => new CaseDriver(inApp(t, of));

/** Where a state lies: what its row holds besides the status. */
const LANDS: Partial<Record<CaseState, ReturnPath>> = {
  needs_information: 'in_intake',
  on_hold: 'matching',
  closeout_pending: 'call_completed',
};

/** Writes the state into the row: the one thing here that is not done over HTTP. */
async function place(
  d: CaseDriver,
  status: CaseState,
  { expert, transfer, ...more }: { expert?: number | null; transfer?: null; [column: string]: unknown } = {},
): Promise<void> {
  await t.world.db
    .updateTable('reviews')
    .set({
      status,
      bucket: bucketOf('Case', status),
      return_status: LANDS[status] ?? null,
      closeout_at: status === 'closeout_pending' ? new Date(t.clock.now().getTime() + 3 * DAY) : null,
      ...more,
    })
    .where('id', '=', d.id)
    .execute();
  if (expert !== undefined) await t.world.assign(d.id, expert);
  if (transfer === null) await t.world.db.deleteFrom('review_transfers').where('review_id', '=', d.id).execute();
}

/** Whatever an action's request names or its guards read, as rows of the review: candidate, invitation, times, call. */
async function furnish(d: CaseDriver): Promise<{ candidate: number; offer: number; request: number }> {
  const now = t.clock.now();
  const { profile_id: expert_profile_id } = d.cast.expert;
  const ids = { review_id: d.id, expert_profile_id };
  const one = { created_at: now };
  const candidate = await t.world.db
    .insertInto('candidates')
    .values({
      ...ids,
      round: 1,
      position: 1,
      score: 90, // of what a candidate is presented with these steps read the code alone
      facts: json({ expert: { code: 'X' } } as never),
      presented_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await t.world.db
    .insertInto('invitations')
    .values({ ...ids, ...one, hash: randomBytes(32), expires_at: new Date(now.getTime() + 2 * DAY) })
    .execute();
  const offers = await t.world.db
    .insertInto('time_offers')
    .values(
      [2, 3, 4].map((days) => {
        const starts = new Date(now.getTime() + days * DAY);
        const ends_at = new Date(starts.getTime() + 45 * 60_000);
        return { ...ids, ...one, starts_at: starts, ends_at, zone: 'America/New_York' };
      }),
    )
    .returning('id')
    .execute();
  const request = await t.world.db
    .insertInto('file_requests')
    .values({
      ...one,
      review_id: d.id,
      requested_by: d.cast.clinOps.user_id,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await t.world.db
    .insertInto('file_request_items')
    .values({ file_request_id: request.id, item: 1, label: 'Films' })
    .execute();
  return { candidate: candidate.id, offer: offers[0]?.id ?? 0, request: request.id };
}

type Rows = Awaited<ReturnType<typeof furnish>>;
interface Step {
  who: (cast: Cast) => Person;
  path: (d: CaseDriver, rows: Rows) => string;
  body: (d: CaseDriver, rows: Rows) => unknown;
}
const requester = (c: Cast) => c.requester;
const expert = (c: Cast) => c.expert;
const matching = (c: Cast) => c.matching;
const clinOps = (c: Cast) => c.clinOps;
const admin = (c: Cast) => c.admin;

const step = (who: Step['who'], path: string | ((d: CaseDriver, rows: Rows) => string), body: unknown = {}): Step => ({
  who,
  path: typeof path === 'string' ? (d) => d.url(path) : path,
  body: typeof body === 'function' ? (body as Step['body']) : () => body,
});
const act = (who: Step['who'], action: CaseAction, body: unknown = { reason: 'For the test' }) =>
  step(who, `/actions/${action}`, body);
const invitation = (verb: string) => (d: CaseDriver) => `/api/v1/invitations/review-${d.id}/${verb}`;
const reason = { reason: 'For the test' };
const instants = () => [2, 3, 4].map((days) => new Date(t.clock.now().getTime() + days * DAY).toISOString());

/** The request that takes each action; null for what only happens automatically. */
const STEPS: Record<CaseAction, Step | null> = {
  submit: step(requester, '/submit'),
  open_intake: act(clinOps, 'open_intake'),
  request_files: step(clinOps, '/file_requests', { note: '', due_on: '2026-12-04', items: [{ label: 'Films' }] }),
  files_answered: step(requester, (d, rows) => d.url(`/file_requests/${rows.request}/answers`), {
    items: [{ item: 1, not_available_because: 'They were never taken.' }],
  }),
  release_to_matching: act(clinOps, 'release_to_matching'),
  present_candidates: step(matching, '/candidates', (d: CaseDriver) => ({
    expert_profile_ids: [d.cast.expert.profile_id],
    note: '',
  })),
  invite_directly: step(matching, '/invitations', (d: CaseDriver) => ({
    expert_profile_ids: [d.cast.expert.profile_id],
  })),
  ask_other_experts: act(requester, 'ask_other_experts'),
  select_expert: step(requester, (d, rows) => d.url(`/candidates/${rows.candidate}/select`)),
  accept: step(expert, invitation('accept'), CLEAN_ATTESTATION),
  accept_report_only: step(expert, invitation('accept'), CLEAN_ATTESTATION),
  decline: step(expert, invitation('decline'), { reason: 'fee', note: '' }),
  expire_invitation: null,
  withdraw_invitation: step(matching, '/invitations/withdraw', reason),
  offer_times: step(expert, '/time_offers', () => ({
    starts_at: instants(),
    zone: 'America/New_York',
    outside_working_hours: true,
  })),
  propose_time: step(requester, '/call/propose', () => ({ starts_at: instants()[0], zone: 'America/Chicago' })),
  confirm_time: step(expert, '/call/confirm'),
  refuse_time: step(expert, '/call/refuse', reason),
  choose_time: step(requester, '/call', (_: CaseDriver, rows: Rows) => ({
    offer_id: rows.offer,
    zone: 'America/Chicago',
  })),
  none_fit: step(requester, '/call/none_fit', reason),
  offers_lapsed: null,
  reschedule: step(requester, '/call/move', reason),
  ask_new_times: step(requester, '/call/move', reason),
  call_missed: step(requester, '/call/missed', { ...reason, missed_by: 'expert' }),
  call_held: step(expert, '/call/held', { minutes: 40, prep_minutes: 0 }),
  request_report: act(requester, 'request_report', { approved_total_cents: 120_000 }),
  start_ordered_report: null,
  start_report: step(expert, '/report/start'),
  sign_report: step(expert, '/report/sign', { password: PASSWORD, time_zone: 'America/New_York' }),
  return_report: step(clinOps, '/report/return', { ...reason, sections: [] }),
  approve_report: step(clinOps, '/report/approve'),
  ask_clarification: step(requester, '/report/clarify', reason),
  start_closeout: null,
  cancel_closeout: act(requester, 'cancel_closeout'),
  close_automatically: null,
  close: act(requester, 'close'),
  request_transfer: act(requester, 'request_transfer'),
  hand_over: act(admin, 'hand_over'),
  decline_transfer: act(admin, 'decline_transfer'),
  grant_transfer: act(admin, 'grant_transfer'),
  hold: act(admin, 'hold'),
  resume: act(admin, 'resume'),
  cancel: act(requester, 'cancel', { ...reason, confirmed_fee_cents: 0 }),
  reopen: act(admin, 'reopen'),
  purge: step(() => superAdmin, '/purge_request', reason),
};

const take = (d: CaseDriver, step: Step, rows: Rows) =>
  t.request(step.who(d.cast), 'POST', step.path(d, rows), step.body(d, rows));

describe.each(CASE_LIFECYCLE.states)('at “%s”', (state) => {
  let d: CaseDriver;
  let rows: Rows;
  beforeAll(async () => {
    d = await driver().draft();
    if (state !== 'draft') await d.submitted();
    rows = await furnish(d);
    await place(d, state, { expert: d.cast.expert.profile_id });
  });

  const illegal = actionsOf(CASE_LIFECYCLE).filter(
    (a) => STEPS[a] !== null && !transitionFor(CASE_LIFECYCLE, state, a),
  );
  test.each(illegal)('%s is refused with where the review stands, and nothing changes', async (action) => {
    const step = STEPS[action];
    if (!step) throw new Error('There is a request for each of these.');
    const answer = await take(d, step, rows);
    // records asked for may be answered at any time; only one that waits for them goes on
    if (action === 'files_answered' && answer.status === 200) expect(bucketOf('Case', state)).not.toBe('completed');
    else
      expect([answer.status, (answer.problem?.current as { status?: string } | undefined)?.status]).toEqual([
        409,
        state,
      ]);
    expect(await d.status()).toBe(state);
  });
});

test.each(actionsOf(CASE_LIFECYCLE).filter((a) => STEPS[a] === null))(
  '%s happens by itself and nobody can ask for it',
  async (a) => {
    const d = await driver().draft();
    const answer = await t.request(cast.admin, 'POST', d.url(`/actions/${a}`), reason);
    expect(answer.status).toBe(400);
    expect(await d.status()).toBe('draft');
  },
);

describe('every transition of the table is taken over HTTP or by the clock', () => {
  const go = async (d: CaseDriver, action: CaseAction, more: Record<string, unknown> = {}) => {
    const step = STEPS[action];
    if (!step) throw new Error(`${action} happens automatically.`);
    // it takes a second person
    if (action === 'purge') return d.purge().then(t.settle);
    const answer = await t.request(step.who(d.cast), 'POST', step.path(d, NONE), {
      ...(step.body(d, NONE) as object),
      ...more,
    });
    if (answer.status >= 400) throw new Error(`${action}: ${answer.status} ${JSON.stringify(answer.body)}`);
    await t.settle();
  };
  const LATE = { needed_by: '2027-06-30' };
  const NONE: Rows = { candidate: 0, offer: 0, request: 0 };
  const pass = async (time: { days?: number; hours?: number }) => {
    t.clock.advance(time);
    await t.settle();
  };
  const called = async (d: CaseDriver) => {
    await d.to('timeChosen');
    await pass({ days: 3 });
    return d.held();
  };
  // experts of one's own: nobody is asked beyond the reviews they take at once
  const fresh = async (name?: string) => {
    const of = await castFor(t.world, PASSWORD_HASH);
    await flag(of, name ?? 'enable_case_closeout_transfer_requests');
    return of;
  };
  const begun = async (of?: Cast) => driver(of).to('released', LATE);

  test('from the order to the records deleted, with every detour on the way', async () => {
    const d = await begun(await fresh());
    await d.presented();
    await go(d, 'ask_other_experts');
    await d.to('selected');
    await go(d, 'decline');
    await go(d, 'invite_directly');
    await go(d, 'withdraw_invitation');
    await go(d, 'invite_directly');
    await pass({ days: 3 });
    expect(await d.status()).toBe('matching');
    await d.to('offered');
    await go(d, 'offer_times', { starts_at: later(12) });
    await go(d, 'none_fit');
    await d.offered();
    await pass({ days: 8 });
    expect(await d.status()).toBe('awaiting_times');
    await d.to('timeChosen');
    await go(d, 'reschedule');
    expect(await d.status()).toBe('awaiting_time_choice');
    await d.timeChosen();
    for (const { id } of await d.offers())
      await d.must(d.cast.expert, 'POST', d.url('/time_offers/withdraw'), { offer_id: id });
    await go(d, 'ask_new_times');
    expect(await d.status()).toBe('awaiting_times');
    await d.to('timeChosen');
    await pass({ days: 3 });
    await go(d, 'call_missed');
    await called(d);
    expect(await d.status()).toBe('closeout_pending');
    await d.to('signed');
    await go(d, 'return_report');
    await (await d.signed()).delivered();
    expect(await d.status()).toBe('closeout_pending');
    await go(d, 'cancel_closeout');
    await go(d, 'ask_clarification');
    await (await d.signed()).delivered();
    await go(d, 'ask_clarification');
    await (await d.signed()).delivered();
    // warned, then closed
    await pass({ hours: 49 });
    await pass({ hours: 24 });
    expect(await d.status()).toBe('closed');
    await go(d, 'reopen');
    await go(d, 'request_transfer');
    await go(d, 'grant_transfer');
    expect(await d.status()).toBe('transferred');
    await go(d, 'purge');
  });

  test('a report ordered with the call, and one ordered alone', async () => {
    const both = await driver(await fresh()).to('accepted', { ...LATE, service: 'call_and_report' });
    await called(both);
    expect(await both.status()).toBe('report_requested');
    const alone = await driver(await fresh()).to('accepted', { ...LATE, service: 'report_only' });
    expect(await alone.status()).toBe('report_requested');
  });

  test('a time the requester proposes, refused and confirmed', async () => {
    const d = await begun(await fresh('allow_case_review_scheduling_with_no_expert_times'));
    await d.to('accepted');
    await go(d, 'propose_time');
    await go(d, 'refuse_time');
    await go(d, 'propose_time', { starts_at: later(1)[0] });
    await go(d, 'confirm_time');
    expect(await d.status()).toBe('call_scheduled');
  });

  test('closed by hand, transferred when closed, asked for anew', async () => {
    const d = await begun(await fresh());
    await d.to('accepted');
    await called(d);
    await go(d, 'close');
    await go(d, 'request_transfer');
    await go(d, 'grant_transfer');
    await place(d, 'call_completed', { transfer: null });
    await d.reportRequested();
    for (const from of ['call_completed', 'report_delivered'] as const) {
      await t.world.db.updateTable('reports').set({ status: 'delivered' }).where('review_id', '=', d.id).execute();
      await place(d, from);
      await go(d, 'close');
    }
    expect(await d.status()).toBe('closed');
    await go(d, 'purge');
  });

  test('records asked for wherever work goes on, and answered', async () => {
    const d = await begun();
    for (const from of fromOf('request_files')) {
      await place(d, from, { expert: d.cast.expert.profile_id });
      const asked = await d.must<{ id: number }>(d.cast.clinOps, 'POST', d.url('/file_requests'), {
        note: '',
        due_on: new Date(t.clock.now().getTime() + 20 * DAY).toISOString().slice(0, 10),
        items: [{ label: 'Films', note: '' }],
      });
      expect(await d.status()).toBe('needs_information');
      const step = STEPS['files_answered'] as Step;
      await d.must(d.cast.requester, 'POST', step.path(d, { ...NONE, request: asked.id }), step.body(d, NONE));
      await t.settle();
      expect(await d.status()).toBe(from);
    }
  });

  test('asked to be handed on, declined, handed over and granted, from wherever it is at its end', async () => {
    const of = await fresh();
    const colleague = await t.world.consultant(of.organization_id);
    const d = await begun(of);
    for (const from of fromOf('request_transfer')) {
      await place(d, from, { transfer: null, requester_id: of.requester.user_id });
      await go(d, 'request_transfer', { requester_id: colleague.user_id });
      await go(d, 'decline_transfer');
      await go(d, 'request_transfer', { requester_id: colleague.user_id });
      await go(d, 'hand_over');
      expect(await d.status()).toBe(from);
      await place(d, from, { transfer: null, requester_id: of.requester.user_id });
      await go(d, 'request_transfer');
      await go(d, 'grant_transfer');
      expect(await d.status()).toBe('transferred');
    }
  });

  test('held and lifted, cancelled and deleted, from wherever it may be', async () => {
    const d = await driver().to('submitted', LATE);
    for (const from of fromOf('hold')) {
      await place(d, from);
      await go(d, 'hold');
      await go(d, 'resume');
      // a review lifted back to where our records check begins by itself goes right on
      expect(await d.status()).toBe(from === 'submitted' ? 'in_intake' : from);
    }
    for (const from of fromOf('cancel')) {
      await place(d, from);
      const { cancellation } = await d.must<{ cancellation: { fee_cents: number } | null }>(
        d.cast.requester,
        'GET',
        d.url(),
      );
      await go(d, 'cancel', { confirmed_fee_cents: cancellation?.fee_cents ?? 0 });
      expect(await d.status()).toBe('cancelled');
    }
    await go(d, 'purge');
  });

  test('none is left out', async () => {
    const rows = await t.world.db
      .selectFrom('audit_rows')
      .select(['action', 'from_state'])
      .distinct()
      .where('override', '=', false)
      .where('from_state', 'is not', null)
      .execute();
    const taken = new Set(rows.map((r) => `${r.from_state} ${r.action.replace('review.', '')}`));
    const table = CASE_LIFECYCLE.transitions.flatMap((row) => row.from.map((from) => `${from} ${row.action}`));
    expect(table.filter((one) => !taken.has(one))).toEqual([]);
    expect([...taken].filter((one) => !table.includes(one))).toEqual([]);
  });
});

const fromOf = (action: CaseAction): readonly CaseState[] =>
  CASE_LIFECYCLE.transitions.filter((row) => row.action === action).flatMap((row) => row.from);

/** Three times from so many days on, two hours after those the driver offers. */
const later = (days: number) =>
  [2, 3, 4].map((n) => {
    const at = new Date(t.clock.now().getTime() + (n + days) * DAY);
    return new Date(at.setUTCHours(17, 0, 0, 0)).toISOString();
  });

async function flag(of: Cast, ...names: string[]): Promise<void> {
  await t.world.db
    .updateTable('organizations')
    .set({ flags: json(Object.fromEntries(names.map((name) => [name, true]))) })
    .where('id', '=', of.organization_id)
    .execute();
}
