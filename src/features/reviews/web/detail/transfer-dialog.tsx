import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Kind } from '../../../../core/kinds.ts';
import { ApiError } from '../../../../ui/api/client.ts';
import { query, useCommand } from '../../../../ui/api/hooks.ts';
import { SelectField } from '../../../../ui/form/select-field.tsx';
import { ConfirmDialog } from '../../../../ui/parts/confirm-dialog.tsx';
import { toastDone } from '../../../../ui/parts/toast.tsx';
import { actOnReview, readFollowers, type ReviewDetail } from '../../contract.ts';
import { Failed } from '../shared/states.tsx';
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
  const known = useQuery(query(readFollowers, { kind, params: { id: review.id } }));
  const ask = useCommand(actOnReview, { refresh: AFTER_ACT });
  const colleagues = [...(known.data?.data ?? []), ...(known.data?.others ?? [])].filter(
    (one) => one.id !== review.requester?.id,
  );
  const chosen = colleagues.find((one) => String(one.id) === to);
  return (
    <ConfirmDialog
      open
      danger={false}
      onClose={onClose}
      title={`Ask to transfer ${review.number}?`}
      confirmLabel="Ask for the transfer"
      cancelLabel="Leave it here"
      disabled={to === null}
      reason={{ label: 'Why', required: true, max: 2_000, note: 'the person who decides reads it' }}
      onConfirm={async (reason) => {
        try {
          await ask.mutateAsync({
            kind,
            params: { id: review.id, action: 'request_transfer' },
            body: {
              reason,
              lock_version: review.lock_version,
              ...(to === ELSEWHERE || to === null ? {} : { requester_id: Number(to) }),
            },
          });
        } catch (error) {
          if (!(error instanceof ApiError)) throw error;
          throw new Error(error.errors[0]?.message ?? error.message, { cause: error });
        }
        toastDone('Asked. You’ll hear as soon as it is decided.');
        onClose();
      }}
    >
      <p className={styles.dialogText}>
        {to === ELSEWHERE
          ? 'Say where it should go. Peritus checks for conflicts first; once granted it ends here.'
          : `${chosen ? chosen.name : 'A colleague'} becomes its requester, with its history, records and conversation. A review manager or Peritus decides.`}
      </p>
      {known.isError ? (
        <Failed what="Your colleagues" error={known.error} onRetry={() => void known.refetch()} />
      ) : null}
      <SelectField
        path="requester_id"
        label="To whom"
        value={to}
        onChange={setTo}
        disabled={known.isPending}
        options={[
          ...colleagues.map((one) => ({ value: String(one.id), label: one.name })),
          { value: ELSEWHERE, label: 'Elsewhere, outside your organization' },
        ]}
        required
      />
    </ConfirmDialog>
  );
}
