import { type RefObject, useEffect } from 'react';

/** Opens a dialog for as long as it is mounted. Afterwards the focus is back where it was. */
export function useModal(dialog: RefObject<HTMLDialogElement | null>): void {
  useEffect(() => {
    const node = dialog.current;
    const before = document.activeElement;
    node?.showModal();
    return () => {
      node?.close();
      // by then the dialog is gone from the page, and the browser gives back nothing
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, [dialog]);
}
