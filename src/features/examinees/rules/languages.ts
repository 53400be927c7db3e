import { filledIn } from './dates.ts';
import { ENGLISH } from './words/en.ts';
import { SPANISH } from './words/es.ts';
import { PORTUGUESE } from './words/pt.ts';
import type { Language, WordKey } from './words/words.ts';

/** The languages an examinee can be written to in, by the code an order names; another one is another row. */
export const LANGUAGE_TABLE: Readonly<Record<string, Language>> = { en: ENGLISH, es: SPANISH, pt: PORTUGUESE };
/** What everybody else is written to in, and what stands before a translation nobody has checked. */
export const FALLBACK = 'en';

/** The language somebody is written to in: theirs where there is one, else English. */
export const languageFor = (code: string | null | undefined): string =>
  code && Object.hasOwn(LANGUAGE_TABLE, code) ? code : FALLBACK;

/** A language by its code; English for one there is none of. */
export const languageOf = (code: string): Language => LANGUAGE_TABLE[languageFor(code)] ?? ENGLISH;

/** Says texts of a language. */
export const sayIn =
  (code: string) =>
  (key: WordKey, values?: Readonly<Record<string, string | number>>): string =>
    filledIn(languageOf(code).words[key].text, values);

/** The texts of a language as a page takes them along. */
export const textsOf = (code: string): Record<string, string> =>
  Object.fromEntries(Object.entries(languageOf(code).words).map(([key, { text }]) => [key, text]));

/**
 * Whether every text of a language was checked by somebody as it is now: else it goes only beside the English. `seen`: the
 * version of each text that staff say was checked.
 */
export const isChecked = ({ words }: Pick<Language, 'words'>, seen: Readonly<Record<string, number>> = {}): boolean =>
  Object.entries(words).every(([key, { reviewed_by, version }]) => reviewed_by !== null || seen[key] === version);

/** The version of each text of a language. */
export const versionsOf = ({ words }: Pick<Language, 'words'>): Record<string, number> =>
  Object.fromEntries(Object.entries(words).map(([key, { version }]) => [key, version]));

/** The version of a language: that of its newest text. */
export const versionOf = ({ words }: Pick<Language, 'words'>): number =>
  Math.max(...Object.values(words).map(({ version }) => version));
