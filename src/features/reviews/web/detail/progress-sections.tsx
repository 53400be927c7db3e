import { plural } from '../../../../core/phrases.ts';
import { ButtonLink } from '../../../../ui/parts/button.tsx';
import { SectionHead } from '../../../../ui/parts/page-header.tsx';
import { isPurged } from '../../rules.ts';
import { type ReviewSlotProps, Slot, useSlotFilled } from '../../../../ui/slots.tsx';
import { useViewer } from '../../../../ui/session/viewer.tsx';
import { formatInstant, formatNear } from '../../../../ui/time/format.ts';
import { useNow } from '../../../../ui/time/use-now.ts';
import type { ReviewDetail } from '../../contract.ts';
import styles from './detail.module.css';

/** The call: its card comes from scheduling. */
export function CallSection({ review, slot }: { review: ReviewDetail; slot: ReviewSlotProps }) {
  const filled = useSlotFilled('CallCard');
  if (!review.call || !filled) return null;
  return (
    <div id="call" tabIndex={-1} className={styles.section}>
      <Slot name="CallCard" {...slot} />
    </div>
  );
}

/** The report in short, with the way to it. */
export function ReportSection({ review, slot, base }: { review: ReviewDetail; slot: ReviewSlotProps; base: string }) {
  const { time_zone } = useViewer();
  const now = useNow(60_000);
  // of deleted records it is told that there was a report, and nothing leads to it
  const gone = isPurged({ kind: slot.kind, status: review.status.key });
  const filled = useSlotFilled('ReportCard') && !gone;
  const { report } = review;
  if (!report) return null;
  const line = report.delivered_at
    ? `Version ${report.version}, delivered ${formatInstant(report.delivered_at, { zone: time_zone, now })}`
    : report.signed_at
      ? `Version ${report.version}, signed ${formatInstant(report.signed_at, { zone: time_zone, now })}`
      : `Version ${report.version}, not signed yet`;
  return (
    <section aria-labelledby="report" className={styles.section}>
      <SectionHead
        id="report"
        title="Report"
        note={report.pdf_pages ? plural(report.pdf_pages, 'page') : undefined}
        action={
          filled || gone ? undefined : (
            <ButtonLink size="sm" href={`${base}/report`}>
              Open the report
            </ButtonLink>
          )
        }
      />
      {filled ? <Slot name="ReportCard" {...slot} /> : <p className={styles.quiet}>{line}</p>}
    </section>
  );
}

/** One line once both sides know each other: rate, and where. */
export function RatePrompt({ review, base }: { review: ReviewDetail; base: string }) {
  const { enabled, given, direction } = review.ratings;
  const page = direction === 'claim_requester' ? 'rate-claim-requester' : 'rate-medical-expert';
  // What-next already has it as its button.
  if (review.what_now.action?.path?.endsWith(page)) return null;
  if (!enabled || given || !review.abilities['rate']?.allowed) return null;
  return (
    <p className={styles.rate}>
      {direction === 'claim_requester' ? 'How was working with this requester?' : 'How was the expert?'}{' '}
      <ButtonLink size="sm" href={`${base}/${page}`}>
        {direction === 'claim_requester' ? 'Rate the requester' : 'Rate the expert'}
      </ButtonLink>
      <span className={styles.note}>Goes to Peritus only.</span>
    </p>
  );
}

const ANSWERS: Readonly<Record<string, string>> = {
  pending: 'Waiting for an answer',
  accepted: 'Accepted',
  declined: 'Declined',
  expired: 'Expired unanswered',
  withdrawn: 'Withdrawn',
};

/** Who was invited and what came of it; for matching and administration. */
export function Invitations({ review, base }: { review: ReviewDetail; base: string }) {
  const { time_zone } = useViewer();
  const now = useNow(60_000);
  if (review.invitations === null) return null;
  return (
    <section aria-labelledby="invitations" className={styles.section}>
      <SectionHead
        id="invitations"
        title="Invitations"
        action={
          <ButtonLink kind="quiet" size="sm" href={`${base}/matching`}>
            Open the matching board
          </ButtonLink>
        }
      />
      {review.invitations.length === 0 ? <p className={styles.quiet}>No one has been invited yet.</p> : null}
      <ul className={styles.rows}>
        {review.invitations.map((one) => (
          <li key={one.id}>
            <span>
              <b>{one.expert.label}</b>
              <span className={styles.sub}>{one.decline_reason ?? (one.opened_at ? 'Opened' : 'Not opened yet')}</span>
            </span>
            <span className={styles.rowEnd}>
              {ANSWERS[one.status] ?? one.status}
              <span className={styles.sub}>
                {one.answered_at
                  ? formatNear(one.answered_at, { now, zone: time_zone })
                  : `Until ${formatNear(one.expires_at, { now, zone: time_zone })}`}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
