import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { TimelineRow } from '../../contract.ts';
import { foldSteps } from './timeline-steps.ts';

const row = (id: number, actor: string, more: Partial<TimelineRow> = {}): TimelineRow => ({
  id,
  at: '2026-11-24T12:00:00.000Z',
  action: 'submit',
  actor,
  seat: 'staff',
  says: 'did it',
  reason: null,
  override: false,
  from: null,
  to: null,
  change: null,
  ...more,
});
const shape = (rows: readonly TimelineRow[]) =>
  foldSteps(rows).map((entry) => ('row' in entry ? entry.row.id : entry.steps.map(({ id }) => id)));

test('a run of steps is one entry; the newest row, a single step and what people did stay', () => {
  expect(
    shape([
      row(9, 'Peritus'),
      row(8, 'Peritus'),
      row(7, 'Peritus'),
      row(6, 'Ruth S., Peritus'),
      row(5, 'Peritus'),
      row(4, 'You'),
      row(3, 'Peritus'),
      row(2, 'Peritus', { reason: 'The time passed' }),
      row(1, 'Peritus', { override: true }),
    ]),
  ).toEqual([9, [8, 7], 6, 5, 4, 3, 2, 1]);
});

test('nothing is left out, the order stays, and no person is ever in a fold', () => {
  const people = fc.constantFrom('Peritus', 'You', 'Dr. Falkenrath', 'Ruth S., Peritus');
  fc.assert(
    fc.property(fc.array(people), (actors) => {
      const rows = actors.map((actor, at) => row(actors.length - at, actor));
      const entries = foldSteps(rows);
      expect(entries.flatMap((entry) => ('row' in entry ? [entry.row] : entry.steps))).toEqual(rows);
      for (const entry of entries)
        if ('steps' in entry) {
          expect(entry.steps.length).toBeGreaterThan(1);
          expect(new Set(entry.steps.map(({ actor }) => actor))).toEqual(new Set(['Peritus']));
        }
    }),
  );
});
