import { type FormEvent, useState } from 'react';
import type { ApiError } from '../../../ui/api/client.ts';
import { faultOf } from '../../../ui/form/ends.tsx';
import { focusPath } from '../../../ui/form/field.tsx';
import { TextArea } from '../../../ui/form/text-field.tsx';
import { useKept } from '../../../ui/form/use-kept.ts';
import { useOpened } from '../../../ui/form/use-opened.ts';
import { InlineEnds } from '../../../ui/form/inline-form.tsx';
import { Button } from '../../../ui/parts/button.tsx';
import { useViewer } from '../../../ui/session/viewer.tsx';
import { HANDOVER_MOST, handoverFaults } from '../rules.ts';
import styles from './engagements.module.css';

/** An expert withdraws: why, and, where an agreement holds, what they hand over. Kept on this device until it is sent. */
export function WithdrawForm({
  reviewId,
  agreed,
  busy,
  error,
  onSubmit,
}: {
  reviewId: number;
  /** Whether both have signed an agreement. */
  agreed: boolean;
  busy: boolean;
  error: ApiError | null;
  onSubmit: (body: { reason: string; handover: string }) => void;
}) {
  const { user_id } = useViewer();
  const [open, setOpen] = useState(false);
  const [written, setWritten] = useKept(`${user_id}:withdraw:${reviewId}`, { reason: '', handover: '' });
  const [faults, setFaults] = useState<Record<string, string>>({});
  const opener = useOpened<HTMLDivElement>(open, 'reason');
  if (!open)
    return (
      <div ref={opener}>
        <Button kind="quiet" onClick={() => setOpen(true)}>
          Withdraw from the matter
        </Button>
      </div>
    );
  const at = (path: string) => faults[path] ?? faultOf(error, path);
  const put = (more: Partial<typeof written>) => {
    setWritten({ ...written, ...more });
    setFaults({});
  };
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const found = Object.fromEntries([
      ...(written.reason.trim() === '' ? [['reason', 'Say why, in a sentence or two.']] : []),
      ...handoverFaults({ own: true, agreed, handover: written.handover }).map(({ path, message }) => [path, message]),
    ]) as Record<string, string>;
    setFaults(found);
    const [first] = Object.keys(found);
    if (first) return focusPath(first);
    onSubmit({ reason: written.reason.trim(), handover: agreed ? written.handover.trim() : '' });
  };
  return (
    <form className={styles.form} onSubmit={send} noValidate aria-label="Withdraw from the matter">
      <TextArea
        path="reason"
        label="Why"
        required
        help="The firm and the matching team see this. The matter leaves your lists at once."
        rows={2}
        max={2000}
        counted={false}
        value={written.reason}
        onChange={(reason) => put({ reason })}
        error={at('reason')}
      />
      {agreed ? (
        <TextArea
          path="handover"
          label="Handover"
          required
          help="What is done, what is open, and where things are. The firm reads it and says whether the next expert does. A draft that is not delivered goes to nobody."
          rows={5}
          max={HANDOVER_MOST}
          value={written.handover}
          onChange={(handover) => put({ handover })}
          error={at('handover')}
        />
      ) : null}
      <InlineEnds
        error={error}
        placed
        what="It could not be done. What you wrote is still here."
        busy={busy}
        onLeave={() => setOpen(false)}
      >
        Withdraw
      </InlineEnds>
    </form>
  );
}
