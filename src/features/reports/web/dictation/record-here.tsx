import { IconPlayerPause, IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '../../../../ui/parts/button.tsx';
import { InlineNotice } from '../../../../ui/parts/notice.tsx';
import { useViewer } from '../../../../ui/session/viewer.tsx';
import { CannotRecord, record, type Recording } from './recorder.ts';
import { clockOf } from './spoken.ts';
import styles from './dictation.module.css';

const NOT_KEPT =
  'This browser could not keep the recording: its storage is full or closed to this page. What was kept until then is below.';

/** Recording with this device's microphone. What is spoken is kept in the browser until it is uploaded. */
export function RecordHere({
  reviewId,
  busy,
  icon,
  onRecording,
  onRecorded,
}: {
  reviewId: number;
  busy: boolean;
  icon: ReactNode;
  onRecording: (under_way: boolean) => void;
  onRecorded: () => void;
}) {
  const { user_id } = useViewer();
  const [recording, setRecording] = useState<Recording | null>(null);
  const [asking, setAsking] = useState(false);
  const [paused, setPaused] = useState(false);
  const [seconds, setSeconds] = useState(0);
  const [fault, setFault] = useState<string | null>(null);
  const running = useRef<Recording | null>(null);
  useEffect(() => {
    if (!recording) return undefined;
    const tick = setInterval(() => setSeconds(recording.seconds()), 250);
    return () => clearInterval(tick);
  }, [recording]);
  // whoever leaves the page ends it: what was spoken is kept, and found here again
  useEffect(() => () => void running.current?.stop().catch(() => undefined), []);

  const begin = async () => {
    setFault(null);
    setAsking(true);
    try {
      const begun = await record({ user_id, review_id: reviewId });
      running.current = begun;
      setPaused(false);
      setSeconds(0);
      setRecording(begun);
      onRecording(true);
    } catch (error) {
      setFault(error instanceof CannotRecord ? error.message : NOT_KEPT);
    } finally {
      setAsking(false);
    }
  };
  const end = async () => {
    running.current = null;
    await recording?.stop().catch(() => setFault(NOT_KEPT));
    setRecording(null);
    onRecording(false);
    onRecorded();
  };
  return (
    <>
      {fault ? (
        <InlineNotice kind="warn" live>
          {fault}
        </InlineNotice>
      ) : null}
      {recording ? (
        <div className={styles.recording} role="group" aria-label="Recording">
          <span className={styles.dot} data-paused={paused || undefined} aria-hidden />
          <span className={styles.elapsed} role="timer">
            {clockOf(seconds)}
          </span>
          <span role="status">{paused ? 'Paused' : 'Recording'}</span>
          <Button
            icon={
              paused ? (
                <IconPlayerPlay size={16} stroke={1.75} aria-hidden />
              ) : (
                <IconPlayerPause size={16} stroke={1.75} aria-hidden />
              )
            }
            onClick={() => {
              if (paused) recording.resume();
              else recording.pause();
              setPaused(!paused);
            }}
          >
            {paused ? 'Continue' : 'Pause'}
          </Button>
          <Button icon={<IconPlayerStop size={16} stroke={1.75} aria-hidden />} onClick={() => void end()}>
            Stop
          </Button>
        </div>
      ) : (
        <Button icon={icon} busy={asking} disabled={busy} onClick={() => void begin()}>
          Record here
        </Button>
      )}
    </>
  );
}
