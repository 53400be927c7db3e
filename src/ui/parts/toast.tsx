import { IconCircleCheck, IconCloudOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { TextButton } from './button.tsx';
import styles from './toast.module.css';

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

async function show(icon: ReactNode, words: string, undo?: { label?: string; run: () => void }): Promise<void> {
  wanted = true;
  change();
  const loaded = await import('@mantine/notifications').catch(() => null);
  plainToast.set(loaded ? null : words);
  if (!loaded) return;
  const { notifications } = loaded;
  const id = crypto.randomUUID();
  // one at a time: the header has room for no more, and what was done last is what one wants to know of
  notifications.clean();
  notifications.show({
    id,
    message: (
      <span className={styles.line}>
        <span className={styles.words}>{words}</span>
        {undo ? (
          <TextButton
            className={styles.undo}
            onClick={() => {
              notifications.hide(id);
              undo.run();
            }}
          >
            {undo.label ?? 'Undo'}
          </TextButton>
        ) : null}
      </span>
    ),
    icon,
    withCloseButton: !undo,
    closeButtonProps: { 'aria-label': 'Dismiss' },
    classNames: { root: styles.toast ?? '', icon: styles.icon ?? '', body: styles.body ?? '' },
  });
}

/** Says that an act is done and needs nothing, with the way back where there is one. Never for what must be corrected. */
export function toastDone(words: string, undo?: { label?: string; run: () => void }): void {
  void show(<IconCircleCheck className={styles.ok} size={18} stroke={1.75} />, words, undo);
}

/** Says that the network is gone and that nothing is lost. */
export function toastOffline(words = 'Offline. Your answers are kept and sent later.'): void {
  void show(<IconCloudOff className={styles.quiet} size={18} stroke={1.75} />, words);
}
