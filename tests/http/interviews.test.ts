import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { InterviewsView, InterviewView } from '../../src/features/interviews/contract.ts';
import type { ReviewDetail } from '../../src/features/reviews/contract.ts';
import { type TestApp, testApp } from '../harness/app.ts';
import { CLEAN_ATTESTATION } from '../harness/review-driver.ts';
import { LegalDriver } from '../harness/legal-driver.ts';
import { PASSWORD_HASH } from '../harness/password.ts';
import { type Cast, castFor, inApp } from '../harness/review-driver.ts';
import type { Person } from '../harness/world.ts';

/* Interviews before an expert is retained: several side by side, times and bookings as of calls, notes of each side, what ends them. */
let t: TestApp;
let cast: Cast;
let d: LegalDriver;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  cast = await castFor(t.world, PASSWORD_HASH);
  d = await new LegalDriver(inApp(t, cast)).to('presented');
});

const DAY = 86_400_000;
const HOUR = 3_600_000;
interface Problem {
  detail?: string;
  errors?: { path: string; message: string }[];
}
const inDays = (days: number, hours = 0) =>
  new Date(new Date(t.clock.now().getTime() + days * DAY).setUTCMinutes(0, 0, 0) + hours * HOUR).toISOString();
const list = async (who: Person = cast.requester) =>
  (await t.request<InterviewsView>(who, 'GET', d.url('/interviews'))).body;
const read = async (who: Person, id: number) =>
  (await t.request<InterviewView>(who, 'GET', `/api/v1/interviews/${id}`)).body;
/** An act on an interview, by what its actor reads of it. */
async function act(who: Person, id: number, name: string, body: Record<string, unknown> = {}) {
  const seen = await t.request<InterviewView>(who, 'GET', `/api/v1/interviews/${id}`);
  return t.request<InterviewView & Problem>(who, 'POST', `/api/v1/interviews/${id}/${name}`, {
    lock_version: seen.body.lock_version ?? 0,
    ...body,
  });
}
async function candidateOf(expert: Person & { profile_id: number }): Promise<number> {
  const { id } = await t.world.db
    .selectFrom('candidates')
    .select('id')
    .where('review_id', '=', d.id)
    .where('expert_profile_id', '=', expert.profile_id)
    .executeTakeFirstOrThrow();
  return id;
}
/** Asks a candidate; answers the interview’s number. */
async function asked(expert = cast.expert): Promise<number> {
  const answer = await t.request<InterviewsView>(cast.requester, 'POST', d.url('/interviews/ask'), {
    candidate_id: await candidateOf(expert),
    minutes: 30,
  });
  expect(answer.status).toBe(200);
  return Math.max(...answer.body.interviews.map(({ id }) => id));
}
const { answers } = CLEAN_ATTESTATION;
async function offered(expert = cast.expert, ...starts_at: string[]): Promise<number> {
  const id = await asked(expert);
  const answer = await act(expert, id, 'offer', { answers, starts_at: starts_at.length > 0 ? starts_at : [inDays(3)] });
  expect(answer.status).toBe(200);
  return id;
}
async function set(expert = cast.expert, at = inDays(3)): Promise<number> {
  const id = await offered(expert, at);
  const answer = await act(cast.requester, id, 'choose', { starts_at: at, zone: 'America/Chicago' });
  expect(answer.status).toBe(200);
  await d.settle();
  return id;
}
const mails = async () => {
  await d.settle();
  return t.world.db
    .selectFrom('mails')
    .select(['template', 'to_email', 'ics', 'ics_method', 'letter', 'text', 'subject'])
    .where('review_id', '=', d.id)
    .where('template', 'like', 'interview%')
    .orderBy('id')
    .execute();
};

describe('from asking to the choice', () => {
  it('goes through names, times and a call, for several candidates side by side', async () => {
    const other = cast.others[0];
    if (!other) throw new Error('no other expert');
    const first = await asked();
    expect(await d.status()).toBe('interviewing');
    const second = await asked(other);
    expect((await list()).interviews.map(({ state }) => state)).toEqual(['asked', 'asked']);
    // the names, for whom and which work; never the summary, a question or a record
    const shown = await read(cast.expert, first);
    expect(shown.brief?.names.map(({ name }) => name)).toContain('Ana Ferrante');
    expect(JSON.stringify(shown)).not.toMatch(/ladder|urinary|decompression|Ferrante v/i);
    expect(shown.can).toMatchObject({ offer: true, decline: true, choose: false, call_off: false });
    const starts = [inDays(3), inDays(4)];
    expect((await act(cast.expert, first, 'offer', { starts_at: starts })).status).toBe(422);
    expect((await act(cast.expert, first, 'offer', { answers, starts_at: starts })).status).toBe(200);
    expect((await act(other, second, 'offer', { answers, starts_at: [inDays(3)] })).status).toBe(200);
    const view = await list();
    expect(view.interviews.map(({ awaits }) => awaits)).toEqual(['requester', 'requester']);
    // names of candidates stay hidden as they were presented
    expect(view.interviews.every((one) => one.with.startsWith('Expert ') && one.brief === null)).toBe(true);
    for (const id of [first, second])
      expect((await act(cast.requester, id, 'choose', { starts_at: starts[0], zone: 'America/Chicago' })).status).toBe(
        200,
      );
    const booked = await t.world.db
      .selectFrom('appointments')
      .select(['sort', 'status'])
      .where('review_id', '=', d.id)
      .execute();
    expect(booked).toEqual([
      { sort: 'interview', status: 'scheduled' },
      { sort: 'interview', status: 'scheduled' },
    ]);
    expect((await read(cast.expert, first)).dial_in).not.toBe('');
    expect((await act(cast.requester, first, 'held', { minutes: 25 })).status).toBe(409);
    t.clock.advance({ ms: 3 * DAY + HOUR });
    expect((await act(cast.requester, first, 'held', { minutes: 25 })).status).toBe(200);
    expect((await act(other, second, 'not_held', { reason: 'The line was dead.' })).status).toBe(200);
    expect((await list()).interviews.map(({ state }) => state)).toEqual(['held', 'asked']);
    await d.selected();
    expect(await d.status()).toBe('invited');
    // who was not chosen is told, and their time is free
    expect((await list()).interviews.map(({ state }) => state)).toEqual(['held', 'called_off']);
  });

  it('mails each side its own page, with an entry for the calendar that a change takes out', async () => {
    const id = await set();
    expect((await act(cast.expert, id, 'move', { reason: 'In surgery' })).status).toBe(200);
    const sent = await mails();
    expect(sent.map(({ template, ics_method }) => [template, ics_method])).toEqual([
      ['interview_asked', null],
      ['interview_times', null],
      ['interview_set', 'REQUEST'],
      ['interview_set', 'REQUEST'],
      ['interview_moved', 'CANCEL'],
      ['interview_moved', 'CANCEL'],
    ]);
    const uid = /^UID:.*$/m;
    expect(new Set(sent.flatMap(({ ics }) => (ics ? [uid.exec(ics)?.[0]] : []))).size).toBe(1);
    for (const one of sent)
      expect(`${one.subject} ${one.text} ${JSON.stringify(one.letter)} ${one.ics}`).not.toMatch(
        /Ferrante|ladder|In surgery/,
      );
    expect((await read(cast.requester, id)).reason).toBe('In surgery');
  });

  it('gives an hour of an expert to one engagement only', async () => {
    const at = inDays(5);
    const id = await offered(cast.expert, at, inDays(6));
    await t.world.db
      .insertInto('appointments')
      .values({
        review_id: d.id,
        expert_profile_id: cast.expert.profile_id,
        sort: 'call',
        starts_at: at,
        duration_minutes: 30,
        zone: 'America/Chicago',
        status: 'scheduled',
        busy: `[${at},${new Date(Date.parse(at) + HOUR).toISOString()})`,
        location: '',
        ics_uid: `beside-${id}`,
        created_at: t.clock.now(),
      })
      .execute();
    const taken = await act(cast.requester, id, 'choose', { starts_at: at, zone: 'America/Chicago' });
    expect(taken.status).toBe(409);
    expect((await act(cast.requester, id, 'choose', { starts_at: inDays(7), zone: 'America/Chicago' })).status).toBe(
      409,
    );
    expect((await act(cast.requester, id, 'choose', { starts_at: inDays(6), zone: 'Mars/Olympus' })).status).toBe(422);
    const both = await Promise.all(
      [0, 1].map(() => act(cast.requester, id, 'choose', { starts_at: inDays(6), zone: 'America/Chicago' })),
    );
    expect(both.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409]);
  });

  it('asks the expert anew once the last time on offer has lapsed', async () => {
    const id = await offered(cast.expert, inDays(2));
    t.clock.advance({ ms: DAY + HOUR });
    await d.settle();
    expect(await read(cast.requester, id)).toMatchObject({ state: 'asked', awaits: 'expert', times: [] });
    expect((await mails()).at(-1)).toMatchObject({ template: 'interview_asked', to_email: cast.expert.email });
  });

  it('reminds the firm a day before the times lapse, once, and of none that was chosen or offered anew', async () => {
    const reminded = async () => (await mails()).filter(({ template }) => template === 'interview_choose_by');
    const id = await offered(cast.expert, inDays(4), inDays(6));
    t.clock.advance({ ms: 3 * DAY + HOUR });
    expect(await reminded()).toEqual([]);
    t.clock.advance({ ms: DAY });
    expect((await reminded()).map(({ to_email }) => to_email)).toEqual([cast.requester.email]);
    t.clock.advance({ ms: 12 * HOUR });
    expect(await reminded()).toHaveLength(1);
    // other times: of those, and no more of the first
    expect((await act(cast.expert, id, 'offer', { starts_at: [inDays(4)] })).status).toBe(200);
    t.clock.advance({ ms: DAY });
    expect(await reminded()).toHaveLength(1);
    const chosen = (await read(cast.requester, id)).times[0]?.starts_at;
    expect((await act(cast.requester, id, 'choose', { starts_at: chosen, zone: 'America/Chicago' })).status).toBe(200);
    t.clock.advance({ ms: DAY + 2 * HOUR });
    expect(await reminded()).toHaveLength(1);
    // where they are nearer than that nobody is reminded of what was just told
    const other = cast.others[0] as Cast['expert'];
    await offered(other, inDays(2, -2));
    t.clock.advance({ ms: 20 * HOUR });
    expect(await reminded()).toHaveLength(1);
  });

  it('reminds both a day and an hour before, and of no time that was given up', async () => {
    const ahead = async () => (await mails()).filter(({ template }) => template === 'interview_ahead').length;
    const id = await set();
    t.clock.advance({ ms: 2 * DAY + HOUR });
    expect(await ahead()).toBe(2);
    expect((await act(cast.requester, id, 'move', { reason: 'A hearing' })).status).toBe(200);
    t.clock.advance({ ms: DAY });
    expect(await ahead()).toBe(2);
  });
});

describe('asked for by the expert', () => {
  beforeEach(async () => {
    await d.selected();
  });
  const propose = (who: Person, more: Record<string, unknown> = {}) =>
    t.request<InterviewView & Problem>(who, 'POST', d.url('/interviews/propose'), {
      minutes: 15,
      answers,
      starts_at: [inDays(4)],
      ...more,
    });

  it('is the firm’s to answer, and its page says so, while the expert holds the names', async () => {
    const next = async (who: Person) => (await t.request<ReviewDetail>(who, 'GET', d.url())).body.what_now;
    expect((await next(cast.requester)).voice).toBe('theirs');
    const made = await propose(cast.expert);
    expect(await next(cast.requester)).toMatchObject({
      voice: 'yours',
      headline: 'Choose a time for the interview',
      action: { label: 'See the times', path: `/legal-case/${d.id}/experts` },
    });
    // staff go on reading that the names are being cleared
    expect((await next(cast.matching)).headline).toContain('to clear the names');
    await act(cast.requester, made.body.id, 'choose', { starts_at: inDays(4), zone: 'America/Chicago' });
    expect((await next(cast.requester)).voice).toBe('theirs');
    t.clock.advance({ ms: 4 * DAY + HOUR });
    expect(await next(cast.requester)).toMatchObject({ voice: 'yours', headline: 'Say how the interview went' });
    await act(cast.expert, made.body.id, 'held', { minutes: 20 });
    expect((await next(cast.requester)).voice).toBe('theirs');
  });

  it('holds the names with them until it has been talked', async () => {
    const disclosed = await propose(cast.expert, { answers: { ...answers, relation: true } });
    expect(disclosed.status).toBe(422);
    expect(disclosed.body.errors?.map(({ path }) => path)).toEqual(['answers.relation']);
    const made = await propose(cast.expert);
    expect(made.status).toBe(200);
    expect(made.body).toMatchObject({ state: 'offered', asked_by: 'expert', awaits: 'requester' });
    expect((await propose(cast.expert)).status).toBe(409);
    const chosen = await act(cast.requester, made.body.id, 'choose', { starts_at: inDays(4), zone: 'America/Chicago' });
    expect(chosen.status).toBe(200);
    t.clock.advance({ ms: 4 * DAY + HOUR });
    await d.settle();
    // forty-eight hours would have been over
    expect(await d.status()).toBe('invited');
    expect((await act(cast.expert, made.body.id, 'held', { minutes: 20 })).status).toBe(200);
    await d.accepted();
    expect(await d.status()).toBe('agreement_pending');
  });

  it('is for who holds the names alone', async () => {
    expect((await propose(cast.others[0] ?? cast.expert)).status).toBe(404);
    expect((await propose(cast.requester)).status).toBe(403);
    await d.accepted();
    expect((await propose(cast.expert)).status).toBe(409);
  });

  it('is dropped without a word once they accept, where it has no time; with one it stands', async () => {
    const made = await propose(cast.expert);
    await d.accepted();
    expect((await read(cast.expert, made.body.id)).state).toBe('called_off');
    expect((await mails()).map(({ template }) => template)).not.toContain('interview_called_off');
  });

  it('stands where it has a time', async () => {
    const made = await propose(cast.expert);
    await act(cast.requester, made.body.id, 'choose', { starts_at: inDays(4), zone: 'America/Chicago' });
    await d.accepted();
    t.clock.advance({ ms: 4 * DAY + HOUR });
    expect((await act(cast.expert, made.body.id, 'held', { minutes: 20 })).status).toBe(200);
    // once retained, what was held is not declined
    expect((await act(cast.expert, made.body.id, 'decline', { reason: 'conflict' })).status).toBe(409);
  });

  it('waits a week for the firm at most, and is answered by the invitation', async () => {
    const made = await propose(cast.expert, { starts_at: [inDays(50)] });
    expect(made.body).toMatchObject({ invited: true, can: { decline: false } });
    expect((await act(cast.expert, made.body.id, 'decline', { reason: 'conflict' })).status).toBe(409);
    t.clock.advance({ ms: 6 * DAY });
    await d.settle();
    expect(await d.status()).toBe('invited');
    t.clock.advance({ ms: 2 * DAY });
    await d.settle();
    expect(await d.status()).toBe('matching');
    expect((await read(cast.expert, made.body.id)).state).toBe('called_off');
  });
});

describe('declining', () => {
  it('takes a candidate off the others, and one with a conflict off the matter for good', async () => {
    const id = await asked();
    expect((await act(cast.expert, id, 'decline', { reason: 'other' })).status).toBe(422);
    expect((await act(cast.expert, id, 'decline', { reason: 'conflict', note: 'Treated her' })).status).toBe(200);
    expect((await list()).may_ask).not.toContain(await candidateOf(cast.expert));
    const firm = await read(cast.requester, id);
    expect(firm.state).toBe('declined');
    expect(JSON.stringify(firm)).not.toMatch(/Treated|conflict/);
    await d.must(cast.requester, 'POST', d.url('/actions/ask_other_experts'), { reason: 'One declined' });
    await d.settle();
    const again = await t.request(cast.matching, 'POST', d.url('/candidates'), {
      expert_profile_ids: [cast.expert.profile_id],
      note: '',
    });
    expect(again.status).toBe(422);
  });

  it('is possible after the interview, too', async () => {
    const id = await set();
    t.clock.advance({ ms: 3 * DAY + HOUR });
    expect((await act(cast.requester, id, 'held', { minutes: 30 })).status).toBe(200);
    expect((await act(cast.expert, id, 'decline', { reason: 'side' })).status).toBe(200);
    expect((await read(cast.expert, id)).brief?.names).toEqual([]);
  });
});

describe('notes', () => {
  it('are each side’s own', async () => {
    const id = await offered();
    const note = (who: Person, text: string, was: string | null = null) =>
      t.request<InterviewView>(who, 'POST', `/api/v1/interviews/${id}/note`, { text, leaning: 'yes', was });
    const firm = await note(cast.requester, 'Clear under pressure.');
    expect(firm.body.note).toMatchObject({ text: 'Clear under pressure.', leaning: 'yes' });
    expect((await read(cast.expert, id)).note).toBeNull();
    expect((await note(cast.expert, 'They may want more than I can say.')).body.note?.leaning).toBeNull();
    expect((await read(cast.requester, id)).note?.text).toBe('Clear under pressure.');
    for (const staff of [cast.admin, cast.clinOps]) {
      expect((await read(staff, id)).note).toBeNull();
      expect((await note(staff, 'Mine')).status).toBe(403);
    }
    expect((await note(cast.requester, 'Over it')).status).toBe(409);
    expect((await note(cast.requester, 'After reading', firm.body.note?.written_at)).status).toBe(200);
    const words = await t.world.db.selectFrom('audit_details').selectAll().execute();
    expect(JSON.stringify(words)).not.toContain('pressure');
  });
});

describe('what is known of a candidate before', () => {
  it('says how often they testified, for whom, and what was excluded, without naming a case', async () => {
    const day = (back: number) => new Date(t.clock.now().getTime() - back * DAY).toISOString().slice(0, 10);
    for (const [back, side, exclusion] of [
      [100, 'plaintiff', 'part'],
      [400, 'defense', 'none'],
      [2000, 'plaintiff', null],
    ] as const)
      await t.world.db
        .insertInto('expert_testimonies')
        .values({
          expert_profile_id: cast.expert.profile_id,
          case_name: 'Okafor v. Lakeside',
          court: 'Circuit Court of Cook County',
          form: 'trial',
          side,
          testified_on: day(back),
          exclusion,
          exclusion_note: exclusion === 'part' ? 'Beyond the report' : '',
          verified_at: t.clock.now(),
        })
        .execute();
    const shown = await t.request<{ candidates: { id: number; testimony: unknown }[] }>(
      cast.requester,
      'GET',
      d.url('/candidates'),
    );
    const id = await candidateOf(cast.expert);
    expect(shown.body.candidates.find((one) => one.id === id)?.testimony).toEqual({
      recent: 2,
      plaintiff: 2,
      defense: 1,
      excluded_part: 1,
      excluded_all: 0,
    });
    expect(JSON.stringify(shown.body)).not.toMatch(/Okafor|Beyond the report/);
  });
});

describe('who may, and when', () => {
  it('is nobody of another tenant, and no candidate but the one who was asked', async () => {
    const id = await offered();
    const stranger = await castFor(t.world, PASSWORD_HASH);
    const strangers = [stranger.requester, stranger.expert, cast.others[0] ?? stranger.expert];
    for (const who of strangers) {
      expect((await t.request(who, 'GET', `/api/v1/interviews/${id}`)).status).toBe(404);
      for (const [name, body] of [
        ['move', { reason: 'Mine' }],
        ['held', { minutes: 10 }],
        ['note', { text: 'Mine', was: null }],
      ] as const)
        expect((await act(who, id, name, body)).status).toBe(404);
    }
    expect((await t.request(stranger.requester, 'GET', d.url('/interviews'))).status).toBe(404);
    expect(
      (await t.request(stranger.requester, 'POST', d.url('/interviews/ask'), { candidate_id: 1, minutes: 30 })).status,
    ).toBe(404);
    expect((await t.request(cast.expert, 'GET', d.url('/interviews'))).status).toBe(403);
    // the matter itself stays closed to who is only asked
    expect((await t.request(cast.expert, 'GET', d.url(''))).status).toBe(404);
  });

  it('is each side for its own acts, and refuses what was read otherwise', async () => {
    const id = await offered();
    expect((await act(cast.expert, id, 'choose', { starts_at: inDays(3), zone: 'America/Chicago' })).status).toBe(403);
    expect((await act(cast.requester, id, 'offer', { starts_at: [inDays(3)] })).status).toBe(403);
    expect((await act(cast.requester, id, 'decline', { reason: 'fee' })).status).toBe(403);
    expect((await act(cast.admin, id, 'move', { reason: 'x' })).status).toBe(409);
    expect((await act(cast.requester, id, 'none_fit', { reason: 'Trial that week', lock_version: 0 })).status).toBe(
      409,
    );
    expect((await act(cast.requester, id, 'none_fit', { reason: '' })).status).toBe(400);
    expect((await act(cast.requester, id, 'none_fit', { reason: 'Trial that week' })).status).toBe(200);
    expect((await act(cast.requester, id, 'call_off', { reason: 'Settled' })).status).toBe(200);
    expect((await act(cast.expert, id, 'offer', { starts_at: [inDays(3)] })).status).toBe(409);
  });

  it('is one at a time for an expert, and nobody once the matter ended', async () => {
    const id = await asked();
    const again = await t.request<Problem>(cast.requester, 'POST', d.url('/interviews/ask'), {
      candidate_id: await candidateOf(cast.expert),
      minutes: 30,
    });
    expect(again.status).toBe(409);
    await d.must(cast.requester, 'POST', d.url('/actions/cancel'), { reason: 'Settled', confirmed_fee_cents: 0 });
    await d.settle();
    expect((await read(cast.expert, id)).state).toBe('called_off');
    expect((await act(cast.expert, id, 'offer', { answers, starts_at: [inDays(3)] })).status).toBe(409);
  });

  it('tells the retained expert of no other candidate', async () => {
    const other = cast.others[0];
    if (!other) throw new Error('no other expert');
    await asked(other);
    await d.selected();
    await d.accepted();
    const timeline = await t.request(cast.expert, 'GET', d.url('/timeline'));
    expect(timeline.status).toBe(200);
    expect(JSON.stringify(timeline.body)).not.toMatch(/interview/i);
    expect(JSON.stringify((await t.request(cast.requester, 'GET', d.url('/timeline'))).body)).toMatch(/interview/i);
  });

  it('is not for who only follows the matter: no note, no act', async () => {
    const id = await offered();
    await t.request(cast.requester, 'POST', `/api/v1/interviews/${id}/note`, {
      text: 'Good',
      leaning: 'yes',
      was: null,
    });
    const follower = await t.world.consultant(cast.organization_id);
    await t.world.db.insertInto('review_watchers').values({ review_id: d.id, user_id: follower.user_id }).execute();
    const [one] = (await list(follower)).interviews;
    expect(one).toMatchObject({ note: null, can: { choose: false, note: false, call_off: false } });
    expect((await act(follower, id, 'call_off', { reason: 'Mine' })).status).toBe(403);
  });

  it('waits while the matter is on hold, and names nobody who can no longer be asked', async () => {
    const id = await offered(cast.expert, inDays(2));
    await d.must(cast.admin, 'POST', d.url('/actions/hold'), { reason: 'Billing' });
    t.clock.advance({ ms: 2 * DAY });
    await d.settle();
    expect(await read(cast.expert, id)).toMatchObject({ state: 'offered', waits: true, can: { offer: false } });
    await d.must(cast.admin, 'POST', d.url('/actions/resume'), {});
    expect((await read(cast.expert, id)).can.offer).toBe(true);
    const other = cast.others[0];
    if (!other) throw new Error('no other expert');
    await t.world.db
      .updateTable('users')
      .set({ suspended_at: t.clock.now() })
      .where('id', '=', other.user_id)
      .execute();
    const gone = await t.request(cast.requester, 'POST', d.url('/interviews/ask'), {
      candidate_id: await candidateOf(other),
      minutes: 30,
    });
    expect(gone.status).toBe(409);
  });
});

it('goes with the records of its matter: times, answers, reasons and what either side noted', async () => {
  const id = await set();
  const other = cast.others[0] as Cast['expert'];
  const second = await offered(other);
  expect((await act(other, second, 'decline', { reason: 'other', note: 'I know their counsel well.' })).status).toBe(
    200,
  );
  for (const who of [cast.requester, cast.expert])
    expect(
      (
        await t.request(who, 'POST', `/api/v1/interviews/${id}/note`, {
          text: 'Clear on causation.',
          leaning: 'yes',
          was: null,
        })
      ).status,
    ).toBe(200);
  await d.must(cast.requester, 'POST', d.url('/actions/cancel'), { reason: 'The parties settled.' });
  await d.settle();
  await d.purge();
  await d.settle();
  expect(await d.status()).toBe('purged');
  const of = await t.world.db.selectFrom('interviews').select('id').where('review_id', '=', d.id).execute();
  expect(of).toEqual([]);
  const notes = await t.world.db
    .selectFrom('interview_notes')
    .select('interview_id')
    .where('interview_id', 'in', [id, second])
    .execute();
  expect(notes).toEqual([]);
  // the certificate counts what is left of it
  const certificate = await t.request<{ complete: boolean }>(cast.admin, 'GET', d.url('/certificate'));
  expect(certificate.body.complete).toBe(true);
  await t.world.db
    .insertInto('interviews')
    .values({
      review_id: d.id,
      expert_profile_id: cast.expert.profile_id,
      asked_by: 'requester',
      asked_by_user: cast.requester.user_id,
      asked_at: t.clock.now(),
      minutes: 30,
      state: 'asked',
    })
    .execute();
  const short = await t.request<{ complete: boolean }>(cast.admin, 'GET', d.url('/certificate'));
  expect(short.body.complete).toBe(false);
  // nobody reads what was there, nor the reason of who declined
  for (const who of [cast.requester, cast.expert, other])
    expect((await t.request(who, 'GET', `/api/v1/interviews/${id}`)).status).toBe(404);
  const told = JSON.stringify(
    await t.world.db.selectFrom('invitations').selectAll().where('review_id', '=', d.id).execute(),
  );
  expect(told).not.toContain('counsel well');
});
