import { useState } from 'react';
import { DRAFTS } from '../session/drafts.ts';

/**
 * A form's values, kept on this device while they are not saved, so that a closed tab loses nothing. Signing out
 * forgets them. `forget` is called once they are saved; `discard`, there while something is kept, goes back to what is
 * saved. Never for secrets.
 */
export function useKept<T extends object>(
  name: string,
  initial: T,
): [value: T, set: (value: T) => void, forget: () => void, discard: (() => void) | null] {
  const key = `${DRAFTS}${name}`;
  const [value, setValue] = useState<T>(() => ({ ...initial, ...stored(key) }));
  const [isKept, setIsKept] = useState(() => Object.keys(stored(key)).length > 0);
  const set = (next: T) => {
    setValue(next);
    setIsKept(true);
    try {
      localStorage.setItem(key, JSON.stringify(next));
    } catch {
      // a comfort only
    }
  };
  const forget = () => {
    setIsKept(false);
    try {
      localStorage.removeItem(key);
    } catch {
      // nothing was stored
    }
  };
  const discard = () => {
    setValue(initial);
    forget();
  };
  return [value, set, forget, isKept ? discard : null];
}

function stored<T>(key: string): Partial<T> {
  try {
    const text = localStorage.getItem(key);
    const value: unknown = text === null ? null : JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Partial<T>) : {};
  } catch {
    return {};
  }
}
