import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Kind } from '../../../../core/kinds.ts';
import { query, useCommand } from '../../../../ui/api/hooks.ts';
import { ConfirmDialog } from '../../../../ui/parts/confirm-dialog.tsx';
import { InlineNotice } from '../../../../ui/parts/notice.tsx';
import { toastDone } from '../../../../ui/parts/toast.tsx';
import { useViewer } from '../../../../ui/session/viewer.tsx';
import { formatInstant } from '../../../../ui/time/format.ts';
import { useNow } from '../../../../ui/time/use-now.ts';
import {
  askPurge,
  confirmPurge,
  declinePurge,
  type PurgeRequest,
  readPurgeRequest,
  type ReviewDetail,
  withdrawPurge,
} from '../../contract.ts';
import { Failed } from '../shared/states.tsx';
import { AFTER_ACT } from './use-act.ts';
import styles from './detail.module.css';

interface Of {
  kind: Kind;
  review: ReviewDetail;
}

const CHANGES = [readPurgeRequest, ...AFTER_ACT] as const;
const GONE = 'Files, answers, names and messages are gone afterward. Dates and amounts stay. They cannot be restored.';

/** Asks for a purge before its time, which another super admin then confirms. */
export function AskPurgeDialog({ kind, review, onClose }: Of & { onClose: () => void }) {
  const ask = useCommand(askPurge, { refresh: CHANGES });
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`Ask to delete the records of ${review.number} for good?`}
      confirmLabel="Ask for it"
      cancelLabel="Keep the records"
      reason={{ required: true, max: 2_000, note: 'it stands on the certificate' }}
      onConfirm={async (reason) => {
        await ask.mutateAsync({ kind, params: { id: review.id }, body: { reason } });
        toastDone('Asked for. Another super admin has seven days to confirm it.');
        onClose();
      }}
    >
      <p className={styles.dialogText}>
        Nothing is deleted yet. Another super admin has to confirm it within seven days. {GONE}
      </p>
    </ConfirmDialog>
  );
}

/** That a purge is asked for and waits, with what this super admin can do about it. */
export function PurgeRequestNotice({ kind, review }: Of) {
  const { data, error, refetch } = useQuery(query(readPurgeRequest, { kind, params: { id: review.id } }));
  if (error && !data)
    return <Failed what="The request for its deletion" error={error} onRetry={() => void refetch()} />;
  return data?.request ? <Waiting kind={kind} review={review} request={data.request} /> : null;
}

function Waiting({ kind, review, request }: Of & { request: NonNullable<PurgeRequest['request']> }) {
  const { time_zone: zone } = useViewer();
  const now = useNow(60_000);
  const [asks, setAsks] = useState(false);
  const confirm = useCommand(confirmPurge, { refresh: CHANGES });
  const decline = useCommand(declinePurge, {
    refresh: CHANGES,
    onSuccess: () => toastDone('Declined. The records stay.'),
  });
  const withdraw = useCommand(withdrawPurge, {
    refresh: CHANGES,
    onSuccess: () => toastDone('Withdrawn. The records stay.'),
  });
  const shown = { kind, params: { id: review.id }, body: { request_id: request.id } };
  const failed = decline.error ?? withdraw.error;
  return (
    <>
      <InlineNotice
        kind="warn"
        title={
          request.is_yours
            ? 'You asked to have these records deleted for good. Another super admin has to confirm it.'
            : `${request.asked_by} asks to have these records deleted for good. It takes your word, or another super admin’s.`
        }
        actions={
          request.is_yours
            ? [{ label: 'Withdraw the request', onAct: () => withdraw.mutate(shown) }]
            : [
                { label: 'Confirm the deletion', onAct: () => setAsks(true) },
                { label: 'Decline it', onAct: () => decline.mutate(shown) },
              ]
        }
      >
        <p>
          “{request.reason}”
          <br />
          Asked {formatInstant(request.asked_at, { zone, now })}, waits until{' '}
          {formatInstant(request.expires_at, { zone, now })}.
        </p>
      </InlineNotice>
      {failed ? <Failed what="The answer" verb="saved" error={failed} /> : null}
      {asks ? (
        <ConfirmDialog
          open
          onClose={() => setAsks(false)}
          title={`Delete the records of ${review.number} for good?`}
          confirmLabel="Delete for good"
          cancelLabel="Keep the records"
          onConfirm={async () => {
            await confirm.mutateAsync(shown);
            toastDone('Its records are deleted.');
            setAsks(false);
          }}
        >
          <p className={styles.dialogText}>
            {request.asked_by} asked for it: “{request.reason}” {GONE}
          </p>
        </ConfirmDialog>
      ) : null}
    </>
  );
}
