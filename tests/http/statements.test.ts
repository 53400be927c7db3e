import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BillingOf, InvoiceRow, StatementView } from '../../src/features/invoices/contract.ts';
import type { ReviewDetail } from '../../src/features/reviews/contract.ts';
import { type TestApp, testApp } from '../harness/app.ts';
import { CaseDriver } from '../harness/case-driver.ts';
import { PASSWORD_HASH } from '../harness/password.ts';
import { pdfText } from '../harness/pdf-text.ts';
import { type Cast, castFor, inApp } from '../harness/review-driver.ts';
import type { Person } from '../harness/world.ts';

/* Invoices that are issued by themselves, who is told of them, the statement of account, and the journal. */
type NoticeList = { data: { title: string }[] };
let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

async function held(cast: Cast): Promise<CaseDriver> {
  const d = await new CaseDriver(inApp(t, cast)).to('timeChosen', { needed_by: '2027-11-30' });
  t.clock.advance({ days: 3 });
  return d.to('held');
}
const terms = (cast: Cast, body: object) =>
  t.request<BillingOf>(cast.admin, 'PUT', `/api/v1/billing/${cast.organization_id}/terms`, {
    invoice_by: 'month',
    net_days: 30,
    bill_to: '',
    email: null,
    bills_from: null,
    issue_day: null,
    hold_after_days: null,
    ...body,
  });
const invoices = async (cast: Cast, who: Person = cast.admin): Promise<InvoiceRow[]> =>
  (await t.request<{ data: InvoiceRow[] }>(who, 'GET', `/api/v1/invoices?organization_id=${cast.organization_id}`)).body
    .data;
const pay = (cast: Cast, cents: number, received_on: string) =>
  t.request<BillingOf>(cast.admin, 'POST', `/api/v1/billing/${cast.organization_id}/payments`, {
    cents,
    received_on,
    method: 'ach',
    reference: '',
  });
const today = () => t.clock.now().toISOString().slice(0, 10);

describe('invoices that are issued by themselves', () => {
  it('come on their day of each month for all that happened before it, once, and none where there is nothing', async () => {
    const cast = await castFor(t.world, PASSWORD_HASH);
    await held(cast);
    // one of which there is nothing, and never was
    const idle = await castFor(t.world, PASSWORD_HASH);
    await terms(idle, { issue_day: 3 });
    expect((await terms(cast, { issue_day: 31 })).status).toBe(400);
    expect((await terms(cast, { issue_day: 3 })).status).toBe(200);
    // also where the terms are saved again
    await terms(cast, { issue_day: 3 });
    const month = new Date(t.clock.now());
    t.clock.set(new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1, 2, 20)).toISOString());
    await t.settle();
    expect(await invoices(cast)).toEqual([]);
    t.clock.advance({ days: 1 });
    await t.settle();
    const issued = await invoices(cast);
    expect(issued).toHaveLength(1);
    t.clock.advance({ days: 62 });
    await t.settle();
    expect(await invoices(cast)).toHaveLength(1);
    expect(await invoices(idle)).toEqual([]);
    const next = await t.world.db
      .selectFrom('deadlines')
      .select(['due_at', 'tries'])
      .where('kind', '=', 'invoice_run')
      .where('key', '=', String(idle.organization_id))
      .where('done_at', 'is', null)
      .executeTakeFirstOrThrow();
    expect(next.tries).toBe(0);
    expect(next.due_at > t.clock.now()).toBe(true);
    const row = await t.world.db
      .selectFrom('invoices')
      .select(['issued_by', 'until_on'])
      .where('organization_id', '=', cast.organization_id)
      .executeTakeFirstOrThrow();
    expect(row.issued_by).toBeNull();
    expect(row.until_on.slice(8)).toBe('01');
    // and no longer once somebody is to issue them
    await terms(cast, { issue_day: null });
    const timers = await t.world.db
      .selectFrom('deadlines')
      .select('key')
      .where('kind', '=', 'invoice_run')
      .where('key', '=', String(cast.organization_id))
      .where('done_at', 'is', null)
      .where('cancelled_at', 'is', null)
      .execute();
    expect(timers).toEqual([]);
  });

  it('by review come as each is finished', async () => {
    const cast = await castFor(t.world, PASSWORD_HASH);
    const d = await held(cast);
    await terms(cast, { invoice_by: 'review', issue_day: 1 });
    t.clock.advance({ days: 1 });
    await t.settle();
    expect(await invoices(cast)).toEqual([]);
    const fee = (await d.must<ReviewDetail>(cast.requester, 'GET', d.url())).cancellation?.fee_cents ?? 0;
    await d.must(cast.requester, 'POST', d.url('/actions/cancel'), { reason: 'Settled.', confirmed_fee_cents: fee });
    t.clock.advance({ days: 2 });
    await t.settle();
    expect(await invoices(cast)).toHaveLength(1);
  });
});

describe('the statement of account', () => {
  it('says what was owed before, what moved it and what is owed; to the organization’s readers alone, and tells them of each', async () => {
    const cast = await castFor(t.world, PASSWORD_HASH);
    const manager = await t.world.manager(cast.organization_id);
    const foreign = await t.world.manager(await t.world.organization());
    const url = `/api/v1/statements/${cast.organization_id}`;
    await held(cast);
    await terms(cast, { email: 'ap@harborline.example' });
    const { until_on, total_cents } = (
      await t.request<BillingOf>(cast.admin, 'GET', `/api/v1/billing/${cast.organization_id}`)
    ).body;
    const issue = { until_on, total_cents };
    await t.request(cast.admin, 'POST', `/api/v1/billing/${cast.organization_id}/issue`, issue);
    const [invoice] = await invoices(cast, manager);
    const first = today();
    t.clock.advance({ days: 5 });
    await pay(cast, 10_000, today());
    const { payments } = (await pay(cast, total_cents - 10_000, today())).body;
    const answer = await t.request<StatementView>(manager, 'GET', url);
    expect(answer.body).toMatchObject({ opening_cents: 0, closing_cents: 0 });
    expect(answer.body.moves.map(({ cents, balance_cents }) => [cents, balance_cents])).toEqual([
      [total_cents, total_cents],
      [-10_000, total_cents - 10_000],
      [10_000 - total_cents, 0],
    ]);
    const later = await t.request<StatementView>(manager, 'GET', `${url}?from=${today()}`);
    expect([later.body.opening_cents, later.body.moves.length]).toEqual([total_cents, 2]);
    const before = await t.request<StatementView>(manager, 'GET', `${url}?from=${first}&until=${first}`);
    expect(before.body.closing_cents).toBe(total_cents);
    const pdf = await t.request(manager, 'GET', `${url}/pdf`);
    expect(await pdfText(pdf.raw.rawPayload)).toContain(invoice?.number ?? 'none');
    expect((await t.request(manager, 'GET', `${url}?from=2027-02-01&until=2027-01-01`)).status).toBe(422);
    expect((await t.request(foreign, 'GET', url)).status).toBe(404);
    expect((await t.request(foreign, 'GET', `${url}/pdf`)).status).toBe(404);
    expect((await t.request(cast.requester, 'GET', url)).status).toBe(403);
    expect((await t.request(null, 'GET', url)).status).toBe(401);
    // one taken back is owed again
    await t.request(cast.admin, 'POST', `/api/v1/billing/${cast.organization_id}/payments/${payments[0]?.id}/reverse`, {
      reason: 'It bounced.',
    });
    expect((await t.request<StatementView>(manager, 'GET', url)).body.closing_cents).toBe(total_cents - 10_000);
    await t.settle();
    const bell = await t.request<NoticeList>(manager, 'GET', '/api/v1/notifications');
    const said = bell.body.data.map(({ title }) => title).filter((title) => title.includes(invoice?.number ?? 'none'));
    expect(said).toEqual([
      `Invoice ${invoice?.number} is paid`,
      expect.stringMatching(/^Invoice .* is issued: \$[\d,.]+, due /),
    ]);
    const told = await t.world.db
      .selectFrom('mails')
      .select(['to_email', 'template'])
      .where('template', 'in', ['invoice_to_pay', 'invoice_settled', 'invoice_issued', 'invoice_receipt'])
      .where('to_email', 'in', [manager.email, 'ap@harborline.example'])
      .orderBy('id')
      .execute();
    expect(told.map(({ template }) => template)).toEqual([
      'invoice_to_pay',
      'invoice_issued',
      'invoice_settled',
      'invoice_receipt',
    ]);
    expect((await t.request<NoticeList>(foreign, 'GET', '/api/v1/notifications')).body.data).toEqual([]);
  });
});

describe('the journal', () => {
  it('has every line with its account, debits and credits equal, for admins alone, and is recorded', async () => {
    const cast = await castFor(t.world, PASSWORD_HASH);
    await held(cast);
    const file = await t.request(cast.admin, 'GET', '/api/v1/ledger/journal');
    const [head, ...lines] = file.raw.body.trim().split('\r\n');
    expect(head).toContain('Account,Debit,Credit,Currency');
    const { length } = await t.world.db.selectFrom('ledger_lines').select('id').execute();
    expect(lines).toHaveLength(length);
    const sums = lines
      .map((line) => line.split(',').slice(-3))
      .map(([debit, credit]) => [Number(debit), Number(credit)]);
    const cents = (at: 0 | 1): number => Math.round(sums.reduce((sum, one) => sum + (one[at] ?? 0), 0) * 100);
    expect(cents(0)).toBe(cents(1));
    const none = await t.request(cast.admin, 'GET', '/api/v1/ledger/journal?from=2001-01-01&until=2001-12-31');
    expect(none.raw.body.trim().split('\r\n')).toHaveLength(1);
    expect((await t.request(cast.requester, 'GET', '/api/v1/ledger/journal')).status).toBe(403);
    const kept = await t.world.db
      .selectFrom('audit_rows')
      .select('data')
      .where('action', '=', 'ledger.journal_saved')
      .orderBy('id')
      .execute();
    expect(kept[0]?.data).toMatchObject({ rows: length, complete: true });
  });
});
