import { ALSO_NAMES, DEGREES, FUSED, GENERATIONS, NICKNAMES, PARTICLES, TITLES } from './name-tables.ts';
import { alike, foldLetters, isWrittenOut, signsOf } from './name-words.ts';

/** One way to read who somebody is. All folded. */
interface Reading {
  given: string[];
  /** The surname as one word, with its particles, and without those some leave out. */
  family: string;
  core: string;
  /** Both of a double surname, where it is certain that it is one; else none. */
  parts: string[];
}

/** A person's name as it is compared. */
export interface PersonName {
  readings: Reading[];
  /** "jr", "iii"; empty where none is said. */
  generation: string;
  /** How the surnames begin: of two names that are one, some begin alike. */
  heads: readonly string[];
}

const headsOf = (readings: readonly Reading[]): string[] => [
  ...new Set(readings.flatMap((one) => [one.family, one.core, ...one.parts].map((word) => word.slice(0, 2)))),
];

/** One word as it is written, and folded without dots and hyphens. */
interface Token {
  written: string;
  plain: string;
  /** Two or three capitals among words that are not: "JR Harmon". */
  capitals: boolean;
}

const MOST_WORDS = 14;
const SLIP = { missing: 9, mistake: Infinity };

const isOneCase = (text: string): boolean => text === text.toUpperCase() || text === text.toLowerCase();

function tokensOf(segment: string, out: boolean, oneCase: boolean): Token[] {
  const plainOf = (written: string): string => signsOf(foldLetters(written, out));
  return segment
    .replaceAll(/[‐‑‒–—−]/g, '-')
    .split(/[\s()"“”]+/)
    .flatMap((word) => (DEGREES.has(plainOf(word)) ? [word] : word.split('/')))
    .map((written) => ({
      written,
      plain: plainOf(written),
      capitals: !oneCase && /^\p{Lu}{2,3}$/u.test(written),
    }))
    .filter(({ plain }) => plain !== '');
}

/** Whether a word behind a name is a degree: surely, surely not, or one may read it either way. */
function isDegree({ written, plain }: Token, oneCase: boolean, behindComma: boolean): boolean | 'perhaps' {
  if (!DEGREES.has(plain)) return false;
  if (written.replaceAll(/[^.]/g, '').length > 1) return true;
  const asName = /^\p{Lu}\p{Ll}+$/u.test(written) && !TITLES.has(plain);
  if (!ALSO_NAMES.has(plain)) return behindComma || oneCase || !asName ? true : 'perhaps';
  if (oneCase) return 'perhaps';
  return written.replaceAll(/[^\p{L}]/gu, '') === plain.toUpperCase();
}

/** What is left of some words without titles before and degrees behind; `greedy` also takes those that may be names. */
function stripped(tokens: readonly Token[], oneCase: boolean, least: number, greedy: boolean): Token[] {
  let from = 0;
  let to = tokens.length;
  while (to - from > least) {
    const last = tokens[to - 1];
    const degree = last !== undefined && isDegree(last, oneCase, least === 0);
    if (degree === true || (degree === 'perhaps' && greedy)) to -= 1;
    else break;
  }
  while (to - from > Math.max(1, least) && TITLES.has(tokens[from]?.plain ?? '')) from += 1;
  const left = tokens.slice(from, to);
  return least === 0 && left.every(({ plain }) => TITLES.has(plain)) ? [] : left;
}

/** The generation, and the words without it. */
function withoutGeneration(tokens: Token[], least: number): { rest: Token[]; generation: string } {
  const last = tokens.at(-1);
  const generation = last && !/\..*\p{L}/u.test(last.written) ? GENERATIONS[last.plain] : undefined;
  return generation && tokens.length > least
    ? { rest: tokens.slice(0, -1), generation }
    : { rest: tokens, generation: '' };
}

/** The parts of a word: initials one by one, what hyphens part. */
function partsOf({ written, plain, capitals }: Token, out: boolean, given: boolean): string[] {
  if ((given && capitals) || /^(\p{L}\.){2,}$|^(\p{L}\.)+\p{L}$/u.test(written)) return [...plain];
  const parts = foldLetters(written, out)
    .split('-')
    .map(signsOf)
    .filter((part) => part !== '');
  return parts.map((part) => (part === 'saint' ? 'st' : part));
}

/** A surname of these words, of which the first ones may be particles. `sure`: that all of them are the surname. */
function family(words: readonly string[], given: readonly string[], sure: boolean): Reading {
  const core: string[] = [];
  let fused = '';
  for (const word of words) {
    if (FUSED.has(word) && word !== words.at(-1)) fused += word;
    else if (PARTICLES.has(word) && word !== words.at(-1)) continue;
    else {
      core.push(fused + word);
      fused = '';
    }
  }
  return { given: [...given], family: words.join(''), core: core.join(''), parts: sure && core.length > 1 ? core : [] };
}

const isParticle = (word: string): boolean => PARTICLES.has(word) || FUSED.has(word);

/** How words in the order people say them can be parted into given names and a surname. */
function inOrder(tokens: readonly Token[], out: boolean): Reading[] {
  const words = tokens.map((token, at) => partsOf(token, out, at < tokens.length - 1));
  const flat = (some: string[][]): string[] => some.flat();
  const last = words.at(-1);
  if (!last) return [];
  const readings: Reading[] = [];
  const take = (from: number) =>
    readings.push(
      family(flat(words.slice(from)), flat(words.slice(0, from)), last.length > 1 && from === words.length - 1),
    );
  let from = words.length - 1;
  if (from === 0) return [family(last, [], last.length > 1)];
  // O may be an initial, Ben a given name
  take(from);
  const before = (at: number): string => (words[at]?.length === 1 ? (words[at]?.[0] ?? '') : '');
  while (from > 1 && isParticle(before(from - 1))) from -= 1;
  if (from < words.length - 1) take(from);
  else if (from > 1) {
    // two surnames without a hyphen
    from -= 1;
    while (from > 1 && isParticle(before(from - 1))) from -= 1;
    take(from);
  }
  // some write the surname first without a comma
  if (words.length === 2) readings.push(family(words[0] ?? [], last, (words[0]?.length ?? 0) > 1));
  if (words.length === 2 && isParticle(before(0))) readings.push(family(flat(words), [], true));
  return readings;
}

/** The surname first, then a comma, then given names, of which the last may be the surname's particles. */
function lastFirst(first: readonly Token[], rest: readonly Token[], out: boolean): Reading {
  const given = rest.flatMap((token) => partsOf(token, out, true));
  let to = given.length;
  while (to > 1 && PARTICLES.has(given[to - 1] ?? '')) to -= 1;
  const surname = first.flatMap((token) => partsOf(token, out, false));
  return family([...given.slice(to), ...surname], given.slice(0, to), true);
}

/** What may be a degree or a name is taken for a degree: nowhere, behind a comma, everywhere. */
type Greedy = readonly [before: boolean, behind: boolean];
const SURE = [[false, false]] as const satisfies readonly Greedy[];
const GREEDY: readonly Greedy[] = [...SURE, [false, true], [true, true]];

function read(name: string, out: boolean, [before, behind]: Greedy): PersonName {
  const oneCase = isOneCase(/[^,;]*/.exec(name)?.[0] ?? '');
  const [head = [], ...tail] = name
    .split(/[,;]/)
    .map((segment) => tokensOf(segment, out, oneCase).slice(0, MOST_WORDS))
    .filter((tokens) => tokens.length > 0)
    .slice(0, MOST_WORDS);
  let generation = '';
  const clean = (tokens: Token[], least: number): Token[] => {
    let left = tokens;
    for (;;) {
      const found = withoutGeneration(stripped(left, oneCase, least, least > 0 ? before : behind), least);
      generation ||= found.generation;
      if (found.generation === '' && found.rest.length === left.length) return left;
      left = found.rest;
    }
  };
  const first = clean(head, 1);
  const others = tail
    .map((tokens) => (isDegreeSpaced(tokens) ? [] : clean(tokens, 0)))
    .filter((tokens) => tokens.length > 0);
  const [second] = others;
  const readings = second ? [lastFirst(first, second, out)] : inOrder(first, out);
  return { readings, generation, heads: headsOf(readings) };
}

/** "M. D." behind a comma. */
const isDegreeSpaced = (tokens: readonly Token[]): boolean =>
  tokens.length > 1 &&
  tokens.every(({ plain }) => plain.length === 1) &&
  DEGREES.has(tokens.map((t) => t.plain).join(''));

/** Whether any of its words may be a degree and may be a name. */
const isUnsure = (name: string): boolean =>
  name.split(/[\s,;]+/).some((word) => DEGREES.has(signsOf(foldLetters(word))));

/** A person's name, in every way it may be read: with umlauts written out, with "Do" as a surname or a degree. */
export function personName(name: string): PersonName {
  const isOut = isWrittenOut(name);
  const greedy = isUnsure(name) ? GREEDY : SURE;
  if (!isOut && greedy === SURE) return read(name, false, SURE[0]);
  const seen = new Map<string, Reading>();
  let generation = '';
  for (const out of isOut ? [false, true] : [false])
    for (const way of greedy) {
      const found = read(name, out, way);
      generation ||= found.generation;
      for (const reading of found.readings) seen.set(JSON.stringify(reading), reading);
    }
  const readings = [...seen.values()];
  return { readings, generation, heads: headsOf(readings) };
}

const shareGroup = (a: string, b: string): boolean => {
  const other = NICKNAMES.get(b);
  return other !== undefined && [...(NICKNAMES.get(a) ?? [])].some((group) => other.has(group));
};

/** One given name: the same, its initial, or what people call it. */
function sameGiven(a: string, b: string): boolean {
  if (a.length === 1 || b.length === 1) return a[0] === b[0];
  return alike(a, b, SLIP) || shareGroup(a, b);
}

function sameGivens(a: readonly string[], b: readonly string[]): boolean {
  if (a.length === 0 || b.length === 0) return a.length === b.length;
  if (a.join('') === b.join('')) return true;
  const fits = (x: readonly string[], y: readonly string[]): boolean =>
    x.slice(0, y.length).every((one, at) => sameGiven(one, y[at] ?? ''));
  if (fits(a, b)) return true;
  // "J. Robert Harmon" goes by Robert; "Anne-Marie L." is Annemarie
  const byMiddle = (x: readonly string[], y: readonly string[]): boolean =>
    x.length > 1 && x[0]?.length === 1 && (y[0]?.length ?? 0) > 1 && fits(x.slice(1), y);
  const joined = (x: readonly string[], y: readonly string[]): boolean =>
    x.length > 1 && `${x[0]}${x[1]}` === y[0] && fits(x.slice(2), y.slice(1));
  return byMiddle(a, b) || byMiddle(b, a) || joined(a, b) || joined(b, a);
}

function sameFamily(a: Reading, b: Reading): boolean {
  const one = (x: string, y: string): boolean => alike(x, y, SLIP);
  return (
    one(a.family, b.family) ||
    one(a.core, b.core) ||
    one(a.family, b.core) ||
    one(a.core, b.family) ||
    a.parts.some((part) => one(part, b.core)) ||
    b.parts.some((part) => one(part, a.core))
  );
}

/** Whether two names are one person's. A surname alone is no more than that: it is the same as itself only. */
export function samePerson(a: PersonName, b: PersonName): boolean {
  if (!a.heads.some((head) => b.heads.includes(head))) return false;
  if (a.generation !== '' && b.generation !== '' && a.generation !== b.generation) return false;
  return a.readings.some((x) => b.readings.some((y) => sameGivens(x.given, y.given) && sameFamily(x, y)));
}

/** A surname alone, as somebody may be called by it: all of it, in every way it may be read. */
export function surnameOf(name: string): PersonName {
  const { readings, generation } = personName(name);
  const whole = readings.map(({ given, family: surname }) => family([...given, surname], [], true));
  return { readings: whole, generation, heads: headsOf(whole) };
}

/**
 * How the words of a surname begin that `samePerson` would take for one of these: the database finds by them whom a name
 * may mean. The two letters are never a slip; an umlaut that is written out may be none.
 */
export function beginningsOf({ readings }: PersonName): string[] {
  const words = readings.flatMap((one) => [one.family, one.core, ...one.parts]);
  return [
    ...new Set(words.flatMap((word) => [word, word.replace(/^([aou])e|^(a)a/, '$1$2')]).map((w) => w.slice(0, 2))),
  ];
}
