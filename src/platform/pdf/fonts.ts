import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import PdfDocument from 'pdfkit';
import { unpackWoff } from './woff.ts';

/** The styles the paper uses; a sans style falls back to the serif faces for scripts it lacks. */
export type FontStyle = 'serif' | 'serif-italic' | 'serif-bold' | 'sans' | 'sans-medium' | 'sans-bold';

/** The part of a parsed fontkit font that is used here. */
type ParsedFont = {
  unitsPerEm: number;
  hasGlyphForCodePoint(codePoint: number): boolean;
  /** Glyphs it made so far, by id: each keeps the letters it was first made for, or none where it was made as a part. */
  _glyphs: Record<number, unknown>;
  layout(text: string): {
    glyphs: { id: number; advanceWidth: number; codePoints: number[] }[];
    positions: { xAdvance: number; xOffset: number }[];
  };
};
export type Face = { id: string; font: ParsedFont };
/** Glyphs of one face; advances and offsets in thousandths of the font size. */
export type Piece = {
  face: Face;
  glyphs: { id: number; width: number; codePoints: number[]; adjust: number; offset: number }[];
  width: number;
};

const require = createRequire(import.meta.url);
/** Each family by name; found when it is first asked for. */
const FAMILIES: ReadonlyMap<string, () => string> = new Map([
  ['hanken-grotesk', () => require.resolve('@fontsource/hanken-grotesk/package.json')],
  ['source-serif-4', () => require.resolve('@fontsource/source-serif-4/package.json')],
  ['noto-sans-math', () => require.resolve('@fontsource/noto-sans-math/package.json')],
  ['cactus-classical-serif', () => require.resolve('@fontsource/cactus-classical-serif/package.json')],
  ['zcool-xiaowei', () => require.resolve('@fontsource/zcool-xiaowei/package.json')],
  ['sawarabi-gothic', () => require.resolve('@fontsource/sawarabi-gothic/package.json')],
  ['nanum-gothic', () => require.resolve('@fontsource/nanum-gothic/package.json')],
]);
const folders = new Map<string, string>();

/** Where a family lies. */
function folderOf(family: string): string {
  let folder = folders.get(family);
  if (folder === undefined) {
    folder = dirname(FAMILIES.get(family)?.() ?? '');
    folders.set(family, folder);
  }
  return folder;
}
const subsets = ['latin', 'latin-ext', 'cyrillic', 'cyrillic-ext', 'greek', 'vietnamese'];
const chain = (family: string, weight: number, shape: string): string[] =>
  subsets.map((subset) => `${family}/files/${family}-${subset}-${weight}-${shape}.woff`);
const MATH = ['noto-sans-math/files/noto-sans-math-latin-400-normal.woff'];
const serif = (weight: number, shape = 'normal'): string[] => chain('source-serif-4', weight, shape);
const sans = (weight: number): string[] => chain('hanken-grotesk', weight, 'normal');

const CHAINS: Record<FontStyle, string[]> = {
  serif: [...serif(400), ...MATH],
  'serif-italic': [...serif(400, 'italic'), ...MATH],
  'serif-bold': [...serif(600), ...MATH],
  sans: [...sans(400), ...serif(400), ...MATH],
  'sans-medium': [...sans(500), ...serif(400), ...MATH],
  'sans-bold': [...sans(600), ...serif(600), ...MATH],
};

/**
 * Chinese, Japanese and Korean, first to last: traditional and simplified Chinese, Japanese, Korean. Each comes in some
 * hundred files of a part of its letters; the one a letter stands in is read when the letter is met.
 */
const EAST_ASIAN = ['cactus-classical-serif', 'zcool-xiaowei', 'sawarabi-gothic', 'nanum-gothic'];
const eastAsian =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\u30fb\u30fc\uff00-\uffef]/u;

/** Which file of a family is said to hold which letters: [name, first, last]. */
const parts = new Map<string, readonly (readonly [string, number, number])[]>();

function partsOf(family: string): readonly (readonly [string, number, number])[] {
  let found = parts.get(family);
  if (!found) {
    const ranges = JSON.parse(readFileSync(join(folderOf(family), 'unicode.json'), 'utf8')) as Record<string, string>;
    found = Object.entries(ranges).flatMap(([part, list]) =>
      list.split(',').map((range) => {
        const [first = '', last = first] = range.trim().slice(2).split('-');
        return [part.replaceAll(/[[\]]/g, ''), parseInt(first, 16), parseInt(last, 16)] as const;
      }),
    );
    parts.set(family, found);
  }
  return found;
}

/** The files that may draw an East Asian letter, best first. */
const eastAsianFiles = (codePoint: number): string[] =>
  EAST_ASIAN.flatMap((family) => {
    const part = partsOf(family).find(([, first, last]) => first <= codePoint && codePoint <= last);
    return part ? [`${family}/files/${family}-${part[0]}-400-normal.woff`] : [];
  });

// Parsed fonts and shaped words live as long as the thread: parsing is most of what a short report would cost.
const faces = new Map<string, Face | null>();
const shaped = new Map<string, Piece[]>();
const SHAPED_LIMIT = 60_000;

function fileOf(path: string): string | undefined {
  const [family = '', ...rest] = path.split('/');
  const file = join(folderOf(family), ...rest);
  return existsSync(file) ? file : undefined;
}

/** Parses through pdfkit so that its own fontkit is used; null where a family lacks the subset. */
function faceOf(path: string): Face | null {
  const known = faces.get(path);
  if (known !== undefined) return known;
  const file = fileOf(path);
  let face: Face | null = null;
  if (file) {
    const scratch = new PdfDocument({ font: '', autoFirstPage: false });
    scratch.font(unpackWoff(readFileSync(file)));
    // why: pdfkit’s types leave out its inner parts
    const { font } = (scratch as unknown as Record<'_font', { font: ParsedFont }>)['_font'];
    face = { id: path.replace(/^.*\/|\.woff$/g, ''), font };
  }
  faces.set(path, face);
  return face;
}

function faceFor(style: FontStyle, codePoint: number): Face | undefined {
  const east = eastAsian.test(String.fromCodePoint(codePoint));
  for (const path of east ? [...CHAINS[style], ...eastAsianFiles(codePoint)] : CHAINS[style]) {
    const face = faceOf(path);
    if (face?.font.hasGlyphForCodePoint(codePoint)) return face;
  }
  return undefined;
}

// Marks stay with the letter before them.
const clings = /\p{M}/u;
const invisible = /\p{Cc}|\p{Cf}|\p{Variation_Selector}/gu;

/** Text as the fonts want it: composed, without control characters; tabs and odd spaces are plain spaces. */
export const normalizeText = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[\t\u2000-\u200a\u205f\u3000]/g, ' ')
    .replace(invisible, '');

const codePointsOf = (text: string): number[] => Array.from(text, (letter) => letter.codePointAt(0) ?? 0);

type Laid = ReturnType<ParsedFont['layout']> & { letters: number[][] };

/**
 * Lays a run out, with the letters each glyph stands for, so that what is extracted is what was written. Fontkit keeps
 * with a glyph the letters it was first made for, or none where it was first made as a part of another: what it made is
 * forgotten before, and where its letters still are not those of the text (two letters that share a glyph), they are
 * told one by one.
 */
function layout(font: ParsedFont, text: string): Laid {
  font._glyphs = {};
  const laid = font.layout(text);
  const letters = laid.glyphs.map((glyph) => glyph.codePoints);
  const written = codePointsOf(text);
  if (letters.flat().join() === written.join()) return { ...laid, letters };
  if (laid.glyphs.length === written.length) return { ...laid, letters: written.map((letter) => [letter]) };
  const clusters = text.match(/\P{M}\p{M}*/gu) ?? [text];
  if (clusters.length > 1) {
    const each = clusters.map((cluster) => layout(font, cluster));
    return {
      glyphs: each.flatMap((one) => one.glyphs),
      positions: each.flatMap((one) => one.positions),
      letters: each.flatMap((one) => one.letters),
    };
  }
  // one letter of several glyphs: the first says it
  return { ...laid, letters: laid.glyphs.map((_, at) => (at === 0 ? written : [])) };
}

/**
 * A word with the letters no face has told by their numbers, `[U+05E9]`: an empty box would say nothing, and who made the
 * name of a file is not the one who signs. What is signed is asked for such letters before (`unsupportedCharacters`).
 */
const spelled = (style: FontStyle, word: string): string =>
  Array.from(word, (letter) => {
    const code = letter.codePointAt(0) ?? 0;
    if (clings.test(letter) || letter === NON_BREAKING_HYPHEN || faceFor(style, code)) return letter;
    return `[U+${code.toString(16).toUpperCase().padStart(4, '0')}]`;
  }).join('');

/** Shapes one word in `style`: a piece for every run of letters one face can draw. */
export function shape(style: FontStyle, written: string): Piece[] {
  const key = `${style}\n${written}`;
  const known = shaped.get(key);
  if (known) return known;
  const word = spelled(style, written);
  const first = faceOf(CHAINS[style][0] ?? '');
  if (!first) throw new Error(`The font for ${style} is missing`);
  const runs: { face: Face; text: string }[] = [];
  for (const letter of word) {
    const last = runs.at(-1);
    const stays = last && (clings.test(letter) || last.face.font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0));
    // A run in a fallback face goes back to the first face as soon as that has the letter.
    const face = stays && last.face === first ? first : (faceFor(style, letter.codePointAt(0) ?? 0) ?? first);
    if (last && (last.face === face || clings.test(letter))) last.text += letter;
    else runs.push({ face, text: letter });
  }
  const pieces = runs.map(({ face, text }): Piece => {
    const { glyphs, positions, letters } = layout(face.font, text);
    const scale = 1000 / face.font.unitsPerEm;
    const laid = glyphs.map((glyph, at) => ({
      id: glyph.id,
      width: glyph.advanceWidth * scale,
      codePoints: letters[at] ?? [],
      adjust: ((positions[at]?.xAdvance ?? glyph.advanceWidth) - glyph.advanceWidth) * scale,
      offset: (positions[at]?.xOffset ?? 0) * scale,
    }));
    return { face, glyphs: laid, width: laid.reduce((sum, glyph) => sum + glyph.width + glyph.adjust, 0) };
  });
  if (shaped.size >= SHAPED_LIMIT) shaped.clear();
  shaped.set(key, pieces);
  return pieces;
}

/** The characters of `text` no face has, each once: what would print as a number. */
export function unsupportedCharacters(text: string): string[] {
  const letters = new Set(normalizeText(text).replace(/\s/g, ''));
  return [...letters].filter(
    (letter) => letter !== NON_BREAKING_HYPHEN && !isRaised(letter) && !faceFor('serif', letter.codePointAt(0) ?? 0),
  );
}

/** Drawn as a hyphen, at which no line breaks. */
export const NON_BREAKING_HYPHEN = '\u2011';

const RAISED = '⁰⁴⁵⁶⁷⁸⁹⁺⁻₀₁₂₃₄₅₆₇₈₉₊₋';
const PLAIN = '0456789+−0123456789+−';
const isRaised = (letter: string): boolean => RAISED.includes(letter);

/** Superscript and subscript figures the faces lack, with the figure to draw small and whether it stands high or low. */
export function raisedFigure(letter: string): { figure: string; high: boolean } | undefined {
  const at = RAISED.indexOf(letter);
  return at < 0 ? undefined : { figure: PLAIN.charAt(at), high: at < RAISED.indexOf('₀') };
}
