import { useEffect, useReducer, useState } from 'react';
import { LoadError, ShowError } from './show-error.ts';

const NOT_LOADED = 'This file could not be loaded. Try again.';
const NOT_SHOWN = 'This file could not be shown. Download it.';

/** What an answer says of why there is no content. */
export async function reasonOf(response: Response): Promise<string> {
  const problem: unknown = await response.json().catch(() => null);
  const said = typeof problem === 'object' && problem !== null && 'detail' in problem ? problem.detail : null;
  return typeof said === 'string' ? said : NOT_LOADED;
}

/** The first bytes behind an address, or all of them. Throws LoadError. */
export async function loadBytes(url: string, size: number, signal: AbortSignal, most = size): Promise<Uint8Array> {
  const headers: HeadersInit = most < size ? { range: `bytes=0-${most - 1}` } : {};
  const response = await fetch(url, { headers, signal }).catch(() => null);
  if (response === null) throw new LoadError(NOT_LOADED);
  if (!response.ok) throw new LoadError(await reasonOf(response));
  return new Uint8Array(
    await response.arrayBuffer().catch(() => {
      throw new LoadError(NOT_LOADED);
    }),
  );
}

/** Why there is nothing to show; what `lasts` is no better when it is tried again. */
export interface Fault {
  words: string;
  lasts: boolean;
}

/** What `load` answers, once for each `key`; or why there is nothing, and how to try again. */
export function useLoaded<T>(load: (signal: AbortSignal) => Promise<T>, key: string) {
  const [tries, again] = useReducer((n: number) => n + 1, 0);
  const [state, setState] = useState<{ of: string; value: T | null; fault: Fault | null } | null>(null);
  const of = `${key} ${tries}`;
  useEffect(() => {
    const ended = new AbortController();
    const tell = (value: T | null, fault: Fault | null): void => {
      if (!ended.signal.aborted) setState({ of, value, fault });
    };
    load(ended.signal).then(
      (value) => tell(value, null),
      (error: unknown) =>
        tell(null, {
          words: error instanceof ShowError ? error.message : NOT_SHOWN,
          lasts: error instanceof ShowError && !(error instanceof LoadError),
        }),
    );
    return () => ended.abort();
    // the key names what is loaded
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [of]);
  const mine = state?.of === of ? state : null;
  return { value: mine?.value ?? null, fault: mine?.fault ?? null, again };
}
