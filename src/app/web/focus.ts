import { useEffect, useRef } from 'react';

const LONGEST_WAIT_MS = 5000;

/**
 * After moving to another page the focus goes to its heading, as a full page load would begin there. A heading that
 * comes with the data is waited for, unless the reader has put the focus somewhere meanwhile.
 */
export function useFocusOnNavigation(path: string): void {
  const before = useRef(path);

  useEffect(() => {
    if (before.current === path) return undefined;
    before.current = path;
    const main = document.getElementById('main');
    if (!main || focusHeading(main)) return undefined;
    const watch = new MutationObserver(() => {
      const taken = document.activeElement !== document.body && main.contains(document.activeElement);
      if (taken || focusHeading(main)) watch.disconnect();
    });
    watch.observe(main, { childList: true, subtree: true });
    const enough = setTimeout(() => watch.disconnect(), LONGEST_WAIT_MS);
    return () => {
      clearTimeout(enough);
      watch.disconnect();
    };
  }, [path]);
}

function focusHeading(main: HTMLElement): boolean {
  const heading = main.querySelector('h1');
  if (!heading) return false;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  return true;
}
