import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { BankLine, BankUpload, BillingOf, InvoiceRow, InvoiceView } from '../../src/features/invoices/contract.ts';
import { verifyLedger } from '../../src/features/ledger/server/verify.ts';
import { type TestApp, testApp } from '../harness/app.ts';
import { CaseDriver } from '../harness/case-driver.ts';
import { PASSWORD_HASH } from '../harness/password.ts';
import { type Cast, castFor, inApp } from '../harness/review-driver.ts';
import type { Person } from '../harness/world.ts';

/* Statements of a bank: read, each line once, whose it may be, booked by a person's word alone. */
let t: TestApp;
let cast: Cast;
let first: InvoiceRow;
let second: InvoiceRow;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  await t.world.db.deleteFrom('bank_lines').execute();
  await t.world.db.deleteFrom('bank_layouts').execute();
  await t.world.db.deleteFrom('bank_payers').execute();
  cast = await castFor(t.world, PASSWORD_HASH);
  first = await issued();
  second = await issued();
});

const billing = async () =>
  (await t.request<BillingOf>(cast.admin, 'GET', `/api/v1/billing/${cast.organization_id}`)).body;
async function issued(): Promise<InvoiceRow> {
  const of = await castFor(t.world, PASSWORD_HASH);
  const d = await new CaseDriver(inApp(t, { ...cast, expert: of.expert, others: of.others })).to('timeChosen', {
    needed_by: '2027-11-30',
  });
  t.clock.advance({ days: 3 });
  await d.to('held');
  const { until_on, total_cents } = await billing();
  const { body } = await t.request<{ data: InvoiceRow[] }>(
    cast.admin,
    'POST',
    `/api/v1/billing/${cast.organization_id}/issue`,
    { until_on, total_cents },
  );
  const [one] = body.data;
  if (!one) throw new Error('Nothing was issued.');
  return one;
}
const read = async (id: number) => (await t.request<InvoiceView>(cast.admin, 'GET', `/api/v1/invoices/${id}`)).body;
const HEAD = 'Date,Description,Payer,Amount';
const LAYOUT = '&date_column=0&reference_column=1&payer_column=2&amount_column=3&date_order=mdy&decimal_sign=.';
const dollars = (cents: number) => `"${(cents / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })}"`;
async function upload(text: string | Buffer, query = LAYOUT, who: Person = cast.admin) {
  const raw = await t.app.http.inject({
    method: 'POST',
    url: `/api/v1/billing/bank/files?name=November.csv${query}`,
    headers: { ...who.headers, 'content-type': 'text/csv' },
    payload: text,
  });
  return { status: raw.statusCode, body: JSON.parse(raw.body) as BankUpload & { errors?: { message: string }[] } };
}
const lines = async (state = 'open') =>
  (await t.request<{ data: BankLine[] }>(cast.admin, 'GET', `/api/v1/billing/bank/lines?state=${state}`)).body.data;
const act = (id: number, path: string, body?: object, who: Person = cast.admin) =>
  t.request<BankLine>(who, 'POST', `/api/v1/billing/bank/lines/${id}/${path}`, body);
const one = async (reference: string): Promise<BankLine> => {
  const line = (await lines()).find((of) => of.reference === reference);
  if (!line) throw new Error(`No line waits that says ${reference}.`);
  return line;
};

describe('a statement', () => {
  it('is asked about once for its headings, and takes each line once, also where files overlap', async () => {
    const row = `11/20/2026,Payment 7,Harborline,${dollars(12_345)}`;
    const file = [HEAD, row, row, `11/21/2026,Fee,Bank,-3.00`, 'Balance,,,x'].join('\r\n');
    const asked = await upload(file, '');
    expect(asked.body).toMatchObject({
      state: 'headings',
      headings: ['Date', 'Description', 'Payer', 'Amount'],
      guess: { date_column: 0, reference_column: 1, payer_column: 2, amount_column: 3, date_order: 'mdy' },
    });
    expect(await lines()).toEqual([]);
    // two that are equal in one file are two
    expect((await upload(file)).body).toEqual({ state: 'taken', taken: 2, known: 0, went_out: 1, unread: 1 });
    // the next file needs no answer; the same lines are known, whoever sends them at once
    const more = `${file}\r\n11/22/2026,Payment 8,Harborline,1.00`;
    const both = await Promise.all([upload(more, ''), upload(more, '')]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(await lines()).toHaveLength(3);
    expect((await upload(`\uFEFF${more}`, '')).body).toMatchObject({ state: 'taken', taken: 0, known: 3 });
    expect(await billing()).toMatchObject({ payments: [] });
  });

  it('that is none is refused with what is wrong; nobody else adds one', async () => {
    for (const text of ['', 'only words', '1,2,3', `${HEAD}\n"open`, Buffer.from([80, 75, 3, 4, 0, 0])])
      expect((await upload(text)).status).toBe(422);
    const wrong = await upload(`${HEAD}\nsoon,x,y,much`);
    expect([wrong.status, wrong.body.errors?.[0]?.message]).toEqual([
      422,
      'No day and amount could be read: “soon” and “much” of the first row.',
    ]);
    expect((await upload(HEAD, LAYOUT.replace('amount_column=3', 'amount_column=9'))).status).toBe(422);
    // one of a table that cannot be: nothing of it runs or is read as something else
    const text = `${HEAD}\n11/20/2026,"=cmd|' /C calc'!A1","<script>alert(1)</script>",1.00`;
    await upload(text);
    expect((await one("=cmd|' /C calc'!A1")).payer).toBe('<script>alert(1)</script>');
    expect((await upload(HEAD, LAYOUT, cast.clinOps)).status).toBe(403);
    expect((await upload(HEAD, LAYOUT, await t.world.manager(cast.organization_id))).status).toBe(403);
  });

  it('of ten thousand lines is taken', async () => {
    const rows = Array.from({ length: 10_000 }, (_, at) => `11/20/2026,Payment ${at},Somebody,${at + 1}.00`);
    expect((await upload([HEAD, ...rows].join('\n'))).body).toMatchObject({ taken: 10_000, known: 0 });
    expect(await lines()).toHaveLength(40);
    expect((await upload([HEAD, ...rows, ...rows].join('\n'))).status).toBe(422);
  });
});

describe('a line', () => {
  it('says whose it may be and why, and is booked once, by somebody', async () => {
    // an amount that nobody else's invoices have
    await t.request(cast.admin, 'POST', `/api/v1/billing/${cast.organization_id}/payments`, {
      cents: 1_234,
      received_on: '2026-11-19',
      method: 'check',
      reference: '',
      invoice_ids: [first.id],
    });
    const open = first.total_cents - 1_234;
    const both = open + second.total_cents;
    await upload(
      [
        HEAD,
        `11/20/2026,Invoice ${first.number},Harborline Mutual Inc.,${dollars(open)}`,
        `11/20/2026,Two together,Somebody,${dollars(both)}`,
        `11/20/2026,Nothing,Somebody,0.07`,
      ].join('\n'),
    );
    const named = await one(`Invoice ${first.number}`);
    expect(named.matches[0]).toMatchObject({
      organization: { id: cast.organization_id },
      invoices: [{ id: first.id }],
      by: 'number',
      exact: true,
      known_payer: false,
    });
    const sum = (await one('Two together')).matches.find(
      ({ organization }) => organization.id === cast.organization_id,
    );
    expect(sum).toMatchObject({ by: 'sum', exact: true, invoices: [{ id: first.id }, { id: second.id }] });
    expect((await one('Nothing')).matches).toEqual([]);
    expect(await read(first.id)).toMatchObject({ state: 'open' });

    const body = { organization_id: cast.organization_id, invoice_ids: [first.id] };
    const foreign = await act(named.id, 'book', { ...body, organization_id: (await castFor(t.world)).organization_id });
    expect(foreign.status).toBe(422);
    expect((await act(named.id, 'book', { ...body, organization_id: 999_999_999 })).status).toBe(404);
    expect((await act(999_999_999, 'book', body)).status).toBe(404);
    expect((await act(named.id, 'book', body, cast.clinOps)).status).toBe(403);
    const answers = await Promise.all([
      act(named.id, 'book', body),
      act(named.id, 'book', body),
      act(named.id, 'aside'),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(2);
    expect(await verifyLedger(t.world.db, t.clock.now())).toMatchObject({ owing: [], unbalanced: [] });
  });

  it('settles what it was booked for; who paid is known from then on; what bounced is booked anew', async () => {
    await upload(
      `${HEAD}\n11/20/2026,One,Harborline Mutual Inc.,${dollars(first.total_cents)}\n11/21/2026,Other,HARBORLINE MUTUAL INC,5.00`,
    );
    const line = await one('One');
    const body = { organization_id: cast.organization_id, invoice_ids: [first.id] };
    expect((await act(line.id, 'book', body)).body).toMatchObject({ state: 'booked', matches: [] });
    expect(await read(first.id)).toMatchObject({ state: 'paid' });
    const [payment] = (await billing()).payments;
    expect(payment).toMatchObject({ cents: first.total_cents, received_on: '2026-11-20', method: 'ach' });
    expect((await one('Other')).matches).toMatchObject([
      { organization: { id: cast.organization_id }, by: 'payer', known_payer: true, invoices: [] },
    ]);
    expect((await act(line.id, 'reopen')).status).toBe(409);
    await t.request(cast.admin, 'POST', `/api/v1/billing/${cast.organization_id}/payments/${payment?.id}/reverse`, {
      reason: 'Written down for the wrong one.',
    });
    expect((await lines('booked'))[0]?.booked).toMatchObject({ taken_back: true });
    expect((await act(line.id, 'reopen')).body).toMatchObject({ state: 'open' });
    expect((await act(line.id, 'book', body)).status).toBe(200);
    expect(await read(first.id)).toMatchObject({ state: 'paid' });
  });

  it('is set aside and put back; one of a day to come waits', async () => {
    await upload(`${HEAD}\n11/20/2026,Interest,Bank,5.00\n11/20/2031,Later,Somebody,5.00`);
    const line = await one('Interest');
    expect((await act(line.id, 'aside')).body).toMatchObject({ state: 'aside' });
    expect((await act(line.id, 'aside')).status).toBe(409);
    expect((await act(line.id, 'book', { organization_id: cast.organization_id })).status).toBe(409);
    expect((await lines('aside')).map(({ id }) => id)).toEqual([line.id]);
    expect((await act(line.id, 'reopen')).body).toMatchObject({ state: 'open' });
    expect((await act(line.id, 'reopen')).status).toBe(409);
    const later = await one('Later');
    expect((await act(later.id, 'book', { organization_id: cast.organization_id })).status).toBe(409);
    const open = (who: Person, id: number) => t.request<{ data: object[] }>(who, 'GET', `/api/v1/billing/${id}/open`);
    expect((await open(cast.admin, cast.organization_id)).body.data).toHaveLength(2);
    expect((await open(cast.admin, 999_999_999)).status).toBe(404);
    expect((await open(cast.clinOps, cast.organization_id)).status).toBe(403);
  });
});
