import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { Button } from '../../../../ui/parts/button.tsx';
import { ConfirmDialog } from '../../../../ui/parts/confirm-dialog.tsx';
import { InlineNotice } from '../../../../ui/parts/notice.tsx';
import { useViewer } from '../../../../ui/session/viewer.tsx';
import { formatInstant } from '../../../../ui/time/format.ts';
import { forgetKept, keptOf, type KeptRecording, soundOf } from './kept.ts';
import { Player } from './player.tsx';
import { clockOf, nameOf } from './spoken.ts';
import styles from './dictation.module.css';

/** Recordings that are only in this browser: each is heard, then uploaded or discarded. */
export function KeptOnes({
  reviewId,
  renewed,
  busy,
  onSend,
}: {
  reviewId: number;
  /** Another number once there may be others. */
  renewed: number;
  busy: boolean;
  /** Answers whether the server has it now. */
  onSend: (name: string, sound: Blob) => Promise<boolean>;
}) {
  const { user_id } = useViewer();
  const { data: kept = [], refetch } = useQuery({
    queryKey: ['kept-dictations', user_id, reviewId, renewed],
    queryFn: () => keptOf(user_id, reviewId),
    // it is this browser's own
    networkMode: 'always',
    gcTime: 0,
  });
  if (kept.length === 0) return null;
  return (
    <ul className={styles.list} aria-label="Recorded here, not uploaded yet">
      {kept.map((one) => (
        <KeptOne
          key={one.id}
          one={one}
          busy={busy}
          onSend={async (sound) => {
            if (!(await onSend(nameOf(one), sound))) return;
            await forgetKept(one.id);
            await refetch();
          }}
          onDiscard={async () => {
            await forgetKept(one.id);
            await refetch();
          }}
        />
      ))}
    </ul>
  );
}

function KeptOne({
  one,
  busy,
  onSend,
  onDiscard,
}: {
  one: KeptRecording;
  busy: boolean;
  onSend: (sound: Blob) => Promise<void>;
  onDiscard: () => Promise<void>;
}) {
  const { time_zone: zone } = useViewer();
  const [discarding, setDiscarding] = useState(false);
  const { data: sound } = useQuery({
    queryKey: ['kept-dictation', one.id],
    queryFn: () => soundOf(one),
    networkMode: 'always',
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  const url = useMemo(() => (sound ? URL.createObjectURL(sound) : null), [sound]);
  useEffect(() => () => (url ? URL.revokeObjectURL(url) : undefined), [url]);
  const recorded = `Recorded ${formatInstant(one.started_at, { zone })}`;
  return (
    <li className={styles.row}>
      <InlineNotice kind="warn" title="Only in this browser so far.">
        {recorded}, {clockOf(one.seconds)}. Listen to it, then upload it.
      </InlineNotice>
      {url ? <Player label={recorded} src={url} speed={1} /> : null}
      <div className={styles.acts}>
        <Button disabled={busy || !sound} onClick={() => void (sound && onSend(sound))}>
          Upload it
        </Button>
        <Button kind="quiet" disabled={busy} onClick={() => setDiscarding(true)}>
          Discard
        </Button>
      </div>
      <ConfirmDialog
        open={discarding}
        onClose={() => setDiscarding(false)}
        title="Discard this recording?"
        confirmLabel="Discard it"
        cancelLabel="Keep it"
        onConfirm={onDiscard}
      >
        <p>It was not uploaded and is nowhere else.</p>
      </ConfirmDialog>
    </li>
  );
}
