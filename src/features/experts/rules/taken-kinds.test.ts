import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { KIND_NAMES } from '../../../core/kinds.ts';
import { offeredKinds, takenAfter, takenFaults } from './taken-kinds.ts';

const some = fc.subarray([...KIND_NAMES]);
const offers = fc.subarray([...KIND_NAMES]);

describe('which kinds an expert takes', () => {
  test('only kinds that can be ordered are offered', () => {
    expect(offeredKinds(() => true)).toEqual(KIND_NAMES);
    expect(offeredKinds((kind) => kind === 'Case')).toEqual(['Case']);
    expect(offeredKinds(() => false)).toEqual([]);
  });

  test('a choice is refused exactly when it is empty or names what is not offered', () => {
    fc.assert(
      fc.property(some, offers, (said, offered) => {
        const refused = said.length === 0 || said.some((kind) => !offered.includes(kind));
        expect(takenFaults(said, offered).length > 0).toBe(refused);
      }),
    );
  });

  test('of what is offered the choice holds, of everything else what was', () => {
    fc.assert(
      fc.property(some, some, offers, (before, said, offered) => {
        const after = takenAfter(before, said, offered);
        for (const kind of KIND_NAMES)
          expect(after.includes(kind)).toBe((offered.includes(kind) ? said : before).includes(kind));
        expect(takenAfter(after, said, offered)).toEqual(after);
      }),
    );
  });
});
