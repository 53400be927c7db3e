import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Certificate, PurgeRequest } from '../../src/features/reviews/contract.ts';
import { type TestApp, testApp } from '../harness/app.ts';
import type { CaseDriver } from '../harness/case-driver.ts';
import { flagWorld } from '../harness/flags.ts';
import type { Person } from '../harness/world.ts';

let t: TestApp;
let ada: Person;
let bea: Person;
beforeAll(async () => {
  t = await testApp();
  ada = await t.world.staff('super_admin');
  bea = await t.world.staff('super_admin');
});
afterAll(() => t.close());

const cancelled = async (): Promise<CaseDriver> => {
  const d = await flagWorld(t).aCase();
  await d.to('submitted');
  await d.must(d.cast.requester, 'POST', d.url('/actions/cancel'), { reason: 'Settled', confirmed_fee_cents: 0 });
  await t.settle();
  return d;
};
const ask = (who: Person, d: CaseDriver, reason = 'A court order') =>
  t.request<PurgeRequest>(who, 'POST', d.url('/purge_request'), { reason });
const answer = (who: Person, d: CaseDriver, verb: 'confirm' | 'decline' | 'withdraw', request_id: number) =>
  t.request<PurgeRequest>(who, 'POST', d.url(`/purge_request/${verb}`), { request_id });
const waits = async (who: Person, d: CaseDriver) =>
  (await t.request<PurgeRequest>(who, 'GET', d.url('/purge_request'))).body.request;
const asked = async (d: CaseDriver, who = ada): Promise<number> => {
  const made = await ask(who, d);
  expect(made.status).toBe(201);
  return made.body.request?.id ?? 0;
};
const prove = (who: Person, at: Date | null) =>
  t.world.db.updateTable('sessions').set({ authenticated_at: at }).where('user_id', '=', who.user_id).execute();
const anew = () => Promise.all([ada, bea].map((who) => prove(who, t.clock.now())));
const audited = (d: CaseDriver) =>
  t.world.db
    .selectFrom('audit_rows')
    .select(['action', 'actor_user_id', 'data'])
    .where('review_id', '=', d.id)
    .where('action', 'like', 'review.purge%')
    .orderBy('id')
    .execute();
const mailed = async (d: CaseDriver, template: string) =>
  (
    await t.world.db
      .selectFrom('mails')
      .select('to_user_id')
      .where('review_id', '=', d.id)
      .where('template', '=', template)
      .execute()
  ).map(({ to_user_id }) => to_user_id);

test('one super admin asks, another confirms, and both stand on the record', async () => {
  await anew();
  const open = await flagWorld(t).aCase();
  await open.to('submitted');
  expect((await ask(ada, open)).status).toBe(409);

  const d = await cancelled();
  for (const who of [d.cast.admin, d.cast.clinOps, d.cast.requester]) {
    expect((await ask(who, d)).status).toBe(403);
    expect((await t.request(who, 'GET', d.url('/purge_request'))).status).toBe(403);
  }
  expect((await t.request(ada, 'POST', d.url('/actions/purge'), { reason: 'Now' })).status).toBe(400);
  await prove(ada, null);
  expect((await ask(ada, d)).problem.code).toBe('reauthentication_required');
  await anew();
  const silent = await ask(ada, d, ' ');
  expect([silent.status, silent.problem.errors[0]?.path]).toEqual([422, 'reason']);

  const id = await asked(d);
  expect((await ask(bea, d)).status).toBe(409);
  expect(await waits(bea, d)).toMatchObject({ id, is_yours: false, reason: 'A court order' });
  expect(await waits(ada, d)).toMatchObject({ id, is_yours: true });
  await t.settle();
  const told = await mailed(d, 'purge_asked');
  expect(told).toContain(bea.user_id);
  expect(told).not.toContain(ada.user_id);
  expect(await d.status()).toBe('cancelled');

  // the same person is not two people, and nobody else is a super admin
  expect((await answer(ada, d, 'confirm', id)).status).toBe(403);
  expect((await answer(ada, d, 'decline', id)).status).toBe(403);
  expect((await answer(bea, d, 'withdraw', id)).status).toBe(403);
  expect((await answer(d.cast.admin, d, 'confirm', id)).status).toBe(403);
  const other = await cancelled();
  expect((await answer(bea, other, 'confirm', id)).status).toBe(404);
  await prove(bea, null);
  expect((await answer(bea, d, 'confirm', id)).problem.code).toBe('reauthentication_required');
  await anew();

  expect((await answer(bea, d, 'confirm', id)).status).toBe(200);
  await t.settle();
  expect(await d.status()).toBe('purged');
  expect(await audited(d)).toMatchObject([
    { action: 'review.purge_asked', actor_user_id: ada.user_id, data: { request_id: id, before: null, after: 'open' } },
    { action: 'review.purge', actor_user_id: bea.user_id, data: { request_id: id, asked_by: ada.user_id } },
  ]);
  const certificate = await d.must<Certificate>(d.cast.admin, 'GET', d.url('/certificate'));
  expect(certificate).toMatchObject({ reason: 'A court order', complete: true });
  expect([certificate.purged_by, certificate.asked_by]).not.toContain(null);
  expect((await answer(bea, d, 'confirm', id)).status).toBe(409);
});

test('two who confirm at once purge once', async () => {
  await anew();
  const d = await cancelled();
  const id = await asked(d);
  const cleo = await t.world.staff('super_admin');
  const answers = await Promise.all([answer(bea, d, 'confirm', id), answer(cleo, d, 'confirm', id)]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  await t.settle();
  expect((await audited(d)).filter(({ action }) => action === 'review.purge')).toHaveLength(1);
  // and two who ask at once ask once
  const e = await cancelled();
  const asks = await Promise.all([ask(ada, e), ask(bea, e)]);
  expect(asks.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
});

test('a legal hold, a review that goes on, a refusal, a change of mind and seven days each end it without a purge', async () => {
  await anew();
  const d = await cancelled();
  const hold = (on: boolean) => d.must(bea, 'PUT', d.url('/legal_hold'), { on, reason: 'Subpoena' });
  const first = await asked(d);
  await hold(true);
  const refused = await answer(bea, d, 'confirm', first);
  expect([refused.status, refused.problem.detail]).toEqual([409, expect.stringContaining('legal hold')]);
  expect(await waits(bea, d)).toMatchObject({ id: first });
  await hold(false);
  expect((await answer(bea, d, 'decline', first)).body).toEqual({ request: null });
  await t.settle();
  expect(await mailed(d, 'purge_declined')).toEqual([ada.user_id]);
  expect((await answer(bea, d, 'confirm', first)).status).toBe(409);

  const second = await asked(d);
  expect((await answer(ada, d, 'withdraw', second)).status).toBe(200);
  expect((await answer(bea, d, 'confirm', second)).status).toBe(409);

  const third = await asked(d);
  t.clock.advance({ days: 7 });
  await anew();
  expect(await waits(bea, d)).toBeNull();
  expect((await answer(bea, d, 'confirm', third)).status).toBe(409);
  // its days over, it can be asked for again
  await asked(d);
  expect((await audited(d)).map(({ action }) => action.slice('review.'.length))).toEqual([
    'purge_asked',
    'purge_declined',
    'purge_asked',
    'purge_withdrawn',
    'purge_asked',
    'purge_asked',
  ]);
  expect(await d.status()).toBe('cancelled');

  const closed = await cancelled();
  const id = await asked(closed);
  await t.world.db
    .updateTable('reviews')
    .set({ status: 'closed', bucket: 'completed' })
    .where('id', '=', closed.id)
    .execute();
  await closed.must(closed.cast.admin, 'POST', closed.url('/actions/reopen'), { reason: 'One more question' });
  expect((await answer(bea, closed, 'confirm', id)).status).toBe(409);
  expect(await waits(bea, closed)).toBeNull();
});
