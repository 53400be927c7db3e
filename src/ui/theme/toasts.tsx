import { Suspense, useSyncExternalStore } from 'react';
import { TextButton } from '../parts/button.tsx';
import { lazyPart } from '../parts/lazy-part.tsx';
import { plainToast, toastsWanted } from '../parts/toast.tsx';
import styles from './toasts.module.css';

const ToastHost = lazyPart(() => import('./toast-host.tsx'), 'nothing');

/**
 * The toast corner, once for the whole program; empty until the first toast. What could not be loaded is said in a strip
 * at the page's end, which takes its room from the window's.
 */
export function Toasts() {
  const wanted = useSyncExternalStore(toastsWanted.subscribe, toastsWanted.get, () => false);
  const plain = useSyncExternalStore(plainToast.subscribe, plainToast.get, () => null);
  return (
    <>
      {wanted ? (
        <Suspense fallback={null}>
          <ToastHost />
        </Suspense>
      ) : null}
      {plain === null ? null : (
        <div className={styles.plain} role="status">
          {plain} <TextButton onClick={() => plainToast.set(null)}>Dismiss</TextButton>
        </div>
      )}
    </>
  );
}
