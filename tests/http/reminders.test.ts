import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../harness/app.ts';
import type { CaseDriver } from '../harness/case-driver.ts';
import { flagWorld } from '../harness/flags.ts';
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
    await (await (await (await (await d.draft(LATE)).submitted()).released()).presented()).selected();
    await d.accepted();
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
    await (await (await (await (await d.draft(LATE)).submitted()).released()).presented()).selected();
    await d.accepted();
    await d.must(d.cast.admin, 'POST', d.url('/actions/hold'), { reason: 'The parties talk.' });
    t.clock.advance({ days: 20 });
    await t.settle();
    expect(await told(d, d.cast.expert)).toEqual([]);
    await d.must(d.cast.admin, 'POST', d.url('/actions/resume'), { reason: 'They go on.' });
    await goTo(d, -1);
    expect(await told(d, d.cast.expert)).toEqual(['step_reminder']);
  });

  it('reminds of records asked for', async () => {
    const d = await (await (await flagWorld(t).aCase()).draft(LATE)).submitted();
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

describe('a peer review', () => {
  it('reminds the reviewer of the report, and tells the side that ordered when it is overdue, without a name', async () => {
    const d = await (await flagWorld(t).aPeerReview()).begun({ needed_by: '2027-11-30' });
    await goTo(d, -23);
    expect(await told(d, d.cast.expert)).toEqual(['step_reminder']);
    await goTo(d, 1);
    expect(await told(d, d.cast.expert)).toEqual(['step_reminder', 'step_overdue']);
    expect(await told(d, d.cast.requester)).toContain('step_overdue');
  });
});
