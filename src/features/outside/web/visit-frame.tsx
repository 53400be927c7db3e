import { IconCircleCheck, IconLinkOff, IconLock } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import type { ApiError } from '../../../ui/api/client.ts';
import { Failure } from '../../../ui/api/failure.tsx';
import { SkeletonRows } from '../../../ui/parts/empty.tsx';
import { LINK_ENDED, type LinkEnd } from '../rules.ts';
import { endOf } from './visit.ts';
import styles from './visit.module.css';

/** The page of somebody outside: one column, the title, and who asks. */
export function VisitFrame({ title, lead, children }: { title: string; lead?: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.page}>
      <h1 tabIndex={-1} className={styles.title}>
        {title}
      </h1>
      {lead ? <p className={styles.lead}>{lead}</p> : null}
      {children}
    </div>
  );
}

/** While a link is looked at, and where it opens nothing. */
export function VisitEnd({ error, onRetry }: { error: ApiError | null; onRetry: () => void }) {
  const ended = endOf(error);
  if (ended) return <Ended ended={ended} />;
  return (
    <div className={styles.page}>
      {error ? (
        <Failure error={error} what="The page could not be loaded." onRetry={onRetry} />
      ) : (
        <SkeletonRows rows={4} columns={[60, 20]} height={44} label="Opening the link" />
      )}
    </div>
  );
}

function Ended({ ended }: { ended: LinkEnd }) {
  const { title, text } = LINK_ENDED[ended];
  return (
    <div className={styles.page}>
      {ended === 'finished' || ended === 'not_needed' ? (
        <IconCircleCheck className={styles.check} size={32} stroke={1.5} aria-hidden />
      ) : (
        <IconLinkOff className={styles.broken} size={32} stroke={1.5} aria-hidden />
      )}
      <h1 tabIndex={-1} className={styles.title}>
        {title}
      </h1>
      <p className={styles.lead}>{text}</p>
    </div>
  );
}

/** What one was asked for is sent: the title takes the focus. */
export function VisitDone({ title, children }: { title: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className={styles.page}>
      <IconCircleCheck className={styles.check} size={32} stroke={1.5} aria-hidden />
      <h1 ref={heading} tabIndex={-1} className={styles.title}>
        {title}
      </h1>
      <p className={styles.lead}>{children}</p>
    </div>
  );
}

/** What the link is and is not, in one line. */
export function LinkNote({ children }: { children: ReactNode }) {
  return (
    <p className={styles.private}>
      <IconLock size={16} stroke={1.75} aria-hidden />
      <span>{children}</span>
    </p>
  );
}
