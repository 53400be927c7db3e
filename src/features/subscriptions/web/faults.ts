import type { ApiError } from '../../../ui/api/client.ts';

type Said = Readonly<Record<string, string>>;

/** What the server said of each field, by its path; empty where it named none. */
export function faultsOf(error: ApiError | null): Said {
  if (error?.status !== 422 && error?.status !== 400) return {};
  return Object.fromEntries(error.errors.map(({ path, message }) => [path, message]));
}

/** What stands at a field: `words` where it is empty and sending was `tried`, else what the server said of it. */
export const sayingAt =
  <F extends object>(fields: F, tried: boolean, said: Said) =>
  (path: keyof F & string, words: string): string | undefined =>
    tried && (fields[path] === null || fields[path] === '') ? words : said[path];
