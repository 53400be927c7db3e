import { NON_BREAKING_HYPHEN, normalizeText, raisedFigure, shape, type FontStyle, type Piece } from './fonts.ts';

/** A stretch of text in one style. `link` makes it a link: `#name` within the document, else a URL. */
export type Run = {
  text: string;
  style: FontStyle;
  size: number;
  color: string;
  rise?: number;
  link?: { target: string; contents: string };
};
/** What is drawn together on a line: shaped words of one run. */
export type Atom = { pieces: Piece[]; width: number; run: Run; size: number; rise: number };
export type Line = { atoms: Atom[]; width: number };

type Unit = { atoms: Atom[]; width: number; space: Atom | undefined; newline: boolean };

const widthOf = (pieces: readonly Piece[], size: number): number =>
  pieces.reduce((sum, piece) => sum + piece.width, 0) * (size / 1000);

/** `as`: the letter it is extracted as, where another is drawn for it. */
function atomOf(text: string, run: Run, size = run.size, rise = run.rise ?? 0, as?: string): Atom {
  // A space that holds words together is an ordinary one once the lines are set, so that search finds the words.
  const shaped = shape(run.style, text.replaceAll('\u00a0', ' '));
  const pieces = as === undefined ? shaped : shaped.map((piece) => said(piece, as));
  return { pieces, width: widthOf(pieces, size), run, size, rise };
}

const said = (piece: Piece, as: string): Piece => ({
  ...piece,
  glyphs: piece.glyphs.map((glyph) => ({ ...glyph, codePoints: [as.codePointAt(0) ?? 0] })),
});

/** A word as atoms: figures the faces have no raised form of are drawn small and raised. */
function atomsOf(word: string, run: Run): Atom[] {
  const atoms: Atom[] = [];
  let plain = '';
  for (const letter of word) {
    const raised = raisedFigure(letter);
    const hyphen = letter === NON_BREAKING_HYPHEN;
    if (!raised && !hyphen) {
      plain += letter;
      continue;
    }
    if (plain) atoms.push(atomOf(plain, run));
    plain = '';
    if (!raised) atoms.push(atomOf('-', run, run.size, run.rise, letter));
    else atoms.push(atomOf(raised.figure, run, run.size * 0.66, run.size * (raised.high ? 0.34 : -0.12), letter));
  }
  if (plain) atoms.push(atomOf(plain, run));
  return atoms;
}

// A line may break after spaces, hyphens, dashes and slashes between letters; never inside a number range like 3/5.
const parts = /\n| +|[^ \n]*?[^ \n\d][-–—/](?=[^ \n\d])|[^ \n]+/g;

/** Cuts runs into units that stay on one line; text without a place to break between two runs stays together. */
function unitsOf(runs: readonly Run[]): Unit[] {
  const units: Unit[] = [];
  let open = false;
  for (const run of runs) {
    for (const [part] of normalizeTextKeepingLines(run.text).matchAll(parts)) {
      const last = units.at(-1);
      if (part === '\n') {
        units.push({ atoms: [], width: 0, space: undefined, newline: true });
        open = false;
      } else if (part.startsWith(' ')) {
        if (last && !last.newline) last.space ??= atomOf(' ', run);
        open = false;
      } else {
        const atoms = atomsOf(part, run);
        const width = atoms.reduce((sum, atom) => sum + atom.width, 0);
        if (open && last && !last.space) {
          last.atoms.push(...atoms);
          last.width += width;
        } else units.push({ atoms, width, space: undefined, newline: false });
        open = !/[-–—/]$/.test(part);
      }
    }
  }
  return units;
}

const normalizeTextKeepingLines = (text: string): string =>
  text.replace(/\r\n?/g, '\n').split('\n').map(normalizeText).join('\n');

/** Cuts a unit wider than a whole line letter by letter: nothing may ever leave the paper. */
function splitUnit(unit: Unit, width: number): Unit[] {
  const cut: Unit[] = [];
  let atoms: Atom[] = [];
  let used = 0;
  for (const atom of unit.atoms)
    for (const piece of atom.pieces) {
      let glyphs: Piece['glyphs'] = [];
      let pieceWidth = 0;
      const flush = (): void => {
        if (glyphs.length === 0) return;
        const part = { face: piece.face, glyphs, width: pieceWidth };
        atoms.push({ ...atom, pieces: [part], width: (pieceWidth * atom.size) / 1000 });
        glyphs = [];
        pieceWidth = 0;
      };
      for (const glyph of piece.glyphs) {
        const advance = glyph.width + glyph.adjust;
        if (used + (advance * atom.size) / 1000 > width && used > 0) {
          flush();
          cut.push({ atoms, width: used, space: undefined, newline: false });
          atoms = [];
          used = 0;
        }
        glyphs.push(glyph);
        pieceWidth += advance;
        used += (advance * atom.size) / 1000;
      }
      flush();
    }
  cut.push({ ...unit, atoms, width: used });
  return cut;
}

/** Breaks runs into lines no wider than `width` points; always at least one line for text that is not blank. */
export function breakLines(runs: readonly Run[], width: number): Line[] {
  const lines: Line[] = [];
  let line: Line = { atoms: [], width: 0 };
  let space: Atom | undefined;
  const end = (): void => {
    lines.push(line);
    line = { atoms: [], width: 0 };
    space = undefined;
  };
  const put = (unit: Unit): void => {
    if (line.atoms.length > 0 && line.width + (space?.width ?? 0) + unit.width > width) end();
    if (space) {
      line.atoms.push(space);
      line.width += space.width;
    }
    line.atoms.push(...unit.atoms);
    line.width += unit.width;
    space = unit.space;
  };
  for (const unit of unitsOf(runs)) {
    if (unit.newline) end();
    else if (unit.width > width) splitUnit(unit, width).forEach(put);
    else put(unit);
  }
  if (line.atoms.length > 0) end();
  return lines;
}
