/** What is pure about examinees: the words they are spoken to in, whether their link opens, and what their answers mean. */
export * from './rules/answers.ts';
export * from './rules/arranged-words.ts';
export * from './rules/arrangements.ts';
export * from './rules/dates.ts';
export * from './rules/languages.ts';
export * from './rules/letter.ts';
export * from './rules/link.ts';
export type { WordKey } from './rules/words/words.ts';
