import { useEffect, useEffectEvent, useRef } from 'react';

const FIELDS = 'input, textarea, select, [contenteditable], [role="dialog"], [role="menu"], [role="listbox"]';

/**
 * Walks the rows of a list by keyboard: j and k anywhere on the page, arrows, Home and End from a row. Enter opens, as
 * on any link; x chooses the row for acts on several. Rows are the links marked `data-row-link` in a `data-row`.
 */
export function useRowKeys(onChoose: (id: number) => void) {
  const choose = useEffectEvent(onChoose);
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const node = host.current;
      const at = event.target instanceof Element ? event.target : null;
      if (!node || event.ctrlKey || event.metaKey || event.altKey || at?.closest(FIELDS)) return;
      const rows = [...node.querySelectorAll<HTMLElement>('[data-row-link]')];
      const current = rows.findIndex((row) => row === document.activeElement);
      if (event.key === 'x' && current >= 0) {
        event.preventDefault();
        choose(Number(rows[current]?.closest<HTMLElement>('[data-row]')?.dataset['row']));
        return;
      }
      const to = target(event.key, current, rows.length);
      if (to === null) return;
      event.preventDefault();
      rows[to]?.focus();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return host;
}

/** The row a key leads to, or null when it is not for the list. */
function target(key: string, current: number, length: number): number | null {
  if (length === 0) return null;
  const within = current >= 0;
  if (key === 'j' || (key === 'ArrowDown' && within)) return Math.min(length - 1, current + 1);
  if (key === 'k' || (key === 'ArrowUp' && within)) return Math.max(0, current - 1);
  if (key === 'Home' && within) return 0;
  if (key === 'End' && within) return length - 1;
  return null;
}
