export const NAME_MAX = 80;
export const ORGANIZATION_NAME_MAX = 120;

/** Names go into mails to others; what could be taken for an address or a link is no name. */
const LINK_LIKE = /:\/\/|www\.|[<>@\p{Cc}\p{Cf}\u2028\u2029]|\w\.[a-z]{2,}\/|https?:/iu;

/** A name as it is stored: one line, no blanks around, no doubled blanks. */
export const tidyName = (text: string): string => text.normalize('NFC').replaceAll(/\s+/g, ' ').trim();

/** What is wrong with a person's or an organization's name, or null. `what` begins the sentence: "your first name". */
export function nameFault(text: string, what: string, max = NAME_MAX): string | null {
  const name = tidyName(text);
  if (name === '') return `Enter ${what}.`;
  if (name.length > max) return `Shorten it to ${max} characters.`;
  if (LINK_LIKE.test(name) || !/\p{L}|\p{N}/u.test(name)) return 'Use letters only; no links and no addresses.';
  return null;
}
