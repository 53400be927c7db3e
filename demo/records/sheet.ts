import { widthOf } from './metrics.ts';
import type { Face } from './metrics.ts';

/** One drawing step on a letter page, in points from the top left; the writers make these, PDF and bitmap backends draw them. */
export type Op =
  | { kind: 'text'; x: number; y: number; text: string; face: Face; size: number; gray: number }
  | { kind: 'line'; x1: number; y1: number; x2: number; y2: number; width: number; gray: number }
  | { kind: 'fill'; x: number; y: number; w: number; h: number; gray: number }
  | { kind: 'curve'; points: [number, number][]; width: number; gray: number };

export type Column = { title: string; width: number };
type TextOptions = { face?: Face; size?: number; x?: number; width?: number; gap?: number; gray?: number };

export const PAGE = { width: 612, height: 792, left: 46, right: 566, bottom: 742 } as const;

/** A letter page being written from the top down. */
export class Sheet {
  ops: Op[] = [];
  y = 60;
  base: Face = 'sans';
  size = 9;
  /** Line height of paragraphs in sizes of type. */
  leading = 1.4;

  /** Points left above the footer. */
  room(): number {
    return PAGE.bottom - this.y;
  }

  at(x: number, y: number, text: string, options: { face?: Face; size?: number; gray?: number } = {}): void {
    const { face = this.base, size = this.size, gray = 0 } = options;
    this.ops.push({ kind: 'text', x, y, text, face, size, gray });
  }

  atRight(x: number, y: number, text: string, options: { face?: Face; size?: number; gray?: number } = {}): void {
    this.at(x - widthOf(text, options.face ?? this.base, options.size ?? this.size), y, text, options);
  }

  rule(gray = 0.6, width = 0.5): void {
    this.line(PAGE.left, this.y, PAGE.right, this.y, gray, width);
    this.y += 4;
  }

  line(x1: number, y1: number, x2: number, y2: number, gray = 0.6, width = 0.5): void {
    this.ops.push({ kind: 'line', x1, y1, x2, y2, width, gray });
  }

  fill(x: number, y: number, w: number, h: number, gray: number): void {
    this.ops.push({ kind: 'fill', x, y, w, h, gray });
  }

  box(x: number, y: number, w: number, h: number, gray = 0.4): void {
    this.line(x, y, x + w, y, gray);
    this.line(x, y + h, x + w, y + h, gray);
    this.line(x, y, x, y + h, gray);
    this.line(x + w, y, x + w, y + h, gray);
  }

  wrap(text: string, width: number, face: Face, size: number): string[] {
    const lines: string[] = [];
    const space = widthOf(' ', face, size);
    let line = '';
    let used = 0;
    for (const word of text.split(' ')) {
      const w = widthOf(word, face, size);
      if (line !== '' && used + space + w > width) {
        lines.push(line);
        line = word;
        used = w;
      } else {
        used += line === '' ? w : space + w;
        line = line === '' ? word : `${line} ${word}`;
      }
    }
    if (line !== '') lines.push(line);
    return lines;
  }

  /** Writes a wrapped paragraph, with a bold run-in heading where it starts with "Heading: ". False, and nothing written, when it does not fit. */
  paragraph(text: string, options: TextOptions = {}): boolean {
    const { face = this.base, size = this.size, x = PAGE.left, gap = 6, gray = 0 } = options;
    const width = options.width ?? PAGE.right - x;
    const leading = size * this.leading;
    const heading = face.endsWith('bold') ? null : /^([A-Z][A-Za-z/&,.' -]{1,40}): (?=\S)/.exec(text);
    const lead = heading?.[1] === undefined ? '' : `${heading[1]}:`;
    const bold = boldOf(face);
    const leadWidth = lead === '' ? 0 : widthOf(`${lead} `, bold, size);
    const lines = this.wrap(text.slice(lead.length === 0 ? 0 : lead.length + 1), width - leadWidth, face, size);
    let rest = lines;
    if (lead !== '' && lines.length > 1) {
      const first = lines[0] ?? '';
      const remaining = text.slice(lead.length + 1 + first.length + 1);
      rest = [first, ...this.wrap(remaining, width, face, size)];
    }
    if (rest.length * leading > this.room()) return false;
    rest.forEach((line, at) => {
      if (at === 0 && lead !== '') {
        this.at(x, this.y, lead, { face: bold, size, gray });
        this.at(x + leadWidth, this.y, line, { face, size, gray });
      } else {
        this.at(x, this.y, line, { face, size, gray });
      }
      this.y += leading;
    });
    this.y += gap;
    return true;
  }

  heading(text: string): void {
    if (this.room() < 30) return;
    this.y += 3;
    this.at(PAGE.left, this.y, text, { face: boldOf(this.base), size: this.size + 0.5 });
    this.y += this.size * 1.32 + 1;
    this.line(PAGE.left, this.y - 1, PAGE.right, this.y - 1, 0.75);
    this.y += 3;
  }

  /** Label and value pairs in `columns` columns. */
  pairs(pairs: readonly (readonly [string, string])[], columns = 2): void {
    const width = (PAGE.right - PAGE.left) / columns;
    const labelWidth = Math.min(
      width * 0.46,
      Math.max(...pairs.map(([label]) => widthOf(label, this.base, this.size - 1))) + 8,
    );
    for (let at = 0; at < pairs.length; at += columns) {
      const row = pairs.slice(at, at + columns);
      const wrapped = row.map(([, value]) => this.wrap(value, width - labelWidth - 10, this.base, this.size));
      const height = Math.max(...wrapped.map((lines) => lines.length)) * this.size * 1.3 + 2;
      if (height > this.room()) return;
      row.forEach(([label], column) => {
        const x = PAGE.left + column * width;
        this.at(x, this.y + 0.5, label, { size: this.size - 1, gray: 0.35 });
        (wrapped[column] ?? []).forEach((line, n) => this.at(x + labelWidth, this.y + n * this.size * 1.3, line));
      });
      this.y += height;
    }
    this.y += 3;
  }

  /** A ruled table; stops before the footer and answers how many rows were written. */
  table(
    columns: readonly Column[],
    rows: readonly (readonly string[])[],
    options: { size?: number; grid?: boolean } = {},
  ): number {
    const size = options.size ?? this.size - 0.5;
    const total = columns.reduce((sum, column) => sum + column.width, 0);
    const scale = (PAGE.right - PAGE.left) / total;
    const leading = size * 1.26;
    if (this.room() < leading * 3) return 0;
    const top = this.y;
    const bold = boldOf(this.base);
    let x: number = PAGE.left;
    this.fill(PAGE.left, this.y, PAGE.right - PAGE.left, leading + 4, 0.9);
    for (const column of columns) {
      this.at(x + 3, this.y + 2.5, column.title, { face: bold, size });
      x += column.width * scale;
    }
    this.y += leading + 4;
    let written = 0;
    for (const row of rows) {
      const cells = row.map((cell, at) => this.wrap(cell, (columns[at]?.width ?? 0) * scale - 6, this.base, size));
      const height = Math.max(1, ...cells.map((lines) => lines.length)) * leading + 5.5;
      if (height > this.room()) break;
      x = PAGE.left;
      cells.forEach((lines, at) => {
        const face = /^(\*|H |L |HH|CRIT)/.test(row[at] ?? '') ? bold : this.base;
        lines.forEach((line, n) => this.at(x + 3, this.y + 3 + n * leading, line, { face, size }));
        x += (columns[at]?.width ?? 0) * scale;
      });
      this.y += height;
      this.line(PAGE.left, this.y, PAGE.right, this.y, 0.78, 0.4);
      written += 1;
    }
    if (options.grid !== false) {
      x = PAGE.left;
      for (const column of [...columns, { width: 0 }]) {
        this.line(x, top, x, this.y, 0.7, 0.4);
        x += column.width * scale;
      }
      this.line(PAGE.left, top, PAGE.right, top, 0.6);
    }
    this.y += 7;
    return written;
  }

  /** A person's signature as a pen stroke above a line, shaped by `seed` numbers in [0, 1). */
  signature(x: number, y: number, seed: () => number): void {
    const points: [number, number][] = [];
    const count = 9 + Math.floor(seed() * 6);
    for (let at = 0; at < count; at += 1) {
      points.push([x + at * (6 + seed() * 5), y + (at % 2 === 0 ? -1 : 1) * (2 + seed() * (at < 3 ? 12 : 6))]);
    }
    this.ops.push({ kind: 'curve', points, width: 0.9, gray: 0.15 });
  }

  /** All text on the page in drawing order, one space between pieces. */
  text(): string {
    return this.ops
      .map((op) => (op.kind === 'text' ? op.text : ''))
      .filter((piece) => piece !== '')
      .join(' ');
  }
}

export function boldOf(face: Face): Face {
  if (face === 'sans') return 'sans-bold';
  if (face === 'serif') return 'serif-bold';
  return face === 'mono' ? 'mono-bold' : face;
}
