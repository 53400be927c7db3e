import { type RefObject, useLayoutEffect } from 'react';
import { type Box, freePlace, widestGap } from './toast-place.ts';

/** What can be pressed or written in, a whole bar or composer where it stands in one. */
const TAKEN =
  'a[href], button, input, select, textarea, summary, [contenteditable="true"], [role="button"], [role="tab"], [role="option"], [data-bar]';
/** Narrower than this no words fit into the header. */
const LEAST = 150;
const WIDEST = 448;

/** Parts of `within` that can be pressed and are in sight. */
function pressedBoxes(within: ParentNode, host: Element): Box[] {
  const boxes: Box[] = [];
  for (const node of within.querySelectorAll(TAKEN))
    if (!host.contains(node) && node.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      boxes.push(...inSight([node.getBoundingClientRect()]));
  return boxes;
}

const inSight = (boxes: Iterable<Box>): Box[] =>
  [...boxes].filter(
    ({ left, top, right, bottom }) =>
      right > left && bottom > top && bottom > 0 && top < innerHeight && right > 0 && left < innerWidth,
  );

/** Lines of text in sight. */
function textBoxes(host: Element): Box[] {
  const boxes: Box[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (!parent || !node.nodeValue?.trim() || host.contains(parent)) continue;
    if (inSight([parent.getBoundingClientRect()]).length === 0 && getComputedStyle(parent).display !== 'contents')
      continue;
    if (!parent.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    range.selectNodeContents(node);
    boxes.push(...inSight(range.getClientRects()));
  }
  return boxes;
}

/**
 * Keeps what stands fixed in `corner` off everything else. It stands in the header, whose parts give it room as long
 * (`data-toast` of the document); where the header is out of sight, as in a low window that is scrolled, where it lies
 * on no text and on nothing that can be pressed, as the page under it changes, scrolls or is another one. While it is
 * pointed at or has the focus it stays where it is.
 */
export function useFreePlace(corner: RefObject<HTMLElement | null>, on: boolean): void {
  // before it is painted: it is seen nowhere else
  useLayoutEffect(() => {
    const node = corner.current;
    if (!node || !on) return undefined;
    const root = document.documentElement;
    root.dataset['toast'] = '';
    let asked = 0;
    const stand = (place: Record<'left' | 'top' | 'width', number>): void => {
      for (const [name, value] of Object.entries(place)) node.style.setProperty(`--toast-${name}`, `${value}px`);
    };
    const place = (): void => {
      asked = 0;
      if (node.matches(':hover, :focus-within')) return;
      const header = document.querySelector('header[data-toasts]');
      const bar = header?.getBoundingClientRect();
      if (header && bar && bar.height > 0 && bar.top >= 0 && bar.bottom <= innerHeight) {
        const gap = widestGap(bar, pressedBoxes(header, node));
        const width = Math.min(WIDEST, gap.right - gap.left);
        if (width >= LEAST) {
          node.setAttribute('data-place', 'header');
          // as high as its words need at that width
          stand({ left: gap.left + (gap.right - gap.left - width) / 2, top: bar.top, width });
          stand({
            left: gap.left + (gap.right - gap.left - width) / 2,
            top: bar.top + Math.max(0, (bar.height - node.offsetHeight) / 2),
            width,
          });
          return;
        }
      }
      const room = { width: root.clientWidth, height: innerHeight };
      const width = Math.min(WIDEST, room.width - 32);
      node.setAttribute('data-place', 'page');
      node.style.setProperty('--toast-width', `${width}px`);
      const size = { width, height: node.offsetHeight };
      stand({ ...freePlace(size, room, [...pressedBoxes(document, node), ...textBoxes(node)]), width });
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
      delete root.dataset['toast'];
      cancelAnimationFrame(asked);
      changes.disconnect();
      sizes.disconnect();
      removeEventListener('resize', ask);
      document.removeEventListener('scroll', ask, { capture: true });
    };
  }, [corner, on]);
}
