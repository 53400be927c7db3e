import { createHash } from 'node:crypto';
import type { PdfObject } from '../inspect/pdf-objects.ts';
import { dateOf, type Found, pagesOf, type Place, rewritten, stringOf, WrittenPdf } from './written.ts';

/** What is stamped on a page. `foot`: within the page, where its own foot leaves room; else on a strip that is added below it. */
export interface Stamp {
  text: string;
  at: 'foot' | 'strip';
}

export interface AboutPdf {
  title: string;
  author: string;
  subject: string;
  /** BCP 47. */
  lang: string;
  at: Date;
}

const SIZE = 9;
/** Points of the strip that is added, so that nothing of a page is covered. */
const STRIP = 26;
const EDGE = 36;
/** Where the foot of our own paper leaves room: right, and up. */
const FOOT = { right: 84, up: 40 };

/** Widths of Helvetica in thousandths, of what a number is written with. */
const WIDTHS: Readonly<Record<string, number>> = {
  ...Object.fromEntries([...'0123456789'].map((one) => [one, 556])),
  ...Object.fromEntries([...'ABEKPSVXY'].map((one) => [one, 667])),
  ...Object.fromEntries([...'CDHNRU'].map((one) => [one, 722])),
  ...Object.fromEntries([...'FTZ'].map((one) => [one, 611])),
  ...Object.fromEntries([...'GOQ'].map((one) => [one, 778])),
  I: 278,
  J: 500,
  L: 556,
  M: 833,
  W: 944,
  '-': 333,
};
const widthOf = (text: string, size: number): number =>
  ([...text].reduce((sum, one) => sum + (WIDTHS[one] ?? 556), 0) * size) / 1000;

type Box = readonly [number, number, number, number];
const figure = (value: number): string => String(Math.round(value * 1000) / 1000);
const boxText = (box: Box): string => `[${box.map(figure).join(' ')}]`;

/** A box with a strip at the side that is its foot when the page is shown, and where text on it goes. */
function footOf(box: Box, turn: number, strip: number): { box: Box; added: Box } {
  const [x0, y0, x1, y1] = box;
  switch (turn) {
    case 90:
      return { box: [x0, y0, x1 + strip, y1], added: [x1, y0, x1 + strip, y1] };
    case 180:
      return { box: [x0, y0, x1, y1 + strip], added: [x0, y1, x1, y1 + strip] };
    case 270:
      return { box: [x0 - strip, y0, x1, y1], added: [x0 - strip, y0, x0, y1] };
    default:
      return { box: [x0, y0 - strip, x1, y1], added: [x0, y0 - strip, x1, y0] };
  }
}

/** The text matrix of a line that ends `right` from the right edge and stands `up` from the foot, as the page is shown. */
function matrixOf([x0, y0, x1, y1]: Box, turn: number, width: number, right: number, up: number): number[] {
  switch (turn) {
    case 90:
      return [0, 1, -1, 0, x1 - up, y1 - right - width];
    case 180:
      return [-1, 0, 0, -1, x0 + right + width, y1 - up];
    case 270:
      return [0, -1, 1, 0, x0 + up, y0 + right + width];
    default:
      return [1, 0, 0, 1, x1 - right - width, y0 + up];
  }
}

/** Numbers on the pages of a PDF that pdf.js wrote, one each, as decoration in the page's own content. What was written before stays as it is; the same gives the same bytes. */
export function stampPages(pdf: Uint8Array, stamps: readonly Stamp[], about: AboutPdf): Uint8Array<ArrayBuffer> {
  const written = new WrittenPdf(pdf);
  const { trailer } = written;
  const root = written.dictionary(trailer.dictionary.entries.get('Root'), trailer.text);
  if (!root) throw new Error('The PDF has no catalog.');
  const pages = [...pagesOf(written, root)];
  if (pages.length !== stamps.length) throw new Error(`The PDF has ${pages.length} pages, not ${stamps.length}.`);

  const objects = new Map<number, string>();
  let next = written.next;
  const add = (text: string): number => {
    objects.set(next, text);
    return next++;
  };
  const stream = (text: string): string =>
    `<< /Length ${Buffer.byteLength(text, 'latin1')} >>\nstream\n${text}\nendstream`;
  const font = add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>');
  for (const [at, { object, found }] of pages.entries()) {
    const stamp = stamps[at];
    if (!stamp) throw new Error('A page has no number.');
    objects.set(object, stamped(written, found, stamp, { font, add, stream }));
  }
  const number = (key: string): number => {
    const value = trailer.dictionary.entries.get(key);
    if (value?.is !== 'reference') throw new Error(`The PDF names no ${key}.`);
    return value.object;
  };
  objects.set(
    number('Root'),
    rewritten(root, {
      Lang: stringOf(about.lang),
      MarkInfo: '<< /Marked true >>',
      ViewerPreferences: '<< /DisplayDocTitle true >>',
    }),
  );
  objects.set(
    number('Info'),
    `<< /Title ${stringOf(about.title)} /Author ${stringOf(about.author)} /Subject ${stringOf(about.subject)} /Creator (Peritus) /Producer (Peritus) /CreationDate ${dateOf(about.at)} /ModDate ${dateOf(about.at)} >>`,
  );
  return updated(written, objects, next, { root: number('Root'), info: number('Info'), at: about.at });
}

function stamped(
  written: WrittenPdf,
  page: Found,
  stamp: Stamp,
  { font, add, stream }: { font: number; add: (text: string) => number; stream: (text: string) => string },
): string {
  const { entries } = page.dictionary;
  const boxOf = (key: string): Box | null => {
    const list = written.resolve(entries.get(key), page.text)?.value;
    if (list?.is !== 'list') return null;
    const [a = 0, b = 0, c = 0, d = 0] = list.items.map((item) => (item.is === 'number' ? item.number : 0));
    return [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)];
  };
  const numberOf = (key: string, otherwise: number): number => {
    const value = written.resolve(entries.get(key), page.text)?.value;
    return value?.is === 'number' ? value.number : otherwise;
  };
  const media = boxOf('MediaBox') ?? [0, 0, 612, 792];
  const crop = boxOf('CropBox');
  const turn = (((Math.round(numberOf('Rotate', 0) / 90) * 90) % 360) + 360) % 360;
  const unit = numberOf('UserUnit', 1) || 1;
  const size = SIZE / unit;
  const width = widthOf(stamp.text, size);

  let draws = '';
  // what a page shows is cut to what it showed before, so that nothing of it comes onto the strip
  let opens = 'q';
  let shown: Box = crop ?? media;
  const changed: Record<string, string> = {};
  let [right, up] = [FOOT.right / unit, FOOT.up / unit];
  if (stamp.at === 'strip') {
    const foot = footOf(shown, turn, STRIP / unit);
    const [x0, y0, x1, y1] = foot.added;
    opens = `q ${[shown[0], shown[1], shown[2] - shown[0], shown[3] - shown[1]].map(figure).join(' ')} re W n`;
    draws = `1 g ${[x0, y0, x1 - x0, y1 - y0].map(figure).join(' ')} re f `;
    shown = foot.box;
    changed['MediaBox'] = boxText([
      Math.min(media[0], shown[0]),
      Math.min(media[1], shown[1]),
      Math.max(media[2], shown[2]),
      Math.max(media[3], shown[3]),
    ]);
    if (crop) changed['CropBox'] = boxText(shown);
    [right, up] = [EDGE / unit, (STRIP - SIZE) / 2 / unit];
  }
  const matrix = matrixOf(shown, turn, width, right, up).map(figure).join(' ');
  const says = `q /Artifact << /Type /Pagination /Subtype /BatesN >> BDC ${draws}0.11 0.14 0.16 rg BT /PeritusStamp ${figure(size)} Tf ${matrix} Tm (${stamp.text}) Tj ET EMC Q`;
  // drawn first, where the page is a stranger's: what it leaves open cannot move the number
  const [first, last] = stamp.at === 'strip' ? [`${says}\n${opens}`, '\nQ'] : [opens, `\nQ\n${says}`];
  const contents = written.resolve(entries.get('Contents'), page.text);
  const before =
    contents?.value.is === 'list'
      ? contents.value.items.map((item) => contents.text.slice(item.from, item.to))
      : reference(entries.get('Contents'));
  const resources = written.dictionary(entries.get('Resources'), page.text);
  const fonts = resources && written.dictionary(resources.dictionary.entries.get('Font'), resources.text);
  const added = { PeritusStamp: `${font} 0 R` };
  const withFont = fonts ? rewritten(fonts, added) : `<< /PeritusStamp ${font} 0 R >>`;
  return rewritten(page, {
    ...changed,
    Contents: `[${[`${add(stream(first))} 0 R`, ...before, `${add(stream(last))} 0 R`].join(' ')}]`,
    Resources: resources ? rewritten(resources, { Font: withFont }) : `<< /Font ${withFont} >>`,
  });
}

const reference = (value: PdfObject | undefined): string[] =>
  value?.is === 'reference' ? [`${value.object} ${value.generation} R`] : [];

/** The file with its objects and further ones, told in one cross-reference stream (ISO 32000-2, 7.5.8). */
function updated(
  written: WrittenPdf,
  objects: ReadonlyMap<number, string>,
  next: number,
  { root, info, at }: { root: number; info: number; at: Date },
): Uint8Array<ArrayBuffer> {
  // its own references are told anew: what named the instant and the machine goes with them
  const before = Buffer.from(written.bytes.subarray(0, written.references));
  const date = '/CreationDate (';
  const named = before.indexOf(date);
  if (named >= 0 && /^\d{14}\)/.test(before.toString('latin1', named + date.length, named + date.length + 15)))
    before.write(at.toISOString().slice(0, 19).replaceAll(/[-:T]/g, ''), named + date.length, 'latin1');
  const places = new Map<number, Place>(
    [...written.places].filter(([, place]) => !('at' in place) || place.at < before.length),
  );
  const parts: Buffer[] = [before];
  let offset = before.length;
  for (const [object, text] of objects) {
    places.set(object, { at: offset });
    const bytes = Buffer.from(`${object} 0 obj\n${text}\nendobj\n`, 'latin1');
    parts.push(bytes);
    offset += bytes.length;
  }
  places.set(next, { at: offset });
  const rows = Buffer.alloc((next + 1) * 9);
  for (const [object, place] of places) {
    rows.writeUInt8('at' in place ? 1 : 2, object * 9);
    rows.writeUInt32BE('at' in place ? place.at : place.within, object * 9 + 1);
    rows.writeUInt32BE('at' in place ? 0 : place.index, object * 9 + 5);
  }
  const id = createHash('sha256').update(before).digest('hex').slice(0, 32);
  parts.push(
    Buffer.from(
      `${next} 0 obj\n<< /Type /XRef /Size ${next + 1} /Root ${root} 0 R /Info ${info} 0 R /ID [<${id}> <${id}>] /W [1 4 4] /Length ${rows.length} >>\nstream\n`,
      'latin1',
    ),
    rows,
    Buffer.from(`\nendstream\nendobj\nstartxref\n${offset}\n%%EOF\n`, 'latin1'),
  );
  return Uint8Array.from(Buffer.concat(parts));
}
