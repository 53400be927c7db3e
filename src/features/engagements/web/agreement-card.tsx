import { useId } from 'react';
import type { Kind } from '../../../core/kinds.ts';
import { formatCents } from '../../../core/money.ts';
import { Failure } from '../../../ui/api/failure.tsx';
import { ButtonLink } from '../../../ui/parts/button.tsx';
import { SectionHead } from '../../../ui/parts/page-header.tsx';
import { reviewHref } from '../../../ui/session/review-route.ts';
import { useViewer } from '../../../ui/session/viewer.tsx';
import { formatDateOf } from '../../../ui/time/format.ts';
import type { EngagementView } from '../contract.ts';
import { useEngagement } from './use-engagement.ts';
import styles from './engagements.module.css';

/** The agreement in short: how it stands, what is left of the retainer, and the way to both. Nothing before an expert is found. */
export function AgreementCard({ kind, reviewId }: { kind: Kind; reviewId: number }) {
  const { data: engagement, error, refetch } = useEngagement(kind, reviewId);
  const zone = useViewer().time_zone;
  const id = useId();
  if (error && !engagement && error.status !== 404 && error.status !== 403)
    return (
      <section className={styles.card} aria-labelledby={id}>
        <SectionHead id={id} title="Agreement" />
        <Failure error={error} what="The agreement could not be loaded." onRetry={() => void refetch()} />
      </section>
    );
  if (!engagement || (engagement.stands === 'none' && !engagement.versions?.length && !engagement.can.propose))
    return null;
  return (
    <section className={styles.card} aria-labelledby={id}>
      <SectionHead
        id={id}
        title="Agreement"
        action={
          <ButtonLink size="sm" href={reviewHref(kind, reviewId, 'agreement')}>
            {engagement.can.sign || engagement.can.sign_amendment ? 'Read it' : 'Open it'}
          </ButtonLink>
        }
      />
      <p>{sayStanding(engagement, zone)}</p>
      {engagement.stands === 'signed' && engagement.open ? (
        <p>
          {engagement.can.sign_amendment ? (
            <b>A change is proposed. Sign it, or decline it.</b>
          ) : (
            'A change is proposed.'
          )}{' '}
          It is open until {formatDateOf(engagement.open.lapses_at, { zone })}.
        </p>
      ) : null}
    </section>
  );
}

function sayStanding({ stands, open, agreed_at, retainer, can, versions }: EngagementView, zone: string): string {
  if (stands === 'none' && !can.propose && versions?.some(({ status }) => status === 'ended'))
    return 'None holds now. What was signed with the expert before stays there to be read.';
  if (stands === 'none') return 'None holds yet. Either side may propose the terms.';
  if (stands === 'open' && open)
    return `Proposed by the ${open.by_side === 'expert' ? 'expert' : 'firm'} on ${formatDateOf(open.at, { zone })}, open until ${formatDateOf(open.lapses_at, { zone })}.`;
  const signed = agreed_at ? `Signed by both on ${formatDateOf(agreed_at, { zone })}.` : '';
  if (!retainer) return signed;
  return retainer.due_cents > 0
    ? `${signed} ${formatCents(retainer.due_cents)} of the retainer is still due.`
    : `${signed} ${formatCents(retainer.balance_cents)} of the retainer is left.`;
}
