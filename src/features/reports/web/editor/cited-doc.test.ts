import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { citedIds, formatCited, parseCited, type CitedSegment } from '../../rules.ts';
import { CHIP, cite, difference, type Doc, docOf, plain, slice, splice, textOf } from './cited-doc.ts';

const id = fc.stringMatching(/^[A-Za-z0-9_-]{1,12}$/);
const words = fc.string({ unit: fc.constantFrom('a', 'é', ' ', '\n', '[', ']', ':', '[[cite:', ']]', '🩺', '.') });
const segments = fc.array(
  fc.oneof(
    words.filter((text) => text !== '').map((text): CitedSegment => ({ type: 'text', text })),
    id.map((one): CitedSegment => ({ type: 'cite', id: one })),
  ),
  { maxLength: 12 },
);
const cited = segments.map((list) => formatCited(list));
const doc = cited.map(docOf);
/** A document and two offsets in it, in order. */
const placed = doc.chain((one) =>
  fc
    .tuple(fc.nat({ max: one.flat.length }), fc.nat({ max: one.flat.length }))
    .map(([a, b]) => ({ one, from: Math.min(a, b), to: Math.max(a, b) })),
);

const wellFormed = ({ flat, ids }: Doc): boolean => flat.split(CHIP).length - 1 === ids.length;

describe('cited text in the editor', () => {
  it('comes back as it was', () => {
    fc.assert(
      fc.property(cited, (text) => {
        expect(textOf(docOf(text))).toBe(text);
      }),
    );
  });

  it('has one chip for each citation, in order', () => {
    fc.assert(
      fc.property(cited, (text) => {
        const made = docOf(text);
        expect(wellFormed(made)).toBe(true);
        expect(made.ids).toEqual(parseCited(text).flatMap((s) => (s.type === 'cite' ? [s.id] : [])));
      }),
    );
  });

  it('never turns typed words into a citation', () => {
    fc.assert(
      fc.property(words, (typed) => {
        expect(citedIds(textOf({ flat: typed, ids: [] }))).toEqual([]);
      }),
    );
    expect(textOf({ flat: 'see [[cite:abc]] here', ids: [] })).toBe('see [cite:abc] here');
    expect(textOf({ flat: '[[[[cite:a]]]]', ids: [] })).toBe('[cite:a]');
    expect(textOf({ flat: `[[cite:${CHIP}x]]`, ids: ['k1'] })).toBe('[[cite:[[cite:k1]]x]]');
  });

  it('splices so that every piece keeps its citations', () => {
    fc.assert(
      fc.property(placed, doc, ({ one, from, to }, piece) => {
        const next = splice(one, from, to, piece);
        expect(wellFormed(next)).toBe(true);
        expect(slice(next, 0, from)).toEqual(slice(one, 0, from));
        expect(slice(next, from, from + piece.flat.length)).toEqual(piece);
        expect(slice(next, from + piece.flat.length, next.flat.length)).toEqual(slice(one, to, one.flat.length));
      }),
    );
  });

  it('cites at the caret and lands right behind the chip', () => {
    fc.assert(
      fc.property(placed, id, ({ one, from, to }, key) => {
        const { doc: next, caret } = cite(one, from, to, key);
        expect(wellFormed(next)).toBe(true);
        expect(next.flat[caret - 1]).toBe(CHIP);
        expect(next.ids[next.flat.slice(0, caret).split(CHIP).length - 2]).toBe(key);
        // every word stays; compared in the flat text, where words that meet cannot come to spell a citation
        const wordsIn = ({ flat }: Doc): string => flat.replaceAll(CHIP, '').replaceAll(/\s/g, '');
        expect(wordsIn(next)).toBe(wordsIn(splice(one, from, to, { flat: '', ids: [] })));
      }),
    );
  });

  it.each([
    ['was lost', 8, 'was lost [[cite:c]]'],
    ['was lost. MRI', 8, 'was lost [[cite:c]]. MRI'],
    ['was lost MRI', 8, 'was lost [[cite:c]] MRI'],
    ['was lost MRI', 9, 'was lost [[cite:c]] MRI'],
    ['', 0, '[[cite:c]]'],
    ['(see )', 5, '(see [[cite:c]])'],
  ])('sets blanks around a chip in %j at %i', (text, at, expected) => {
    expect(textOf(cite(docOf(text), at, at, 'c').doc)).toBe(expected);
  });

  it.each([
    ['one\r\ntwo\rthree', 'one\ntwo\nthree'],
    ['a\u00A0b\tc', 'a b c'],
    [`x\u200B${CHIP}\u0007y`, 'xy'],
  ])('takes %j in as plain words', (from, to) => {
    expect(plain(from)).toEqual({ flat: to, ids: [] });
  });

  it('finds the smallest difference', () => {
    fc.assert(
      fc.property(words, words, (old, next) => {
        const { from, to, insert } = difference(old, next);
        expect(old.slice(0, from) + insert + old.slice(to)).toBe(next);
        expect(to).toBeGreaterThanOrEqual(from);
      }),
    );
  });
});
