import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ReviewDetail } from '../../src/features/reviews/contract.ts';
import { type TestApp, testApp } from '../harness/app.ts';
import type { CaseDriver } from '../harness/case-driver.ts';
import { flagWorld } from '../harness/flags.ts';
import { PASSWORD_HASH } from '../harness/password.ts';

/* What giving up work late costs: a call's time that is moved, a written report that is canceled. */

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

const LATE = { needed_by: '2027-11-30' };
const reason = 'The adjuster is away.';
const detail = (d: CaseDriver) => d.must<ReviewDetail>(d.cast.requester, 'GET', d.url());
const move = (d: CaseDriver, who: CaseDriver['cast']['requester'], confirmed_fee_cents?: number) =>
  t.request<unknown>(who, 'POST', d.url('/call/move'), {
    reason,
    ...(confirmed_fee_cents === undefined ? {} : { confirmed_fee_cents }),
  });
/** A case whose call is less than two days away. */
const soon = async (): Promise<CaseDriver> => {
  const d = await flagWorld(t, PASSWORD_HASH).aCase();
  await d.to('timeChosen', LATE);
  t.clock.advance({ hours: 20 });
  return d;
};
describe('a call’s time given up late', () => {
  it('costs the requester what cancelling then would: said before, at no other amount, charged once', async () => {
    const d = await soon();
    const before = await detail(d);
    const fee = before.cancellation?.fee_cents ?? 0;
    expect(fee).toBeGreaterThan(0);
    expect(before.moving?.fee_cents).toBe(fee);

    const stranger = await t.world.consultant(await t.world.organization());
    expect((await move(d, stranger, fee)).status).toBe(404);
    for (const wrong of [undefined, 0, fee - 1]) {
      const refused = await move(d, d.cast.requester, wrong);
      expect(refused.status).toBe(409);
      expect(refused.problem.detail).toMatch(/^Moving the call now costs \$/);
      expect(refused.problem.current).toMatchObject({ fee_cents: fee });
    }
    // nearer to the call it is more, and what was shown is refused with what it is now
    t.clock.advance({ hours: 20 });
    const dearer = (await detail(d)).cancellation?.fee_cents ?? 0;
    expect(dearer).toBe(fee * 2);
    const refused = await move(d, d.cast.requester, fee);
    expect([refused.status, refused.problem.current]).toEqual([409, expect.objectContaining({ fee_cents: dearer })]);

    const both = await Promise.all([1, 2].map(() => move(d, d.cast.requester, dearer)));
    expect(both.map((answer) => answer.status)).toEqual(expect.arrayContaining([200, 409]));
    await t.settle();
    expect(await d.chargedForTimes()).toBe(dearer);
    const after = await detail(d);
    expect(after.moving).toBeNull();
    expect(after.cancellation).toMatchObject({ fee_cents: 0, how: expect.stringContaining('was charged when') });
    expect(after.timeline.data.map((row) => row.says)).toContainEqual(
      expect.stringMatching(/^asked to move the call\. Fee \$/),
    );
    expect((await move(d, d.cast.requester, 0)).status).toBe(409);

    // a new time, given up late again, is not charged a second time
    if (after.status.key === 'awaiting_times') await d.offered();
    await d.timeChosen();
    t.clock.advance({ hours: 40 });
    expect((await detail(d)).cancellation?.fee_cents).toBe(0);
    await d.must(d.cast.requester, 'POST', d.url('/actions/cancel'), { reason, confirmed_fee_cents: 0 });
    expect(await d.chargedForTimes()).toBe(dearer);
  });

  it('costs nothing where the expert gives it up, whatever amount is sent, and cancelling is free then', async () => {
    const d = await soon();
    const fee = (await detail(d)).moving?.fee_cents ?? 0;
    const refused = await move(d, d.cast.expert, fee);
    expect([refused.status, refused.problem.current]).toEqual([
      409,
      expect.not.objectContaining({ fee_cents: expect.anything() }),
    ]);
    expect((await move(d, d.cast.expert)).status).toBe(200);
    expect(await d.chargedForTimes()).toBe(0);
    expect((await detail(d)).cancellation?.fee_cents).toBe(0);
  });
});

it('a written report is free until it is begun, half its price while it is written, all of it once signed', async () => {
  const d = await flagWorld(t, PASSWORD_HASH).aCase();
  await d.to('timeChosen', LATE);
  t.clock.advance({ days: 3 });
  await d.to('reportRequested');
  const fee = async () => (await detail(d)).cancellation?.fee_cents ?? 0;
  const call = await fee();
  const price = (await detail(d)).quote?.lines.find((line) => line.key === 'report')?.cents ?? 0;
  expect(price).toBeGreaterThan(0);
  await d.to('reportStarted');
  expect(await fee()).toBe(call + price / 2);
  await d.to('signed');
  expect(await fee()).toBe(call + price);
  const cancel = (confirmed_fee_cents: number) =>
    t.request(d.cast.requester, 'POST', d.url('/actions/cancel'), { reason, confirmed_fee_cents });
  const refused = await cancel(call);
  expect([refused.status, refused.problem.current]).toEqual([
    409,
    expect.objectContaining({ fee_cents: call + price }),
  ]);
  expect((await cancel(call + price)).status).toBe(200);
});
