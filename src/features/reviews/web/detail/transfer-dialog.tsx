import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Kind } from '../../../../core/kinds.ts';
import { query, useCommand } from '../../../../ui/api/hooks.ts';
import { SelectField } from '../../../../ui/form/select-field.tsx';
import { ConfirmDialog } from '../../../../ui/parts/confirm-dialog.tsx';
import { toastDone } from '../../../../ui/parts/toast.tsx';
import { actOnReview, readWatchers, type ReviewDetail } from '../../contract.ts';
import { AFTER_ACT } from './use-act.ts';
import styles from './detail.module.css';

const ELSEWHERE = 'elsewhere';

/** Asks to hand the review on: to a colleague, or out of the organization. */
export default function TransferDialog({
  kind,
  review,
  onClose,
}: {
  kind: Kind;
  review: ReviewDetail;
  onClose: () => void;
}) {
  const [to, setTo] = useState<string | null>(null);
  const known = useQuery(query(readWatchers, { kind, params: { id: review.id } }));
  const ask = useCommand(actOnReview, { refresh: AFTER_ACT });
  const colleagues = [...(known.data?.data ?? []), ...(known.data?.others ?? [])];
  return (
    <ConfirmDialog
      open
      danger={false}
      onClose={onClose}
      title={`Ask to transfer ${review.number}?`}
      confirmLabel="Ask for the transfer"
      cancelLabel="Leave it here"
      disabled={to === null}
      reason={{ label: 'Why', required: true, max: 2_000, note: 'whoever decides reads it' }}
      onConfirm={async (reason) => {
        await ask.mutateAsync({
          kind,
          params: { id: review.id, action: 'request_transfer' },
          body: {
            reason,
            lock_version: review.lock_version,
            ...(to === ELSEWHERE || to === null ? {} : { requester_id: Number(to) }),
          },
        });
        toastDone('Asked. You hear as soon as it is decided.');
        onClose();
      }}
    >
      <p className={styles.dialogText}>
        {to === ELSEWHERE
          ? 'Say where it should go. Peritus checks for conflicts first; once granted it ends here.'
          : 'A colleague becomes its requester, with its history, records and conversation. A review manager or Peritus decides.'}
      </p>
      <SelectField
        path="requester_id"
        label="To whom"
        value={to}
        onChange={setTo}
        options={[
          ...colleagues.map((one) => ({ value: String(one.id), label: one.name })),
          { value: ELSEWHERE, label: 'Elsewhere, outside your organization' },
        ]}
        required
      />
    </ConfirmDialog>
  );
}
