import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type TestApp, testApp } from '../harness/app.ts';
import { LegalDriver } from '../harness/legal-driver.ts';
import { PASSWORD_HASH } from '../harness/password.ts';
import { type Cast, castFor, inApp } from '../harness/review-driver.ts';

/* Where both sides agreed that no drafts are kept: an unsigned one goes when the matter ends, never against a legal hold. */
let t: TestApp;
let cast: Cast;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  cast = await castFor(t.world, PASSWORD_HASH);
});

/** A matter whose report is begun and has an answer, under an agreement that says so of drafts. */
async function writing(no_drafts: boolean): Promise<LegalDriver> {
  const d = await new LegalDriver(inApp(t, cast)).to('accepted');
  await d.agreementProposed(cast.requester, {
    no_drafts,
    retainer_cents: 0,
    replenish_below_cents: 0,
    holds_when_used_up: false,
  });
  await d.to('reportStarted');
  await d.reportWritten();
  expect(await d.status()).toBe('report_in_progress');
  expect(await answers(d)).toBeGreaterThan(0);
  return d;
}
const answers = async (d: LegalDriver): Promise<number> =>
  (
    await t.world.db
      .selectFrom('report_answers as a')
      .innerJoin('reports as r', 'r.id', 'a.report_id')
      .select('a.section')
      .where('r.review_id', '=', d.id)
      .execute()
  ).length;
async function cancel(d: LegalDriver): Promise<void> {
  const { cancellation } = await d.must<{ cancellation: { fee_cents: number } | null }>(cast.requester, 'GET', d.url());
  const body = { reason: 'The claim was withdrawn.', confirmed_fee_cents: cancellation?.fee_cents ?? 0 };
  await d.must(cast.requester, 'POST', d.url('/actions/cancel'), body);
}
async function dayLater(): Promise<void> {
  t.clock.advance({ days: 1, ms: 60_000 });
  await t.settle();
}
const hold = async (d: LegalDriver, on: boolean) =>
  d.must(await t.world.staff('super_admin'), 'PUT', d.url('/legal_hold'), { on, reason: 'Ordered by the court.' });
const timeline = async (d: LegalDriver) =>
  JSON.stringify((await t.request(cast.requester, 'GET', d.url('/timeline'))).body);

it('an unsigned draft is deleted a day after the matter was canceled, and what was audited stays', async () => {
  const d = await writing(true);
  const before = await t.world.db.selectFrom('audit_rows').select('id').where('review_id', '=', d.id).execute();
  await cancel(d);
  await t.settle();
  expect(await answers(d)).toBeGreaterThan(0);
  await dayLater();
  expect(await answers(d)).toBe(0);
  expect(await timeline(d)).toContain('deleted the unsigned draft, as was agreed');
  const after = await t.world.db.selectFrom('audit_rows').select('id').where('review_id', '=', d.id).execute();
  expect(after.map(({ id }) => id)).toEqual(expect.arrayContaining(before.map(({ id }) => id)));
});

it('a legal hold keeps it, of the matter or of its organization, until it is lifted', async () => {
  const d = await writing(true);
  await hold(d, true);
  await cancel(d);
  await t.settle();
  await dayLater();
  await dayLater();
  expect(await answers(d)).toBeGreaterThan(0);
  await t.world.db
    .updateTable('organizations')
    .set({ legal_hold: true })
    .where('id', '=', cast.requester.organization_id)
    .execute();
  await hold(d, false);
  await dayLater();
  expect(await answers(d)).toBeGreaterThan(0);
  await t.world.db
    .updateTable('organizations')
    .set({ legal_hold: false })
    .where('id', '=', cast.requester.organization_id)
    .execute();
  await dayLater();
  expect(await answers(d)).toBe(0);
});

it('where drafts are kept, and where the report was signed, nothing is deleted', async () => {
  const kept = await writing(false);
  await cancel(kept);
  await t.settle();
  await dayLater();
  expect(await answers(kept)).toBeGreaterThan(0);

  const signed = await writing(true);
  await signed.signed();
  await cancel(signed);
  await t.settle();
  await dayLater();
  expect(await answers(signed)).toBeGreaterThan(0);
  expect(await timeline(signed)).not.toContain('deleted the unsigned draft');
});
