import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { BookTerms } from '../../core/price-books.ts';
import { priceBook, quote, type QuoteInput } from '../billing/rules.ts';
import { CASE_PRICES } from '../reviews/kinds/case/prices.ts';
import {
  bookChanges,
  bookLines,
  type Held,
  lastQuarter,
  repriced,
  summedUp,
  versionStates,
  whyFixed,
  whyNotFrom,
} from './rules.ts';
import { bookFaults } from './rules/faults.ts';

const NAMES = { services: { call_45: 'Call, 45 minutes' }, sub_specialties: { '7': 'Neurosurgery: Spine' } };

test('of versions the newest that has begun is in effect, and only those to come can be changed', () => {
  const versions = ['2027-04-01', '2027-01-01', '2026-10-01'].map((effective_from) => ({ effective_from }));
  const states = (today: string) => versionStates(versions, today).map(({ state }) => state);
  expect(states('2026-09-30')).toEqual(['next', 'next', 'next']);
  expect(states('2027-01-01')).toEqual(['next', 'in_effect', 'past']);
  expect(states('2030-01-01')).toEqual(['in_effect', 'past', 'past']);
  expect(whyFixed('2027-01-02', '2027-01-01')).toBeNull();
  expect(whyFixed('2027-01-01', '2027-01-01')).toContain('taken effect');
  expect(whyNotFrom('2027-01-01', '2027-01-01', [])).toBeNull();
  expect(whyNotFrom('2026-12-31', '2027-01-01', [])).toContain('today or a day to come');
  expect(whyNotFrom('2027-02-01', '2027-01-01', ['2027-02-01'])).toContain('Another version');
});

test('the last quarter is whole, also over the turn of a year', () => {
  expect(lastQuarter('2026-11-28')).toEqual({ from: '2026-07-01', until: '2026-10-01' });
  expect(lastQuarter('2027-01-01')).toEqual({ from: '2026-10-01', until: '2027-01-01' });
  expect(lastQuarter('2027-03-31')).toEqual({ from: '2026-10-01', until: '2027-01-01' });
});

test('what differs between two books is named, what is not said any longer included, and the same books differ in nothing', () => {
  const before = bookLines(
    { services: { call_45: { base_cents: 62_500 } }, page_step: 10 },
    { share_percent: 70 },
    NAMES,
  );
  const terms: BookTerms = {
    services: { call_45: { base_cents: 65_000 } },
    sub_specialties: { '7': { price_modifier: 1.2 } },
    tax_percent: { TX: 6.25 },
  };
  expect(
    bookChanges(before, bookLines(terms, { share_percent: 70 }, NAMES)).map((c) => [c.label, c.before, c.now]),
  ).toEqual([
    ['Call, 45 minutes', '$625.00', '$650.00'],
    ['TX', null, '6.25%'],
    ['Factor', null, '× 1.2'],
    ['Pages charged at once', '10', null],
  ]);
  expect(bookChanges(before, before)).toEqual([]);
});

test('what a book cannot say is refused at its field', () => {
  const known = { services: ['call_45'], sub_specialties: new Set(['7']) };
  const fine: BookTerms = {
    services: { call_45: { base_cents: 0 } },
    tax_percent: { CA: 8.125 },
    sub_specialties: { '7': { price_modifier: 1.25 } },
  };
  expect(bookFaults(fine, { fees_cents: { call_45: null }, share_percent: 100 }, known)).toEqual([]);
  const paths = bookFaults(
    {
      page_step: 0,
      minimum_cents: -1,
      expedited_percent: 1.5,
      tax_percent: { CA: 8.1251 },
      sub_specialties: { '7': { price_modifier: -1 }, '8': { report_cost_cents: 1 } },
    },
    { fees_cents: { call_45: -1 } },
    known,
  ).map(({ path }) => path);
  expect(paths).toEqual([
    'terms.page_step',
    'terms.expedited_percent',
    'terms.minimum_cents',
    'terms.tax_percent.CA',
    'terms.sub_specialties.7.price_modifier',
    'terms.sub_specialties.8',
    'experts.fees_cents.call_45',
  ]);
});

const cents = fc.integer({ min: 0, max: 300_000 });
const terms: fc.Arbitrary<BookTerms> = fc.record(
  {
    services: fc.record({
      call_45: fc.record({ base_cents: cents, included_pages: fc.integer({ min: 0, max: 900 }) }),
    }),
    page_step: fc.integer({ min: 1, max: 500 }),
    expedited_percent: fc.integer({ min: 0, max: 200 }),
    minimum_cents: cents,
    tax_percent: fc.record({ CA: fc.integer({ min: 0, max: 30 }) }),
    sub_specialties: fc.record({
      '7': fc.record({ price_modifier: fc.constantFrom(1, 1.5), report_cost_cents: cents }),
    }),
  },
  { requiredKeys: [] },
);
const SUB = {
  price_modifier: 1.25,
  report_cost_cents: 120_000,
  report_overage_cost_cents: 200,
  price_modifier_limited: 1,
  price_modifier_standard: 1,
};
const held = (said: BookTerms): Held => ({ terms: said, base_cents: said.services?.['call_45']?.base_cents });
/** An order's inputs as they are fixed by a book. */
const ordered = (said: BookTerms, pages: number, expedited: boolean): QuoteInput => {
  const sub = said.sub_specialties?.['7'];
  return {
    service: 'call_45',
    modifier: { name: 'Spine', factor: sub?.price_modifier ?? SUB.price_modifier },
    report_cost_cents: sub?.report_cost_cents ?? SUB.report_cost_cents,
    report_overage_cost_cents: SUB.report_overage_cost_cents,
    pages,
    pages_pending: false,
    expedited,
    state: 'CA',
    book: priceBook(CASE_PRICES, 'call_45', { limited_peer_review_price: 0 }, { books: [{ depth: 0, terms: said }] }),
  };
};
test('a past order comes to what it would have been ordered at, whatever was said before and is said now', () => {
  fc.assert(
    fc.property(terms, terms, fc.integer({ min: 0, max: 5_000 }), fc.boolean(), (before, now, pages, expedited) => {
      const again = (said: BookTerms) =>
        quote(
          CASE_PRICES,
          repriced(ordered(before, pages, expedited), {
            prices: CASE_PRICES,
            before: held(before),
            now: held(said),
            sub: { id: 7, prices: SUB },
            usual_base_cents: 62_500,
            state: 'CA',
          }),
        ).total_cents;
      expect(again(now)).toBe(quote(CASE_PRICES, ordered(now, pages, expedited)).total_cents);
      expect(again(before)).toBe(quote(CASE_PRICES, ordered(before, pages, expedited)).total_cents);
    }),
  );
});

test('what past orders come to is summed up by service, with the ten that differ most', () => {
  const rows = Array.from({ length: 12 }, (_, i) => ({
    id: i + 1,
    service: i % 2 === 0 ? 'Call' : 'Report',
    organization: 'Harborline',
    before_cents: 1_000,
    now_cents: 1_000 + (i - 6) * 10,
  }));
  const { largest, ...sums } = summedUp(rows);
  expect(sums).toMatchObject({ before_cents: 12_000, now_cents: 11_940 });
  expect(sums.by_service.map(({ service, reviews }) => [service, reviews])).toEqual([
    ['Call', 6],
    ['Report', 6],
  ]);
  expect(largest.map(({ id }) => id)).toEqual([1, 2, 12, 3, 11, 4, 10, 5, 9, 6]);
});
