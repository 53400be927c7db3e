import { type Cast, castFor, inApp } from '../harness/review-driver.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ReviewDetail } from '../../src/features/reviews/contract.ts';
import { type TestApp, testApp } from '../harness/app.ts';
import { CaseDriver } from '../harness/case-driver.ts';
import { peerCast, PeerDriver } from '../harness/peer-driver.ts';
import type { Person } from '../harness/world.ts';

/* After acceptance an earlier date needs the expert's consent: asked, agreed to or kept, taken back, lapsed. */

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

const WAS = '2026-12-31';
const ASKED = '2026-12-22';
const WHY = 'The hearing was moved to the 28th.';

/** Each kind from the draft to an expert who accepted, with the steps that lead on to delivery. */
const KINDS = [
  [
    'case review',
    {
      cast: () => castFor(t.world),
      accepted: async (cast: Cast): Promise<CaseDriver> => {
        const d = await selected(cast);
        return d.accepted();
      },
      onward: ['report_in_progress', 'report_in_qa', 'report_delivered'],
    },
  ],
  [
    'peer review',
    {
      cast: () => peerCast(t.world),
      accepted: (cast: Cast): Promise<CaseDriver> => new PeerDriver(inApp(t, cast)).to('accepted', { needed_by: WAS }),
      onward: ['report_submitted', 'in_qa', 'delivered'],
    },
  ],
] as const;

/** A case whose expert is invited and has not accepted yet. */
async function selected(cast: Cast): Promise<CaseDriver> {
  const d = new CaseDriver(inApp(t, cast));
  await d.to('presented', { needed_by: WAS, service: 'report_only' });
  return d.selected();
}

describe.each(KINDS)('a %s', (_name, kind) => {
  let cast: Cast;
  let d: CaseDriver;
  beforeEach(async () => {
    cast = await kind.cast();
    d = await kind.accepted(cast);
  });

  const ask = (who: Person = cast.requester, needed_by = ASKED, reason = WHY) =>
    t.request(who, 'PUT', d.url('/earlier_date'), { needed_by, reason });
  const answer = (who: Person, agrees: boolean, more: Record<string, unknown> = {}) =>
    t.request(who, 'POST', d.url('/earlier_date/answer'), { agrees, needed_by: ASKED, ...more });
  const takeBack = (who: Person = cast.requester) => t.request(who, 'DELETE', d.url('/earlier_date'));
  const detail = async (who: Person) => (await t.request<ReviewDetail>(who, 'GET', d.url())).body;
  const act = (action: string, body: unknown = { reason: 'For the test' }) =>
    d.must(cast.admin, 'POST', d.url(`/actions/${action}`), body);
  const told = async (template: string) => {
    await t.settle();
    return t.world.db
      .selectFrom('mails')
      .select(['to_user_id', 'text'])
      .where('review_id', '=', d.id)
      .where('template', '=', template)
      .execute();
  };
  const lastRow = async (who: Person) => (await detail(who)).timeline.data[0];
  const tasksOf = async (who: Person) =>
    (
      await t.request<{ tasks: { key: string; button: string; detail: string; due_at: string | null }[] }>(
        who,
        'GET',
        '/api/v1/up_next',
      )
    ).body.tasks.filter((task) => task.key === `answer_earlier_date-${d.id}`);
  const stored = async () => {
    const rows = await t.world.db.selectFrom('review_sections').selectAll().where('review_id', '=', d.id).execute();
    const row = rows.find((one) => 'needed_by' in (one.data as Record<string, unknown>));
    if (!row) throw new Error('The date stands in one of the steps.');
    const { needed_by } = row.data as Record<string, unknown>;
    return { needed_by, version: row.version, section: row.section };
  };

  test('asked for, seen by the expert’s side, agreed to: the date moves, told with old and new', async () => {
    const assistant = await t.world.assistantOf(cast.expert.profile_id);
    const before = await stored();
    expect((await ask()).body).toMatchObject({ needed_by: WAS, earlier_date: { needed_by: ASKED, reason: WHY } });
    // until the expert agrees nothing has moved, and whose move it is stays as it was
    const waits = await detail(cast.requester);
    expect(waits).toMatchObject({ needed_by: WAS, ball: 'expert', earlier_date: { needed_by: ASKED } });
    expect(Object.keys(waits.abilities)).toEqual(
      expect.arrayContaining(['ask_earlier_date', 'take_back_earlier_date']),
    );
    expect(await stored()).toEqual(before);
    const seen = await detail(cast.expert);
    expect(seen).toMatchObject({
      earlier_date: { needed_by: ASKED, reason: WHY },
      abilities: { answer_earlier_date: { allowed: true } },
    });
    expect(seen.timeline.data[0]).toMatchObject({ says: 'asked the expert for December 22 instead of December 31' });
    expect(await tasksOf(cast.expert)).toMatchObject([
      { button: 'Answer', due_at: null, due_text: expect.stringMatching(/^Stands until December \d+$/) },
    ]);
    expect((await tasksOf(cast.expert))[0]?.detail).toContain('December 22 instead of December 31');
    // the assistant sees it and has nothing to answer
    expect(await tasksOf(assistant)).toMatchObject([{ button: 'Look at it' }]);
    const helps = await detail(assistant);
    expect(helps.earlier_date).not.toBeNull();
    expect(helps.abilities['answer_earlier_date']).toBeUndefined();
    expect((await told('earlier_date_asked')).map((mail) => mail.to_user_id)).toEqual([cast.expert.user_id]);

    expect((await answer(cast.expert, true, { reason: 'I have a free week.' })).body).toEqual({
      review_id: d.id,
      needed_by: ASKED,
      earlier_date: null,
    });
    for (const who of [cast.requester, cast.expert]) {
      expect(await detail(who)).toMatchObject({ needed_by: ASKED, earlier_date: null });
      expect(await lastRow(who)).toMatchObject({
        action: 'earlier_date_agreed',
        says: 'agreed to December 22 instead of December 31',
        reason: 'I have a free week.',
        change: { field: 'Needed by', old: 'Dec 31, 2026', new: 'Dec 22, 2026' },
      });
    }
    expect(await stored()).toEqual({ ...before, needed_by: ASKED, version: before.version + 1 });
    expect((await told('earlier_date_agreed')).map((mail) => mail.to_user_id)).toContain(cast.requester.user_id);
    expect(await tasksOf(cast.expert)).toEqual([]);
    // from there it is the date in force: back only for the asking, later at once
    expect((await ask()).status).toBe(422);
  });

  test('kept with a word: it stays, the requester hears, and it can be asked for again', async () => {
    await ask();
    expect((await answer(cast.expert, false, { reason: 'I am abroad until then.' })).status).toBe(200);
    expect(await detail(cast.requester)).toMatchObject({ needed_by: WAS, earlier_date: null });
    expect(await lastRow(cast.requester)).toMatchObject({
      says: 'kept December 31, not December 22',
      reason: 'I am abroad until then.',
      change: null,
    });
    expect((await told('earlier_date_kept')).map((mail) => mail.to_user_id)).toContain(cast.requester.user_id);
    expect((await answer(cast.expert, true)).status).toBe(409);
    expect((await ask()).status).toBe(200);
  });

  test('asking again replaces, an answer to what was asked before is stale; taken back there is nothing to answer', async () => {
    await ask();
    expect((await ask(cast.requester, '2026-12-23')).status).toBe(200);
    const late = await answer(cast.expert, true);
    expect(late.problem).toMatchObject({
      status: 409,
      code: 'stale',
      current: { needed_by: WAS, earlier_date: { needed_by: '2026-12-23' } },
    });
    expect((await detail(cast.requester)).needed_by).toBe(WAS);
    expect((await takeBack()).body).toMatchObject({ needed_by: WAS, earlier_date: null });
    expect(await lastRow(cast.expert)).toMatchObject({ says: 'took back the question for an earlier date' });
    expect((await answer(cast.expert, true, { needed_by: '2026-12-23' })).problem).toMatchObject({
      status: 409,
      code: 'wrong_state',
    });
    expect((await takeBack()).status).toBe(409);
    expect(await tasksOf(cast.expert)).toEqual([]);
  });

  test('who may: the requester’s side asks, the expert alone answers, a foreign tenant finds nothing', async () => {
    const follower = await t.world.consultant(cast.organization_id);
    await d.must(cast.requester, 'PUT', d.url(`/watchers/${follower.user_id}`), {});
    const assistant = await t.world.assistantOf(cast.expert.profile_id);
    const stranger = await t.world.manager(await t.world.organization({}));
    for (const who of [follower, cast.expert, assistant, cast.clinOps, cast.matching]) {
      expect((await ask(who)).status).toBe(403);
      expect((await takeBack(who)).status).toBe(403);
    }
    expect((await ask(stranger)).status).toBe(404);
    const support = await t.world.staff('support_agent');
    for (const who of [await t.world.manager(cast.organization_id), cast.admin, support])
      expect((await ask(who)).status).toBe(200);
    for (const who of [cast.requester, follower, assistant, cast.admin, cast.clinOps])
      expect((await answer(who, true)).status).toBe(403);
    expect((await answer(stranger, true)).status).toBe(404);
    const [other] = cast.others;
    if (!other) throw new Error('There are others.');
    expect((await answer(other, true)).status).toBe(404);
    expect((await detail(cast.requester)).needed_by).toBe(WAS);
    expect((await answer(cast.expert, true)).status).toBe(200);
  });

  test('a date that is not earlier or too near is refused by its rule, and why is asked', async () => {
    const faults = async (needed_by: string, reason = WHY) => (await ask(cast.requester, needed_by, reason)).problem;
    expect(await faults(WAS)).toMatchObject({ status: 422, errors: [{ path: 'needed_by' }] });
    expect(await faults('2027-01-08')).toMatchObject({ status: 422, errors: [{ path: 'needed_by' }] });
    expect((await faults('2026-11-19')).errors?.[0]?.message).toContain('The earliest is');
    expect(await faults(ASKED, ' ')).toMatchObject({ status: 422, errors: [{ path: 'reason' }] });
    expect(
      (await t.request(cast.requester, 'PUT', d.url('/earlier_date'), { needed_by: 'soon', reason: WHY })).status,
    ).toBe(400);
    // an edit alone does not move it
    const { section, version } = await stored();
    const now = await t.request<{ data: Record<string, unknown> }>(
      cast.requester,
      'GET',
      d.url(`/sections/${section}`),
    );
    const edit = await t.request(cast.requester, 'PUT', d.url(`/sections/${section}`), {
      version,
      data: { ...now.body.data, needed_by: ASKED },
    });
    expect(edit.problem).toMatchObject({ status: 422, errors: [{ path: 'data.needed_by' }] });
    expect((await detail(cast.requester)).needed_by).toBe(WAS);
  });

  test('lapses on hold, when cancelled and when delivered; on hold nothing is asked for', async () => {
    await ask();
    await act('hold');
    expect((await detail(cast.requester)).earlier_date).toBeNull();
    expect((await ask()).problem).toMatchObject({ status: 409, code: 'wrong_state' });
    await act('resume');
    expect((await detail(cast.expert)).timeline.data.map((row) => row.action)).toContain('earlier_date_lapsed');
    expect((await answer(cast.expert, true)).status).toBe(409);
    await ask();
    for (const [i, to] of kind.onward.entries()) {
      await d.must(cast.admin, 'POST', d.url('/override'), { to, reason: 'For the test' });
      expect((await detail(cast.requester)).earlier_date === null).toBe(i === kind.onward.length - 1);
    }
    expect((await ask()).status).toBe(409);
    expect((await answer(cast.expert, true)).status).toBe(409);

    d = await kind.accepted((cast = await kind.cast()));
    await ask();
    const { cancellation } = await detail(cast.requester);
    await d.must(cast.requester, 'POST', d.url('/actions/cancel'), {
      reason: 'It settled.',
      confirmed_fee_cents: cancellation?.fee_cents ?? 0,
    });
    expect((await detail(cast.requester)).earlier_date).toBeNull();
    expect((await ask()).status).toBe(409);
  });

  test('by the blind eye: the letters name nobody and carry nothing of what was written', async () => {
    await ask();
    await answer(cast.expert, false, { reason: 'I am abroad until then.' });
    const nameOf = async ({ user_id }: Person) =>
      (await t.world.db.selectFrom('users').select('last_name').where('id', '=', user_id).executeTakeFirstOrThrow())
        .last_name;
    const [requester, expert] = [await nameOf(cast.requester), await nameOf(cast.expert)];
    const [asked, kept] = [await told('earlier_date_asked'), await told('earlier_date_kept')];
    expect([asked.length, kept.length]).toEqual([1, 1]);
    for (const { text } of asked) {
      expect(text).not.toContain(requester);
      expect(text).not.toContain(WHY);
    }
    for (const { text } of kept) {
      expect(text).not.toContain(expert);
      expect(text).not.toContain('abroad');
    }
  });
});

test('before acceptance nobody is there to ask', async () => {
  const cast = await castFor(t.world);
  const d = await selected(cast);
  const asked = await t.request(cast.requester, 'PUT', d.url('/earlier_date'), { needed_by: ASKED, reason: WHY });
  expect(asked.problem).toMatchObject({ status: 409, code: 'wrong_state' });
  expect(asked.problem.detail).toContain('without asking');
});

test('unanswered it lapses once the date has come too near, and the requester hears', async () => {
  const cast = await castFor(t.world);
  const d = await (await selected(cast)).accepted();
  await d.must(cast.requester, 'PUT', d.url('/earlier_date'), { needed_by: ASKED, reason: WHY });
  const { earlier_date: asked } = await d.must<ReviewDetail>(cast.expert, 'GET', d.url());
  // three business days before Tuesday the 22nd it can last be asked for: on Thursday the 17th, in Chicago
  expect(asked?.lapses_at).toBe('2026-12-18T06:00:00.000Z');
  t.clock.set(new Date('2026-12-18T06:00:01Z'));
  const late = await t.request(cast.expert, 'POST', d.url('/earlier_date/answer'), { needed_by: ASKED, agrees: true });
  expect(late.problem).toMatchObject({ status: 409 });
  expect(late.problem.detail).toContain('too close');
  await t.settle();
  const after = await d.must<ReviewDetail>(cast.requester, 'GET', d.url());
  expect(after).toMatchObject({ needed_by: WAS, earlier_date: null });
  const row = after.timeline.data.find((one) => one.action === 'earlier_date_lapsed');
  expect(row).toMatchObject({ actor: 'Peritus', says: 'let the question for an earlier date lapse' });
  const mails = await t.world.db
    .selectFrom('mails')
    .select('to_user_id')
    .where('review_id', '=', d.id)
    .where('template', '=', 'earlier_date_lapsed')
    .execute();
  expect(mails.map((mail) => mail.to_user_id)).toEqual([cast.requester.user_id]);
});
