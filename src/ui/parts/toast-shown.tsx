import { notifications } from '@mantine/notifications';
import { IconCircleCheck, IconCloudOff } from '@tabler/icons-react';
import { TextButton } from './button.tsx';
import styles from './toast.module.css';

/** The way back from what was done. */
export interface ToastWay {
  label?: string;
  run: () => void;
}

const ICONS = {
  done: <IconCircleCheck className={styles.ok} size={18} stroke={1.75} />,
  offline: <IconCloudOff className={styles.quiet} size={18} stroke={1.75} />,
};
export type ToastSort = keyof typeof ICONS;

/** Draws a toast, loaded with the first one. */
export function showToast(sort: ToastSort, words: string, undo?: ToastWay): void {
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
    icon: ICONS[sort],
    withCloseButton: !undo,
    closeButtonProps: { 'aria-label': 'Dismiss' },
    classNames: { root: styles.toast ?? '', icon: styles.icon ?? '', body: styles.body ?? '' },
  });
}
