import './layers.css';
import './global.css';
import './tokens.css';
import './fonts.ts';
import type { ReactNode } from 'react';
import { Themed } from './themed.tsx';
import { Toasts } from './toasts.tsx';

/** Everything of the theme at once, for pages that stand alone: styles, fonts, Mantine and the toast corner. */
export function UiProvider({ children }: { children: ReactNode }) {
  return (
    <Themed>
      {children}
      <Toasts />
    </Themed>
  );
}
