/** A name as letters and words, before anybody asks whose it is. Pure. */

/** Letters that Unicode does not take apart, as they are written without them. */
const LETTERS: Readonly<Record<string, string>> = {
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ŧ: 't',
  ı: 'i',
  ŋ: 'n',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
};
/** How some of them are written out where a keyboard lacks them: Müller is Mueller, too. */
const WRITTEN_OUT: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa' };
const APOSTROPHES = /['’‘`´ʼʻʹ′＇]/g;

const isPlain = (text: string): boolean => /^[\x20-\x7e]*$/.test(text);

/** Letters and digits of folded text, joined. */
export const signsOf = (folded: string): string =>
  isPlain(folded) ? folded.replaceAll(/[^a-z0-9]+/g, '') : folded.replaceAll(/[^\p{L}\p{N}]+/gu, '');

/** Lower case without accents, apostrophes and letters of one language; `out` writes umlauts out. */
export function foldLetters(text: string, out = false): string {
  // most names, and thousands of them are read for one matter
  if (isPlain(text)) return text.toLowerCase().replaceAll(/['`]/g, '');
  const low = text.normalize('NFC').toLowerCase().replaceAll(APOSTROPHES, '');
  const written = out ? low.replaceAll(/[äöüøå]/g, (letter) => WRITTEN_OUT[letter] ?? letter) : low;
  return written
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}+/gu, '')
    .replaceAll(/[łøđðħŧıŋßæœþ]/g, (letter) => LETTERS[letter] ?? letter);
}

/** The words of a name, digits and letters only. Letters of initials ("M.D.", "M. D.") stand as one word. */
export function wordsOfName(text: string): string[] {
  const folded = foldLetters(text);
  const words = folded.split(isPlain(folded) ? /[^a-z0-9]+/ : /[^\p{L}\p{N}]+/u);
  const joined: string[] = [];
  let initials = false;
  for (const word of words) {
    if (word === '') continue;
    const initial = word.length <= 2 && /^\p{L}$/u.test(word);
    if (initial && initials) joined.push(`${joined.pop() ?? ''}${word}`);
    else joined.push(word);
    initials = initial;
  }
  return joined;
}

/** Without doubled letters: Phillips is Philips. */
const single = (word: string): string => word.replaceAll(/(.)\1+/g, '$1');

/** Two neighbors of a word changed places, and nothing else. */
function swapped(a: string, b: string): boolean {
  if (a.length !== b.length) return false;
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  return a[at] === b[at + 1] && a[at + 1] === b[at] && a.slice(at + 2) === b.slice(at + 2);
}

/** One letter is missing in one of them. */
function dropped(a: string, b: string): boolean {
  const [long, short] = a.length > b.length ? [a, b] : [b, a];
  if (long.length !== short.length + 1) return false;
  let at = 0;
  while (at < short.length && long[at] === short[at]) at += 1;
  return long.slice(at + 1) === short.slice(at);
}

/** One letter is another one. */
function mistaken(a: string, b: string): boolean {
  if (a.length !== b.length) return false;
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  return a.slice(at + 1) === b.slice(at + 1);
}

/**
 * Whether two folded words are one, or one of them a slip of the hand: neighbors changed places (six letters or more), a
 * letter doubled or not (five), a letter missing (`missing` or more), a letter mistaken (`mistake` or more). The first two
 * letters stand: by these the database finds who may be meant. A word with a digit is itself alone.
 */
export function alike(a: string, b: string, { missing, mistake }: { missing: number; mistake: number }): boolean {
  if (a === b) return true;
  if (a.slice(0, 2) !== b.slice(0, 2)) return false;
  const least = Math.min(a.length, b.length);
  if (least < 5 || Math.abs(a.length - b.length) > 2) return false;
  const near =
    single(a) === single(b) ||
    (least >= 6 && swapped(a, b)) ||
    (least >= missing && dropped(a, b)) ||
    (least >= mistake && mistaken(a, b));
  // another number is another one
  return near && !/\d/.test(a + b);
}

/** Whether a name has letters that are also written out. */
export const isWrittenOut = (name: string): boolean => /[äöüøå]/i.test(name.normalize('NFC'));
