import { IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
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
        crumbs={[{ label: 'Held for your word' }]}
        title="Held for your word"
        lead="What cannot be undone stops here when the server’s clock moved in one step, or when unusually much was due at once."
      />
      {held.isPending ? (
        <SkeletonRows rows={4} columns={[40, 30, 30]} height={48} label="Loading what is held" />
      ) : null}
      <Failure error={held.error} what="What is held could not be loaded." onRetry={() => void held.refetch()} />
      {view && view.holds.length === 0 ? (
        <EmptyState icon={<IconCircleCheck size={28} stroke={1.5} />} title="Nothing is held">
          Purges, closeouts and lapses happen when they are due.
        </EmptyState>
      ) : null}
      {view && view.holds.length > 0 ? <Waiting view={view} onLook={() => void held.refetch()} /> : null}
      {view && view.set_ahead.total > 0 ? (
        <section className={styles.part} aria-labelledby="set-ahead">
          <h2 id="set-ahead" className={styles.title}>
            Set by a clock that was ahead
          </h2>
          <p className={styles.quiet}>
            These steps were worked out from a day that has not come, so they happen too late. Look at the dates of
            these reviews.
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
    <section className={styles.part} aria-label="What waits">
      {view.holds.map(({ id, cause, seen_at, clock_at, due }) => (
        <InlineNotice key={id} kind="warn" title={CAUSE_WORDS[cause]}>
          {cause === 'many'
            ? `${due} that cannot be undone were due at once, at ${at(clock_at)}.`
            : `It went from ${at(seen_at)} to ${at(clock_at)} in one step.`}
        </InlineNotice>
      ))}
      <p className={styles.clock}>
        The clock now says <b>{clock}</b>. Confirm only when that is right.
      </p>
      <div>
        <Button kind="primary" onClick={() => setAsking(true)}>
          The clock is right
        </Button>
      </div>
      <h2 className={styles.title}>{total === 0 ? 'Nothing waits yet' : `What waits: ${total}`}</h2>
      <Rows {...view.waiting} />
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={`Is it ${clock} now?`}
        confirmLabel={total === 0 ? 'The clock is right' : `The clock is right, let ${total} go`}
        cancelLabel="Keep them waiting"
        onConfirm={async () => {
          const { released } = await call(deadlineEndpoints.confirm, {
            body: { holds: view.holds.map(({ id }) => id), clock_at: view.clock_at },
          });
          setAsking(false);
          toastDone(released === 0 ? 'Confirmed.' : `Confirmed. ${released} go on.`);
          onLook();
        }}
      >
        {total === 0
          ? 'What is due from now on happens when it is due.'
          : 'What waits happens now: records are deleted, reviews close, invitations and pre-orders end. It cannot be undone.'}
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
      {data.length < total ? <p className={styles.quiet}>And {total - data.length} more, due later.</p> : null}
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
