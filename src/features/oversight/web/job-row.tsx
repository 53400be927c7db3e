import { KINDS } from '../../../core/kinds.ts';
import { plural } from '../../../core/phrases.ts';
import { Button } from '../../../ui/parts/button.tsx';
import { TextLink } from '../../../ui/parts/link.tsx';
import { StatusText, type StatusDisplay } from '../../../ui/parts/status.tsx';
import { useViewer } from '../../../ui/session/viewer.tsx';
import { formatInstant } from '../../../ui/time/format.ts';
import { useNow } from '../../../ui/time/use-now.ts';
import type { WorkRow } from '../contract/work.ts';
import type { WorkState } from '../rules/work.ts';
import styles from './jobs.module.css';

/** What somebody wants done, before they say why. */
export type Asked =
  | { act: 'retry'; id: string; label: string }
  | { act: 'set_aside'; id: string; label: string }
  | { act: 'retry_all'; name: string; label: string; count: number };

const SHOWN: Record<WorkState, { status: StatusDisplay; at: string }> = {
  failed: { status: { label: 'Failed', tone: 'bad', share: 0, side: 'attention' }, at: 'given up' },
  retrying: { status: { label: 'Trying again', tone: 'warn', share: 0.5 }, at: 'next try' },
  waiting: { status: { label: 'Waiting', tone: 'neutral', share: 0 }, at: 'since' },
  running: { status: { label: 'Running', tone: 'info', share: 0.5 }, at: 'since' },
  scheduled: { status: { label: 'Scheduled', tone: 'plan', share: 0, side: 'calendar' }, at: 'due' },
  held: { status: { label: 'Held', tone: 'warn', share: 0, side: 'pause' }, at: 'was due' },
};

/** One piece of work: what it is, where it is and why, and what can be done about it. */
export function JobRow({ row, state, onAsk }: { row: WorkRow; state: WorkState; onAsk: (asked: Asked) => void }) {
  const { time_zone: zone } = useViewer();
  const now = useNow(60_000);
  const { status, at } = SHOWN[state];
  const { review, retry, set_aside } = row;
  const why = state === 'failed' && !retry.allowed && set_aside.allowed ? retry.reason : null;
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <p className={styles.name}>
          {row.label}
          {review ? (
            <>
              {' '}
              <TextLink href={`/${KINDS[review.kind].slug}/${review.id}`}>{review.number}</TextLink>
            </>
          ) : null}
        </p>
        {row.error === null || row.error === '' ? null : <p className={styles.error}>{row.error}</p>}
        <p className={styles.quiet}>
          {[
            row.tries > 0 ? plural(row.tries, 'try', 'tries') : null,
            `${at} ${formatInstant(row.at, { zone, now })}`,
            why,
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      <StatusText {...status} />
      <div className={styles.acts}>
        {retry.allowed ? (
          <Button
            size="sm"
            aria-label={`Try again: ${row.label}`}
            onClick={() => onAsk({ act: 'retry', id: row.id, label: row.label })}
          >
            {state === 'retrying' ? 'Try now' : 'Try again'}
          </Button>
        ) : null}
        {set_aside.allowed ? (
          <Button
            size="sm"
            kind="quiet"
            aria-label={`Set aside: ${row.label}`}
            onClick={() => onAsk({ act: 'set_aside', id: row.id, label: row.label })}
          >
            Set aside
          </Button>
        ) : null}
      </div>
    </li>
  );
}
