import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { EngagementTerms } from '../../src/features/engagements/rules.ts';
import type { WorkView } from '../../src/features/work/contract.ts';
import { type TestApp, testApp } from '../harness/app.ts';
import { LegalDriver } from '../harness/legal-driver.ts';
import { PASSWORD_HASH } from '../harness/password.ts';
import { pdfText } from '../harness/pdf-text.ts';
import { type Cast, castFor, inApp } from '../harness/review-driver.ts';
import type { Person } from '../harness/world.ts';

/* Work by the hour on a legal case: tasks, time, and budgets nothing passes. */
let t: TestApp;
let cast: Cast;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  cast = await castFor(t.world, PASSWORD_HASH);
});

const RATE = { cents: 42_500, per: 'hour' };
/** A matter whose agreement says this, and nothing of a retainer. */
async function engaged(agreed: Partial<EngagementTerms> = {}): Promise<LegalDriver> {
  const d = await new LegalDriver(inApp(t, cast)).to('accepted');
  const none = { retainer_cents: 0, replenish_below_cents: 0, holds_when_used_up: false };
  await d.agreementProposed(cast.requester, {
    ...none,
    hourly_cents: 42_500,
    step_minutes: 1,
    budget_cents: null,
    ...agreed,
  });
  return d.agreementSigned();
}
const post = (d: LegalDriver, who: Person, path: string, body: unknown = {}) =>
  t.request<WorkView>(who, 'POST', d.url(`/work/${path}`), body);
const read = async (d: LegalDriver, who: Person = cast.requester) =>
  (await t.request<WorkView>(who, 'GET', d.url('/work'))).body;
const today = () => t.clock.now().toISOString().slice(0, 10);
const time = (minutes: number, worked_on = today()) => ({ worked_on, minutes, narrative: 'Read the chart.' });
/** A task with six hours; answers its number. */
async function task(d: LegalDriver, budget_minutes = 360): Promise<number> {
  const asked = await post(d, cast.requester, 'tasks', { type: 'record_review', rate: RATE, budget_minutes });
  expect(asked.status).toBe(200);
  return asked.body.tasks.at(-1)?.id ?? 0;
}
const mails = async (d: LegalDriver) =>
  (await t.world.db.selectFrom('mails').select(['template']).where('review_id', '=', d.id).orderBy('id').execute()).map(
    ({ template }) => template,
  );

describe('tasks and time', () => {
  it('the expert proposes, the requester approves with rate and hours, time is recorded, the meters run', async () => {
    const d = await engaged({ budget_cents: 500000 });
    const assistant = await t.world.assistantOf(cast.expert.profile_id);
    const proposed = await post(d, assistant, 'tasks', { type: 'research', note: 'Guidelines', budget_minutes: 120 });
    expect(proposed.body.tasks).toMatchObject([{ state: 'requested', rate: null, budget_minutes: 120 }]);
    const id = proposed.body.tasks[0]?.id ?? 0;
    // nothing is recorded before it is approved, and only the requester does that
    expect(await post(d, cast.expert, `tasks/${id}/entries`, time(60))).toMatchObject({ status: 409 });
    const approval = { rate: RATE, budget_minutes: 120, budget_cents: null };
    expect((await post(d, cast.expert, `tasks/${id}/approve`, approval)).status).toBe(403);
    const support = await t.world.staff('support_agent');
    expect((await post(d, support, `tasks/${id}/approve`, approval)).status).toBe(403);
    expect((await post(d, cast.requester, `tasks/${id}/approve`, approval)).body.tasks).toMatchObject([
      { state: 'approved', rate: RATE },
    ]);
    expect((await post(d, cast.requester, `tasks/${id}/approve`, approval)).status).toBe(409);
    const recorded = await post(d, cast.expert, `tasks/${id}/entries`, time(66));
    expect(recorded.body).toMatchObject({
      tasks: [{ state: 'in_progress', used_minutes: 66, used_cents: 46_750 }],
      matter: { used_minutes: 66, used_cents: 46_750, cap_cents: 500_000 },
      retainer_cents: null,
    });
    expect((await post(d, cast.expert, `tasks/${id}/entries`, time(6, '2027-12-01'))).status).toBe(422);
    // no amount reaches an assistant, nor staff who see none
    for (const who of [assistant, cast.clinOps, support]) {
      const seen = await read(d, who);
      expect(seen.sees_amounts).toBe(false);
      expect(JSON.stringify(seen)).not.toMatch(/46750|42500|500000/);
    }
    await t.settle();
    expect(await mails(d)).toEqual(expect.arrayContaining(['task_proposed', 'task_approved']));
    // over, it takes nothing more
    expect((await post(d, cast.expert, `tasks/${id}/move`, { act: 'finish' })).status).toBe(200);
    expect((await post(d, cast.expert, `tasks/${id}/entries`, time(6))).status).toBe(409);
    expect((await post(d, cast.expert, `tasks/${id}/move`, { act: 'reopen' })).status).toBe(403);
    expect((await post(d, cast.requester, `tasks/${id}/move`, { act: 'reopen' })).status).toBe(200);
  });

  it('is nobody else’s, and is recorded only while the expert is engaged', async () => {
    const d = await engaged();
    const id = await task(d);
    const foreign = await t.world.consultant(await t.world.organization({}));
    for (const who of [foreign, cast.others[0] as Person]) {
      expect((await t.request(who, 'GET', d.url('/work'))).status).toBe(404);
      expect((await post(d, who, 'tasks', { type: 'research', rate: RATE, budget_minutes: 60 })).status).toBe(404);
    }
    expect((await post(d, cast.others[0] as Person, `tasks/${id}/entries`, time(6))).status).toBe(404);
    expect((await post(d, foreign, `tasks/${id}/move`, { act: 'cancel' })).status).toBe(404);
    // a task of another matter is not there
    const other = await engaged();
    expect((await post(other, cast.expert, `tasks/${id}/entries`, time(6))).status).toBe(404);
    const early = await new LegalDriver(inApp(t, cast)).draft();
    expect(
      (await post(early, cast.requester, 'tasks', { type: 'research', rate: RATE, budget_minutes: 6 })).status,
    ).toBe(409);
    const worked = today();
    await d.concluded();
    t.clock.advance({ days: 2 });
    // of days before the end it still is, of later ones not; nothing new is asked for
    expect((await post(d, cast.expert, `tasks/${id}/entries`, time(6, worked))).status).toBe(200);
    expect((await post(d, cast.expert, `tasks/${id}/entries`, time(6))).status).toBe(422);
    expect((await post(d, cast.requester, 'tasks', { type: 'research', rate: RATE, budget_minutes: 6 })).status).toBe(
      409,
    );
  });

  it('a mistake is reversed, never changed, and frees its budget', async () => {
    const d = await engaged();
    const id = await task(d, 60);
    const [entry] = (await post(d, cast.expert, `tasks/${id}/entries`, time(60))).body.entries;
    expect((await post(d, cast.expert, `tasks/${id}/entries`, time(1))).status).toBe(409);
    const body = { instead: time(30), reason: 'Half of it was another matter.' };
    expect((await post(d, cast.requester, `entries/${entry?.id}/correct`, body)).status).toBe(403);
    const after = (await post(d, cast.expert, `entries/${entry?.id}/correct`, body)).body;
    expect(after.tasks[0]).toMatchObject({ used_minutes: 30, used_cents: 21_250 });
    expect(after.entries.map(({ minutes }) => minutes).toSorted((a, b) => a - b)).toEqual([-60, 30, 60]);
    expect(after.entries.find((one) => one.id === entry?.id)?.reversed).toBe(true);
    expect((await post(d, cast.expert, `entries/${entry?.id}/correct`, body)).status).toBe(409);
    // where the budget does not hold what comes instead, nothing of it happens
    const half = after.entries.find(({ minutes }) => minutes === 30);
    const more = { instead: time(90), reason: 'It was more.' };
    expect((await post(d, cast.expert, `entries/${half?.id}/correct`, more)).status).toBe(409);
    expect((await read(d)).tasks[0]?.used_minutes).toBe(30);
  });
});

describe('a budget', () => {
  it('is not passed by fifty entries at once, nor is the matter’s', async () => {
    const d = await engaged({ budget_cents: 42500 });
    const [one, two] = [await task(d, 60), await task(d, 600)];
    const all = await Promise.all(
      Array.from({ length: 50 }, async () => (await post(d, cast.expert, `tasks/${one}/entries`, time(6))).status),
    );
    expect(all.filter((status) => status === 200)).toHaveLength(10);
    expect(all.filter((status) => status === 409)).toHaveLength(40);
    const full = await read(d);
    expect(full.tasks[0]).toMatchObject({ used_minutes: 60, used_cents: 42_500 });
    expect(full.entries).toHaveLength(10);
    const capped = await post(d, cast.expert, `tasks/${two}/entries`, time(6));
    expect(capped.status).toBe(409);
    expect(capped.problem.detail).toContain('$0.00 of the $425.00 budgeted for the matter');
  });

  it('is asked for with a reason, answered once, and then holds more', async () => {
    const d = await engaged();
    const id = await task(d, 36);
    await post(d, cast.expert, `tasks/${id}/entries`, time(12));
    const refused = await post(d, cast.expert, `tasks/${id}/entries`, time(30));
    expect(refused.problem.detail).toMatch(/^0\.4 h of 0\.6 h are left on this task\. Ask for more/);
    const asking = { minutes: 60, reason: 'Nine hundred further pages.' };
    expect((await post(d, cast.requester, `tasks/${id}/budget_requests`, asking)).status).toBe(403);
    const asked = await post(d, cast.expert, `tasks/${id}/budget_requests`, asking);
    const request = asked.body.tasks[0]?.request;
    expect(request).toMatchObject(asking);
    expect((await post(d, cast.expert, `tasks/${id}/budget_requests`, asking)).status).toBe(409);
    const answer = `budget_requests/${request?.id}/answer`;
    expect((await post(d, cast.expert, answer, { grant: true })).status).toBe(403);
    expect((await post(d, cast.requester, answer, { grant: false })).status).toBe(422);
    expect((await post(d, cast.requester, answer, { grant: true })).body.tasks[0]).toMatchObject({
      budget_minutes: 96,
      request: null,
      last_answer: { state: 'granted' },
    });
    expect((await post(d, cast.requester, answer, { grant: true })).status).toBe(409);
    expect((await post(d, cast.expert, `tasks/${id}/entries`, time(30))).status).toBe(200);
    await t.settle();
    expect(await mails(d)).toEqual(expect.arrayContaining(['budget_asked', 'budget_answered']));
  });
});

describe('the timer', () => {
  it('is one for a person, the same on another device, and loses nothing where the budget does not hold it', async () => {
    const d = await engaged({ step_minutes: 6 });
    const id = await task(d, 12);
    expect((await post(d, cast.requester, `tasks/${id}/timer`)).status).toBe(403);
    expect((await post(d, cast.expert, 'timer/stop')).status).toBe(409);
    expect((await post(d, cast.expert, `tasks/${id}/timer`)).status).toBe(200);
    expect((await post(d, cast.expert, `tasks/${id}/timer`)).status).toBe(409);
    t.clock.advance({ minutes: 13 });
    const device = await t.world.signIn(cast.expert.user_id ?? 0);
    expect((await read(d, { ...cast.expert, headers: device })).timer).toMatchObject({ task_id: id, stopped_at: null });
    // nobody else’s
    expect((await read(d)).timer).toBeNull();
    expect((await post(d, cast.expert, 'timer/record', { narrative: 'Read.' })).status).toBe(409);
    expect((await post(d, cast.expert, 'timer/stop')).body.timer?.minutes).toBe(18);
    t.clock.advance({ hours: 3 });
    expect((await post(d, cast.expert, 'timer/record', { narrative: 'Read.' })).status).toBe(409);
    const { tasks } = (await post(d, cast.expert, `tasks/${id}/budget_requests`, { minutes: 6, reason: 'A bit.' }))
      .body;
    await post(d, cast.requester, `budget_requests/${tasks[0]?.request?.id}/answer`, { grant: true });
    const kept = await post(d, cast.expert, 'timer/record', { narrative: 'Read.' });
    expect(kept.body).toMatchObject({ timer: null, entries: [{ minutes: 18, made_with: 'timer' }] });
    await post(d, cast.requester, 'tasks', { type: 'report', rate: RATE, budget_minutes: 60 });
    expect((await post(d, cast.expert, 'timer/discard')).status).toBe(409);
  });
});

describe('statements', () => {
  it('a month that is over is a document with every entry of it, what the retainer paid and by when the rest is', async () => {
    const d = await new LegalDriver(inApp(t, cast)).to('accepted');
    await d.agreementProposed(cast.requester, {
      hourly_cents: 40_000,
      step_minutes: 6,
      budget_cents: null,
      retainer_cents: 50_000,
      replenish_below_cents: 0,
      holds_when_used_up: false,
      statement_days: 30,
    });
    await d.to('retainerPaid');
    const asked = await post(d, cast.requester, 'tasks', {
      type: 'record_review',
      rate: { cents: 40_000, per: 'hour' },
      budget_minutes: 600,
    });
    const id = asked.body.tasks.at(-1)?.id ?? 0;
    await post(d, cast.expert, `tasks/${id}/entries`, { ...time(120), narrative: 'Read the operative note.' });
    const month = today().slice(0, 7);
    expect((await read(d)).statements).toEqual([
      {
        month,
        minutes: 120,
        total_cents: 80_000,
        expenses_cents: 0,
        from_retainer_cents: 50_000,
        due_cents: 30_000,
        final: false,
        due_on: null,
      },
    ]);
    const url = d.url(`/work/statements/${month}`);
    const assistant = await t.world.assistantOf(cast.expert.profile_id);
    const stranger = await castFor(t.world, PASSWORD_HASH);
    for (const [who, status] of [
      [assistant, 403],
      [cast.clinOps, 403],
      [stranger.requester, 404],
      [stranger.expert, 404],
    ] as const)
      expect((await t.request(who, 'GET', url)).status).toBe(status);
    expect((await read(d, assistant)).statements).toBeNull();
    expect((await t.request(cast.requester, 'GET', d.url('/work/statements/2020-01'))).status).toBe(404);

    t.clock.advance({ days: 31 });
    const papers = await Promise.all([cast.requester, cast.expert].map((who) => t.request(who, 'GET', url)));
    const text = (await pdfText(papers[0]?.raw.rawPayload ?? Buffer.of())).replaceAll(/\s+/g, ' ');
    expect(text).toContain('Record review, 2.0 h, $800.00');
    expect(text).toContain('Read the operative note.');
    expect(text).toContain('Paid from the retainer: $500.00.');
    expect(text).toMatch(/Due: \$300\.00, by /);
    // recorded later, it comes to the month it was recorded in
    await post(d, cast.expert, `tasks/${id}/entries`, { ...time(60), worked_on: `${month}-28` });
    const after = await t.request(cast.expert, 'GET', url);
    expect(after.raw.rawPayload.equals(papers[1]?.raw.rawPayload ?? Buffer.of())).toBe(true);
    expect((await read(d)).statements?.map((one) => one.month)).toEqual([today().slice(0, 7), month]);
  });
});
