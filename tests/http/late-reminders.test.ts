import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ReviewDetail } from '../../src/features/reviews/contract.ts';
import { type TestApp, testApp } from '../harness/app.ts';
import { flagWorld, setFlags } from '../harness/flags.ts';
import type { CaseDriver } from '../harness/case-driver.ts';

/* A server that was off reminds of nothing that is over, and of the rest in one letter. */

let t: TestApp;
beforeEach(async () => {
  t = await testApp();
});
afterEach(() => t.close());

const mails = (template: string) =>
  t.world.db
    .selectFrom('mails')
    .select(['to_user_id', 'subject', 'text', 'review_id', 'status', 'suppressed_by'])
    .where('template', '=', template)
    .orderBy('id')
    .execute();
const outcomes = async (d: CaseDriver, kind: string) =>
  (
    await t.world.db
      .selectFrom('deadlines')
      .select(['key', 'over', 'done_at'])
      .where('review_id', '=', d.id)
      .where('kind', '=', kind)
      .orderBy('key')
      .execute()
  ).map(({ key, over, done_at }) => ({ key, over, done: done_at !== null }));
const startOf = async (d: CaseDriver) =>
  (
    await t.world.db
      .selectFrom('appointments')
      .select('starts_at')
      .where('review_id', '=', d.id)
      .where('status', 'in', ['scheduled', 'tentative'])
      .executeTakeFirstOrThrow()
  ).starts_at.getTime();

test('a call five weeks past is reminded of to nobody; its reminders are done, and say that they were over', async () => {
  const d = await flagWorld(t).aCase();
  await d.to('timeChosen');
  t.clock.set(new Date((await startOf(d)) + 35 * 86_400_000));
  await t.settle();
  expect(await mails('call_reminder')).toEqual([]);
  expect(await mails('records_reminder')).toEqual([]);
  expect(await outcomes(d, 'call_reminder')).toEqual([
    { key: '1', over: true, done: true },
    { key: '24', over: true, done: true },
  ]);
});

test('half an hour before a call the nearer of two late reminders is sent, the other is over', async () => {
  const d = await flagWorld(t).aCase();
  await d.to('timeChosen');
  t.clock.set(new Date((await startOf(d)) - 30 * 60_000));
  await t.settle();
  const readers = (await mails('call_reminder')).map((mail) => mail.to_user_id);
  expect(readers).toHaveLength(2);
  expect(new Set(readers)).toEqual(new Set([d.cast.requester.user_id, d.cast.expert.user_id]));
  expect(await outcomes(d, 'call_reminder')).toEqual([
    { key: '1', over: false, done: true },
    { key: '24', over: true, done: true },
  ]);
});

/** Several reviews of one requester, each of an organization and with an expert of its own, waiting for times. */
async function waiting(count: number): Promise<CaseDriver[]> {
  const all: CaseDriver[] = [];
  while (all.length < count) {
    const next = await flagWorld(t).aCase();
    await next.to('accepted', { needed_by: '2027-11-30' });
    all.push(next);
  }
  await t.world.db
    .updateTable('reviews')
    .set({ requester_id: all[0]?.cast.requester.user_id ?? 0 })
    .execute();
  return all;
}

test('what falls due for one person while the server was off is one letter and one line on the bell, naming each review', async () => {
  const reviews = await waiting(3);
  const requester = reviews[0]?.cast.requester.user_id ?? 0;
  t.clock.advance({ days: 60 });
  await t.settle();
  const letters = await mails('reminders');
  expect(letters.map((mail) => mail.to_user_id)).toEqual([requester]);
  for (const d of reviews) expect(letters[0]?.text).toContain(`CR-${d.id} is overdue: `);
  const bell = await t.world.db
    .selectFrom('notifications')
    .select(['event', 'data', 'link'])
    .where('user_id', '=', requester)
    .where('event', 'in', ['reminders', 'step_overdue'])
    .execute();
  const first = expect.stringMatching(/^CR-\d+$/) as string;
  expect(bell).toEqual([
    { event: 'reminders', data: { count: 3, first, first_due_at: expect.any(String) as string }, link: '/' },
  ]);
  expect(letters[0]?.subject).toMatch(/^CR-\d+ and 2 more reviews need you$/);
  // one alone stays the letter it is
  const alone = await mails('step_overdue');
  expect(alone).toHaveLength(3);
  expect(new Set(alone.map((mail) => mail.to_user_id))).toEqual(new Set(reviews.map((d) => d.cast.expert.user_id)));
  // told once
  t.clock.advance({ hours: 1 });
  await t.settle();
  expect(await mails('reminders')).toHaveLength(1);
});

test('what an organization does not send stays out of the letter of the others', async () => {
  const [silent, ...others] = await waiting(3);
  if (!silent) throw new Error('There is no review.');
  await setFlags(t, silent.cast.organization_id, { flags: { disable_requester_emails: true } });
  t.clock.advance({ days: 60 });
  await t.settle();
  const requester = silent.cast.requester.user_id;
  const [letter, ...more] = await mails('reminders');
  expect(more).toEqual([]);
  expect(letter).toMatchObject({ to_user_id: requester, suppressed_by: null });
  for (const d of others) expect(letter?.text).toContain(`CR-${d.id} is overdue: `);
  expect(letter?.text).not.toContain(`CR-${silent.id}`);
  const apart = (await mails('step_overdue')).filter((mail) => mail.to_user_id === requester);
  expect(apart).toMatchObject([{ review_id: silent.id, status: 'suppressed', suppressed_by: 'organization' }]);
});

describe('a closeout', () => {
  const HOUR = 3_600_000;
  /** A case that closes by itself; answers when. */
  async function closing(): Promise<{ d: CaseDriver; at: number }> {
    const d = await flagWorld(t).aCase();
    await d.to('timeChosen');
    t.clock.set(new Date((await startOf(d)) + 20 * 60_000));
    await d.to('held');
    await t.settle();
    expect(await d.status()).toBe('closeout_pending');
    return { d, at: await closesAt(d) };
  }
  const closesAt = async (d: CaseDriver): Promise<number> => {
    const { closeout_at } = await t.world.db
      .selectFrom('reviews')
      .select('closeout_at')
      .where('id', '=', d.id)
      .executeTakeFirstOrThrow();
    return closeout_at?.getTime() ?? 0;
  };
  const at = async (instant: number) => {
    t.clock.set(new Date(instant));
    await t.settle();
  };

  test('whose warning is as late as it is itself warns first, and closes when the notice is over', async () => {
    const { d, at: was } = await closing();
    await at(was + 5 * HOUR);
    expect(await d.status()).toBe('closeout_pending');
    expect(await mails('closeout_warning')).toMatchObject([{ to_user_id: d.cast.requester.user_id, review_id: d.id }]);
    // a day from now, at its own time of day
    expect(await closesAt(d)).toBe(was + 48 * HOUR);
    expect((await d.must<ReviewDetail>(d.cast.requester, 'GET', d.url())).due?.at).toBe(
      new Date(was + 48 * HOUR).toISOString(),
    );
    await at(was + 47 * HOUR);
    expect(await d.status()).toBe('closeout_pending');
    await at(was + 49 * HOUR);
    expect(await d.status()).toBe('closed');
    expect(await mails('closeout_warning')).toHaveLength(1);
  });

  test('can be stopped once it was put off', async () => {
    const { d, at: was } = await closing();
    await at(was + 5 * HOUR);
    await d.must(d.cast.requester, 'POST', d.url('/actions/cancel_closeout'), {});
    await at(was + 200 * HOUR);
    expect(await d.status()).toBe('call_completed');
  });

  test('whose warning comes with less than half of its notice left is put off by a day, and the letter says so', async () => {
    const { d, at: was } = await closing();
    await at(was - 6 * HOUR);
    expect(await closesAt(d)).toBe(was + 24 * HOUR);
    const [mail] = await mails('closeout_warning');
    expect(mail?.text).toContain(String(new Date(was + 24 * HOUR).getUTCDate()));
    await at(was + HOUR);
    expect(await d.status()).toBe('closeout_pending');
    await at(was + 25 * HOUR);
    expect(await d.status()).toBe('closed');
    expect(await mails('closeout_warning')).toHaveLength(1);
  });

  test('whose warning comes a little late closes when it said', async () => {
    const { d, at: was } = await closing();
    await at(was - 20 * HOUR);
    expect(await mails('closeout_warning')).toHaveLength(1);
    await at(was);
    expect(await d.status()).toBe('closed');
  });
});
