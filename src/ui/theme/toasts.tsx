import { Suspense, lazy, useSyncExternalStore } from 'react';
import { toastsWanted } from '../parts/toast.tsx';

const ToastHost = lazy(() => import('./toast-host.tsx'));

/** The toast corner, once for the whole program; empty until the first toast. */
export function Toasts() {
  const wanted = useSyncExternalStore(toastsWanted.subscribe, toastsWanted.get, () => false);
  return wanted ? (
    <Suspense fallback={null}>
      <ToastHost />
    </Suspense>
  ) : null;
}
