/** Objects of a PDF as they stand in its bytes (ISO 32000-2, 7.3), read from text in which each byte is one letter. */

export type PdfObject = { from: number; to: number } & (
  | { is: 'name'; name: string }
  | { is: 'number'; number: number }
  | { is: 'reference'; object: number; generation: number }
  | { is: 'list'; items: PdfObject[] }
  | PdfEntries
  | { is: 'other' }
);
interface PdfEntries {
  is: 'dictionary';
  entries: Map<string, PdfObject>;
}
export type PdfDictionary = PdfEntries & { from: number; to: number };

/** A dictionary with the number of its object; a trailer has none. */
export interface PdfPart {
  object: number;
  generation: number;
  dictionary: PdfDictionary;
}

/** How far before a name in it the object of a dictionary may begin: programs take a few hundred bytes. */
export const BEHIND_BYTES = 16 * 1024;
/** Objects begun before a name that are looked at, the nearest first. */
const MOST_HEADS = 8;
const DEEPEST = 16;

const GAP = /(?:[\0\t\n\f\r ]|%[^\r\n]*)*/y;
const NAME = /\/([^\0\t\n\f\r ()<>[\]{}/%]*)/y;
const REFERENCE = /(\d{1,10})[\0\t\n\f\r ]+(\d{1,5})[\0\t\n\f\r ]+R(?![^\0\t\n\f\r ()<>[\]{}/%])/y;
const NUMBER = /[+-]?(?:\d+\.?\d*|\.\d+)/y;
const HEXADECIMAL = /<[^<>]*>/y;
const KEYWORD = /[a-z]+/y;
const HEAD = /(?:(\d{1,10})[\0\t\n\f\r ]+(\d{1,5})[\0\t\n\f\r ]+obj|trailer)/g;

/** A hexadecimal number, its letters in either case. */
const hex = (code: number): string =>
  code.toString(16).replaceAll(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
/** The pattern of a name, each letter of which may be written as its number (7.3.5). */
export const named = (name: string): string =>
  `/${[...name].map((letter) => `(?:${letter}|#${hex(letter.charCodeAt(0))})`).join('')}(?![\\w#.-])`;

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** Where the next object begins: after spaces and comments. */
export const afterGap = (text: string, at: number): number => at + (matchAt(GAP, text, at)?.[0].length ?? 0);

/** The object that stands at a place, spaces before it included; null when it is none or not whole. */
export function readObject(text: string, at: number, depth = 0): PdfObject | null {
  const from = afterGap(text, at);
  if (depth > DEEPEST) return null;
  if (text.startsWith('<<', from)) return readDictionary(text, from, depth);
  if (text[from] === '[') return readList(text, from, depth);
  if (text[from] === '(') return readString(text, from);
  const name = matchAt(NAME, text, from);
  if (name) return { is: 'name', name: plain(name[1] ?? ''), from, to: from + name[0].length };
  const reference = matchAt(REFERENCE, text, from);
  if (reference) {
    const [object, generation] = [Number(reference[1]), Number(reference[2])];
    return { is: 'reference', object, generation, from, to: from + reference[0].length };
  }
  const number = matchAt(NUMBER, text, from);
  if (number) return { is: 'number', number: Number(number[0]), from, to: from + number[0].length };
  const other = matchAt(HEXADECIMAL, text, from) ?? matchAt(KEYWORD, text, from);
  return other ? { is: 'other', from, to: from + other[0].length } : null;
}

/** A name with letters that are written as their numbers put in (7.3.5). */
const plain = (name: string): string =>
  name.replaceAll(/#([\da-f]{2})/gi, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

function readDictionary(text: string, from: number, depth: number): PdfDictionary | null {
  const entries = new Map<string, PdfObject>();
  let at = afterGap(text, from + 2);
  while (!text.startsWith('>>', at)) {
    const key = readObject(text, at, depth + 1);
    const value = key?.is === 'name' ? readObject(text, key.to, depth + 1) : null;
    // of two with one name, readers differ in which they take
    if (key?.is !== 'name' || value === null || entries.has(key.name)) return null;
    entries.set(key.name, value);
    at = afterGap(text, value.to);
  }
  return { is: 'dictionary', entries, from, to: at + 2 };
}

function readList(text: string, from: number, depth: number): PdfObject | null {
  const items: PdfObject[] = [];
  let at = afterGap(text, from + 1);
  while (text[at] !== ']') {
    const item = readObject(text, at, depth + 1);
    if (item === null) return null;
    items.push(item);
    at = afterGap(text, item.to);
  }
  return { is: 'list', items, from, to: at + 1 };
}

/** Text in brackets, which may stand in it in pairs or after a backslash (7.3.4.2). */
function readString(text: string, from: number): PdfObject | null {
  let open = 0;
  for (let at = from; at < text.length; at += 1) {
    const letter = text[at];
    if (letter === '\\') at += 1;
    else if (letter === '(') open += 1;
    else if (letter === ')' && (open -= 1) === 0) return { is: 'other', from, to: at + 1 };
  }
  return null;
}

/** The object or trailer whose dictionary holds the place `index` of the text, or null. */
export function partAround(text: string, index: number): PdfPart | null {
  const start = Math.max(0, index - BEHIND_BYTES);
  const heads = [...text.slice(start, index).matchAll(HEAD)].slice(-MOST_HEADS).toReversed();
  for (const head of heads) {
    const dictionary = readObject(text, start + head.index + head[0].length);
    if (dictionary?.is !== 'dictionary' || dictionary.from > index || dictionary.to <= index) continue;
    return { object: Number(head[1] ?? 0), generation: Number(head[2] ?? 0), dictionary };
  }
  return null;
}

/** The whole number an entry is, `fallback` where there is none, NaN for anything else. */
export function numberIn(dictionary: PdfDictionary | null, key: string, fallback: number): number {
  const value = dictionary?.entries.get(key);
  if (value === undefined) return fallback;
  return value.is === 'number' && Number.isInteger(value.number) ? value.number : Number.NaN;
}
