import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PurposeLetterView } from '../../src/features/purpose-letters/contract.ts';
import type { ReviewDetail } from '../../src/features/reviews/contract.ts';
import { type TestApp, testApp } from '../harness/app.ts';
import { setFlags } from '../harness/flags.ts';
import { ImeDriver } from '../harness/ime-driver.ts';
import { PASSWORD_HASH } from '../harness/password.ts';
import { pdfText } from '../harness/pdf-text.ts';
import { type Cast, castFor, inApp } from '../harness/review-driver.ts';
import type { Person } from '../harness/world.ts';

/* The purpose letter: written by the requester or for them, sent to the records, and kept in versions. */
let t: TestApp;
let cast: Cast;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  cast = await castFor(t.world, PASSWORD_HASH);
});

const exam = () => new ImeDriver(inApp(t, cast));
const read = async (d: ImeDriver, who: Person = cast.requester): Promise<PurposeLetterView> => {
  const answer = await t.request<PurposeLetterView>(who, 'GET', d.url('/purpose_letter'));
  expect(answer.status).toBe(200);
  return answer.body;
};
const act = (d: ImeDriver, who: Person, path: string, body: unknown = {}) =>
  t.request<PurposeLetterView>(who, 'POST', d.url(`/purpose_letter/${path}`), body);
/** Writes the letter as it stands, with changes; answers the version to go on from. */
async function write(d: ImeDriver, who: Person, more: Partial<PurposeLetterView['body']> = {}): Promise<number> {
  const { body, lock_version } = await read(d, who);
  const written = await act(d, who, 'write', {
    body: { ...body, background: 'Lifted a crate at work.', ...more },
    lock_version,
  });
  expect(written.status).toBe(200);
  return written.body.lock_version;
}
const service = () => setFlags(t, cast.organization_id, { flags: { allow_ime_purpose_letter_writing_service: true } });
const letters = async (d: ImeDriver, who: Person = cast.requester) =>
  ((await t.request<ReviewDetail>(who, 'GET', d.url())).body.files?.data ?? []).filter(
    ({ category }) => category === 'purpose_letter',
  );

describe('written by the requester', () => {
  it('begins with the order, joins the records as a PDF, and the review goes on', async () => {
    const d = exam();
    await d.draft({ more_claims: [{ number: 'AU-2', date_of_injury: null }] }, false);
    await d.submitted();
    await d.must(cast.clinOps, 'POST', d.url('/actions/await_purpose_letter'), {});
    const begun = await read(d);
    // nobody uploaded one; of another exam somebody did
    expect(begun.uploaded).toBeNull();
    expect((await read(await exam().draft())).uploaded).toBe('Purpose letter.pdf');
    expect(begun).toMatchObject({ state: 'none', can: { write: true, ask: false, send: false, upload: true } });
    expect(begun.body.questions).toEqual(['Has maximum medical improvement been reached?']);
    expect(begun.facts).toMatchObject({
      examinee: 'Marta Solis',
      claim_numbers: ['WC-2026-1180', 'AU-2'],
      body_parts: [{ part: 'Left shoulder', standing: 'accepted' }],
      parties: [{ name: 'Marta Solis', role: 'claimant' }],
    });
    const questions = ['What are the diagnoses?', 'Is further treatment needed?'];
    const lock_version = await write(d, cast.requester, { questions });
    expect((await act(d, cast.requester, 'send', { lock_version })).body.state).toBe('sent');
    await t.settle();
    const [file, ...others] = await letters(d);
    expect(others).toEqual([]);
    expect(file).toMatchObject({ name: 'Purpose letter.pdf' });
    expect((await read(d)).versions).toMatchObject([{ version: 1, kept_as: 'sent', file_id: file?.id }]);
    const pdf = await t.request(cast.requester, 'GET', `/api/v1/files/${file?.id}/content`);
    const text = await pdfText(pdf.raw.rawPayload);
    for (const part of [
      'Claim: WC-2026-1180, AU-2',
      'Marta Solis',
      '1. What are the diagnoses?',
      'Parties',
      'Records:',
    ])
      expect(text).toContain(part);
    // its headings are tagged as such, for whoever has it read out
    expect(pdf.raw.rawPayload.toString('latin1').match(/\/S \/H2\b/g)?.length).toBe(3);
    // what the letter asks is what the report has to answer, and matching began by itself
    expect((await t.request<ReviewDetail>(cast.requester, 'GET', d.url())).body.questions).toEqual(questions);
    expect(await d.status()).toBe('matching');
    await d.to('accepted');
    expect(await letters(d, cast.expert)).toMatchObject([{ name: 'Purpose letter.pdf' }]);
  });

  it('another version stays beside the first, and both are kept', async () => {
    const d = exam();
    await d.draft({}, false);
    await act(d, cast.requester, 'send', { lock_version: await write(d, cast.requester) });
    await t.settle();
    const lock_version = await write(d, cast.requester, { background: 'Lifted a crate, and fell.' });
    expect((await read(d)).state).toBe('drafted');
    await act(d, cast.requester, 'send', { lock_version });
    await t.settle();
    expect((await letters(d)).map(({ name }) => name)).toEqual(['Purpose letter.pdf', 'Purpose letter, version 2.pdf']);
    const { versions } = await read(d);
    expect(versions.map(({ version }) => version)).toEqual([2, 1]);
    expect(versions[0]?.text).toContain('and fell');
    expect(versions[1]?.text).not.toContain('and fell');
  });

  it('is not sent while something is missing, nor over what somebody else wrote meanwhile', async () => {
    const d = exam();
    await d.draft({}, false);
    const lock_version = await write(d, cast.requester, { background: ' ', questions: ['Why?', ' '] });
    const refused = await act(d, cast.requester, 'send', { lock_version });
    expect(refused.problem.errors?.map(({ path }) => path)).toEqual(['body.background', 'body.questions.1']);
    await write(d, cast.requester);
    expect((await act(d, cast.requester, 'send', { lock_version })).problem).toMatchObject({
      status: 409,
      code: 'stale',
    });
    expect((await read(d)).versions).toEqual([]);
  });
});

describe('written by Peritus', () => {
  it('is asked for, proposed, returned with what to change, proposed again and sent', async () => {
    await service();
    const d = exam();
    await d.draft({}, false);
    expect((await act(d, cast.requester, 'ask')).body.state).toBe('asked');
    expect((await read(d)).can).toMatchObject({ write: false, take_back: true, send: false });
    const proposed = await act(d, cast.clinOps, 'propose', { lock_version: await write(d, cast.clinOps) });
    expect(proposed.body.state).toBe('proposed');
    expect((await act(d, cast.requester, 'return', { reason: '' })).status).toBe(400);
    expect((await act(d, cast.requester, 'return', { reason: 'Name the second injury.' })).body.state).toBe('asked');
    expect(await read(d, cast.clinOps)).toMatchObject({
      returned_reason: 'Name the second injury.',
      can: { propose: true },
    });
    await act(d, cast.clinOps, 'propose', {
      lock_version: await write(d, cast.clinOps, { background: 'Fell twice.' }),
    });
    const sent = await act(d, cast.requester, 'send', { lock_version: (await read(d)).lock_version });
    expect(sent.body.state).toBe('sent');
    await t.settle();
    expect((await read(d)).versions.map(({ kept_as, returned_reason }) => [kept_as, returned_reason])).toEqual([
      ['sent', ''],
      ['proposed', ''],
      ['proposed', 'Name the second injury.'],
    ]);
    expect(await letters(d)).toHaveLength(1);
    const mails = await t.world.db.selectFrom('mails').select('template').where('review_id', '=', d.id).execute();
    expect(mails.map(({ template }) => template)).toEqual(
      expect.arrayContaining(['letter_to_write', 'letter_proposed', 'letter_returned']),
    );
  });

  it('can be taken back before it is proposed', async () => {
    await service();
    const d = exam();
    await d.draft({}, false);
    await act(d, cast.requester, 'ask');
    expect((await act(d, cast.requester, 'take_back')).body.state).toBe('drafted');
    expect((await act(d, cast.clinOps, 'propose', { lock_version: 1 })).status).toBe(409);
  });
});

describe('who may, and when', () => {
  it('is not there for another organization, for an expert, and under a kind without exams', async () => {
    const d = exam();
    await d.to('accepted');
    const stranger = await castFor(t.world, PASSWORD_HASH);
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['POST', '/write', { body: (await read(d)).body, lock_version: 0 }],
      ['POST', '/send', { lock_version: 0 }],
      ['POST', '/ask', {}],
    ] as const) {
      const url = d.url(`/purpose_letter${path}`);
      expect((await t.request(stranger.requester, method, url, body)).status).toBe(404);
      expect((await t.request(cast.expert, method, url, body)).status).toBe(403);
      expect((await t.request(cast.requester, method, url.replace('/imes/', '/cases/'), body)).status).toBe(404);
    }
  });

  it('each act has its step: what comes too early or too late is 409', async () => {
    await service();
    const d = exam();
    await d.draft({}, false);
    expect((await act(d, cast.requester, 'send', { lock_version: 0 })).status).toBe(409);
    expect((await act(d, cast.requester, 'take_back')).status).toBe(409);
    expect((await act(d, cast.requester, 'return', { reason: 'Shorter' })).status).toBe(409);
    expect((await act(d, cast.clinOps, 'propose', { lock_version: 0 })).status).toBe(409);
    const { body } = await read(d);
    expect((await act(d, cast.clinOps, 'write', { body, lock_version: 0 })).status).toBe(409);
  });

  it('goes with everything else when the review is purged', async () => {
    const d = exam();
    await d.draft({}, false);
    await act(d, cast.requester, 'send', { lock_version: await write(d, cast.requester) });
    await d.submitted();
    await d.must(cast.requester, 'POST', d.url('/actions/cancel'), { reason: 'Settled.', confirmed_fee_cents: 0 });
    await t.settle();
    expect((await act(d, cast.requester, 'write', { body: (await read(d)).body, lock_version: 2 })).status).toBe(409);
    await d.purge();
    await t.settle();
    for (const table of ['purpose_letters', 'purpose_letter_versions'] as const)
      expect(await t.world.db.selectFrom(table).select('review_id').where('review_id', '=', d.id).execute()).toEqual(
        [],
      );
    const certificate = await t.world.db
      .selectFrom('purge_certificates')
      .select('review_id')
      .where('review_id', '=', d.id)
      .execute();
    expect(certificate).toHaveLength(1);
  });

  it('once the report is signed no letter is taken any more', async () => {
    const d = exam();
    await d.to('signed', { service: 'records_review', exam_state: null, missed_terms_accepted: null });
    const { body, can } = await read(d);
    expect(can).toEqual({
      write: false,
      ask: false,
      take_back: false,
      propose: false,
      return: false,
      send: false,
      upload: false,
    });
    expect((await act(d, cast.requester, 'write', { body, lock_version: 0 })).status).toBe(409);
  });
});
