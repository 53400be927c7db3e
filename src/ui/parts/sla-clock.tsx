import {
  IconAlertCircle,
  IconCircleCheck,
  IconClock,
  IconClockExclamation,
  IconPlayerPause,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useNow } from '../time/use-now.ts';
import { cx } from './common.ts';
import { slaView } from './sla.ts';
import type { SlaInput, SlaView } from './sla.ts';
import styles from './sla-clock.module.css';

const icons: Record<SlaView['mood'], typeof IconClock> = {
  calm: IconClock,
  warn: IconClockExclamation,
  bad: IconAlertCircle,
  paused: IconPlayerPause,
  met: IconCircleCheck,
};

/** A running deadline: time left, how much of it is used, the instant, and what happens at zero. Turns by itself. */
export function SlaClock({
  clock,
  zone,
  label,
  withZone = true,
  children,
}: {
  clock: SlaInput;
  zone: string;
  /** 'Answer by'. */
  label?: string;
  withZone?: boolean;
  /** One sentence on what happens at zero. */
  children?: ReactNode;
}) {
  const now = useNow(60_000);
  const view = slaView(clock, now, { zone, bare: !withZone });
  const Icon = icons[view.mood];
  return (
    <div className={cx(styles.clock, styles[view.mood])}>
      {label ? <div className={styles.label}>{label}</div> : null}
      <div className={styles.words}>
        <Icon size={18} stroke={1.9} aria-hidden />
        <span>{view.words}</span>
      </div>
      <div className={styles.track} aria-hidden>
        <div className={styles.used} style={{ transform: `scaleX(${view.used})` }} />
      </div>
      <div className={styles.line}>{view.line}</div>
      {children ? <div className={styles.then}>{children}</div> : null}
    </div>
  );
}
