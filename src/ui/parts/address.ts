/* What a list keeps in its address: read with suspicion, written without what goes without saying. */

/** Words of an address. */
export const wordsIn = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** One of these words, or null. */
export const oneOf = <T extends string>(all: readonly T[], value: unknown): T | null =>
  all.find((one) => one === value) ?? null;

/** A search as an address has it: without what is empty. */
export const inAddress = (search: Readonly<Record<string, string | number | null>>): Record<string, string | number> =>
  Object.fromEntries(
    Object.entries(search).flatMap(([name, value]) => (value === null || value === '' ? [] : [[name, value] as const])),
  );

/** The same as a link. */
export function hrefWith(path: string, search: Readonly<Record<string, string | number | null>>): string {
  const query = new URLSearchParams(Object.entries(inAddress(search)).map(([name, value]) => [name, String(value)]));
  return query.size > 0 ? `${path}?${query}` : path;
}
