import './layers.css';
import '@mantine/core/styles.layer.css';
import './global.css';
import './tokens.css';
import './fonts.ts';
import { MantineProvider } from '@mantine/core';
import { Suspense, lazy, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import { toastsWanted } from '../parts/toast.tsx';
import { styleNonce } from '../session/site.ts';
import { theme } from './theme.ts';

const ToastHost = lazy(() => import('./toast-host.tsx'));

/** Theme, color scheme (follows the system until chosen) and the toast corner. Wraps the whole app once. */
export function UiProvider({ children }: { children: ReactNode }) {
  const wanted = useSyncExternalStore(toastsWanted.subscribe, toastsWanted.get, () => false);
  return (
    <MantineProvider theme={theme} defaultColorScheme="auto" getStyleNonce={() => styleNonce() ?? ''}>
      {children}
      {wanted ? (
        <Suspense fallback={null}>
          <ToastHost />
        </Suspense>
      ) : null}
    </MantineProvider>
  );
}
