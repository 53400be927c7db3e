import fc from 'fast-check';
import { expect, test } from 'vitest';
import { trendQuery } from '../contract.ts';
import { readTrendSearch } from './search.ts';

test('an address is read as it was written', () => {
  const search = { organization_id: 101, facility: 'a', provider: 'npi:1', scale: 'met', from: '2026-01-01' };
  expect(readTrendSearch({ ...search, organization_id: '101', from: '2026-02-17' })).toEqual(search);
});

test('whatever stands in an address, the server takes what is read from it', () => {
  const value = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null), fc.constant('2026-13-01'));
  const raw = fc.record({
    organization_id: value,
    facility: value,
    provider: value,
    review_type: value,
    scale: value,
    from: value,
    to: value,
  });
  fc.assert(
    fc.property(raw, (one) => {
      expect(trendQuery.safeParse(readTrendSearch(one)).success).toBe(true);
    }),
  );
});
