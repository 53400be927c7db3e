import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LIST_SORTS, LIST_TABS } from '../../rules.ts';
import { cleared, filtersOn, listQuery, type ListSearch, readListSearch, writeListSearch } from './search.ts';

const search = fc.record<ListSearch>({
  tab: fc.constantFrom(...LIST_TABS),
  sort: fc.constantFrom(...LIST_SORTS),
  q: fc.string({ maxLength: 40 }),
  status: fc.uniqueArray(fc.constantFrom('draft', 'invited', 'on_hold'), { maxLength: 3 }),
  specialty: fc.uniqueArray(fc.integer({ min: 1, max: 999 }), { maxLength: 4 }),
  organization: fc.uniqueArray(fc.integer({ min: 1, max: 999 }), { maxLength: 2 }),
  due: fc.constantFrom(null, 'overdue', '2026-11-20'),
  mine: fc.boolean(),
});

/** As the router keeps values in the address: each as JSON where it can be read back as such. */
const throughAddress = (out: Record<string, string | number>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(out).map(([k, v]) => [k, JSON.parse(JSON.stringify(v)) as unknown]));

describe('list address', () => {
  test('what is chosen comes back from the address', () => {
    fc.assert(
      fc.property(search, (s) => {
        expect(readListSearch(throughAddress(writeListSearch(s)))).toEqual(s);
      }),
    );
  });

  test('an address nobody wrote is read as something, never refused', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom('tab', 'q', 'status', 'due', 'specialty', 'sort'), fc.anything()),
        (raw) => {
          const read = readListSearch(raw);
          expect(LIST_TABS).toContain(read.tab);
          expect(LIST_SORTS).toContain(read.sort);
        },
      ),
    );
  });

  test('the default leaves the address empty, also on the completed list', () => {
    expect(writeListSearch(readListSearch({}))).toEqual({});
    expect(writeListSearch(readListSearch({}, 'completed'), 'completed')).toEqual({});
  });

  test('clearing leaves nothing to ask for', () => {
    fc.assert(
      fc.property(search, (s) => {
        expect(filtersOn(cleared(s))).toBe(0);
        expect(listQuery(cleared(s))).toEqual({});
      }),
    );
  });
});
