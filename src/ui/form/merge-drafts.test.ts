import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mergeDrafts } from './merge-drafts.ts';

const base = { claim: 'HM-1', facility: 'Brightwater', rows: [{ name: 'A' }, { name: 'B' }], story: 'It began.' };

describe('both versions of a form in one', () => {
  test('what one side changed stands, also where the other had it filled in before', () => {
    const theirs = { ...base, facility: 'Overlook' };
    const mine = { ...base, claim: 'HM-2' };
    expect(mergeDrafts(mine, theirs, base)).toEqual({ ...base, claim: 'HM-2', facility: 'Overlook' });
  });

  test('an emptied field stays empty', () => {
    expect(mergeDrafts({ ...base, facility: '' }, { ...base, claim: 'HM-2' }, base)).toMatchObject({
      facility: '',
      claim: 'HM-2',
    });
    expect(mergeDrafts({ ...base, claim: 'HM-2' }, { ...base, facility: null }, base)).toMatchObject({
      facility: null,
    });
  });

  test('where both changed one field mine stays; prose stands under each other, theirs first', () => {
    const theirs = { ...base, claim: 'HM-3', story: 'They wrote.' };
    const mine = { ...base, claim: 'HM-2', story: 'I wrote.' };
    expect(mergeDrafts(mine, theirs, base, new Set(['story']))).toEqual({
      ...base,
      claim: 'HM-2',
      story: 'They wrote.\n\nI wrote.',
    });
  });

  test('rows of both are kept, what either took out is gone', () => {
    const theirs = { ...base, rows: [{ name: 'A' }, { name: 'C' }] };
    const mine = { ...base, rows: [{ name: 'B' }, { name: 'D' }] };
    expect(mergeDrafts(mine, theirs, base)['rows']).toEqual([{ name: 'C' }, { name: 'D' }]);
  });

  test('a row named for good is there once; one taken out there stays where I wrote in it', () => {
    const chart = (key: string, label: string) => ({ key, label });
    const was = { charts: [chart('c_a', 'A'), chart('c_b', 'B'), chart('c_c', 'C')] };
    const theirs = { charts: [chart('c_a', 'A, theirs'), chart('c_c', 'C'), chart('c_d', 'D')] };
    const mine = { charts: [chart('c_a', 'A'), chart('c_b', 'B, mine'), chart('c_c', 'C, mine')] };
    expect(mergeDrafts(mine, theirs, was)['charts']).toEqual([
      chart('c_a', 'A, theirs'),
      chart('c_c', 'C, mine'),
      chart('c_d', 'D'),
      chart('c_b', 'B, mine'),
    ]);
    // and the other way round
    expect(mergeDrafts(theirs, mine, was)['charts']).toEqual([
      chart('c_a', 'A, theirs'),
      chart('c_b', 'B, mine'),
      chart('c_c', 'C, mine'),
      chart('c_d', 'D'),
    ]);
  });

  test('the order of keys, spaces and empty values are no change', () => {
    const was = { rows: [{ name: 'A ', npi: null }], claim: 'HM-1 ' };
    const stored = { rows: [{ npi: null, name: 'A' }], claim: 'HM-1' };
    expect(mergeDrafts({ ...was, facility: 'Overlook' }, stored, was)).toEqual({ ...stored, facility: 'Overlook' });
  });

  test('without knowing the beginning, what I filled in stays and the rest is theirs', () => {
    expect(mergeDrafts({ claim: 'HM-2', facility: '' }, { claim: 'HM-3', facility: 'Overlook' }, null)).toEqual({
      claim: 'HM-2',
      facility: 'Overlook',
    });
  });
});

const word = fc.constantFrom('a', 'b', 'c', 'd');
const values = fc.record({ one: word, two: word, list: fc.uniqueArray(word, { maxLength: 4 }) });

test('nothing only one side changed is lost, and agreeing sides stay as they are', () => {
  fc.assert(
    fc.property(values, values, values, (was, theirs, mine) => {
      const both = mergeDrafts(mine, theirs, was) as typeof was;
      for (const key of ['one', 'two'] as const) {
        if (mine[key] === was[key]) expect(both[key]).toBe(theirs[key]);
        else expect(both[key]).toBe(mine[key]);
      }
      for (const item of both.list) expect([...theirs.list, ...mine.list]).toContain(item);
      for (const [side, other] of [
        [theirs, mine],
        [mine, theirs],
      ] as const)
        for (const item of side.list)
          if (!was.list.includes(item) || other.list.includes(item)) expect(both.list).toContain(item);
      expect(mergeDrafts(mine, mine, was)).toEqual(mine);
    }),
  );
});
