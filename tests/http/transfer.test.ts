import { type Cast, castFor, inApp } from '../harness/review-driver.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ReviewDetail } from '../../src/features/reviews/contract.ts';
import { json } from '../../src/platform/db/json.ts';
import { type TestApp, testApp } from '../harness/app.ts';
import { CaseDriver } from '../harness/case-driver.ts';
import type { Person } from '../harness/world.ts';

let t: TestApp;
let cast: Cast;
let colleague: Person;
let manager: Person;

beforeAll(async () => {
  t = await testApp();
});
// everybody anew: an expert gives one opinion on a matter
beforeEach(async () => {
  cast = await castFor(t.world);
  colleague = await t.world.consultant(cast.organization_id);
  manager = await t.world.manager(cast.organization_id);
  await flag(true);
});
afterAll(() => t.close());

const flag = (on: boolean) =>
  t.world.db
    .updateTable('organizations')
    .set({ flags: json({ enable_case_closeout_transfer_requests: on, enable_automated_case_closeouts: false }) })
    .where('id', '=', cast.organization_id)
    .execute();
/** A case whose call was held. */
async function called(): Promise<CaseDriver> {
  const d = new CaseDriver(inApp(t, cast));
  await d.to('timeChosen', { needed_by: '2027-06-30' });
  t.clock.advance({ days: 3 });
  await t.settle();
  return d.held();
}
const act = (who: Person, d: CaseDriver, action: string, body: unknown = {}) =>
  t.request(who, 'POST', d.url(`/actions/${action}`), body);
const ask = (d: CaseDriver, to: Person | null = colleague, who = cast.requester) =>
  act(who, d, 'request_transfer', {
    reason: 'She takes over my desk.',
    ...(to ? { requester_id: to.user_id } : {}),
  });
const detail = (who: Person, d: CaseDriver) => t.request<ReviewDetail>(who, 'GET', d.url());
const told = async (d: CaseDriver, template: string) => {
  await t.settle();
  return (
    await t.world.db
      .selectFrom('mails')
      .select('to_user_id')
      .where('review_id', '=', d.id)
      .where('template', '=', template)
      .execute()
  ).map((mail) => mail.to_user_id);
};

test('asked for, decided by a manager, taken over with everything; whoever had it sees it no more', async () => {
  const d = await called();
  expect((await detail(colleague, d)).status).toBe(404);
  expect((await ask(d)).status).toBe(200);
  const seen = (await detail(cast.requester, d)).body;
  expect(seen).toMatchObject({
    ball: 'staff',
    transfer_request: { reason: 'She takes over my desk.', to: { id: colleague.user_id } },
    abilities: { request_transfer: { allowed: false } },
  });
  expect(await told(d, 'transfer_requested')).toEqual(
    expect.arrayContaining([manager.user_id, cast.matching.user_id, cast.admin.user_id]),
  );
  // what is asked for stands in the way of closing, and is asked for once
  expect((await act(cast.requester, d, 'close')).status).toBe(409);
  expect((await ask(d)).status).toBe(409);
  expect((await act(cast.admin, d, 'grant_transfer')).status).toBe(409);
  expect((await detail(manager, d)).body.abilities['hand_over']).toEqual({ allowed: true, reason: null });

  expect((await act(manager, d, 'hand_over')).status).toBe(200);
  expect(await d.status()).toBe('call_completed');
  const taken = (await detail(colleague, d)).body;
  expect(taken).toMatchObject({ requester: { id: colleague.user_id }, transfer_request: null, ball: 'requester' });
  expect(taken.timeline.data[0]).toMatchObject({ action: 'hand_over', says: 'handed it to another requester' });
  expect(taken.abilities['close']).toEqual({ allowed: true, reason: null });
  expect((await detail(cast.requester, d)).status).toBe(404);
  expect(await told(d, 'review_handed_over')).toEqual(
    expect.arrayContaining([colleague.user_id, cast.requester.user_id, cast.expert.user_id]),
  );
  expect((await act(colleague, d, 'close')).status).toBe(200);
});

test('declined with a reason it stays where it is, and can be asked for again', async () => {
  const d = await called();
  await ask(d);
  expect((await act(manager, d, 'decline_transfer')).problem).toMatchObject({
    status: 422,
    errors: [{ path: 'reason' }],
  });
  expect((await act(manager, d, 'decline_transfer', { reason: 'Not before the hearing.' })).status).toBe(200);
  expect((await detail(cast.requester, d)).body).toMatchObject({
    transfer_request: null,
    ball: 'requester',
    requester: { id: cast.requester.user_id },
  });
  expect(await told(d, 'transfer_declined')).toContain(cast.requester.user_id);
  expect((await act(manager, d, 'hand_over')).status).toBe(409);
  expect((await act(manager, d, 'decline_transfer', { reason: 'Again' })).status).toBe(409);
  expect((await ask(d)).status).toBe(200);
});

test('who may, and to whom', async () => {
  const d = await called();
  const stranger = await t.world.consultant(await t.world.organization({}));
  expect((await ask(d, stranger)).problem).toMatchObject({ status: 422, errors: [{ path: 'requester_id' }] });
  expect((await ask(d, cast.requester)).problem).toMatchObject({ status: 422, errors: [{ path: 'requester_id' }] });
  expect((await detail(cast.requester, d)).body.transfer_request).toBeNull();
  expect((await ask(d, colleague, cast.expert)).status).toBe(403);
  expect((await ask(d, colleague, stranger)).status).toBe(404);
  await ask(d);
  for (const who of [cast.requester, cast.expert, cast.clinOps])
    for (const action of ['hand_over', 'decline_transfer'])
      expect((await act(who, d, action, { reason: 'For the test' })).status).toBe(403);
  expect((await act(stranger, d, 'hand_over')).status).toBe(404);
  // somebody who left meanwhile takes nothing over
  await t.world.db
    .updateTable('users')
    .set({ suspended_at: t.clock.now() })
    .where('id', '=', colleague.user_id)
    .execute();
  expect((await act(manager, d, 'hand_over')).problem.detail).toContain('no longer');
  await t.world.db.updateTable('users').set({ suspended_at: null }).where('id', '=', colleague.user_id).execute();
  expect((await act(cast.matching, d, 'hand_over')).status).toBe(200);
});

test('flag enable_case_closeout_transfer_requests off: not offered and refused, and nothing asked before is granted', async () => {
  const d = await called();
  await flag(false);
  expect((await detail(cast.requester, d)).body.abilities['request_transfer']).toMatchObject({ allowed: false });
  expect((await ask(d)).problem).toMatchObject({ status: 403, code: 'forbidden' });
  await flag(true);
  await ask(d);
  await flag(false);
  expect((await act(manager, d, 'hand_over')).status).toBe(403);
  // but it can be put away
  expect((await act(manager, d, 'decline_transfer', { reason: 'Switched off' })).status).toBe(200);
  await flag(true);
});

test('flag enable_case_closeout_transfer_requests on: elsewhere, it ends here once granted', async () => {
  const d = await called();
  expect((await ask(d, null)).status).toBe(200);
  expect((await act(manager, d, 'hand_over')).status).toBe(409);
  expect((await act(cast.admin, d, 'grant_transfer')).status).toBe(200);
  expect(await d.status()).toBe('transferred');
  expect(await told(d, 'review_transferred')).toEqual(
    expect.arrayContaining([cast.requester.user_id, cast.expert.user_id]),
  );
});

test('while a transfer is decided the closeout waits, on the page and in the list alike, and goes on with the time left', async () => {
  await t.world.db
    .updateTable('organizations')
    .set({ flags: json({ enable_case_closeout_transfer_requests: true, enable_automated_case_closeouts: true }) })
    .where('id', '=', cast.organization_id)
    .execute();
  const d = await called();
  expect(await d.status()).toBe('closeout_pending');
  const due = async () => {
    const { due: seen, what_now, closeout_at } = (await detail(cast.requester, d)).body;
    const list = await t.request<{ data: { id: number; due: unknown }[] }>(cast.requester, 'GET', '/api/v1/cases');
    expect(list.body.data.find((row) => row.id === d.id)?.due).toEqual(seen);
    expect(what_now.due).toEqual(seen);
    expect(closeout_at).toBe(seen?.at);
    return seen;
  };
  const deadlines = () =>
    t.world.db
      .selectFrom('deadlines')
      .select(['kind', 'due_at'])
      .where('review_id', '=', d.id)
      .where('kind', 'in', ['closeout', 'closeout_warning'])
      .where('done_at', 'is', null)
      .where('cancelled_at', 'is', null)
      .orderBy('kind')
      .execute();
  const began = await due();
  const at = Date.parse(began?.at ?? '');
  expect(began).toMatchObject({ paused_at: null, verb: 'closes' });

  t.clock.advance({ hours: 10 });
  const asked = t.clock.now();
  expect((await ask(d)).status).toBe(200);
  const waits = { ...began, paused_at: asked.toISOString() };
  expect(await due()).toEqual(waits);
  expect(await deadlines()).toEqual([]);
  // longer than the closeout would have taken: nothing closes, nothing warns, nothing is overdue, and it can be stopped
  t.clock.advance({ days: 5 });
  await t.settle();
  expect(await d.status()).toBe('closeout_pending');
  expect(await told(d, 'closeout_warning')).toEqual([]);
  expect(await due()).toEqual(waits);
  expect((await t.request(cast.requester, 'GET', '/api/v1/cases?overdue=true')).body).toMatchObject({ data: [] });
  expect((await detail(cast.requester, d)).body.abilities['cancel_closeout']).toMatchObject({ allowed: true });

  expect((await act(manager, d, 'decline_transfer', { reason: 'Not before the hearing.' })).status).toBe(200);
  const later = new Date(at + 5 * 86_400_000);
  expect(await due()).toMatchObject({ at: later.toISOString(), paused_at: null });
  expect(await deadlines()).toMatchObject([{ kind: 'closeout', due_at: later }, { kind: 'closeout_warning' }]);
  t.clock.set(new Date(later.getTime() - 20 * 3_600_000));
  await t.settle();
  expect(await d.status()).toBe('closeout_pending');
  expect(await told(d, 'closeout_warning')).toContain(cast.requester.user_id);
  t.clock.set(later);
  await t.settle();
  expect(await d.status()).toBe('closed');
});
