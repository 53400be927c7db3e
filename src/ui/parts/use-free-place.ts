import { type RefObject, useEffect } from 'react';
import { type Box, freePlace } from './toast-place.ts';

/** What can be pressed or written in, a whole bar or composer where it stands in one. */
const TAKEN =
  'a[href], button, input, select, textarea, summary, [contenteditable="true"], [role="button"], [role="tab"], [role="option"], [data-bar]';

/** Parts of the page that can be pressed and are in sight. */
function takenBoxes(host: Element): Box[] {
  const boxes: Box[] = [];
  for (const node of document.querySelectorAll(TAKEN)) {
    if (host.contains(node)) continue;
    const { left, top, right, bottom } = node.getBoundingClientRect();
    if (right <= left || bottom <= top || bottom <= 0 || top >= innerHeight || right <= 0 || left >= innerWidth)
      continue;
    if (!node.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    boxes.push({ left, top, right, bottom });
  }
  return boxes;
}

/**
 * Keeps what stands fixed in `corner` off everything that can be pressed or written in, as the page under it changes,
 * scrolls or is another one. While it is pointed at or has the focus it stays where it is.
 */
export function useFreePlace(corner: RefObject<HTMLElement | null>, on: boolean): void {
  useEffect(() => {
    const node = corner.current;
    if (!node || !on) return undefined;
    let asked = 0;
    const place = (): void => {
      asked = 0;
      const { width, height } = node.getBoundingClientRect();
      if (height === 0 || node.matches(':hover, :focus-within')) return;
      const room = { width: document.documentElement.clientWidth, height: innerHeight };
      const { left, top } = freePlace({ width, height }, room, takenBoxes(node));
      // from below, so that it grows upwards as more come
      node.style.setProperty('--toast-left', `${left}px`);
      node.style.setProperty('--toast-bottom', `${Math.max(0, room.height - top - height)}px`);
    };
    const ask = (): void => {
      asked ||= requestAnimationFrame(place);
    };
    place();
    const changes = new MutationObserver(ask);
    changes.observe(document.body, { childList: true, subtree: true });
    const sizes = new ResizeObserver(ask);
    sizes.observe(node);
    addEventListener('resize', ask);
    document.addEventListener('scroll', ask, { capture: true, passive: true });
    return () => {
      cancelAnimationFrame(asked);
      changes.disconnect();
      sizes.disconnect();
      removeEventListener('resize', ask);
      document.removeEventListener('scroll', ask, { capture: true });
    };
  }, [corner, on]);
}
