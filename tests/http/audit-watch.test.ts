import { afterAll, beforeAll, expect, test } from 'vitest';
import { watchAudit } from '../../src/platform/audit-watch.ts';
import { type TestApp, testApp } from '../harness/app.ts';
import type { Person } from '../harness/world.ts';

/* An audit trail that was changed past the product is said in the log and to those who run it. */

let t: TestApp;
let admin: Person;
beforeAll(async () => {
  t = await testApp();
  admin = await t.world.staff('super_admin');
  await t.world.staff('clin_ops');
  const dana = await t.world.consultant(await t.world.organization());
  for (let n = 0; n < 3; n += 1) await t.request(dana, 'POST', '/api/v1/cases', {});
  await t.settle();
});
afterAll(() => t.close());

const told = async () =>
  await t.world.db
    .selectFrom('mails')
    .select(['to_user_id', 'subject'])
    .where('template', '=', 'audit_broken')
    .execute();

test('whole, nothing is said; changed, each admin hears of it once, however often it is looked at', async () => {
  expect(await watchAudit(t.app.services)).toBe(0);
  await t.settle();
  expect(await told()).toEqual([]);

  await t.world.db
    .updateTable('audit_rows')
    .set({ reason: 'nobody said this' })
    .where('action', '=', 'review.created')
    .execute();
  expect(await watchAudit(t.app.services)).toBeGreaterThan(0);
  expect(await watchAudit(t.app.services)).toBeGreaterThan(0);
  await t.settle();
  expect(await told()).toEqual([{ to_user_id: admin.user_id, subject: 'The audit trail was changed outside Peritus' }]);
});
