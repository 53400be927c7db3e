import { useSyncExternalStore } from 'react';
import { PRIVACY_DISMISSED_KEY } from '../../features/accounts/rules.ts';

const watchers = new Set<() => void>();
let shown: boolean | null = null;

function isShown(): boolean {
  if (shown !== null) return shown;
  try {
    shown = localStorage.getItem(PRIVACY_DISMISSED_KEY) === null;
  } catch {
    shown = true;
  }
  return shown;
}

/** Shows the privacy message again, which forgets that it was dismissed, or dismisses it on this machine. */
export function setShowPrivacyMessage(show: boolean): void {
  shown = show;
  try {
    if (show) localStorage.removeItem(PRIVACY_DISMISSED_KEY);
    else localStorage.setItem(PRIVACY_DISMISSED_KEY, 'true');
  } catch {
    // storage is switched off: it holds for this visit
  }
  for (const watcher of watchers) watcher();
}

/** Whether the privacy message stands on the page; by default it does. */
export function useShowPrivacyMessage(): boolean {
  return useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
      // what is drawn when the pages are built has it; `markDismissed` hides it there
    },
    isShown,
    () => true,
  );
}

/**
 * Says on the document that the note was dismissed here, before anything is painted. It names nothing outside itself, as its
 * text stands in the head of a page that comes with its first picture.
 */
export function markDismissed(key: string): void {
  try {
    if (localStorage.getItem(key) !== null) document.documentElement.dataset.privacy = 'dismissed';
  } catch {
    // storage is switched off: it is shown
  }
}
