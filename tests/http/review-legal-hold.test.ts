import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LegalHold, ReviewDetail } from '../../src/features/reviews/contract.ts';
import { type TestApp, testApp } from '../harness/app.ts';
import type { CaseDriver } from '../harness/case-driver.ts';
import { flagWorld } from '../harness/flags.ts';
import { writeRecord } from '../harness/review-driver.ts';
import type { Person } from '../harness/world.ts';

let t: TestApp;
let root: Person;
beforeAll(async () => {
  t = await testApp();
  root = await t.world.staff('super_admin');
});
afterAll(() => t.close());

const set = (who: Person, d: CaseDriver, on: boolean, reason: string) =>
  t.request<LegalHold>(who, 'PUT', d.url('/legal_hold'), { on, reason });
const read = (who: Person, d: CaseDriver) => t.request<LegalHold>(who, 'GET', d.url('/legal_hold'));
const shown = async (who: Person, d: CaseDriver) =>
  (await t.request<ReviewDetail>(who, 'GET', d.url())).body.legal_hold;

test('a held review is never purged, nothing of it is taken out, and those who may know read why', async () => {
  const d = await flagWorld(t).aCase({
    flags: { data_purge_enabled: true },
    settings: { data_purge_delay_in_days: 10 },
  });
  await d.to('submitted');
  const orgAdmin = await t.world.person({ role: 'org_admin', organization_id: d.cast.organization_id });
  const foreign = await t.world.person({ role: 'org_admin', organization_id: await t.world.organization() });
  const fileId = await writeRecord(t.world, d.id);

  // only a super admin, with a reason
  for (const who of [d.cast.admin, orgAdmin, d.cast.requester, d.cast.clinOps])
    expect((await set(who, d, true, 'Subpoena')).status).toBe(403);
  const silent = await set(root, d, true, ' ');
  expect([silent.status, silent.problem.errors[0]?.path]).toEqual([422, 'reason']);
  expect((await set(root, d, false, 'None')).status).toBe(409);
  const held = await set(root, d, true, 'Subpoena of November 17');
  expect(held.status).toBe(200);
  expect(held.body).toMatchObject({
    on: true,
    organization: null,
    may_set: true,
    history: [{ on: true, reason: 'Subpoena of November 17', at: t.clock.now().toISOString() }],
  });
  expect((await set(root, d, true, 'Again')).status).toBe(409);
  const audited = await t.world.db
    .selectFrom('audit_rows')
    .select(['actor_user_id', 'data'])
    .where('review_id', '=', d.id)
    .where('action', '=', 'review.legal_hold')
    .execute();
  expect(audited).toEqual([{ actor_user_id: root.user_id, data: { before: false, after: true } }]);

  // who may know: the organization's admins and the staff who read; nobody else is told
  expect((await read(orgAdmin, d)).body).toMatchObject({ on: true, may_set: false });
  expect((await read(foreign, d)).status).toBe(404);
  expect((await read(d.cast.requester, d)).status).toBe(403);
  expect([await shown(orgAdmin, d), await shown(d.cast.clinOps, d), await shown(d.cast.requester, d)]).toEqual([
    true,
    true,
    false,
  ]);

  const removed = await t.request(d.cast.requester, 'DELETE', `/api/v1/files/${fileId}`);
  expect([removed.status, removed.problem.detail]).toEqual([409, expect.stringContaining('legal hold')]);
  await d.must(d.cast.requester, 'POST', d.url('/actions/cancel'), {
    reason: 'Settled',
    confirmed_fee_cents: 0,
  });
  t.clock.advance({ days: 20 });
  await t.settle();
  expect(await d.status()).toBe('cancelled');
  const purge = await t.request(await t.world.staff('super_admin'), 'POST', d.url('/purge_request'), { reason: 'Now' });
  expect([purge.status, purge.problem.detail]).toEqual([409, expect.stringContaining('legal hold')]);

  // lifted, it goes its way, and its history stays until then
  const lifted = await set(root, d, false, 'The matter is closed');
  expect(lifted.body).toMatchObject({ on: false, history: [{ on: false }, { on: true }] });
  expect(await shown(orgAdmin, d)).toBe(false);
  t.clock.advance({ days: 1 });
  await t.settle();
  expect(await d.status()).toBe('purged');
  expect((await set(root, d, true, 'Too late')).status).toBe(409);
});

test('where the organization is held, its reviews say whose hold it is', async () => {
  const d = await flagWorld(t).aCase();
  await d.to('submitted');
  const { lock_version } = (
    await t.request<{ lock_version: number }>(root, 'GET', `/api/v1/organizations/${d.cast.organization_id}/settings`)
  ).body;
  await t.request(root, 'PATCH', `/api/v1/organizations/${d.cast.organization_id}/settings`, {
    lock_version,
    changes: { legal_hold: true },
    reason: 'Litigation',
  });
  expect((await read(root, d)).body).toMatchObject({ on: false, organization: { id: d.cast.organization_id } });
  expect(await shown(root, d)).toBe(true);
});
