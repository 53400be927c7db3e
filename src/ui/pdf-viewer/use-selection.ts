import { useCallback, useEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { pageElementOf, readSelection } from './text-selection.ts';
import type { RecordsSelection } from './types.ts';

const sameSelection = (a: RecordsSelection | null, b: RecordsSelection | null): boolean =>
  a === b || (a !== null && b !== null && JSON.stringify(a) === JSON.stringify(b));

/**
 * The passage the reader has selected. It follows the browser's selection inside `root` and stays when focus and
 * selection move elsewhere, for instance into the report editor.
 */
export function useSelection(
  root: RefObject<HTMLElement | null>,
  fileId: string,
  onChange: ((selection: RecordsSelection | null) => void) | undefined,
): { selection: RecordsSelection | null; select: (selection: RecordsSelection | null) => void } {
  const [selection, setSelection] = useState<RecordsSelection | null>(null);
  const current = useRef<RecordsSelection | null>(null);
  const tell = useRef(onChange);
  useEffect(() => {
    tell.current = onChange;
  }, [onChange]);

  const put = useCallback((next: RecordsSelection | null) => {
    if (sameSelection(current.current, next)) return;
    current.current = next;
    setSelection(next);
    tell.current?.(next);
  }, []);

  /** Sets a selection that is not the browser's (a drawn area) or drops the present one. */
  const select = useCallback(
    (next: RecordsSelection | null) => {
      const chosen = document.getSelection();
      if (chosen?.anchorNode && root.current?.contains(chosen.anchorNode)) chosen.removeAllRanges();
      put(next);
    },
    [put, root],
  );

  useEffect(() => {
    let frame = 0;
    const read = (): void => {
      const chosen = document.getSelection();
      if (!chosen || chosen.rangeCount === 0) return;
      const range = chosen.getRangeAt(0);
      const page = pageElementOf(range.startContainer);
      if (!page || !root.current?.contains(page)) return;
      if (range.collapsed) {
        // A click into text drops a text selection; a drawn area stays until it is replaced.
        if (current.current?.quote) put(null);
        return;
      }
      const found = readSelection(range);
      if (found) put({ file_id: fileId, ...found });
    };
    const onSelection = (): void => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(read);
    };
    document.addEventListener('selectionchange', onSelection);
    return () => {
      cancelAnimationFrame(frame);
      document.removeEventListener('selectionchange', onSelection);
    };
  }, [fileId, put, root]);

  useEffect(
    () => () => {
      if (current.current?.file_id === fileId) put(null);
    },
    [fileId, put],
  );

  return { selection, select };
}
