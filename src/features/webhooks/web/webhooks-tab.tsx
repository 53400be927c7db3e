import { IconClock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Failure } from '../../../ui/api/failure.tsx';
import { query, useCommand } from '../../../ui/api/hooks.ts';
import { Acts, Quiet } from '../../../ui/form/inline-form.tsx';
import { Button } from '../../../ui/parts/button.tsx';
import { ConfirmDialog } from '../../../ui/parts/confirm-dialog.tsx';
import { EmptyState, SkeletonRows } from '../../../ui/parts/empty.tsx';
import { InlineNotice } from '../../../ui/parts/notice.tsx';
import { RuledList, RuledRow } from '../../../ui/parts/ruled-list.tsx';
import { StatusText, type StatusDisplay } from '../../../ui/parts/status.tsx';
import { toastDone } from '../../../ui/parts/toast.tsx';
import { TabSection } from '../../../ui/parts/tab-section.tsx';
import { useViewer } from '../../../ui/session/viewer.tsx';
import { formatInstant } from '../../../ui/time/format.ts';
import { useNow } from '../../../ui/time/use-now.ts';
import { type Webhook, webhookEndpoints, type WebhookWithSecret } from '../contract.ts';
import { WEBHOOK_EVENTS } from '../rules.ts';
import { Deliveries } from './deliveries.tsx';
import { WebhookForm } from './webhook-form.tsx';
import styles from './webhooks.module.css';

const e = webhookEndpoints;

/** Where an organization's programs are told of what happens: added, tried out, and looked into. */
export default function WebhooksTab({ id }: { id: number }) {
  const [adding, setAdding] = useState(false);
  const [shown, setShown] = useState<WebhookWithSecret | null>(null);
  const list = useQuery(query(e.list, { params: { id } }));
  const rows = list.data?.data ?? [];
  const add = (
    <Button kind={rows.length === 0 ? 'primary' : 'default'} onClick={() => setAdding(true)}>
      Add a webhook
    </Button>
  );
  return (
    <TabSection
      id="webhooks-title"
      title="Webhooks"
      lead="Your own programs hear at once what happens to your reviews and invoices. Messages say what happened and to which review, and nothing about a patient. Each is signed, and sent again for three days until it is taken."
    >
      {shown ? (
        <InlineNotice
          kind="ok"
          title="Copy the secret now. It is not shown again."
          live
          actions={[{ label: 'I have copied it', onAct: () => setShown(null) }]}
        >
          <code className={styles.secret}>{shown.secret}</code>
        </InlineNotice>
      ) : null}
      {list.isPending ? <SkeletonRows rows={2} columns={[50, 0, 20]} height={64} label="Loading the webhooks" /> : null}
      <Failure error={list.error} what="The webhooks could not be loaded." onRetry={() => void list.refetch()} />
      {list.data && rows.length === 0 && !adding ? (
        <EmptyState icon={<IconClock size={28} stroke={1.5} />} title="No program is told yet" action={add}>
          Give a web address of yours and what it is to be told. A test message shows whether it arrives.
        </EmptyState>
      ) : null}
      {rows.length > 0 ? (
        <RuledList label="Webhooks">
          {rows.map((row) => (
            <WebhookRow key={row.id} organizationId={id} row={row} onSecret={setShown} />
          ))}
        </RuledList>
      ) : null}
      {adding ? (
        <WebhookForm
          organizationId={id}
          row={null}
          onLeave={() => setAdding(false)}
          onAdded={(made) => {
            setAdding(false);
            setShown(made);
          }}
        />
      ) : rows.length > 0 ? (
        <Acts>{add}</Acts>
      ) : null}
    </TabSection>
  );
}

const ON: StatusDisplay = { label: 'On', tone: 'ok', share: 1 };
const OFF: Readonly<Record<'by_hand' | 'gone' | 'failing', StatusDisplay>> = {
  by_hand: { label: 'Turned off', tone: 'neutral', share: 0 },
  gone: { label: 'Off: its address answered that it is gone', tone: 'bad', share: 0, side: 'attention' },
  failing: { label: 'Off: it took nothing for three days', tone: 'bad', share: 0, side: 'attention' },
};

type Open = 'change' | 'deliveries' | 'remove' | 'renew' | null;

function WebhookRow({
  organizationId,
  row,
  onSecret,
}: {
  organizationId: number;
  row: Webhook;
  onSecret: (made: WebhookWithSecret) => void;
}) {
  const [open, setOpen] = useState<Open>(null);
  const { time_zone: zone } = useViewer();
  const now = useNow(60_000);
  const refresh = [e.list, e.deliveries];
  const change = useCommand(e.change, { refresh, onSuccess: ({ on }) => toastDone(on ? 'Turned on.' : 'Turned off.') });
  const test = useCommand(e.test, { refresh, onSuccess: () => setOpen('deliveries') });
  const remove = useCommand(e.remove, { refresh, onSuccess: () => toastDone('Removed.') });
  const renew = useCommand(e.rotate, { refresh, onSuccess: onSecret });
  const params = { id: organizationId, webhookId: row.id };
  const name = row.description === '' ? new URL(row.url).host : row.description;
  const said = [
    row.last_delivered_at === null
      ? 'Nothing was delivered yet.'
      : `Last delivered ${formatInstant(row.last_delivered_at, { zone, now })}.`,
    row.waiting > 0 ? `${row.waiting} waiting.` : '',
    row.previous_until === null
      ? ''
      : `The secret before signs, too, until ${formatInstant(row.previous_until, { zone, now })}.`,
  ];
  return (
    <RuledRow
      title={name}
      lines={[
        <code key="url" className={styles.url}>
          {row.url}
        </code>,
        row.events.map((event) => WEBHOOK_EVENTS[event]).join(', '),
        <StatusText key="state" {...(row.off_why === null ? ON : OFF[row.off_why])} />,
        said.filter(Boolean).join(' '),
        change.error || test.error ? (
          <Failure key="error" error={change.error ?? test.error} what="Nothing was changed." />
        ) : null,
        open === 'change' ? (
          <WebhookForm key="form" organizationId={organizationId} row={row} onLeave={() => setOpen(null)} />
        ) : null,
        open === 'deliveries' ? (
          <Deliveries key="deliveries" organizationId={organizationId} row={row} onLeave={() => setOpen(null)} />
        ) : null,
        <Dialogs
          key="dialogs"
          open={open}
          name={name}
          onClose={() => setOpen(null)}
          onRemove={() => remove.mutateAsync({ params })}
          onRenew={() => renew.mutateAsync({ params })}
        />,
      ]}
      actions={
        open === 'change' || open === 'deliveries' ? undefined : (
          <>
            {row.on ? (
              <Button
                kind="quiet"
                busy={test.isPending}
                aria-label={`Send a test: ${name}`}
                onClick={() => test.mutate({ params })}
              >
                Send a test
              </Button>
            ) : null}
            <Button kind="quiet" aria-label={`What it was told: ${name}`} onClick={() => setOpen('deliveries')}>
              What it was told
            </Button>
            <Button kind="quiet" aria-label={`Change: ${name}`} onClick={() => setOpen('change')}>
              Change
            </Button>
            <Button
              kind="quiet"
              busy={change.isPending}
              aria-label={`${row.on ? 'Turn off' : 'Turn on'}: ${name}`}
              onClick={() => change.mutate({ params, body: { on: !row.on, lock_version: row.lock_version } })}
            >
              {row.on ? 'Turn off' : 'Turn on'}
            </Button>
            <Button kind="quiet" aria-label={`New secret: ${name}`} onClick={() => setOpen('renew')}>
              New secret
            </Button>
            <Button kind="quiet" aria-label={`Remove: ${name}`} onClick={() => setOpen('remove')}>
              Remove
            </Button>
          </>
        )
      }
    />
  );
}

function Dialogs({
  open,
  name,
  onClose,
  onRemove,
  onRenew,
}: {
  open: Open;
  name: string;
  onClose: () => void;
  onRemove: () => Promise<unknown>;
  onRenew: () => Promise<unknown>;
}) {
  return (
    <>
      <ConfirmDialog
        open={open === 'remove'}
        onClose={onClose}
        title={`Remove ${name}?`}
        confirmLabel="Remove it"
        cancelLabel="Keep it"
        onConfirm={async () => {
          await onRemove();
          onClose();
        }}
      >
        <p>It is told nothing from now on. What waits for it is not sent.</p>
      </ConfirmDialog>
      <ConfirmDialog
        open={open === 'renew'}
        onClose={onClose}
        title={`A new secret for ${name}?`}
        confirmLabel="Make a new secret"
        cancelLabel="Not now"
        danger={false}
        onConfirm={async () => {
          await onRenew();
          onClose();
        }}
      >
        <p>It is shown once. The one before it signs, too, for a day, so that you have time to change over.</p>
        <Quiet>Make one whenever somebody may have seen the current one.</Quiet>
      </ConfirmDialog>
    </>
  );
}
