import PDFDocument from 'pdfkit';
import { FACES } from './metrics.ts';
import type { Face } from './metrics.ts';
import { PAGE } from './sheet.ts';
import type { Op } from './sheet.ts';

/** The parts of a pdfkit document that put a font on a page; its own text() is some ten times slower than writing the operators. */
type FontAccess = {
  _font: { id: string; ref: () => unknown };
  page: { fonts: Record<string, unknown> };
};

const WINDOWS_1252: Record<string, number> = {
  '…': 0x85,
  '‘': 0x91,
  '’': 0x92,
  '“': 0x93,
  '”': 0x94,
  '•': 0x95,
  '–': 0x96,
  '—': 0x97,
};

/** A PDF that is the same, byte for byte, for the same title and dates. */
export function openDocument(title: string, author: string, created: Date): PDFKit.PDFDocument {
  return new PDFDocument({
    autoFirstPage: false,
    size: [PAGE.width, PAGE.height],
    margin: 0,
    info: {
      Title: title,
      Author: author,
      Creator: 'HIM Release of Information',
      Producer: 'Records Export 7.2',
      CreationDate: created,
    },
  });
}

function literal(text: string): string {
  let out = '';
  for (const char of text) {
    const code = WINDOWS_1252[char] ?? char.charCodeAt(0);
    if (char === '(' || char === ')' || char === '\\') out += `\\${char}`;
    else if (code > 126) out += `\\${code.toString(8).padStart(3, '0')}`;
    else out += char;
  }
  return `(${out})`;
}

const n = (value: number): string => String(Math.round(value * 100) / 100);
const ASCENT: Record<string, number> = { sans: 0.75, serif: 0.72, mono: 0.68 };

function fontId(doc: PDFKit.PDFDocument, face: Face): string {
  doc.font(FACES[face]);
  // why: pdfkit’s types leave out its inner parts
  const access = doc as unknown as FontAccess;
  access.page.fonts[access._font.id] ??= access._font.ref();
  return access._font.id;
}

/** Baseline of a text drawn with its top at `y`. */
export function baseline(y: number, face: Face, size: number): number {
  return y + (ASCENT[face.split('-')[0] ?? 'sans'] ?? 0.75) * size;
}

/** Adds one page with these drawing steps. pdfkit's page coordinates run downwards. */
export function drawPage(doc: PDFKit.PDFDocument, ops: readonly Op[]): void {
  doc.addPage({ size: [PAGE.width, PAGE.height], margin: 0 });
  const ids = new Map<Face, string>();
  const out: string[] = [];
  let gray = -1;
  let width = -1;
  const setGray = (value: number): void => {
    if (value !== gray) out.push(`${n(value)} g ${n(value)} G`);
    gray = value;
  };
  const setWidth = (value: number): void => {
    if (value !== width) out.push(`${n(value)} w`);
    width = value;
  };
  for (const op of ops) {
    setGray(op.gray);
    if (op.kind === 'text') {
      let id = ids.get(op.face);
      if (id === undefined) {
        id = fontId(doc, op.face);
        ids.set(op.face, id);
      }
      out.push(
        `BT /${id} ${n(op.size)} Tf 1 0 0 -1 ${n(op.x)} ${n(baseline(op.y, op.face, op.size))} Tm ${literal(op.text)} Tj ET`,
      );
    } else if (op.kind === 'line') {
      setWidth(op.width);
      out.push(`${n(op.x1)} ${n(op.y1)} m ${n(op.x2)} ${n(op.y2)} l S`);
    } else if (op.kind === 'fill') {
      out.push(`${n(op.x)} ${n(op.y)} ${n(op.w)} ${n(op.h)} re f`);
    } else {
      setWidth(op.width);
      out.push(smooth(op.points));
    }
  }
  doc.addContent(out.join('\n'));
}

/** A stroked path through the middles of the segments, bent at the points. */
function smooth(points: readonly [number, number][]): string {
  const [first, ...rest] = points;
  if (first === undefined) return '';
  const steps = rest.map(([x, y], at) => {
    const after = rest[at + 1] ?? [x + 4, y];
    return `${n(x)} ${n(y)} ${n((x + after[0]) / 2)} ${n((y + after[1]) / 2)} v`;
  });
  return `${n(first[0])} ${n(first[1])} m ${steps.join(' ')} S`;
}
