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
    if (!main) return undefined;
    let heading = focusHeading(main);
    const watch = new MutationObserver(() => {
      // the page before may still have stood there: its heading goes, and the focus with it
      if (heading?.isConnected) return;
      const taken = document.activeElement !== document.body && main.contains(document.activeElement);
      if (taken) watch.disconnect();
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

function focusHeading(main: HTMLElement): HTMLElement | null {
  const heading = main.querySelector('h1');
  if (!heading) return null;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  return heading;
}
