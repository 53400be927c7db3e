import { Refusal } from './errors.ts';
import { wellFormed } from './well-formed.ts';

/** Keyset cursors: the sort values of the last row, opaque to callers, safe in a URL, on both sides without Buffer. */
export function encodeCursor(values: readonly (string | number | null)[]): string {
  const bytes = new TextEncoder().encode(JSON.stringify(values));
  return btoa(String.fromCodePoint(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

/** What stands in a cursor: whole numbers, and texts that a database takes. */
const isPlace = (value: unknown): value is string | number | null =>
  value === null || Number.isSafeInteger(value) || (typeof value === 'string' && wellFormed(value) === value);

/** The instant a cursor's value names, as ISO 8601, or null: one no database holds is none of ours. */
export function instantIn(value: unknown): string | null {
  if (typeof value !== 'string' || Number.isNaN(Date.parse(value))) return null;
  const instant = new Date(value).toISOString();
  return /^(?!0000)\d{4}-/.test(instant) ? instant : null;
}

/** The values of a cursor, or null when it is not one of ours. */
export function decodeCursor(cursor: string): (string | number | null)[] | null {
  try {
    const binary = atob(cursor.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(binary, (c) => c.codePointAt(0) ?? 0);
    const values: unknown = JSON.parse(new TextDecoder().decode(bytes));
    if (!Array.isArray(values)) return null;
    return values.every(isPlace) ? values : null;
  } catch {
    return null;
  }
}

/** The id that a cursor of a list by ids goes on before; null where there is none. Refuses `malformed` for one that is not ours. */
export function idBefore(cursor: string | undefined): number | null {
  if (cursor === undefined) return null;
  const before = decodeCursor(cursor)?.[0];
  if (typeof before !== 'number') throw new Refusal('malformed');
  return before;
}
