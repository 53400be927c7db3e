/** What PostgreSQL stores in no text: NUL, and halves of a character that UTF-16 writes as two. */
const UNSTORABLE = /\0|\p{Surrogate}/u;

/**
 * A value from outside as it can be stored: in every text of it NUL is left out and half a character becomes U+FFFD;
 * in names of properties NUL becomes U+FFFD, too, so that none turns into another name. Such come from pasted and
 * scanned text and mean nothing there; nothing else is changed.
 * A value without them is answered as it is, not a copy.
 */
export function wellFormed<T>(value: T): T;
export function wellFormed(value: unknown): unknown {
  if (typeof value === 'string') return UNSTORABLE.test(value) ? value.replaceAll('\0', '').toWellFormed() : value;
  if (Array.isArray(value)) {
    const items: unknown[] = value.map((item: unknown) => wellFormed(item));
    return items.some((item, at) => item !== value[at]) ? items : value;
  }
  if (typeof value !== 'object' || value === null || !isPlain(value)) return value;
  const before = Object.entries(value);
  const after = before.map(
    ([key, item]) => [wellFormed(key.replaceAll('\0', '\uFFFD')), wellFormed<unknown>(item)] as const,
  );
  return after.some(([key, item], at) => key !== before[at]?.[0] || item !== before[at]?.[1])
    ? Object.fromEntries(after)
    : value;
}

/** JSON's own objects; streams and buffers of uploads are left alone. */
const isPlain = (value: object): boolean => [Object.prototype, null].includes(Object.getPrototypeOf(value) as null);
