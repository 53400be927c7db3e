import { IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { plural } from '../../../core/phrases.ts';
import { KINDS } from '../../../core/kinds.ts';
import { call } from '../../../ui/api/client.ts';
import { Failure } from '../../../ui/api/failure.tsx';
import { query } from '../../../ui/api/hooks.ts';
import { Button } from '../../../ui/parts/button.tsx';
import { ConfirmDialog } from '../../../ui/parts/confirm-dialog.tsx';
import { EmptyState, SkeletonRows } from '../../../ui/parts/empty.tsx';
import { TextLink } from '../../../ui/parts/link.tsx';
import { InlineNotice } from '../../../ui/parts/notice.tsx';
import { PageHeader } from '../../../ui/parts/page-header.tsx';
import { toastDone } from '../../../ui/parts/toast.tsx';
import { useViewer } from '../../../ui/session/viewer.tsx';
import { Page } from '../../../ui/shell/layouts.tsx';
import { formatInstant } from '../../../ui/time/format.ts';
import { deadlineEndpoints, type HeldRow, type HeldView } from '../contract.ts';
import { CAUSE_WORDS } from '../rules.ts';
import styles from './held.module.css';

/** An instant with its year, whatever year it is now: that is what may be wrong. */
const inYear = (instant: string, zone: string): string => formatInstant(instant, { zone, now: 0 });

/** What cannot be undone and waits for a person's word: why, what it would do, and letting it go. */
export function HeldPage() {
  const held = useQuery(query(deadlineEndpoints.held, {}));
  const view = held.data;
  return (
    <Page width="wide">
      <PageHeader
        title="Waiting for your confirmation"
        lead="Actions that cannot be undone are paused when the server’s clock jumps, or when an unusual number of them come due at once."
      />
      {held.isPending ? (
        <SkeletonRows rows={4} columns={[40, 30, 30]} height={48} label="Loading what is waiting" />
      ) : null}
      <Failure error={held.error} what="What is waiting could not be loaded." onRetry={() => void held.refetch()} />
      {view && view.holds.length === 0 ? (
        <EmptyState icon={<IconCircleCheck size={28} stroke={1.5} />} title="Nothing is waiting">
          Deletions, closings and expirations happen when they are due.
        </EmptyState>
      ) : null}
      {view && view.holds.length > 0 ? <Waiting view={view} onLook={() => void held.refetch()} /> : null}
      {view && view.set_ahead.total > 0 ? (
        <section className={styles.part} aria-labelledby="set-ahead">
          <h2 id="set-ahead" className={styles.title}>
            Scheduled while the clock was ahead
          </h2>
          <p className={styles.quiet}>
            These dates were calculated from a day that has not come yet, so they are too late. Check the dates of these
            reviews.
          </p>
          <Rows {...view.set_ahead} />
        </section>
      ) : null}
    </Page>
  );
}

function Waiting({ view, onLook }: { view: HeldView; onLook: () => void }) {
  const { time_zone: zone } = useViewer();
  const [asking, setAsking] = useState(false);
  const at = (instant: string) => inYear(instant, zone);
  const clock = at(view.clock_at);
  const { total } = view.waiting;
  return (
    <section className={styles.part} aria-label="What is waiting">
      {view.holds.map(({ id, cause, seen_at, clock_at, due }) => (
        <InlineNotice key={id} kind="warn" title={CAUSE_WORDS[cause]}>
          {cause === 'many'
            ? `${due} actions that cannot be undone came due at once on ${at(clock_at)}.`
            : `It went from ${at(seen_at)} to ${at(clock_at)} all at once.`}
        </InlineNotice>
      ))}
      <p className={styles.clock}>
        The clock now says <b>{clock}</b>. Confirm only if that is correct.
      </p>
      <div>
        <Button kind="primary" onClick={() => setAsking(true)}>
          The clock is correct
        </Button>
      </div>
      <h2 className={styles.title}>{total === 0 ? 'Nothing is waiting yet' : `Waiting: ${total}`}</h2>
      <Rows {...view.waiting} />
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={`Is it now ${clock}?`}
        confirmLabel={total === 0 ? 'The clock is correct' : `The clock is correct: run ${total}`}
        cancelLabel="Keep them waiting"
        onConfirm={async () => {
          const { released } = await call(deadlineEndpoints.confirm, {
            body: { holds: view.holds.map(({ id }) => id), clock_at: view.clock_at },
          });
          setAsking(false);
          toastDone(released === 0 ? 'Confirmed.' : `Confirmed. ${plural(released, 'action')} will run now.`);
          onLook();
        }}
      >
        {total === 0
          ? 'From now on, everything happens when it is due.'
          : 'Everything on this list happens now: records are deleted, reviews close, invitations and pre-orders expire. This cannot be undone.'}
      </ConfirmDialog>
    </section>
  );
}

function Rows({ total, data }: { total: number; data: readonly HeldRow[] }) {
  const { time_zone: zone } = useViewer();
  return (
    <>
      <ul className={styles.rows}>
        {data.map((row) => (
          <li key={row.id} className={styles.row}>
            <Subject row={row} />
            <span>{row.does}</span>
            <span className={styles.quiet}>due {inYear(row.due_at, zone)}</span>
          </li>
        ))}
      </ul>
      {data.length < total ? <p className={styles.quiet}>And {total - data.length} more due later.</p> : null}
    </>
  );
}

function Subject({ row }: { row: HeldRow }) {
  if (row.review)
    return <TextLink href={`/${KINDS[row.review.kind].slug}/${row.review.id}`}>{row.review.number}</TextLink>;
  if (row.subscription_id === null) return <span />;
  return (
    <TextLink href={`/admin/subscriptions/${row.subscription_id}`}>{`Subscription ${row.subscription_id}`}</TextLink>
  );
}
