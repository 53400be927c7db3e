import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { ApiError } from '../../../../ui/api/client.ts';
import { TextArea } from '../../../../ui/form/text-field.tsx';
import { Button } from '../../../../ui/parts/button.tsx';
import { InlineNotice } from '../../../../ui/parts/notice.tsx';
import styles from './wizard.module.css';

/** An order that a budget stopped: which, what is left of it, and, for whoever keeps it, the order beyond it with a reason. */
export function OverBudget({
  error,
  onOrder,
}: {
  error: ApiError;
  onOrder: ((reason: string) => Promise<void>) | undefined;
}) {
  const { lets_through = false } = (error.problem?.current ?? {}) as { lets_through?: boolean };
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  // it was ordered at the foot of the page: what stopped it is brought into view and read
  useEffect(() => place.current?.focus(), [error]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (reason.trim() !== '') void onOrder?.(reason.trim());
  };
  return (
    <div ref={place} tabIndex={-1} className={styles.stopped}>
      <InlineNotice kind="conflict" title="Nothing was ordered. Everything you entered is kept.">
        <p>{error.message}</p>
        {lets_through && onOrder ? (
          <form onSubmit={submit} noValidate aria-label="Order beyond the budget">
            <TextArea
              path="beyond_budget"
              label="Why it goes beyond the budget"
              help="It stands in the budget’s history."
              rows={2}
              max={500}
              value={reason}
              onChange={setReason}
              error={tried && reason.trim() === '' ? 'Write a sentence.' : undefined}
            />
            <Button type="submit">Order it beyond the budget</Button>
          </form>
        ) : null}
      </InlineNotice>
    </div>
  );
}
