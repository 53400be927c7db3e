import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BillingOf, InvoiceView } from '../../src/features/invoices/contract.ts';
import type { SpendView } from '../../src/features/spend/contract.ts';
import { type TestApp, testApp } from '../harness/app.ts';
import { CaseDriver } from '../harness/case-driver.ts';
import { PASSWORD_HASH } from '../harness/password.ts';
import { type Cast, castFor, inApp } from '../harness/review-driver.ts';
import type { Person } from '../harness/world.ts';

/* What organizations spent: kept as the book posts, and the same as a plain sum over it. */
let t: TestApp;
let cast: Cast;
let manager: Person;
beforeAll(async () => {
  t = await testApp();
  cast = await castFor(t.world, PASSWORD_HASH);
  manager = await t.world.manager(cast.organization_id);
});
afterAll(() => t.close());

async function held(): Promise<CaseDriver> {
  const { expert, others } = await castFor(t.world, PASSWORD_HASH);
  const d = await new CaseDriver(inApp(t, { ...cast, expert, others })).to('timeChosen', { needed_by: '2027-11-30' });
  t.clock.advance({ days: 3 });
  return d.to('held');
}
const read = (who: Person | null, query = '') => t.request<SpendView>(who, 'GET', `/api/v1/spend${query}`);

/** What is kept, beside what the book, and credit notes, come to. */
async function agrees(): Promise<void> {
  const { rows } = await sql<{ kept: number; tax: number; revenue: number; owed: number }>`
    select (select coalesce(sum(cents - tax_cents), 0)::float8 from spend_cells) as kept,
      (select coalesce(sum(tax_cents), 0)::float8 from spend_cells) as tax,
      (select coalesce(-sum(cents), 0)::float8 from ledger_lines where account = 'revenue') as revenue,
      (select coalesce(-sum(cents), 0)::float8 from ledger_lines where account = 'sales_tax') as owed`.execute(
    t.world.db,
  );
  expect([rows[0]?.kept, rows[0]?.tax]).toEqual([rows[0]?.revenue, rows[0]?.owed]);
}

describe('spend', () => {
  it('is what was charged less what was credited, by month and by each thing, to the cent', async () => {
    await held();
    t.clock.advance({ days: 40 });
    const d = await held();
    const whole = (await read(manager, '?by=kind')).body;
    expect(whole.rows).toEqual([{ id: 'Case', label: expect.any(String), cents: whole.total_cents, reviews: 2 }]);
    expect(whole.total_cents).toBeGreaterThan(0);
    expect(whole.unbilled_cents).toBe(whole.total_cents);
    expect(whole.months).toHaveLength(12);
    expect(whole.months.filter(({ cents }) => cents > 0)).toHaveLength(2);
    for (const by of ['specialty', 'requester', 'organization', 'month']) {
      const { rows } = (await read(manager, `?by=${by}`)).body;
      expect(rows.reduce((sum, { cents }) => sum + cents, 0)).toBe(whole.total_cents);
    }
    expect((await read(manager, '?by=requester')).body.rows).toHaveLength(1);
    const last = whole.until;
    const one = (await read(manager, `?from=${last}&until=${last}`)).body;
    expect([one.reviews, one.months.length]).toEqual([1, 1]);
    expect((await read(manager, '?kind=IME')).body).toMatchObject({ total_cents: 0, rows: [] });
    await agrees();

    // a credit note takes off in its own month
    const url = `/api/v1/billing/${cast.organization_id}`;
    const { until_on, total_cents } = (await t.request<BillingOf>(cast.admin, 'GET', url)).body;
    const issued = await t.request<{ data: { id: number }[] }>(cast.admin, 'POST', `${url}/issue`, {
      until_on,
      total_cents,
    });
    const id = issued.body.data[0]?.id;
    const { lines } = (await t.request<InvoiceView>(cast.admin, 'GET', `/api/v1/invoices/${id}`)).body;
    const line = lines.find(({ left_cents }) => left_cents >= 5_000);
    const credit = { reason: 'Cut short.', lines: [{ id: line?.id, cents: 5_000 }] };
    expect((await t.request(cast.admin, 'POST', `/api/v1/invoices/${id}/credit`, credit)).status).toBe(201);
    const after = (await read(manager)).body;
    expect([after.total_cents, after.unbilled_cents]).toEqual([whole.total_cents - 5_000, 0]);
    await agrees();

    const file = await t.request(manager, 'GET', '/api/v1/spend/export');
    const rows = file.raw.body.trim().split('\r\n').slice(1);
    expect(Math.round(rows.reduce((sum, row) => sum + Number(row.split(',').at(-1)), 0) * 100)).toBe(after.total_cents);
    expect(d.id).toBeGreaterThan(0);
  });

  it('is seen by who sees all of the organization’s prices, and of no other organization', async () => {
    const foreign = await t.world.manager(await t.world.organization());
    expect((await read(foreign)).body).toMatchObject({ total_cents: 0, organizations: [] });
    expect((await read(foreign, `?organization_id=${cast.organization_id}`)).status).toBe(404);
    expect(
      (await t.request(foreign, 'GET', `/api/v1/spend/export?organization_id=${cast.organization_id}`)).status,
    ).toBe(404);
    expect((await read(cast.requester)).status).toBe(403);
    expect((await read(cast.expert)).status).toBe(403);
    expect((await read(null)).status).toBe(401);
    const all = (await read(cast.admin)).body;
    expect(all.unbilled_cents).toBeNull();
    expect((await read(cast.admin, `?organization_id=${cast.organization_id}&by=organization`)).body.rows).toHaveLength(
      1,
    );
    expect((await read(manager, '?from=2026-13')).status).toBe(422);
    expect((await read(manager, '?from=2026-12&until=2026-01')).status).toBe(422);
    expect((await read(manager, '?from=2020-01&until=2026-01')).status).toBe(422);
  });
});
