import { IconFilePlus, IconMessage2 } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { isExpert, isRequesterSide } from '../../../../core/actor.ts';
import { KINDS, type Kind } from '../../../../core/kinds.ts';
import { ButtonLink } from '../../../../ui/parts/button.tsx';
import { Breadcrumbs } from '../../../../ui/parts/page-header.tsx';
import { DueCell } from '../../../../ui/parts/sla-clock.tsx';
import { reviewHref } from '../../../../ui/session/review-place.ts';
import { useViewer } from '../../../../ui/session/viewer.tsx';
import type { ReportView } from '../../contract.ts';
import styles from './read.module.css';

const TEN_DAYS = 10 * 86_400_000;

/** The line over both halves: the way here, the matter, when the report is due, and what one may need beside writing. */
export function HeaderStrip({ view, due = false, actions }: { view: ReportView; due?: boolean; actions?: ReactNode }) {
  const viewer = useViewer();
  const kind = view.kind as Kind;
  const onExpertSide = isExpert(viewer.kind) || viewer.kind === 'expert_assistant';
  const home = onExpertSide
    ? { label: 'Up next', href: '/up-next' }
    : { label: KINDS[kind].label, href: KINDS[kind].list_path };
  return (
    <header className={styles.strip}>
      <Breadcrumbs
        crumbs={[home, { label: view.number, href: reviewHref(kind, view.review_id) }, { label: 'Report' }]}
      />
      <h1 className={styles.subject}>{view.subject}</h1>
      <div className={styles.stripEnd}>
        {due && view.due_at ? (
          <span className={styles.due}>
            <DueCell
              oneLine
              zone={viewer.time_zone}
              clock={{
                state: 'running',
                due_at: view.due_at,
                started_at: new Date(Date.parse(view.due_at) - TEN_DAYS).toISOString(),
              }}
            />
          </span>
        ) : null}
        {onExpertSide ? (
          <ButtonLink
            href={reviewHref(kind, view.review_id, 'file-request')}
            icon={<IconFilePlus size={16} stroke={1.75} aria-hidden />}
          >
            Ask for records
          </ButtonLink>
        ) : null}
        {isRequesterSide(viewer.kind) || onExpertSide || viewer.seat === 'staff' ? (
          <ButtonLink
            href={`${reviewHref(kind, view.review_id)}#conversation`}
            icon={<IconMessage2 size={16} stroke={1.75} aria-hidden />}
          >
            Conversation
          </ButtonLink>
        ) : null}
        {actions}
      </div>
    </header>
  );
}
