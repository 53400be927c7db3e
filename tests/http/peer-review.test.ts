import type { ReturnPath } from '../../src/features/reviews/rules.ts';
import { type Cast, CLEAN_ATTESTATION, inApp } from '../harness/review-driver.ts';
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { actionsOf, transitionFor } from '../../src/core/machine.ts';
import type { ReportView } from '../../src/features/reports/contract.ts';
import type { ReviewDetail } from '../../src/features/reviews/contract.ts';
import { bucketOf, PEER_REVIEW_TYPES } from '../../src/features/reviews/rules.ts';
import {
  PEER_REVIEW_LIFECYCLE,
  type PeerReviewAction,
  type PeerReviewState,
} from '../../src/features/reviews/kinds/peer-review/lifecycle.ts';
import { transition } from '../../src/features/reviews/server/lifecycle/transition.ts';
import { command } from '../../src/platform/command.ts';
import { json } from '../../src/platform/db/json.ts';
import { type TestApp, testApp } from '../harness/app.ts';
import { PASSWORD, PASSWORD_HASH } from '../harness/password.ts';
import { peerCast, PeerDriver, peerSections, reviewPeers } from '../harness/peer-driver.ts';
import type { Person } from '../harness/world.ts';

const DAY = 86_400_000;
let t: TestApp;
let cast: Cast;
let superAdmin: Person;

beforeAll(async () => {
  t = await testApp();
  cast = await peerCast(t.world, PASSWORD_HASH);
  // what the organization does not use is refused in every state, with another answer
  await flags(cast, { allow_peer_review_scheduling_with_no_expert_times: true });
  superAdmin = await t.world.staff('super_admin');
});
afterAll(() => t.close());

const driver = (of: Cast = cast) => new PeerDriver(inApp(t, of));
const fresh = () => peerCast(t.world, PASSWORD_HASH);
const flags = (of: Cast, on: Record<string, boolean>) =>
  t.world.db
    .updateTable('organizations')
    .set({ flags: json(on) })
    .where('id', '=', of.organization_id)
    .execute();

const LANDS: Partial<Record<PeerReviewState, ReturnPath>> = { needs_information: 'in_intake', on_hold: 'matching' };

/** Writes the state into the row: the one thing here that is not done over HTTP. */
async function place(
  d: PeerDriver,
  status: PeerReviewState,
  { expert, ...more }: { expert?: number | null; [column: string]: unknown } = {},
): Promise<void> {
  await t.world.db
    .updateTable('reviews')
    .set({ status, bucket: bucketOf('PeerReview', status), return_status: LANDS[status] ?? null, ...more })
    .where('id', '=', d.id)
    .execute();
  if (expert !== undefined) await t.world.assign(d.id, expert);
}

/** The time on offer of each review that was furnished. */
const OFFERS = new Map<number, number>();

/** What an action's request names or its guards read, as rows of the review. */
async function furnish(d: PeerDriver): Promise<{ request: number }> {
  const now = t.clock.now();
  await t.world.db
    .insertInto('invitations')
    .values({
      review_id: d.id,
      expert_profile_id: d.cast.expert.profile_id,
      created_at: now,
      hash: randomBytes(32),
      expires_at: new Date(now.getTime() + 2 * DAY),
    })
    .execute();
  const offer = await t.world.db
    .insertInto('time_offers')
    .values({
      review_id: d.id,
      expert_profile_id: d.cast.expert.profile_id,
      created_at: now,
      starts_at: new Date(now.getTime() + 3 * DAY),
      ends_at: new Date(now.getTime() + 3 * DAY + 1_800_000),
      zone: 'America/New_York',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  OFFERS.set(d.id, offer.id);
  const request = await t.world.db
    .insertInto('file_requests')
    .values({
      created_at: now,
      review_id: d.id,
      requested_by: d.cast.clinOps.user_id,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await t.world.db
    .insertInto('file_request_items')
    .values({ file_request_id: request.id, item: 1, label: 'Films' })
    .execute();
  return { request: request.id };
}

interface Step {
  who: (cast: Cast) => Person;
  path: (d: PeerDriver, request: number) => string;
  body: (d: PeerDriver) => unknown;
}
const requester = (c: Cast) => c.requester;
const expert = (c: Cast) => c.expert;
const clinOps = (c: Cast) => c.clinOps;
const reason = { reason: 'For the test' };
/** Three times from `days` days on, on the hour. */
const later = (days = 2) =>
  [0, 1, 2].map((n) => {
    const at = new Date(t.clock.now().getTime() + (days + n) * DAY);
    return new Date(at.setUTCHours(18, 0, 0, 0)).toISOString();
  });
const step = (who: Step['who'], path: string | Step['path'], body: unknown = {}): Step => ({
  who,
  path: typeof path === 'string' ? (d) => d.url(path) : path,
  body: typeof body === 'function' ? (body as Step['body']) : () => body,
});
const act = (who: Step['who'], action: PeerReviewAction, body: unknown = reason) =>
  step(who, `/actions/${action}`, body);
const invitation = (verb: string) => (d: PeerDriver) => `/api/v1/invitations/review-${d.id}/${verb}`;

/** The request that takes each action; null for what only happens by itself. */
const STEPS: Record<PeerReviewAction, Step | null> = {
  pre_order: act(requester, 'pre_order'),
  lapse: null,
  submit: step(requester, '/submit'),
  open_intake: act(clinOps, 'open_intake'),
  request_files: step(clinOps, '/file_requests', { note: '', due_on: '2027-08-30', items: [{ label: 'Films' }] }),
  files_answered: step(requester, (d, request) => d.url(`/file_requests/${request}/answers`), {
    items: [{ item: 1, not_available_because: 'They were never taken.' }],
  }),
  release_to_matching: act(clinOps, 'release_to_matching'),
  invite_directly: step(
    (c) => c.matching,
    '/invitations',
    (d: PeerDriver) => ({ expert_profile_ids: [d.cast.expert.profile_id] }),
  ),
  accept: step(expert, invitation('accept'), CLEAN_ATTESTATION),
  decline: step(expert, invitation('decline'), { reason: 'fee', note: '' }),
  expire_invitation: null,
  withdraw_invitation: step((c) => c.matching, '/invitations/withdraw', reason),
  start_report: step(expert, '/report/start'),
  sign_report: step(expert, '/report/sign', { password: PASSWORD, time_zone: 'America/New_York' }),
  open_qa: act(clinOps, 'open_qa'),
  return_report: step(clinOps, '/report/return', { ...reason, sections: [] }),
  approve_report: step(clinOps, '/report/approve'),
  ask_clarification: step(requester, '/report/clarify', reason),
  request_call: act(requester, 'request_call'),
  give_up_call: act(requester, 'give_up_call'),
  offer_times: step(expert, '/time_offers', () => ({
    starts_at: later(),
    zone: 'America/New_York',
    outside_working_hours: true,
  })),
  propose_time: step(requester, '/call/propose', () => ({ starts_at: later()[0], zone: 'America/Chicago' })),
  confirm_time: step(expert, '/call/confirm'),
  refuse_time: step(expert, '/call/refuse', reason),
  choose_time: step(requester, '/call', (d: PeerDriver) => ({
    offer_id: OFFERS.get(d.id) ?? 0,
    zone: 'America/Chicago',
  })),
  none_fit: step(requester, '/call/none_fit', reason),
  offers_lapsed: null,
  reschedule: step(requester, '/call/move', reason),
  ask_new_times: step(requester, '/call/move', reason),
  call_missed: step(requester, '/call/missed', { ...reason, missed_by: 'expert' }),
  call_held: step(expert, '/call/held', { minutes: 25, prep_minutes: 0 }),
  acknowledge: act(requester, 'acknowledge'),
  complete_automatically: null,
  record_outcome: act(requester, 'record_outcome', { outcome: 'education' }),
  close: act(requester, 'close'),
  close_automatically: null,
  hold: act((c) => c.admin, 'hold'),
  resume: act((c) => c.admin, 'resume'),
  cancel: act(requester, 'cancel', { ...reason, confirmed_fee_cents: 0 }),
  reopen: act((c) => c.admin, 'reopen'),
  purge: step(() => superAdmin, '/purge_request', reason),
};
const take = (d: PeerDriver, one: Step, request = 0) =>
  t.request(one.who(d.cast), 'POST', one.path(d, request), one.body(d));
const go = async (d: PeerDriver, action: PeerReviewAction, more: Record<string, unknown> = {}) => {
  const one = STEPS[action];
  if (!one) throw new Error(`${action} happens by itself.`);
  // it takes a second person
  if (action === 'purge') return d.purge().then(t.settle);
  await d.must(one.who(d.cast), 'POST', one.path(d, 0), { ...(one.body(d) as object), ...more });
  await t.settle();
};
const pass = async (days: number) => {
  t.clock.advance({ days });
  await t.settle();
};
const fromOf = (action: PeerReviewAction): readonly PeerReviewState[] =>
  PEER_REVIEW_LIFECYCLE.transitions.filter((row) => row.action === action).flatMap((row) => row.from);

describe.each(PEER_REVIEW_LIFECYCLE.states)('at “%s”', (state) => {
  const illegal = actionsOf(PEER_REVIEW_LIFECYCLE).filter(
    (a) => STEPS[a] !== null && !transitionFor(PEER_REVIEW_LIFECYCLE, state, a),
  );
  test(`everything but what the table has is refused with where it stands (${illegal.length} actions)`, async () => {
    const d = await driver().draft();
    if (state !== 'draft') await d.submitted();
    const { request } = await furnish(d);
    await place(d, state, { expert: d.cast.expert.profile_id });
    const wrong: unknown[] = [];
    for (const action of illegal) {
      const answer = await take(d, STEPS[action] as Step, request);
      // records asked for may be answered at any time; only one that waits for them goes on
      const answered =
        action === 'files_answered' && answer.status === 200 && bucketOf('PeerReview', state) !== 'completed';
      const current = (answer.problem?.current as { status?: string } | undefined)?.status;
      if (!answered && (answer.status !== 409 || current !== state)) wrong.push([action, answer.status, answer.body]);
      if ((await d.status()) !== state) wrong.push([action, 'changed it']);
    }
    expect(wrong).toEqual([]);
  });
});

test.each(actionsOf(PEER_REVIEW_LIFECYCLE).filter((a) => STEPS[a] === null))(
  '%s happens by itself, nobody can ask for it',
  async (a) => {
    const d = await driver().draft();
    expect((await t.request(cast.admin, 'POST', d.url(`/actions/${a}`), reason)).status).toBe(400);
  },
);

describe('every transition of the table is taken over HTTP or by the clock', () => {
  test('from the order to the records deleted, with every detour on the way', async () => {
    const d = await driver(await fresh()).to('released');
    expect(await d.status()).toBe('matching');
    await d.invited();
    await go(d, 'withdraw_invitation');
    await go(d, 'invite_directly');
    await pass(3);
    expect(await d.status()).toBe('matching');
    await go(d, 'invite_directly');
    await go(d, 'accept');
    expect(await d.status()).toBe('in_review');
    await go(d, 'start_report');
    expect((await take(d, STEPS.start_report as Step)).status).toBe(409);
    await (await d.reportWritten()).signed();
    expect(await d.status()).toBe('report_submitted');
    await go(d, 'open_qa');
    await go(d, 'return_report');
    expect(await d.status()).toBe('returned');
    await go(d, 'start_report');
    await (await d.signed()).to('delivered');
    expect(await d.status()).toBe('delivered');
    await go(d, 'ask_clarification');
    expect(await d.status()).toBe('in_review');
    await (await d.signed()).to('delivered');
    await go(d, 'acknowledge');
    await go(d, 'ask_clarification');
    await (await d.signed()).to('delivered');
    // nobody acknowledges it: fourteen days later it counts as acknowledged, ninety more and it closes
    await pass(15);
    expect(await d.status()).toBe('completed');
    await go(d, 'close');
    await go(d, 'reopen');
    await pass(91);
    expect(await d.status()).toBe('closed');
    await go(d, 'reopen');
    await go(d, 'record_outcome');
    const { timeline } = await d.must<ReviewDetail>(d.cast.requester, 'GET', d.url());
    expect(timeline.data[0]?.says).toBe('recorded the committee’s outcome, “Education”, and closed this review');
    await go(d, 'purge');
    expect(await d.status()).toBe('purged');
  });

  test('declined, and asked for an outcome that is none', async () => {
    const d = await driver(await fresh()).to('invited');
    await go(d, 'decline');
    expect(await d.status()).toBe('matching');
    await place(d, 'completed');
    const answer = await t.request(d.cast.requester, 'POST', d.url('/actions/record_outcome'), { outcome: 'firing' });
    expect(answer.status).toBe(409);
  });

  test('pre-ordered without a chart, ordered once there is one', async () => {
    const d = await driver(await fresh()).draft();
    await go(d, 'pre_order');
    await t.world.db.deleteFrom('files').where('review_id', '=', d.id).execute();
    const submit = async () => t.request(d.cast.requester, 'POST', d.url('/submit'), await d.atShownPrice());
    const early = await submit();
    expect([early.status, early.problem?.detail]).toEqual([409, 'There is no record yet. Upload the charts first.']);
    await d.must(d.cast.requester, 'PUT', d.url('/sections/step_one'), {
      version: 1,
      data: { ...peerSections({ specialty_id: 1, sub_specialty_id: 1 })['step_one'], case_number: 'SG-2' },
    });
    await t.world.db
      .insertInto('files')
      .values({
        review_id: d.id,
        name: 'A.pdf',
        size_bytes: 10,
        content_type: 'application/pdf',
        sha256: 'b'.repeat(64),
        storage_key: `test/${d.id}/A.pdf`,
        pages: 4,
        has_text: true,
        category: 'hospital_chart',
        chart_key: '*',
        visible_to_expert: true,
        status: 'ready',
        created_at: t.clock.now(),
      })
      .execute();
    expect((await submit()).status).toBe(200);
    await t.settle();
    expect(await d.status()).toBe('in_intake');
    const cancelled = await driver().draft();
    await go(cancelled, 'pre_order');
    await go(cancelled, 'cancel');
    expect(await cancelled.status()).toBe('cancelled');
    const lapsed = await driver().draft();
    await go(lapsed, 'pre_order');
    const lapse = () =>
      command(t.app.services, { kind: 'system', request_id: 'test' }, (tx) =>
        transition(tx, { review_id: lapsed.id, action: 'lapse', reason: 'Its time is over.' }),
      );
    // what nobody put in a subscription's calendar stays
    await expect(lapse()).rejects.toMatchObject({ code: 'wrong_state' });
    const { seat_id } = await t.world.seat(lapsed.cast.organization_id, lapsed.cast.requester.user_id);
    const dates = { due_on: '2026-12-31', lapses_on: '2027-01-30' };
    await t.world.db
      .insertInto('review_seats')
      .values({ review_id: lapsed.id, seat_id, ...dates })
      .execute();
    await lapse();
    expect(await lapsed.status()).toBe('cancelled');
  });

  test('a call with the reviewer about the delivered report: every way there is, and back to the report', async () => {
    const of = await fresh();
    await flags(of, { allow_peer_review_scheduling_with_no_expert_times: true });
    const d = await driver(of).to('delivered');
    await go(d, 'request_call');
    expect(await d.status()).toBe('awaiting_times');
    await go(d, 'give_up_call');
    expect(await d.status()).toBe('delivered');
    await go(d, 'request_call');
    await go(d, 'propose_time');
    await go(d, 'refuse_time');
    await go(d, 'propose_time', { starts_at: later(4)[0] });
    await go(d, 'confirm_time');
    expect(await d.status()).toBe('call_scheduled');
    await go(d, 'ask_new_times');
    await d.offered();
    await go(d, 'offer_times', { starts_at: later(9) });
    await go(d, 'none_fit');
    await d.offered();
    await go(d, 'give_up_call');
    expect([await d.status(), (await d.offers()).length]).toEqual(['delivered', 0]);
    await go(d, 'request_call');
    await d.offered();
    await pass(8);
    expect(await d.status()).toBe('awaiting_times');
    await d.to('timeChosen');
    await go(d, 'reschedule');
    expect(await d.status()).toBe('awaiting_time_choice');
    await d.timeChosen();
    await pass(4);
    await go(d, 'call_missed');
    await d.to('timeChosen');
    await pass(4);
    await d.held();
    expect(await d.status()).toBe('delivered');
    // the fourteen days begin anew
    await pass(13);
    expect(await d.status()).toBe('delivered');
    await go(d, 'acknowledge');
  });

  test('records asked for wherever work goes on, and answered', async () => {
    const d = await driver().to('released');
    for (const from of fromOf('request_files')) {
      await place(d, from, { expert: d.cast.expert.profile_id });
      const asked = await d.must<{ id: number }>(d.cast.clinOps, 'POST', d.url('/file_requests'), {
        note: '',
        due_on: new Date(t.clock.now().getTime() + 20 * DAY).toISOString().slice(0, 10),
        items: [{ label: 'Films', note: '' }],
      });
      expect(await d.status()).toBe('needs_information');
      const answered = STEPS.files_answered as Step;
      await d.must(d.cast.requester, 'POST', answered.path(d, asked.id), answered.body(d));
      await t.settle();
      expect(await d.status()).toBe(from);
    }
  });

  test('held and lifted, cancelled and deleted, from wherever it may be', async () => {
    const d = await driver().to('submitted');
    for (const from of fromOf('hold')) {
      await place(d, from);
      await go(d, 'hold');
      await go(d, 'resume');
      expect(await d.status()).toBe(from === 'submitted' ? 'in_intake' : from);
    }
    for (const from of fromOf('cancel')) {
      await place(d, from);
      const { cancellation } = await d.must<ReviewDetail>(d.cast.requester, 'GET', d.url());
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
    const table = PEER_REVIEW_LIFECYCLE.transitions.flatMap((row) => row.from.map((from) => `${from} ${row.action}`));
    expect(table.filter((one) => !taken.has(one))).toEqual([]);
    expect([...taken].filter((one) => !table.includes(one))).toEqual([]);
  });
});

test('where only one scope is offered it is chosen already; where there is a choice nobody makes it for the requester', async () => {
  const own = await fresh();
  const begun = async () => {
    const { body } = await t.request<{ review_id: number }>(own.requester, 'POST', '/api/v1/peer_reviews', {});
    const url = `/api/v1/peer_reviews/${body.review_id}/sections/step_one`;
    return (await t.request<{ data: Record<string, unknown> }>(own.requester, 'GET', url)).body.data['service'];
  };
  await flags(own, { allow_limited_peer_review_pricing: false });
  expect(await begun()).toBe('standard');
  await flags(own, { allow_limited_peer_review_pricing: true });
  expect(await begun()).toBeUndefined();
});

describe('who sees what', () => {
  let d: PeerDriver;
  let colleague: Person;
  let recipient: Person;
  let manager: Person;
  beforeAll(async () => {
    const of = await fresh();
    colleague = await t.world.consultant(of.organization_id);
    recipient = await t.world.consultant(of.organization_id);
    manager = await t.world.manager(of.organization_id);
    d = await driver(of).to('delivered', { recipients: [recipient.user_id] });
    await t.world.db.insertInto('review_watchers').values({ review_id: d.id, user_id: colleague.user_id }).execute();
  });

  const expertOf = () =>
    t.world.db
      .selectFrom('users')
      .select(['first_name', 'last_name'])
      .where('id', '=', d.cast.expert.user_id)
      .executeTakeFirstOrThrow();

  test('the requester’s side never learns who the reviewer is: page, list, timeline, report, conversations', async () => {
    const { first_name, last_name } = await expertOf();
    const { code } = await t.world.db
      .selectFrom('expert_profiles')
      .select('code')
      .where('profile_id', '=', d.cast.expert.profile_id)
      .executeTakeFirstOrThrow();
    for (const who of [d.cast.requester, manager, recipient]) {
      for (const url of [
        d.url(),
        '/api/v1/peer_reviews?tab=active',
        d.url('/timeline'),
        d.url('/report'),
        d.url('/candidates'),
      ]) {
        const answer = await t.request(who, 'GET', url);
        expect(answer.raw.body).not.toContain(last_name);
        // the code stands beside the name on reviews of other kinds
        expect(answer.raw.body).not.toContain(code);
        expect(answer.raw.body).not.toContain(`"profile_id":${d.cast.expert.profile_id}`);
        expect(answer.raw.body).not.toContain(`"${first_name}`);
      }
    }
    const detail = await d.must<ReviewDetail>(d.cast.requester, 'GET', d.url());
    expect(detail.expert).toMatchObject({ name: null, profile_id: null, code: null, label: 'The reviewer' });
    const { report } = await d.must<ReportView>(d.cast.requester, 'GET', d.url('/report'));
    expect(report?.signature_name).toBe('Reviewer, name withheld');
    const found = await d.must<{ data: unknown[] }>(d.cast.requester, 'GET', `/api/v1/peer_reviews?tab=all&q=${code}`);
    expect(found.data).toEqual([]);
    const channels = await d.must<{ channels: { audience: string }[] }>(
      d.cast.requester,
      'POST',
      d.url('/chat/channels'),
    );
    expect(channels.channels.map((c) => c.audience)).toEqual(['requester_staff']);
    const own = await d.must<{ channels: { audience: string }[] }>(d.cast.expert, 'POST', d.url('/chat/channels'));
    expect(own.channels.map((c) => c.audience)).toEqual(['expert_staff']);
  });

  test('staff and the reviewer know who writes', async () => {
    const { last_name } = await expertOf();
    const detail = await d.must<ReviewDetail>(d.cast.clinOps, 'GET', d.url());
    expect(detail.expert?.label).toContain(last_name);
  });

  test('the report opens for the requester, recipients and managers, and for no other colleague who follows it', async () => {
    for (const who of [d.cast.requester, recipient, manager])
      expect((await d.must<ReportView>(who, 'GET', d.url('/report'))).report?.status).toBe('delivered');
    expect((await d.must<ReportView>(colleague, 'GET', d.url('/report'))).report).toBeNull();
    expect((await d.must<ReviewDetail>(colleague, 'GET', d.url())).report).toBeNull();
    expect((await t.request(colleague, 'GET', d.url('/report/pdf'))).status).toBe(404);
  });

  test('the privilege statement is part of what was signed', async () => {
    const { snapshot } = await t.world.db
      .selectFrom('reports')
      .select('snapshot')
      .where('review_id', '=', d.id)
      .executeTakeFirstOrThrow();
    expect(snapshot).toMatchObject({
      confidentiality: expect.stringContaining('Surgical Peer Review Committee under 735 Ill. Comp. Stat. 5/8-2101'),
      title: 'Peer review report',
      signature: { name: 'Reviewer, name withheld' },
    });
    expect(JSON.stringify(snapshot)).not.toContain((await expertOf()).last_name);
  });

  test('an id under the other kind’s path does not exist', async () => {
    expect((await t.request(d.cast.requester, 'GET', `/api/v1/cases/${d.id}`)).status).toBe(404);
  });
});

describe('a call with the reviewer', () => {
  const called = async (more: Record<string, unknown> = {}, on: Record<string, boolean> = {}) => {
    const of = await fresh();
    await flags(of, on);
    const d = await driver(of).to('delivered', more);
    await t.request(of.requester, 'POST', d.url('/actions/request_call'), reason);
    return d;
  };
  const somebody = { name: 'Pat Orr', email: 'pat.orr@example.test', role: 'Quality' };

  test('is part of a standard review, not of a limited one; who may ask for it', async () => {
    const d = await called();
    expect(await d.status()).toBe('awaiting_times');
    const of = await fresh();
    await flags(of, { allow_limited_peer_review_pricing: true });
    const limited = await driver(of).to('delivered');
    await t.world.db.updateTable('reviews').set({ service: 'limited' }).where('id', '=', limited.id).execute();
    const ask = (who: Person) => t.request(who, 'POST', limited.url('/actions/request_call'), reason);
    expect((await ask(of.requester)).problem).toMatchObject({
      status: 409,
      detail: 'A limited review comes without a call.',
    });
    await t.world.db.updateTable('reviews').set({ service: 'standard' }).where('id', '=', limited.id).execute();
    for (const who of [of.expert, of.matching, of.clinOps]) expect((await ask(who)).status).toBe(403);
    expect((await ask(await t.world.manager(await t.world.organization({})))).status).toBe(404);
    const silent = await t.request(of.requester, 'POST', limited.url('/actions/request_call'), {});
    expect(silent.problem).toMatchObject({ status: 422, errors: [{ path: 'reason' }] });
  });

  test('given up, the report counts as acknowledged on the day it would have', async () => {
    const d = await driver(await fresh()).to('delivered');
    const dueOf = async () => (await d.must<ReviewDetail>(d.cast.requester, 'GET', d.url())).due?.at;
    const stood = await dueOf();
    await d.must(d.cast.requester, 'POST', d.url('/actions/request_call'), reason);
    await t.settle();
    expect(await dueOf()).not.toBe(stood);
    await d.must(d.cast.requester, 'POST', d.url('/actions/give_up_call'), {});
    await t.settle();
    expect(await dueOf()).toBe(stood);
    const waiting = await t.world.db
      .selectFrom('deadlines')
      .select('due_at')
      .where('review_id', '=', d.id)
      .where('kind', '=', 'closeout')
      .where('done_at', 'is', null)
      .where('cancelled_at', 'is', null)
      .execute();
    expect(waiting.map(({ due_at }) => due_at.toISOString())).toEqual([stood]);
  });

  test('the reviewer stays unknown: schedule, page, mails and calendar entry', async () => {
    const d = await called();
    await d.offered();
    const { first_name, last_name, email } = await t.world.db
      .updateTable('users')
      .set({ first_name: 'Zinaida', last_name: 'Quillfeather' })
      .where('id', '=', d.cast.expert.user_id)
      .returning(['first_name', 'last_name', 'email'])
      .executeTakeFirstOrThrow();
    const hidden = (text: string) => {
      for (const word of [first_name, last_name, email]) expect(text).not.toContain(word);
    };
    for (const url of [d.url(), d.url('/schedule'), d.url('/timeline')])
      hidden((await t.request(d.cast.requester, 'GET', url)).raw.body);
    const { offers } = await d.must<ReviewDetail>(d.cast.requester, 'GET', d.url());
    expect(offers?.every((offer) => offer.zone !== 'America/New_York')).toBe(true);
    await d.timeChosen();
    for (const url of [d.url(), d.url('/schedule')]) hidden((await t.request(d.cast.requester, 'GET', url)).raw.body);
    const mails = await t.world.db
      .selectFrom('mails')
      .select(['subject', 'text', 'ics'])
      .where('review_id', '=', d.id)
      .where('to_user_id', '=', d.cast.requester.user_id)
      .where('template', 'in', ['times_offered', 'call_set'])
      .execute();
    expect(mails).toHaveLength(2);
    for (const mail of mails) hidden(`${mail.subject} ${mail.text} ${mail.ics ?? ''}`);
    // an expert who accepts is not asked for times before anybody wants a call
    const asked = await t.world.db
      .selectFrom('mails')
      .select('id')
      .where('review_id', '=', d.id)
      .where('template', '=', 'times_requested')
      .execute();
    expect(asked).toHaveLength(1);
  });

  test('what is not offered is refused: every step of the call, in each of its states, to each person', async () => {
    const d = await called();
    await furnish(d);
    const manager = await t.world.manager(d.cast.organization_id);
    const STATES = ['delivered', 'awaiting_times', 'awaiting_time_choice', 'call_scheduled', 'completed'] as const;
    const all = actionsOf(PEER_REVIEW_LIFECYCLE);
    const CALLING = all.slice(all.indexOf('request_call'), all.indexOf('acknowledge'));
    const MOVING = ['reschedule', 'ask_new_times'] as const;
    const wrong: string[] = [];
    for (const state of STATES) {
      await place(d, state);
      for (const who of [d.cast.requester, manager, d.cast.expert, d.cast.matching, d.cast.clinOps]) {
        const { abilities } = await d.must<ReviewDetail>(who, 'GET', d.url());
        for (const action of CALLING) {
          const one = STEPS[action];
          // to move a call is one request for two steps: it takes the one that is possible
          const moves = action === 'reschedule' || action === 'ask_new_times' ? MOVING : [action];
          if (!one || moves.some((name) => abilities[name]?.allowed)) continue;
          const answer = await t.request(who, 'POST', one.path(d, 0), one.body(d));
          if (![403, 404, 409].includes(answer.status)) wrong.push(`${state} ${action} ${answer.status}`);
          if ((await d.status()) !== state) wrong.push(`${state} ${action} changed it`);
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  test('flag allow_peer_review_call_subscribers on: people are asked to the call', async () => {
    const d = await called();
    expect((await t.request(d.cast.requester, 'POST', d.url('/attendees'), somebody)).status).toBe(200);
    const view = await d.must<{ attendees_allowed: boolean; attendees: unknown[] }>(
      d.cast.requester,
      'GET',
      d.url('/schedule'),
    );
    expect(view).toMatchObject({ attendees_allowed: true, attendees: [{ name: 'Pat Orr' }] });
  });

  test('flag allow_peer_review_call_subscribers off: only requester and expert', async () => {
    const d = await called({}, { allow_peer_review_call_subscribers: false });
    expect((await t.request(d.cast.requester, 'POST', d.url('/attendees'), somebody)).status).toBe(403);
    expect(await d.must(d.cast.requester, 'GET', d.url('/schedule'))).toMatchObject({ attendees_allowed: false });
  });

  test.each([
    ['on: the requester proposes a time', true, 200],
    ['off: the expert offers times first', false, 403],
  ] as const)('flag allow_peer_review_scheduling_with_no_expert_times %s', async (_, on, status) => {
    const d = await called({}, { allow_peer_review_scheduling_with_no_expert_times: on });
    const view = await d.must<{ can: { propose: boolean } }>(d.cast.requester, 'GET', d.url('/schedule'));
    expect(view.can.propose).toBe(on);
    expect((await take(d, STEPS.propose_time as Step)).status).toBe(status);
    // the flag of cases is none of peer reviews'
    await flags(d.cast, { allow_case_review_scheduling_with_no_expert_times: !on });
    const after = await d.must<{ can: { propose: boolean } }>(d.cast.requester, 'GET', d.url('/schedule'));
    expect(after.can.propose).toBe(false);
  });
});

test.each(PEER_REVIEW_TYPES.map((type) => [type.value, type] as const))(
  '“%s” is reported on its own form',
  async (_, type) => {
    const of = await fresh();
    const ids = await t.world.specialty();
    const charts = Array.from({ length: type.charts.min }, (__, i) => ({
      key: `c_${i}`,
      label: `Chart ${i + 1}`,
      encounters: [{ from: '2026-08-03' }],
    }));
    const d = await driver(of).to('accepted', { ...ids, review_type: type.value, report_form: type.form, charts });
    await d.to('reportWritten');
    const view = await d.must<ReportView>(d.cast.expert, 'GET', d.url('/report'));
    expect(view.report?.definition.key).toBe(type.form);
    expect(view.report?.context.charts).toEqual(charts.map(({ key, label }) => ({ key, label })));
    await d.signed();
    expect(await d.status()).toBe('report_submitted');
  },
);

describe('ordering', () => {
  test('an organization that runs itself: three reviewers are asked by themselves, the report delivers itself', async () => {
    const of = await peerCast(t.world, PASSWORD_HASH, 'saas');
    // a specialty of their own: nobody else's experts are asked
    const ids = await t.world.specialty('Urology', 'Oncology');
    const own = [1, 2, 3].map(() => t.world.expert({ specialty: 'Urology', sub_specialty: 'Oncology' }));
    const [first, ...others] = await Promise.all(own);
    if (!first) throw new Error('There are three.');
    await t.world.db.updateTable('users').set({ password_hash: PASSWORD_HASH }).execute();
    await reviewPeers(
      t.world,
      [first, ...others].map((e) => e.profile_id),
    );
    const d = await driver({ ...of, expert: first, others }).to('submitted', ids);
    expect(await d.status()).toBe('invited');
    const invited = await t.world.db
      .selectFrom('invitations')
      .select('expert_profile_id')
      .where('review_id', '=', d.id)
      .execute();
    expect(new Set(invited.map((i) => i.expert_profile_id))).toEqual(
      new Set([first, ...others].map((e) => e.profile_id)),
    );
    await d.to('signed');
    expect(await d.status()).toBe('delivered');
    const late = await t.request(
      others[0] ?? null,
      'POST',
      `/api/v1/invitations/review-${d.id}/accept`,
      CLEAN_ATTESTATION,
    );
    expect(late.status).toBe(409);
  });

  test('the price: standard and limited by their books and the sub-specialty’s own factors', async () => {
    const of = await fresh();
    await flags(of, { allow_limited_peer_review_pricing: true });
    const { sub_specialty_id } = await t.world.specialty();
    await t.world.db
      .updateTable('sub_specialties')
      .set({ price_modifier_standard: 1.2, price_modifier_limited: 1 })
      .where('id', '=', sub_specialty_id)
      .execute();
    const standard = await driver(of).draft();
    const { quote } = await standard.must<{ quote: { total_cents: number; report_later_cents: number | null } }>(
      of.requester,
      'GET',
      standard.url('/quote'),
    );
    expect(quote).toMatchObject({ total_cents: 48_000, report_later_cents: null });
    const limited = await driver(of).draft({ service: 'limited' });
    const priced = await limited.must<{ quote: { total_cents: number } }>(of.requester, 'GET', limited.url('/quote'));
    expect(priced.quote.total_cents).toBe(15_000);
  });

  test('flag for_peer_reviews off: the organization is not offered and refused when sent; on: it orders', async () => {
    const of = await fresh();
    const offered = async () => {
      const url = '/api/v1/organization_choices?orders=PeerReview';
      return (await t.request<{ data: { id: number }[] }>(of.requester, 'GET', url)).body.data.map(({ id }) => id);
    };
    expect(await offered()).toContain(of.organization_id);
    const before = await driver(of).draft();
    await flags(of, { for_peer_reviews: false });
    expect(await offered()).toEqual([]);
    expect((await t.request(of.requester, 'POST', '/api/v1/peer_reviews', {})).status).toBe(403);
    // nor is what was begun before ordered
    expect((await t.request(of.requester, 'POST', before.url('/submit'), {})).problem?.code).toBe('not_accepting');
  });

  test('flag peer_reviews_enabled off: the kind does not exist for the organization’s people', async () => {
    const of = await fresh();
    const d = await driver(of).draft();
    await flags(of, { peer_reviews_enabled: false });
    expect((await t.request(of.requester, 'GET', d.url())).status).toBe(404);
    expect((await t.request(of.requester, 'POST', '/api/v1/peer_reviews', {})).status).toBe(404);
  });

  test('flag accepts_new_peer_review_submissions off: nothing new is begun or ordered', async () => {
    const of = await fresh();
    const d = await driver(of).draft();
    await flags(of, { accepts_new_peer_review_submissions: false });
    for (const url of ['/api/v1/peer_reviews', d.url('/submit')])
      expect((await t.request(of.requester, 'POST', url, {})).problem?.code).toBe('not_accepting');
  });

  test('flags leave fields out of the form: expedited, license number, type', async () => {
    const of = await fresh();
    const keys = async () => {
      const { body } = await t.request<{ sections: { fields: { key: string }[] }[] }>(
        of.requester,
        'GET',
        '/api/v1/peer_reviews/fields',
      );
      return body.sections.flatMap((s) => s.fields.map((f) => f.key));
    };
    expect(await keys()).toEqual(expect.arrayContaining(['review_type', 'expedited']));
    expect(await keys()).not.toContain('license_id');
    await flags(of, {
      peer_review_type_enabled: false,
      enable_expedited_peer_reviews: false,
      enable_license_id_field_for_peer_review_subscription: true,
    });
    const now = await keys();
    expect(now).toContain('license_id');
    for (const gone of ['review_type', 'expedited', 'expedited_consent']) expect(now).not.toContain(gone);
  });

  test('a recipient outside the organization, and a chart reviewed this quarter already', async () => {
    const of = await fresh();
    const stranger = await t.world.consultant(await t.world.organization({}));
    const d = await driver(of).draft({ recipients: [stranger.user_id] });
    const refused = await t.request(of.requester, 'POST', d.url('/submit'), {});
    expect(refused.problem?.errors).toMatchObject([{ path: 'step_four.recipients' }]);
    const second = await driver(of).draft();
    const { warnings } = await second.must<{ warnings: { path: string; message: string }[] }>(
      of.requester,
      'GET',
      second.url('/quote'),
    );
    expect(warnings.map((w) => w.path)).toEqual(
      expect.arrayContaining(['step_one.case_number', 'step_three.charts.0.label']),
    );
  });

  test('a reviewer of the provider’s own state, and one without the license, is not ranked', async () => {
    const of = await fresh();
    const near = await t.world.expert({ state: 'IL' });
    await reviewPeers(t.world, [near.profile_id]);
    const d = await driver(of).to('released');
    const board = await d.must<{ ranking: { candidates: { profile_id: number }[] } }>(
      of.matching,
      'GET',
      d.url('/matching'),
    );
    const ranked = board.ranking.candidates.map((c) => c.profile_id);
    expect(ranked).toContain(of.expert.profile_id);
    expect(ranked).not.toContain(near.profile_id);
  });
});
