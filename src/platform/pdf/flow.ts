import { Canvas, COLUMN, FLOOR, INK, PAGE, type Struct } from './canvas.ts';
import { breakLines, type Atom, type Line, type Run } from './inline.ts';
import { shape, type FontStyle } from './fonts.ts';

const heightOf = (row: readonly { lines: Line[] }[]): number =>
  Math.max(1, ...row.map((cell) => cell.lines.length)) * 13 + 8;

export type ParagraphOptions = {
  parent?: Struct;
  /** The structure type: P, H1, H2, H3, TD, Lbl, LBody, Caption. */
  tag?: string;
  leading?: number;
  x?: number;
  width?: number;
  align?: 'left' | 'right';
  before?: number;
  after?: number;
  /** Points below the paragraph that must fit on the same page: what keeps a heading with its text. */
  keep?: number;
};

/** Lays text down the pages. `y` is the top of the next line. */
export class Flow {
  readonly canvas: Canvas;
  /** The deepest baseline of text on a page. */
  readonly floor: number;
  y = PAGE.top;

  /** `foot` is how many points the pages' foot takes beyond the usual. */
  constructor(canvas: Canvas, foot = 0) {
    this.canvas = canvas;
    this.floor = FLOOR - foot;
    this.newPage();
  }

  newPage(): void {
    this.canvas.doc.addPage();
    this.y = PAGE.top;
  }

  get fresh(): boolean {
    return this.y <= PAGE.top;
  }

  /** Starts a page unless `height` points still fit on this one. */
  ensure(height: number): void {
    if (this.y + height > this.floor && !this.fresh) this.newPage();
  }

  /** Vertical space; dropped at the top of a page. */
  space(points: number): void {
    if (!this.fresh) this.y += points;
  }

  /** Sets runs as a paragraph over as many pages as it needs; never one lone line at a page's foot or head. */
  paragraph(runs: readonly Run[], options: ParagraphOptions = {}): void {
    const size = Math.max(...runs.map((run) => run.size));
    const leading = options.leading ?? Math.round(size * 1.46 * 4) / 4;
    const x = options.x ?? PAGE.left;
    const lines = breakLines(runs, options.width ?? COLUMN);
    if (lines.length === 0) return;
    const tag = options.tag ?? 'P';
    const element = this.canvas.child(options.parent ?? this.canvas.root, tag);
    this.space(options.before ?? 0);
    this.ensure(leading * Math.min(lines.length, 2) + (options.keep ?? 0));
    let at = 0;
    while (at < lines.length) {
      const left = lines.length - at;
      let fit = Math.max(1, Math.floor((this.floor - this.y + 0.01) / leading));
      if (fit < left) {
        if (left - fit === 1 && fit > 2) fit -= 1;
        if (fit < 2 && left > 1 && !this.fresh) {
          this.newPage();
          continue;
        }
      }
      const part = lines.slice(at, at + fit);
      this.#lines(
        element,
        tag,
        part,
        options.align === 'right' ? { right: x + (options.width ?? COLUMN) } : { left: x },
        leading,
        size,
      );
      at += part.length;
      this.y += part.length * leading;
      if (at < lines.length) this.newPage();
    }
    element.end();
    this.y += options.after ?? 0;
  }

  /** Draws lines from `this.y` on; links become Link elements of their own inside `element`. */
  #lines(
    element: Struct,
    tag: string,
    lines: readonly Line[],
    edge: { left: number } | { right: number },
    leading: number,
    size: number,
  ): void {
    type Placed = { atom: Atom; x: number; y: number };
    let group: { link: Run['link']; placed: Placed[] } = { link: undefined, placed: [] };
    const draw = (placed: readonly Placed[]): void => this.#draw(placed);
    const flush = (): void => {
      const { link, placed } = group;
      const first = placed[0];
      const last = placed.at(-1);
      if (!first || !last) return;
      if (!link) {
        this.canvas.marked(element, tag, () => draw(placed));
        return;
      }
      const anchor = this.canvas.child(element, 'Link');
      this.canvas.marked(anchor, 'Link', () => draw(placed));
      const box = { x: first.x, y: first.y - size * 0.9, w: last.x + last.atom.width - first.x, h: size * 1.2 };
      this.canvas.link(anchor, box, link.target, link.contents);
      anchor.end();
    };
    lines.forEach((line, row) => {
      const baseline = this.y + row * leading + (leading - size) / 2 + size * 0.8;
      let at = 'left' in edge ? edge.left : edge.right - line.width;
      for (const atom of line.atoms) {
        if (atom.run.link !== group.link || (group.link && group.placed.at(-1)?.y !== baseline)) {
          flush();
          group = { link: atom.run.link, placed: [] };
        }
        group.placed.push({ atom, x: at, y: baseline });
        at += atom.width;
      }
      // A real space at a line's end keeps words apart when the text is copied or read aloud.
      const end = line.atoms.at(-1);
      if (end && row < lines.length - 1 && !group.link)
        group.placed.push({
          atom: { ...end, pieces: shape(end.run.style, ' '), width: 0, rise: 0 },
          x: at,
          y: baseline,
        });
    });
    flush();
  }

  /** Draws neighbours of one run on one line in one go. */
  #draw(placed: readonly { atom: Atom; x: number; y: number }[]): void {
    for (let from = 0; from < placed.length;) {
      const first = placed[from];
      if (!first) return;
      let to = from + 1;
      while (to < placed.length && this.#joins(first, placed[to])) to += 1;
      const pieces = placed.slice(from, to).flatMap((item) => item.atom.pieces);
      this.canvas.text(pieces, first.x, first.y - first.atom.rise, first.atom.size, first.atom.run.color);
      from = to;
    }
  }

  #joins(first: { atom: Atom; y: number }, next: { atom: Atom; y: number } | undefined): boolean {
    return (
      next !== undefined &&
      next.y === first.y &&
      next.atom.run.color === first.atom.run.color &&
      next.atom.size === first.atom.size &&
      next.atom.rise === first.atom.rise
    );
  }

  /** How tall runs stand in `width`, in points. */
  heightOf(runs: readonly Run[], width: number, leading: number): number {
    return breakLines(runs, width).length * leading;
  }

  /** One line that is decoration: page heads and feet. What does not fit ends in an ellipsis. */
  stray(
    text: string,
    style: FontStyle,
    size: number,
    color: string,
    x: number,
    y: number,
    align: 'left' | 'right' | 'center' = 'left',
    width = COLUMN,
  ): void {
    const set = (words: string): Line[] => breakLines([{ text: words, style, size, color }], width);
    let lines = set(text);
    for (let length = text.length; lines.length > 1; length -= 1) lines = set(`${text.slice(0, length).trimEnd()}…`);
    if (lines[0]) this.strayLine(lines[0], x, y, align, width);
  }

  /** A line set already, as decoration. */
  strayLine(line: Line, x: number, y: number, align: 'left' | 'right' | 'center', width = COLUMN): void {
    const shift = align === 'right' ? width - line.width : align === 'center' ? (width - line.width) / 2 : 0;
    this.#draw(
      line.atoms.map((atom, index) => ({
        atom,
        x: x + shift + line.atoms.slice(0, index).reduce((sum, item) => sum + item.width, 0),
        y,
      })),
    );
  }

  /** Label and value rows with hairlines, as a table with row headers. Values may run over pages. */
  facts(rows: readonly { label: string; value: Run[] }[], labelWidth = 128): void {
    const table = this.canvas.child(this.canvas.root, 'Table');
    rows.forEach((row, index) => {
      const label: Run[] = [{ text: row.label, style: 'sans', size: 8.75, color: INK.faint }];
      const tall = this.heightOf(label, labelWidth - 12, 15);
      this.ensure(Math.max(tall, 30) + 4);
      if (index > 0 && !this.fresh) this.canvas.rule(PAGE.left, this.y, COLUMN, INK.hair);
      this.y += 4;
      const tr = this.canvas.child(table, 'TR');
      const top = this.y;
      const th = this.canvas.child(tr, 'TH', { scope: 'Row' } as PDFKit.Mixins.StructureElementOptions);
      this.paragraph(label, { parent: th, x: PAGE.left, width: labelWidth - 12, leading: 15 });
      th.end();
      const labelEnd = this.y;
      this.y = top;
      const pages = this.canvas.doc.bufferedPageRange().count;
      const td = this.canvas.child(tr, 'TD');
      this.paragraph(row.value, { parent: td, x: PAGE.left + labelWidth, width: COLUMN - labelWidth, leading: 15 });
      td.end();
      tr.end();
      if (this.canvas.doc.bufferedPageRange().count === pages) this.y = Math.max(this.y, labelEnd);
      this.y += 4;
    });
    table.end();
  }

  /** A grid with a head row that repeats on every page it reaches. `widths` in points; the columns in `right` hold figures. */
  grid(
    head: readonly string[],
    rows: readonly (readonly string[])[],
    widths: readonly number[],
    right: readonly number[] = [],
  ): void {
    const table = this.canvas.child(this.canvas.root, 'Table');
    const cells = (texts: readonly string[], style: FontStyle, color: string): { lines: Line[] }[] =>
      texts.map((text, column) => ({
        lines: breakLines(
          [
            {
              text: text || '–',
              style: column === 0 && style === 'sans' ? 'serif' : style,
              size: column === 0 && style === 'sans' ? 9.5 : 8.75,
              color,
            },
          ],
          (widths[column] ?? 40) - 10,
        ),
      }));
    const draw = (row: { lines: Line[] }[], isHead: boolean, repeated = false): void => {
      const top = this.y;
      const tr = repeated ? undefined : this.canvas.child(table, 'TR');
      let x = PAGE.left;
      row.forEach((cell, column) => {
        const paint = (): void =>
          cell.lines.forEach((line, at) => {
            let left = right.includes(column) ? x + (widths[column] ?? 40) - 22 - line.width : x;
            for (const atom of line.atoms) {
              this.canvas.text(atom.pieces, left, top + 4 + at * 13 + 9.5, atom.size, atom.run.color);
              left += atom.width;
            }
          });
        if (!tr) this.canvas.artifact(paint);
        else {
          const tag = isHead || column === 0 ? 'TH' : 'TD';
          const scope = isHead ? 'Column' : 'Row';
          const element = this.canvas.child(
            tr,
            tag,
            (tag === 'TH' ? { scope } : {}) as PDFKit.Mixins.StructureElementOptions,
          );
          this.canvas.marked(element, tag, paint);
          element.end();
        }
        x += widths[column] ?? 40;
      });
      tr?.end();
      this.y += heightOf(row);
      this.canvas.rule(PAGE.left, this.y, COLUMN, isHead ? INK.line : INK.hair);
    };
    const headCells = cells(head, 'sans-medium', INK.faint);
    const first = rows[0] ? heightOf(cells(rows[0], 'sans', INK.main)) : 0;
    this.ensure(heightOf(headCells) + first);
    draw(headCells, true);
    for (const texts of rows) {
      const row = cells(texts, 'sans', INK.main);
      if (this.y + heightOf(row) > this.floor) {
        this.newPage();
        draw(headCells, true, true);
      }
      draw(row, false);
    }
    table.end();
  }
}
