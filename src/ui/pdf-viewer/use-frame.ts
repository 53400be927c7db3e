import { useCallback, useEffect, useLayoutEffect, useState } from 'react';
import type { RefObject } from 'react';

/** Below this width the viewer is a phone's: thumbnails in a drawer, the toolbar in two rows. */
const NARROW = 560;

/** Whether the viewer itself (not the window) is narrow. */
export function useNarrow(element: RefObject<HTMLElement | null>): boolean {
  const [narrow, setNarrow] = useState(false);
  useLayoutEffect(() => {
    const target = element.current;
    if (!target) return undefined;
    const measure = (): void => setNarrow(target.clientWidth > 0 && target.clientWidth < NARROW);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(target);
    return () => observer.disconnect();
  }, [element]);
  return narrow;
}

/** Full screen of one element; null where the browser has none (phones by Apple). */
export function useFullscreen(element: RefObject<HTMLElement | null>): [on: boolean | null, toggle: () => void] {
  const [on, setOn] = useState(false);
  const able = document.fullscreenEnabled;
  useEffect(() => {
    const look = (): void =>
      setOn(document.fullscreenElement !== null && document.fullscreenElement === element.current);
    document.addEventListener('fullscreenchange', look);
    return () => document.removeEventListener('fullscreenchange', look);
  }, [element]);
  const toggle = useCallback(() => {
    const done = document.fullscreenElement ? document.exitFullscreen() : element.current?.requestFullscreen();
    // Refused (a frame without the permission): the viewer simply stays where it is.
    done?.catch(() => undefined);
  }, [element]);
  return [able ? on : null, toggle];
}
