import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pagesToSee, type Reading, readingOf } from './reading.ts';

const accepted = new Date('2026-11-18T15:00:00Z');
const file = (id: number, pages: number | null, seen: number, more: Partial<Reading> = {}): Reading => ({
  id,
  name: `File ${id}.pdf`,
  pages,
  seen,
  next_page: seen >= (pages ?? 1) ? null : seen + 1,
  created_at: new Date('2026-11-10T15:00:00Z'),
  ...more,
});

describe('how far records are read', () => {
  it('counts pages seen of all and reads on at the first that was not', () => {
    const all = [file(1, 10, 10), file(2, 5, 2), file(3, 7, 0)];
    expect(readingOf(all, accepted)).toMatchObject({ seen: 12, pages: 22, next: { file: { id: 2 }, page: 3 } });
    expect(readingOf([file(1, 10, 10)], accepted).next).toBeNull();
  });
  it('takes what has no pages as one thing to look at', () => {
    expect(readingOf([file(1, null, 0)], accepted)).toMatchObject({ seen: 0, pages: 1, next: { page: 1 } });
    expect(readingOf([file(1, null, 1)], accepted)).toMatchObject({ seen: 1, pages: 1, next: null });
  });
  it('points out what came after the expert accepted, until it is opened', () => {
    const late = { created_at: new Date('2026-11-19T15:00:00Z') };
    const all = [file(1, 4, 0), file(2, 4, 0, late), file(3, 4, 1, late)];
    expect(readingOf(all, accepted).added.map((f) => f.id)).toEqual([2]);
    expect(readingOf(all, null).added).toEqual([]);
  });
  it('is done exactly when every page was seen, and never counts more than there are', () => {
    const some = fc.record({ pages: fc.option(fc.nat(40)), seen: fc.nat(60) });
    fc.assert(
      fc.property(fc.array(some, { maxLength: 6 }), (given) => {
        const files = given.map(({ pages, seen }, i) => file(i, pages, seen));
        const read = readingOf(files, accepted);
        expect(read.seen).toBeLessThanOrEqual(read.pages);
        expect(read.next === null).toBe(files.every((f) => f.seen >= pagesToSee(f)));
        expect(read.next === null).toBe(read.seen === read.pages);
      }),
    );
  });
});
