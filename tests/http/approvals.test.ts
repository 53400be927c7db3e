import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { ApprovalRules, WaitingApproval } from '../../src/features/reviews/contract/approvals.ts';
import type { ReviewDetail } from '../../src/features/reviews/contract.ts';
import type { UpNextTask } from '../../src/features/reviews/contract/up-next.ts';
import { type TestApp, testApp } from '../harness/app.ts';
import { CaseDriver } from '../harness/case-driver.ts';
import { PASSWORD_HASH } from '../harness/password.ts';
import { type Cast, castFor, inApp, writeRecord } from '../harness/review-driver.ts';
import type { Person } from '../harness/world.ts';

/* Who approves above which amount: an order waits for it beside its status, and so does a changed price. */
let t: TestApp;
let cast: Cast;
let manager: Person;
let orgAdmin: Person;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  cast = await castFor(t.world, PASSWORD_HASH, 'saas');
  manager = await t.world.manager(cast.organization_id);
  orgAdmin = await t.world.person({ role: 'org_admin', organization_id: cast.organization_id });
});

const rules = (
  thresholds: { above_cents: number; approver_ids: readonly number[] }[] | null,
  who: Person = orgAdmin,
  organization = cast.organization_id,
) => t.request<ApprovalRules>(who, 'PUT', `/api/v1/approval_rules/${organization}`, { thresholds });
const queue = async (who: Person) =>
  (await t.request<{ data: WaitingApproval[] }>(who, 'GET', '/api/v1/approvals')).body.data;
const read = async (d: CaseDriver, who: Person = cast.requester) =>
  (await t.request<ReviewDetail>(who, 'GET', d.url())).body;
const total = async (d: CaseDriver, who: Person = cast.requester) => (await read(d, who)).quote?.total_cents ?? 0;
const approve = (d: CaseDriver, who: Person, total_cents: number) =>
  t.request(who, 'POST', d.url('/approval/approve'), { total_cents });
const decline = (d: CaseDriver, who: Person, reason = 'Over what we agreed.') =>
  t.request(who, 'POST', d.url('/approval/decline'), { reason });
const mailed = async (d: CaseDriver, template: string) =>
  (
    await t.world.db
      .selectFrom('mails')
      .select('to_user_id')
      .where('review_id', '=', d.id)
      .where('template', '=', template)
      .orderBy('to_user_id')
      .execute()
  ).map(({ to_user_id }) => to_user_id);
async function changed(d: CaseDriver): Promise<void> {
  await t.world.db
    .insertInto('outbox')
    .values({ topic: 'files.changed', payload: {} as never, review_id: d.id, created_at: t.clock.now() })
    .execute();
  await t.settle();
}
const ordered = () => new CaseDriver(inApp(t, cast)).to('submitted');

it('an order above the threshold waits beside its status, and goes on by itself once approved', async () => {
  expect((await rules([{ above_cents: 10_000, approver_ids: [] }])).status).toBe(200);
  const d = await ordered();
  expect(await d.status()).toBe('in_intake');
  expect((await read(d)).quote?.approval).toEqual({ sort: 'order', state: 'waiting', reason: '' });
  const cents = await total(d);
  expect(await queue(manager)).toEqual([
    expect.objectContaining({
      review_id: d.id,
      total_cents: cents,
      above_cents: 10_000,
      decide: { allowed: true, reason: null },
    }),
  ]);
  expect(await mailed(d, 'approval_needed')).toEqual([manager.user_id, orgAdmin.user_id].toSorted((a, b) => a - b));

  // not by who ordered, at no other price, and not from elsewhere
  expect((await approve(d, cast.requester, cents)).status).toBe(403);
  expect((await approve(d, manager, cents - 1)).status).toBe(409);
  const foreign = await t.world.manager(await t.world.organization());
  expect((await approve(d, foreign, cents)).status).toBe(404);
  expect((await decline(d, foreign)).status).toBe(404);
  expect(await queue(foreign)).toEqual([]);

  const answers = await Promise.all([approve(d, manager, cents), approve(d, orgAdmin, cents)]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  await t.settle();
  expect(await d.status()).toBe('expert_selection');
  expect(await mailed(d, 'approval_given')).toEqual([cast.requester.user_id]);
  expect((await read(d)).quote?.approval).toBeNull();
  expect(await queue(manager)).toEqual([]);
});

it('declined it goes back with the reason, and is asked for once more, or needs nobody once it costs less', async () => {
  await rules([{ above_cents: 10_000, approver_ids: [] }]);
  const d = await ordered();
  expect((await decline(d, manager, ' ')).status).toBe(422);
  expect((await decline(d, manager)).status).toBe(200);
  await t.settle();
  expect((await read(d)).quote?.approval).toEqual({ sort: 'order', state: 'declined', reason: 'Over what we agreed.' });
  expect(await mailed(d, 'approval_declined')).toEqual([cast.requester.user_id]);
  expect((await t.request(cast.clinOps, 'POST', d.url('/actions/release_to_matching'), {})).problem.detail).toBe(
    'The price is not approved yet.',
  );
  expect((await approve(d, manager, await total(d))).status).toBe(409);
  expect((await t.request(cast.requester, 'POST', d.url('/approval/ask'))).body).toMatchObject({ state: 'waiting' });
  expect((await t.request(cast.requester, 'POST', d.url('/approval/ask'))).status).toBe(409);
  expect((await queue(manager)).map(({ review_id }) => review_id)).toEqual([d.id]);

  // the threshold stands at its price now, and the price falls by a little: nobody has to approve it any longer
  await rules([{ above_cents: (await total(d)) - 1, approver_ids: [] }]);
  const record = await writeRecord(t.world, d.id, 'A few more.pdf', 230);
  await changed(d);
  expect((await queue(manager))[0]?.total_cents).toBe(await total(d));
  await rules([{ above_cents: (await total(d)) - 1, approver_ids: [] }]);
  await t.world.db.updateTable('files').set({ deleted_at: t.clock.now() }).where('id', '=', record).execute();
  await changed(d);
  expect(await queue(manager)).toEqual([]);
  expect(await d.status()).toBe('expert_selection');
});

it('a changed price that was agreed to waits as well, and is fixed by the approval alone', async () => {
  const d = await ordered();
  await t.settle();
  expect(await d.status()).toBe('expert_selection');
  const before = await total(d);
  await rules([{ above_cents: before, approver_ids: [] }]);
  const grows = async (pages: number) => {
    await writeRecord(t.world, d.id, `More ${pages}.pdf`, pages);
    await changed(d);
  };
  await grows(1_000);
  const agree = async () => {
    const cents = (await read(d)).quote?.requote?.total_cents ?? 0;
    return { cents, ...(await t.request(cast.requester, 'POST', d.url('/quote/consent'), { total_cents: cents })) };
  };
  const first = await agree();
  expect(first.body).toMatchObject({ waits_for_approval: true });
  expect((await read(d)).quote).toMatchObject({
    total_cents: before,
    requote: { agrees: false },
    approval: { sort: 'price', state: 'waiting' },
  });
  expect((await agree()).status).toBe(409);
  // it moved again: the requester is asked anew, and nobody approves the old one
  await grows(500);
  expect((await approve(d, manager, first.cents)).status).toBe(409);
  expect(await mailed(d, 'price_to_agree')).toHaveLength(2);
  const second = await agree();
  expect(second.body).toMatchObject({ waits_for_approval: true });
  // declined, the requester looks at it once more; nobody writes to them about the price a further time
  expect((await decline(d, manager)).status).toBe(200);
  await t.settle();
  expect(await mailed(d, 'price_to_agree')).toHaveLength(2);
  expect((await read(d)).quote).toMatchObject({ requote: { agrees: true }, approval: { state: 'declined' } });
  await agree();
  expect((await approve(d, manager, second.cents)).status).toBe(200);
  expect((await read(d)).quote).toMatchObject({ total_cents: second.cents, requote: null, approval: null });
});

it('a rise too small to ask who ordered is approved where it comes above what was, and not twice', async () => {
  const d = await ordered();
  await t.settle();
  const before = await total(d);
  await rules([
    { above_cents: 10_000, approver_ids: [manager.user_id] },
    { above_cents: before, approver_ids: [orgAdmin.user_id] },
  ]);
  const record = await writeRecord(t.world, d.id, 'A few more.pdf', 230);
  await changed(d);
  const risen = (await read(d)).quote;
  expect(risen).toMatchObject({
    total_cents: before,
    requote: { needs_consent: false },
    approval: { sort: 'price', state: 'waiting' },
  });
  const cents = risen?.requote?.total_cents ?? 0;
  expect(await queue(orgAdmin)).toEqual([
    expect.objectContaining({ total_cents: cents, above_cents: before, agreed: false }),
  ]);
  expect(await mailed(d, 'approval_needed')).toEqual([orgAdmin.user_id]);
  expect((await approve(d, manager, cents)).status).toBe(403);
  // where the price is what it was, nobody is asked any longer
  const gone = (deleted_at: Date | null) =>
    t.world.db.updateTable('files').set({ deleted_at }).where('id', '=', record).execute();
  await gone(t.clock.now());
  await changed(d);
  expect((await read(d)).quote).toMatchObject({ requote: null, approval: null });
  // declined, who ordered is asked, and agreeing asks the approvers
  await gone(null);
  await changed(d);
  expect((await decline(d, orgAdmin)).status).toBe(200);
  await changed(d);
  expect((await read(d)).quote).toMatchObject({
    total_cents: before,
    requote: { agrees: true },
    approval: { state: 'declined' },
  });
  expect((await t.request(cast.requester, 'POST', d.url('/quote/consent'), { total_cents: cents })).body).toMatchObject(
    { waits_for_approval: true },
  );
  expect((await approve(d, orgAdmin, cents)).status).toBe(200);
  expect((await read(d)).quote).toMatchObject({ total_cents: cents, requote: null, approval: null });
  // what was approved once is not asked about again
  await gone(t.clock.now());
  await changed(d);
  expect(await total(d)).toBe(before);
  await gone(null);
  await changed(d);
  expect((await read(d)).quote).toMatchObject({ total_cents: cents, approval: null });
});

it('an order that waits, and rises above a higher threshold, waits for who approves that', async () => {
  await rules([{ above_cents: 10_000, approver_ids: [manager.user_id] }]);
  const d = await ordered();
  await rules([
    { above_cents: 10_000, approver_ids: [manager.user_id] },
    { above_cents: await total(d), approver_ids: [orgAdmin.user_id] },
  ]);
  await writeRecord(t.world, d.id, 'A few more.pdf', 230);
  await changed(d);
  const cents = await total(d);
  expect((await approve(d, manager, cents)).status).toBe(403);
  expect((await approve(d, orgAdmin, cents)).status).toBe(200);
});

it('a report asked for after the call waits for who approves what it brings the order to, and for a price that waits', async () => {
  cast = await castFor(t.world, PASSWORD_HASH);
  manager = await t.world.manager(cast.organization_id);
  orgAdmin = await t.world.person({ role: 'org_admin', organization_id: cast.organization_id });
  const d = await new CaseDriver(inApp(t, cast)).to('timeChosen', { needed_by: '2027-11-30' });
  t.clock.advance({ days: 3 });
  await d.to('held');
  await writeRecord(t.world, d.id, 'More.pdf', 1_000);
  await changed(d);
  const ask = async () =>
    t.request(cast.requester, 'POST', d.url('/actions/request_report'), {
      approved_total_cents: (await read(d)).quote?.report_later_cents,
    });
  // the price of the report is not a word on what else the order costs by now
  expect((await ask()).problem).toMatchObject({
    status: 409,
    detail: 'The price changed. The requester has to agree to it first.',
  });
  const risen = (await read(d)).quote?.requote?.total_cents ?? 0;
  await d.must(cast.requester, 'POST', d.url('/quote/consent'), { total_cents: risen });
  await rules([{ above_cents: risen, approver_ids: [] }]);
  const later = (await read(d)).quote?.report_later_cents ?? 0;
  expect((await ask()).status).toBe(200);
  await t.settle();
  const cents = await total(d);
  expect(cents).toBe(risen + later);
  expect(await queue(manager)).toEqual([expect.objectContaining({ review_id: d.id, total_cents: cents })]);
  expect(await mailed(d, 'approval_needed')).toHaveLength(2);
  // it is begun by nobody before that, as what is begun is charged
  const start = () => t.request(cast.expert, 'POST', d.url('/report/start'), {});
  expect((await start()).problem).toMatchObject({ status: 409, detail: 'The price is not approved yet.' });
  // and it is the expert's move, and time, only after that
  const move = async (who: Person) => {
    const { what_now } = await d.must<ReviewDetail>(who, 'GET', d.url());
    return [what_now.seat, what_now.headline, what_now.action?.label ?? null];
  };
  const next = async (who: Person) =>
    (await d.must<{ tasks: UpNextTask[] }>(who, 'GET', '/api/v1/up_next')).tasks.filter(
      ({ review, act }) => review.id === d.id && act === 'start_report',
    );
  const due = async () => Date.parse((await d.must<ReviewDetail>(cast.expert, 'GET', d.url())).what_now.due?.at ?? '');
  expect(await move(cast.expert)).toEqual(['requester', 'The price of the report is being approved', null]);
  expect(await move(cast.requester)).toEqual(['requester', 'Have the price approved', 'See the price']);
  expect([await next(cast.expert), await mailed(d, 'report_requested')]).toEqual([[], []]);
  const before = await due();
  expect((await approve(d, cast.requester, cents)).status).toBe(403);
  t.clock.advance({ days: 7 });
  expect((await decline(d, manager)).status).toBe(200);
  expect(await move(cast.expert)).toEqual(['requester', 'The price of the report was declined', null]);
  t.clock.advance({ days: 7 });
  expect((await start()).status).toBe(409);
  expect((await t.request(cast.requester, 'POST', d.url('/approval/ask'))).body).toMatchObject({ state: 'waiting' });
  expect((await approve(d, manager, cents)).status).toBe(200);
  // what two weeks had of business days
  expect((await due()) - before).toBeGreaterThan(7 * 86_400_000);
  expect(await move(cast.expert)).toEqual(['expert', 'Start the report', 'Start the report']);
  await t.settle();
  expect(await next(cast.expert)).toHaveLength(1);
  expect(await mailed(d, 'report_requested')).toEqual([cast.expert.user_id]);
  expect((await start()).status).toBe(200);
});

it('rules hold below, unless there are own ones; named approvers decide; one approves their own never', async () => {
  const below = await t.world.organization({ parent_id: cast.organization_id });
  expect((await rules([{ above_cents: 50_000, approver_ids: [manager.user_id] }])).status).toBe(200);
  const of = async (id: number) =>
    (await t.request<ApprovalRules>(cast.admin, 'GET', `/api/v1/approval_rules/${id}`)).body;
  expect(await of(below)).toMatchObject({ of: { id: cast.organization_id }, thresholds: [{ above_cents: 50_000 }] });
  expect((await rules([], cast.admin, below)).body).toMatchObject({ of: { id: below }, thresholds: [] });
  expect((await rules(null, cast.admin, below)).body).toMatchObject({ of: { id: cast.organization_id } });

  expect((await rules([], manager)).status).toBe(403);
  expect((await rules([{ above_cents: 1, approver_ids: [cast.requester.user_id] }])).status).toBe(422);
  expect(
    (
      await rules([
        { above_cents: 1, approver_ids: [] },
        { above_cents: 1, approver_ids: [] },
      ])
    ).status,
  ).toBe(422);
  const foreign = await t.world.person({ role: 'org_admin', organization_id: await t.world.organization() });
  expect((await rules([], foreign)).status).toBe(404);

  const d = await ordered();
  expect((await approve(d, orgAdmin, await total(d))).status).toBe(403);
  expect(await mailed(d, 'approval_needed')).toEqual([manager.user_id]);
  // what the named one orders is somebody else's to approve
  const own = await new CaseDriver(inApp(t, { ...cast, requester: manager })).to('submitted');
  expect((await approve(own, manager, await total(own, orgAdmin))).status).toBe(403);
  expect((await approve(own, orgAdmin, await total(own, orgAdmin))).status).toBe(200);
});
