import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawnRect, mergeLines, toFractions } from './rects.ts';
import { findMatches, joinPieces, piecesOf, tidyQuote } from './text-match.ts';

const box = (left: number, top: number, right: number, bottom: number) => ({ left, top, right, bottom });
const found = (text: string, query: string): string[] =>
  findMatches(text, query).map((m) => text.slice(m.start, m.end));

describe('searching a page', () => {
  it.each([
    ['Saddle sensation ABSENT', 'absent', ['ABSENT']],
    ['the fiancé and the ﬁle', 'fiance', ['fiancé']],
    ['the ofﬁce ﬁle', 'office file', ['ofﬁce ﬁle']],
    ['two\nlines   apart', 'two lines apart', ['two\nlines   apart']],
    ['an emer-\ngency now', 'emergency', ['emer-\ngency']],
    ['a follow-\nup visit', 'follow-up', ['follow-\nup']],
    ['soft\u00adhyphen', 'softhyphen', ['soft\u00adhyphen']],
    ['S2–S4 and S2-S4', 's2-s4', ['S2–S4', 'S2-S4']],
    ['aaaa', 'aa', ['aa', 'aa']],
    ['nothing here', 'zebra', []],
    ['anything', '   ', []],
    ['4- / 3', '- /', ['- /']],
  ])('%j holds %j', (text, query, expected) => {
    expect(found(text, query)).toEqual(expected);
  });

  it('finds any part of a text in it, whatever the case', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 60 }), fc.nat(60), fc.nat(20), (text, from, length) => {
        const part = text.slice(from, from + length + 1);
        fc.pre(part.trim() !== '' && /^[\x20-\x7e]*$/.test(text));
        expect(findMatches(text, part.toUpperCase()).length).toBeGreaterThan(0);
      }),
    );
  });

  it('gives matches in order, without overlap, inside the text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', 'b', '-', '\n', ' '), maxLength: 80 }),
        fc.string({ unit: fc.constantFrom('a', 'b', '-', ' '), maxLength: 4 }),
        (text, query) => {
          let end = 0;
          for (const match of findMatches(text, query)) {
            expect(match.start).toBeGreaterThanOrEqual(end);
            expect(match.end).toBeGreaterThan(match.start);
            expect(match.end).toBeLessThanOrEqual(text.length);
            end = match.end;
          }
        },
      ),
    );
  });

  it('says which pieces a match covers', () => {
    const pieces = [
      { str: 'Saddle', hasEOL: false },
      { str: ' ', hasEOL: false },
      { str: 'sensation', hasEOL: true },
      { str: 'absent', hasEOL: false },
    ];
    const joined = joinPieces(pieces);
    const match = findMatches(joined.text, 'dle sensation ab')[0];
    expect(match && piecesOf(joined, pieces, match)).toEqual([
      { index: 0, start: 3, end: 6 },
      { index: 1, start: 0, end: 1 },
      { index: 2, start: 0, end: 9 },
      { index: 3, start: 0, end: 2 },
    ]);
  });

  it('keeps a quote on one line', () => expect(tidyQuote(' a\n b \t c ')).toBe('a b c'));
});

describe('boxes', () => {
  it('joins the words of a line and keeps lines and columns apart', () => {
    expect(mergeLines([box(0, 0, 40, 10), box(43, 0.5, 80, 10.5), box(0, 12, 30, 22), box(200, 0, 240, 10)])).toEqual([
      box(0, 0, 80, 10.5),
      box(0, 12, 30, 22),
      box(200, 0, 240, 10),
    ]);
  });

  it('stay on the page', () => {
    const side = fc.integer({ min: -500, max: 1500 });
    fc.assert(
      fc.property(side, side, side, side, (a, b, c, d) => {
        const rect = toFractions(
          box(Math.min(a, b), Math.min(c, d), Math.max(a, b), Math.max(c, d)),
          box(0, 0, 816, 1056),
        );
        for (const value of [rect.x, rect.y, rect.width, rect.height, rect.x + rect.width, rect.y + rect.height]) {
          expect(value).toBeGreaterThanOrEqual(0);
          expect(value).toBeLessThanOrEqual(1.00002);
        }
      }),
    );
  });

  it('are drawn from any corner, and not by a slip of the hand', () => {
    const rect = { x: 0.1, y: 0.2, width: 0.4, height: 0.4 };
    expect(drawnRect({ x: 0.1, y: 0.2 }, { x: 0.5, y: 0.6 })).toEqual(rect);
    expect(drawnRect({ x: 0.5, y: 0.6 }, { x: 0.1, y: 0.2 })).toEqual(rect);
    expect(drawnRect({ x: 0.5, y: 0.6 }, { x: 0.503, y: 0.61 })).toBeNull();
  });
});
