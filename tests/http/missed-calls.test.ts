import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ReviewDetail } from '../../src/features/reviews/contract.ts';
import type { MissedCallView, ScheduleView } from '../../src/features/scheduling/contract.ts';
import { type TestApp, testApp } from '../harness/app.ts';
import type { CaseDriver } from '../harness/case-driver.ts';
import { flagWorld } from '../harness/flags.ts';
import { PASSWORD_HASH } from '../harness/password.ts';
import type { Person } from '../harness/world.ts';

/* Who missed a call: recorded by one side, contested by the other, decided by staff; what it costs follows. */

let t: TestApp;
let desk: Person;
beforeAll(async () => {
  t = await testApp();
  desk = await t.world.staff('clin_ops');
});
afterAll(() => t.close());

const reason = 'We waited for a quarter of an hour.';
const note = 'I was on the line from the first minute.';

/** A case whose call's time has come. */
async function come(): Promise<CaseDriver> {
  const d = await flagWorld(t, PASSWORD_HASH).aCase();
  await d.to('timeChosen', { needed_by: '2027-11-30' });
  const { call } = await d.must<ScheduleView>(d.cast.requester, 'GET', d.url('/schedule'));
  t.clock.set(new Date(Date.parse(call?.starts_at ?? '') + 20 * 60_000));
  return d;
}
const detail = (d: CaseDriver, who = d.cast.requester) => d.must<ReviewDetail>(who, 'GET', d.url());
const missedOf = async (d: CaseDriver, who: Person): Promise<MissedCallView> => {
  const { missed } = await d.must<ScheduleView>(who, 'GET', d.url('/schedule'));
  if (!missed[0]) throw new Error('A call was missed.');
  return missed[0];
};
const say = (d: CaseDriver, who: Person, body: Record<string, unknown>) =>
  t.request<ScheduleView>(who, 'POST', d.url('/call/missed'), { reason, ...body });
const contest = (d: CaseDriver, who: Person, call_id: number) =>
  t.request<ScheduleView>(who, 'POST', d.url('/call/missed/contest'), { call_id, note });
const decide = (d: CaseDriver, who: Person, call_id: number, missed_by: string) =>
  t.request<ScheduleView>(who, 'POST', d.url('/call/missed/decide'), {
    call_id,
    missed_by,
    note: 'The bridge shows who joined.',
  });
const stranger = async () => t.world.consultant(await t.world.organization());
const mailed = async (d: CaseDriver, template: string) =>
  (
    await t.world.db
      .selectFrom('mails')
      .select('to_user_id')
      .where('review_id', '=', d.id)
      .where('template', '=', template)
      .execute()
  ).map((mail) => mail.to_user_id);
const onRecord = async (d: CaseDriver): Promise<number> => {
  const row = await t.world.db
    .selectFrom('expert_standings')
    .select('missed')
    .where('expert_profile_id', '=', d.cast.expert.profile_id)
    .executeTakeFirst();
  return row?.missed ?? 0;
};

describe('a call the expert missed', () => {
  test('costs the requester nothing and stands on the expert’s record', async () => {
    const d = await come();
    expect((await detail(d)).cancellation?.fee_cents).toBeGreaterThan(0);
    expect((await say(d, await stranger(), { missed_by: 'expert' })).status).toBe(404);
    expect((await say(d, d.cast.requester, {})).status).toBe(400);
    expect((await say(d, d.cast.requester, { missed_by: 'expert' })).status).toBe(200);
    await t.settle();
    const after = await detail(d);
    expect(after.cancellation).toMatchObject({ fee_cents: 0, how: expect.stringContaining('the expert missed it') });
    expect(after.timeline.data.map((row) => row.says)).toContain('recorded that the expert missed the call');
    expect(await missedOf(d, d.cast.requester)).toMatchObject({
      missed_by: 'expert',
      fee_cents: 0,
      contest_until: null,
    });
    expect(await onRecord(d)).toBe(1);
    expect(await mailed(d, 'call_missed')).toEqual([d.cast.expert.user_id]);
    // it is recorded once
    expect((await say(d, d.cast.requester, { missed_by: 'expert' })).status).toBe(409);
  });

  test('who says otherwise contests it, and staff decide: then it costs what missing it costs', async () => {
    const d = await come();
    const at_stake = (await detail(d)).moving?.fee_cents ?? 0;
    await say(d, d.cast.requester, { missed_by: 'expert' });
    const { call_id, contest_until, at_stake_cents } = await missedOf(d, d.cast.expert);
    expect(contest_until).not.toBeNull();
    // the expert's side reads no customer's price
    expect(at_stake_cents).toBeNull();
    expect((await contest(d, await stranger(), call_id)).status).toBe(404);
    expect((await contest(d, d.cast.requester, call_id)).status).toBe(409);
    expect((await contest(d, d.cast.expert, call_id + 1000)).status).toBe(404);
    expect((await decide(d, desk, call_id, 'requester')).status).toBe(409);
    expect((await contest(d, d.cast.expert, call_id)).status).toBe(200);
    expect((await contest(d, d.cast.expert, call_id)).status).toBe(409);
    await t.settle();
    expect(await mailed(d, 'call_missed_contested')).toContain(desk.user_id);

    // what the expert writes is for Peritus
    expect((await missedOf(d, d.cast.requester)).contested).toEqual({ side: 'expert', note: null });
    expect(await missedOf(d, desk)).toMatchObject({ contested: { side: 'expert', note }, may_decide: true });

    for (const who of [d.cast.requester, d.cast.expert, d.cast.matching])
      expect((await decide(d, who, call_id, 'expert')).status).toBe(403);
    expect((await decide(d, await stranger(), call_id, 'expert')).status).toBe(403);
    expect((await decide(d, desk, call_id, 'requester')).status).toBe(200);
    expect((await decide(d, desk, call_id, 'expert')).status).toBe(409);
    await t.settle();
    expect(await missedOf(d, d.cast.requester)).toMatchObject({
      missed_by: 'requester',
      fee_cents: at_stake,
      decided: { note: 'The bridge shows who joined.' },
    });
    expect(at_stake).toBeGreaterThan(0);
    expect(await onRecord(d)).toBe(0);
    expect(new Set(await mailed(d, 'call_missed_decided'))).toEqual(
      new Set([d.cast.requester.user_id, d.cast.expert.user_id]),
    );
    // charged once: cancelling costs nothing more for that call
    expect((await detail(d)).cancellation?.fee_cents).toBe(0);
  });
});

describe('a call the requester missed', () => {
  test('costs nothing at a time the expert never confirmed', async () => {
    const d = await flagWorld(t, PASSWORD_HASH).aCase({
      flags: { allow_case_review_scheduling_with_no_expert_times: true },
    });
    await d.to('accepted', { needed_by: '2027-11-30' });
    const starts_at = new Date(t.clock.now().getTime() + 3 * 86_400_000);
    starts_at.setUTCHours(16, 0, 0, 0);
    await d.must(d.cast.requester, 'POST', d.url('/call/propose'), {
      starts_at: starts_at.toISOString(),
      zone: 'America/Chicago',
    });
    t.clock.set(new Date(starts_at.getTime() + 20 * 60_000));
    expect((await say(d, d.cast.expert, { missed_by: 'requester' })).status).toBe(200);
    expect(await missedOf(d, d.cast.requester)).toMatchObject({ fee_cents: 0, at_stake_cents: 0 });
  });

  test('costs what giving it up then would, at the amount they were shown', async () => {
    const d = await come();
    const fee = (await detail(d)).moving?.fee_cents ?? 0;
    expect(fee).toBeGreaterThan(0);
    for (const confirmed_fee_cents of [undefined, 0, fee - 1]) {
      const refused = await say(d, d.cast.requester, { missed_by: 'requester', confirmed_fee_cents });
      expect([refused.status, refused.problem.current]).toEqual([409, expect.objectContaining({ fee_cents: fee })]);
    }
    expect((await say(d, d.cast.requester, { missed_by: 'requester', confirmed_fee_cents: fee })).status).toBe(200);
    expect(await missedOf(d, d.cast.requester)).toMatchObject({ missed_by: 'requester', fee_cents: fee });
    expect((await detail(d)).cancellation?.fee_cents).toBe(0);
    expect(await onRecord(d)).toBe(0);
  });

  test('as the expert says, is charged, contested, and free again where staff decide so', async () => {
    const d = await come();
    const fee = (await detail(d)).moving?.fee_cents ?? 0;
    expect((await say(d, d.cast.expert, { missed_by: 'requester' })).status).toBe(200);
    await t.settle();
    const view = await missedOf(d, d.cast.requester);
    expect(view).toMatchObject({ missed_by: 'requester', fee_cents: fee });
    expect(await mailed(d, 'call_missed')).toEqual([d.cast.requester.user_id]);
    expect((await contest(d, d.cast.requester, view.call_id)).status).toBe(200);
    expect((await decide(d, desk, view.call_id, 'nobody')).status).toBe(200);
    expect(await missedOf(d, d.cast.requester)).toMatchObject({ missed_by: 'nobody', fee_cents: 0 });
    expect((await detail(d)).cancellation).toMatchObject({
      fee_cents: 0,
      how: expect.stringContaining('neither side'),
    });
  });

  test('is contested within two weeks, not later', async () => {
    const d = await come();
    await say(d, d.cast.expert, { missed_by: 'requester' });
    const { call_id } = await missedOf(d, d.cast.requester);
    t.clock.advance({ days: 14 });
    expect((await missedOf(d, d.cast.requester)).contest_until).toBeNull();
    const late = await contest(d, d.cast.requester, call_id);
    expect([late.status, late.problem.detail]).toEqual([409, 'The time to dispute this has passed.']);
  });
});

/** The call's time has come, the expert is said to have missed it and disputes that, and an hour is left to the next time. */
async function contestedBeforeNext() {
  const d = await come();
  const whole = (await detail(d)).moving?.fee_cents ?? 0;
  await say(d, d.cast.requester, { missed_by: 'expert' });
  const { call_id } = await missedOf(d, d.cast.expert);
  await contest(d, d.cast.expert, call_id);
  await d.offered();
  await d.timeChosen();
  const { call } = await d.must<ScheduleView>(d.cast.requester, 'GET', d.url('/schedule'));
  t.clock.set(new Date(Date.parse(call?.starts_at ?? '') - 3_600_000));
  return { d, whole, call_id };
}

describe('a decision that comes late', () => {
  test('charges no more than the call costs, whatever was charged or cancelled meanwhile', async () => {
    const { d, whole, call_id } = await contestedBeforeNext();
    // the next time is given up late, for all of the call
    await d.must(d.cast.requester, 'POST', d.url('/call/move'), { reason, confirmed_fee_cents: whole });
    expect(await d.chargedForTimes()).toBe(whole);
    expect((await decide(d, desk, call_id, 'requester')).status).toBe(200);
    expect(await d.chargedForTimes()).toBe(whole);
  });

  test('charges nothing more where cancelling cost all of the call since', async () => {
    const { d, whole, call_id } = await contestedBeforeNext();
    expect((await detail(d)).cancellation?.fee_cents).toBe(whole);
    await d.must(d.cast.requester, 'POST', d.url('/actions/cancel'), { reason, confirmed_fee_cents: whole });
    await t.settle();
    expect((await decide(d, desk, call_id, 'requester')).status).toBe(200);
    expect(await d.chargedForTimes()).toBe(0);
  });
});

describe('several missed calls of one review', () => {
  /** A case with a first call, said to be missed by the requester and contested, and a second whose time has come. */
  async function contestedThenAnother() {
    const d = await come();
    const whole = (await detail(d)).moving?.fee_cents ?? 0;
    expect(whole).toBeGreaterThan(0);
    await say(d, d.cast.expert, { missed_by: 'requester' });
    const { call_id: first } = await missedOf(d, d.cast.requester);
    expect((await contest(d, d.cast.requester, first)).status).toBe(200);
    await d.offered();
    await d.timeChosen();
    const { call } = await d.must<ScheduleView>(d.cast.requester, 'GET', d.url('/schedule'));
    t.clock.set(new Date(Date.parse(call?.starts_at ?? '') + 20 * 60_000));
    return { d, whole, first };
  }
  const fees = async (d: CaseDriver) =>
    (await d.must<ScheduleView>(d.cast.requester, 'GET', d.url('/schedule'))).missed.map((call) => call.fee_cents);

  test('together cost the call once, and the second is charged where the first is decided to be free', async () => {
    const { d, whole, first } = await contestedThenAnother();
    await say(d, d.cast.expert, { missed_by: 'requester' });
    expect(await fees(d)).toEqual([0, whole]);
    expect((await decide(d, desk, first, 'expert')).status).toBe(200);
    expect(await fees(d)).toEqual([whole, 0]);
    const { cancellation, timeline } = await detail(d);
    expect(cancellation?.fee_cents).toBe(0);
    expect(timeline.data.map((row) => row.says)).toContainEqual(
      expect.stringMatching(
        /decided that the expert missed the call\. \$[\d.]+ is charged for another call time instead/,
      ),
    );
    // and back: the second decided to be free, too, costs nothing at all
    const [second] = (await d.must<ScheduleView>(d.cast.requester, 'GET', d.url('/schedule'))).missed;
    await contest(d, d.cast.requester, second?.call_id ?? 0);
    await decide(d, desk, second?.call_id ?? 0, 'nobody');
    expect(await d.chargedForTimes()).toBe(0);
  });

  test('a time given up late after it is charged once the first is decided to be free, as was said before', async () => {
    const { d, whole, first } = await contestedThenAnother();
    expect((await detail(d)).moving).toMatchObject({
      fee_cents: 0,
      how: expect.stringContaining('A charge is in dispute. If it is reversed, up to'),
    });
    await d.must(d.cast.requester, 'POST', d.url('/call/move'), { reason, confirmed_fee_cents: 0 });
    expect(await d.chargedForTimes()).toBe(whole);
    await decide(d, desk, first, 'expert');
    expect(await d.chargedForTimes()).toBe(whole);
    expect((await detail(d)).cancellation?.fee_cents).toBe(0);
  });

  test('a review cancelled late meanwhile still costs the call once', async () => {
    const { d, whole, first } = await contestedThenAnother();
    await d.must(d.cast.requester, 'POST', d.url('/actions/cancel'), { reason, confirmed_fee_cents: 0 });
    await t.settle();
    await decide(d, desk, first, 'expert');
    expect(await d.chargedForTimes()).toBe(whole);
  });
});

describe('a missed call of an expert whom another followed', () => {
  test('is theirs to contest and to hear of, not the other’s', async () => {
    const d = await come();
    await say(d, d.cast.requester, { missed_by: 'expert' });
    const [next] = d.cast.others;
    if (!next) throw new Error('There is another expert.');
    await t.world.db
      .updateTable('review_experts')
      .set({ until: t.clock.now() })
      .where('review_id', '=', d.id)
      .execute();
    await t.world.db
      .insertInto('review_experts')
      .values({ review_id: d.id, expert_profile_id: next.profile_id, part: 'lead', since: t.clock.now() })
      .execute();
    const { missed } = await d.must<ScheduleView>(next, 'GET', d.url('/schedule'));
    expect(missed).toEqual([]);
    const own = await d.must<ScheduleView>(d.cast.expert, 'GET', d.url('/schedule'));
    expect(own).toMatchObject({ call: null, offers: [], calendar: null, missed: [{ missed_by: 'expert' }] });
    const call_id = own.missed[0]?.call_id ?? 0;
    expect((await contest(d, next, call_id)).status).toBe(403);
    expect((await contest(d, d.cast.expert, call_id)).status).toBe(200);
    expect((await decide(d, desk, call_id, 'nobody')).status).toBe(200);
    expect(new Set(await mailed(d, 'call_missed_decided'))).toEqual(
      new Set([d.cast.requester.user_id, d.cast.expert.user_id]),
    );
  });
});

describe('what was written about a missed call', () => {
  test('goes with the records of its review, and nothing is written after', async () => {
    const [contested, decided, open] = [await come(), await come(), await come()];
    const calls = new Map<CaseDriver, number>();
    for (const d of [contested, decided, open]) {
      await say(d, d.cast.requester, { missed_by: 'expert' });
      const { call_id } = await missedOf(d, d.cast.expert);
      calls.set(d, call_id);
      if (d !== open) await contest(d, d.cast.expert, call_id);
      if (d === decided) await decide(d, desk, call_id, 'nobody');
    }
    for (const d of [contested, decided, open]) {
      await d.must(d.cast.requester, 'POST', d.url('/actions/cancel'), { reason, confirmed_fee_cents: 0 });
      await t.settle();
      await d.purge('By agreement.');
      await t.settle();
    }
    const kept = await t.world.db
      .selectFrom('missed_calls')
      .select(['contest_note', 'decision_note'])
      .where('appointment_id', 'in', [...calls.values()])
      .execute();
    expect(kept).toEqual([1, 2, 3].map(() => ({ contest_note: null, decision_note: null })));
    expect((await contest(open, open.cast.expert, calls.get(open) ?? 0)).status).toBe(409);
    expect((await decide(contested, desk, calls.get(contested) ?? 0, 'requester')).status).toBe(409);
  });
});
