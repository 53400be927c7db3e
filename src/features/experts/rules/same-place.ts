import { US_STATES } from '../../../core/us-states.ts';
import { ALSO_NAMES, DEGREES } from './name-tables.ts';
import { alike, wordsOfName } from './name-words.ts';
import { ARTICLES, EMPTY, GENERIC, KNOWN_AS, PLACES, SAYS_HOUSE, stem, WEAK, WRITINGS } from './place-tables.ts';

/** A house's name as it is compared: what distinguishes it, what tells it from its like, where it is, what it is. */
export interface PlaceName {
  strong: string[];
  /** The same as one word: "Bright Water" is Brightwater. */
  joined: string;
  weak: ReadonlySet<string>;
  places: ReadonlySet<string>;
  generic: ReadonlySet<string>;
}

const LONGEST_PLACE = 3;
const NONE: ReadonlySet<string> = new Set();
const SLIP = { missing: 8, mistake: 8 };
const STATES: ReadonlyMap<string, string> = new Map(US_STATES);
/** The one of Washington is not Washington's: what comes first counts. */
const UNIVERSITY = 'university';
const KNOWN_BY: ReadonlySet<string> = new Set(KNOWN_AS.map(([known]) => known.split(' ')[0] ?? ''));

/** "Rochester, MN": the state's code by its name. MD may be Maryland or a degree: it says nothing. */
const stateWritten = (name: string): string =>
  name.replace(/^(.*[\p{L}\p{N}].*),\s*([A-Z]{2})$/su, (_all, before: string, code: string) =>
    DEGREES.has(code.toLowerCase()) ? before : `${before} ${STATES.get(code) ?? code}`,
  );

/** The words of a name as a house's, with every writing of one made the same. */
export function houseWords(name: string): string[] {
  if (wordsOfName(name).length === 0) return [];
  const words = wordsOfName(stateWritten(name.trim()).replaceAll(/[&+]/g, ' and ')).map((word) => {
    const one = stem(word);
    return WRITINGS.get(one) ?? one;
  });
  const said = words.filter((word) => !ARTICLES.has(word));
  const kept = said.length > 0 ? said : words;
  if (!kept.some((word) => KNOWN_BY.has(word))) return kept;
  let text = ` ${kept.join(' ')} `;
  for (const [known, same] of KNOWN_AS) text = text.replace(` ${known} `, ` ${same} `);
  return text.trim().split(' ');
}

/** Whether a name's words say by themselves that it is a house's, not a person's. */
export const isHouse = (words: readonly string[]): boolean =>
  words.some((word) => SAYS_HOUSE.has(word) || /\d/.test(word));

/** A house's name, taken apart. A name of nothing but common words keeps them all. */
export function placeName(all: readonly string[]): PlaceName {
  const words = withoutDegrees(all);
  const strong: string[] = [];
  const weak = new Set<string>();
  const places = new Set<string>();
  const generic = new Set<string>();
  for (let at = 0; at < words.length; at += 1) {
    const place = placeAt(words, at);
    const word = words[at] ?? '';
    if (place !== null) {
      places.add(place.name);
      at += place.length - 1;
    } else if (WEAK.has(word))
      weak.add(word === UNIVERSITY && places.size + strong.length === 0 ? 'university of' : word);
    else if (GENERIC.has(word)) generic.add(word);
    else if (!EMPTY.has(word) && !strong.includes(word)) strong.push(word);
  }
  if (strong.length + weak.size + places.size + generic.size === 0) for (const word of words) generic.add(word);
  // thousands of them are kept
  return {
    strong,
    joined: strong.join(''),
    weak: weak.size > 0 ? weak : NONE,
    places: places.size > 0 ? places : NONE,
    generic: generic.size > 0 ? generic : NONE,
  };
}

const saysNothing = (word: string): boolean => EMPTY.has(word) || (DEGREES.has(word) && !ALSO_NAMES.has(word));

/** "Ana Ferrante MD PC" is her own house: what is behind the name tells nothing. */
function withoutDegrees(words: readonly string[]): readonly string[] {
  let to = words.length;
  while (to > 2 && saysNothing(words[to - 1] ?? '')) to -= 1;
  return words.slice(to > 1 && words[0] === 'dr' ? 1 : 0, to);
}

function placeAt(words: readonly string[], at: number): { name: string; length: number } | null {
  for (let length = LONGEST_PLACE; length > 0; length -= 1) {
    const name = words.slice(at, at + length).join(' ');
    if (at + length <= words.length && PLACES.has(name)) return { name, length };
  }
  return null;
}

const within = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean => [...a].every((one) => b.has(one));
const nested = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean => within(a, b) || within(b, a);
const equal = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean => a.size === b.size && within(a, b);

function sameStrong(a: PlaceName, b: PlaceName): boolean {
  if (a.joined === b.joined) return true;
  if (a.strong.length !== b.strong.length) return false;
  const left = [...b.strong];
  return a.strong.every((one) => {
    const at = left.findIndex((other) => alike(one, other, SLIP));
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}

/**
 * Whether two names are one house's, or a system's and one of its houses': the words that distinguish them are the same;
 * what else is said of one only is no difference, what is said of both is. Where nothing distinguishes them but a town or
 * a common word ("Boston Medical Center", "Memorial Hospital"), everything said must be the same.
 */
export function samePlace(a: PlaceName, b: PlaceName): boolean {
  if (!sameStrong(a, b)) return false;
  if (a.strong.length > 0) return nested(a.weak, b.weak) && nested(a.places, b.places);
  if (!equal(a.weak, b.weak) || !equal(a.places, b.places)) return false;
  return a.weak.size + a.places.size > 1 || equal(a.generic, b.generic);
}
