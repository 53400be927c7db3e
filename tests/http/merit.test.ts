import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { signaturesOf } from '../../src/core/pdf-signature.ts';
import type { MeritTemplates, MeritView } from '../../src/features/disclosure/contract/merit.ts';
import { filledTemplate, type MeritTerms } from '../../src/features/disclosure/rules.ts';
import { sampleLaunch, samplePdf, samplePng } from '../../src/platform/inspect/samples.ts';
import { type TestApp, testApp } from '../harness/app.ts';
import { agreed } from '../harness/disclosure.ts';
import { LegalDriver } from '../harness/legal-driver.ts';
import { PASSWORD_HASH } from '../harness/password.ts';
import { pdfText } from '../harness/pdf-text.ts';
import { type Cast, castFor, CLEAN_ATTESTATION, inApp } from '../harness/review-driver.ts';
import type { Person } from '../harness/world.ts';

/* Certificates of merit and affidavits: general templates, those staff enter by state, and what an expert signs on them. */
let t: TestApp;
let cast: Cast;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  cast = await castFor(t.world, PASSWORD_HASH);
});

const OPINIONS =
  'The delay of nine hours fell below the standard of care.\n\nIt is more likely than not that it changed the outcome.';
const read = async (d: LegalDriver, who: Person = cast.expert) =>
  (await t.request<MeritView>(who, 'GET', d.url('/merit'))).body;
async function sign(d: LegalDriver, key: string, more: Record<string, unknown> = {}, who: Person = cast.expert) {
  const view = await read(d);
  const template = view.templates.find((one) => one.key === key);
  await d.freshProof(cast.expert);
  return t.request<MeritView & { code?: string }>(who, 'POST', d.url('/merit/sign'), {
    key,
    version: template?.version ?? 0,
    opinions: OPINIONS,
    text: filledTemplate(template?.text ?? '', { ...view.facts, opinions: OPINIONS }),
    name: view.own_name,
    consents: true,
    ...more,
  });
}
const write = (who: Person, key: string, version: number, terms: Partial<MeritTerms> | null, reason = 'For the test') =>
  t.request<MeritTemplates & { errors?: { path: string }[] }>(who, 'POST', `/api/v1/merit_templates/${key}`, {
    version,
    terms,
    reason,
  });
const ILLINOIS: MeritTerms = {
  sort: 'affidavit',
  state: 'IL',
  title: 'Affidavit as the operator entered it',
  text: 'In {caption}, I, {expert}, state: {opinions}',
  source: 'Entered by the operator for this test',
  read_on: '2026-11-18',
  reviewed_by: '',
  needs_notary: false,
};

it('an expert signs on a general template, word by word, and the firm reads the same bytes each time', async () => {
  const d = await agreed(new LegalDriver(inApp(t, cast)), { role: 'consulting' });
  const view = await read(d);
  expect(view.templates.map(({ key, state, reviewed_by }) => [key, state, reviewed_by])).toEqual([
    ['general_certificate', 'general', ''],
    ['general_affidavit', 'general', ''],
  ]);
  // only who signs is shown the templates
  expect(await read(d, cast.requester)).toMatchObject({ templates: [], can: { sign: false } });

  expect((await sign(d, 'general_certificate', { name: 'Somebody Else' })).status).toBe(422);
  expect((await sign(d, 'general_certificate', { opinions: ' ' })).status).toBe(400);
  // other words than were read
  expect((await sign(d, 'general_certificate', { text: 'I state nothing.' })).body.code).toBe('stale');
  expect((await sign(d, 'general_certificate', { version: 3 })).status).toBe(409);
  expect((await sign(d, 'none')).status).toBe(409);
  expect((await sign(d, 'general_certificate', {}, cast.requester)).status).toBe(403);

  const signed = await sign(d, 'general_certificate');
  expect(signed.status).toBe(200);
  const [one] = (await read(d, cast.requester)).statements;
  expect(one).toMatchObject({ number: 1, title: 'Certificate of merit', has_words: true });
  const pdf = async (who: Person) =>
    t.app.http.inject({ method: 'GET', url: d.url('/merit/1/document'), headers: who.headers });
  const [first, again] = [await pdf(cast.requester), await pdf(cast.expert)];
  expect([first.statusCode, again.rawPayload.equals(first.rawPayload)]).toEqual([200, true]);
  expect(await signaturesOf(Uint8Array.from(first.rawPayload))).toMatchObject([{ state: 'sound', covers: 'whole' }]);
  const text = await pdfText(first.rawPayload);
  for (const words of [
    'Ferrante v. Brightwater Regional',
    'The delay of nine hours fell below the standard of care.',
    'It is more likely than not that it changed the outcome.',
    'taken from no statute',
    one?.sha256 ?? '-',
  ])
    expect(text).toContain(words);
  const kept = await t.world.db
    .selectFrom('merit_statements')
    .select(['text', 'sha256'])
    .where('review_id', '=', d.id)
    .executeTakeFirstOrThrow();
  expect(
    createHash('sha256')
      .update(kept.text ?? '')
      .digest('hex'),
  ).toBe(kept.sha256);
  const mails = await t.world.db
    .selectFrom('mails')
    .select(['to_email', 'subject'])
    .where('review_id', '=', d.id)
    .where('template', '=', 'merit_signed')
    .execute();
  expect(mails).toMatchObject([{ to_email: cast.requester.email }]);
  expect(mails[0]?.subject).not.toContain('Ferrante');

  // after ten minutes it takes showing again who one is
  await t.world.db
    .updateTable('sessions')
    .set({ authenticated_at: new Date(t.clock.now().getTime() - 20 * 60_000) })
    .where('user_id', '=', cast.expert.user_id)
    .execute();
  const { templates, facts, own_name } = await read(d);
  const [template] = templates;
  const late = await t.request(cast.expert, 'POST', d.url('/merit/sign'), {
    key: template?.key,
    version: template?.version,
    opinions: OPINIONS,
    text: filledTemplate(template?.text ?? '', { ...facts, opinions: OPINIONS }),
    name: own_name,
    consents: true,
  });
  expect(late.problem.code).toBe('reauthentication_required');

  // nobody else's, and gone with a purge
  const foreign = await t.world.consultant(await t.world.organization());
  expect((await pdf(foreign)).statusCode).toBe(404);
  expect((await pdf(cast.others[0] as Person)).statusCode).toBe(404);
  await d.concluded();
  await d.must(cast.requester, 'POST', d.url('/actions/close'), {});
  await d.purge();
  await t.settle();
  expect((await pdf(cast.requester)).statusCode).toBe(404);
  expect(
    await t.world.db
      .selectFrom('merit_statements')
      .select(['text', 'signature_name', 'sha256'])
      .where('review_id', '=', d.id)
      .execute(),
  ).toEqual([{ text: null, signature_name: null, sha256: kept.sha256 }]);
  expect((await t.request(cast.requester, 'GET', d.url('/certificate'))).body).toMatchObject({ complete: true });
});

it('what was signed stays the firm’s when the expert leaves; who comes next sees none of it', async () => {
  const d = await agreed(new LegalDriver(inApp(t, cast)));
  expect((await sign(d, 'general_certificate')).status).toBe(200);
  await d.must(cast.expert, 'POST', d.url('/agreement/withdraw'), {
    reason: 'I am ill for months.',
    handover: 'The chart is read to page 40.',
  });
  await t.settle();
  const open = async (who: Person) =>
    (await t.app.http.inject({ method: 'GET', url: d.url('/merit/1/document'), headers: who.headers })).statusCode;
  const numbers = async (who: Person) => (await read(d, who)).statements.map(({ number }) => number);
  expect([await numbers(cast.requester), await open(cast.requester)]).toEqual([[1], 200]);
  expect(await open(cast.expert)).toBe(404);

  await d.replaced();
  t.clock.advance({ hours: 1 });
  const next = cast.others[0] as Cast['expert'];
  await d.must(cast.matching, 'POST', d.url('/invitations'), { expert_profile_ids: [next.profile_id] });
  await d.must(next, 'POST', `/api/v1/invitations/review-${d.id}/accept`, CLEAN_ATTESTATION);
  await t.settle();
  expect([await numbers(cast.requester), await open(cast.requester)]).toEqual([[1], 200]);
  expect([await numbers(next), await open(next)]).toEqual([[], 404]);
});

it('staff enter a state’s own with its source; what is written later changes nothing that is signed', async () => {
  expect((await write(cast.clinOps, 'own_il', -1, { ...ILLINOIS, source: '' })).body.errors).toMatchObject([
    { path: 'terms.source' },
  ]);
  expect((await write(cast.clinOps, 'own_il', -1, { ...ILLINOIS, text: '{opinions} {judge}' })).status).toBe(422);
  expect((await write(cast.requester, 'own_il', -1, ILLINOIS)).status).toBe(403);
  expect((await write(cast.clinOps, 'own_il', 0, ILLINOIS)).status).toBe(409);
  expect((await write(cast.clinOps, 'own_il', -1, ILLINOIS)).status).toBe(200);
  expect((await write(cast.clinOps, 'own_tx', -1, { ...ILLINOIS, state: 'TX' })).status).toBe(200);

  const d = await agreed(new LegalDriver(inApp(t, cast)));
  // the matter's state first; no other state's
  expect((await read(d)).templates.map(({ key }) => key)).toEqual([
    'own_il',
    'general_certificate',
    'general_affidavit',
  ]);
  expect((await sign(d, 'own_tx')).status).toBe(409);
  expect((await sign(d, 'own_il')).status).toBe(200);
  const before = await t.app.http.inject({
    method: 'GET',
    url: d.url('/merit/1/document'),
    headers: cast.expert.headers,
  });

  const reviewed = { ...ILLINOIS, text: 'Otherwise: {opinions}', reviewed_by: 'Ruth Aldane' };
  expect((await write(cast.clinOps, 'own_il', 1, reviewed)).status).toBe(200);
  expect((await read(d)).templates[0]).toMatchObject({ version: 2, reviewed_by: 'Ruth Aldane' });
  const after = await t.app.http.inject({
    method: 'GET',
    url: d.url('/merit/1/document'),
    headers: cast.expert.headers,
  });
  expect(after.rawPayload.equals(before.rawPayload)).toBe(true);
  expect((await sign(d, 'own_il')).body.statements.map(({ number }) => number)).toEqual([2, 1]);
  expect((await write(cast.clinOps, 'own_il', 2, null)).status).toBe(200);
  expect((await read(d)).templates.map(({ key }) => key)).toEqual(['general_certificate', 'general_affidavit']);
  expect((await write(cast.clinOps, 'own_tx', 1, null)).status).toBe(200);
});

const post = (d: LegalDriver, who: Person, path: string, body: unknown = {}) =>
  t.request<MeritView & { detail?: string }>(who, 'POST', d.url(`/merit/${path}`), body);
const mailed = async (d: LegalDriver, who: Person) =>
  (
    await t.world.db
      .selectFrom('mails')
      .select('template')
      .where('review_id', '=', d.id)
      .where('to_user_id', '=', who.user_id)
      .where('template', 'like', 'merit%')
      .orderBy('id')
      .execute()
  ).map(({ template }) => template);
const tasks = async (who: Person) =>
  (
    await t.request<{ tasks: { act: string; path: string; due_text: string | null }[] }>(who, 'GET', '/api/v1/up_next')
  ).body.tasks.filter(({ act }) => act === 'give_certificate');

it('the firm asks its expert for one: given, declined with why, or taken back; in Up next and bell until then', async () => {
  const d = await agreed(new LegalDriver(inApp(t, cast)));
  const day = (days: number) => new Date(t.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10);
  const asked = { reason: 'The statute asks for one with the complaint.', due_on: day(14) };
  expect((await read(d, cast.requester)).can).toMatchObject({ ask: true, sign: false });
  expect((await post(d, cast.requester, 'ask', { ...asked, due_on: day(-2) })).status).toBe(422);
  expect((await post(d, cast.requester, 'ask', { ...asked, reason: ' ' })).status).toBe(400);
  expect((await post(d, cast.expert, 'ask', asked)).status).toBe(403);
  const first = await post(d, cast.requester, 'ask', asked);
  expect(first.status).toBe(200);
  expect((await post(d, cast.requester, 'ask', asked)).status).toBe(409);
  expect(await mailed(d, cast.expert)).toEqual(['merit_asked']);
  expect(await tasks(cast.expert)).toMatchObject([{ path: `/legal-case/${d.id}#certificates` }]);
  const bell = async (who: Person) => JSON.stringify((await t.request(who, 'GET', '/api/v1/notifications')).body);
  expect(await bell(cast.expert)).toContain('the firm asks for a certificate by');
  const id = (await read(d)).requests[0]?.id ?? 0;

  // declined, by the expert alone and with why
  const assistant = await t.world.assistantOf(cast.expert.profile_id);
  expect(await tasks(assistant)).toHaveLength(1);
  expect((await post(d, assistant, `requests/${id}/decline`, { reason: 'No' })).status).toBe(403);
  expect((await post(d, cast.requester, `requests/${id}/decline`, { reason: 'No' })).status).toBe(403);
  expect((await post(d, cast.expert, `requests/${id}/decline`, { reason: '' })).status).toBe(400);
  expect((await post(d, cast.expert, `requests/${id}/decline`, { reason: 'Not my field.' })).status).toBe(200);
  expect((await post(d, cast.expert, `requests/${id}/decline`, { reason: 'Again' })).status).toBe(409);
  expect((await read(d, cast.requester)).requests).toMatchObject([{ state: 'declined', answer: 'Not my field.' }]);
  expect(await mailed(d, cast.requester)).toEqual(['merit_declined']);
  expect(await tasks(cast.expert)).toEqual([]);

  // taken back
  const second = (await post(d, cast.requester, 'ask', asked)).body.requests[0]?.id ?? 0;
  expect((await post(d, cast.expert, `requests/${second}/take_back`)).status).toBe(403);
  expect((await post(d, cast.requester, `requests/${second}/take_back`)).status).toBe(200);
  expect((await post(d, cast.requester, `requests/${second}/take_back`)).status).toBe(409);
  expect(await mailed(d, cast.expert)).toEqual(['merit_asked', 'merit_asked', 'merit_taken_back']);

  // given: what is signed answers it
  await post(d, cast.requester, 'ask', asked);
  expect((await sign(d, 'general_certificate')).status).toBe(200);
  expect((await read(d, cast.requester)).requests[0]).toMatchObject({ state: 'given', number: 1 });
  expect(await tasks(cast.expert)).toEqual([]);

  // it ends with its expert's part, and goes with the records
  await post(d, cast.requester, 'ask', asked);
  const foreign = await t.world.consultant(await t.world.organization());
  expect((await t.request(foreign, 'GET', d.url('/merit'))).status).toBe(404);
  await d.concluded();
  await t.settle();
  expect((await read(d, cast.requester)).requests[0]?.state).toBe('ended');
  expect(await tasks(cast.expert)).toEqual([]);
  await d.must(cast.requester, 'POST', d.url('/actions/close'), {});
  await d.purge();
  await t.settle();
  expect(await t.world.db.selectFrom('merit_requests').select('id').where('review_id', '=', d.id).execute()).toEqual(
    [],
  );
});

it('the expert is reminded before the day it is asked for by, and the firm is told once when that day has passed', async () => {
  const d = await agreed(new LegalDriver(inApp(t, cast)));
  const day = (days: number) => new Date(t.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10);
  const ask = async (days: number) => {
    const { body } = await post(d, cast.requester, 'ask', { reason: 'The statute asks for one.', due_on: day(days) });
    return body.requests[0]?.id ?? 0;
  };
  const wait = async (days: number) => {
    t.clock.advance({ days });
    await t.settle();
  };
  const id = await ask(10);
  await wait(2);
  expect(await mailed(d, cast.expert)).toEqual(['merit_asked']);
  await wait(3);
  expect(await mailed(d, cast.expert)).toEqual(['merit_asked', 'merit_ahead']);
  await wait(5);
  expect(await mailed(d, cast.expert)).toEqual(['merit_asked', 'merit_ahead', 'merit_ahead']);
  expect(await mailed(d, cast.requester)).toEqual([]);
  const bell = async (who: Person) => JSON.stringify((await t.request(who, 'GET', '/api/v1/notifications')).body);
  expect(await bell(cast.expert)).toContain('a certificate is due by');
  await wait(2);
  expect(await mailed(d, cast.requester)).toEqual(['merit_passed']);
  expect(await bell(cast.requester)).toContain('no certificate by');
  await wait(20);
  expect(await mailed(d, cast.requester)).toEqual(['merit_passed']);
  expect(await mailed(d, cast.expert)).toHaveLength(3);
  // it can still be answered; of what is answered nothing more is said
  expect((await post(d, cast.expert, `requests/${id}/decline`, { reason: 'Too late for it.' })).status).toBe(200);
  const next = await ask(9);
  expect((await post(d, cast.requester, `requests/${next}/take_back`)).status).toBe(200);
  await ask(9);
  await sign(d, 'general_certificate');
  await wait(30);
  const since = [...(await mailed(d, cast.expert)).slice(3), ...(await mailed(d, cast.requester)).slice(1)];
  expect(since).toEqual(['merit_asked', 'merit_taken_back', 'merit_asked', 'merit_declined', 'merit_signed']);
});

it('a reminder that comes too late is over, and what ended with the expert’s part is told to nobody', async () => {
  const d = await agreed(new LegalDriver(inApp(t, cast)));
  const day = (days: number) => new Date(t.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10);
  await post(d, cast.requester, 'ask', { reason: 'The statute asks for one.', due_on: day(9) });
  // the server was off
  t.clock.advance({ days: 30 });
  await t.settle();
  expect([await mailed(d, cast.expert), await mailed(d, cast.requester)]).toEqual([['merit_asked'], ['merit_passed']]);
  const rows = await t.world.db
    .selectFrom('deadlines')
    .select(['over', 'done_at'])
    .where('review_id', '=', d.id)
    .where('kind', '=', 'merit_ahead')
    .execute();
  expect(rows.map(({ over, done_at }) => [over, done_at !== null])).toEqual([
    [true, true],
    [true, true],
  ]);

  const other = await agreed(new LegalDriver(inApp(t, cast)));
  await post(other, cast.requester, 'ask', { reason: 'The statute asks for one.', due_on: day(9) });
  await other.must(cast.expert, 'POST', other.url('/agreement/withdraw'), {
    reason: 'I am ill for months.',
    handover: 'The chart is read to page 40.',
  });
  t.clock.advance({ days: 30 });
  await t.settle();
  expect(await mailed(other, cast.requester)).toEqual([]);
  expect(await mailed(other, cast.expert)).toEqual(['merit_asked']);
});

it('says when it was used and withdrawn, and why; what is withdrawn is used no more and stays readable', async () => {
  const d = await agreed(new LegalDriver(inApp(t, cast)));
  await sign(d, 'general_certificate');
  const used_at = t.clock.now().toISOString();
  expect((await post(d, cast.expert, '1/use')).status).toBe(403);
  expect((await post(d, cast.requester, '1/use')).body.statements).toMatchObject([{ used_at, withdrawn_at: null }]);
  expect((await post(d, cast.requester, '1/use')).status).toBe(409);
  t.clock.advance({ hours: 2 });
  const withdrawn_at = t.clock.now().toISOString();
  expect((await post(d, cast.requester, '1/withdraw', { reason: 'No' })).status).toBe(403);
  const reason = 'A record that came later changes it.';
  expect((await post(d, cast.expert, '1/withdraw', { reason })).status).toBe(200);
  expect((await post(d, cast.expert, '1/withdraw', { reason })).status).toBe(409);
  expect((await read(d, cast.requester)).statements).toMatchObject([
    { used_at, withdrawn_at, withdrawn_reason: reason, can: { use: false } },
  ]);
  expect(await mailed(d, cast.requester)).toEqual(['merit_signed', 'merit_withdrawn']);
  const file = await t.request(cast.requester, 'GET', d.url('/merit/1/document'));
  expect(file.status).toBe(200);
});

it('where its form needs a notary the paper says that the act is to come, and the firm records it with its copy', async () => {
  const key = 'own_il_notary';
  expect((await write(cast.clinOps, key, -1, { ...ILLINOIS, needs_notary: true })).status).toBe(200);
  const d = await agreed(new LegalDriver(inApp(t, cast)));
  await sign(d, 'general_certificate');
  await sign(d, key);
  const file = async (number: number) =>
    (
      await t.app.http.inject({
        method: 'GET',
        url: d.url(`/merit/${number}/document`),
        headers: cast.requester.headers,
      })
    ).rawPayload;
  const paper = await file(2);
  expect((await pdfText(paper)).replaceAll(/\s+/g, ' ')).toContain('A notary’s act is still needed');
  expect((await pdfText(await file(1))).replaceAll(/\s+/g, ' ')).not.toContain('notary');
  const today = t.clock.now().toISOString().slice(0, 10);
  const act = { name: 'Ada Rowe', state: 'IL', number: 'IL-20931', notarized_on: today };
  const copy = (who: Person, number: number, bytes: Buffer, name = 'Notarized.pdf') =>
    t.request<MeritView>(who, 'POST', d.url(`/merit/${number}/notarized_copy?name=${name}`), bytes, {
      'content-type': 'application/pdf',
    });
  const PDF = await samplePdf(1, { seed: 'Sworn before me' });
  expect((await copy(cast.requester, 2, PDF)).status).toBe(409);
  expect((await post(d, cast.requester, '1/notary', act)).status).toBe(409);
  expect((await post(d, cast.expert, '2/notary', act)).status).toBe(403);
  const faults = await t.request<{ errors: { path: string }[] }>(cast.requester, 'POST', d.url('/merit/2/notary'), {
    name: '',
    state: 'XX',
    number: ' ',
    notarized_on: '2020-01-01',
  });
  expect([faults.status, faults.body.errors.map(({ path }) => path)]).toEqual([
    422,
    ['name', 'state', 'number', 'notarized_on'],
  ]);
  expect((await post(d, cast.requester, '2/notary', act)).status).toBe(200);
  expect((await post(d, cast.requester, '2/notary', act)).status).toBe(409);
  expect((await read(d)).statements[0]?.notary).toMatchObject(act);
  // the paper stays the same bytes: what a notary did is the notary's
  expect((await file(2)).equals(paper)).toBe(true);

  expect((await copy(cast.expert, 2, PDF)).status).toBe(403);
  expect((await copy(cast.requester, 2, samplePng(8, 8))).status).toBe(422);
  expect((await copy(cast.requester, 2, sampleLaunch())).status).toBe(422);
  const tries = (hits: number) =>
    t.world.db.updateTable('throttles').set({ hits }).where('key', 'like', 'notarized_copy:%').execute();
  await tries(100);
  expect((await copy(cast.requester, 2, PDF)).status).toBe(429);
  await tries(2);
  expect((await copy(cast.requester, 2, PDF)).status).toBe(200);
  expect((await copy(cast.requester, 2, PDF)).status).toBe(409);
  const open = (who: Person) =>
    t.app.http.inject({ method: 'GET', url: d.url('/merit/2/notarized_copy'), headers: who.headers });
  for (const who of [cast.requester, cast.expert]) expect((await open(who)).rawPayload.equals(PDF)).toBe(true);
  const foreign = await t.world.consultant(await t.world.organization());
  for (const who of [foreign, cast.others[0] as Person]) expect((await open(who)).statusCode).toBe(404);

  const stored = () =>
    t.world.db
      .selectFrom('stored_objects')
      .select('storage_key')
      .where('storage_key', 'like', `notarized/${d.id}/%`)
      .execute();
  expect(await stored()).toHaveLength(1);
  await d.concluded();
  await d.must(cast.requester, 'POST', d.url('/actions/close'), {});
  await d.purge();
  await t.settle();
  expect(await stored()).toEqual([]);
  expect((await t.request(cast.requester, 'GET', d.url('/certificate'))).body).toMatchObject({ complete: true });
  await write(cast.clinOps, key, 1, null);
});
