import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Kind } from '../../../../core/kinds.ts';
import { query, useCommand } from '../../../../ui/api/hooks.ts';
import { TextArea } from '../../../../ui/form/text-field.tsx';
import { Button } from '../../../../ui/parts/button.tsx';
import { Dialog } from '../../../../ui/parts/dialog.tsx';
import { SkeletonRows } from '../../../../ui/parts/empty.tsx';
import { InlineNotice } from '../../../../ui/parts/notice.tsx';
import { toastDone } from '../../../../ui/parts/toast.tsx';
import { useViewer } from '../../../../ui/session/viewer.tsx';
import { formatInstant } from '../../../../ui/time/format.ts';
import { useNow } from '../../../../ui/time/use-now.ts';
import { type LegalHold, readLegalHold, readReview, setLegalHold } from '../../contract.ts';
import { Failed } from '../shared/states.tsx';
import styles from './followers.module.css';

interface Of {
  kind: Kind;
  reviewId: number;
}

/** That nothing of this review is deleted, and why; for those who may know. */
export function LegalHoldNotice({ kind, reviewId }: Of) {
  const { time_zone: zone } = useViewer();
  const now = useNow(60_000);
  const [open, setOpen] = useState(false);
  const { data } = useQuery(query(readLegalHold, { kind, params: { id: reviewId } }));
  if (!data || (!data.on && !data.organization)) return null;
  const [latest] = data.history;
  return (
    <>
      <InlineNotice
        kind="info"
        title="A legal hold is on. Nothing of this review is deleted."
        actions={
          data.on || data.history.length > 0
            ? [{ label: data.may_set ? 'Lift it, or see its history' : 'See its history', onAct: () => setOpen(true) }]
            : []
        }
      >
        {data.on && latest ? (
          <p>
            {latest.reason} · {latest.by}, {formatInstant(latest.at, { zone, now })}
          </p>
        ) : null}
        {data.organization ? <p>All reviews of {data.organization.name} are held.</p> : null}
      </InlineNotice>
      {open ? <LegalHoldDialog kind={kind} reviewId={reviewId} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

/** Puts a review on legal hold or lifts it, with the reason, under what was done before. */
export function LegalHoldDialog({ onClose, ...of }: Of & { onClose: () => void }) {
  const known = useQuery(query(readLegalHold, { kind: of.kind, params: { id: of.reviewId } }));
  return (
    <Dialog title="Legal hold" onClose={onClose}>
      <div className={styles.body}>
        {known.isError ? (
          <Failed what="The legal hold" error={known.error} onRetry={() => void known.refetch()} />
        ) : known.data ? (
          <HoldForm {...of} hold={known.data} onClose={onClose} />
        ) : (
          <SkeletonRows rows={3} columns={[60]} label="Loading the legal hold" />
        )}
      </div>
    </Dialog>
  );
}

function HoldForm({ kind, reviewId, hold, onClose }: Of & { hold: LegalHold; onClose: () => void }) {
  const { time_zone: zone } = useViewer();
  const now = useNow(60_000);
  const [reason, setReason] = useState('');
  const save = useCommand(setLegalHold, {
    refresh: [readLegalHold, readReview],
    onSuccess: ({ on }) => {
      toastDone(on ? 'The legal hold is on.' : 'The legal hold is lifted.');
      onClose();
    },
  });
  return (
    <form
      className={styles.body}
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate({ kind, params: { id: reviewId }, body: { on: !hold.on, reason } });
      }}
    >
      <p className={styles.lead}>
        {hold.on
          ? 'While it is on, nothing of this review is deleted: not by its time, not by hand.'
          : 'It keeps everything of this review from being deleted, until it is lifted again.'}
      </p>
      {hold.may_set ? (
        <>
          <TextArea
            path="reason"
            label={hold.on ? 'Why it is lifted' : 'Why it is held'}
            required
            max={2000}
            value={reason}
            onChange={setReason}
            error={save.error?.errors.find(({ path }) => path === 'reason')?.message ?? null}
          />
          {save.error && save.error.errors.length === 0 ? (
            <Failed what="The legal hold" verb="saved" error={save.error} onRetry={() => save.reset()} />
          ) : null}
          <div>
            <Button type="submit" kind="primary" busy={save.isPending}>
              {hold.on ? 'Lift the hold' : 'Put it on hold'}
            </Button>
          </div>
        </>
      ) : null}
      {hold.history.length > 0 ? (
        <ul>
          {hold.history.map((one) => (
            <li key={one.at}>
              {one.by} {one.on ? 'put it on' : 'lifted it'}, {formatInstant(one.at, { zone, now })}: {one.reason}
            </li>
          ))}
        </ul>
      ) : null}
    </form>
  );
}
