import { IconAlertCircle, IconClock, IconClockExclamation, IconFilePlus, IconMessage2 } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { isRequesterSide, isExpertSide } from '../../../../core/actor.ts';
import { KINDS } from '../../../../core/kinds.ts';
import { ButtonLink } from '../../../../ui/parts/button.tsx';
import { Breadcrumbs } from '../../../../ui/parts/page-header.tsx';
import { slaView } from '../../../../ui/parts/sla.ts';
import { reviewHref } from '../../../../ui/session/review-route.ts';
import { useViewer } from '../../../../ui/session/viewer.tsx';
import { useNow } from '../../../../ui/time/use-now.ts';
import type { ReportView } from '../../contract.ts';
import styles from './read.module.css';

const TEN_DAYS = 10 * 86_400_000;

/** The line over both halves: the way here, the matter, when the report is due, and what one may need beside writing. */
export function HeaderStrip({ view, due = false, actions }: { view: ReportView; due?: boolean; actions?: ReactNode }) {
  const viewer = useViewer();
  const kind = view.kind;
  const onExpertSide = isExpertSide(viewer.kind);
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
        {due && view.due_at ? <Due at={view.due_at} zone={viewer.time_zone} /> : null}
        {view.can.write || view.can.start ? (
          <ButtonLink
            href={reviewHref(kind, view.review_id, 'file-request')}
            icon={<IconFilePlus size={16} stroke={1.75} aria-hidden />}
          >
            Ask for records
          </ButtonLink>
        ) : null}
        {isRequesterSide(viewer.kind) || onExpertSide || viewer.side === 'staff' ? (
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

/** Time left and the instant: "2 d 5 h due Fri, Nov 20, 5:00 PM CST". */
function Due({ at, zone }: { at: string; zone: string }) {
  const now = useNow(60_000);
  const started_at = new Date(Date.parse(at) - TEN_DAYS).toISOString();
  const { mood, words, line } = slaView({ state: 'running', due_at: at, started_at }, now, { zone });
  const Icon = mood === 'bad' ? IconAlertCircle : mood === 'warn' ? IconClockExclamation : IconClock;
  return (
    <span className={styles.due} data-mood={mood}>
      <Icon size={16} stroke={1.9} aria-hidden />
      <span>
        <b>{words}</b> <time dateTime={at}>{mood === 'bad' ? line : `due ${line}`}</time>
      </span>
    </span>
  );
}
