import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OwnReturn, ReturnsView } from '../../src/features/disclosure/contract/returns.ts';
import { returnCertificate, type SaidOfRecords } from '../../src/features/disclosure/rules.ts';
import { addDays } from '../../src/core/durations.ts';
import { type TestApp, testApp } from '../harness/app.ts';
import { agreed } from '../harness/disclosure.ts';
import { LegalDriver } from '../harness/legal-driver.ts';
import type { readUpNext } from '../../src/features/reviews/contract.ts';
import type { Out } from '../../src/core/endpoint.ts';
import { PASSWORD_HASH } from '../harness/password.ts';
import { pdfText } from '../harness/pdf-text.ts';
import { type Cast, castFor, CLEAN_ATTESTATION, inApp, writeRecord } from '../harness/review-driver.ts';
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

/** Thirty days from now, as a certificate is asked for. */
const due = () => addDays(t.clock.now().toISOString().slice(0, 10), 30);

describe('of an expert who left', () => {
  const left = async (): Promise<LegalDriver> => {
    const d = await agreed(new LegalDriver(inApp(t, cast)));
    const body = { reason: 'I am ill for months.', handover: 'Nothing is begun.' };
    await d.must(cast.expert, 'POST', d.url('/agreement/withdraw'), body);
    await t.settle();
    return d;
  };
  const own = async (who: Person = cast.expert) =>
    (await t.request<{ returns: OwnReturn[] }>(who, 'GET', '/api/v1/record_returns')).body.returns;
  const signOwn = async (d: LegalDriver, one: OwnReturn, more: object = {}, who: Person = cast.expert) => {
    await d.freshProof(who);
    const said = { ...DESTROYED, ...more } as SaidOfRecords;
    return t.request<{ returns: OwnReturn[]; code?: string }>(who, 'POST', `/api/v1/record_returns/${one.id}/sign`, {
      ...DESTROYED,
      text: returnCertificate(said, one.facts, one.records),
      name: one.own_name,
      consents: true,
      ...more,
    });
  };
  const tasks = async (who: Person = cast.expert) =>
    (await t.request<Out<typeof readUpNext>>(who, 'GET', '/api/v1/up_next')).body.tasks
      .filter(({ act }) => act === 'certify_records')
      .map(({ path }) => path);

  it('is asked of them, of what had been released until then, on a page of their own, and reminded of', async () => {
    const d = await left();
    const [one] = await own();
    expect(one).toMatchObject({ review_id: d.id, awaited: { due_on: due(), overdue: false }, signed: null });
    expect(one?.records.length).toBeGreaterThan(0);
    expect(await tasks()).toEqual([`/records-to-certify#return-${one?.id}`]);
    // what comes to the matter later is not theirs, and the matter stays closed to them
    await writeRecord(t.world, d.id, 'Later.pdf');
    expect(await own()).toEqual([one]);
    expect((await t.request(cast.expert, 'GET', d.url('/record_returns'))).status).toBe(404);
    expect((await read(d, cast.requester)).of_former).toMatchObject([{ due_on: due() }]);
    t.clock.advance({ days: 24 });
    await t.settle();
    const mails = await t.world.db
      .selectFrom('mails')
      .select(['text', 'to_email'])
      .where('review_id', '=', d.id)
      .where('template', '=', 'records_return_asked')
      .execute();
    expect(mails.map(({ to_email }) => to_email)).toEqual([cast.expert.email, cast.expert.email]);
    expect(JSON.stringify(mails)).toContain('/records-to-certify');
  });

  it('lists what had been released when they left, however late that is seen to', async () => {
    const d = await agreed(new LegalDriver(inApp(t, cast)));
    await t.settle();
    await t.request(cast.expert, 'POST', d.url('/agreement/withdraw'), {
      reason: 'Ill.',
      handover: 'Nothing is begun.',
    });
    // before anything follows from it
    t.clock.advance({ minutes: 1 });
    await writeRecord(t.world, d.id, 'For the next one.pdf');
    await t.settle();
    expect((await own())[0]?.records.map(({ name }) => name)).not.toContain('For the next one.pdf');
  });

  it('is asked back at their next end, with what came since, of who is engaged again', async () => {
    const d = await left();
    expect(await own()).toHaveLength(1);
    await d.replaced();
    t.clock.advance({ hours: 1 });
    await d.must(cast.matching, 'POST', d.url('/invitations'), { expert_profile_ids: [cast.expert.profile_id] });
    await d.must(cast.expert, 'POST', `/api/v1/invitations/review-${d.id}/accept`, CLEAN_ATTESTATION);
    await t.settle();
    expect(await own()).toEqual([]);
    await writeRecord(t.world, d.id, 'Later.pdf');
    await d.to('agreementSigned');
    await d.concluded();
    expect((await read(d)).records.map(({ name }) => name)).toContain('Later.pdf');
    expect((await sign(d)).status).toBe(200);
  });

  it('is signed as any is, by them alone, and the firm finds it on the matter', async () => {
    const d = await left();
    const one = (await own())[0]!;
    const [second] = cast.others;
    expect(await own(second!)).toEqual([]);
    expect((await signOwn(d, one, {}, second!)).status).toBe(404);
    expect((await signOwn(d, one, {}, cast.requester)).status).toBe(403);
    expect((await signOwn(d, one, { name: 'Somebody Else' })).status).toBe(422);
    expect((await signOwn(d, one, { text: 'I state nothing.' })).body.code).toBe('stale');
    const signed = await signOwn(d, one);
    expect(signed.body.returns).toMatchObject([{ awaited: null, records: [], signed: { fate: 'destroyed' } }]);
    expect((await signOwn(d, one)).status).toBe(409);
    expect(await tasks()).toEqual([]);
    const path = `/api/v1/record_returns/${one.id}/document`;
    const mine = await t.request(cast.expert, 'GET', path);
    const theirs = await t.request(cast.requester, 'GET', d.url(`/record_returns/${one.id}/document`));
    expect(mine.raw.rawPayload.equals(theirs.raw.rawPayload)).toBe(true);
    expect((await t.request(second!, 'GET', path)).status).toBe(404);
    expect((await read(d, cast.requester)).certificates).toMatchObject([{ id: one.id, fate: 'destroyed' }]);
    // the words go with the records
    await d.concluded();
    await d.must(cast.requester, 'POST', d.url('/actions/close'), {});
    await d.purge();
    await t.settle();
    expect((await t.request(cast.expert, 'GET', path)).status).toBe(404);
    expect(await own()).toMatchObject([{ signed: { has_words: false } }]);
  });

  it('is asked anew of what was kept under a legal hold, and stays awaited while others work on', async () => {
    const d = await left();
    const hold = (legal_hold: boolean) =>
      t.world.db.updateTable('reviews').set({ legal_hold }).where('id', '=', d.id).execute();
    await hold(true);
    const first = (await own())[0]!;
    expect((await signOwn(d, first)).status).toBe(422);
    expect((await signOwn(d, first, { fate: 'held', done_on: null, how: '' })).status).toBe(200);
    await hold(false);
    t.clock.advance({ days: 1, ms: 1 });
    await t.settle();
    expect(await own()).toMatchObject([
      { awaited: { overdue: false }, records: first.records },
      { signed: { fate: 'held' } },
    ]);
  });
});

it('is asked for when the matter is canceled, too, and of the next expert for themselves', async () => {
  const d = await agreed(new LegalDriver(inApp(t, cast)));
  const { cancellation } = await d.must<{ cancellation: { fee_cents: number } | null }>(cast.requester, 'GET', d.url());
  const body = { reason: 'The claim was withdrawn.', confirmed_fee_cents: cancellation?.fee_cents ?? 0 };
  await d.must(cast.requester, 'POST', d.url('/actions/cancel'), body);
  await t.settle();
  expect(await read(d)).toMatchObject({ awaited: { due_on: due() }, can: { sign: true } });
  const { tasks } = (await t.request<Out<typeof readUpNext>>(cast.expert, 'GET', '/api/v1/up_next')).body;
  expect(tasks.map(({ path }) => path)).toEqual([`/legal-case/${d.id}#record-returns`]);
  expect((await sign(d)).status).toBe(200);
});
