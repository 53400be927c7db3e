import { writeRecord } from '../harness/review-driver.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ReportView } from '../../src/features/reports/contract.ts';
import type { ReviewDetail } from '../../src/features/reviews/contract.ts';
import { type TestApp, testApp } from '../harness/app.ts';
import { flagWorld } from '../harness/flags.ts';
import { PASSWORD, PASSWORD_HASH } from '../harness/password.ts';
import type { PeerDriver } from '../harness/peer-driver.ts';
import type { Person } from '../harness/world.ts';

/* A reviewer takes up the provider's own statement, whichever way it came. */

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

const FOCUSED = {
  review_type: 'focused',
  report_form: 'peer_focused',
  charts: [{ key: 'c_a', label: 'Chart A', encounters: [{ from: '2026-08-03' }] }],
};
const begun = async (more: Record<string, unknown> = {}): Promise<PeerDriver> =>
  (await flagWorld(t, PASSWORD_HASH).aPeerReview()).to('reportStarted', { ...FOCUSED, ...more });
const asks = async (d: PeerDriver): Promise<unknown> =>
  (await d.must<ReportView>(d.cast.expert, 'GET', d.url('/report'))).report?.context.facts['has_statement'];

async function statementUploaded(d: PeerDriver, visible = true): Promise<number> {
  const id = await writeRecord(t.world, d.id, `Statement ${visible}.pdf`, 2, visible);
  await t.world.db.updateTable('files').set({ category: 'provider_statement' }).where('id', '=', id).execute();
  return id;
}

test('who reviews reads the statement, the charts and their encounters; whoever is only invited does not', async () => {
  const d = await flagWorld(t, PASSWORD_HASH).aPeerReview();
  await d.to('invited', { ...FOCUSED, provider_statement: 'I saw the patient at noon.' });
  const brief = async (who: Person = d.cast.expert) => (await d.must<ReviewDetail>(who, 'GET', d.url())).brief;
  expect(await brief()).toBeNull();
  expect(await brief(d.cast.matching)).toBeNull();
  await d.accepted();
  expect(await brief()).toMatchObject({
    facts: expect.arrayContaining([{ label: 'Type of review', value: 'Focused case review' }]) as unknown,
    prose: [{ label: 'The provider’s own statement', text: 'I saw the patient at noon.' }],
    charts: [{ label: 'Chart A', encounters: [{ when: 'Aug 3, 2026', note: null }] }],
  });
  expect(await brief(d.cast.requester)).toEqual(await brief());
  expect(await brief(d.cast.matching)).toBeNull();
});

test('without one nothing is asked', async () => {
  const d = await begun();
  expect(await asks(d)).toBe(false);
  await statementUploaded(d, false);
  expect(await asks(d)).toBe(false);
});

test('written into the order', async () => {
  expect(await asks(await begun({ provider_statement: 'I saw the patient at noon.' }))).toBe(true);
  expect(await asks(await begun({ provider_statement: '  ' }))).toBe(false);
});

test('uploaded with the records, until it is taken out again', async () => {
  const d = await begun();
  const id = await statementUploaded(d);
  expect(await asks(d)).toBe(true);
  const refused = await d.send(d.cast.expert, 'POST', d.url('/report/sign'), {
    password: PASSWORD,
    time_zone: 'America/New_York',
  });
  expect([refused.status, JSON.stringify(refused.body)]).toEqual([
    422,
    expect.stringContaining('provider_statement_considered'),
  ]);
  await t.world.db.updateTable('files').set({ deleted_at: t.clock.now() }).where('id', '=', id).execute();
  expect(await asks(d)).toBe(false);
});

test('one that comes after the signature changes nothing in what was signed', async () => {
  const d = await begun();
  await (await d.reportWritten()).signed();
  t.clock.advance({ minutes: 5 });
  await statementUploaded(d);
  await d.to('delivered');
  const view = await d.must<ReportView>(d.cast.requester, 'GET', d.url('/report'));
  expect(view.report?.context.facts['has_statement']).toBe(false);
});
