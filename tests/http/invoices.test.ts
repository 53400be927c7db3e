import { sql } from 'kysely';
import { formatCents } from '../../src/core/money.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { BillingOf, InvoiceRow, InvoiceShown, InvoiceView } from '../../src/features/invoices/contract.ts';
import type { ChargesView, LedgerBalances } from '../../src/features/ledger/contract.ts';
import type { ReviewDetail } from '../../src/features/reviews/contract.ts';
import { linesOf } from '../../src/features/invoices/server/lines.ts';
import { verifyLedger } from '../../src/features/ledger/server/verify.ts';
import { type TestApp, testApp } from '../harness/app.ts';
import { CaseDriver } from '../harness/case-driver.ts';
import { PASSWORD_HASH } from '../harness/password.ts';
import { pdfRoles, pdfText } from '../harness/pdf-text.ts';
import { type Cast, castFor, inApp } from '../harness/review-driver.ts';
import type { Person } from '../harness/world.ts';

/* Invoices: issued from the book under numbers without gaps, credited, paid, read by their organization and by their link. */
let t: TestApp;
let cast: Cast;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  cast = await castFor(t.world, PASSWORD_HASH);
});

const MARKER = 'Marigold Featherstone';
/** A case of the organization whose call was held. */
async function held(of: Cast = cast): Promise<CaseDriver> {
  const d = await new CaseDriver(inApp(t, of)).to('timeChosen', { needed_by: '2027-11-30' });
  t.clock.advance({ days: 3 });
  await d.to('held');
  return d;
}
/** Another case of the same organization, with experts of its own. */
async function another(): Promise<CaseDriver> {
  const { expert, others } = await castFor(t.world, PASSWORD_HASH);
  return held({ ...cast, expert, others });
}
const url = (path = '') => `/api/v1/billing/${cast.organization_id}${path}`;
const billing = async (query = '') => (await t.request<BillingOf>(cast.admin, 'GET', url(query))).body;
const issue = (body: { until_on: string; total_cents: number }, who: Person = cast.admin) =>
  t.request<{ data: InvoiceRow[] }>(who, 'POST', url('/issue'), body);
async function issued(): Promise<InvoiceRow> {
  const { until_on, total_cents } = await billing();
  const answer = await issue({ until_on, total_cents });
  expect(answer.status).toBe(201);
  const [row] = answer.body.data;
  if (!row) throw new Error('Nothing was issued.');
  return row;
}
const pay = (cents: number, more: object = {}, who: Person = cast.admin) =>
  t.request<BillingOf>(who, 'POST', url('/payments'), {
    cents,
    received_on: t.clock.now().toISOString().slice(0, 10),
    method: 'ach',
    reference: 'HM 4471',
    ...more,
  });
const read = async (id: number, who: Person = cast.admin) =>
  (await t.request<InvoiceView>(who, 'GET', `/api/v1/invoices/${id}`)).body;
const terms = (body: object) =>
  t.request<BillingOf>(cast.admin, 'PUT', url('/terms'), {
    invoice_by: 'month',
    net_days: 30,
    bill_to: 'Harborline Mutual\n12 Quay Street\nBoston, MA 02110',
    email: 'ap@harborline.example',
    bills_from: null,
    issue_day: null,
    hold_after_days: null,
    ...body,
  });
const accounts = async () =>
  Object.fromEntries(
    (
      await t.request<LedgerBalances>(
        cast.admin,
        'GET',
        `/api/v1/ledger/balances?organization_id=${cast.organization_id}`,
      )
    ).body.accounts.map(({ account, cents }) => [account, cents]),
  );
const facet = async (d: CaseDriver) =>
  (await t.world.db.selectFrom('reviews').select('billing_status').where('id', '=', d.id).executeTakeFirstOrThrow())
    .billing_status;

describe('issuing', () => {
  it('bills what was earned once, as it was looked at, and the book follows', async () => {
    const d = await held();
    const { total_cents, drafts, until_on } = await billing();
    expect(total_cents).toBeGreaterThan(0);
    expect(drafts).toHaveLength(1);
    const wrong = await issue({ until_on, total_cents: total_cents - 1 });
    expect([wrong.status, wrong.problem.code, wrong.problem.current]).toEqual([409, 'stale', { total_cents }]);
    const early = await billing('?until_on=2020-01-01');
    expect(early).toMatchObject({ drafts: [], total_cents: 0 });
    expect((await issue({ until_on: '2020-01-01', total_cents: 0 })).status).toBe(409);
    expect((await issue({ until_on: '2099-01-01', total_cents })).status).toBe(422);
    const row = await issued();
    expect(row).toMatchObject({
      number: `INV-${cast.organization_id}-00001`,
      state: 'open',
      total_cents,
      open_cents: total_cents,
    });
    expect(await facet(d)).toBe('invoiced');
    expect(await accounts()).toMatchObject({ unbilled: 0, receivable: total_cents, revenue: total_cents });
    // what is billed is not billed again, and each line leads to what it comes from
    expect(await billing()).toMatchObject({ drafts: [], total_cents: 0 });
    const { lines } = await read(row.id);
    const { body } = await t.request<ChargesView>(cast.requester, 'GET', d.url('/charges'));
    expect(new Set(lines.map(({ entry_id }) => entry_id))).toEqual(new Set(body.charges.map(({ id }) => id)));
    expect(body).toMatchObject({ totals: { unbilled_cents: 0 }, charges: [{ invoice_id: row.id }] });
  });

  it('is done once by many at once, under numbers without gaps', async () => {
    await terms({ invoice_by: 'review', email: null });
    await held();
    await another();
    await another();
    const { until_on, total_cents, drafts } = await billing();
    expect(drafts).toHaveLength(3);
    const answers = await Promise.all(Array.from({ length: 20 }, () => issue({ until_on, total_cents })));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 409]));
    await another();
    // one whose transaction is undone takes no number with it
    const failing = await t.world.db
      .transaction()
      .execute(async (trx) => {
        await trx
          .insertInto('invoice_numbers')
          .values({ organization_id: cast.organization_id, last: 1 })
          .onConflict((oc) =>
            oc.column('organization_id').doUpdateSet({ last: (eb) => eb('invoice_numbers.last', '+', 1) }),
          )
          .execute();
        throw new Error('The process was ended.');
      })
      .catch((error: Error) => error.message);
    expect(failing).toBe('The process was ended.');
    await issued();
    const numbers = await t.world.db
      .selectFrom('invoices')
      .select('sequence')
      .where('organization_id', '=', cast.organization_id)
      .orderBy('sequence')
      .execute();
    expect(numbers.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4]);
  });

  it('writes to whom its terms name, with a link that needs no account; reminds while it is open, and never of a paid one', async () => {
    await terms({});
    await held();
    const row = await issued();
    await t.settle();
    const mails = async () =>
      (
        await t.world.db
          .selectFrom('mails')
          .select(['template', 'to_email', 'subject', 'text'])
          .where('to_email', '=', 'ap@harborline.example')
          .where('subject', 'like', `%${row.number}%`)
          .orderBy('id')
          .execute()
      ).map(({ template }) => template);
    expect(await mails()).toEqual(['invoice_issued']);
    for (const days of [38, 7, 16]) {
      t.clock.advance({ days });
      await t.settle();
    }
    expect(await mails()).toEqual(['invoice_issued', 'invoice_overdue', 'invoice_overdue', 'invoice_overdue']);
    await held(await castFor(t.world, PASSWORD_HASH));
    await another();
    const next = await issued();
    expect((await pay(row.open_cents + next.open_cents)).status).toBe(201);
    t.clock.advance({ days: 90 });
    await t.settle();
    expect((await mails()).filter((one) => one === 'invoice_overdue')).toHaveLength(3);
  });
});

describe('paying and crediting', () => {
  it('settles the oldest first, then what is named; the rest is kept for the next', async () => {
    const d = await held();
    const first = await issued();
    const e = await another();
    const second = await issued();
    const named = await pay(5_000, { invoice_ids: [second.id] });
    expect(named.status).toBe(201);
    expect(await read(second.id)).toMatchObject({ open_cents: second.total_cents - 5_000, state: 'open' });
    await pay(first.total_cents);
    expect(await read(first.id)).toMatchObject({ open_cents: 0, state: 'paid' });
    expect([await facet(d), await facet(e)]).toEqual(['paid', 'invoiced']);
    expect((await pay(1_000, { invoice_ids: [first.id] })).status).toBe(422);
    expect((await pay(1_000, { received_on: '2099-01-01' })).status).toBe(422);
    const over = await pay(second.total_cents);
    expect(over.body.credit_cents).toBe(5_000);
    expect(await facet(e)).toBe('paid');
    expect(await accounts()).toMatchObject({ receivable: -5_000 });
    // what was paid ahead settles what is issued next
    await terms({});
    await another();
    const third = await issued();
    expect(third.open_cents).toBe(third.total_cents - 5_000);
    // and its mail asks for what is left
    await t.settle();
    const mail = await t.world.db
      .selectFrom('mails')
      .select('text')
      .where('template', '=', 'invoice_issued')
      .where('subject', 'like', `%${third.number}%`)
      .executeTakeFirstOrThrow();
    expect(mail.text).toContain(`pay ${formatCents(third.open_cents)} by`);
    expect((await billing()).credit_cents).toBe(0);
    // of one that credit settles at once nothing is due
    await t.world.manager(cast.organization_id);
    await pay(third.open_cents + 1_000_000);
    await another();
    const fourth = await issued();
    expect(fourth.open_cents).toBe(0);
    await t.settle();
    const told = await t.world.db
      .selectFrom('mails')
      .select('text')
      .where('template', '=', 'invoice_to_pay')
      .where('subject', 'like', `%${fourth.number}%`)
      .executeTakeFirstOrThrow();
    expect(told.text).toContain('nothing is to be paid');
    expect(told.text).not.toMatch(/due/i);
  });

  it('takes lines back by a credit note, never more than is left of them, and changes no invoice', async () => {
    const d = await held();
    const row = await issued();
    const { lines } = await read(row.id);
    const [line] = lines;
    if (!line) throw new Error('There are no lines.');
    const credit = (cents: number, id = line.id, who: Person = cast.admin, of = row.id) =>
      t.request<InvoiceView>(who, 'POST', `/api/v1/invoices/${of}/credit`, {
        reason: 'The call lasted ten minutes.',
        lines: [{ id, cents }],
      });
    expect((await credit(line.cents + 1)).status).toBe(422);
    expect((await credit(1, 999_999_999)).status).toBe(422);
    const note = await credit(10_000);
    expect(note.status).toBe(201);
    expect(note.body).toMatchObject({
      sort: 'credit_note',
      state: 'credit',
      total_cents: -10_000,
      credits: { id: row.id },
    });
    expect(await read(row.id)).toMatchObject({ total_cents: row.total_cents, open_cents: row.total_cents - 10_000 });
    // the review's page says it, too
    const charges = await t.request<ChargesView>(cast.requester, 'GET', d.url('/charges'));
    expect(charges.body.totals).toMatchObject({ charged_cents: row.total_cents, credited_cents: 10_000 });
    // many at once take no more back than there is
    const many = await Promise.all(Array.from({ length: 10 }, () => credit(line.cents - 10_000)));
    expect(many.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      201,
      ...Array.from({ length: 9 }, () => 422),
    ]);
    expect((await credit(1, line.id, cast.admin, note.body.id)).status).toBe(409);
    expect(await accounts()).toMatchObject({ receivable: row.total_cents - line.cents });
    const db = t.world.db;
    await expect(db.updateTable('invoices').set({ total_cents: 1 }).execute()).rejects.toThrow('is never changed');
    await expect(db.deleteFrom('invoice_lines').execute()).rejects.toThrow('is never changed');
    expect(await verifyLedger(db, t.clock.now())).toMatchObject({
      balances: { difference_cents: 0 },
      unbalanced: [],
      differing: [],
    });
  });
});

describe('what goes wrong on the way', () => {
  it('what a credit note took back is not taken back once more by the book, nor the other way round', async () => {
    const d = await held();
    const row = await issued();
    const { lines } = await read(row.id);
    const whole = lines.map(({ id, left_cents }) => ({ id, cents: left_cents }));
    const credit = (of: { id: number; cents: number }[]) =>
      t.request(cast.admin, 'POST', `/api/v1/invoices/${row.id}/credit`, { reason: 'Cut short.', lines: of });
    expect((await credit(whole)).status).toBe(201);
    const fee = (await d.must<ReviewDetail>(cast.requester, 'GET', d.url())).cancellation?.fee_cents ?? 0;
    await d.must(cast.requester, 'POST', d.url('/actions/cancel'), { reason: 'Settled.', confirmed_fee_cents: fee });
    await t.settle();
    expect((await billing()).total_cents).toBe(fee);
    // what the book took back of an invoice is not credited beside it
    const e = await another();
    const next = await issued();
    const its = (await read(next.id)).lines.filter(({ review }) => review?.id === e.id);
    const more = (await e.must<ReviewDetail>(cast.requester, 'GET', e.url())).cancellation?.fee_cents ?? 0;
    await e.must(cast.requester, 'POST', e.url('/actions/cancel'), { reason: 'Settled.', confirmed_fee_cents: more });
    await t.settle();
    expect(its.length).toBeGreaterThan(0);
    const [one] = its;
    expect(
      (
        await t.request(cast.admin, 'POST', `/api/v1/invoices/${next.id}/credit`, {
          reason: 'Cut short.',
          lines: [{ id: one?.id, cents: 1 }],
        })
      ).status,
    ).toBe(422);
    expect(await verifyLedger(t.world.db, t.clock.now())).toMatchObject({ owing: [], differing: [] });
  });

  it('a request sent again is answered as the first was, and does it once', async () => {
    await held();
    const again = async (path: string, body: object) => {
      const send = () => t.request(cast.admin, 'POST', path, body, { 'idempotency-key': `${path} once` });
      const first = await send();
      const second = await send();
      expect([second.status, second.raw.body]).toEqual([first.status, first.raw.body]);
      expect(first.status).toBe(201);
      return first;
    };
    const { until_on, total_cents } = await billing();
    const first = await again(url('/issue'), { until_on, total_cents });
    const id = (first.body as { data: InvoiceRow[] }).data[0]?.id ?? 0;
    const [line] = (await read(id)).lines;
    await again(`/api/v1/invoices/${id}/credit`, { reason: 'Cut short.', lines: [{ id: line?.id, cents: 100 }] });
    await again(url('/payments'), { cents: 500, received_on: '2026-01-01', method: 'ach', reference: '' });
    expect((await read(id)).open_cents).toBe(total_cents - 600);
    // what is kept for that opens nothing
    const kept = await sql<{
      all: string;
    }>`select string_agg(response::text, ' ') as all from idempotency_keys`.execute(t.world.db);
    expect(kept.rows[0]?.all).not.toMatch(/seed|token_hash/);
  });

  it('a payment that bounced is taken back once, and what it settled is open again', async () => {
    const d = await held();
    const row = await issued();
    const { payments } = (await pay(row.total_cents)).body;
    expect([await facet(d), payments.length]).toEqual(['paid', 1]);
    const reverse = (who: Person = cast.admin, of = cast.organization_id, id = payments[0]?.id) =>
      t.request<BillingOf>(who, 'POST', `/api/v1/billing/${of}/payments/${id}/reverse`, { reason: 'It bounced.' });
    expect((await reverse(cast.admin, (await castFor(t.world)).organization_id)).status).toBe(404);
    expect((await reverse(cast.requester)).status).toBe(403);
    const both = await Promise.all([reverse(), reverse()]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(await read(row.id)).toMatchObject({ state: 'open', open_cents: row.total_cents, settlements: [] });
    expect(await facet(d)).toBe('invoiced');
    expect(await accounts()).toMatchObject({ receivable: row.total_cents, cash: 0 });
    const db = t.world.db;
    await expect(db.deleteFrom('payments').execute()).rejects.toThrow('only taken back');
    await expect(db.updateTable('payments').set({ cents: 1 }).execute()).rejects.toThrow('only taken back');
    expect(await verifyLedger(db, t.clock.now())).toMatchObject({ owing: [], unbalanced: [], differing: [] });
  });

  it('work before the day an organization is billed here is on no invoice; one is sent again where there is an address', async () => {
    await held();
    const tomorrow = new Date(t.clock.now().getTime() + 86_400_000).toISOString().slice(0, 10);
    await terms({ bills_from: tomorrow, email: null });
    expect(await billing()).toMatchObject({ drafts: [], total_cents: 0 });
    const { body } = await t.request<{ data: { organization: { id: number } }[] }>(
      cast.admin,
      'GET',
      '/api/v1/billing/unbilled',
    );
    expect(body.data.map(({ organization }) => organization.id)).not.toContain(cast.organization_id);
    await terms({ bills_from: null, email: null });
    const row = await issued();
    const send = () => t.request(cast.admin, 'POST', `/api/v1/invoices/${row.id}/send`);
    expect((await send()).status).toBe(409);
    await terms({ email: 'later@harborline.example' });
    expect((await send()).status).toBe(200);
    await t.settle();
    const mail = await t.world.db
      .selectFrom('mails')
      .select('template')
      .where('to_email', '=', 'later@harborline.example')
      .executeTakeFirst();
    expect(mail?.template).toBe('invoice_issued');
  });

  it('eleven thousand lines are issued at once', async () => {
    const d = await held();
    const at = t.clock.now();
    await sql`with e as (
        insert into ledger_entries (cause, cause_id, part, rule, review_id, organization_id, happened_at, posted_at)
        select 'time', 5000000 + g, 0, 'time_recorded', ${d.id}, ${cast.organization_id}, ${at}, ${at}
        from generate_series(1, 11000) g returning id)
      insert into ledger_lines (entry_id, account, organization_id, line_key, label, cents)
        select id, a, ${cast.organization_id}, 'time', 'Time', case a when 'unbilled' then 100 else -100 end
        from e, unnest(array['unbilled', 'revenue']) a`.execute(t.world.db);
    // a subscription's period is one entry with a line for each seat
    await sql`with e as (
        insert into ledger_entries (cause, cause_id, part, rule, review_id, organization_id, happened_at, posted_at)
        values ('time', 6000000, 0, 'time_recorded', ${d.id}, ${cast.organization_id}, ${at}, ${at}) returning id)
      insert into ledger_lines (entry_id, account, organization_id, line_key, label, cents)
        select id, 'unbilled', ${cast.organization_id}::bigint, 'seat', 'Seat ' || g, 100 from e, generate_series(1, 1000) g
        union all select id, 'revenue', ${cast.organization_id}, 'seat', 'Seats', -100000 from e`.execute(t.world.db);
    const { id, total_cents } = await issued();
    expect(total_cents).toBeGreaterThan(1_200_000);
    // what is left of each line is found in one go over the book, not by a look at all of them for each
    await t.world.db.transaction().execute(async (trx) => {
      const seats = (await linesOf(trx, id)).filter(({ line_key }) => line_key === 'seat');
      expect([seats.length, new Set(seats.map(({ left_cents }) => left_cents))]).toEqual([1_000, new Set([100])]);
      const { rows } = await sql<{ read: number }>`select (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as read
        from pg_stat_xact_user_tables where relname = 'ledger_lines'`.execute(trx);
      expect(rows[0]?.read).toBeGreaterThan(12_000);
      expect(rows[0]?.read).toBeLessThan(150_000);
    });
    // what follows goes by how many there are now, as it would an hour later
    await sql`analyze`.execute(t.world.db);
  });
});

describe('a hold for what is overdue', () => {
  const held_now = async (who: Person) => {
    const { body } = await t.request<{ organization: { billing_hold: boolean; overdue_since?: string } }>(
      who,
      'GET',
      '/api/v1/users/current_user',
    );
    return [body.organization.billing_hold, body.organization.overdue_since !== undefined];
  };
  const told = async (who: Person) =>
    (
      await t.world.db
        .selectFrom('mails')
        .select('subject')
        .where('to_user_id', '=', who.user_id)
        .where('template', '=', 'billing_hold')
        .orderBy('id')
        .execute()
    ).map(({ subject }) => subject.replace(/(INV-\d+-\d+|on \w+, \w+ \d+, \d+)/, '…'));

  it('begins so many days late, warned of before, and ends with the payment; one by hand stays', async () => {
    const admin = await t.world.person({ role: 'org_admin', organization_id: cast.organization_id });
    await terms({ net_days: 1, hold_after_days: 7 });
    await held();
    const row = await issued();
    t.clock.advance({ days: 2 });
    await t.settle();
    expect([await held_now(admin), await told(admin)]).toEqual([[false, false], []]);
    t.clock.advance({ days: 2 });
    await t.settle();
    expect([await held_now(admin), await told(admin)]).toEqual([[false, false], ['A billing hold begins …']]);
    t.clock.advance({ days: 5 });
    await t.settle();
    expect(await held_now(admin)).toEqual([true, true]);
    expect(await told(admin)).toEqual(['A billing hold begins …', 'Billing hold: invoice … is overdue']);
    expect((await billing()).held_since).not.toBeNull();
    const list = await t.request<{ data: { id: number; billing_hold: boolean }[] }>(
      cast.admin,
      'GET',
      '/api/v1/organizations?hold=billing&limit=100',
    );
    expect(list.body.data.filter(({ id }) => id === cast.organization_id)).toMatchObject([{ billing_hold: true }]);
    // in part is not enough; the rest lifts it in the same transaction, and no other
    await pay(100);
    expect(await held_now(admin)).toEqual([true, true]);
    await t.world.db
      .updateTable('organizations')
      .set({ billing_hold: true })
      .where('id', '=', cast.organization_id)
      .execute();
    await pay(row.total_cents - 100);
    expect(await held_now(admin)).toEqual([true, false]);
    await t.world.db
      .updateTable('organizations')
      .set({ billing_hold: false })
      .where('id', '=', cast.organization_id)
      .execute();
    expect(await held_now(admin)).toEqual([false, false]);
    // what bounced is owed again, and was late all the time
    const id = (await billing()).payments[0]?.id;
    await t.request(cast.admin, 'POST', url(`/payments/${id}/reverse`), { reason: 'It bounced.' });
    expect(await held_now(admin)).toEqual([true, true]);
    await terms({ hold_after_days: null });
    expect(await held_now(admin)).toEqual([false, false]);
    // said anew, it begins no sooner than a warning takes
    await terms({ hold_after_days: 1 });
    await t.settle();
    expect(await held_now(admin)).toEqual([false, false]);
    t.clock.advance({ days: 6 });
    await t.settle();
    expect(await held_now(admin)).toEqual([true, true]);
    expect((await told(admin)).length).toBe(4);
  });
});

describe('reading', () => {
  it('is its organization’s and the admins’; by its link anybody’s; nobody else’s', async () => {
    const d = await held();
    await t.world.db.updateTable('reviews').set({ subject: MARKER }).where('id', '=', d.id).execute();
    const row = await issued();
    const manager = await t.world.manager(cast.organization_id);
    const foreign = await t.world.manager(await t.world.organization());
    const list = (who: Person | null, query = '') =>
      t.request<{ data: InvoiceRow[] }>(who, 'GET', `/api/v1/invoices${query}`);
    expect((await list(manager)).body.data.map(({ id }) => id)).toEqual([row.id]);
    expect((await list(foreign)).body.data).toEqual([]);
    expect((await list(foreign, `?organization_id=${cast.organization_id}`)).body.data).toEqual([]);
    expect((await list(cast.requester)).status).toBe(403);
    expect((await list(cast.expert)).status).toBe(403);
    expect((await list(null)).status).toBe(401);
    for (const path of ['', '/pdf', '/ledes']) {
      expect((await t.request(manager, 'GET', `/api/v1/invoices/${row.id}${path}`)).status).toBe(200);
      expect((await t.request(foreign, 'GET', `/api/v1/invoices/${row.id}${path}`)).status).toBe(404);
    }
    // keeping them is the admins’ alone
    for (const who of [manager, cast.clinOps, cast.expert]) {
      expect((await issue({ until_on: '2026-01-01', total_cents: 0 }, who)).status).toBe(403);
      expect((await pay(1, {}, who)).status).toBe(403);
    }
    expect((await list(manager, '?state=overdue')).body.data).toEqual([]);
    expect((await list(manager, `?q=${row.number}`)).body.data).toHaveLength(1);
    expect((await list(manager, '?q=00002')).body.data).toEqual([]);
    const link = (await read(row.id)).link ?? '';
    const token = new URLSearchParams(link.split('?')[1]).get('token') ?? '';
    const shown = await t.request<InvoiceShown>(null, 'GET', `/api/v1/invoice?token=${token}`);
    expect(shown.body).toMatchObject({ number: row.number, open_cents: row.open_cents });
    expect((await t.request(null, 'GET', `/api/v1/invoice?token=${'x'.repeat(43)}`)).status).toBe(404);
    expect((await t.request(null, 'GET', '/api/v1/invoice/pdf?token=short')).status).toBe(400);
    const pdf = await t.request(null, 'GET', `/api/v1/invoice/pdf?token=${token}`);
    expect(pdf.status).toBe(200);
    const again = await t.request(null, 'GET', `/api/v1/invoice/pdf?token=${token}`);
    expect(again.raw.rawPayload.equals(pdf.raw.rawPayload)).toBe(true);
    const text = await pdfText(pdf.raw.rawPayload);
    expect(text).toContain(row.number);
    expect(text).toContain('To be paid');
    // who has it read out hears headings and a table's cells as such
    expect(await pdfRoles(pdf.raw.rawPayload)).toEqual(expect.arrayContaining(['H1', 'Table', 'TH', 'TD']));
    // it says what it said, whatever the order says by now
    await t.world.db
      .updateTable('reviews')
      .set({ claim_number: `${MARKER} 7` })
      .where('id', '=', d.id)
      .execute();
    const later = await t.request(null, 'GET', `/api/v1/invoice/pdf?token=${token}`);
    expect(later.raw.rawPayload.equals(pdf.raw.rawPayload)).toBe(true);
    // no patient stands on it, in no form
    const ledes = await t.request(manager, 'GET', `/api/v1/invoices/${row.id}/ledes`);
    for (const one of [text, JSON.stringify(shown.body), ledes.raw.body])
      expect(one).not.toMatch(/Marigold|Featherstone/);
    const file = await t.request(manager, 'GET', '/api/v1/invoices/export');
    expect(file.raw.body).toContain(row.number);
  });
});

describe('more than one statement takes', () => {
  it('is settled by one payment, and stands in the file, to the last', async () => {
    const many = 20_500;
    const at = t.clock.now();
    await sql`insert into invoices (organization_id, sequence, sort, bill_to, issued_at, issued_on, due_on, until_on,
        total_cents, seed, token_hash)
      select ${cast.organization_id}, g, 'invoice', 'Harborline', ${at}, ${at}::date, ${at}::date, ${at}::date, 1234,
        decode(md5(g::text), 'hex'), decode(md5('many ' || g), 'hex')
      from generate_series(1, ${many}::int) g`.execute(t.world.db);
    expect((await pay(many * 1_234 - 450)).status).toBe(201);
    expect(Object.values((await billing()).aging).reduce((sum, cents) => sum + cents, 0)).toBe(450);
    const manager = await t.world.manager(cast.organization_id);
    const file = (await t.request(manager, 'GET', '/api/v1/invoices/export')).raw.body.trimEnd().split('\r\n');
    expect(file).toHaveLength(many + 1);
    expect(file.at(-1)).toMatch(/,12\.34,0\.00,/);
    expect(file.filter((line) => line.includes(',4.50,'))).toHaveLength(1);
  });
});
