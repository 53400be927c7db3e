import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Out } from '../../src/core/endpoint.ts';
import type { FormerExpertsView } from '../../src/features/matters/contract/former.ts';
import { RATING_ITEMS } from '../../src/features/ratings/rules.ts';
import type { ReportView } from '../../src/features/reports/contract.ts';
import type { readTimeline, ReviewDetail } from '../../src/features/reviews/contract.ts';
import { json } from '../../src/platform/db/json.ts';
import { type TestApp, testApp } from '../harness/app.ts';
import { LegalDriver } from '../harness/legal-driver.ts';
import { PASSWORD_HASH } from '../harness/password.ts';
import { type Cast, castFor, inApp } from '../harness/review-driver.ts';
import type { Person } from '../harness/world.ts';

/* An expert who leaves a matter while or after they report, and the one who follows: what stays, what begins anew, what is handed over. */
let t: TestApp;
let cast: Cast;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  cast = await castFor(t.world, PASSWORD_HASH);
});

const HANDOVER = 'The chart is read to page 40. The imaging is not.';
const matter = (whose: Cast = cast) => new LegalDriver(inApp(t, whose));
const withdraw = async (d: LegalDriver, body: object = { reason: 'I am ill for months.', handover: HANDOVER }) => {
  const answer = await t.request<{ code?: string; errors?: { path: string }[] }>(
    d.cast.expert,
    'POST',
    d.url('/agreement/withdraw'),
    body,
  );
  await t.settle();
  return answer;
};
/** The same matter with the expert who follows, once they are asked for. */
async function followed(d: LegalDriver): Promise<LegalDriver> {
  const [second, ...others] = cast.others;
  const next = matter({ ...cast, expert: second!, others });
  next.id = d.id;
  next.fileId = d.fileId;
  await next.replaced();
  // what is left of the retainer counts for them
  await next.to('agreementSigned');
  return next;
}
const former = (d: LegalDriver, who: Person = cast.requester) =>
  t.request<FormerExpertsView>(who, 'GET', d.url('/former_experts'));
const report = async (d: LegalDriver, who: Person) => (await t.request<ReportView>(who, 'GET', d.url('/report'))).body;
const pdf = async (d: LegalDriver, who: Person, query = '') => {
  const { status, raw } = await t.request(who, 'GET', d.url(`/report/pdf${query}`));
  return { status, bytes: raw.rawPayload };
};
/** What the matter costs: the reports in it, and what another one would. */
const priced = async (d: LegalDriver) => {
  const { quote } = (await t.request<ReviewDetail>(cast.requester, 'GET', d.url())).body;
  return {
    reports: quote?.lines.filter(({ label }) => label === 'Written report').length,
    total_cents: quote?.total_cents ?? 0,
    report_later_cents: quote?.report_later_cents,
  };
};
const verified = async (code: string | null | undefined) =>
  t.request<{ superseded: boolean; version: number }>(null, 'GET', `/api/v1/report_verifications/${code}`);

describe('while their report is written', () => {
  it('leaves a draft that goes to nobody: who follows begins anew, with time of their own', async () => {
    await t.world.db
      .updateTable('organizations')
      .set({ flags: json({ redacted_medical_expert_cvs: true }) })
      .where('id', '=', cast.organization_id)
      .execute();
    const d = await matter().to('reportStarted');
    await d.reportWritten();
    expect((await withdraw(d)).status).toBe(200);
    expect(await d.status()).toBe('expert_withdrawn');
    expect((await report(d, cast.requester)).report).toBeNull();
    expect((await former(d)).body.experts).toMatchObject([{ how: 'withdrew', handover: HANDOVER, reports: [] }]);
    // who had been retained is named in what they did, also where candidates are not
    const { data } = (await t.request<Out<typeof readTimeline>>(cast.requester, 'GET', d.url('/timeline'))).body;
    const signed = data.find(({ action }) => action === 'sign_agreement');
    expect(signed?.actor).toMatch(/^Dr\. /);
    t.clock.advance({ days: 20 });
    await t.settle();
    const next = await followed(d);
    expect((await report(next, next.cast.expert)).report).toBeNull();
    // one report is paid once
    expect(await priced(next)).toMatchObject({ reports: 0, report_later_cents: 120_000 });
    await next.to('reportStarted');
    const begun = await report(next, next.cast.expert);
    expect(begun).toMatchObject({ report: { version: 1, status: 'draft', sections: [] }, earlier: [] });
    expect(new Date(begun.due_at ?? 0).getTime()).toBeGreaterThan(t.clock.now().getTime());
    await next.to('delivered');
    expect(await next.status()).toBe('report_delivered');
    expect((await pdf(next, cast.requester)).status).toBe(200);
    expect(await priced(next)).toMatchObject({ reports: 1, report_later_cents: null });
  });

  it('voids a signature that was not delivered: nothing of it can be checked, delivered or opened', async () => {
    const d = await matter().to('signed');
    const signed = (await report(d, d.cast.expert)).report;
    expect((await verified(signed?.verification_code)).status).toBe(200);
    expect((await withdraw(d)).status).toBe(200);
    expect((await verified(signed?.verification_code)).status).toBe(404);
    expect((await pdf(d, cast.requester)).status).toBe(404);
    expect((await pdf(d, cast.requester, `?of=${signed?.id}`)).status).toBe(404);
    expect((await t.request(cast.clinOps, 'POST', d.url('/report/approve'), {})).status).toBe(409);
  });

  it('where no drafts are kept, a day later it is gone, but for a legal hold', async () => {
    const d = await matter().to('accepted');
    await d.agreementProposed(cast.requester, {
      no_drafts: true,
      retainer_cents: 0,
      replenish_below_cents: 0,
      holds_when_used_up: false,
    });
    await d.to('reportStarted');
    await d.reportWritten();
    const answers = async () =>
      (
        await t.world.db
          .selectFrom('report_answers as a')
          .innerJoin('reports as r', 'r.id', 'a.report_id')
          .select('a.section')
          .where('r.review_id', '=', d.id)
          .execute()
      ).length;
    const hold = async (on: boolean) =>
      d.must(await t.world.staff('super_admin'), 'PUT', d.url('/legal_hold'), { on, reason: 'Ordered by the court.' });
    await hold(true);
    await withdraw(d);
    t.clock.advance({ days: 1, ms: 60_000 });
    await t.settle();
    expect(await answers()).toBeGreaterThan(0);
    await hold(false);
    t.clock.advance({ days: 1, ms: 60_000 });
    await t.settle();
    expect(await answers()).toBe(0);
  });
});

describe('after their report was delivered', () => {
  it('keeps it as theirs for the firm and staff; who follows sees nothing of it and reports anew', async () => {
    const d = await matter().to('delivered');
    const theirs = (await report(d, cast.requester)).report;
    const bytes = (await pdf(d, cast.requester)).bytes;
    const before = (await priced(d)).total_cents;
    expect((await withdraw(d)).status).toBe(200);
    expect((await report(d, cast.requester)).report).toBeNull();
    const [left] = (await former(d)).body.experts;
    expect(left?.reports).toMatchObject([{ id: theirs?.id, version: 1 }]);
    const next = await followed(d);
    const mine = next.cast.expert;
    expect((await report(next, mine)).earlier).toEqual([]);
    await next.to('delivered');
    const second = (await report(next, mine)).report;
    // what the first delivered stays paid, the second is paid as it was agreed to
    expect(await priced(next)).toMatchObject({ reports: 2, total_cents: before + 120_000 });
    expect(second).toMatchObject({ version: 1 });
    // each is what it was, and neither takes the place of the other
    for (const who of [cast.requester, cast.clinOps])
      expect((await pdf(next, who, `?of=${theirs?.id}`)).bytes.equals(bytes)).toBe(true);
    expect((await pdf(next, cast.requester)).bytes.equals(bytes)).toBe(false);
    for (const one of [theirs, second])
      expect((await verified(one?.verification_code)).body).toMatchObject({ version: 1, superseded: false });
    expect((await pdf(next, mine, `?of=${theirs?.id}`)).status).toBe(404);
    expect((await pdf(next, cast.matching, `?of=${theirs?.id}`)).status).toBe(404);
    expect((await pdf(next, (await castFor(t.world)).requester, `?of=${theirs?.id}`)).status).toBe(404);
    // a report of who leads it is none of who left
    expect((await pdf(next, cast.requester, `?of=${second?.id}`)).status).toBe(404);
    expect((await t.request(cast.expert, 'GET', d.url('/report'))).status).toBe(404);
  });

  it('of a conflict that is confirmed, too', async () => {
    const d = await matter().to('delivered');
    await d.must(cast.expert, 'POST', d.url('/actions/report_conflict'), { reason: 'My brother joined the firm.' });
    await d.must(cast.matching, 'POST', d.url('/agreement/confirm_conflict'), { reason: 'He is a partner there.' });
    await t.settle();
    expect(await d.status()).toBe('matching');
    expect((await former(d)).body.experts).toMatchObject([
      { how: 'conflict', reason: 'He is a partner there.', handover: null, reports: [{ version: 1 }] },
    ]);
  });
});

describe('the handover', () => {
  it('is asked of who withdraws from what both signed (422), and of nobody else', async () => {
    const d = await matter().to('retainerPaid');
    const none = await withdraw(d, { reason: 'I am ill for months.' });
    expect([none.status, none.body.errors?.[0]?.path]).toEqual([422, 'handover']);
    const theirs = await t.request<{ errors?: { path: string }[] }>(
      cast.matching,
      'POST',
      d.url('/agreement/withdraw'),
      {
        reason: 'They do not answer.',
        handover: 'I think it is half done.',
      },
    );
    expect([theirs.status, theirs.body.errors?.[0]?.path]).toEqual([422, 'handover']);
    expect(await d.status()).toBe('retained');
    await d.must(cast.matching, 'POST', d.url('/agreement/withdraw'), { reason: 'They do not answer.' });
    expect((await former(d)).body.experts).toMatchObject([{ how: 'taken_off', handover: null }]);
    const early = await matter().to('accepted');
    expect((await withdraw(early, { reason: 'I have no time.' })).status).toBe(200);
    expect((await withdraw(early)).status).toBe(404);
  });

  it('is the firm’s: who follows reads it once the firm lets them, and no longer than that', async () => {
    const d = await matter().to('retainerPaid');
    await withdraw(d);
    const next = await followed(d);
    const mine = next.cast.expert;
    const [left] = (await former(next)).body.experts;
    const show = (shown: boolean, who: Person = cast.requester, id = left?.id) =>
      t.request<FormerExpertsView>(who, 'POST', next.url('/former_experts/show'), { id, shown });
    const told = async () =>
      JSON.stringify([(await former(next, mine)).body, (await t.request(mine, 'GET', next.url('/timeline'))).body]);
    expect((await former(next, mine)).body.experts).toEqual([]);
    expect((await show(true, mine)).status).toBe(403);
    expect((await show(true, (await castFor(t.world)).requester)).status).toBe(404);
    expect((await show(true, cast.requester, 999_999)).status).toBe(404);
    expect((await show(true)).status).toBe(200);
    expect((await show(true)).body.experts[0]?.shown_at).not.toBeNull();
    expect((await former(next, mine)).body.experts).toMatchObject([
      { handover: HANDOVER, how: null, reason: null, reports: [] },
    ]);
    expect(await told()).not.toContain('I am ill for months.');
    const rows = (await t.request<Out<typeof readTimeline>>(cast.requester, 'GET', next.url('/timeline'))).body.data;
    expect(rows.filter(({ action }) => action === 'handover.shown')).toHaveLength(1);
    expect((await show(false)).status).toBe(200);
    expect(await told()).not.toContain('page 40');
    // staff who match see that somebody left and why, not what it says of the records
    expect((await former(next, cast.matching)).body).toMatchObject({
      experts: [{ how: 'withdrew', handover: null }],
      can: { show: false },
    });
    expect((await former(next, (await castFor(t.world)).requester)).status).toBe(404);
  });

  it('cannot be shown where there is none (409)', async () => {
    const d = await matter().to('retainerPaid');
    await d.must(cast.matching, 'POST', d.url('/agreement/withdraw'), { reason: 'They do not answer.' });
    const [left] = (await former(d)).body.experts;
    const answer = await t.request(cast.requester, 'POST', d.url('/former_experts/show'), {
      id: left?.id,
      shown: true,
    });
    expect(answer.status).toBe(409);
  });
});

describe('what stays with who left', () => {
  it('is the reasons of others about them: who follows reads none', async () => {
    const d = await matter().to('signed');
    await d.must(cast.clinOps, 'POST', d.url('/report/return'), {
      reason: 'The causation is thin, as before.',
      sections: [],
    });
    await d.must(cast.matching, 'POST', d.url('/agreement/withdraw'), { reason: 'They cannot carry this matter.' });
    await t.settle();
    const next = await followed(d);
    const mine = next.cast.expert;
    const told = JSON.stringify((await t.request(mine, 'GET', next.url('/timeline'))).body);
    expect(told).not.toMatch(/thin|cannot carry/);
    expect(told).toContain('agreement');
    expect(JSON.stringify((await t.request(cast.requester, 'GET', next.url('/timeline'))).body)).toContain(
      'cannot carry',
    );
    // nor how far their report had come
    const { report_status } = (await t.request<ReviewDetail>(mine, 'GET', next.url())).body;
    expect(report_status).toBe('none');
  });

  it('is a draft their agreement keeps, whatever the next one agrees to', async () => {
    const d = await matter().to('reportStarted');
    await d.reportWritten();
    await withdraw(d);
    const next = matter({ ...cast, expert: cast.others[0]!, others: [] });
    next.id = d.id;
    next.fileId = d.fileId;
    await next.replaced();
    await next.to('accepted');
    await next.agreementProposed(cast.requester, { no_drafts: true });
    await next.to('reportStarted');
    await next.reportWritten();
    await withdraw(next);
    t.clock.advance({ days: 1, ms: 60_000 });
    await t.settle();
    const kept = await t.world.db
      .selectFrom('report_answers as a')
      .innerJoin('reports as r', 'r.id', 'a.report_id')
      .select('r.left_by')
      .distinct()
      .where('r.review_id', '=', d.id)
      .execute();
    expect(kept).toEqual([{ left_by: cast.expert.profile_id }]);
  });

  it('is a report that was delivered: canceled afterwards, the matter costs it all the same', async () => {
    const d = await matter().to('delivered');
    await withdraw(d);
    const fee = async () =>
      (await t.request<ReviewDetail>(cast.requester, 'GET', d.url())).body.cancellation?.fee_cents;
    expect(await fee()).toBe(120_000);
    const cancel = (confirmed_fee_cents: number) =>
      t.request(cast.requester, 'POST', d.url('/actions/cancel'), { reason: 'Settled.', confirmed_fee_cents });
    expect((await cancel(0)).status).toBe(409);
    expect((await cancel(120_000)).status).toBe(200);
  });

  it('is that it was late, on their record', async () => {
    const d = await matter().to('reportWritten');
    const late = async () =>
      (
        await t.world.db
          .selectFrom('expert_standings')
          .select('late')
          .where('expert_profile_id', '=', cast.expert.profile_id)
          .executeTakeFirst()
      )?.late;
    t.clock.advance({ days: 60 });
    await d.to('delivered');
    expect(await late()).toBe(1);
    await withdraw(d);
    expect(await late()).toBe(1);
  });

  it('is what they and the firm rated each other: of who follows there is none yet', async () => {
    const d = await matter().to('delivered');
    const rate = (who: Person, direction: 'medical_expert' | 'claim_requester', scores: object) =>
      t.request(who, 'PUT', d.url(`/ratings/${direction}`), { scores, private_comment: '' });
    const view = async () =>
      (await t.request<{ rating: object | null }>(cast.requester, 'GET', d.url('/ratings/medical_expert'))).body;
    const scores = Object.fromEntries(
      RATING_ITEMS.medical_expert.map(({ key, type }) => [key, type === 'scale' ? 5 : true]),
    );
    expect((await rate(cast.requester, 'medical_expert', scores)).status).toBe(200);
    await withdraw(d);
    const next = await followed(d);
    await next.to('delivered');
    expect((await view()).rating).toBeNull();
    expect((await rate(cast.requester, 'medical_expert', { ...scores })).status).toBe(200);
    expect(
      (
        await t.world.db
          .selectFrom('ratings')
          .select('expert_profile_id')
          .where('review_id', '=', d.id)
          .orderBy('id')
          .execute()
      ).map(({ expert_profile_id }) => expert_profile_id),
    ).toEqual([cast.expert.profile_id, next.cast.expert.profile_id]);
  });
});
