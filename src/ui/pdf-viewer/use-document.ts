import { useCallback, useEffect, useState } from 'react';
import type { FailureKind, LoadedPdf } from './engine/pdf.ts';

export type DocumentState =
  | { status: 'loading' }
  | { status: 'locked'; wrong: boolean; unlock: (password: string) => void }
  | { status: 'failed'; kind: FailureKind }
  | { status: 'ready'; pdf: LoadedPdf };

const LOADING: DocumentState = { status: 'loading' };

/** Opens the PDF at `url` (the engine itself loads on first use) and closes it again. `retry` starts over. */
export function useDocument(url: string | null): [state: DocumentState, retry: () => void] {
  const [attempt, setAttempt] = useState(0);
  const [opened, setOpened] = useState<{ key: string; state: DocumentState } | null>(null);
  const key = `${attempt} ${url ?? ''}`;

  useEffect(() => {
    if (url === null) return undefined;
    let stopped = false;
    let close: (() => void) | null = null;
    const tell = (state: DocumentState): void => {
      if (!stopped) setOpened({ key, state });
    };
    const open = async (): Promise<void> => {
      try {
        const { loadPdf } = await import('./engine/pdf.ts');
        if (stopped) return;
        const loading = loadPdf(url, (answer, wrong) => {
          const unlock = (password: string): void => {
            tell(LOADING);
            answer(password);
          };
          tell({ status: 'locked', wrong, unlock });
        });
        close = () => loading.close();
        tell({ status: 'ready', pdf: await loading.loaded });
      } catch (error) {
        const kind = error instanceof Error && 'kind' in error ? (error.kind as FailureKind) : 'network';
        tell({ status: 'failed', kind });
      }
    };
    void open();
    return () => {
      stopped = true;
      close?.();
    };
  }, [url, key]);

  const retry = useCallback(() => setAttempt((count) => count + 1), []);
  return [opened?.key === key ? opened.state : LOADING, retry];
}
