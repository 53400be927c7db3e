import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { BookLevel, BookTerms } from '../../../core/price-books.ts';
import { percentOf, priceBook, quote, type QuoteInput, reportLater } from '../../billing/rules.ts';
import { CASE_PRICES } from './case/prices.ts';
import { PEER_REVIEW_PRICES } from './peer-review/prices.ts';

/* What price books make of a price: steps of pages, minimums, sales tax, and who has the last word on a base price. */
const NONE = { limited_peer_review_price: 0 };
const at = (depth: number, terms: BookTerms): BookLevel<BookTerms> => ({ depth, terms });
const bookOf = (terms: BookTerms, service = 'call_45') =>
  priceBook(CASE_PRICES, service, NONE, { books: [at(0, terms)] });

const cents = fc.integer({ min: 0, max: 300_000 });
const terms: fc.Arbitrary<BookTerms> = fc.record(
  {
    services: fc.record({
      call_45: fc.record({ base_cents: cents, included_pages: fc.integer({ min: 0, max: 900 }) }),
    }),
    page_step: fc.integer({ min: 1, max: 500 }),
    expedited_percent: fc.integer({ min: 0, max: 200 }),
    expedited_min_cents: cents,
    composition: fc.constantFrom<'add' | 'multiply'>('add', 'multiply'),
    minimum_cents: fc.integer({ min: 0, max: 2_000_000 }),
    tax_percent: fc.record({ CA: fc.integer({ min: 0, max: 30_000 }).map((n) => n / 1_000) }),
  },
  { requiredKeys: [] },
);
const input: fc.Arbitrary<QuoteInput> = fc
  .record({
    terms,
    service: fc.constantFrom('call_45', 'call_and_report', 'report_only'),
    factor: fc.integer({ min: 0, max: 40_000 }),
    report_cost_cents: cents,
    report_overage_cost_cents: fc.integer({ min: 0, max: 5_000 }),
    pages: fc.integer({ min: 0, max: 5_000 }),
    expedited: fc.boolean(),
    state: fc.constantFrom('CA', 'TX', null),
    more: fc.record(
      {
        added_report_cents: cents,
        former_report_cents: cents,
        added: fc.array(
          fc.record({ key: fc.constant('room'), label: fc.constant('A room'), cents, note: fc.constant('') }),
          { maxLength: 2 },
        ),
      },
      { requiredKeys: [] },
    ),
    covered: fc.boolean(),
  })
  .map(({ terms: said, factor, more, covered, ...rest }) => ({
    ...rest,
    ...more,
    modifier: { name: 'Spine', factor: factor / 10_000 },
    pages_pending: false,
    book: bookOf(said, rest.service),
    ...(covered ? { subscription: { how: 'one of three' } } : {}),
  }));
const sum = (lines: readonly { cents: number }[]) => lines.reduce((all, line) => all + line.cents, 0);

describe('any price by any book', () => {
  test('is whole cents that sum up, never less than nothing, and made again from what is kept with it it is the same', () => {
    fc.assert(
      fc.property(input, (one) => {
        const { lines, total_cents } = quote(CASE_PRICES, one);
        expect(lines.every((line) => Number.isInteger(line.cents))).toBe(true);
        expect(sum(lines)).toBe(total_cents);
        expect(total_cents).toBeGreaterThanOrEqual(0);
        const kept = JSON.parse(JSON.stringify(one)) as QuoteInput;
        expect(quote(CASE_PRICES, kept)).toEqual(quote(CASE_PRICES, one));
      }),
    );
  });

  test('never falls with more pages', () => {
    fc.assert(
      fc.property(input, fc.integer({ min: 0, max: 3_000 }), (one, more) => {
        expect(quote(CASE_PRICES, { ...one, pages: one.pages + more }).total_cents).toBeGreaterThanOrEqual(
          quote(CASE_PRICES, one).total_cents,
        );
      }),
    );
  });

  test('comes to the minimum at least, before extras and tax, where no subscription covers it', () => {
    fc.assert(
      fc.property(input, (one) => {
        const { lines } = quote(CASE_PRICES, one);
        const own = lines.filter(({ key }) => key !== 'tax' && !key.startsWith('extra:'));
        const plain = sum(own.filter(({ key }) => key !== 'minimum'));
        const least = one.subscription ? 0 : (one.book.minimum_cents ?? 0);
        expect(sum(own)).toBe(Math.max(plain, least));
      }),
    );
  });

  test('has the sales tax of the matter’s state on all of it, rounded once, and each part its own within a cent', () => {
    fc.assert(
      fc.property(input, (one) => {
        const { lines } = quote(CASE_PRICES, one);
        const tax = lines.filter(({ key }) => key === 'tax');
        const taxed = sum(lines.filter(({ key }) => key !== 'tax'));
        const percent = one.book.tax_percent?.[one.state ?? ''] ?? 0;
        expect(sum(tax)).toBe(percentOf(taxed, percent));
        // the tax of a report falls away with it
        const report = sum(lines.filter(({ key }) => key === 'report'));
        const ofReport = sum(tax.filter(({ of }) => of === 'report'));
        expect(Math.abs(ofReport - percentOf(report, percent))).toBeLessThanOrEqual(report === 0 ? 0 : 1);
      }),
    );
  });

  test('rises by what asking for a report later is said to cost', () => {
    fc.assert(
      fc.property(input, (one) => {
        const later = reportLater(CASE_PRICES, one);
        if (later === null) return;
        const asked = quote(CASE_PRICES, { ...one, added_report_cents: one.report_cost_cents });
        expect(asked.total_cents - quote(CASE_PRICES, one).total_cents).toBe(later);
        expect(later).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});

const CALL: Omit<QuoteInput, 'book'> = {
  service: 'call_45',
  modifier: { name: 'Spine', factor: 1.25 },
  report_cost_cents: 120_000,
  report_overage_cost_cents: 2_500,
  pages: 261,
  pages_pending: false,
  expedited: false,
  state: 'CA',
};
test('by hand: pages by tens, up to a minimum, with a state’s tax', () => {
  const book = bookOf({ page_step: 10, minimum_cents: 90_000, tax_percent: { CA: 8.125 } });
  expect(quote(CASE_PRICES, { ...CALL, book }).lines.map(({ key, how, cents: n }) => [key, how, n])).toEqual([
    ['service', null, 62_500],
    ['modifier', '× 1.25 on the call', 15_625],
    ['overage', 'at $25.00 for each 10 pages begun', 5_000],
    ['minimum', 'an order comes to at least $900.00', 6_875],
    ['tax', '8.125% of $900.00', 7_313],
  ]);
  const reported = quote(CASE_PRICES, { ...CALL, book, added_report_cents: 120_000 });
  expect(reported.lines.map(({ key, of, cents: n }) => [key, of, n]).slice(3)).toEqual([
    ['report', undefined, 120_000],
    ['tax', undefined, 6_754],
    ['tax', 'report', 9_750],
  ]);
});

test('without a book, and where it says nothing, a price is as it was', () => {
  expect(priceBook(CASE_PRICES, 'call_45', NONE)).toEqual(bookOf({}));
  expect(Object.keys(bookOf({})).toSorted()).toEqual([
    'base_cents',
    'composition',
    'expedited_min_cents',
    'expedited_percent',
    'included_pages',
  ]);
});

test('of a base price the nearest has the last word, and a book where two are as near', () => {
  const limited = (own: number, base_near: number, books: BookLevel<BookTerms>[]) =>
    priceBook(PEER_REVIEW_PRICES, 'limited', { limited_peer_review_price: own }, { books, base_near }).base_cents[
      'limited'
    ];
  const books = [
    at(1, { services: { limited: { base_cents: 11_000 } } }),
    at(1_000, { services: { limited: { base_cents: 12_000 }, standard: { base_cents: 50_000 } } }),
  ];
  expect(limited(0, Infinity, books)).toBe(11_000);
  expect(limited(99, 0, books)).toBe(9_900);
  expect(limited(99, 1, books)).toBe(11_000);
  expect(limited(99, 1, books.slice(1))).toBe(9_900);
  const own = priceBook(PEER_REVIEW_PRICES, 'limited', NONE, { books });
  expect([own.base_cents['standard'], own.included_pages]).toEqual([50_000, 50]);
});
