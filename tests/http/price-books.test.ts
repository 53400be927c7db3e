import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { InvoiceView } from '../../src/features/invoices/contract.ts';
import type { ChargesView, LedgerBalances } from '../../src/features/ledger/contract.ts';
import { verifyLedger } from '../../src/features/ledger/server/verify.ts';
import type { BookPreview, BooksView, BookVersion, BookView } from '../../src/features/price-books/contract.ts';
import type { ReviewDetail } from '../../src/features/reviews/contract.ts';
import { json } from '../../src/platform/db/json.ts';
import { termsAt } from '../../src/platform/db/price-books.ts';
import { type TestApp, testApp } from '../harness/app.ts';
import { CaseDriver } from '../harness/case-driver.ts';
import { PASSWORD_HASH } from '../harness/password.ts';
import { type Cast, castFor, inApp } from '../harness/review-driver.ts';
import type { Person } from '../harness/world.ts';

/* Price books: written ahead, in effect from their day on, and never moving what was ordered before. */
let t: TestApp;
let cast: Cast;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  cast = await castFor(t.world, PASSWORD_HASH);
});

const day = (plus: number): string => new Date(t.clock.now().getTime() + plus * 86_400_000).toISOString().slice(0, 10);
const add = (body: object, who: Person = cast.admin) =>
  t.request<BookVersion>(who, 'POST', '/api/v1/price_book_versions', {
    organization_id: cast.organization_id,
    kind: 'Case',
    effective_from: day(1),
    terms: {},
    experts: {},
    ...body,
  });
const bookUrl = () => `/api/v1/price_book?kind=Case&organization_id=${cast.organization_id}`;
const book = (who: Person = cast.admin) => t.request<BookView>(who, 'GET', bookUrl());
const total = async (d: CaseDriver) => (await detail(d)).quote?.total_cents ?? 0;
const detail = (d: CaseDriver) => d.must<ReviewDetail>(d.cast.requester, 'GET', d.url());
const draft = (of: Cast = cast) => new CaseDriver(inApp(t, of)).draft({ needed_by: '2028-11-30' });
const OTHER_BASE = { services: { call_45: { base_cents: 70_000, included_pages: 0 } } };

it('the terms of a day are those of the versions in effect then, the own before the platform’s', async () => {
  const at = t.clock.now();
  const stored = (organization_id: number | null, effective_from: string, base_cents: number, withdrawn = false) =>
    t.world.db
      .insertInto('price_books')
      .values({
        organization_id,
        kind: 'IME',
        effective_from,
        terms: json({ services: { exam: { base_cents } } }),
        expert_terms: json({ share_percent: 50 }),
        created_at: at,
        updated_at: at,
        withdrawn_at: withdrawn ? at : null,
      })
      .execute();
  await stored(null, '2026-01-01', 40_000);
  await stored(cast.organization_id, '2026-02-01', 41_000);
  await stored(cast.organization_id, '2026-03-01', 1, true);
  await stored(cast.organization_id, '2026-03-01', 42_000);
  const base = async (on: string, kind: 'Case' | 'IME' = 'IME') => {
    const { terms, experts } = await termsAt(t.world.db, cast.organization_id, kind, on);
    return [terms.services?.['exam']?.base_cents, experts.share_percent];
  };
  expect(await base('2025-12-31')).toEqual([undefined, 70]);
  expect(await base('2026-01-01')).toEqual([40_000, 50]);
  expect(await base('2026-02-01')).toEqual([41_000, 50]);
  expect(await base('2026-02-28')).toEqual([41_000, 50]);
  expect(await base('2026-03-01')).toEqual([42_000, 50]);
  expect(await base('2026-03-01', 'Case')).toEqual([undefined, 70]);
});

describe('a version', () => {
  it('prices orders from its day on; what was ordered before keeps its price', async () => {
    const before = await draft();
    const usual = await total(before);
    const [state] = (await detail(before)).quote ? ['IL'] : [''];
    const { body: version, status } = await add({
      effective_from: day(2),
      terms: { ...OTHER_BASE, minimum_cents: 5_000_000, tax_percent: { IL: 6.25, CA: 6.25, TX: 6.25 } },
      experts: { share_percent: 61 },
    });
    expect([status, version.state, state]).toEqual([201, 'next', 'IL']);
    expect(await total(before)).toBe(usual);
    await before.submitted();
    t.clock.advance({ days: 3 });
    const after = await draft({ ...(await castFor(t.world, PASSWORD_HASH)), ...owner() });
    const { quote } = await detail(after);
    const lines = quote?.lines ?? [];
    const least = lines.filter(({ key }) => key !== 'tax').reduce((sum, { cents }) => sum + cents, 0);
    expect(lines.find(({ key }) => key === 'service')?.cents).toBe(70_000);
    expect(least).toBe(5_000_000);
    expect(lines.find(({ key }) => key === 'tax')).toMatchObject({ cents: 312_500, how: '6.25% of $50,000.00' });
    expect([quote?.total_cents, quote?.included_pages]).toEqual([5_312_500, 0]);
    expect(await total(before)).toBe(usual);
    // an order at the price that was shown before is refused with the one of now
    const old = await t.request(cast.requester, 'POST', after.url('/submit'), { confirmed_total_cents: usual });
    expect([old.status, old.problem.code]).toEqual([409, 'price_changed']);
    await after.submitted();
    // a further version moves neither, also as more is asked for
    await add({ effective_from: day(1), terms: { services: { call_45: { base_cents: 1 } } } });
    t.clock.advance({ days: 2 });
    expect([await total(before), await total(after)]).toEqual([usual, 5_312_500]);
    const later = await after.must<ReviewDetail>(cast.requester, 'GET', after.url());
    expect(later.quote?.report_later_cents).toBe(0);
  });

  it('has its sales tax posted as owed to the state, and taken back with the line', async () => {
    await add({ effective_from: day(0), terms: { tax_percent: { IL: 6.25 } } });
    const d = await new CaseDriver(inApp(t, cast)).to('timeChosen', { needed_by: '2028-11-30' });
    t.clock.advance({ days: 3 });
    await d.to('held');
    const price = await total(d);
    const { body: charges } = await t.request<ChargesView>(cast.requester, 'GET', d.url('/charges'));
    expect(charges.totals.charged_cents).toBe(price);
    const tax =
      charges.charges.flatMap(({ lines }) => lines).find(({ label }) => label === 'Sales tax, IL')?.cents ?? 0;
    expect(tax).toBeGreaterThan(0);
    const balances = async () =>
      Object.fromEntries(
        (
          await t.request<LedgerBalances>(
            cast.admin,
            'GET',
            `/api/v1/ledger/balances?organization_id=${cast.organization_id}`,
          )
        ).body.accounts.map(({ account, cents }) => [account, cents]),
      );
    expect(await balances()).toMatchObject({ unbilled: price, revenue: price - tax, sales_tax: tax });
    const billing = `/api/v1/billing/${cast.organization_id}`;
    const { body: due } = await t.request<{ until_on: string; total_cents: number }>(cast.admin, 'GET', billing);
    const { body: issued } = await t.request<{ data: { id: number }[] }>(cast.admin, 'POST', `${billing}/issue`, {
      until_on: due.until_on,
      total_cents: due.total_cents,
    });
    const url = `/api/v1/invoices/${issued.data[0]?.id}`;
    const { body: invoice } = await t.request<InvoiceView>(cast.admin, 'GET', url);
    const line = invoice.lines.find(({ label }) => label === 'Sales tax, IL');
    const credited = await t.request(cast.admin, 'POST', `${url}/credit`, {
      reason: 'They are exempt',
      lines: [{ id: line?.id, cents: tax }],
    });
    expect(credited.status).toBe(201);
    expect(await balances()).toMatchObject({ receivable: price - tax, revenue: price - tax, sales_tax: 0 });
    expect(await verifyLedger(t.world.db, t.clock.now())).toMatchObject({ unbalanced: [], owing: [], differing: [] });
  });

  it('is changed and withdrawn until it begins, by one at a time, and never afterwards', async () => {
    const { body: version } = await add({ terms: { page_step: 10 } });
    const url = `/api/v1/price_book_versions/${version.id}`;
    const change = (body: object) =>
      t.request<BookVersion>(cast.admin, 'PUT', url, {
        effective_from: day(1),
        terms: { page_step: 20 },
        experts: {},
        lock_version: 1,
        ...body,
      });
    const both = await Promise.all([change({}), change({ terms: { page_step: 30 } })]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const stale = both.find(({ status }) => status === 409);
    expect(stale?.problem.code).toBe('stale');
    expect((await change({ lock_version: 2, effective_from: day(-1) })).problem.errors?.[0]?.path).toBe(
      'effective_from',
    );
    expect((await add({ terms: {} })).problem.errors?.[0]?.path).toBe('effective_from');
    const wrong = await add({
      effective_from: day(5),
      terms: { services: { nothing: { base_cents: -1 } }, page_step: 0, tax_percent: { XX: 99 } },
      experts: { share_percent: 101 },
    });
    expect(wrong.problem.errors?.map(({ path }) => path)).toEqual([
      'terms.services.nothing',
      'terms.services.nothing.base_cents',
      'terms.page_step',
      'terms.tax_percent.XX',
      'terms.tax_percent.XX',
      'experts.share_percent',
    ]);
    const { body: other } = await add({ effective_from: day(9) });
    const withdraw = (id: number, lock_version: number) =>
      t.request(cast.admin, 'POST', `/api/v1/price_book_versions/${id}/withdraw`, { lock_version });
    expect((await withdraw(other.id, 7)).problem.code).toBe('stale');
    expect((await withdraw(other.id, 1)).status).toBe(200);
    expect((await withdraw(other.id, 2)).status).toBe(404);
    t.clock.advance({ days: 2 });
    for (const answer of [await change({ lock_version: 2 }), await withdraw(version.id, 2)])
      expect([answer.status, answer.problem.code]).toEqual([409, 'wrong_state']);
    const { body } = await book();
    expect(body.versions.map(({ id, state, lock_version }) => [id, state, lock_version])).toEqual([
      [version.id, 'in_effect', 2],
    ]);
    const { body: list } = await t.request<BooksView>(
      cast.admin,
      'GET',
      `/api/v1/price_books?organization_id=${cast.organization_id}`,
    );
    expect(list.kinds.find(({ kind }) => kind === 'Case')).toMatchObject({
      in_effect: { organization: { id: cast.organization_id } },
      next_from: null,
      versions: 1,
    });
    expect(list.others.map(({ id }) => id)).toContain(cast.organization_id);
  });

  it('is read by its organization without what experts earn, written by us alone, and does not exist for others', async () => {
    await add({ terms: { page_step: 77 }, experts: { share_percent: 61, fees_cents: { call_45: 31_415 } } });
    const own = await t.world.person({ role: 'org_admin', organization_id: cast.organization_id });
    const stranger = await t.world.person({
      role: 'org_admin',
      organization_id: (await castFor(t.world)).organization_id,
    });
    const seen = await book(own);
    expect(seen.body.versions[0]).toMatchObject({
      terms: { page_step: 77 },
      experts: null,
      change: { allowed: false },
    });
    expect(seen.raw.body).not.toMatch(/31415|"share_percent"/);
    expect([seen.body.write.allowed, (await book()).body.versions[0]?.experts]).toEqual([
      false,
      { share_percent: 61, fees_cents: { call_45: 31_415 } },
    ]);
    expect((await add({ effective_from: day(4) }, own)).status).toBe(403);
    expect((await book(stranger)).status).toBe(404);
    expect((await book(cast.requester)).status).toBe(403);
    const { rows } = await sql<{ data: unknown }>`select data from audit_rows
      where action = 'price_book.added' and organization_id = ${cast.organization_id}`.execute(t.world.db);
    expect(rows.map(({ data }) => data)).toEqual([{ kind: 'Case', effective_from: day(1) }]);
  });
});

/** The organization and the requester of the cast, of whom others have experts of their own. */
const owner = () => ({ organization_id: cast.organization_id, requester: cast.requester });

describe('what past orders would have cost', () => {
  it('is their fixed inputs priced anew, in all, by service, and where it differs most', async () => {
    const [one, two] = [await draft(), await draft({ ...cast, ...owner() })];
    await one.submitted();
    await two.submitted();
    const before = (await total(one)) + (await total(two));
    const { body: version } = await add({ effective_from: day(30), terms: OTHER_BASE });
    const url = `/api/v1/price_book_versions/${version.id}/preview`;
    const period = `?from=${day(-1)}&until=${day(2)}`;
    const { body } = await t.request<BookPreview>(cast.admin, 'GET', `${url}${period}`);
    const { quote } = await detail(one);
    const factor = 1 + (quote?.lines.find(({ key }) => key === 'modifier')?.cents ?? 0) / (quote?.lines[0]?.cents ?? 1);
    const [each] = [Math.round(70_000 * factor) + (quote?.pages ?? 0) * 200];
    expect(body).toMatchObject({ reviews: 2, found: 2, before_cents: before });
    expect(body.by_service).toHaveLength(1);
    expect(new Set(body.largest.map(({ review }) => review.id))).toEqual(new Set([one.id, two.id]));
    expect(body.now_cents).toBe(2 * each);
    const none = await t.request<BookPreview>(cast.admin, 'GET', `${url}?from=2020-01-01&until=2020-04-01`);
    expect(none.body).toMatchObject({ reviews: 0, before_cents: 0, now_cents: 0, largest: [] });
    const file = await t.request(cast.admin, 'GET', `${url}.csv${period}`);
    expect(file.raw.body.trim().split('\r\n').length).toBe(3);
    expect(file.raw.body).toContain(`CR-${two.id},`);
    // a version that says what held says that nothing would have changed
    const { body: same } = await add({
      effective_from: day(40),
      terms: { services: { call_45: { base_cents: 62_500 } } },
    });
    const again = await t.request<BookPreview>(
      cast.admin,
      'GET',
      `/api/v1/price_book_versions/${same.id}/preview${period}`,
    );
    expect(again.body).toMatchObject({ before_cents: before, now_cents: before, largest: [] });
  });
});
