import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aggregate, isEditable, isRateable, RATING_ITEMS, scoreFaults } from './rules.ts';

const full = (direction: 'medical_expert' | 'claim_requester', value = 4) =>
  Object.fromEntries(RATING_ITEMS[direction].map((i) => [i.key, i.type === 'scale' ? value : true]));

describe('ratings', () => {
  it('asks five items of each side', () => {
    expect(RATING_ITEMS.medical_expert).toHaveLength(5);
    expect(RATING_ITEMS.claim_requester).toHaveLength(5);
  });

  it('takes a complete set and names what is missing, wrong or unknown', () => {
    expect(scoreFaults('medical_expert', full('medical_expert'))).toEqual([]);
    const { clarity: _, ...rest } = full('medical_expert');
    expect(scoreFaults('medical_expert', rest).map((f) => f.path)).toEqual(['scores.clarity']);
    expect(scoreFaults('medical_expert', { ...full('medical_expert'), clarity: 6 }).map((f) => f.path)).toEqual([
      'scores.clarity',
    ]);
    expect(scoreFaults('medical_expert', { ...full('medical_expert'), charm: 5 }).map((f) => f.path)).toEqual([
      'scores.charm',
    ]);
    expect(
      scoreFaults('claim_requester', { ...full('claim_requester'), would_work_again: 3 }).map((f) => f.path),
    ).toEqual(['scores.would_work_again']);
  });

  it('accepts exactly the whole numbers 1 to 5 on a scale', () => {
    fc.assert(
      fc.property(fc.oneof(fc.integer({ min: -10, max: 20 }), fc.double({ noNaN: true })), (value) => {
        const ok = Number.isInteger(value) && value >= 1 && value <= 5;
        expect(scoreFaults('medical_expert', { ...full('medical_expert'), clarity: value }).length === 0).toBe(ok);
      }),
    );
  });

  it('shows a mean from three ratings on, never fewer', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 12 }), (values) => {
        const { mean, n } = aggregate(values.map((v) => full('medical_expert', v)));
        expect(n).toBe(values.length);
        if (values.length < 3) expect(mean).toBeNull();
        else expect(mean).toBeCloseTo(values.reduce((a, b) => a + b, 0) / values.length, 1);
      }),
    );
  });

  it('can be changed for seven days, and not a moment longer', () => {
    const given = new Date('2026-11-18T15:00:00Z');
    expect(isEditable(given, new Date('2026-11-25T14:59:59Z'))).toBe(true);
    expect(isEditable(given, new Date('2026-11-25T15:00:00Z'))).toBe(false);
  });

  const written = { version: 1, delivered_at: null };
  const delivered = { version: 1, delivered_at: new Date('2026-11-18T15:00:00Z') };
  const clarified = { version: 2, delivered_at: null };
  it.each([
    ['done', null, true],
    ['done', written, true],
    ['once_delivered', null, false],
    ['once_delivered', written, false],
    ['once_delivered', delivered, true],
    ['once_delivered', clarified, true],
    [undefined, delivered, false],
  ] as const)('where its state says %s, report %o: %s', (rateable, report, open) =>
    expect(isRateable(rateable, report)).toBe(open),
  );
});
