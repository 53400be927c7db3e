import type { ReactNode } from 'react';
import { cx } from './common.ts';
import styles from './timeline.module.css';

export type TimelineItem = {
  id: string | number;
  /** A Tabler icon element; the row sizes it. */
  icon: ReactNode;
  /** 'Dr. Falkenrath', 'You', 'Ruth S., Peritus', or 'Peritus' for the system. */
  actor: string;
  /** Verb and object: 'offered five call times'. */
  text: ReactNode;
  reason?: string | null | undefined;
  change?: { what?: string | undefined; from: string; to: string } | null | undefined;
  override?: boolean | undefined;
  /** The instant, UTC ISO, and how it is shown. */
  at: string;
  time: string;
};

/** What happened, newest first: who did what, why, and when. The newest is filled petrol. */
export function Timeline({ items, label = 'Timeline' }: { items: TimelineItem[]; label?: string }) {
  return (
    <ol className={styles.timeline} aria-label={label}>
      {items.map((item, index) => (
        <li key={item.id} className={cx(styles.row, index === 0 && styles.newest)}>
          <span className={styles.glyph} aria-hidden>
            {item.icon}
          </span>
          <div className={styles.text}>
            <b>{item.actor}</b> {item.text}
            {item.change ? (
              <span className={styles.more}>
                {' '}
                {item.change.what ? `${item.change.what}: ` : ''}
                <s>{item.change.from}</s> → {item.change.to}.
              </span>
            ) : null}
            {item.reason ? <span className={styles.more}> Reason: {item.reason.replace(/[.\s]+$/, '')}.</span> : null}
            {item.override ? <span className={styles.more}> Override.</span> : null}
          </div>
          <time className={styles.time} dateTime={item.at}>
            {item.time}
          </time>
        </li>
      ))}
    </ol>
  );
}
