import { type KeyboardEvent, useEffect, useRef } from 'react';
import { Button } from '../../../ui/parts/button.tsx';
import styles from './records.module.css';

/** A question in the row it is about; focus goes to the safe answer, Escape gives it. */
export function ConfirmLine({
  question,
  yes,
  no,
  busy = false,
  onYes,
  onNo,
}: {
  question: string;
  yes: string;
  no: string;
  busy?: boolean;
  onYes: () => void;
  onNo: () => void;
}) {
  const safe = useRef<HTMLButtonElement>(null);
  useEffect(() => safe.current?.focus(), []);
  const escape = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') onNo();
  };
  return (
    <fieldset className={styles.confirm}>
      <legend className={styles.question}>{question}</legend>
      <Button ref={safe} size="sm" onClick={onNo} onKeyDown={escape}>
        {no}
      </Button>
      <Button size="sm" kind="danger" busy={busy} onClick={onYes} onKeyDown={escape}>
        {yes}
      </Button>
    </fieldset>
  );
}
