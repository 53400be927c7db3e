import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { EngagementTerms } from '../../src/features/engagements/rules.ts';
import type { ExamView } from '../../src/features/exams/contract.ts';
import type { ChargesView, LedgerBalances, LedgerEntryRow } from '../../src/features/ledger/contract.ts';
import { placeCharges } from '../../src/features/billing-orders/server/place.ts';
import { settleLedger } from '../../src/features/ledger/server/post.ts';
import { askToSettle, verifyLedger } from '../../src/features/ledger/server/verify.ts';
import { setBillingStatus } from '../../src/features/reviews/server/index.ts';
import type { ReviewDetail } from '../../src/features/reviews/contract.ts';
import type { WorkView } from '../../src/features/work/contract.ts';
import { systemCommand } from '../../src/platform/command.ts';
import { type TestApp, testApp } from '../harness/app.ts';
import { CaseDriver } from '../harness/case-driver.ts';
import { ImeDriver } from '../harness/ime-driver.ts';
import { LegalDriver } from '../harness/legal-driver.ts';
import { PASSWORD_HASH } from '../harness/password.ts';
import { peerCast, PeerDriver } from '../harness/peer-driver.ts';
import { type Cast, castFor, inApp, type ReviewDriver } from '../harness/review-driver.ts';
import type { Person } from '../harness/world.ts';

/* The book of account: what is due is posted once, from what happened, and can be read with what it comes from. */
let t: TestApp;
let cast: Cast;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  cast = await castFor(t.world, PASSWORD_HASH);
});

const read = (d: ReviewDriver, who: Person = d.cast.requester) => t.request<ChargesView>(who, 'GET', d.url('/charges'));
const charges = async (d: ReviewDriver) => (await read(d)).body;
const detail = (d: ReviewDriver) => d.must<ReviewDetail>(d.cast.requester, 'GET', d.url());
const balances = async (organization_id = cast.organization_id) =>
  Object.fromEntries(
    (
      await t.request<LedgerBalances>(cast.admin, 'GET', `/api/v1/ledger/balances?organization_id=${organization_id}`)
    ).body.accounts.map(({ account, cents }) => [account, cents]),
  );
/** What experts earned of an organization's reviews, cause by cause, from the book itself. */
const earned = async (d: ReviewDriver) =>
  (await t.request<{ data: LedgerEntryRow[] }>(cast.admin, 'GET', `/api/v1/ledger?q=${d.id}`)).body.data
    .filter(({ cause }) => cause.startsWith('expert_'))
    .map(({ cause, expert, lines }) => [
      cause,
      expert?.id,
      lines.reduce((sum, { account, cents }) => (account === 'expert_fees' ? sum + cents : sum), 0),
    ])
    .toReversed();
/** The usual share of each line of a price, rounded by itself. */
const shares = (lines: readonly { cents: number }[] = []): number =>
  lines.reduce((sum, { cents }) => sum + Math.floor((2 * cents * 70 + 100) / 200), 0);
const told = (view: ChargesView) => view.charges.map(({ cause, rule, total_cents }) => [cause, rule, total_cents]);
/** Settles once more by hand, which tells nobody anything. */
const settle = (id: number) =>
  systemCommand(t.app.services, { kind: 'system', request_id: 'test' }, (tx) =>
    settleLedger(
      tx,
      {
        placeCharges: (own, of) => placeCharges(own, { billingStatus: setBillingStatus }, of),
        mail: (_tx, { template }) => Promise.reject(new Error(`${template} was sent once more.`)),
      },
      id,
    ),
  );
/** A case with a call, of people of its own: another one of the same parties has other experts. */
const withCall = async (): Promise<CaseDriver> =>
  new CaseDriver(inApp(t, await castFor(t.world, PASSWORD_HASH))).to('timeChosen', LATE);
const LATE = { needed_by: '2027-11-30' };

describe('what a review is charged for', () => {
  it('a case: its call once it is held, its report once it is delivered, all of the price in the end', async () => {
    const d = await new CaseDriver(inApp(t, cast)).to('timeChosen', LATE);
    expect(await charges(d)).toMatchObject({ charges: [], totals: { charged_cents: 0, unbilled_cents: 0 } });
    t.clock.advance({ days: 3 });
    await d.to('held');
    const call = (await detail(d)).quote?.total_cents ?? 0;
    expect(call).toBeGreaterThan(0);
    const first = await charges(d);
    expect(told(first)).toEqual([['service', 'call_held', call]]);
    expect(first.charges[0]?.lines.map(({ cents }) => cents)).toEqual(
      (await detail(d)).quote?.lines.map(({ cents }) => cents),
    );
    await d.to('reportRequested');
    expect(told(await charges(d))).toEqual(told(first));
    await d.to('delivered');
    const total = (await detail(d)).quote?.total_cents ?? 0;
    expect(told(await charges(d))).toEqual([
      ['service', 'call_held', call],
      ['report', 'report_delivered', total - call],
    ]);
    await d.must(cast.requester, 'POST', d.url('/actions/close'), {});
    await t.settle();
    expect((await charges(d)).totals).toEqual({
      charged_cents: total,
      drawn_cents: 0,
      unbilled_cents: total,
      held_cents: 0,
      credited_cents: 0,
    });
    const fees = shares((await detail(d)).quote?.lines);
    expect(await balances()).toEqual({
      receivable: 0,
      tax_withheld: 0,
      sales_tax: 0,
      unbilled: total,
      cash: 0,
      retainers: 0,
      revenue: total,
      expert_fees: fees,
      owed_experts: fees,
    });
    const report = 120_000 * 0.7;
    expect(await earned(d)).toEqual([
      ['expert_service', cast.expert.profile_id, fees - report],
      ['expert_report', cast.expert.profile_id, report],
    ]);
  });

  it('a peer review once it is delivered', async () => {
    const d = await new PeerDriver(inApp(t, await peerCast(t.world, PASSWORD_HASH))).to('signed');
    const total = (await detail(d)).quote?.total_cents ?? 0;
    expect(told(await charges(d))).toEqual([]);
    await d.to('delivered');
    expect(total).toBeGreaterThan(0);
    expect(told(await charges(d))).toEqual([['service', 'report_delivered', total]]);
  });

  it('canceled after its call was held: what was agreed then takes the place of its price', async () => {
    const d = await new CaseDriver(inApp(t, cast)).to('timeChosen', LATE);
    t.clock.advance({ days: 3 });
    await d.to('reportRequested');
    const call = (await charges(d)).totals.charged_cents;
    const fee = (await detail(d)).cancellation?.fee_cents ?? 0;
    expect(fee).not.toBe(call);
    await d.must(cast.requester, 'POST', d.url('/actions/cancel'), { reason: 'Settled.', confirmed_fee_cents: fee });
    await t.settle();
    const after = await charges(d);
    expect(told(after)).toEqual([
      ['service', 'call_held', call],
      ['cancellation', 'cancelled', fee],
      ['service', 'taken_back', -call],
    ]);
    expect(after.charges.map(({ corrects }) => corrects)).toEqual([false, false, true]);
    expect(after.totals.charged_cents).toBe(fee);
    // the expert held it, and keeps what they earned by that
    expect((await earned(d)).map(([cause]) => cause)).toEqual(['expert_service']);
  });

  it('a time moved late is charged by itself; one the expert gives up is not', async () => {
    const d = await new CaseDriver(inApp(t, cast)).to('timeChosen', LATE);
    t.clock.advance({ hours: 40 });
    const fee = (await detail(d)).moving?.fee_cents ?? 0;
    await d.must(cast.requester, 'POST', d.url('/call/move'), { reason: 'Away.', confirmed_fee_cents: fee });
    await t.settle();
    expect(told(await charges(d))).toEqual([['late_call', 'late_or_missed', fee]]);
    expect(await earned(d)).toEqual([['expert_late_call', cast.expert.profile_id, shares([{ cents: fee }])]]);
    const free = await withCall();
    t.clock.advance({ hours: 40 });
    await free.must(free.cast.expert, 'POST', free.url('/call/move'), { reason: 'Away.' });
    await t.settle();
    expect(told(await charges(free))).toEqual([]);
  });

  it('an exam nobody came to is charged as its terms say', async () => {
    const d = await new ImeDriver(inApp(t, cast)).to('served');
    const { appointment } = (await t.request<ExamView>(cast.requester, 'GET', d.url('/exam'))).body;
    t.clock.set(new Date(Date.parse(appointment?.starts_at ?? '') + 300_000));
    await d.must(cast.expert, 'POST', d.url('/exam/attendance'), { attendance: 'no_show' });
    await t.settle();
    expect(told(await charges(d))).toEqual([['exam_fee', 'not_held', 250_000]]);
    expect(await earned(d)).toEqual([['expert_exam_fee', cast.expert.profile_id, 175_000]]);
  });

  it('a matter by the hour: its time and expenses, paid out of the retainer as far as that goes', async () => {
    const d = await new LegalDriver(inApp(t, cast)).to('accepted');
    await d.agreementProposed(cast.requester, {
      hourly_cents: 40_000,
      step_minutes: 1,
      budget_cents: null,
      retainer_cents: 100_000,
      replenish_below_cents: 0,
      holds_when_used_up: false,
    } satisfies Partial<EngagementTerms>);
    await d.agreementSigned();
    await d.retainerPaid();
    const none = { receivable: 0, tax_withheld: 0, sales_tax: 0, unbilled: 0, expert_fees: 0, owed_experts: 0 };
    expect(await balances()).toEqual({ ...none, cash: 100_000, retainers: 100_000, revenue: 0 });
    const rate = { cents: 40_000, per: 'hour' };
    const work = (path: string, who: Person, body: object) =>
      d.must<WorkView>(who, 'POST', d.url(`/work/${path}`), body);
    const asked = await work('tasks', cast.requester, { type: 'research', rate, budget_minutes: 600 });
    const task = asked.tasks[0]?.id ?? 0;
    const worked_on = t.clock.now().toISOString().slice(0, 10);
    const time = (minutes: number) => ({ worked_on, minutes, narrative: 'Read the chart of Ana Ferrante.' });
    await work(`tasks/${task}/entries`, cast.expert, time(120));
    await t.settle();
    expect((await charges(d)).totals).toEqual({
      charged_cents: 80_000,
      drawn_cents: 80_000,
      unbilled_cents: 0,
      held_cents: 20_000,
      credited_cents: 0,
    });
    // the retainer pays what is left of it, the rest is to be invoiced
    const { entries } = await work(`tasks/${task}/entries`, cast.expert, time(60));
    await t.settle();
    expect((await charges(d)).totals).toEqual({
      charged_cents: 120_000,
      drawn_cents: 100_000,
      unbilled_cents: 20_000,
      held_cents: 0,
      credited_cents: 0,
    });
    // a correction is an entry of its own, and gives back what it had drawn
    const newest = entries.toSorted((a, b) => b.id - a.id)[0];
    await work(`entries/${newest?.id}/correct`, cast.expert, { instead: null, reason: 'Another matter.' });
    await t.settle();
    expect((await charges(d)).totals).toEqual({
      charged_cents: 80_000,
      drawn_cents: 80_000,
      unbilled_cents: 0,
      held_cents: 20_000,
      credited_cents: 0,
    });
    await d.concluded();
    await d.must(cast.expert, 'POST', d.url('/retainer/refund'), {
      cents: 20_000,
      moved_on: worked_on,
      method: 'ach',
      reference: '',
      reason: 'What was left.',
    });
    await t.settle();
    const fees = { expert_fees: 56_000, owed_experts: 56_000 };
    expect(await balances()).toEqual({ ...none, ...fees, cash: 80_000, retainers: 0, revenue: 80_000 });
    // no word somebody wrote stands in the book
    const { rows } = await sql<{ all: string }>`
      select string_agg(l.label || l.line_key, ' ') as all from ledger_lines l`.execute(t.world.db);
    expect(rows[0]?.all).not.toMatch(/Ferrante|chart/);
  });
});

it('a matter by the hour that is canceled is charged its time, not the estimate it was ordered at', async () => {
  const d = await new LegalDriver(inApp(t, cast)).to('retainerPaid');
  const fee = (await detail(d)).cancellation?.fee_cents;
  expect(fee).toBe(0);
  await d.must(cast.requester, 'POST', d.url('/actions/cancel'), { reason: 'Settled.', confirmed_fee_cents: 0 });
  await t.settle();
  expect((await charges(d)).totals.charged_cents).toBe(0);
});

describe('posting', () => {
  it('is done once, however often and by how many at once', async () => {
    const d = await new CaseDriver(inApp(t, cast)).to('timeChosen', LATE);
    t.clock.advance({ days: 3 });
    await d.to('held');
    const { totals } = await charges(d);
    // what had been posted of it is as if it had not been, but for one: all of them want to post the same
    const fresh = await withCall();
    t.clock.advance({ days: 3 });
    await t.world.db.executeQuery(
      sql`update appointments set status = 'held' where review_id = ${fresh.id}`.compile(t.world.db),
    );
    const posted = await Promise.all(Array.from({ length: 100 }, () => settle(fresh.id)));
    expect(posted.reduce((sum, n) => sum + n, 0)).toBe(2);
    await t.settle();
    expect((await charges(fresh)).totals).toEqual(totals);
    expect(await settle(d.id)).toBe(0);
    expect((await charges(d)).totals).toEqual(totals);
  });

  it('is only added to, and balances: the database refuses anything else', async () => {
    const d = await new CaseDriver(inApp(t, cast)).to('timeChosen', LATE);
    t.clock.advance({ days: 3 });
    await d.to('held');
    const db = t.world.db;
    const entry = await db
      .selectFrom('ledger_entries')
      .selectAll()
      .where('review_id', '=', d.id)
      .executeTakeFirstOrThrow();
    const kept = 'the ledger is only added to';
    await expect(db.deleteFrom('ledger_lines').execute()).rejects.toThrow(kept);
    await expect(db.updateTable('ledger_lines').set({ cents: 1 }).execute()).rejects.toThrow(kept);
    await expect(db.updateTable('ledger_entries').set({ rule: 'ended' }).execute()).rejects.toThrow(kept);
    await expect(sql`truncate ledger_lines, ledger_entries cascade`.execute(db)).rejects.toThrow(kept);
    const line = {
      entry_id: entry.id,
      organization_id: cast.organization_id,
      account: 'unbilled' as const,
      line_key: 'service',
      label: 'More',
      cents: 1,
    };
    await expect(db.insertInto('ledger_lines').values(line).execute()).rejects.toThrow('must sum to zero');
    const { id: _id, ...again } = entry;
    await expect(db.insertInto('ledger_entries').values(again).execute()).rejects.toThrow('duplicate key');
  });

  it('is looked through as a whole: sums to zero, and what never reached the book is found', async () => {
    const d = await new CaseDriver(inApp(t, cast)).to('timeChosen', LATE);
    t.clock.advance({ days: 3 });
    await d.to('held');
    const good = await verifyLedger(t.world.db, t.clock.now());
    expect(good).toMatchObject({
      balances: { difference_cents: 0 },
      unbalanced: [],
      experts: [],
      differing: [],
      differing_subscriptions: [],
    });
    expect(good.balances.entries).toBeGreaterThan(0);
    const missed = await withCall();
    await t.world.db.transaction().execute(async (trx) => {
      await sql`set local session_replication_role = replica`.execute(trx);
      await trx.updateTable('appointments').set({ status: 'held' }).where('review_id', '=', missed.id).execute();
    });
    expect((await verifyLedger(t.world.db, t.clock.now())).differing).toEqual([missed.id]);
    await askToSettle(t.world.db, { reviews: [missed.id], subscriptions: [] }, t.clock.now());
    await t.settle();
    expect((await charges(missed)).charges).toHaveLength(1);
    expect((await verifyLedger(t.world.db, t.clock.now())).differing).toEqual([]);
  });
});

describe('who reads it', () => {
  it('whoever sees prices of the review: no expert, nobody else’s organization; the book itself admins alone', async () => {
    const d = await new CaseDriver(inApp(t, cast)).to('timeChosen', LATE);
    t.clock.advance({ days: 3 });
    await d.to('held');
    for (const who of [cast.requester, cast.admin]) expect((await read(d, who)).status).toBe(200);
    const foreign = await t.world.consultant(await t.world.organization());
    expect((await read(d, foreign)).status).toBe(404);
    expect((await read(d, cast.expert)).status).toBe(403);
    expect((await t.request(cast.requester, 'GET', `/api/v1/imes/${d.id}/charges`)).status).toBe(404);
    const entries = (who: Person | null, query = '') =>
      t.request<{ data: LedgerEntryRow[] }>(who, 'GET', `/api/v1/ledger${query}`);
    expect((await entries(cast.requester)).status).toBe(403);
    expect((await entries(null)).status).toBe(401);
    expect((await t.request(cast.requester, 'GET', '/api/v1/ledger/balances')).status).toBe(403);
    const found = await entries(cast.admin, `?q=CR-${d.id}`);
    expect(found.body.data).toMatchObject([
      { cause: 'expert_service', rule: 'call_held', review: { id: d.id }, expert: { id: cast.expert.profile_id } },
      {
        expert: null,
        cause: 'service',
        rule: 'call_held',
        review: { id: d.id },
        organization: { id: cast.organization_id },
      },
    ]);
    const [row] = found.body.data;
    expect(row?.lines.reduce((sum, { cents }) => sum + cents, 0)).toBe(0);
    expect((await entries(cast.admin, '?q=nothing')).body.data).toEqual([]);
    expect((await entries(cast.admin, '?cause=retainer')).body.data.every(({ cause }) => cause === 'retainer')).toBe(
      true,
    );
    expect((await entries(cast.admin, '?cursor=nonsense')).status).toBe(400);
  });
});
