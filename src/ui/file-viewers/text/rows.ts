/** More rows than these would need more height than browsers give an element. */
const MOST_ROWS = 500_000;
/** More finds than anybody goes through. */
export const MOST_FOUND = 10_000;
const TAB = 8;
const NEW_LINE = 10;
const RETURN = 13;
const NEW_PAGE = 12;

/** A text cut into rows of one height, so that of any length only what is in view is drawn. */
export interface Rows {
  text: string;
  count: number;
  /** Where each row begins in the text; one more says where the last one ends. */
  starts: Uint32Array;
  /** The line of the file that begins with this row, 0 where it goes on from the row above. */
  lines: Uint32Array;
  line_count: number;
  /** It has more rows than can be shown. */
  cut: boolean;
}

/** Places a letter takes: none for accents on their own, two for the scripts of East Asia. */
function wide(code: number): number {
  if (code < 0x300) return 1;
  if (code <= 0x36f || code === 0x200d || (code >= 0xfe00 && code <= 0xfe0f)) return 0;
  const isWide =
    (code >= 0x1100 && code <= 0x115f) ||
    (code >= 0x2e80 && code <= 0xa4cf) ||
    (code >= 0xac00 && code <= 0xd7a3) ||
    (code >= 0xf900 && code <= 0xfaff) ||
    (code >= 0xfe30 && code <= 0xfe6f) ||
    (code >= 0xff00 && code <= 0xff60) ||
    code > 0xffff;
  return isWide ? 2 : 1;
}

/** Cuts a text into rows of so many columns: at ends of lines and pages, and where a line is longer, after its last space. */
export function rowsOf(text: string, columns: number, most = MOST_ROWS): Rows {
  const width = Math.max(2 * TAB, columns);
  const starts: number[] = [];
  const lines: number[] = [];
  let line = 1;
  let at = 0;
  let isNew = true;
  while (at < text.length && starts.length < most) {
    starts.push(at);
    lines.push(isNew ? line : 0);
    const { next, ends } = endOfRow(text, at, width);
    at = next;
    isNew = ends;
    if (ends) line += 1;
  }
  const count = starts.length;
  starts.push(at);
  return {
    text,
    count,
    starts: Uint32Array.from(starts),
    lines: Uint32Array.from(lines),
    line_count: isNew ? line - 1 : line,
    cut: at < text.length,
  };
}

/** How many places the numbers of a text's lines take. */
export function placesOfNumbers(text: string): number {
  let lines = 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines += 1;
  return String(lines).length;
}

function endOfRow(text: string, from: number, width: number): { next: number; ends: boolean } {
  let column = 0;
  let space = -1;
  for (let at = from; at < text.length;) {
    const code = text.codePointAt(at) ?? 0;
    if (code === NEW_LINE || code === NEW_PAGE) return { next: at + 1, ends: true };
    if (code === RETURN) return { next: text.charCodeAt(at + 1) === NEW_LINE ? at + 2 : at + 1, ends: true };
    column += code === 9 ? TAB - (column % TAB) : wide(code);
    if (column > width && at > from) return { next: space > from ? space : at, ends: false };
    at += code > 0xffff ? 2 : 1;
    if (code === 32 || code === 9) space = at;
  }
  return { next: text.length, ends: true };
}

/** A row as it is drawn: tabs as wide as they are, and signs nobody sees as their pictures. */
export function drawnRow({ text, starts }: Rows, row: number): string {
  return drawn(text.slice(starts[row], starts[row + 1]).replace(/[\r\n\f]+$/, ''), 0);
}

/** A part of a row, drawn as if so many columns stood before it. */
function drawn(part: string, before: number): string {
  // oxlint-disable-next-line no-control-regex
  if (!/[\0-\u001f\u007f]/.test(part)) return part;
  let column = before;
  let made = '';
  for (const sign of part) {
    const code = sign.codePointAt(0) ?? 0;
    const shown =
      code === 9
        ? ' '.repeat(TAB - (column % TAB))
        : code < 32
          ? String.fromCharCode(0x2400 + code)
          : code === 127
            ? '\u2421'
            : sign;
    column += code === 9 ? shown.length : wide(code);
    made += shown;
  }
  return made;
}

/** The row that a place of the text stands in. */
export function rowAt({ starts, count }: Rows, place: number): number {
  let low = 0;
  let high = Math.max(0, count - 1);
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if ((starts[middle] ?? 0) <= place) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Where words stand in a text, from and to, whatever their case. */
export function foundIn(text: string, words: string): [number, number][] {
  if (words === '') return [];
  const sought = new RegExp(
    words.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`).replaceAll(/\s+/g, String.raw`\s+`),
    'gi',
  );
  const found: [number, number][] = [];
  for (const match of text.matchAll(sought)) {
    found.push([match.index, match.index + match[0].length]);
    if (found.length === MOST_FOUND) break;
  }
  return found;
}

/** A row in parts, of which some are found words; `current` is the one that is looked at. */
export function partsOf(
  rows: Rows,
  row: number,
  found: readonly (readonly [number, number])[],
  current: number,
): { text: string; found: boolean; current: boolean }[] {
  const from = rows.starts[row] ?? 0;
  const to = rows.starts[row + 1] ?? from;
  const here = found.map((one, at) => ({ one, at })).filter(({ one }) => one[1] > from && one[0] < to);
  if (here.length === 0) return [{ text: drawnRow(rows, row), found: false, current: false }];
  const parts: { text: string; found: boolean; current: boolean }[] = [];
  let column = 0;
  let at = from;
  const add = (end: number, isFound: boolean, isCurrent: boolean): void => {
    const text = drawn(rows.text.slice(at, end).replace(/[\r\n\f]+$/, ''), column);
    column += text.length;
    at = end;
    if (text !== '') parts.push({ text, found: isFound, current: isCurrent });
  };
  for (const { one, at: number } of here) {
    add(Math.max(from, one[0]), false, false);
    add(Math.min(to, one[1]), true, number === current);
  }
  add(to, false, false);
  return parts;
}
