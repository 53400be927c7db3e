import { IconX } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useId, useRef } from 'react';
import type { ReactNode } from 'react';
import { IconButton } from './button.tsx';
import { cx } from './common.ts';
import styles from './dialog.module.css';

/**
 * A short task over the page, shown while mounted: in the middle, or at the bottom edge as on a phone. The focus goes to
 * the first box of its form. Escape, the cross and a press beside it close it, the press only while nothing was
 * entered; the focus goes back to where it was.
 */
export function Dialog({
  title,
  onClose,
  closeLabel = 'Close',
  place = 'center',
  children,
}: {
  title: string;
  onClose: () => void;
  closeLabel?: string;
  place?: 'center' | 'bottom';
  children: ReactNode;
}) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const close = useEffectEvent(onClose);

  useEffect(() => {
    const node = dialog.current;
    if (!node) return undefined;
    const before = document.activeElement;
    let entered = false;
    const enter = () => {
      entered = true;
    };
    const beside = (event: PointerEvent) => {
      // the content fills the dialog: what is pressed on the dialog itself lies beside it
      if (event.target === node && !entered) close();
    };
    node.addEventListener('pointerdown', beside);
    node.addEventListener('input', enter);
    node.showModal();
    const first = node.querySelector<HTMLElement>('form :is(input, select, textarea):enabled');
    // a list may still be waiting for its options
    if (!(first instanceof HTMLSelectElement)) first?.focus();
    return () => {
      node.removeEventListener('pointerdown', beside);
      node.removeEventListener('input', enter);
      node.close();
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);

  return (
    <dialog
      ref={dialog}
      className={cx(styles.dialog, place === 'bottom' && styles.bottom)}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div className={styles.body}>
        <div className={styles.head}>
          <h2 id={id}>{title}</h2>
          <IconButton label={closeLabel} onClick={onClose}>
            <IconX stroke={1.75} />
          </IconButton>
        </div>
        {children}
      </div>
    </dialog>
  );
}
