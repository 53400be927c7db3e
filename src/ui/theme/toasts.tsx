import { Suspense, useEffect, useSyncExternalStore } from 'react';
import { later } from '../parts/later.tsx';
import { prepareToasts, toastsWanted } from '../parts/toast.tsx';

const ToastHost = later(() => import('./toast-host.tsx'), 'nothing');
/** After what the first press or key did has been drawn. */
const AFTER_MS = 1_000;

/** The toast corner, once for the whole program; loaded once somebody does something, as some toasts tell of a lost network. */
export function Toasts() {
  const wanted = useSyncExternalStore(toastsWanted.subscribe, toastsWanted.get, () => false);
  useEffect(() => {
    if (wanted) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const begin = (): void => {
      timer ??= setTimeout(prepareToasts, AFTER_MS);
    };
    const heard = ['pointerdown', 'keydown'] as const;
    for (const name of heard) document.addEventListener(name, begin, { passive: true });
    return () => {
      clearTimeout(timer);
      for (const name of heard) document.removeEventListener(name, begin);
    };
  }, [wanted]);
  return wanted ? (
    <Suspense fallback={null}>
      <ToastHost />
    </Suspense>
  ) : null;
}
