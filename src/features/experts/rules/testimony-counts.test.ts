import fc from 'fast-check';
import { expect, it } from 'vitest';
import { testimonyCounts, testimonyFacts } from './testimony-counts.ts';

const TODAY = '2028-02-29';
const row = (testified_on: string, more: Partial<{ form: string; side: string; exclusion: string | null }> = {}) => ({
  form: 'trial',
  side: 'plaintiff',
  exclusion: null,
  testified_on,
  ...more,
});

it('counts four years of depositions and trials, and sides and exclusions over all years', () => {
  const counts = testimonyCounts(
    [
      row('2028-02-29'),
      row('2024-02-29', { form: 'deposition', side: 'defense', exclusion: 'part' }),
      row('2024-02-28', { side: 'defense', exclusion: 'all' }),
      row('2027-05-01', { form: 'hearing', side: 'court', exclusion: 'none' }),
      row('2028-03-01'),
    ],
    TODAY,
  );
  expect(counts).toEqual({ recent: 2, plaintiff: 2, defense: 2, excluded_part: 1, excluded_all: 1 });
  expect(testimonyFacts(counts)).toEqual([
    { label: 'Testified', value: 'Two times in four years' },
    { label: 'Sides', value: '2 for plaintiffs, 2 for defendants' },
    { label: 'Excluded', value: 'By a court, as a whole 1 time, in part 1 time' },
  ]);
});

it('says that there is none', () => {
  expect(testimonyFacts(testimonyCounts([], TODAY)).map(({ value }) => value)).toEqual([
    'Not in four years',
    'None on record',
  ]);
});

it('never counts more than there is, in whatever order', () => {
  const rows = fc.array(
    fc.record({
      form: fc.constantFrom('trial', 'deposition', 'hearing'),
      side: fc.constantFrom('plaintiff', 'defense', 'court'),
      exclusion: fc.constantFrom(null, 'none', 'part', 'all'),
      testified_on: fc.constantFrom('2020-01-01', '2024-02-28', '2024-02-29', '2026-06-01', '2028-02-29', '2029-01-01'),
    }),
  );
  const found = fc.check(
    fc.property(rows, (all) => {
      const counts = testimonyCounts(all, TODAY);
      const again = testimonyCounts(all.toReversed(), TODAY);
      const { recent, plaintiff, defense, excluded_part, excluded_all } = counts;
      return (
        JSON.stringify(counts) === JSON.stringify(again) &&
        recent <= all.length &&
        plaintiff + defense <= all.length &&
        excluded_part + excluded_all <= all.length
      );
    }),
  );
  expect(found.counterexample).toBeNull();
});
