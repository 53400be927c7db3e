import type { ReactNode } from 'react';
import { Button } from '../parts/button.tsx';
import { InlineError } from '../parts/notice.tsx';
import styles from './ends.module.css';

type Faults = { errors: readonly { path: string; message: string }[] } | null;
/** What is wrong at a field of a form. */
export const faultOf = (error: Faults, path: string) => error?.errors.find((one) => one.path === path)?.message;

/** How the form of a dialog ends: what went wrong beside the fields, the way out, and the one that sends it. */
export function Ends({
  what,
  busy,
  save = 'Save',
  children,
  onClose,
}: {
  what: (Faults & { code: string; message: string }) | null;
  busy: boolean;
  /** What sending it does. */
  save?: string;
  /** Another act, before the way out. */
  children?: ReactNode;
  onClose: () => void;
}) {
  return (
    <>
      {what && what.errors.length === 0 ? (
        <InlineError title="It was not saved.">
          {what.code === 'stale' ? 'Someone else changed it meanwhile. Close this and look again.' : what.message}
        </InlineError>
      ) : null}
      <div className={styles.acts}>
        {children}
        <Button kind="quiet" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" kind="primary" busy={busy}>
          {save}
        </Button>
      </div>
    </>
  );
}
