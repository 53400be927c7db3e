import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  consentOver,
  DEFAULT_OVERAGE_CENTS,
  DEFAULT_REPORT_COST_CENTS,
  needsConsent,
  priceBook,
  quote,
  type QuoteInput,
  reportLater,
} from '../../billing/rules.ts';
import { CASE_PRICES } from './case/prices.ts';
import { PEER_REVIEW_PRICES } from './peer-review/prices.ts';

const CASE_BOOK = priceBook(CASE_PRICES, 'call_45', { limited_peer_review_price: 0 });

const input: fc.Arbitrary<QuoteInput> = fc
  .record({
    service: fc.constantFrom('call_30', 'call_45', 'call_60', 'call_and_report', 'report_only'),
    modifier: fc.record({
      name: fc.constant('Neurosurgery'),
      factor: fc.integer({ min: 0, max: 40_000 }).map((n) => n / 10_000),
    }),
    report_cost_cents: fc.integer({ min: 0, max: 1_000_000 }),
    report_overage_cost_cents: fc.integer({ min: 0, max: 5_000 }),
    pages: fc.integer({ min: 0, max: 50_000 }),
    pages_pending: fc.boolean(),
    expedited: fc.boolean(),
    added_report_cents: fc.option(fc.integer({ min: 0, max: 500_000 }), { nil: undefined }).map((v) => v),
    book: fc.record({
      base_cents: fc.constant(CASE_BOOK.base_cents),
      included_pages: fc.integer({ min: 0, max: 1_000 }),
      expedited_percent: fc.integer({ min: 0, max: 100 }),
      expedited_min_cents: fc.integer({ min: 0, max: 50_000 }),
      composition: fc.constantFrom<'add' | 'multiply'>('add', 'multiply'),
    }),
  })
  .map(({ added_report_cents, ...rest }) =>
    added_report_cents === undefined ? rest : { ...rest, added_report_cents },
  );

test('lines sum to the total, in whole cents, and the total is never negative', () => {
  fc.assert(
    fc.property(input, (i) => {
      const { lines, total_cents } = quote(CASE_PRICES, i);
      expect(lines.every((l) => Number.isInteger(l.cents))).toBe(true);
      expect(lines.reduce((sum, l) => sum + l.cents, 0)).toBe(total_cents);
      expect(total_cents).toBeGreaterThanOrEqual(0);
    }),
  );
});

test('more pages never cost less, and each page over the included ones costs exactly its price', () => {
  fc.assert(
    fc.property(input, fc.integer({ min: 0, max: 5_000 }), (i, more) => {
      const before = quote(CASE_PRICES, i).total_cents;
      const after = quote(CASE_PRICES, { ...i, pages: i.pages + more }).total_cents;
      const over = (pages: number): number => Math.max(0, pages - i.book.included_pages);
      expect(after - before).toBe((over(i.pages + more) - over(i.pages)) * i.report_overage_cost_cents);
    }),
  );
});

test('expedited costs at least the minimum more and leaves the pages alone', () => {
  fc.assert(
    fc.property(input, (i) => {
      const extra =
        quote(CASE_PRICES, { ...i, expedited: true }).total_cents -
        quote(CASE_PRICES, { ...i, expedited: false }).total_cents;
      expect(extra).toBeGreaterThanOrEqual(i.book.expedited_min_cents);
      expect(
        quote(CASE_PRICES, { ...i, expedited: true, pages: 0 }).total_cents -
          quote(CASE_PRICES, { ...i, expedited: false, pages: 0 }).total_cents,
      ).toBe(extra);
    }),
  );
});

const neurosurgery: QuoteInput = {
  service: 'call_45',
  modifier: { name: 'Neurosurgery', factor: 1.5 },
  report_cost_cents: 180_000,
  report_overage_cost_cents: DEFAULT_OVERAGE_CENTS,
  pages: 412,
  pages_pending: false,
  expedited: false,
  book: CASE_BOOK,
};

test.each([
  [
    'a 45 minute call in neurosurgery with 412 pages',
    {},
    [
      ['service', 62_500],
      ['modifier', 31_250],
      ['overage', 32_400],
    ],
    126_150,
  ],
  [
    'within the included pages',
    { pages: 250 },
    [
      ['service', 62_500],
      ['modifier', 31_250],
    ],
    93_750,
  ],
  [
    '30 minutes, primary care',
    { service: 'call_30', modifier: { name: 'Family medicine', factor: 1 }, pages: 0 },
    [['service', 45_000]],
    45_000,
  ],
  ['60 minutes', { service: 'call_60', modifier: { name: 'x', factor: 1 }, pages: 1 }, [['service', 80_000]], 80_000],
  [
    'call and report',
    {
      service: 'call_and_report',
      modifier: { name: 'x', factor: 1 },
      pages: 0,
      report_cost_cents: DEFAULT_REPORT_COST_CENTS,
    },
    [
      ['service', 62_500],
      ['report', 120_000],
    ],
    182_500,
  ],
  [
    'report only, expedited',
    { service: 'report_only', pages: 0, report_cost_cents: 120_000, expedited: true },
    [
      ['report', 120_000],
      ['expedited', 42_000],
    ],
    162_000,
  ],
  [
    'expedited minimum',
    { service: 'call_30', modifier: { name: 'x', factor: 0.5 }, pages: 0, expedited: true },
    [
      ['service', 45_000],
      ['modifier', -22_500],
      ['expedited', 15_000],
    ],
    37_500,
  ],
  [
    'shares added up instead of compounding',
    { pages: 0, expedited: true, book: { ...CASE_BOOK, composition: 'add' as const } },
    [
      ['service', 62_500],
      ['modifier', 31_250],
      ['expedited', 21_875],
    ],
    115_625,
  ],
  [
    'a report asked for later',
    { pages: 0, added_report_cents: 180_000 },
    [
      ['service', 62_500],
      ['modifier', 31_250],
      ['report', 180_000],
    ],
    273_750,
  ],
] satisfies [string, Partial<QuoteInput>, [string, number][], number][])('%s', (_name, change, lines, total) => {
  const result = quote(CASE_PRICES, { ...neurosurgery, ...change });
  expect(result.lines.map((l) => [l.key, l.cents])).toEqual(lines);
  expect(result.total_cents).toBe(total);
});

test('pages still being counted are shown as uncertain, even before any is over', () => {
  const line = quote(CASE_PRICES, { ...neurosurgery, pages: 0, pages_pending: true }).lines.at(-1);
  expect(line).toMatchObject({ key: 'overage', cents: 0, certain: false });
});

test('pages nobody counted and nobody said are uncertain, and say what to do', () => {
  const { lines, total_cents } = quote(CASE_PRICES, { ...neurosurgery, pages: 0, pages_asked: true });
  expect(lines.at(-1)).toMatchObject({ cents: 0, certain: false, how: 'say how many pages each file has' });
  expect(total_cents).toBe(quote(CASE_PRICES, { ...neurosurgery, pages: 0 }).total_cents);
});

test('a written report has a price of its own only where none was ordered', () => {
  expect(reportLater(CASE_PRICES, neurosurgery)).toBe(180_000);
  expect(reportLater(CASE_PRICES, { ...neurosurgery, service: 'report_only' })).toBeNull();
  expect(reportLater(CASE_PRICES, { ...neurosurgery, added_report_cents: 1 })).toBeNull();
});

test('consent is asked above the smaller of a tenth and $250, and never for less', () => {
  expect(consentOver(132_200)).toBe(13_220);
  expect(consentOver(900_000)).toBe(25_000);
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 5_000_000 }), fc.integer({ min: -100_000, max: 100_000 }), (total, by) => {
      expect(needsConsent(total, total + by)).toBe(by > consentOver(total));
    }),
  );
});

test('an unknown service has no price', () => {
  expect(() => quote(CASE_PRICES, { ...neurosurgery, service: 'video' })).toThrow('There is no price');
});

test('a subscription takes off the service with its factor and nothing else, to the cent, never below nothing', () => {
  fc.assert(
    fc.property(input, fc.constantFrom('standard', 'limited'), (rest, service) => {
      const book = priceBook(PEER_REVIEW_PRICES, service, { limited_peer_review_price: 0 });
      const full = quote(PEER_REVIEW_PRICES, { ...rest, service, book });
      const covered = quote(PEER_REVIEW_PRICES, {
        ...rest,
        service,
        book,
        subscription: { how: 'review 1 of 3 in Q4 2026' },
      });
      const sum = (of: typeof full, keys: readonly string[]) =>
        of.lines.filter((l) => keys.includes(l.key)).reduce((total, l) => total + l.cents, 0);
      expect(sum(covered, ['subscription'])).toBe(-sum(full, ['service', 'modifier']) || 0);
      expect(covered.total_cents).toBe(full.total_cents - sum(full, ['service', 'modifier']));
      expect(covered.total_cents).toBe(covered.lines.reduce((total, l) => total + l.cents, 0));
      expect(covered.total_cents).toBeGreaterThanOrEqual(0);
      expect(covered.base_cents).toBe(0);
    }),
  );
});
