import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { EngagementTerms } from '../../src/features/engagements/rules.ts';
import type { ExamView } from '../../src/features/exams/contract.ts';
import type { BillingOf, InvoiceRow, InvoiceView, StatementView } from '../../src/features/invoices/contract.ts';
import { verifyLedger } from '../../src/features/ledger/server/verify.ts';
import type { SpendView } from '../../src/features/spend/contract.ts';
import type { WorkView } from '../../src/features/work/contract.ts';
import { type TestApp, testApp } from '../harness/app.ts';
import { CaseDriver } from '../harness/case-driver.ts';
import { ImeDriver } from '../harness/ime-driver.ts';
import { readLedes } from '../harness/ledes.ts';
import { LegalDriver } from '../harness/legal-driver.ts';
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

async function case_(): Promise<number> {
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
  return cast.organization_id;
}

async function peerReview(): Promise<number> {
  const d = await new PeerDriver(inApp(t, await peerCast(t.world, PASSWORD_HASH))).to('delivered');
  return d.cast.organization_id;
}

async function exam(): Promise<number> {
  const cast = await castFor(t.world, PASSWORD_HASH);
  const d = await new ImeDriver(inApp(t, cast)).to('served');
  const { appointment } = await must<ExamView>(cast.requester, 'GET', d.url('/exam'));
  t.clock.set(new Date(Date.parse(appointment?.starts_at ?? '') + 300_000));
  await d.must(cast.expert, 'POST', d.url('/exam/attendance'), { attendance: 'no_show' });
  return cast.organization_id;
}

async function legalCase(): Promise<number> {
  const cast = await castFor(t.world, PASSWORD_HASH);
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
    minutes: 210,
    narrative: 'Read the chart.',
  });
  return cast.organization_id;
}

async function subscription(): Promise<number> {
  const { clinic, subscribe } = programme(() => t);
  const now = t.clock.now();
  const c = await clinic();
  t.clock.set(now);
  await subscribe(c, { reviews_per_seat: 4 }, ['Dr. Pike', 'Dr. Moss']);
  return c.organization_id;
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
      + coalesce((select sum(amount_cents) from time_entries where review_id in (select id from own)), 0)
      + coalesce((select sum(q.quota * b.review_price_cents) from seat_quotas q join subscription_seats s on s.id = q.seat_id
          join subscriptions b on b.id = s.subscription_id where b.organization_id = ${organizationId}), 0))::float8 as charged,
      coalesce((select sum(case event when 'used' then cents else -cents end) from retainer_movements
        where review_id in (select id from own) and event in ('used', 'unused')), 0)::float8 as drawn`.execute(
    t.world.db,
  );
  return rows[0] ?? { charged: 0, drawn: 0 };
}

it('ends in invoices, a credit note and payments that agree to the cent with what happened', async () => {
  const ids = [await case_(), await peerReview(), await exam(), await legalCase(), await subscription()];
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
  expect(await verifyLedger(t.world.db, t.clock.now())).toMatchObject({
    balances: { difference_cents: 0 },
    unbalanced: [],
    owing: [],
    experts: [],
    differing: [],
    differing_subscriptions: [],
  });
});
