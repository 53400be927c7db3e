import { IconScale } from '@tabler/icons-react';
import type { Kind } from '../../../core/kinds.ts';
import { discoverability, NO_DRAFTS, type Written } from '../rules.ts';
import { useEngagement } from './use-engagement.ts';
import styles from './engagements.module.css';

/** What to know before one writes what the other side may come to read. Nothing until the agreement is loaded, or for whom it is not there. */
export function WrittenNotice({ kind, reviewId, of }: { kind: Kind; reviewId: number; of: Written }) {
  const { data: engagement } = useEngagement(kind, reviewId);
  if (!engagement) return null;
  const { role, no_drafts } = engagement.writing;
  const { short, why } = discoverability(role, of);
  return (
    <details className={styles.written}>
      <summary>
        <IconScale size={14} stroke={1.75} aria-hidden /> {short} <span className={styles.why}>Why</span>
      </summary>
      <p>
        {why} {of === 'draft' && no_drafts ? NO_DRAFTS : null}
      </p>
    </details>
  );
}
