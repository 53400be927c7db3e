import { Button } from '../../../ui/parts/button.tsx';
import styles from './account.module.css';

/** Beside a form's button: that what stands there is not saved yet, and the way back to what is. */
export function Unsaved({ onDiscard }: { onDiscard: (() => void) | null }) {
  if (!onDiscard) return null;
  return (
    <>
      <Button kind="quiet" onClick={onDiscard}>
        Discard changes
      </Button>
      <span className={styles.state}>Not saved yet</span>
    </>
  );
}
