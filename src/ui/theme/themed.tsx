import './layers.css';
import '@mantine/core/styles.layer.css';
import { MantineProvider } from '@mantine/core';
import { createContext, use } from 'react';
import type { ReactNode } from 'react';
import { styleNonce } from '../session/site.ts';
import { theme } from './theme.ts';

const Inside = createContext(false);

/**
 * Around whatever draws with Mantine: its theme in our tokens, its style sheet, the color scheme. Loaded with the
 * first page or part that needs it; inside of another one it adds nothing.
 */
export function Themed({ children }: { children: ReactNode }) {
  if (use(Inside)) return children;
  return (
    <Inside value>
      <MantineProvider theme={theme} defaultColorScheme="auto" getStyleNonce={() => styleNonce() ?? ''}>
        {children}
      </MantineProvider>
    </Inside>
  );
}
