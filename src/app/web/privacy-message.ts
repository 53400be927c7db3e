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
  return useSyncExternalStore((watcher) => {
    watchers.add(watcher);
    return () => watchers.delete(watcher);
  }, isShown);
}
