import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { IconButton } from '../../../ui/parts/button.tsx';
import { cx } from '../../../ui/parts/common.ts';
import { uploads, type UploadRow, type UploadState } from './upload/manager.ts';
import { timeLeft } from './upload/speed.ts';
import { fileTexts } from './file-texts.ts';
import styles from './records.module.css';

const STANDING: Partial<Record<UploadState, string>> = {
  waiting: fileTexts.waiting,
  paused: fileTexts.paused,
  offline: fileTexts.offline,
  finished: fileTexts.checking,
};

/** How far a file on its way has come: the bar, and the same in words. */
export function MovingLine({ row }: { row: UploadRow }) {
  const percent = row.size_bytes === 0 ? 0 : Math.floor((row.sent_bytes / row.size_bytes) * 100);
  const said =
    STANDING[row.state] ??
    [fileTexts.percent(percent), row.seconds_left === null ? null : fileTexts.left(timeLeft(row.seconds_left))]
      .filter(Boolean)
      .join(' · ');
  return (
    <div className={styles.moving}>
      <div
        className={cx(styles.bar, (row.state === 'paused' || row.state === 'offline') && styles.halted)}
        role="progressbar"
        aria-label={row.name}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuetext={said}
      >
        <span style={{ transform: `scaleX(${row.state === 'finished' ? 1 : percent / 100})` }} />
      </div>
      <span className={styles.meta}>{said}</span>
    </div>
  );
}

/** Pauses a file on its way, or lets it go on; nothing once it has arrived or failed. */
export function HoldButton({ row: { key, name, state } }: { row: UploadRow }) {
  if (state === 'paused' || state === 'offline')
    return (
      <IconButton label={fileTexts.resume(name)} onClick={() => uploads.resume(key)}>
        <IconPlayerPlay size={16} stroke={1.75} />
      </IconButton>
    );
  return state === 'moving' || state === 'waiting' ? (
    <IconButton label={fileTexts.pause(name)} onClick={() => uploads.pause(key)}>
      <IconPlayerPause size={16} stroke={1.75} />
    </IconButton>
  ) : null;
}
