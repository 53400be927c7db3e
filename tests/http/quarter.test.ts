import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { EngagementTerms } from '../../src/features/engagements/rules.ts';
import type { ExamView } from '../../src/features/exams/contract.ts';
import type { BillingOf, InvoiceRow, InvoiceView, StatementView } from '../../src/features/invoices/contract.ts';
import { verifyLedger } from '../../src/features/ledger/server/verify.ts';
import type {
  OwedView,
  OwnPayout,
  PayoutRunView,
  PayoutSettingsView,
  TaxYearView,
} from '../../src/features/payouts/contract.ts';
import type { SpendView } from '../../src/features/spend/contract.ts';
import type { WorkView } from '../../src/features/work/contract.ts';
import { type TestApp, testApp } from '../harness/app.ts';
import { CaseDriver } from '../harness/case-driver.ts';
import { ImeDriver } from '../harness/ime-driver.ts';
import { json } from '../../src/platform/db/json.ts';
import { readLedes } from '../harness/ledes.ts';
import { LegalDriver } from '../harness/legal-driver.ts';
import { DETAILS, SIGNED } from '../harness/payee.ts';
import { PASSWORD_HASH } from '../harness/password.ts';
import { peerCast, PeerDriver } from '../harness/peer-driver.ts';
import { castFor, inApp } from '../harness/review-driver.ts';
import type { Person } from '../harness/world.ts';
import { programme } from './subscriptions-world.ts';

/*
 * A quarter of all kinds, from the first order to the last cent: what was charged, invoiced, credited, paid and paid out,
 * each beside a sum of its own over what happened, which shares nothing with the rules of the ledger.
 */
let t: TestApp;
let admin: Person;
beforeAll(async () => {
  t = await testApp({ start: '2026-11-18T15:00:00Z' });
  admin = await t.world.staff('admin');
});
afterAll(() => t.close());

const must = async <T>(who: Person, method: 'GET' | 'POST' | 'PUT', url: string, body?: unknown): Promise<T> => {
  const answer = await t.request<T & object>(who, method, url, body);
  if (answer.status >= 400) throw new Error(`${method} ${url}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
};

/** Whose book it is, and who did the work. */
interface Done {
  organization_id: number;
  experts: readonly Person[];
}

async function case_(): Promise<Done> {
  const cast = await castFor(t.world, PASSWORD_HASH);
  const d = await new CaseDriver(inApp(t, cast)).to('timeChosen', { needed_by: '2027-11-30' });
  t.clock.advance({ days: 3 });
  await d.to('delivered');
  await d.must(cast.requester, 'POST', d.url('/actions/close'), {});
  // and one whose time was moved late
  const { expert, others } = await castFor(t.world, PASSWORD_HASH);
  const late = await new CaseDriver(inApp(t, { ...cast, expert, others })).to('timeChosen', {
    needed_by: '2027-11-30',
  });
  t.clock.advance({ hours: 40 });
  const { moving } = await late.must<{ moving: { fee_cents: number } | null }>(cast.requester, 'GET', late.url());
  await late.must(cast.requester, 'POST', late.url('/call/move'), {
    reason: 'Away.',
    confirmed_fee_cents: moving?.fee_cents ?? 0,
  });
  return { organization_id: cast.organization_id, experts: [cast.expert, expert] };
}

async function peerReview(): Promise<Done> {
  const d = await new PeerDriver(inApp(t, await peerCast(t.world, PASSWORD_HASH))).to('delivered');
  return { organization_id: d.cast.organization_id, experts: [d.cast.expert] };
}

async function exam(): Promise<Done> {
  const cast = await castFor(t.world, PASSWORD_HASH);
  const d = await new ImeDriver(inApp(t, cast)).to('served');
  const { appointment } = await must<ExamView>(cast.requester, 'GET', d.url('/exam'));
  t.clock.set(new Date(Date.parse(appointment?.starts_at ?? '') + 300_000));
  await d.must(cast.expert, 'POST', d.url('/exam/attendance'), { attendance: 'no_show' });
  return { organization_id: cast.organization_id, experts: [cast.expert] };
}

/** Of the only matter that is worked by the hour. */
const TAX_PERCENT = 6.25;
async function legalCase(): Promise<Done> {
  const cast = await castFor(t.world, PASSWORD_HASH);
  // its time is taxed there
  const made = t.clock.now();
  await t.world.db
    .insertInto('price_books')
    .values({
      organization_id: cast.organization_id,
      kind: 'Generic',
      effective_from: '2026-01-01',
      terms: json({ tax_percent: { IL: TAX_PERCENT } }),
      expert_terms: json({}),
      created_at: made,
      updated_at: made,
    })
    .execute();
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
  const rate = { cents: 40_000, per: 'hour' };
  const asked = await must<WorkView>(cast.requester, 'POST', d.url('/work/tasks'), {
    type: 'research',
    rate,
    budget_minutes: 600,
  });
  await must(cast.expert, 'POST', d.url(`/work/tasks/${asked.tasks[0]?.id}/entries`), {
    worked_on: t.clock.now().toISOString().slice(0, 10),
    minutes: 510,
    narrative: 'Read the chart.',
  });
  return { organization_id: cast.organization_id, experts: [cast.expert] };
}

async function subscription(): Promise<Done> {
  const { clinic, subscribe } = programme(() => t);
  const now = t.clock.now();
  const c = await clinic();
  t.clock.set(now);
  await subscribe(c, { reviews_per_seat: 4 }, ['Dr. Pike', 'Dr. Moss']);
  return { organization_id: c.organization_id, experts: [] };
}

/** What an organization owes for what happened, summed up from the tables where it happened: charged, and paid out of a retainer. */
async function owed(organizationId: number): Promise<{ charged: number; drawn: number }> {
  const { rows } = await sql<{ charged: number; drawn: number }>`
    with own as (select * from reviews where organization_id = ${organizationId})
    select (
      coalesce((select sum(q.total_cents) from own r join lateral (select total_cents from quotes where review_id = r.id
          order by version desc limit 1) q on true
        where r.kind <> 'Generic' and exists (select from reports p where p.review_id = r.id and p.delivered_at is not null)), 0)
      + coalesce((select sum(late_fee_cents) from appointments where review_id in (select id from own)), 0)
      + coalesce((select sum(fee_cents) from exams where review_id in (select id from own)), 0)
      + coalesce((select sum(amount_cents + floor(amount_cents * ${TAX_PERCENT}::numeric / 100 + 0.5)) from time_entries
        where review_id in (select id from own)), 0)
      + coalesce((select sum(q.quota * b.review_price_cents) from seat_quotas q join subscription_seats s on s.id = q.seat_id
          join subscriptions b on b.id = s.subscription_id where b.organization_id = ${organizationId}), 0))::float8 as charged,
      coalesce((select sum(case event when 'used' then cents else -cents end) from retainer_movements
        where review_id in (select id from own) and event in ('used', 'unused')), 0)::float8 as drawn`.execute(
    t.world.db,
  );
  return rows[0] ?? { charged: 0, drawn: 0 };
}

/** What an expert is owed for what happened where no book and no schedule of their own says otherwise: seventy percent of each amount. */
async function earned(profile: number | null): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    with own as (select r.id, r.kind from reviews r join review_experts x on x.review_id = r.id where x.expert_profile_id = ${profile ?? 0}),
    amounts as (
      select (line ->> 'cents')::int as cents from own r
        join lateral (select lines from quotes where review_id = r.id order by version desc limit 1) q on true
        cross join jsonb_array_elements(q.lines) line
        where r.kind <> 'Generic' and exists (select from reports p where p.review_id = r.id and p.delivered_at is not null)
          and line ->> 'key' in ('service', 'modifier', 'report', 'overage', 'expedited')
      union all select late_fee_cents from appointments where review_id in (select id from own)
      union all select fee_cents from exams where review_id in (select id from own)
      union all select amount_cents from time_entries where review_id in (select id from own))
    select coalesce(sum(floor(cents * 0.7 + 0.5)), 0)::float8 as cents from amounts`.execute(t.world.db);
  return rows[0]?.cents ?? 0;
}

/** A fresh proof of who everybody is, as paying asks for. */
const prove = () => t.world.db.updateTable('sessions').set({ authenticated_at: t.clock.now() }).execute();

/** Whom to pay and at which bank, and a signed W-9. */
async function canBePaid(expert: Person, tax_id: string): Promise<void> {
  await must(expert, 'PUT', '/api/v1/account/vendor_info', { ...DETAILS, tax_id });
  await must(expert, 'POST', '/api/v1/account/w9', SIGNED);
}

/**
 * Everybody who worked is paid what they are owed, by a run that a second person releases; one payment comes back and is made
 * again. The year's forms say what each was paid then.
 */
async function paysOut(experts: readonly Person[]): Promise<void> {
  const second = await t.world.staff('super_admin');
  const owing = await Promise.all(experts.map((one) => earned(one.profile_id)));
  for (const cents of owing) expect(cents).toBeGreaterThan(0);
  for (const [n, expert] of experts.entries()) await canBePaid(expert, `123-45-67${10 + n}`);
  const today = t.clock.now().toISOString().slice(0, 10);
  await prove();
  const { lock_version } = await must<PayoutSettingsView>(admin, 'GET', '/api/v1/payout_settings');
  await must(admin, 'PUT', '/api/v1/payout_settings', {
    needs_w9: true,
    only_paid: true,
    minimum_cents: 0,
    bank: null,
    payer: null,
    tax_headings: null,
    lock_version,
  });
  const run = async (): Promise<PayoutRunView> => {
    const { cents } = await must<OwedView>(admin, 'GET', '/api/v1/payout_runs/owed');
    const body = { pay_on: today, until_on: today, cents };
    const { id } = await must<PayoutRunView>(admin, 'POST', '/api/v1/payout_runs', body);
    await prove();
    await must(second, 'POST', `/api/v1/payout_runs/${id}/release`, {});
    return must(admin, 'POST', `/api/v1/payout_runs/${id}/paid`, { paid_on: today, payout_ids: null });
  };
  const first = await run();
  const paid = (of: PayoutRunView, { profile_id }: Person) => of.lines.find(({ expert }) => expert.id === profile_id);
  expect(experts.map((one) => paid(first, one)?.cents)).toEqual(owing);
  expect(first.cents).toBe(owing.reduce((sum, cents) => sum + cents, 0));
  const [back] = experts;
  if (!back) throw new Error('Nobody was paid.');
  const returned = { returned_on: today, return_code: 'R03' };
  await must(admin, 'POST', `/api/v1/payouts/${paid(first, back)?.id}/return`, returned);
  const again = await run();
  expect(again.lines.map(({ expert, cents }) => [expert.id, cents])).toEqual([[back.profile_id, owing[0]]]);
  const { data } = await must<{ data: OwnPayout[] }>(back, 'GET', '/api/v1/payouts');
  expect(data.map(({ state, cents }) => [state, cents])).toEqual([
    ['paid', owing[0]],
    ['returned', owing[0]],
  ]);

  const year = await must<TaxYearView>(admin, 'GET', `/api/v1/tax_forms/${today.slice(0, 4)}`);
  const row = ({ profile_id }: Person) => year.data.find(({ expert }) => expert.id === profile_id);
  expect(experts.map((one) => row(one)?.paid_cents)).toEqual(owing);
  // from $2,000 on a year's payments are reported, as one of them is
  expect(Math.max(...owing)).toBeGreaterThan(200_000);
  expect(experts.map((one) => row(one)?.state)).toEqual(
    owing.map((cents) => (cents >= 200_000 ? 'reported' : 'below')),
  );
}

it('ends in invoices, a credit note, payments, payouts and 1099 totals that agree to the cent with what happened', async () => {
  const done = [await case_(), await peerReview(), await exam(), await legalCase(), await subscription()];
  const ids = done.map(({ organization_id }) => organization_id);
  await t.settle();
  for (const id of ids)
    await must(admin, 'PUT', `/api/v1/billing/${id}/terms`, {
      invoice_by: 'month',
      net_days: 30,
      bill_to: '',
      email: null,
      bills_from: null,
      issue_day: 2,
      hold_after_days: null,
    });
  // to the end of the quarter and into the next one; the subscription's next period is the next quarter's
  const until = new Date(Math.max(t.clock.now().getTime(), Date.parse('2027-01-01T00:00:00Z')));
  const next = new Date(Date.UTC(until.getUTCFullYear(), until.getUTCMonth() + 1, 2, 20));
  // each month begins, and its second day has its invoices issued
  for (let month = 1; ; month += 1) {
    const first = new Date(Date.UTC(2026, 10 + month, 1, 12));
    if (first > t.clock.now()) {
      t.clock.set(first);
      await t.settle();
      t.clock.set(new Date(first.getTime() + 32 * 3_600_000));
      await t.settle();
    }
    if (t.clock.now() >= next) break;
  }

  let credited = 0;
  for (const id of ids) {
    const { charged, drawn } = await owed(id);
    expect(charged).toBeGreaterThan(0);
    const { data } = await must<{ data: InvoiceRow[] }>(admin, 'GET', `/api/v1/invoices?organization_id=${id}`);
    const invoiced = data.reduce((sum, { total_cents }) => sum + total_cents, 0);
    expect(invoiced).toBe(charged - drawn);
    for (const { id: invoice, total_cents } of data) {
      const file = await t.request(admin, 'GET', `/api/v1/invoices/${invoice}/ledes`);
      const rows = readLedes(file.raw.body);
      expect(rows.reduce((sum, row) => sum + Math.round(Number(row['LINE_ITEM_TOTAL']) * 100), 0)).toBe(total_cents);
      expect(Math.round(Number(rows[0]?.['INVOICE_TOTAL']) * 100)).toBe(total_cents);
    }
    // one line of one is credited, and the rest is paid
    if (credited === 0) {
      const one = await must<InvoiceView>(admin, 'GET', `/api/v1/invoices/${data[0]?.id}`);
      const line = one.lines.find(({ left_cents }) => left_cents > 1_000);
      const credit = { reason: 'The call was short.', lines: [{ id: line?.id, cents: 1_000 }] };
      await must(admin, 'POST', `/api/v1/invoices/${one.id}/credit`, credit);
      credited = 1_000;
    }
    const open = (
      await must<{ data: InvoiceRow[] }>(admin, 'GET', `/api/v1/invoices?organization_id=${id}`)
    ).data.reduce((sum, { open_cents }) => sum + open_cents, 0);
    const off = id === ids[0] ? credited : 0;
    expect(open).toBe(invoiced - off);
    const after = await must<BillingOf>(admin, 'POST', `/api/v1/billing/${id}/payments`, {
      cents: open,
      received_on: next.toISOString().slice(0, 10),
      method: 'ach',
      reference: '',
    });
    expect([after.total_cents, after.credit_cents]).toEqual([0, 0]);
    const statement = await must<StatementView>(admin, 'GET', `/api/v1/statements/${id}?from=2026-10-01`);
    expect(statement.closing_cents).toBe(0);
    const spend = await must<SpendView>(
      admin,
      'GET',
      `/api/v1/spend?organization_id=${id}&until=${next.toISOString().slice(0, 7)}`,
    );
    expect([spend.total_cents, spend.unbilled_cents]).toEqual([charged - off, 0]);
  }
  await paysOut(done.flatMap(({ experts }) => experts));
  expect(await verifyLedger(t.world.db, t.clock.now())).toMatchObject({
    balances: { difference_cents: 0 },
    unbalanced: [],
    owing: [],
    experts: [],
    payouts: [],
    differing: [],
    differing_subscriptions: [],
  });
});
