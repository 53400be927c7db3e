import { type RefObject, useEffect, useRef } from 'react';
import { focusPath } from './field.tsx';

/**
 * Keeps the focus with a form that opens in place: in its first field once it is open, and back on the button it opens with, in
 * what holds the answered ref, or is it, once it is left.
 */
export function useOpened<T extends HTMLElement>(open: boolean, path: string): RefObject<T | null> {
  const opener = useRef<T>(null);
  const was = useRef(false);
  useEffect(() => {
    if (open) focusPath(path);
    else if (was.current) {
      const host = opener.current;
      (host instanceof HTMLButtonElement ? host : host?.querySelector('button'))?.focus();
    }
    was.current = open;
  }, [open, path]);
  return opener;
}
