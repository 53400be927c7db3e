import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ReviewDetail } from '../../src/features/reviews/contract.ts';
import { formOf } from '../../src/features/reviews/rules.ts';
import { type TestApp, testApp } from '../harness/app.ts';
import type { CaseDriver } from '../harness/case-driver.ts';
import { flagWorld } from '../harness/flags.ts';

/* What both kinds do alike beside their own way: an override, and cancelling once an expert has accepted. */

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

const LATE = { needed_by: '2027-11-30' };
const KINDS = [
  [
    'a case review',
    { to: 'matching', far: 'closed', says: 'moved it from “Records check” to “Matching”' },
    () => flagWorld(t).aCase(),
    // its call is tomorrow
    async (d: CaseDriver) => {
      await d.to('timeChosen', LATE);
      t.clock.advance({ hours: 20 });
    },
  ],
  [
    'a peer review',
    { to: 'matching', far: 'delivered', says: 'moved it from “Records check” to “Matching”' },
    () => flagWorld(t).aPeerReview(),
    async (d: CaseDriver) => {
      await (d as Awaited<ReturnType<ReturnType<typeof flagWorld>['aPeerReview']>>).to('accepted', LATE);
      await d.reportStarted();
    },
  ],
] as const;

describe.each(KINDS)('%s', (_, { to, far, says }, make, worked) => {
  const detail = (d: CaseDriver, who = d.cast.requester) => d.must<ReviewDetail>(who, 'GET', d.url());

  it('is moved to a neighboring state by clin ops with a reason, which the timeline shows as an override', async () => {
    const d = await make();
    await d.to('submitted', LATE);
    const override = (who: typeof d.cast.clinOps, body: Record<string, unknown>) =>
      d.send(who, 'POST', d.url('/override'), body);
    const stranger = await t.world.consultant(await t.world.organization());
    for (const who of [d.cast.requester, d.cast.matching, stranger])
      expect((await override(who, { to, reason: 'x' })).status).toBe(403);
    expect((await override(d.cast.clinOps, { to: far, reason: 'x' })).status).toBe(409);
    expect([400, 422]).toContain((await override(d.cast.clinOps, { to })).status);
    expect((await override(d.cast.clinOps, { to, reason: 'The records were complete.' })).status).toBe(200);
    await t.settle();
    const { timeline, status } = await detail(d);
    expect(status.key).toBe(to);
    expect(timeline.data.find((row) => row.override)).toMatchObject({ reason: 'The records were complete.', says });
  });

  it('is copied into a draft of one’s own with its fields, without what belongs to the one order, and without files', async () => {
    const d = await make();
    await d.draft(LATE);
    const copied = await d.must<{ review_id: number; status: string }>(
      d.cast.requester,
      'POST',
      d.url().replace(/\/\d+$/, ''),
      { copy_of: d.id },
    );
    expect(copied.status).toBe('draft');
    const kind = (await detail(d)).kind;
    const { not_copied } = formOf(kind);
    const fieldsOf = async (id: number): Promise<Record<string, unknown>> => {
      const rows = await t.world.db.selectFrom('review_sections').select('data').where('review_id', '=', id).execute();
      return Object.assign({}, ...rows.map((row) => row.data)) as Record<string, unknown>;
    };
    const [before, after] = [await fieldsOf(d.id), await fieldsOf(copied.review_id)];
    const left = Object.keys(before).filter((key) => not_copied.has(key));
    expect(left).toContain('needed_by');
    expect(after).toEqual(Object.fromEntries(Object.entries(before).filter(([key]) => !not_copied.has(key))));
    expect(
      await t.world.db.selectFrom('files').select('id').where('review_id', '=', copied.review_id).execute(),
    ).toEqual([]);
  });

  it('is canceled at the fee that was shown, and at no other', async () => {
    const d = await make();
    await worked(d);
    const { cancellation, abilities } = await detail(d);
    expect(abilities['cancel']).toEqual({ allowed: true, reason: null });
    const fee = cancellation?.fee_cents ?? 0;
    expect([fee > 0, cancellation?.how]).toEqual([true, expect.stringMatching(/\.$/)]);
    const cancel = (confirmed_fee_cents?: number) =>
      t.request(d.cast.requester, 'POST', d.url('/actions/cancel'), {
        reason: 'The parties settled.',
        ...(confirmed_fee_cents === undefined ? {} : { confirmed_fee_cents }),
      });
    for (const wrong of [undefined, 0, fee - 1]) {
      const refused = await cancel(wrong);
      expect([refused.status, refused.problem.detail]).toEqual([409, expect.stringMatching(/^Canceling now costs \$/)]);
    }
    expect((await cancel(fee)).status).toBe(200);
    await t.settle();
    expect((await detail(d)).status.key).toBe('cancelled');
    expect((await detail(d)).timeline.data.map((row) => row.says)).toContainEqual(
      expect.stringMatching(/^canceled this review/),
    );
  });
});
