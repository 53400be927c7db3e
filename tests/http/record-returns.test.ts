import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { ReturnsView } from '../../src/features/disclosure/contract/returns.ts';
import { returnCertificate, type SaidOfRecords } from '../../src/features/disclosure/rules.ts';
import { type TestApp, testApp } from '../harness/app.ts';
import { agreed } from '../harness/disclosure.ts';
import { LegalDriver } from '../harness/legal-driver.ts';
import { PASSWORD_HASH } from '../harness/password.ts';
import { pdfText } from '../harness/pdf-text.ts';
import { type Cast, castFor, inApp } from '../harness/review-driver.ts';
import type { Person } from '../harness/world.ts';

/* What becomes of the records an expert received, once a matter has ended: asked for, reminded of, certified. */
let t: TestApp;
let cast: Cast;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  cast = await castFor(t.world, PASSWORD_HASH);
});

const read = async (d: LegalDriver, who: Person = cast.expert) =>
  (await t.request<ReturnsView>(who, 'GET', d.url('/record_returns'))).body;
const DESTROYED: SaidOfRecords = {
  fate: 'destroyed',
  done_on: '2026-11-18',
  how: 'Shredded what was printed, wiped what was downloaded.',
  besides: '',
};
async function sign(d: LegalDriver, more: Record<string, unknown> = {}, who: Person = cast.expert, fresh = true) {
  const view = await read(d);
  if (fresh) await d.freshProof(who);
  const said = { ...DESTROYED, ...more } as SaidOfRecords;
  return t.request<ReturnsView & { code?: string }>(who, 'POST', d.url('/record_returns/sign'), {
    ...DESTROYED,
    text: view.records ? returnCertificate(said, view.facts, view.records) : '',
    name: view.own_name,
    consents: true,
    ...more,
  });
}
const templates = async (d: LegalDriver) =>
  (
    await t.world.db
      .selectFrom('mails')
      .select('template')
      .where('review_id', '=', d.id)
      .where('template', 'like', 'records_return%')
      .orderBy('id')
      .execute()
  ).map(({ template }) => template);
const ended = async (): Promise<LegalDriver> => {
  const d = await agreed(new LegalDriver(inApp(t, cast)));
  return d.concluded();
};

it('is asked for at the end, signed word by word with what was released, and the same paper each time', async () => {
  const d = await agreed(new LegalDriver(inApp(t, cast)));
  expect(await read(d)).toMatchObject({ awaited: null, can: { sign: false } });
  expect((await sign(d)).status).toBe(409);
  await d.concluded();
  const view = await read(d);
  expect(view).toMatchObject({ awaited: { due_on: '2026-12-18', overdue: false }, held: false, can: { sign: true } });
  expect(await read(d, cast.requester)).toMatchObject({ awaited: { due_on: '2026-12-18' }, can: { sign: false } });
  // who signs is the expert, who has just shown who they are, by their own name, and what they read
  expect((await sign(d, {}, cast.requester)).status).toBe(403);
  expect((await sign(d, {}, await t.world.assistantOf(cast.expert.profile_id))).status).toBe(403);
  expect((await sign(d, { name: 'Somebody Else' })).status).toBe(422);
  expect((await sign(d, { done_on: '2026-11-30' })).status).toBe(422);
  expect((await sign(d, { how: ' ' })).status).toBe(422);
  expect((await sign(d, { fate: 'held' })).status).toBe(422);
  expect((await sign(d, { text: 'I state nothing.' })).body.code).toBe('stale');
  t.clock.advance({ minutes: 20 });
  expect((await sign(d, {}, cast.expert, false)).body.code).toBe('reauthentication_required');
  const signed = await sign(d);
  expect(signed.status).toBe(200);
  const [one] = signed.body.certificates;
  const text = returnCertificate(DESTROYED, view.facts, view.records);
  expect(one).toMatchObject({ fate: 'destroyed', sha256: createHash('sha256').update(text).digest('hex') });
  expect(signed.body).toMatchObject({ awaited: null, can: { sign: false } });
  expect((await sign(d)).status).toBe(409);
  const url = d.url(`/record_returns/${one?.id}/document`);
  const [first, second] = [await t.request(cast.requester, 'GET', url), await t.request(cast.expert, 'GET', url)];
  expect(first.raw.rawPayload.equals(second.raw.rawPayload)).toBe(true);
  const paper = (await pdfText(first.raw.rawPayload)).replaceAll(/\s+/g, ' ');
  expect(paper).toContain('I destroyed all of them, and every copy that was made of them, by November 18, 2026.');
  expect(paper).toContain('Records that were released to me');
  await t.settle();
  expect(await templates(d)).toEqual(expect.arrayContaining(['records_return_asked', 'records_return_signed']));
  // nobody else's
  const stranger = await castFor(t.world, PASSWORD_HASH);
  for (const who of [stranger.requester, stranger.expert]) {
    expect((await t.request(who, 'GET', url)).status).toBe(404);
    expect((await t.request(who, 'GET', d.url('/record_returns'))).status).toBe(404);
  }
  // the words go with a purge, that it was signed stays
  await d.must(cast.requester, 'POST', d.url('/actions/close'), {});
  await d.purge();
  await t.settle();
  expect((await t.request(cast.requester, 'GET', d.url('/certificate'))).body).toMatchObject({ complete: true });
  const row = await t.world.db
    .selectFrom('record_returns')
    .selectAll()
    .where('review_id', '=', d.id)
    .executeTakeFirstOrThrow();
  expect(row).toMatchObject({ text: null, signature_name: null, fate: 'destroyed', sha256: one?.sha256 });
});

it('destroys nothing under a legal hold, which is named instead', async () => {
  const d = await ended();
  await t.world.db.updateTable('reviews').set({ legal_hold: true }).where('id', '=', d.id).execute();
  expect((await read(d)).held).toBe(true);
  const refused = await sign(d);
  expect(refused.status).toBe(422);
  expect(refused.problem.errors?.map(({ path }) => path)).toEqual(['fate']);
  const kept = await sign(d, { fate: 'held', done_on: null, how: '' });
  expect(kept.body.certificates).toMatchObject([{ fate: 'held' }]);
});

it('asks anew of what was kept under a legal hold once that is lifted, not before', async () => {
  const d = await ended();
  const hold = (legal_hold: boolean) =>
    t.world.db.updateTable('reviews').set({ legal_hold }).where('id', '=', d.id).execute();
  const days = async (n: number) => {
    for (let day = 0; day < n; day += 1) {
      t.clock.advance({ days: 1 });
      await t.settle();
    }
  };
  await d.must(cast.requester, 'POST', d.url('/actions/close'), {});
  await hold(true);
  await sign(d, { fate: 'held', done_on: null, how: '' });
  await days(3);
  expect((await read(d)).awaited).toBeNull();
  await hold(false);
  await days(2);
  expect(await read(d)).toMatchObject({ awaited: { due_on: '2026-12-22' }, can: { sign: true } });
  expect((await templates(d)).filter((one) => one === 'records_return_asked')).toHaveLength(2);
  const signed = await sign(d, { done_on: '2026-11-22' });
  expect(signed.body.certificates.map(({ fate }) => fate)).toEqual(['destroyed', 'held']);
  await days(3);
  expect((await read(d)).awaited).toBeNull();
});

it('is reminded of until it is signed, blocks nothing, and is not asked for while the matter goes on', async () => {
  const d = await ended();
  await t.settle();
  expect(await templates(d)).toEqual(['records_return_asked']);
  await d.must(cast.requester, 'POST', d.url('/actions/take_up_again'), { reason: 'A second phase.' });
  await t.settle();
  expect((await read(d)).awaited).toBeNull();
  t.clock.advance({ days: 40 });
  await t.settle();
  expect(await templates(d)).toEqual(['records_return_asked']);
  await d.concluded();
  await d.must(cast.requester, 'POST', d.url('/actions/cancel_closeout'), {});
  t.clock.advance({ days: 24 });
  await t.settle();
  expect(await templates(d)).toHaveLength(3);
  t.clock.advance({ days: 8 });
  await t.settle();
  expect(await templates(d)).toHaveLength(4);
  expect((await read(d, cast.requester)).awaited?.overdue).toBe(true);
  await d.must(cast.requester, 'POST', d.url('/actions/close'), {});
  expect((await sign(d, { fate: 'kept', done_on: null, how: 'State law on records of experts.' })).status).toBe(200);
});
