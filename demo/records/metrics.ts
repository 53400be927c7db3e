import PDFDocument from 'pdfkit';

/** The typefaces of the records: PDF's own standard fonts, so nothing is embedded. */
export const FACES = {
  sans: 'Helvetica',
  'sans-bold': 'Helvetica-Bold',
  'sans-italic': 'Helvetica-Oblique',
  serif: 'Times-Roman',
  'serif-bold': 'Times-Bold',
  'serif-italic': 'Times-Italic',
  mono: 'Courier',
  'mono-bold': 'Courier-Bold',
} as const;

export type Face = keyof typeof FACES;

const FIRST = 32;
const LAST = 255;
const SPECIAL = '–—‘’“”•…';

function measure(face: Face): { latin: Float64Array; special: Map<string, number> } {
  const doc = new PDFDocument({ autoFirstPage: false });
  doc.font(FACES[face]).fontSize(1000);
  const latin = new Float64Array(LAST + 1);
  for (let code = FIRST; code <= LAST; code += 1) {
    latin[code] = code > 126 && code < 160 ? 0 : doc.widthOfString(String.fromCharCode(code)) / 1000;
  }
  const special = new Map([...SPECIAL].map((char) => [char, doc.widthOfString(char) / 1000]));
  return { latin, special };
}

const tables = new Map<Face, ReturnType<typeof measure>>();

/** Width of `text` in points, without kerning (the backends draw without it too). Throws on a character the fonts lack. */
export function widthOf(text: string, face: Face, size: number): number {
  let table = tables.get(face);
  if (table === undefined) {
    table = measure(face);
    tables.set(face, table);
  }
  let sum = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const width = code <= LAST ? table.latin[code] : table.special.get(text[at] ?? '');
    if (width === undefined) throw new Error(`No glyph for ${JSON.stringify(text[at])} in ${JSON.stringify(text)}`);
    sum += width;
  }
  return sum * size;
}
