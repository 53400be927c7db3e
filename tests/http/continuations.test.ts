import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ContinuationView } from '../../src/features/continuations/contract.ts';
import { CONSENT_LINES } from '../../src/features/continuations/rules.ts';
import type { ReviewDetail } from '../../src/features/reviews/contract.ts';
import { json } from '../../src/platform/db/json.ts';
import { type TestApp, testApp } from '../harness/app.ts';
import { CaseDriver } from '../harness/case-driver.ts';
import { type Cast, castFor, inApp } from '../harness/review-driver.ts';
import type { Person } from '../harness/world.ts';

/* A case review that continues as a legal case with the same expert: asked, agreed to on the names, granted by staff. */
let t: TestApp;
let cast: Cast;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  cast = await castFor(t.world);
  await flags({});
});

const flags = (more: object) =>
  t.world.db
    .updateTable('organizations')
    .set({
      flags: json({
        enable_case_closeout_transfer_requests: true,
        enable_automated_case_closeouts: false,
        generics_enabled: true,
        for_generics: true,
        accepts_new_generic_submissions: true,
        ...more,
      }),
    })
    .where('id', '=', cast.organization_id)
    .execute();

/** A case whose call was held, with three files, of which the expert sees two. */
async function called(whose: Cast = cast): Promise<CaseDriver> {
  const d = new CaseDriver(inApp(t, whose));
  await d.to('timeChosen', { needed_by: '2027-06-30' });
  t.clock.advance({ days: 3 });
  await t.settle();
  return d.held();
}
const filesOf = (d: CaseDriver, review = d.id) =>
  t.world.db
    .selectFrom('files')
    .select(['id', 'name', 'storage_key', 'visible_to_expert'])
    .where('review_id', '=', review)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
const NAMES = [{ name: 'Calder & Rowe LLP', role: 'defense_counsel' }];
const ASKED = { reason: 'Suit was filed on Monday.', names: NAMES, files: [] as number[] };
const AGREES = { agrees: true, answers: Object.fromEntries(CONSENT_LINES.map(({ key, good }) => [key, good])) };
interface Problem {
  code?: string;
  detail?: string;
  errors?: { path: string }[];
}
/** Sends it about what was asked last, as a page that was just read would. */
const post = async (d: CaseDriver, who: Person, path: string, body: object = {}) => {
  const last = await t.world.db
    .selectFrom('continuations')
    .select('id')
    .where('review_id', '=', d.id)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  const about = path === 'ask' ? {} : { asked_id: last?.id ?? 1 };
  const answer = await t.request<ContinuationView & Problem>(who, 'POST', d.url(`/continuation/${path}`), {
    ...about,
    ...body,
  });
  await t.settle();
  return answer;
};
const seen = async (d: CaseDriver, who: Person = cast.requester) =>
  (await t.request<ContinuationView>(who, 'GET', d.url('/continuation'))).body;
const mailed = async (review: number, { email }: Person): Promise<string[]> =>
  (
    await t.world.db
      .selectFrom('mails')
      .select('template')
      .where('review_id', '=', review)
      .where('to_email', '=', email)
      .execute()
  ).map(({ template }) => template);

describe('a case review that continues as a legal case', () => {
  it('is asked for with names and files, agreed to by the expert, granted, and is there as a draft with what was chosen', async () => {
    const d = await called();
    const files = await filesOf(d);
    const chosen = files[0];
    if (!chosen) throw new Error('The case has no file.');
    expect(await seen(d)).toMatchObject({ asked: null, as_kind: 'Generic', can: { ask: true, grant: false } });
    expect((await seen(d)).files.map(({ id }) => id)).toEqual(files.map(({ id }) => id));
    expect((await seen(d, cast.expert)).can).toMatchObject({ ask: false, answer: false });

    expect((await post(d, cast.requester, 'ask', { ...ASKED, files: [chosen.id] })).status).toBe(200);
    expect(await mailed(d.id, cast.expert)).toContain('continuation_asked');
    const asked = await seen(d, cast.expert);
    expect(asked).toMatchObject({
      asked: { state: 'asked', names: [{ name: 'Calder & Rowe LLP', role: 'Defense counsel' }], file_count: 1 },
      can: { answer: true },
      files: [],
    });
    // it is granted where it was asked, once the expert has agreed
    expect((await t.request(cast.admin, 'POST', d.url('/actions/grant_transfer'), {})).status).toBe(409);
    expect((await post(d, cast.admin, 'grant')).status).toBe(409);
    expect((await post(d, cast.requester, 'ask', ASKED)).status).toBe(409);
    const unanswered = await post(d, cast.expert, 'answer', { agrees: true, answers: { licensed: true } });
    expect(unanswered.status).toBe(422);
    expect((await post(d, cast.expert, 'answer', AGREES)).status).toBe(200);
    expect((await post(d, cast.expert, 'answer', AGREES)).status).toBe(409);
    expect(await mailed(d.id, cast.matching)).toContain('continuation_agreed');
    expect((await seen(d, cast.matching)).can.grant).toBe(true);
    const next = async (who: Person) => JSON.stringify((await t.request<ReviewDetail>(who, 'GET', d.url())).body);
    expect(await next(cast.matching)).toContain('Open the legal case');
    expect(await next(cast.matching)).not.toContain('Grant the transfer');
    expect(await next(cast.requester)).toContain('Peritus opens the legal case');
    // whoever reads no contents is told how many files, not which
    expect((await seen(d, cast.matching)).asked).toMatchObject({ file_count: 1, files: [] });
    const granted = await post(d, cast.matching, 'grant');
    expect(granted.status).toBe(200);
    expect(await d.status()).toBe('transferred');
    const legal = granted.body.asked?.continued_as;
    if (!legal) throw new Error('Nothing was opened.');
    expect(await mailed(legal.id, cast.requester)).toContain('continuation_opened');

    const draft = await t.request<ReviewDetail>(cast.requester, 'GET', `/api/v1/generics/${legal.id}`);
    expect(draft.body).toMatchObject({ kind: 'Generic', status: { key: 'draft' } });
    const sections = Object.fromEntries(
      (
        await t.world.db
          .selectFrom('review_sections')
          .select(['section', 'data'])
          .where('review_id', '=', legal.id)
          .execute()
      ).map(({ section, data }) => [section, data]),
    );
    expect(sections['step_two']).toMatchObject({
      conflict_parties: expect.arrayContaining([
        expect.objectContaining({ name: 'Calder & Rowe LLP', role: 'defense_counsel', kind: 'firm' }),
        expect.objectContaining({ role: 'plaintiff' }),
      ]) as unknown,
    });
    expect(sections['step_three']).toMatchObject({ service: 'testifying' });
    // the chosen file, over the same bytes, and no other
    expect((await filesOf(d, legal.id)).map(({ storage_key }) => storage_key)).toEqual([chosen.storage_key]);
    // for the expert the legal case is not there before its own names are cleared
    expect((await t.request(cast.expert, 'GET', `/api/v1/generics/${legal.id}`)).status).toBe(404);
    expect((await seen(d, cast.expert)).asked?.continued_as).toBeNull();
    const told = JSON.stringify((await t.request(cast.requester, 'GET', d.url('/timeline'))).body);
    for (const words of ['asked the expert to continue', 'agreed to continue', 'opened the legal case'])
      expect(told).toContain(words);
    // what is over is asked for no more
    expect((await post(d, cast.requester, 'ask', ASKED)).status).toBe(409);
    expect((await post(d, cast.matching, 'grant')).status).toBe(409);
  });

  it('is the expert’s move until they answer: on the page, in lists and Up next, reminded once; then who asked is told', async () => {
    const d = await called();
    await post(d, cast.requester, 'ask', ASKED);
    const page = async (who: Person) => (await t.request<ReviewDetail>(who, 'GET', d.url())).body;
    const listed = async () =>
      (
        await t.request<{ data: { id: number; ball: string; act: string }[] }>(cast.requester, 'GET', '/api/v1/cases')
      ).body.data.find(({ id }) => id === d.id);
    const tasks = async (who: Person) =>
      (
        await t.request<{ tasks: { act: string; path: string; review: { id: number } }[] }>(
          who,
          'GET',
          '/api/v1/up_next',
        )
      ).body.tasks.filter(({ act, review }) => act === 'answer_continuation' && review.id === d.id);
    expect(await page(cast.expert)).toMatchObject({ ball: 'expert', yours: true, act: 'Answer about a legal case' });
    expect((await page(cast.expert)).what_now).toMatchObject({
      voice: 'yours',
      headline: 'Say whether you continue as a legal case',
    });
    expect((await page(cast.requester)).what_now).toMatchObject({ voice: 'theirs', title: 'With the expert' });
    expect((await page(cast.matching)).yours).toBe(false);
    expect(await listed()).toMatchObject({ ball: 'expert', act: 'Answer about a legal case' });
    expect(await tasks(cast.expert)).toMatchObject([{ path: `/case/${d.id}#continuation` }]);
    expect(await tasks(await t.world.assistantOf(cast.expert.profile_id))).toEqual([]);

    const waits = async (who: Person) =>
      (await mailed(d.id, who)).filter((template) => template === 'continuation_waits').length;
    t.clock.advance({ days: 4 });
    await t.settle();
    expect([await waits(cast.expert), await waits(cast.requester)]).toEqual([1, 0]);
    t.clock.advance({ days: 4 });
    await t.settle();
    expect([await waits(cast.expert), await waits(cast.requester)]).toEqual([1, 1]);

    await post(d, cast.expert, 'answer', AGREES);
    expect(await page(cast.matching)).toMatchObject({ ball: 'staff', yours: true, act: 'Open the legal case' });
    expect(await listed()).toMatchObject({ ball: 'staff' });
    expect(await tasks(cast.expert)).toEqual([]);

    // what was answered in time is reminded of to nobody
    cast = await castFor(t.world);
    await flags({});
    const quick = await called();
    await post(quick, cast.requester, 'ask', ASKED);
    await post(quick, cast.expert, 'answer', AGREES);
    t.clock.advance({ days: 8 });
    await t.settle();
    expect(await mailed(quick.id, cast.expert)).not.toContain('continuation_waits');
    expect(await mailed(quick.id, cast.requester)).not.toContain('continuation_waits');
  });

  it('declined by the expert, taken back, or declined by staff: the review stays as it was, and can ask again', async () => {
    const d = await called();
    const was = await d.status();
    await post(d, cast.requester, 'ask', ASKED);
    expect((await post(d, cast.expert, 'answer', { agrees: false, reason: '' })).status).toBe(400);
    expect((await post(d, cast.expert, 'answer', { agrees: false, reason: 'I do not testify.' })).status).toBe(200);
    expect(await seen(d)).toMatchObject({
      asked: { state: 'declined', decline_reason: 'I do not testify.' },
      can: { ask: true },
    });
    expect(await mailed(d.id, cast.requester)).toContain('transfer_declined');

    await post(d, cast.requester, 'ask', ASKED);
    expect((await post(d, cast.requester, 'take_back', { reason: 'It settled.' })).status).toBe(200);
    expect((await post(d, cast.requester, 'take_back', { reason: 'Again' })).status).toBe(409);
    expect((await post(d, cast.expert, 'answer', AGREES)).status).toBe(409);

    await post(d, cast.requester, 'ask', ASKED);
    await post(d, cast.expert, 'answer', AGREES);
    const declined = await t.request(cast.admin, 'POST', d.url('/actions/decline_transfer'), { reason: 'Not now.' });
    expect(declined.status).toBe(200);
    await t.settle();
    expect((await seen(d)).asked?.state).toBe('refused');
    expect((await post(d, cast.admin, 'grant')).status).toBe(409);
    expect(await d.status()).toBe(was);
    expect((await seen(d)).can.ask).toBe(true);
  });

  it('an answer that stands in the way declines, and only who matches reads it', async () => {
    const d = await called();
    await post(d, cast.requester, 'ask', ASKED);
    const related = { agrees: true, answers: { ...AGREES.answers, relation: true } };
    expect((await post(d, cast.expert, 'answer', related)).status).toBe(200);
    expect((await seen(d)).asked).toMatchObject({ state: 'declined', decline_reason: null, disclosed: [] });
    expect((await seen(d, cast.matching)).asked?.disclosed).toHaveLength(1);
    const told = JSON.stringify((await t.request(cast.requester, 'GET', d.url('/timeline'))).body);
    expect(told).not.toContain('relation');
  });

  it('what is answered is what was read, and what ends one ends no later one', async () => {
    const d = await called();
    await post(d, cast.requester, 'ask', ASKED);
    const first = (await seen(d)).asked?.id;
    // declined and asked again before anything that follows has run
    const now = (who: Person, path: string, body: unknown) =>
      t.request(who, 'POST', d.url(`/continuation/${path}`), body);
    expect((await now(cast.expert, 'answer', { asked_id: first, agrees: false, reason: 'Not this.' })).status).toBe(
      200,
    );
    const others = { ...ASKED, names: [{ name: 'Haverbrook LLP', role: 'plaintiff_counsel' }] };
    expect((await now(cast.requester, 'ask', others)).status).toBe(200);
    await t.settle();
    expect((await seen(d)).asked?.state).toBe('asked');
    const stale = await post(d, cast.expert, 'answer', { ...AGREES, asked_id: first });
    expect([stale.status, stale.body.code]).toEqual([409, 'stale']);
    expect((await post(d, cast.expert, 'answer', AGREES)).status).toBe(200);
  });

  it('is nothing for strangers, and for each only their part', async () => {
    const d = await called();
    await post(d, cast.requester, 'ask', ASKED);
    const stranger = await castFor(t.world);
    const other = cast.others[0] as Person;
    for (const who of [stranger.requester, stranger.expert, other]) {
      expect((await t.request(who, 'GET', d.url('/continuation'))).status).toBe(404);
      for (const [path, body] of [
        ['ask', ASKED],
        ['take_back', { reason: 'No' }],
        ['answer', AGREES],
      ] as const)
        expect([404, 403]).toContain((await post(d, who, path, body)).status);
    }
    const assistant = await t.world.assistantOf(cast.expert.profile_id);
    expect((await post(d, assistant, 'answer', AGREES)).status).toBe(403);
    expect((await post(d, cast.requester, 'answer', AGREES)).status).toBe(403);
    expect((await post(d, cast.requester, 'grant')).status).toBe(403);
    expect((await post(d, cast.expert, 'grant')).status).toBe(403);
    expect((await post(d, cast.expert, 'take_back', { reason: 'No' })).status).toBe(403);
  });

  it('needs counsel’s name, files that are there, and an organization that orders legal cases', async () => {
    const d = await called();
    const nameless = await post(d, cast.requester, 'ask', { ...ASKED, names: [{ name: '', role: 'other' }] });
    expect([nameless.status, nameless.body.errors?.map(({ path }) => path)]).toEqual([422, ['names.0.name', 'names']]);
    const foreign = (await filesOf(await called(await castFor(t.world))))[0];
    const files = await post(d, cast.requester, 'ask', { ...ASKED, files: [foreign?.id ?? 0] });
    expect([files.status, files.body.errors?.map(({ path }) => path)]).toEqual([422, ['files']]);
    await flags({ generics_enabled: false });
    expect((await seen(d)).can.ask).toBe(false);
    const closed = await post(d, cast.requester, 'ask', ASKED);
    expect([closed.status, closed.body.code]).toEqual([403, 'not_accepting']);
    await flags({ enable_case_closeout_transfer_requests: false });
    expect((await seen(d)).can.ask).toBe(false);
    expect((await post(d, cast.requester, 'ask', ASKED)).status).toBe(409);
    await flags({});
  });

  it('is not asked for before the expert has given an opinion', async () => {
    const d = await new CaseDriver(inApp(t, cast)).to('accepted');
    expect((await seen(d)).can.ask).toBe(false);
    expect((await post(d, cast.requester, 'ask', ASKED)).status).toBe(409);
  });

  it('of two who grant at once one opens it', async () => {
    const d = await called();
    await post(d, cast.requester, 'ask', ASKED);
    await post(d, cast.expert, 'answer', AGREES);
    const answers = await Promise.all([post(d, cast.matching, 'grant'), post(d, cast.admin, 'grant')]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const opened = await t.world.db
      .selectFrom('reviews')
      .select('id')
      .where('kind', '=', 'Generic')
      .where('organization_id', '=', cast.organization_id)
      .execute();
    expect(opened).toHaveLength(1);
  });

  it('of deleted records keeps no names', async () => {
    const d = await called();
    await post(d, cast.requester, 'ask', ASKED);
    await post(d, cast.expert, 'answer', AGREES);
    await post(d, cast.matching, 'grant');
    await d.purge();
    await t.settle();
    const row = await t.world.db
      .selectFrom('continuations')
      .select(['reason', 'parties', 'files', 'answers'])
      .where('review_id', '=', d.id)
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ reason: '', parties: [], files: [], answers: null });
  });
});
