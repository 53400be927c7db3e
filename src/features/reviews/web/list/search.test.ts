import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LIST_SORTS, LIST_TABS } from '../../rules.ts';
import {
  cleared,
  filtersOn,
  LIST_LAYOUTS,
  listQuery,
  type ListSearch,
  readListSearch,
  writeListSearch,
} from './search.ts';

const days = fc.constantFrom(null, '2026-11-20', '2026-12-01');
const some = <T>(...values: T[]) => fc.uniqueArray(fc.constantFrom(...values), { maxLength: 3 });
const ids = fc.uniqueArray(fc.integer({ min: 1, max: 999 }), { maxLength: 4 });
const search = fc.record<ListSearch>({
  tab: fc.constantFrom(...LIST_TABS),
  sort: fc.constantFrom(...LIST_SORTS),
  look: fc.constantFrom(...LIST_LAYOUTS),
  month: fc.constantFrom(null, '2026-11', '2027-01'),
  q: fc.string({ maxLength: 40 }),
  status: some('draft', 'invited', 'on_hold'),
  ball: some('requester', 'staff', 'expert', 'nobody'),
  specialty: ids,
  state: some('IL', 'OH', 'MA'),
  type: some('medmal', 'auto'),
  organization: ids,
  requester: some('me', '17', '1203'),
  expert: ids,
  billing: some('unbilled', 'awaiting_approval', 'paid'),
  from: days,
  due: fc.oneof(days, fc.constant('overdue')),
  expedited: fc.boolean(),
  attention: fc.boolean(),
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
        fc.dictionary(
          fc.constantFrom(
            'tab',
            'q',
            'status',
            'due',
            'from',
            'month',
            'look',
            'ball',
            'state',
            'requester',
            'billing',
            'expedited',
            'specialty',
            'sort',
          ),
          fc.anything(),
        ),
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
