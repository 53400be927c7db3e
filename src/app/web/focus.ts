import { useEffect, useRef } from 'react';

let entered = false;

/** Somebody signed in here: the page they come to is another one, as far as the focus goes. */
export function hasEntered(): void {
  entered = true;
}

const LONGEST_WAIT_MS = 5000;

/**
 * After moving to another page the focus goes to its heading, as a full page load would begin there. A heading that
 * comes with the data is waited for, unless the reader has put the focus somewhere meanwhile.
 */
export function useFocusOnNavigation(path: string): void {
  const before = useRef(path);

  useEffect(() => {
    if (before.current === path && !entered) return undefined;
    before.current = path;
    entered = false;
    const main = document.getElementById('main');
    if (!main) return undefined;
    // what led here, and has the focus still
    const at = document.activeElement;
    let heading = focusHeading(main);
    const watch = new MutationObserver(() => {
      // the page before may still have stood there: its heading goes, and the focus with it
      if (heading?.isConnected) return;
      const now = document.activeElement;
      if (now !== document.body && now !== at) watch.disconnect();
      else heading = focusHeading(main);
    });
    watch.observe(main, { childList: true, subtree: true });
    const enough = setTimeout(() => watch.disconnect(), LONGEST_WAIT_MS);
    return () => {
      clearTimeout(enough);
      watch.disconnect();
    };
  }, [path]);
}

/** What a reader does, after which a page no longer moves by itself. */
const DOINGS = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/**
 * An address that ends in the name of a part leads to that part. It may come with its data: it is waited for, and kept in view
 * while what stands above it comes, until the reader does something.
 */
export function usePartOfAddress(path: string, part: string): void {
  useEffect(() => {
    const main = document.getElementById('main');
    if (!main || part === '') return undefined;
    let focused = false;
    const show = () => {
      const node = document.getElementById(part);
      if (!node || !main.contains(node)) return;
      node.scrollIntoView({ block: 'start' });
      if (!focused) node.focus({ preventScroll: true });
      focused = true;
    };
    const watch = new MutationObserver(show);
    const enough = new AbortController();
    const stop = () => {
      watch.disconnect();
      enough.abort();
    };
    const longest = setTimeout(stop, LONGEST_WAIT_MS);
    for (const doing of DOINGS) addEventListener(doing, stop, { signal: enough.signal, passive: true });
    watch.observe(main, { childList: true, subtree: true });
    show();
    return () => {
      clearTimeout(longest);
      stop();
    };
  }, [path, part]);
}

/** Parts of a page that have a heading of their own. */
const PARTS = 'section, form, article, aside, fieldset, main';

/**
 * What an act takes away may have had the focus: then it goes to the heading of the part it was in, which says what is
 * next, instead of nowhere. Who puts it elsewhere does so afterwards.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    const main = document.getElementById('main');
    if (!main) return undefined;
    let last: Element | null = null;
    let parts: Element[] = [];
    const note = (event: FocusEvent) => {
      const { target } = event;
      // a dialog gives the focus back to where it was
      if (!(target instanceof Element) || target.closest('dialog')) return;
      last = main.contains(target) ? target : null;
      parts = [];
      for (let at = last?.closest(PARTS); at && main.contains(at); at = at.parentElement?.closest(PARTS))
        parts.push(at);
    };
    const watch = new MutationObserver(() => {
      if (!last || last.isConnected) return;
      if (document.activeElement && document.activeElement !== document.body) return;
      const heading = parts.find((part) => part.isConnected)?.querySelector<HTMLElement>('h1, h2, h3, h4');
      // it comes with the data
      if (!heading) return;
      last = null;
      heading.tabIndex = -1;
      heading.focus({ preventScroll: true });
      // a page that stays where it is must not leave the focus behind
      const { top, bottom } = heading.getBoundingClientRect();
      if (bottom <= 0 || top >= innerHeight) heading.scrollIntoView({ block: 'nearest' });
    });
    main.addEventListener('focusin', note);
    watch.observe(main, { childList: true, subtree: true });
    return () => {
      main.removeEventListener('focusin', note);
      watch.disconnect();
    };
  }, []);
}

function focusHeading(main: HTMLElement): HTMLElement | null {
  const heading = main.querySelector('h1');
  if (!heading) return null;
  // a page that is for one field begins in it
  if (document.activeElement instanceof HTMLInputElement && main.contains(document.activeElement)) return heading;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  return heading;
}
