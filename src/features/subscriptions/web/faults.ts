import { useEffect, useRef } from 'react';
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

/** The form's ref: each time sending was tried, or the server refused it, the first faulty field has the focus, in sight. */
export function useFirstFault(tries: number, error: ApiError | null) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (tries === 0) return;
    const first = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    first?.focus({ preventScroll: true });
    first?.scrollIntoView({ block: 'center' });
  }, [tries, error]);
  return form;
}
