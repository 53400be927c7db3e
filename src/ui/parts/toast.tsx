import type { ToastSort, ToastWay } from './toast-shown.tsx';

const listeners = new Set<() => void>();
let wanted = false;
let plain: string | null = null;

const change = (): void => {
  for (const listener of listeners) listener();
};
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Whether a toast was ever shown: until then the toast corner is not even loaded. */
export const toastsWanted = { get: () => wanted, subscribe };

/** The words of a toast that cannot be shown as one, as the network went before the toast corner was loaded. */
export const plainToast = {
  get: () => plain,
  subscribe,
  set: (words: string | null) => {
    plain = words;
    change();
  },
};

async function show(sort: ToastSort, words: string, undo?: ToastWay): Promise<void> {
  wanted = true;
  change();
  const loaded = await import('./toast-shown.tsx').catch(() => null);
  plainToast.set(loaded ? null : words);
  loaded?.showToast(sort, words, undo);
}

/** Says that an act is done and needs nothing, with the way back where there is one. Never for what must be corrected. */
export function toastDone(words: string, undo?: ToastWay): void {
  void show('done', words, undo);
}

/** Says that the network is gone and that nothing is lost. */
export function toastOffline(words = 'Offline. Your answers are kept and sent later.'): void {
  void show('offline', words);
}
