import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../harness/app.ts';
import { CaseDriver } from '../harness/case-driver.ts';
import { castFor, inApp } from '../harness/review-driver.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

const HOUR = 3_600_000;

test.each([
  // Wednesday noon in New York before Thanksgiving: five hours, then three more on the next business day from eight
  ['IL', '2026-11-27T16:00:00Z'],
  // where the Friday is a holiday, too, on Monday
  ['TX', '2026-11-30T16:00:00Z'],
])('an expedited invitation in %s has eight business hours, none of them on a holiday there', async (state, ends) => {
  t.clock.set('2026-11-25T17:00:00Z');
  const d = new CaseDriver(inApp(t, await castFor(t.world)));
  await d.to('presented', { venue_state: state, needed_by: '2027-01-20' });
  await t.world.db.updateTable('reviews').set({ expedited: true }).where('id', '=', d.id).execute();
  await t.world.db.updateTable('expert_profiles').set({ accepts_expedited: true }).execute();
  await d.selected();
  const { expires_at } = await t.world.db
    .selectFrom('invitations')
    .select('expires_at')
    .where('review_id', '=', d.id)
    .executeTakeFirstOrThrow();
  // the clock runs on while a test works
  expect(Math.abs(expires_at.getTime() - Date.parse(ends))).toBeLessThan(HOUR / 2);
});
