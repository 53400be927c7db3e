import { IconClock } from '@tabler/icons-react';
import { plural } from '../../../core/phrases.ts';
import { Failure } from '../../../ui/api/failure.tsx';
import { useCommand } from '../../../ui/api/hooks.ts';
import { ListRows } from '../../../ui/api/list-rows.tsx';
import { usePages } from '../../../ui/api/pages.ts';
import { Acts } from '../../../ui/form/inline-form.tsx';
import { Button } from '../../../ui/parts/button.tsx';
import { EmptyState, SkeletonRows } from '../../../ui/parts/empty.tsx';
import { Fold } from '../../../ui/parts/fold.tsx';
import { StatusText, type StatusDisplay } from '../../../ui/parts/status.tsx';
import { toastDone } from '../../../ui/parts/toast.tsx';
import { useViewer } from '../../../ui/session/viewer.tsx';
import { formatInstant } from '../../../ui/time/format.ts';
import { useNow } from '../../../ui/time/use-now.ts';
import { type Webhook, type WebhookDelivery, webhookEndpoints } from '../contract.ts';
import type { DeliveryState } from '../rules.ts';
import styles from './webhooks.module.css';

const e = webhookEndpoints;
const DISPLAYS: Readonly<Record<DeliveryState, StatusDisplay>> = {
  queued: { label: 'Waiting', tone: 'info', share: 0.5 },
  delivered: { label: 'Delivered', tone: 'ok', share: 1 },
  failed: { label: 'Not delivered', tone: 'bad', share: 0, side: 'attention' },
  dropped: { label: 'Not sent: it was turned off', tone: 'neutral', share: 0, side: 'cross' },
};

/** What an address was told in the last 30 days, with how each try ended. */
export function Deliveries({
  organizationId,
  row,
  onLeave,
}: {
  organizationId: number;
  row: Webhook;
  onLeave: () => void;
}) {
  const params = { id: organizationId, webhookId: row.id };
  const list = usePages(e.deliveries, { params, query: {} });
  return (
    <section className={styles.deliveries} aria-label="What it was told">
      <ListRows
        list={list}
        what="What it was told could not be loaded."
        loading={<SkeletonRows rows={3} columns={[40, 20, 20]} height={44} label="Loading what it was told" />}
        empty={
          <EmptyState icon={<IconClock size={28} stroke={1.5} />} title="Nothing yet">
            What happens from now on is listed here for 30 days.
          </EmptyState>
        }
      >
        <ul className={styles.list}>
          {list.rows.map((one) => (
            <Delivery key={one.id} params={params} one={one} on={row.on} />
          ))}
        </ul>
      </ListRows>
      <Acts>
        <Button kind="quiet" onClick={onLeave}>
          Close
        </Button>
      </Acts>
    </section>
  );
}

function Delivery({
  params,
  one,
  on,
}: {
  params: { id: number; webhookId: number };
  one: WebhookDelivery;
  on: boolean;
}) {
  const { time_zone: zone } = useViewer();
  const now = useNow(60_000);
  const again = useCommand(e.again, {
    refresh: [e.deliveries, e.list],
    onSuccess: () => toastDone('It is sent again.'),
  });
  const at = formatInstant(one.created_at, { zone, now });
  const how = [
    one.attempts === 0 ? '' : plural(one.attempts, 'try', 'tries'),
    one.answered_status === null ? (one.error ?? '') : `answered ${one.answered_status}`,
    one.took_ms === null ? '' : `${one.took_ms} ms`,
    one.next_at === null || one.attempts === 0 ? '' : `next ${formatInstant(one.next_at, { zone, now })}`,
  ];
  return (
    <li className={styles.delivery}>
      <div className={styles.head}>
        <b>{one.event}</b>
        <span>{at}</span>
        <StatusText {...DISPLAYS[one.state]} />
      </div>
      <p className={styles.how}>{[one.repeats ? 'sent again by hand' : '', ...how].filter(Boolean).join(' · ')}</p>
      <Fold title="The message">
        <pre className={styles.body}>{JSON.stringify(JSON.parse(one.body), null, 2)}</pre>
        <p className={styles.how}>Its id is {one.message_id}, the same each time it is sent.</p>
      </Fold>
      {again.error ? <Failure error={again.error} what="It was not sent." /> : null}
      {on && one.state !== 'queued' ? (
        <Button
          kind="quiet"
          size="sm"
          busy={again.isPending}
          aria-label={`Send it again: ${one.event}, ${at}`}
          onClick={() => again.mutate({ params: { ...params, deliveryId: one.id } })}
        >
          Send it again
        </Button>
      ) : null}
    </li>
  );
}
