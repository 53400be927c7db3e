import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { signaturesOf } from '../../src/core/pdf-signature.ts';
import type { EngagementTerms } from '../../src/features/engagements/rules.ts';
import type { ReviewDetail, UpNextTask } from '../../src/features/reviews/contract.ts';
import type { SessionsView } from '../../src/features/testimony/contract.ts';
import type { WorkView } from '../../src/features/work/contract.ts';
import { type TestApp, testApp } from '../harness/app.ts';
import { LegalDriver } from '../harness/legal-driver.ts';
import { PASSWORD_HASH } from '../harness/password.ts';
import { pdfText } from '../harness/pdf-text.ts';
import { type Cast, castFor, CLEAN_ATTESTATION, inApp } from '../harness/review-driver.ts';
import type { Person } from '../harness/world.ts';

/* Depositions and days at trial: asked for, answered, moved and called off as agreed, held with their time, transcript and errata. */
let t: TestApp;
let cast: Cast;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  cast = await castFor(t.world, PASSWORD_HASH);
});

const DAY = 86_400_000;
const HOUR = 3_600_000;
const TERMS: Partial<EngagementTerms> = {
  retainer_cents: 0,
  replenish_below_cents: 0,
  holds_when_used_up: false,
  hourly_cents: 40_000,
  deposition_hourly_cents: 60_000,
  deposition_minimum_hours: 4,
  trial_day_cents: 500_000,
  cancel_days: 14,
  cancel_percent: 50,
  step_minutes: 6,
  budget_cents: null,
};
async function engaged(terms: Partial<EngagementTerms> = {}): Promise<LegalDriver> {
  const d = await new LegalDriver(inApp(t, cast)).to('accepted');
  await d.agreementProposed(cast.requester, { ...TERMS, ...terms });
  // without a retainer it is retained once both have signed
  await d.agreementSigned();
  return (terms.retainer_cents ?? 0) > 0 ? d.to('retainerPaid') : d;
}
interface Problem {
  detail?: string;
  errors?: { path: string; message: string }[];
}
const post = (d: LegalDriver, who: Person, path: string, body: unknown = {}) =>
  t.request<SessionsView & Problem>(who, 'POST', d.url(`/testimony/${path}`), body);
const read = async (d: LegalDriver, who: Person = cast.requester) =>
  (await t.request<SessionsView>(who, 'GET', d.url('/testimony'))).body;
const work = async (d: LegalDriver, who: Person = cast.requester) =>
  (await t.request<WorkView>(who, 'GET', d.url('/work'))).body;
const inDays = (days: number) => new Date(t.clock.now().getTime() + days * DAY).toISOString();
/** The calendar day by then where sessions are held, whatever hour the tests before came to. */
const dayIn = (days: number) => new Date(inDays(days)).toLocaleDateString('en-CA', { timeZone: 'America/Chicago' });
const session = (days: number, more: Record<string, unknown> = {}) => ({
  type: 'deposition',
  starts_at: inDays(days),
  minutes: 300,
  zone: 'America/Chicago',
  place: '12 Harbor Street, Suite 4',
  attendees: [{ name: 'Jonah Priddy', role: 'opposing_counsel' }],
  ...more,
});
/** A session as it was asked for; answers its number. */
async function asked(d: LegalDriver, days: number, more: Record<string, unknown> = {}): Promise<number> {
  const answer = await post(d, cast.requester, 'ask', session(days, more));
  expect(answer.status).toBe(200);
  return Math.max(...answer.body.sessions.map(({ id }) => id));
}
const only = (view: SessionsView, id: number) => view.sessions.find((one) => one.id === id);
async function confirmed(d: LegalDriver, days: number, more: Record<string, unknown> = {}): Promise<number> {
  const id = await asked(d, days, more);
  const { starts_at } = only(await read(d), id) ?? {};
  expect((await post(d, cast.expert, `${id}/confirm`, { starts_at })).status).toBe(200);
  return id;
}
/** Some hours after a session's beginning it is said how it was held. */
async function held(d: LegalDriver, id: number, hours: number, break_minutes = 0) {
  const begun = new Date(only(await read(d), id)?.starts_at ?? 0);
  const held_to = new Date(begun.getTime() + hours * HOUR);
  t.clock.set(held_to);
  return post(d, cast.expert, `${id}/hold`, {
    held_from: begun.toISOString(),
    held_to: held_to.toISOString(),
    break_minutes,
  });
}
const mails = (d: LegalDriver) =>
  t.world.db.selectFrom('mails').select(['template', 'to_email']).where('review_id', '=', d.id).orderBy('id').execute();

describe('asking and answering', () => {
  it('the firm asks, which approves the hours; the expert declines, is asked anew, confirms; the order says the day', async () => {
    const d = await engaged();
    const id = await asked(d, 30);
    expect(await work(d)).toMatchObject({
      tasks: [{ type: 'deposition', state: 'approved', budget_minutes: 300, rate: { cents: 60_000, per: 'hour' } }],
    });
    const order = async () =>
      (
        await t.world.db
          .selectFrom('review_sections')
          .select('data')
          .where('review_id', '=', d.id)
          .where('section', '=', 'step_one')
          .executeTakeFirstOrThrow()
      ).data as Record<string, unknown>;
    expect((await order())['deposition_on']).toBe(dayIn(30));

    // only the expert's side answers, and only the firm's side asks
    const { starts_at } = only(await read(d), id) ?? {};
    expect((await post(d, cast.requester, `${id}/confirm`, { starts_at })).status).toBe(403);
    expect((await post(d, cast.expert, 'ask', session(40))).status).toBe(403);
    expect(
      (await post(d, cast.expert, `${id}/hold`, { held_from: starts_at, held_to: starts_at, break_minutes: 0 })).status,
    ).toBe(409);

    expect(
      (await post(d, cast.expert, `${id}/decline`, { reason: 'In surgery all day.' })).body.sessions,
    ).toMatchObject([{ state: 'declined', reason: 'In surgery all day.' }]);
    expect((await post(d, cast.expert, `${id}/confirm`, { starts_at })).status).toBe(409);
    const anew = {
      ...session(31),
      reason: 'Another day.',
      confirmed_cents: 0,
      was: starts_at,
      link: 'https://video.example/abc',
      place: '',
    };
    expect((await post(d, cast.requester, `${id}/move`, anew)).body.sessions).toMatchObject([
      { state: 'asked', place: '', link: 'https://video.example/abc' },
    ]);
    // what is confirmed is what was read
    expect((await post(d, cast.expert, `${id}/confirm`, { starts_at })).status).toBe(409);
    const assistant = await t.world.assistantOf(cast.expert.profile_id);
    expect((await post(d, assistant, `${id}/confirm`, { starts_at: anew.starts_at })).body.sessions).toMatchObject([
      { state: 'confirmed', calling_off_cents: null },
    ]);
    expect((await order())['deposition_on']).toBe(dayIn(31));
    await t.settle();
    const sent = await mails(d);
    expect(sent.filter(({ template }) => template === 'session_answered')).toHaveLength(2);
    expect(sent.some(({ template, to_email }) => template === 'session_asked' && to_email === cast.expert.email)).toBe(
      true,
    );
  });

  it('says what is wrong with a time and place at its field, and keeps nothing', async () => {
    const d = await engaged();
    for (const [more, path] of [
      [{ starts_at: inDays(-1) }, 'starts_at'],
      [{ place: '' }, 'place'],
      [{ link: 'http://video.example' }, 'link'],
      [{ zone: 'Mars/Base' }, 'zone'],
    ] as const) {
      const answer = await post(d, cast.requester, 'ask', session(30, more));
      expect(answer.status).toBe(422);
      expect(answer.body.errors?.map((one) => one.path)).toEqual([path]);
    }
    expect((await read(d)).sessions).toEqual([]);
    expect((await work(d)).tasks).toEqual([]);
  });

  it('is not there for others, nor before the names are cleared; before the agreement is signed nothing is asked', async () => {
    const d = await engaged();
    const id = await asked(d, 30);
    const stranger = await castFor(t.world, PASSWORD_HASH);
    for (const who of [stranger.requester, stranger.expert]) {
      expect((await t.request(who, 'GET', d.url('/testimony'))).status).toBe(404);
      expect(
        (
          await post(d, who, `${id}/${who === stranger.expert ? 'confirm' : 'call_off'}`, {
            starts_at: inDays(30),
            reason: 'x',
            confirmed_cents: 0,
          })
        ).status,
      ).toBe(404);
    }
    const other = await new LegalDriver(inApp(t, stranger)).to('accepted');
    expect((await t.request(stranger.requester, 'POST', other.url('/testimony/ask'), session(30))).status).toBe(409);
    // a session of another matter is none of this one
    expect(
      (
        await t.request(stranger.requester, 'POST', other.url(`/testimony/${id}/call_off`), {
          reason: 'x',
          confirmed_cents: 0,
        })
      ).status,
    ).not.toBe(200);
    expect(only(await read(d), id)?.state).toBe('asked');
    const invited = await new LegalDriver(inApp(t, stranger)).to('selected');
    expect((await t.request(stranger.expert, 'GET', invited.url('/testimony'))).status).toBe(404);
  });
});

describe('what is next', () => {
  const next = async (who: Person) =>
    (
      await t.request<{ tasks: UpNextTask[]; calendar: { path: string; title: string }[] }>(
        who,
        'GET',
        '/api/v1/up_next',
      )
    ).body;
  const OF_SESSIONS = new Set(['answer_session', 'attend_session', 'record_session', 'sign_errata']);
  const acts = async (who: Person = cast.expert) =>
    (await next(who)).tasks.filter(({ act }) => OF_SESSIONS.has(act)).map(({ act }) => act);

  it('the expert’s side has a session to answer, then the next one with where and when, then how it was held', async () => {
    const d = await engaged();
    const id = await asked(d, 30);
    const assistant = await t.world.assistantOf(cast.expert.profile_id);
    for (const who of [cast.expert, assistant]) {
      const [task] = (await next(who)).tasks.filter(({ act }) => act === 'answer_session');
      expect(task).toMatchObject({
        path: `/legal-case/${d.id}#testimony`,
        due_text: 'The firm waits for your answer',
        detail: expect.stringContaining('12 Harbor Street, Suite 4') as string,
      });
    }
    const { starts_at } = only(await read(d), id) ?? {};
    await post(d, cast.expert, `${id}/confirm`, { starts_at });
    expect((await next(cast.expert)).tasks.find(({ act }) => act === 'attend_session')).toMatchObject({
      title: 'Be at the deposition',
      due_at: starts_at,
      detail: expect.stringContaining('12 Harbor Street, Suite 4') as string,
    });
    // the preparation before it is the next one then, and says what follows
    const before = await confirmed(d, 20, { type: 'preparation', place: '', link: 'https://video.example/prep' });
    expect(await acts()).toEqual(['attend_session']);
    expect((await next(cast.expert)).tasks.find(({ act }) => act === 'attend_session')).toMatchObject({
      title: 'Be at the preparation',
      detail: expect.stringMatching(/by video · the deposition follows on /) as string,
    });
    t.clock.advance({ days: 15 });
    expect((await next(cast.expert)).calendar.map(({ path, title }) => [path, title.split(',')[0]])).toContainEqual([
      `/legal-case/${d.id}#testimony`,
      'Preparation',
    ]);
    await held(d, before, 1);
    t.clock.advance({ days: 12 });
    expect(await acts()).toEqual(['record_session']);
    await held(d, id, 5);
    expect(await acts()).toEqual([]);
    await post(d, cast.requester, `${id}/transcript`, { available_on: dayIn(0), errata_due_on: dayIn(20) });
    expect(await acts()).toEqual(['sign_errata']);
    expect(await acts(assistant)).toEqual([]);
    // nobody else's
    const stranger = await castFor(t.world, PASSWORD_HASH);
    expect(await acts(stranger.expert)).toEqual([]);
  });

  it('what was declined is the firm’s move on the matter’s page until it has another time or is called off', async () => {
    const d = await engaged();
    const id = await asked(d, 30);
    const move = async (who: Person = cast.requester) =>
      (await t.request<ReviewDetail>(who, 'GET', d.url())).body.what_now;
    expect((await move()).voice).not.toBe('yours');
    await post(d, cast.expert, `${id}/decline`, { reason: 'In surgery all day.' });
    expect(await move()).toMatchObject({
      voice: 'yours',
      headline: 'Set another time, or call it off',
      action: { path: `/legal-case/${d.id}#testimony` },
    });
    expect((await move(cast.expert)).headline).not.toContain('another time');
    expect(
      (await post(d, cast.requester, `${id}/call_off`, { reason: 'It settled.', confirmed_cents: 0 })).status,
    ).toBe(200);
    expect((await move()).voice).not.toBe('yours');
  });
});

describe('calling off and moving', () => {
  it('early costs nothing; late it costs what was agreed, told before, charged once, from the retainer too', async () => {
    const d = await engaged({ retainer_cents: 500_000 });
    const early = await confirmed(d, 30);
    expect(only(await read(d), early)?.calling_off_cents).toBe(0);
    const off = { reason: 'It settled.', confirmed_cents: 0 };
    expect((await post(d, cast.requester, `${early}/call_off`, off)).status).toBe(200);
    expect((await work(d)).tasks).toMatchObject([{ state: 'cancelled', used_cents: 0 }]);

    const late = await confirmed(d, 10);
    expect(only(await read(d), late)?.calling_off_cents).toBe(120_000);
    expect(only(await read(d, cast.clinOps), late)?.calling_off_cents).toBeNull();
    // who was told another amount is asked anew
    expect((await post(d, cast.requester, `${late}/call_off`, off)).status).toBe(409);
    const both = await Promise.all(
      [1, 2].map(() => post(d, cast.requester, `${late}/call_off`, { ...off, confirmed_cents: 120_000 })),
    );
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const after = await work(d);
    expect(after.matter).toMatchObject({ used_minutes: 0, used_cents: 120_000 });
    expect(after.retainer_cents).toBe(380_000);
    expect(after.entries).toMatchObject([{ made_with: 'called_off', minutes: 0, amount_cents: 120_000 }]);
    // the expert can waive it
    const waived = await t.request<WorkView>(
      cast.expert,
      'POST',
      d.url(`/work/entries/${after.entries[0]?.id}/correct`),
      {
        instead: null,
        reason: 'A courtesy.',
      },
    );
    expect(waived.body).toMatchObject({ matter: { used_cents: 0 }, retainer_cents: 500_000 });
  });

  it('moving late is charged alike, saying another place or who comes is not; nothing is charged that was not confirmed', async () => {
    const d = await engaged();
    const id = await confirmed(d, 10);
    const now = only(await read(d), id);
    const same = {
      ...session(10),
      starts_at: now?.starts_at,
      place: 'Room 2',
      reason: 'Another room.',
      confirmed_cents: 0,
      was: now?.starts_at,
    };
    expect((await post(d, cast.requester, `${id}/move`, same)).body.sessions).toMatchObject([
      { state: 'confirmed', place: 'Room 2' },
    ]);
    // it is not confirmed anew: the expert is told, and the old place stands beside the new one
    await t.settle();
    const told = await t.world.db
      .selectFrom('mails')
      .select(['template', 'to_email', 'subject', 'text'])
      .where('review_id', '=', d.id)
      .where('template', '=', 'session_changed')
      .execute();
    expect(told).toMatchObject([
      { to_email: cast.expert.email, subject: expect.stringContaining('is at another place') as string },
    ]);
    expect(told[0]?.text).not.toContain('Room 2');
    expect(JSON.stringify((await t.request(cast.expert, 'GET', '/api/v1/notifications')).body)).toContain(
      'the deposition is at another place',
    );
    for (const who of [cast.expert, cast.requester]) {
      const { data } = (
        await t.request<{ data: { action: string; reason: string | null; change: unknown }[] }>(
          who,
          'GET',
          d.url('/timeline'),
        )
      ).body;
      expect(data.find(({ action }) => action === 'testimony.changed')).toMatchObject({
        reason: 'Another room.',
        change: { field: 'Place', old: '12 Harbor Street, Suite 4', new: 'Room 2' },
      });
    }
    const moved = {
      ...session(40, { minutes: 420 }),
      reason: 'The court moved it.',
      confirmed_cents: 120_000,
      was: now?.starts_at,
    };
    expect((await post(d, cast.requester, `${id}/move`, { ...moved, confirmed_cents: 0 })).status).toBe(409);
    expect((await post(d, cast.requester, `${id}/move`, moved)).body.sessions).toMatchObject([{ state: 'asked' }]);
    expect(await work(d)).toMatchObject({
      matter: { used_cents: 120_000 },
      tasks: [{ state: 'approved', budget_minutes: 420 }],
    });
    const unanswered = await asked(d, 5);
    expect(only(await read(d), unanswered)?.calling_off_cents).toBe(0);
  });

  it('what ending calls off, and what waits, is told before, repeated, and refused where it has changed', async () => {
    const d = await engaged();
    const later = await confirmed(d, 40);
    const detail = async (who: Person = cast.requester) => (await t.request<ReviewDetail>(who, 'GET', d.url())).body;
    // it is too far away to cost anything yet
    expect((await detail()).ending).toMatchObject({ sessions: 1, called_off_cents: 0, expenses: 0, unrecorded: 0 });
    const spent = await t.request(cast.expert, 'POST', d.url('/work/expenses'), {
      spent_on: dayIn(0),
      sort: 'mileage',
      purpose: 'To the inspection of the ward.',
      miles_tenths: 1_000,
    });
    expect(spent.status).toBe(200);
    const waiting_cents = (await detail()).ending?.expenses_cents ?? 0;
    expect(waiting_cents).toBeGreaterThan(0);
    expect((await detail(cast.expert)).ending).toBeNull();

    const end = (action: string, confirmed_ending?: object) =>
      t.request<Problem & { detail?: string }>(cast.requester, 'POST', d.url(`/actions/${action}`), {
        ...(action === 'conclude' ? { outcome: 'settled' } : { reason: 'It settled.', confirmed_fee_cents: 0 }),
        ...(confirmed_ending ? { confirmed_ending } : {}),
      });
    for (const action of ['conclude', 'cancel']) {
      const blind = await end(action);
      expect([blind.status, blind.body.detail]).toEqual([409, expect.stringContaining('1 expense waits')]);
    }
    t.clock.advance({ days: 30 });
    // it costs by now
    const old = await end('conclude', { called_off_cents: 0, waiting_cents });
    expect([old.status, old.body.detail]).toEqual([409, expect.stringContaining('charged as agreed: $1,200.00')]);
    expect(only(await read(d), later)?.state).toBe('confirmed');
    expect(await d.status()).toBe('retained');
    expect((await end('conclude', { called_off_cents: 120_000, waiting_cents })).status).toBe(200);
    await t.settle();
    expect(only(await read(d), later)?.state).toBe('called_off');
    expect((await work(d)).matter.used_cents).toBe(120_000);
  });

  it('what waits when it ends is the time of the expert who is on it: that of one who left nobody can record', async () => {
    const d = await engaged({ deposition_hourly_cents: 50_000 });
    const id = await confirmed(d, 3);
    await held(d, id, 7);
    const ending = async () => (await t.request<ReviewDetail>(cast.requester, 'GET', d.url())).body.ending;
    expect(await ending()).toMatchObject({ unrecorded: 1, unrecorded_cents: 350_000 });
    await d.freshProof(cast.expert);
    await d.must(cast.expert, 'POST', d.url('/agreement/withdraw'), { reason: 'I am ill.', handover: 'All is read.' });
    await t.settle();
    await d.replaced();
    expect(await ending()).toMatchObject({ unrecorded: 0, unrecorded_cents: 0 });
    t.clock.advance({ hours: 1 });
    const next = cast.others[0] as Cast['expert'];
    await d.must(cast.matching, 'POST', d.url('/invitations'), { expert_profile_ids: [next.profile_id] });
    await d.must(next, 'POST', `/api/v1/invitations/review-${d.id}/accept`, CLEAN_ATTESTATION);
    await t.settle();
    const own = new LegalDriver(inApp(t, { ...cast, expert: next }));
    own.id = d.id;
    await own.agreementProposed(cast.requester, { ...TERMS, deposition_hourly_cents: 90_000 });
    await own.agreementSigned();
    expect((await post(d, next, `${id}/record_time`)).status).toBe(403);
    expect(await ending()).toMatchObject({ unrecorded: 0, unrecorded_cents: 0 });
  });

  it('the end of the matter calls off what was to come, charged as agreed; an expert who leaves is paid nothing for it', async () => {
    const d = await engaged();
    const id = await confirmed(d, 10);
    await d.concluded();
    await t.settle();
    expect(only(await read(d), id)).toMatchObject({ state: 'called_off', can: { move: false, call_off: false } });
    expect((await work(d)).matter.used_cents).toBe(120_000);
    expect((await post(d, cast.requester, 'ask', session(40))).status).toBe(409);

    cast = await castFor(t.world, PASSWORD_HASH);
    const left = await engaged();
    const theirs = await confirmed(left, 10);
    expect(
      (
        await t.request(cast.expert, 'POST', left.url('/agreement/withdraw'), {
          reason: 'An illness.',
          handover: 'The chart is read to page 40.',
        })
      ).status,
    ).toBe(200);
    await t.settle();
    expect(only(await read(left), theirs)).toMatchObject({ state: 'called_off' });
    expect((await work(left)).matter.used_cents).toBe(0);
  });
});

describe('as it was held', () => {
  it('records its time with the minimum agreed, and finishes its task', async () => {
    const d = await engaged();
    const id = await confirmed(d, 3);
    const answer = await held(d, id, 2);
    expect(answer.body.sessions).toMatchObject([
      { state: 'held', held: { charged_minutes: 240, recorded: true }, can: { hold: false, record_time: false } },
    ]);
    expect(await work(d)).toMatchObject({
      tasks: [{ state: 'done', used_minutes: 240, used_cents: 240_000 }],
      entries: [{ made_with: 'session', minutes: 240 }],
    });
    expect((await post(d, cast.expert, `${id}/record_time`)).status).toBe(409);
  });

  it('stays on record where the budget does not hold its time, which is recorded once more hours are granted', async () => {
    const d = await engaged();
    const id = await confirmed(d, 3);
    const answer = await held(d, id, 7, 30);
    expect(answer.body.sessions).toMatchObject([
      { state: 'held', held: { charged_minutes: 390, recorded: false }, can: { record_time: true } },
    ]);
    expect((await work(d)).matter.used_minutes).toBe(0);
    const refused = await post(d, cast.expert, `${id}/record_time`);
    expect(refused.status).toBe(409);
    expect(refused.body.detail).toContain('Ask for more hours');
    const task = (await work(d)).tasks[0]?.id ?? 0;
    const more = await t.request<WorkView>(cast.expert, 'POST', d.url(`/work/tasks/${task}/budget_requests`), {
      minutes: 90,
      reason: 'It took seven hours.',
    });
    const request = more.body.tasks[0]?.request?.id ?? 0;
    await t.request(cast.requester, 'POST', d.url(`/work/budget_requests/${request}/answer`), {
      grant: true,
      answer: '',
    });
    const both = await Promise.all([1, 2].map(() => post(d, cast.expert, `${id}/record_time`)));
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(await work(d)).toMatchObject({ matter: { used_minutes: 390, used_cents: 390_000 } });
  });

  it('a day at trial is a day', async () => {
    const d = await engaged();
    const id = await confirmed(d, 3, { type: 'trial', minutes: 240 });
    await held(d, id, 3);
    expect(await work(d)).toMatchObject({ matter: { used_minutes: 480, used_cents: 500_000 } });
  });
});

describe('among the expert’s testimony', () => {
  it('what was held is proposed to the expert alone, once, and goes to staff as any record does', async () => {
    const d = await engaged();
    const id = await confirmed(d, 3);
    await held(d, id, 5);
    const seen = await read(d, cast.expert);
    const record = only(seen, id)?.own_record;
    expect(record).toMatchObject({
      case_name: 'Ferrante v. Brightwater Regional',
      form: 'deposition',
      side: 'defense',
    });
    for (const who of [cast.requester, cast.clinOps])
      expect(await read(d, who)).toMatchObject({ profile_id: null, sessions: [{ own_record: null }] });
    const said = await t.request(cast.expert, 'POST', `/api/v1/experts/${seen.profile_id}/changes`, {
      part: 'testimony',
      record_id: null,
      after: null,
      data: { ...record, exclusion: null, exclusion_note: null },
      document_id: null,
    });
    expect(said.status).toBe(201);
    expect(only(await read(d, cast.expert), id)?.own_record).toBeNull();
  });
});

describe('when it comes otherwise', () => {
  const off = { reason: 'It settled.', confirmed_cents: 0 };
  const orderOf = async (d: LegalDriver) =>
    (
      await t.world.db
        .selectFrom('review_sections')
        .select('data')
        .where('review_id', '=', d.id)
        .where('section', '=', 'step_one')
        .executeTakeFirstOrThrow()
    ).data as Record<string, unknown>;

  it('a trial’s date is the court’s; a deposition’s is of the first that is to come, and goes with the last', async () => {
    const d = await engaged();
    const trial = (await orderOf(d))['trial_on'];
    await asked(d, 50, { type: 'trial' });
    expect((await orderOf(d))['trial_on']).toBe(trial);
    const [first, second] = [await asked(d, 20), await asked(d, 30)];
    expect((await orderOf(d))['deposition_on']).toBe(dayIn(20));
    await post(d, cast.requester, `${first}/call_off`, off);
    expect((await orderOf(d))['deposition_on']).toBe(dayIn(30));
    await post(d, cast.requester, `${second}/call_off`, off);
    expect((await orderOf(d))['deposition_on'] ?? null).toBeNull();
  });

  it('what has begun the firm cannot call off, nor does the end of the matter; the expert says how it was held, confirmed or not', async () => {
    const d = await engaged();
    const [one, other] = [await confirmed(d, 3), await asked(d, 3)];
    const early = { held_from: inDays(-1), held_to: inDays(0), break_minutes: 0 };
    expect((await post(d, cast.expert, `${one}/hold`, early)).status).toBe(409);
    t.clock.advance({ days: 3, hours: 1 });
    const begun = await post(d, cast.requester, `${one}/call_off`, { ...off, confirmed_cents: 120_000 });
    expect(begun).toMatchObject({ status: 409, body: { detail: expect.stringContaining('It has begun') } });
    await d.concluded();
    await t.settle();
    expect((await read(d)).sessions.map(({ state }) => state)).toEqual(['confirmed', 'asked']);
    const year = { held_from: inDays(-365), held_to: inDays(-364), break_minutes: 0 };
    expect((await post(d, cast.expert, `${other}/hold`, year)).body.errors?.map(({ path }) => path)).toEqual([
      'held_from',
    ]);
    const answer = await held(d, other, 5);
    expect(only(answer.body, other)).toMatchObject({ state: 'held', held: { charged_minutes: 300, recorded: true } });
    // it was not held at all: charged as called off late, once
    const gone = await post(d, cast.expert, `${one}/not_held`, { reason: 'Nobody came.' });
    expect(only(gone.body, one)).toMatchObject({ state: 'called_off', reason: 'Nobody came.' });
    expect((await post(d, cast.expert, `${one}/not_held`, { reason: 'Again.' })).status).toBe(409);
    expect((await work(d)).matter.used_cents).toBe(300_000 + 120_000);
  });

  it('how it was held is corrected once its time is taken back', async () => {
    const d = await engaged();
    const id = await confirmed(d, 3);
    await held(d, id, 5);
    const again = await held(d, id, 6);
    expect(again).toMatchObject({ status: 409, body: { detail: expect.stringContaining('Take it back') } });
    const entry = (await work(d)).entries[0]?.id;
    await t.request(cast.expert, 'POST', d.url(`/work/entries/${entry}/correct`), {
      instead: null,
      reason: 'Mistyped.',
    });
    expect(only(await read(d, cast.expert), id)).toMatchObject({ held: { recorded: false }, can: { hold: true } });
    expect(only((await held(d, id, 4.5)).body, id)?.held).toMatchObject({ charged_minutes: 270, recorded: true });
  });

  it('while the matter waits for records it is called off and answered all the same', async () => {
    const d = await engaged();
    const id = await asked(d, 30);
    const request = { items: [{ label: 'The imaging' }], due_on: dayIn(10), note: '' };
    expect((await t.request(cast.expert, 'POST', d.url('/file_requests'), request)).status).toBe(201);
    expect(await d.status()).toBe('needs_information');
    const { starts_at } = only(await read(d), id) ?? {};
    expect((await post(d, cast.expert, `${id}/confirm`, { starts_at })).status).toBe(200);
    expect((await post(d, cast.requester, 'ask', session(40))).status).toBe(409);
    expect((await post(d, cast.requester, `${id}/call_off`, off)).status).toBe(200);
  });

  it('who read another time moves nothing; who comes after its expert takes none of their acts', async () => {
    const d = await engaged();
    const id = await confirmed(d, 30);
    const was = only(await read(d), id)?.starts_at;
    const change = { reason: 'Another day.', confirmed_cents: 0, was };
    expect((await post(d, cast.requester, `${id}/move`, { ...session(32), ...change })).status).toBe(200);
    expect((await post(d, cast.requester, `${id}/move`, { ...session(33), ...change })).status).toBe(409);
    const other = cast.others[0];
    await t.world.db
      .updateTable('testimony_sessions')
      .set({ expert_profile_id: other?.profile_id ?? 0 })
      .where('id', '=', id)
      .execute();
    expect((await post(d, cast.expert, `${id}/decline`, { reason: 'Not mine.' })).status).toBe(403);
    expect(only(await read(d, cast.expert), id)?.can).toMatchObject({ confirm: false, decline: false });
  });

  it('errata are due as entered among the matter’s dates, before any rule', async () => {
    const d = await engaged();
    const id = await confirmed(d, 3);
    await held(d, id, 5);
    const day = dayIn(21);
    const date = { type: 'errata', day, source: 'Stipulation of the parties', was: null };
    expect((await t.request(cast.requester, 'POST', d.url('/matter_dates/keep'), { dates: [date] })).status).toBe(200);
    const told = await post(d, cast.requester, `${id}/transcript`, { available_on: dayIn(0) });
    expect(only(told.body, id)?.transcript).toMatchObject({
      errata_due_on: day,
      working: 'Stipulation of the parties',
    });
  });
});

describe('transcript and errata', () => {
  it('errata are due as the firm says or the courts have it; the expert signs the sheet, which is a document', async () => {
    const d = await engaged();
    const id = await confirmed(d, 3);
    expect((await post(d, cast.requester, `${id}/transcript`, { available_on: dayIn(0) })).status).toBe(409);
    await held(d, id, 5);
    const today = dayIn(0);
    // Illinois has no rule here
    const noRule = await post(d, cast.requester, `${id}/transcript`, { available_on: today });
    expect(noRule.body.errors?.map(({ path }) => path)).toEqual(['errata_due_on']);
    const due = dayIn(28);
    const told = await post(d, cast.requester, `${id}/transcript`, { available_on: today, errata_due_on: due });
    expect(told.body.sessions).toMatchObject([{ transcript: { errata_due_on: due, working: '', errata: null } }]);
    expect((await t.request(cast.requester, 'GET', d.url(`/testimony/${id}/errata_sheet`))).status).toBe(404);

    const errata = [
      { page: 41, line: 7, reads: 'left', should_read: 'right', reason: 'Misheard' },
      { page: 3, line: 20, reads: 'May', should_read: 'March', reason: 'Slip of the tongue' },
    ];
    const { own_name } = await read(d, cast.expert);
    const sheet = { errata, transcript_on: today, name: own_name, consents: true };
    const assistant = await t.world.assistantOf(cast.expert.profile_id);
    expect((await post(d, assistant, `${id}/errata`, sheet)).status).toBe(403);
    expect((await post(d, cast.expert, `${id}/errata`, { ...sheet, name: 'Somebody Else' })).body.errors).toMatchObject(
      [{ path: 'name' }],
    );
    expect(
      (await post(d, cast.expert, `${id}/errata`, { ...sheet, errata: [errata[0], errata[0]] })).body.errors,
    ).toMatchObject([{ path: 'errata.1.reads' }]);
    t.clock.set(new Date(t.clock.now().getTime() + HOUR));
    expect((await post(d, cast.expert, `${id}/errata`, sheet)).body).toMatchObject({
      code: 'reauthentication_required',
    });
    await d.freshProof(cast.expert);
    expect((await post(d, cast.expert, `${id}/errata`, sheet)).body.sessions).toMatchObject([
      { transcript: { errata: { lines: [errata[1], errata[0]], name: own_name } }, can: { sign_errata: false } },
    ]);
    expect((await post(d, cast.expert, `${id}/errata`, sheet)).status).toBe(409);
    expect(
      (await post(d, cast.requester, `${id}/transcript`, { available_on: today, errata_due_on: due })).status,
    ).toBe(409);
    const [paper, again] = await Promise.all(
      [cast.requester, cast.expert].map((who) => t.request(who, 'GET', d.url(`/testimony/${id}/errata_sheet`))),
    );
    expect(paper?.raw.rawPayload.equals(again?.raw.rawPayload ?? Buffer.of())).toBe(true);
    expect(await signaturesOf(Uint8Array.from(paper?.raw.rawPayload ?? []))).toMatchObject([
      { state: 'sound', covers: 'whole' },
    ]);
    const text = (await pdfText(paper?.raw.rawPayload ?? Buffer.of())).replaceAll(/\s+/g, ' ');
    expect(text).toContain('Page 3, line 20: “May” should read “March”. Reason: Slip of the tongue');
    expect(text.indexOf('Page 3, line 20')).toBeLessThan(text.indexOf('Page 41, line 7'));
    expect(text).toContain(own_name);
    // a firm that is renamed changes nothing of what was signed
    await t.world.db
      .updateTable('organizations')
      .set({ name: 'Renamed LLP' })
      .where('id', '=', cast.organization_id)
      .execute();
    const later = await t.request(cast.expert, 'GET', d.url(`/testimony/${id}/errata_sheet`));
    expect(later.raw.rawPayload.equals(paper?.raw.rawPayload ?? Buffer.of())).toBe(true);
    const stranger = await castFor(t.world, PASSWORD_HASH);
    expect((await t.request(stranger.requester, 'GET', d.url(`/testimony/${id}/errata_sheet`))).status).toBe(404);
  });

  it('is still signed after the matter closed, until the day it is due and no longer', async () => {
    const sheetFor = async (d: LegalDriver) => {
      const id = await confirmed(d, 3);
      await held(d, id, 5);
      const today = dayIn(0);
      await post(d, cast.requester, `${id}/transcript`, { available_on: today, errata_due_on: dayIn(28) });
      return {
        id,
        sheet: { errata: [], transcript_on: today, name: (await read(d, cast.expert)).own_name, consents: true },
      };
    };
    const d = await engaged();
    const { id, sheet } = await sheetFor(d);
    await d.concluded();
    await d.must(cast.requester, 'POST', d.url('/actions/close'), {});
    await t.settle();
    expect(only(await read(d, cast.expert), id)?.can).toMatchObject({ sign_errata: true, hold: false });
    // reminded of it also then
    const reminders = async () =>
      (
        await t.world.db
          .selectFrom('mails')
          .select('id')
          .where('review_id', '=', d.id)
          .where('template', '=', 'errata_ahead')
          .where('to_user_id', '=', cast.expert.user_id)
          .execute()
      ).length;
    const before = await reminders();
    t.clock.advance({ days: 27 });
    await t.settle();
    expect(await reminders()).toBeGreaterThan(before);
    await d.freshProof(cast.expert);
    expect((await post(d, cast.expert, `${id}/errata`, sheet)).status).toBe(200);

    // the day passed
    const late = await engaged();
    const other = await sheetFor(late);
    await late.concluded();
    await late.must(cast.requester, 'POST', late.url('/actions/close'), {});
    t.clock.advance({ days: 30 });
    await late.freshProof(cast.expert);
    expect(only(await read(late, cast.expert), other.id)?.can.sign_errata).toBe(false);
    const refused = await post(late, cast.expert, `${other.id}/errata`, other.sheet);
    expect(refused).toMatchObject({ status: 409, body: { detail: expect.stringContaining('has passed') } });
  });

  it('in a federal matter the day follows the rule, with its working', async () => {
    const d = await new LegalDriver(inApp(t, cast)).draft({ federal: true });
    await d.to('accepted');
    await d.agreementProposed(cast.requester, TERMS);
    await d.agreementSigned();
    const id = await confirmed(d, 3);
    await held(d, id, 5);
    const told = await post(d, cast.requester, `${id}/transcript`, { available_on: dayIn(0) });
    expect(told.body.sessions[0]?.transcript?.working).toMatch(
      /^30 days after .* Fed\. R\. Civ\. P\. 30\(e\)\(1\), 6\(a\)\. Nobody has reviewed this rule yet\.$/,
    );
    expect(told.body.sessions[0]?.transcript?.days_left).toBeGreaterThanOrEqual(30);
  });
});

describe('reminders', () => {
  it('both sides are reminded a week and a day before, of the time it has then; the expert of the errata', async () => {
    const d = await engaged();
    const id = await confirmed(d, 10);
    const was = only(await read(d), id)?.starts_at;
    const moved = { ...session(30), reason: 'The court moved it.', confirmed_cents: 120_000, was };
    expect((await post(d, cast.requester, `${id}/move`, moved)).status).toBe(200);
    const reminders = async () => (await mails(d)).filter(({ template }) => template === 'session_ahead');
    t.clock.set(new Date(Date.parse(moved.starts_at) - 8 * DAY));
    await t.settle();
    expect(await reminders()).toEqual([]);
    t.clock.set(new Date(Date.parse(moved.starts_at) - 7 * DAY + 60_000));
    await t.settle();
    expect((await reminders()).map(({ to_email }) => to_email)).toEqual(
      expect.arrayContaining([cast.requester.email, cast.expert.email]),
    );
    const texts = await t.world.db
      .selectFrom('mails')
      .selectAll()
      .where('review_id', '=', d.id)
      .where('template', '=', 'session_ahead')
      .execute();
    expect(JSON.stringify(texts)).not.toMatch(/Harbor Street|Priddy|Ferrante/);
  });
});
