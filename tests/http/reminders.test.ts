import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../harness/app.ts';
import type { CaseDriver } from '../harness/case-driver.ts';
import { flagWorld } from '../harness/flags.ts';
import { PASSWORD_HASH } from '../harness/password.ts';
import type { Person } from '../harness/world.ts';

/* Whoever has the move hears a day before it is due, and when it is overdue; for both kinds, by the injected clock. */

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

const told = async (d: CaseDriver, who: Person) =>
  (
    await t.world.db
      .selectFrom('mails')
      .select(['template', 'subject'])
      .where('review_id', '=', d.id)
      .where('to_user_id', '=', who.user_id)
      .where('template', 'in', ['step_reminder', 'step_overdue'])
      .orderBy('id')
      .execute()
  ).map((m) => m.template);

/** Moves the clock to so many hours before (or after) the step is due, and lets what is due by then happen. */
async function goTo(d: CaseDriver, hours: number): Promise<void> {
  const { due_at } = await t.world.db
    .selectFrom('reviews')
    .select('due_at')
    .where('id', '=', d.id)
    .executeTakeFirstOrThrow();
  if (due_at === null) throw new Error('Nothing is due.');
  t.clock.set(new Date(due_at.getTime() + hours * 3_600_000));
  await t.settle();
}

const LATE = { needed_by: '2027-11-30' };

describe('a case review', () => {
  it('reminds the expert of times to offer, then the requester of one to choose, each once', async () => {
    const d = await flagWorld(t).aCase();
    await d.to('accepted', LATE);
    await goTo(d, -25);
    expect(await told(d, d.cast.expert)).toEqual([]);
    await goTo(d, -23);
    expect(await told(d, d.cast.expert)).toEqual(['step_reminder']);
    await goTo(d, 1);
    expect(await told(d, d.cast.expert)).toEqual(['step_reminder', 'step_overdue']);
    // who waits is told, too, that it is not theirs to do
    expect(await told(d, d.cast.requester)).toEqual(['step_overdue']);
    await d.offered();
    await goTo(d, -1);
    expect(await told(d, d.cast.requester)).toEqual(['step_overdue', 'step_reminder']);
  });

  it('does not remind of what was done, nor while the review is on hold', async () => {
    const d = await flagWorld(t).aCase();
    await d.to('accepted', LATE);
    await d.must(d.cast.admin, 'POST', d.url('/actions/hold'), { reason: 'The parties talk.' });
    t.clock.advance({ days: 20 });
    await t.settle();
    expect(await told(d, d.cast.expert)).toEqual([]);
    await d.must(d.cast.admin, 'POST', d.url('/actions/resume'), { reason: 'They go on.' });
    await goTo(d, -1);
    expect(await told(d, d.cast.expert)).toEqual(['step_reminder']);
  });

  it('reminds of records asked for', async () => {
    const d = await (await flagWorld(t).aCase()).to('submitted', LATE);
    const due_on = new Date(t.clock.now().getTime() + 9 * 86_400_000).toISOString().slice(0, 10);
    await d.must(d.cast.clinOps, 'POST', d.url('/file_requests'), { note: '', due_on, items: [{ label: 'Films' }] });
    await t.settle();
    await goTo(d, -2);
    expect(await told(d, d.cast.requester)).toEqual(['step_reminder']);
    const { text } = await t.world.db
      .selectFrom('mails')
      .select('text')
      .where('review_id', '=', d.id)
      .where('template', '=', 'step_reminder')
      .executeTakeFirstOrThrow();
    expect(text).toMatch(/^Your move: send 1 record asked for by /);
    expect(text).not.toMatch(/Ferrante|Films/);
  });
});

describe('offered times', () => {
  it('lapse a day before each; the choice is due by the next one, and after the last the expert is asked anew', async () => {
    const d = await flagWorld(t).aCase();
    await d.to('offered', LATE);
    const starts = (await d.offers()).map((o) => o.starts_at.getTime());
    const due = async () => {
      const row = await t.world.db
        .selectFrom('reviews')
        .select(['due_at', 'status'])
        .where('id', '=', d.id)
        .executeTakeFirstOrThrow();
      return [row.status, row.due_at?.getTime()];
    };
    for (const [at, start] of starts.entries()) {
      expect(await due()).toEqual(['awaiting_time_choice', start - 86_400_000]);
      expect(await d.offers()).toHaveLength(starts.length - at);
      t.clock.set(new Date(start - 86_400_000 + 60_000));
      await t.settle();
    }
    expect((await due())[0]).toBe('awaiting_times');
    const asked = await t.world.db
      .selectFrom('mails')
      .select('id')
      .where('review_id', '=', d.id)
      .where('template', '=', 'times_requested')
      .where('to_user_id', '=', d.cast.expert.user_id)
      .execute();
    expect(asked.length).toBeGreaterThan(1);
  });
});

describe('a peer review', () => {
  it('reminds the reviewer of the report, and tells the side that ordered when it is overdue, without a name', async () => {
    const d = await (await flagWorld(t).aPeerReview()).to('accepted', { needed_by: '2027-11-30' });
    await goTo(d, -23);
    expect(await told(d, d.cast.expert)).toEqual(['step_reminder']);
    await goTo(d, 1);
    expect(await told(d, d.cast.expert)).toEqual(['step_reminder', 'step_overdue']);
    expect(await told(d, d.cast.requester)).toContain('step_overdue');
  });
});

describe.each([
  ['a case review', async () => (await flagWorld(t).aCase()).to('accepted', LATE)],
  [
    'a peer review',
    async () => {
      const d = await (await flagWorld(t, PASSWORD_HASH).aPeerReview()).to('delivered', LATE);
      await d.must(d.cast.requester, 'POST', d.url('/actions/request_call'), {
        reason: 'How the second visit weighs.',
      });
      await t.settle();
      return d;
    },
  ],
] as const)('the call of %s', (_, begin) => {
  const mailed = async (d: CaseDriver, template: string, who: Person) =>
    (
      await t.world.db
        .selectFrom('mails')
        .select(['id', 'subject', 'text'])
        .where('review_id', '=', d.id)
        .where('to_user_id', '=', who.user_id)
        .where('template', '=', template)
        .execute()
    ).length;
  const toCall = async (d: CaseDriver, hours: number): Promise<void> => {
    const call = await t.world.db
      .selectFrom('appointments')
      .select('starts_at')
      .where('review_id', '=', d.id)
      .where('status', '=', 'scheduled')
      .executeTakeFirstOrThrow();
    t.clock.set(new Date(call.starts_at.getTime() - hours * 3_600_000));
    await t.settle();
  };

  it('three days before the expert is reminded of the records, a day and an hour before both of the call, each once', async () => {
    const d = await begin();
    await d.offered();
    // the last of five days, so that three are left
    const last = (await d.offers()).at(-1);
    await d.must(d.cast.requester, 'POST', d.url('/call'), { offer_id: last?.id, zone: 'America/Chicago' });
    await t.settle();
    const assistant = await t.world.assistantOf(d.cast.expert.profile_id);
    const { expert, requester } = d.cast;
    const all = async () => [
      await mailed(d, 'records_reminder', expert),
      await mailed(d, 'records_reminder', assistant),
      await mailed(d, 'records_reminder', requester),
      await mailed(d, 'call_reminder', expert),
      await mailed(d, 'call_reminder', requester),
    ];
    await toCall(d, 73);
    expect(await all()).toEqual([0, 0, 0, 0, 0]);
    await toCall(d, 71);
    expect(await all()).toEqual([1, 1, 0, 0, 0]);
    await toCall(d, 23);
    expect(await all()).toEqual([1, 1, 0, 1, 1]);
    await toCall(d, 0.5);
    expect(await all()).toEqual([1, 1, 0, 2, 2]);
  });

  it('one that is moved or was canceled is reminded of no more', async () => {
    const d = await begin();
    await d.offered();
    const last = (await d.offers()).at(-1);
    await d.must(d.cast.requester, 'POST', d.url('/call'), { offer_id: last?.id, zone: 'America/Chicago' });
    await t.settle();
    await d.must(d.cast.requester, 'POST', d.url('/call/move'), { reason: 'The adjuster is away.' });
    t.clock.advance({ days: 8 });
    await t.settle();
    for (const template of ['records_reminder', 'call_reminder'])
      expect(await mailed(d, template, d.cast.expert)).toBe(0);
  });
});
