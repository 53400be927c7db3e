import { IconAlertCircle, IconClock, IconClockExclamation, IconPlayerPause } from '@tabler/icons-react';
import { cx } from '../../../../ui/parts/common.ts';
import { useViewer } from '../../../../ui/session/viewer.tsx';
import { useNow } from '../../../../ui/time/use-now.ts';
import type { DueView } from '../../contract.ts';
import { dueDisplay, type DueMood } from './status-display.ts';
import styles from './shared.module.css';

const ICONS: Record<DueMood, typeof IconClock> = {
  calm: IconClock,
  warn: IconClockExclamation,
  bad: IconAlertCircle,
  paused: IconPlayerPause,
};

/** When something is due: icon and remaining time in its mood, the instant below. */
export function ReviewDue({ due, oneLine = false }: { due: DueView | null; oneLine?: boolean }) {
  const { time_zone } = useViewer();
  const now = useNow(60_000);
  if (!due) return oneLine ? null : <span className={styles.quiet}>No date</span>;
  const face = dueDisplay(due, now, time_zone);
  const Icon = ICONS[face.mood];
  return (
    <span className={cx(styles.due, styles[face.mood], oneLine && styles.oneLine)}>
      <Icon size={15} stroke={2} aria-hidden />
      <span>
        <span className={styles.dueWords}>{face.words}</span>
        <time className={styles.dueLine} dateTime={due.at}>
          {face.line}
        </time>
      </span>
    </span>
  );
}
