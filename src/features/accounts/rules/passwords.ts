import { COMMON_WORDS, RUNS } from './common-passwords.ts';
import { LEAKED } from './leaked-passwords.ts';

const PASSWORD_MIN = 12;
const PASSWORD_MAX = 200;

/** Whose password it is: what it must not be made of. */
export interface Owner {
  email: string;
  first_name: string;
  last_name: string;
}

/** How many characters a person counts. */
const passwordLength = (password: string): number => [...password.normalize('NFKC')].length;

/**
 * What is wrong with a new password, or null. It has to be long, not among what guessing begins with, and not the
 * person's own name or address. What kinds of characters it has does not matter.
 */
export function passwordFault(password: string, owner: Owner): string | null {
  const length = passwordLength(password);
  if (length === 0) return 'Choose a password.';
  if (length < PASSWORD_MIN) return `Use at least ${PASSWORD_MIN} characters; this has ${length}.`;
  if (password.length > PASSWORD_MAX) return `Use at most ${PASSWORD_MAX} characters.`;
  if (isOfOwner(password, owner)) return 'This contains your own name or e-mail. Choose something else.';
  if (isCommon(password)) return 'This is one of the first things anyone would guess. Choose something else.';
  return null;
}

/** Letters people write with figures and signs. */
const LEET: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};
const plain = (text: string): string => text.normalize('NFKC').toLowerCase();
const unleet = (text: string): string => text.replaceAll(/[013457@$!]/g, (sign) => LEET[sign] ?? sign);
const letters = (text: string): string => text.replaceAll(/[^\p{L}]/gu, '');

const reversed = (text: string): string => [...text].toReversed().join('');

/** Forwards and backwards. */
const WORDS: ReadonlySet<string> = new Set(COMMON_WORDS.flatMap((word) => [word, reversed(word)]));
const LONGEST = Math.max(...COMMON_WORDS.map((word) => word.length));
const STEPS: ReadonlySet<string> = new Set(
  RUNS.flatMap((run) => [run, reversed(run)]).flatMap((run) =>
    Array.from({ length: run.length - 1 }, (_, at) => run.slice(at, at + 2)),
  ),
);

/** What is left to guess: characters that neither repeat the one before, nor follow it on a run, nor continue a repetition. */
function surprises(text: string): number {
  let count = 0;
  let before = '';
  for (const char of text) {
    if (char !== before && !STEPS.has(before + char)) count += 1;
    before = char;
  }
  return count;
}

/** The shortest text whose repetition this is: "abcabcabc" is three times "abc". */
function period(text: string): number {
  for (let size = 1; size <= text.length / 2; size += 1) {
    if (
      text ===
      text
        .slice(0, size)
        .repeat(Math.ceil(text.length / size))
        .slice(0, text.length)
    )
      return size;
  }
  return text.length;
}

/** The fewest words of the list a text can be cut into; null when it cannot. */
function wordsIn(text: string): number | null {
  const best: (number | null)[] = [0];
  for (let end = 1; end <= text.length; end += 1) {
    best[end] = null;
    for (let start = Math.max(0, end - LONGEST); start < end; start += 1) {
      const before = best[start] ?? null;
      if (before === null || !WORDS.has(text.slice(start, end))) continue;
      best[end] = Math.min(best[end] ?? Number.POSITIVE_INFINITY, before + 1);
    }
  }
  return best[text.length] ?? null;
}

/** What stands around the words, a year counting as one thing. */
const around = (text: string): string => text.replaceAll(/\p{L}/gu, '').replaceAll(/(?:19|20)\d\d/g, '0');

/** Up to this many words of the list in a row are no obstacle. */
const FEW_WORDS = 2;

/** What people put at the ends of a password to make it longer: one sign, figure or letter again and again, or a few signs. */
const PADDING = [/^(.)\1+/u, /(.)\1+$/u, /^[^\p{L}]{1,4}/u, /[^\p{L}]{1,4}$/u];

/** A password as it stands, and with padding taken from its ends in every way. */
function unpadded(text: string): Set<string> {
  const forms = new Set([text]);
  for (const padding of PADDING) for (const form of Array.from(forms)) forms.add(form.replace(padding, ''));
  // without a letter left there is nothing that padding was put around
  return new Set([...forms].filter((form) => form === text || /\p{L}/u.test(form)));
}

/** The text that another is made of by repeating it, as it stands or mirrored; itself where it is made of none. */
function copied(text: string): string {
  const half = text.slice(0, Math.ceil(text.length / 2));
  return text === half + reversed(half.slice(0, Math.floor(text.length / 2))) ? half : text.slice(0, period(text));
}

/** A text, and what it is made copies of, step by step. */
function originals(text: string): string[] {
  const once = copied(text);
  return once === text ? [text] : [text, ...originals(once)];
}

/**
 * Whether a password is one that leaks are full of, a repetition, a run along keys or numbers, or words everybody tries
 * with figures around them. What is compared is always the whole of it (NIST SP 800-63B, 3.1.1.2: no words within a
 * longer one), in each way somebody may have written a listed one: forwards or backwards, twice or mirrored, padded, with
 * signs for letters. So no long one is refused for what it contains.
 */
export function isCommon(password: string): boolean {
  const text = plain(password);
  return readsCommon(text) || readsCommon(reversed(text));
}

function readsCommon(text: string): boolean {
  if (period(text) <= 4 || surprises(text) <= 4) return true;
  return [...unpadded(text)]
    .flatMap((form) => originals(form))
    .some(
      (form) => isOfWords(form) || [form, unleet(form)].some((read) => LEAKED.has(read) || LEAKED.has(reversed(read))),
    );
}

/** Whether a text is words everybody tries, with little around them. */
function isOfWords(text: string): boolean {
  const forms = new Set([text, unleet(text)]);
  for (const form of forms) {
    const core = letters(form);
    if (core === '') continue;
    const once = core.slice(0, period(core));
    // what stands around the words must itself be little: a year, a run, a sign or two
    const found = wordsIn(once) ?? wordsIn(core);
    if (found !== null && found <= FEW_WORDS && surprises(around(text)) <= 4) return true;
  }
  // a trailing or leading figure stands for itself, not for a letter: "password1234"
  const trimmed = unleet(text.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, ''));
  const found = wordsIn(letters(trimmed));
  return found !== null && found <= FEW_WORDS && surprises(around(text)) <= 4;
}

/** Whether little is left of a password, read forwards or backwards, without the person's name and address. */
export const isOfOwner = (password: string, owner: Owner): boolean =>
  readsOfOwner(plain(password), owner) || readsOfOwner(reversed(plain(password)), owner);

function readsOfOwner(text: string, { email, first_name, last_name }: Owner): boolean {
  const [local = '', domain = ''] = plain(email).split('@');
  const own = [first_name, last_name, ...local.split(/[._+-]/), local, domain.split('.')[0] ?? '', domain]
    .map((part) => plain(part).replaceAll(/\s/g, ''))
    .filter((part) => part.length >= 3)
    .toSorted((a, b) => b.length - a.length);
  let rest = text;
  let found = false;
  for (const part of own) {
    if (!rest.includes(part)) continue;
    found = true;
    rest = rest.replaceAll(part, '');
  }
  if (!found) return false;
  const left = rest.replaceAll(/[^\p{L}]/gu, '');
  const once = left.slice(0, period(left));
  return rest.length < 8 || once.length < 4 || wordsIn(once) === 1;
}

export type Strength = 'none' | 'weak' | 'fair' | 'strong';

/** A hint while typing: what is missing, or how well it holds. */
export function passwordStrength(password: string, owner: Owner): { strength: Strength; words: string } {
  const length = passwordLength(password);
  if (length === 0)
    return {
      strength: 'none',
      words: `At least ${PASSWORD_MIN} characters. A few words in a row are easy to remember.`,
    };
  if (length < PASSWORD_MIN) {
    const left = PASSWORD_MIN - length;
    return { strength: 'weak', words: `${left} more ${left === 1 ? 'character' : 'characters'} to go.` };
  }
  const fault = passwordFault(password, owner);
  if (fault) return { strength: 'weak', words: fault };
  return surprises(plain(password)) >= 16
    ? { strength: 'strong', words: 'Strong.' }
    : { strength: 'fair', words: 'Good. A few more characters make it strong.' };
}
