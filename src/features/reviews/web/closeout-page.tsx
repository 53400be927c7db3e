import { stateRow } from '../rules/kinds.ts';
import { useQuery } from '@tanstack/react-query';
import { KINDS } from '../../../core/kinds.ts';
import { query } from '../../../ui/api/hooks.ts';
import { Button, ButtonLink } from '../../../ui/parts/button.tsx';
import { SkeletonRows } from '../../../ui/parts/empty.tsx';
import { Breadcrumbs } from '../../../ui/parts/page-header.tsx';
import { SlaClock } from '../../../ui/parts/sla-clock.tsx';
import { useViewer } from '../../../ui/session/viewer.tsx';
import { Page } from '../../../ui/shell/layouts.tsx';
import { formatInstant } from '../../../ui/time/format.ts';
import { useNow } from '../../../ui/time/use-now.ts';
import { readReview, type ReviewDetail } from '../contract.ts';
import { askOf } from './detail/actions.ts';
import { useAct } from './detail/use-act.ts';
import { useReviewRoute } from './shared/route-parameters.ts';
import { Failed } from './shared/states.tsx';
import styles from './detail/detail.module.css';

/** Stops a review from closing by itself, while there is time; says clearly when there is none. */
export function CancelCloseoutPage() {
  const { kind, reviewId, base } = useReviewRoute();
  const review = useQuery(query(readReview, { kind, params: { id: reviewId } }));
  return (
    <Page width="form">
      <div className={styles.one}>
        <Breadcrumbs
          crumbs={[
            { label: KINDS[kind].label, href: KINDS[kind].list_path },
            { label: review.data?.number ?? 'Review', href: base },
            { label: 'Automated closeout' },
          ]}
        />
        {review.isPending ? <SkeletonRows rows={3} columns={[70]} label="Loading" /> : null}
        {review.isError && !review.data ? (
          <Failed what="The review" error={review.error} onRetry={() => void review.refetch()} />
        ) : null}
        {review.data ? <Closeout review={review.data} /> : null}
      </div>
    </Page>
  );
}

function Closeout({ review }: { review: ReviewDetail }) {
  const { kind, base } = useReviewRoute();
  const { time_zone: zone } = useViewer();
  const now = useNow(1_000);
  const act = useAct(kind, review);
  const ability = review.abilities['cancel_closeout'];
  const ask = askOf('cancel_closeout', review);
  const at = review.closeout_at;
  const still = review.what_now.due?.paused_at ?? null;
  const { closing, phase } = stateRow(kind, review.status.key);
  const stops = closing?.warns === true;
  const over = at !== null && still === null && Date.parse(at) <= now;
  const back = <ButtonLink href={base}>Open {review.number}</ButtonLink>;

  if (phase === 'ended' || (over && stops)) {
    const when = review.closed_at ?? at;
    const reopens = review.abilities['reopen']?.allowed;
    return (
      <>
        <h1 tabIndex={-1}>It is too late to stop it</h1>
        <p>
          {review.number} {review.closed_at ? 'closed' : 'is being closed'}
          {when ? ` on ${formatInstant(when, { zone, now })}` : ''}.{' '}
          {reopens
            ? 'You can reopen it on its page until its records are deleted.'
            : 'A review manager of your organization can reopen it until its records are deleted.'}
        </p>
        {back}
      </>
    );
  }
  if (!stops || !at || !ask) {
    return (
      <>
        <h1 tabIndex={-1}>Nothing to stop</h1>
        <p>
          {review.number} does not close automatically right now. Its status is “{review.status.label}”.
        </p>
        {back}
      </>
    );
  }
  return (
    <>
      <h1 tabIndex={-1}>Stop the automated closeout of {review.number}?</h1>
      <p>
        {still
          ? 'Its closeout is paused until the transfer is decided, and then continues with the time that was left. '
          : `It closes automatically on ${formatInstant(at, { zone, now })}. `}
        If you stop it, it stays open until you close it. The expert and Peritus see that you did.
      </p>
      <SlaClock
        clock={{
          started_at: review.due?.from ?? review.updated_at,
          due_at: at,
          ...(still
            ? {
                state: 'paused',
                waits_for: 'the transfer to be decided',
                remaining_ms: Date.parse(at) - Date.parse(still),
              }
            : { state: 'running' }),
        }}
        zone={zone}
        label="Closes in"
      />
      {act.error ? <Failed what="The closeout" verb="stopped" error={act.error} /> : null}
      {ability?.allowed ? (
        <div className={styles.acts}>
          <Button kind="primary" size="lg" busy={act.busy} onClick={() => void act.run(ask, '').catch(() => undefined)}>
            Stop the closeout
          </Button>
          <ButtonLink kind="quiet" size="lg" href={base}>
            Let it close
          </ButtonLink>
        </div>
      ) : (
        <>
          <p>{ability?.reason ?? 'Only the requester can stop it.'}</p>
          {back}
        </>
      )}
    </>
  );
}
