import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { samplePng } from '../../platform/inspect/samples.ts';
import { sampleLetter } from '../../../tests/harness/word-sample.ts';
import { pagesIn } from './seen.ts';
import { drawnRow, foundIn, partsOf, rowAt, rowsOf } from './text/rows.ts';
import { fineness, scaleOf, standing } from './tiff/layout.ts';
import { TiffPages } from './tiff/pages.ts';
import { wordContent } from './word/convert.ts';

const drawnAll = (text: string, columns: number): string[] => {
  const rows = rowsOf(text, columns);
  return Array.from({ length: rows.count }, (_, row) => drawnRow(rows, row));
};

describe('a text in rows', () => {
  it('is cut at the ends of lines and pages, however they are written, and after the last space of long ones', () => {
    expect(drawnAll('one\ntwo\r\nthree\rfour\ffive', 40)).toEqual(['one', 'two', 'three', 'four', 'five']);
    expect(drawnAll('the pain is worse at night and better by day', 20)).toEqual([
      'the pain is worse ',
      'at night and better ',
      'by day',
    ]);
    expect(drawnAll('x'.repeat(50), 20)).toEqual(['x'.repeat(20), 'x'.repeat(20), 'x'.repeat(10)]);
    expect(drawnAll('', 40)).toEqual([]);
  });

  it('counts lines of the file, not rows', () => {
    const rows = rowsOf(`${'a '.repeat(30)}\nb\n`, 20);
    expect([...rows.lines].filter(Boolean)).toEqual([1, 2]);
    expect(rows).toMatchObject({ line_count: 2, count: 4, cut: false });
    expect(rowsOf('a\n'.repeat(100), 20, 10)).toMatchObject({ count: 10, cut: true });
  });

  it('draws tabs as wide as they are, and shows what nobody sees', () => {
    expect(drawnAll('BP\t120/80\u001b[1m', 40)).toEqual(['BP      120/80␛[1m']);
  });

  it('gives letters of East Asia two places, and accents on their own none', () => {
    expect(drawnAll('漢'.repeat(12), 20)).toEqual(['漢'.repeat(10), '漢漢']);
    expect(drawnAll('e\u0301'.repeat(20), 20)).toEqual(['e\u0301'.repeat(20)]);
  });

  it('loses nothing and repeats nothing, whatever the text and the width', () => {
    const sign = fc.constantFrom('a', ' ', '\n', '\r', '\f', '\t', '漢', '\u{1F600}', '\u0301', '\0');
    const text = fc.string({ unit: sign, maxLength: 300 });
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 60 }), (whole, columns) => {
        const { starts, count } = rowsOf(whole, columns);
        const parts = Array.from({ length: count }, (_, row) => whole.slice(starts[row], starts[row + 1]));
        expect(parts.join('')).toBe(whole);
        expect(parts.every((part) => part !== '')).toBe(true);
      }),
    );
  });

  it('finds words, whatever their case and the signs among them, and marks them in their rows', () => {
    const text = 'Pain 4/10 (left).\nNo pain\tat rest.\nPAIN';
    expect(foundIn(text, 'pain').map(([at]) => at)).toEqual([0, 21, 35]);
    expect(foundIn(text, '4/10 (LEFT).')).toEqual([[5, 17]]);
    expect(foundIn(text, 'pain at rest')).toEqual([[21, 33]]);
    expect(foundIn(text, '')).toEqual([]);
    const rows = rowsOf(text, 40);
    expect(rowAt(rows, 21)).toBe(1);
    expect(partsOf(rows, 1, foundIn(text, 'pain at'), 0)).toEqual([
      { text: 'No ', found: false, current: false },
      { text: 'pain at', found: true, current: true },
      { text: ' rest.', found: false, current: false },
    ]);
  });

  it('puts 10 MB into rows without holding more than numbers of each', () => {
    const text = 'Nursing note, vital signs stable.\n'.repeat(300_000);
    expect(rowsOf(text, 80)).toMatchObject({ count: 300_000, line_count: 300_000, cut: false });
  });
});

describe('pages of what is scrolled', () => {
  it.each([
    [0, 1, 3, [1, 2, 3]],
    [0, 0.3, 3, [1]],
    [0.34, 0.66, 3, [2]],
    [0.5, 1, 3, [2, 3]],
    [0, 1, 1, [1]],
    [1, 1, 4, [4]],
    [0.2, 0, 1, [1]],
  ])('from %d to %d of %d', (from, to, pages, seen) => {
    expect(pagesIn({ from, to }, pages)).toEqual(seen);
  });
});

/* Written by libtiff: each page packed in another way. See its list in the test below. */
const tiff = (): TiffPages => {
  const file = readFileSync(new URL('../../../tests/harness/many-ways.tif', import.meta.url));
  return new TiffPages(new Uint8Array(file).buffer);
};

describe('pages of a TIFF', () => {
  const black = [0, 0, 0];
  const white = [255, 255, 255];
  const gray = [128, 128, 128];
  const red = [200, 30, 40];
  it.each([
    [1, 'fax group 4', white],
    [2, 'fax group 3', white],
    [3, 'fax group 3 in two dimensions', white],
    [4, 'fax by lines', white],
    [5, 'fax group 4, bits from the other end', white],
    [6, 'LZW', gray],
    [7, 'LZW of differences, in color', red],
    [8, 'JPEG in strips, in color', red],
    [9, 'JPEG in strips, gray', gray],
    [10, 'deflated', gray],
    [11, 'runs, in color', red],
    [13, 'deflated, in inks', [255, 0, 0]],
  ])('%d: %s', async (number, _how, below) => {
    const { width, height, pixels } = await tiff().page(number);
    expect([width, height]).toEqual([64, 80]);
    const at = (x: number, y: number): number[] => [...pixels.subarray((y * width + x) * 4, (y * width + x) * 4 + 3)];
    for (const [point, color] of [
      [at(2, 2), white],
      [at(15, 15), black],
      [at(48, 56), below],
    ] as const)
      expect(point.map((one, i) => Math.abs(one - (color[i] ?? 0)) <= 12)).toEqual([true, true, true]);
  });

  it('are as many as there are, each read as often as one likes, and upright as their file says', async () => {
    const pages = tiff();
    expect(pages.count).toBe(13);
    expect((await pages.page(9)).pixels).toEqual((await pages.page(9)).pixels);
    expect((await pages.page(2)).aspect).toBeCloseTo(204 / 98);
    const turned = await pages.page(12);
    expect(turned).toMatchObject({ turn: 90, mirrored: false, aspect: 1 });
    expect(standing({ ...turned, width: 64, height: 80 }, turned.turn)).toEqual({ width: 80, height: 64 });
  });

  it('fill the width, the room, or as much as one likes, and are never drawn larger than browsers draw', () => {
    const page = { width: 1728, height: 2200 };
    const room = { width: 864, height: 550 };
    expect(scaleOf('width', page, room)).toBe(0.5);
    expect(scaleOf('page', page, room)).toBe(0.25);
    expect(scaleOf('page', { width: 10, height: 10 }, room)).toBe(2);
    expect(scaleOf(100, page, room)).toBe(8);
    expect(fineness({ width: 100, height: 100 }, 2)).toBe(2);
    expect(fineness({ width: 8000, height: 8000 }, 2)).toBe(0.5);
  });
});

describe('a Word document', () => {
  const read = async (letter: Buffer) => wordContent(new Uint8Array(letter).buffer);

  it('is read with its order, its notes and its pictures, without what was deleted', async () => {
    const png = samplePng(20, 10);
    const { html, pictures } = await read(sampleLetter(png, { elsewhere: '' }));
    expect(html).toContain('<h1>Letter of the surgeon</h1>');
    expect(html).toContain('<strong>stable</strong>');
    expect(html).toContain('<td><p>120 degrees</p></td>');
    expect(html).toContain('Seen on March 4.');
    expect(html).toContain('put in');
    expect(html).not.toContain('struck out');
    expect(pictures).toHaveLength(1);
    expect(Buffer.from(pictures[0]?.bytes ?? new ArrayBuffer()).equals(png)).toBe(true);
  });

  it('brings no rules of its own, no drawings, and no picture from elsewhere', async () => {
    const { html } = await read(sampleLetter(samplePng(20, 10)));
    expect(html).not.toContain('<iframe');
    expect(html).not.toContain('elsewhere.example');
    expect(html).toContain('&lt;img');
    expect(html.match(/data-picture="none"/g)).not.toBeNull();
    expect(html).not.toMatch(/<img[^>]* src=/);
  });

  it('that is none is refused', async () => {
    await expect(read(Buffer.from('PK no document'))).rejects.toThrow('damaged');
  });
});
