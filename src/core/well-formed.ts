import { Refusal } from './errors.ts';

/** What PostgreSQL stores in no text: NUL, and halves of a character that UTF-16 writes as two. */
const UNSTORABLE = /\0|\p{Surrogate}/u;

/** Values in values, more than any form or document has: what goes deeper would exhaust what reads it. */
const DEEPEST = 200;

/**
 * A value from outside as it can be stored: in every text of it NUL is left out and half a character becomes U+FFFD;
 * in names of properties NUL becomes U+FFFD, too, so that none turns into another name. Such come from pasted and
 * scanned text and mean nothing there; nothing else is changed.
 * A value without them is answered as it is, not a copy. Refuses `malformed` for one that is nested too deeply.
 */
export const wellFormed = <T>(value: T): T => cleaned(value, DEEPEST);

function cleaned<T>(value: T, deeper: number): T;
function cleaned(value: unknown, deeper: number): unknown {
  if (typeof value === 'string') return UNSTORABLE.test(value) ? value.replaceAll('\0', '').toWellFormed() : value;
  if (typeof value !== 'object' || value === null) return value;
  if (deeper === 0) throw new Refusal('malformed', 'This is nested too deeply.');
  if (Array.isArray(value)) {
    const items: unknown[] = value.map((item: unknown) => cleaned(item, deeper - 1));
    return items.some((item, at) => item !== value[at]) ? items : value;
  }
  if (!isPlain(value)) return value;
  const before = Object.entries(value);
  const after = before.map(
    ([key, item]) => [cleaned(key.replaceAll('\0', '\uFFFD'), 0), cleaned<unknown>(item, deeper - 1)] as const,
  );
  return after.some(([key, item], at) => key !== before[at]?.[0] || item !== before[at]?.[1])
    ? Object.fromEntries(after)
    : value;
}

/** JSON's own objects; streams and buffers of uploads are left alone. */
const isPlain = (value: object): boolean => [Object.prototype, null].includes(Object.getPrototypeOf(value) as null);
