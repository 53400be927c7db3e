import { filledIn } from '../rules/dates.ts';
import type { WordKey } from '../rules/words/words.ts';

/** Says a text of the page in the language it is shown in. */
export type Say = (key: WordKey, values?: Readonly<Record<string, string | number>>) => string;

export const sayer =
  (texts: Readonly<Record<string, string>>): Say =>
  (key, values) =>
    filledIn(texts[key] ?? key, values);

/** The token of the address. It stands there alone: it is never sent but in a body. */
export const tokenHere = (): string => location.pathname.split('/')[2] ?? '';

/** The zone this device is set to. */
export const zoneHere = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

declare global {
  interface Window {
    /** What the document asked of the server for its page. */
    opening?: Promise<Response> | undefined;
  }
}

/** The answer the document has asked for while the page was on its way: it is taken once. */
export function begunHere(): Promise<Response> | undefined {
  const { opening } = window;
  window.opening = undefined;
  return opening;
}
