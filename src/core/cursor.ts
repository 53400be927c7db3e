/** Keyset cursors: the sort values of the last row, opaque to callers, safe in a URL, on both sides without Buffer. */
export function encodeCursor(values: readonly (string | number | null)[]): string {
  const bytes = new TextEncoder().encode(JSON.stringify(values));
  return btoa(String.fromCodePoint(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

/** The values of a cursor, or null when it is not one of ours. */
export function decodeCursor(cursor: string): (string | number | null)[] | null {
  try {
    const binary = atob(cursor.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(binary, (c) => c.codePointAt(0) ?? 0);
    const values: unknown = JSON.parse(new TextDecoder().decode(bytes));
    if (!Array.isArray(values)) return null;
    return values.every((v) => v === null || typeof v === 'string' || typeof v === 'number')
      ? (values as (string | number | null)[])
      : null;
  } catch {
    return null;
  }
}
