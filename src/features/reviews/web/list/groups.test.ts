import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ListRow } from '../../contract.ts';
import { groupRows } from './groups.ts';

const row = fc.record({
  id: fc.integer({ min: 1, max: 10_000 }),
  bucket: fc.constantFrom('draft', 'active', 'completed', 'cancelled'),
  ball: fc.constantFrom('requester', 'expert', 'staff', 'nobody'),
  yours: fc.boolean(),
  attention: fc.boolean(),
}) as unknown as fc.Arbitrary<ListRow>;

test('every row stands once, in its order within its group, what needs attention first where it is pinned', () => {
  fc.assert(
    fc.property(fc.uniqueArray(row, { selector: (r) => r.id, maxLength: 40 }), fc.boolean(), (rows, pinned) => {
      const groups = groupRows(rows, pinned);
      const shown = groups.flatMap((g) => g.rows);
      expect(shown).toHaveLength(rows.length);
      expect(new Set(shown)).toEqual(new Set(rows));
      for (const group of groups)
        expect(group.rows.map((r) => rows.indexOf(r))).toEqual(
          group.rows.map((r) => rows.indexOf(r)).toSorted((a, b) => a - b),
        );
      const raised = rows.filter((r) => r.attention && r.bucket === 'active');
      expect(groups[0]?.key === 'attention').toBe(pinned && raised.length > 0);
      if (pinned && raised.length > 0) expect(groups[0]?.rows).toEqual(raised);
    }),
  );
});
