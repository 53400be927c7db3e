import { IconChevronDown, IconDots } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { plural } from '../../core/phrases.ts';
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

/** Several rows under one line that opens. */
export type TimelineFold = { id: string; steps: TimelineItem[] };

/** What happened, newest first: who did what, why, and when. The newest is filled petrol. */
export function Timeline({ items, label = 'Timeline' }: { items: (TimelineItem | TimelineFold)[]; label?: string }) {
  return (
    <ol className={styles.timeline} aria-label={label}>
      {items.map((item, index) =>
        'steps' in item ? <Fold key={item.id} fold={item} /> : <Row key={item.id} item={item} newest={index === 0} />,
      )}
    </ol>
  );
}

function Row({ item, newest = false }: { item: TimelineItem; newest?: boolean }) {
  return (
    <li className={cx(styles.row, newest && styles.newest)}>
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
  );
}

/** "4 steps by Peritus: opened intake, …", which opens to the rows themselves. */
function Fold({ fold: { steps } }: { fold: TimelineFold }) {
  const [open, setOpen] = useState(false);
  const [newest] = steps;
  return (
    <>
      <li className={styles.row}>
        <span className={cx(styles.glyph, styles.folded)} aria-hidden>
          <IconDots />
        </span>
        <button type="button" className={styles.fold} aria-expanded={open} onClick={() => setOpen(!open)}>
          <span className={styles.foldWords}>
            {plural(steps.length, 'step')} by {newest?.actor}
            {open
              ? null
              : steps.map(({ id, text }, at) => (
                  <span key={id}>
                    {at === 0 ? ': ' : ', '}
                    {text}
                  </span>
                ))}
          </span>
          <IconChevronDown size={14} stroke={2} aria-hidden />
        </button>
        <time className={styles.time} dateTime={newest?.at}>
          {newest?.time}
        </time>
      </li>
      {open ? steps.map((item) => <Row key={item.id} item={item} />) : null}
    </>
  );
}
