import { IconMicrophone, IconUpload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { AUDIO_EXTENSIONS } from '../../../../core/audio-types.ts';
import { plural } from '../../../../core/phrases.ts';
import { urlOf } from '../../../../core/url-of.ts';
import { Failure } from '../../../../ui/api/failure.tsx';
import { query, useCommand } from '../../../../ui/api/hooks.ts';
import { Button } from '../../../../ui/parts/button.tsx';
import { ConfirmDialog } from '../../../../ui/parts/confirm-dialog.tsx';
import { Fold } from '../../../../ui/parts/fold.tsx';
import { InlineNotice } from '../../../../ui/parts/notice.tsx';
import { toastDone } from '../../../../ui/parts/toast.tsx';
import { useViewer } from '../../../../ui/session/viewer.tsx';
import { maxUploadBytes } from '../../../../ui/session/site.ts';
import { formatInstant } from '../../../../ui/time/format.ts';
import { sizeText, whyNotSendable } from '../../../files/rules.ts';
import { dictationEndpoints, type DictationView } from '../../contract/dictations.ts';
import type { ReportView } from '../../contract.ts';
import { KeptOnes } from './kept-ones.tsx';
import { Player, SpeedChoice } from './player.tsx';
import { RecordHere } from './record-here.tsx';
import { sendDictation } from './send.ts';
import styles from './dictation.module.css';

const WHILE_CHECKED_MS = 1500;

/** What was dictated for a report, beside its form: played there, added and removed by the examiner's side. */
export function Dictation({ view }: { view: ReportView }) {
  const reviewId = view.review_id;
  const { data, error, refetch } = useQuery({
    ...query(dictationEndpoints.list, { kind: view.kind, params: { id: reviewId } }),
    refetchInterval: ({ state }) =>
      state.data?.data.some((one) => one.status === 'processing') ? WHILE_CHECKED_MS : false,
  });
  const [speed, setSpeed] = useState(1);
  const id = useId();
  if (error && !data)
    return <Failure error={error} what="The dictation could not be loaded." onRetry={() => void refetch()} />;
  if (!data || (data.data.length === 0 && !data.can.add)) return null;
  const count = data.data.length;
  return (
    <Fold
      className={styles.fold}
      title={
        <span id={id}>
          Dictation <span className={styles.count}>{count === 0 ? 'none yet' : plural(count, 'recording')}</span>
        </span>
      }
    >
      <section aria-labelledby={id} className={styles.block}>
        {count > 0 ? (
          <>
            <ul className={styles.list}>
              {data.data.map((one) => (
                <Row key={one.id} view={view} one={one} speed={speed} />
              ))}
            </ul>
            <SpeedChoice speed={speed} onChange={setSpeed} />
          </>
        ) : null}
        {data.can.add ? <Adding reviewId={reviewId} onAdded={() => void refetch()} /> : null}
      </section>
    </Fold>
  );
}

function Row({ view, one, speed }: { view: ReportView; one: DictationView; speed: number }) {
  const { time_zone: zone } = useViewer();
  const [removing, setRemoving] = useState(false);
  const params = { id: view.review_id, dictationId: one.id };
  const remove = useCommand(dictationEndpoints.remove, {
    refresh: [dictationEndpoints.list],
    onSuccess: () => toastDone('The recording is removed.'),
  });
  return (
    <li className={styles.row}>
      <p className={styles.name}>{one.name}</p>
      <p className={styles.meta}>
        {one.uploaded_by}, {formatInstant(one.created_at, { zone })}, {sizeText(one.size_bytes)}
      </p>
      {one.status === 'ready' ? (
        <Player label={one.name} src={urlOf(dictationEndpoints.content, { kind: view.kind, params })} speed={speed} />
      ) : one.status === 'processing' ? (
        <p className={styles.meta} role="status">
          Being checked. It can be played in a moment.
        </p>
      ) : (
        <InlineNotice kind="bad">{one.failure}</InlineNotice>
      )}
      {one.can.remove ? (
        <Button kind="quiet" size="sm" aria-label={`Remove ${one.name}`} onClick={() => setRemoving(true)}>
          Remove
        </Button>
      ) : null}
      <ConfirmDialog
        open={removing}
        onClose={() => setRemoving(false)}
        title="Remove this recording?"
        confirmLabel="Remove it"
        cancelLabel="Keep it"
        onConfirm={async () => {
          await remove.mutateAsync({ kind: view.kind, params });
          setRemoving(false);
        }}
      >
        <p>Nobody can play it afterwards. What you wrote from it stays.</p>
      </ConfirmDialog>
    </li>
  );
}

/** Adding one: from a file, or recorded here. */
function Adding({ reviewId, onAdded }: { reviewId: number; onAdded: () => void }) {
  const chooser = useRef<HTMLInputElement>(null);
  const [sending, setSending] = useState<{ name: string; share: number } | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [recorded, setRecorded] = useState(0);
  const [recording, setRecording] = useState(false);
  // what is under way is asked about before the page goes
  useEffect(() => {
    if (!recording && sending === null) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [recording, sending]);

  /** Sends a recording; answers whether the server has it. */
  const send = async (name: string, sound: Blob): Promise<boolean> => {
    const why = whyNotSendable({ name, size_bytes: sound.size, audio: true }, maxUploadBytes());
    if (why !== null) {
      setFault(why);
      return false;
    }
    setFault(null);
    setSending({ name, share: 0 });
    try {
      await sendDictation(reviewId, name, sound, (share) => setSending({ name, share }));
      toastDone('The dictation is uploaded.');
      onAdded();
      return true;
    } catch (error) {
      setFault(error instanceof Error ? error.message : String(error));
      return false;
    } finally {
      setSending(null);
    }
  };
  return (
    <>
      <KeptOnes reviewId={reviewId} renewed={recorded} busy={sending !== null || recording} onSend={send} />
      {fault ? (
        <InlineNotice kind="bad" title="It could not be uploaded." live>
          {fault}
        </InlineNotice>
      ) : null}
      {sending ? (
        <p className={styles.sending} role="status">
          <span className={styles.name}>{sending.name}</span>
          <progress max={1} value={sending.share} aria-label={`Uploading ${sending.name}`} />
          <span>{Math.floor(sending.share * 100)} %</span>
        </p>
      ) : null}
      <div className={styles.acts}>
        <RecordHere
          reviewId={reviewId}
          busy={sending !== null}
          icon={<IconMicrophone size={16} stroke={1.75} aria-hidden />}
          onRecording={setRecording}
          onRecorded={() => setRecorded((n) => n + 1)}
        />
        {recording ? null : (
          <Button
            icon={<IconUpload size={16} stroke={1.75} aria-hidden />}
            disabled={sending !== null}
            onClick={() => chooser.current?.click()}
          >
            Upload a recording
          </Button>
        )}
        <input
          ref={chooser}
          type="file"
          hidden
          accept={AUDIO_EXTENSIONS.join(',')}
          aria-label="Recording to upload"
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? [];
            currentTarget.value = '';
            if (file) void send(file.name, file);
          }}
        />
      </div>
      <p className={styles.meta}>
        MP3, M4A, WAV, Ogg or WebM. Peritus’s clinical operations hear it, the requester does not. It is deleted with
        the records of the review.
      </p>
    </>
  );
}
