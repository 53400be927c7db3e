import { useEffect, useId, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { TextArea } from '../form/text-field.tsx';
import { Button } from './button.tsx';
import { InlineError } from './notice.tsx';
import styles from './confirm-dialog.module.css';

/**
 * For loss, money and signature only. The title is the question, the text the consequence with the amount, the buttons
 * say the act. Focus starts on the safe one. While `onConfirm` runs both rest; a failure stays in the dialog.
 */
export function ConfirmDialog({
  open,
  onClose,
  title,
  children,
  confirmLabel,
  cancelLabel,
  onConfirm,
  danger = true,
  reason,
  disabled = false,
}: {
  open: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
  /** 'Cancel it, pay $225.00'. */
  confirmLabel: string;
  /** 'Keep the case'. */
  cancelLabel: string;
  /** Rejects with an error whose message is for the reader. */
  onConfirm: (reason: string) => Promise<void> | void;
  danger?: boolean;
  /** Asks for a reason; `note` says who sees it. */
  reason?: { label?: string; note?: string; required?: boolean; max?: number };
  /** While something in the text is still missing, as a box to tick. */
  disabled?: boolean;
}) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const safe = useRef<HTMLButtonElement>(null);
  const [words, setWords] = useState('');
  const [missing, setMissing] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  useEffect(() => {
    const node = dialog.current;
    if (!node || !open) return undefined;
    const before = document.activeElement;
    node.showModal();
    safe.current?.focus();
    return () => {
      node.close();
      if (before instanceof HTMLElement) before.focus();
    };
  }, [open]);

  const close = () => {
    if (busy) return;
    setWords('');
    setMissing(false);
    setFailure(null);
    onClose();
  };
  const confirm = async () => {
    if (reason?.required && words.trim() === '') {
      setMissing(true);
      dialog.current?.querySelector('textarea')?.focus();
      return;
    }
    setBusy(true);
    setFailure(null);
    try {
      await onConfirm(words.trim());
      setWords('');
    } catch (error) {
      setFailure(error instanceof Error ? error.message : 'This did not work. Try again.');
    } finally {
      setBusy(false);
    }
  };

  if (!open) return null;
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={`${id}t`}
      aria-describedby={`${id}d`}
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
    >
      <form
        className={styles.body}
        onSubmit={(event) => {
          event.preventDefault();
          void confirm();
        }}
      >
        <h2 id={`${id}t`}>{title}</h2>
        <div id={`${id}d`} className={styles.text}>
          {children}
        </div>
        {reason ? (
          <TextArea
            path="reason"
            label={reason.label ?? 'Reason'}
            note={reason.note}
            rows={2}
            value={words}
            onChange={(next) => {
              setWords(next);
              setMissing(false);
            }}
            required={reason.required}
            {...(reason.max === undefined ? {} : { max: reason.max })}
            error={missing ? 'Write a reason.' : null}
            disabled={busy}
          />
        ) : null}
        {failure ? <InlineError title={failure} /> : null}
        <div className={styles.buttons}>
          <Button ref={safe} kind="quiet" onClick={close} disabled={busy}>
            {cancelLabel}
          </Button>
          <Button type="submit" kind={danger ? 'danger' : 'primary'} busy={busy} disabled={disabled}>
            {confirmLabel}
          </Button>
        </div>
      </form>
    </dialog>
  );
}
