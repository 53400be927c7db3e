const SPELLED = [
  'no',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
];

/** A whole number as it is written beside a noun: '12', '1,204'. */
export const grouped = (n: number): string => (Math.abs(n) < 1000 ? String(n) : n.toLocaleString('en-US'));

/** '3 files', '1 file', '0 files'; `many` where it is not `one` with an s. */
export const plural = (n: number, one: string, many = `${one}s`): string => `${grouped(n)} ${n === 1 ? one : many}`;

/** A count as sentences write it: 'three', from thirteen on '13'. */
export const spelled = (n: number): string => SPELLED[n] ?? grouped(n);

/** 'three times', 'one time', 'no times', '13 times'. */
export const spelledPlural = (n: number, one: string, many = `${one}s`): string =>
  `${spelled(n)} ${n === 1 ? one : many}`;

/** With a capital first letter, as a sentence begins. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** With a small first letter, as within a sentence. */
export const lower = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** 'an examiner', 'a team lead': a name of ours or of an organization with its article. */
export const withArticle = (noun: string): string => `${/^[aeiou]/i.test(noun) ? 'an' : 'a'} ${noun}`;

const SIDES: Readonly<Record<string, string>> = { expert: 'the expert', requester: 'the requester', staff: 'Peritus' };

/** " from the expert": which side of a review something comes from, never by a name, for a reviewer may have none. Empty for several. */
export const fromSide = (side: string): string => (SIDES[side] === undefined ? '' : ` from ${SIDES[side]}`);
