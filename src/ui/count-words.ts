const WORDS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'];

/** A count as sentences write it: 'three', from thirteen on '13'. */
export const countWord = (n: number): string => WORDS[n] ?? String(n);

/** 'three times', 'one time', '13 times'. */
export const counted = (n: number, one: string, many = `${one}s`): string => `${countWord(n)} ${n === 1 ? one : many}`;

/** With a capital first letter, as a sentence begins. */
export const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

/** 'a', 'a and b', 'a, b and c'. */
export const listWords = (items: readonly string[]): string =>
  items.length < 2 ? (items[0] ?? '') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
