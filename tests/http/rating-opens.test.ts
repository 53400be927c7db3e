import { castFor, inApp } from '../harness/review-driver.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RatingView } from '../../src/features/ratings/contract.ts';
import type { ReviewDetail } from '../../src/features/reviews/contract.ts';
import { type TestApp, testApp } from '../harness/app.ts';
import { CaseDriver } from '../harness/case-driver.ts';
import { PASSWORD_HASH } from '../harness/password.ts';
import { peerCast, PeerDriver } from '../harness/peer-driver.ts';

/* Both sides rate once there is work to rate: after the call where that is all, after delivery where there is a report. */

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

const SCORES = {
  medical_expert: { knowledge: 5, preparation: 5, clarity: 4, responsiveness: 5, would_use_again: true },
  claim_requester: { records: 5, questions: 4, punctuality: 5, overall: 5, would_work_again: true },
};
type Direction = keyof typeof SCORES;
const sideOf = (d: CaseDriver, direction: Direction) =>
  direction === 'medical_expert' ? d.cast.requester : d.cast.expert;
const rate = async (d: CaseDriver, direction: Direction) =>
  (
    await t.request(sideOf(d, direction), 'PUT', d.url(`/ratings/${direction}`), {
      scores: SCORES[direction],
      private_comment: '',
    })
  ).status;

/** Whether each side is offered to rate: by the rating's own view, and among what the detail page can do. */
async function offered(d: CaseDriver): Promise<boolean[]> {
  const found: boolean[] = [];
  for (const direction of ['medical_expert', 'claim_requester'] as const) {
    const who = sideOf(d, direction);
    const { rateable } = await d.must<RatingView>(who, 'GET', d.url(`/ratings/${direction}`));
    const { abilities } = await d.must<ReviewDetail>(who, 'GET', d.url());
    expect(abilities['rate']?.allowed).toBe(rateable);
    found.push(rateable);
  }
  return found;
}
const NEITHER = [false, false];
const BOTH = [true, true];
const refused = async (d: CaseDriver) => {
  expect(await offered(d)).toEqual(NEITHER);
  expect([await rate(d, 'medical_expert'), await rate(d, 'claim_requester')]).toEqual([409, 409]);
};

const accepted = async (more: Record<string, unknown>) => {
  const d = new CaseDriver(inApp(t, await castFor(t.world, PASSWORD_HASH)));
  await d.to('released', { needed_by: '2027-06-30', ...more });
  return d.to('accepted');
};
const called = async (d: CaseDriver) => {
  await d.to('timeChosen');
  t.clock.advance({ days: 3 });
  await t.settle();
  return d.held();
};

test('of a call alone: once it was held', async () => {
  const d = await accepted({});
  await refused(d);
  await called(d);
  expect(await offered(d)).toEqual(BOTH);
  expect([await rate(d, 'medical_expert'), await rate(d, 'claim_requester')]).toEqual([200, 200]);
  // a report asked for afterwards changes nothing for who rated
  await d.reportRequested();
  expect(await rate(d, 'medical_expert')).toBe(200);
  t.clock.advance({ days: 8 });
  expect(await rate(d, 'medical_expert')).toBe(409);
});

test.each(['call_and_report', 'report_only'])('of %s: once the report is delivered, not before', async (service) => {
  const d = await accepted({ service });
  if (service === 'call_and_report') await called(d);
  expect(await d.status()).toBe('report_requested');
  await refused(d);
  await d.reportStarted();
  await refused(d);
  await (await d.reportWritten()).signed();
  await refused(d);
  await d.delivered();
  expect(await offered(d)).toEqual(BOTH);
  expect(await rate(d, 'medical_expert')).toBe(200);
  // a clarification is written of what was delivered
  await d.must(d.cast.requester, 'POST', d.url('/report/clarify'), { reason: 'What of the second visit?' });
  expect(await offered(d)).toEqual(BOTH);
  expect([await rate(d, 'medical_expert'), await rate(d, 'claim_requester')]).toEqual([200, 200]);
});

test('of a report asked for after the call: with its delivery', async () => {
  const d = await called(await accepted({}));
  await d.reportRequested();
  await refused(d);
  await d.to('delivered');
  expect([await rate(d, 'medical_expert'), await rate(d, 'claim_requester')]).toEqual([200, 200]);
});

test('of a peer review: once its report is delivered', async () => {
  const d = new PeerDriver(inApp(t, await peerCast(t.world, PASSWORD_HASH)));
  await d.to('reportStarted');
  await refused(d);
  await (await (await d.reportWritten()).signed()).checked();
  await refused(d);
  await d.delivered();
  expect(await offered(d)).toEqual(BOTH);
  expect([await rate(d, 'medical_expert'), await rate(d, 'claim_requester')]).toEqual([200, 200]);
});
