import { Suspense, useRef, useSyncExternalStore } from 'react';
import { TextButton } from '../parts/button.tsx';
import { lazyPart } from '../parts/lazy-part.tsx';
import { plainToast, toastsWanted } from '../parts/toast.tsx';
import { useFreePlace } from '../parts/use-free-place.ts';
import styles from './toasts.module.css';

const ToastHost = lazyPart(() => import('./toast-host.tsx'), 'nothing');

/** The toast corner, once for the whole program; empty until the first toast. */
export function Toasts() {
  const wanted = useSyncExternalStore(toastsWanted.subscribe, toastsWanted.get, () => false);
  const plain = useSyncExternalStore(plainToast.subscribe, plainToast.get, () => null);
  const corner = useRef<HTMLDivElement>(null);
  useFreePlace(corner, plain !== null);
  return (
    <>
      {wanted ? (
        <Suspense fallback={null}>
          <ToastHost />
        </Suspense>
      ) : null}
      {plain === null ? null : (
        <div ref={corner} className={styles.plain} role="status">
          {plain} <TextButton onClick={() => plainToast.set(null)}>Dismiss</TextButton>
        </div>
      )}
    </>
  );
}
