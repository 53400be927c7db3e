/** What a file is called, as words to look for clues in. Pure. */

/** Letters and digits in lower case without accents, runs of other characters as one space. */
export const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** The words of a name: "PatientA12" and "patient_a-12" give the same ones; numbers lose leading zeros. */
export function wordsOf(text: string): string[] {
  const parted = text
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replaceAll(/(\p{L})(\p{N})|(\p{N})(\p{L})/gu, '$1$3 $2$4');
  return plain(parted)
    .split(' ')
    .filter((word) => word !== '')
    .map((word) => (/^\d+$/.test(word) ? word.replace(/^0+(?=\d)/, '') : word));
}

/** Whether one list of words stands in another, whole and in order. */
export function holds(words: readonly string[], sought: readonly string[]): boolean {
  if (sought.length === 0 || sought.length > words.length) return false;
  for (let from = 0; from + sought.length <= words.length; from += 1)
    if (sought.every((word, n) => words[from + n] === word)) return true;
  return false;
}

/** The words of a path, its extension left out; of folders those nearest the file come last. */
export const pathWords = (path: string): string[] => wordsOf(path.replace(/\.[A-Za-z0-9]{1,5}$/, ''));
