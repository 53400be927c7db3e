import { useState } from 'react';

/**
 * A form's values, kept on this device while they are not saved, so that a closed tab loses nothing. Signing out
 * forgets them. `forget` is called once they are saved. Never for secrets.
 */
export function useKept<T extends object>(name: string, initial: T): [T, (value: T) => void, () => void] {
  const key = `peritus:draft:${name}`;
  const [value, setValue] = useState<T>(() => ({ ...initial, ...stored(key) }));
  const set = (next: T) => {
    setValue(next);
    try {
      localStorage.setItem(key, JSON.stringify(next));
    } catch {
      // a comfort only
    }
  };
  const forget = () => {
    try {
      localStorage.removeItem(key);
    } catch {
      // nothing was stored
    }
  };
  return [value, set, forget];
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
