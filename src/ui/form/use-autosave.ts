import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { serverClock } from '../time/server-clock.ts';
import { Autosave } from './autosave.ts';
import type { AutosaveOptions, AutosaveState, AutosaveWorld } from './autosave.ts';

/** Clock, timers, network and storage of this browser. */
export function browserWorld(): AutosaveWorld {
  let storage: Storage | null;
  try {
    storage = window.localStorage;
  } catch {
    storage = null;
  }
  return {
    now: () => serverClock.now(),
    setTimer: (run, ms) => window.setTimeout(run, ms),
    clearTimer: (timer) => window.clearTimeout(timer as number),
    online: () => navigator.onLine,
    storage,
  };
}

/**
 * Autosave for one section. Show `value`, call `set` on each change, spread `{ onBlur }` on the section, and hand
 * `state` to `SaveState`. Saves also when the page is hidden, when the network returns and when the section unmounts.
 */
export function useAutosave<T>(options: AutosaveOptions<T>): {
  value: T;
  set: (value: T) => void;
  state: AutosaveState<T>;
  flush: () => Promise<void>;
  resolve: (choice: 'mine' | 'fresh' | { value: T }) => void;
  onBlur: () => void;
} {
  const { draftKey, initial, save, onConflict } = options;
  const [held, setHeld] = useState(() => ({ draftKey, core: new Autosave(options, browserWorld()) }));
  if (held.draftKey !== draftKey) setHeld({ draftKey, core: new Autosave(options, browserWorld()) });
  const { core } = held;

  useEffect(() => core.use({ save, onConflict }), [core, save, onConflict]);
  useEffect(() => core.refresh(initial), [core, initial]);
  useEffect(() => {
    const hide = () => {
      if (document.visibilityState === 'hidden') core.wake();
    };
    const wake = () => core.wake();
    core.start();
    document.addEventListener('visibilitychange', hide);
    window.addEventListener('pagehide', wake);
    window.addEventListener('blur', wake);
    window.addEventListener('online', wake);
    wake();
    return () => {
      document.removeEventListener('visibilitychange', hide);
      window.removeEventListener('pagehide', wake);
      window.removeEventListener('blur', wake);
      window.removeEventListener('online', wake);
      wake();
      core.dispose();
    };
  }, [core]);

  const state = useSyncExternalStore(core.subscribe, () => core.state);
  const acts = useMemo(
    () => ({
      set: (value: T) => core.set(value),
      flush: () => core.flush(),
      resolve: (choice: 'mine' | 'fresh' | { value: T }) => core.resolve(choice),
      onBlur: () => core.wake(),
    }),
    [core],
  );
  return { value: core.value, state, ...acts };
}
