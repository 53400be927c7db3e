import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type BookTerms, mergedExpertTerms, mergedTerms, USUAL_EXPERT_TERMS } from './price-books.ts';

test('each field is as the nearest book says, rows of services, states and sub-specialties by themselves', () => {
  const own: BookTerms = {
    services: { call_30: { base_cents: 50_000 } },
    tax_percent: { CA: 0 },
    sub_specialties: { '7': { price_modifier: 1.2 } },
    minimum_cents: 0,
  };
  const above: BookTerms = {
    services: { call_30: { base_cents: 40_000, included_pages: 100 }, call_60: { base_cents: 90_000 } },
    tax_percent: { CA: 8.25, TX: 6.25 },
    sub_specialties: { '7': { price_modifier: 2, report_cost_cents: 1 }, '8': { price_modifier: 3 } },
    minimum_cents: 20_000,
    page_step: 10,
  };
  expect(mergedTerms([own, above])).toEqual({
    services: { call_30: { base_cents: 50_000, included_pages: 100 }, call_60: { base_cents: 90_000 } },
    tax_percent: { CA: 0, TX: 6.25 },
    sub_specialties: { '7': { price_modifier: 1.2, report_cost_cents: 1 }, '8': { price_modifier: 3 } },
    minimum_cents: 0,
    page_step: 10,
  });
  expect(mergedTerms([])).toEqual({});
  expect(mergedTerms([{ services: { call_30: { base_cents: undefined } } }, own]).services).toEqual(own.services);
});

test('merging books one by one says the same as merging them at once', () => {
  const cents = fc.option(fc.integer({ min: 0, max: 100_000 }), { nil: undefined });
  const terms: fc.Arbitrary<BookTerms> = fc.record(
    {
      services: fc.dictionary(fc.constantFrom('a', 'b'), fc.record({ base_cents: cents, included_pages: cents })),
      minimum_cents: cents,
      page_step: fc.constantFrom(undefined, 1, 10),
      composition: fc.constantFrom<'add' | 'multiply'>('add', 'multiply'),
      tax_percent: fc.dictionary(fc.constantFrom('CA', 'TX'), fc.constantFrom(0, 6.25)),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(terms, terms, terms, (a, b, c) => {
      expect(mergedTerms([a, mergedTerms([b, c])])).toEqual(mergedTerms([a, b, c]));
      expect(mergedTerms([mergedTerms([a])])).toEqual(mergedTerms([a]));
    }),
  );
});

test('what experts earn is as the nearest book says, and a fee of none takes one above off', () => {
  expect(mergedExpertTerms([])).toEqual(USUAL_EXPERT_TERMS);
  expect(
    mergedExpertTerms([
      { fees_cents: { call_30: null }, share_percent: 0 },
      { fees_cents: { call_30: 30_000, call_60: 50_000 }, share_percent: 60, accepts_own_schedules: true },
    ]),
  ).toEqual({
    fees_cents: { call_30: null, call_60: 50_000 },
    share_percent: 0,
    accepts_own_schedules: true,
    shows_expert_amount: false,
  });
});
