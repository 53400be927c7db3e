import { KINDS } from '../../../core/kinds.ts';
import { plural } from '../../../core/phrases.ts';
import { Button } from '../../../ui/parts/button.tsx';
import { TextLink } from '../../../ui/parts/link.tsx';
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

/** What its instant is, by where it is. */
const AT: Record<WorkState, string> = {
  failed: 'given up',
  retrying: 'next try',
  waiting: 'since',
  running: 'since',
  scheduled: 'due',
  held: 'was due',
};

/** One piece of work: what it is, where it is and why, and what can be done about it. */
export function JobRow({ row, state, onAsk }: { row: WorkRow; state: WorkState; onAsk: (asked: Asked) => void }) {
  const { time_zone: zone } = useViewer();
  const now = useNow(60_000);
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
            `${AT[state]} ${formatInstant(row.at, { zone, now })}`,
            why,
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
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
