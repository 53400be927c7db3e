import { IconClock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Failure } from '../../../ui/api/failure.tsx';
import { query, useCommand } from '../../../ui/api/hooks.ts';
import { ListRows } from '../../../ui/api/list-rows.tsx';
import { usePages } from '../../../ui/api/pages.ts';
import { Acts } from '../../../ui/form/inline-form.tsx';
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
import { arrivedEndpoints, type Hl7Connection, hl7Endpoints, type Hl7Test } from '../contract.ts';
import { type Health, TRANSPORT_LABELS, whereText } from '../rules.ts';
import { ConnectionForm } from './connection-form.tsx';
import { MessageRow } from './message-row.tsx';
import { WaitingDocuments } from './waiting-documents.tsx';
import styles from './hl7.module.css';

const e = hl7Endpoints;

/** The record systems an organization's results go to by HL7: connected, tried out, and looked into. */
export default function RecordSystemsTab({ id }: { id: number }) {
  const [adding, setAdding] = useState(false);
  const list = useQuery(query(e.list, { params: { id } }));
  const rows = list.data?.data ?? [];
  const enabled = list.data?.enabled ?? false;
  const add = (
    <Button kind={rows.length === 0 ? 'primary' : 'default'} onClick={() => setAdding(true)}>
      Connect a record system
    </Button>
  );
  return (
    <TabSection
      id="record-systems-title"
      title="Record systems"
      lead={
        <>
          Each report goes to your record system as an HL7 message the moment it is delivered, and so does each
          clarification, in order. What is not taken is tried again for three days.
          {list.data?.only ? ' They go nowhere else: nobody of your organization reads them here.' : ''}
        </>
      }
    >
      {list.data && !enabled ? (
        <InlineNotice kind="info" title="Results by HL7 are turned off">
          Nothing is sent, and nothing can be connected, until Peritus turns on Results as HL7 messages for this
          organization.
        </InlineNotice>
      ) : null}
      {list.isPending ? (
        <SkeletonRows rows={2} columns={[50, 0, 20]} height={64} label="Loading the record systems" />
      ) : null}
      <Failure error={list.error} what="The record systems could not be loaded." onRetry={() => void list.refetch()} />
      {list.data && rows.length === 0 && !adding ? (
        <EmptyState
          icon={<IconClock size={28} stroke={1.5} />}
          title="No record system is connected"
          {...(enabled ? { action: add } : {})}
        >
          Give where your interface engine listens and how it wants its messages. A test shows what it answers.
        </EmptyState>
      ) : null}
      {rows.length > 0 ? (
        <RuledList label="Record systems">
          {rows.map((row) => (
            <ConnectionRow key={row.id} organizationId={id} row={row} enabled={enabled} />
          ))}
        </RuledList>
      ) : null}
      {rows.length > 0 ? <WaitingDocuments organizationId={id} /> : null}
      {adding ? (
        <ConnectionForm organizationId={id} row={null} onLeave={() => setAdding(false)} />
      ) : rows.length > 0 && enabled ? (
        <Acts>{add}</Acts>
      ) : null}
    </TabSection>
  );
}

const HEALTH: Readonly<Record<Health, StatusDisplay>> = {
  fine: { label: 'Taken so far', tone: 'ok', share: 1 },
  new: { label: 'Nothing sent yet', tone: 'neutral', share: 0 },
  failing: { label: 'Not taken, tried again', tone: 'warn', share: 0.5, side: 'attention' },
  dead: { label: 'A result was not taken', tone: 'bad', share: 0, side: 'attention' },
  off: { label: 'Turned off', tone: 'neutral', share: 0 },
};

function ConnectionRow({
  organizationId,
  row,
  enabled,
}: {
  organizationId: number;
  row: Hl7Connection;
  enabled: boolean;
}) {
  const [open, setOpen] = useState<'change' | 'messages' | 'remove' | null>(null);
  const [answer, setAnswer] = useState<Hl7Test | null>(null);
  const { time_zone: zone } = useViewer();
  const now = useNow(60_000);
  const change = useCommand(e.change, {
    refresh: [e.list],
    onSuccess: ({ on }) => toastDone(on ? 'Turned on.' : 'Turned off.'),
  });
  const test = useCommand(e.test, { onSuccess: setAnswer });
  const [address, setAddress] = useState<string | null>(null);
  const renew = useCommand(arrivedEndpoints.renewToken, {
    refresh: [e.list],
    onSuccess: (made) => setAddress(made.address),
  });
  const remove = useCommand(e.remove, { refresh: [e.list], onSuccess: () => toastDone('Removed.') });
  const params = { id: organizationId, connectionId: row.id };
  const said = [
    row.last_acked_at === null ? '' : `Last taken ${formatInstant(row.last_acked_at, { zone, now })}.`,
    row.last_sent_at === null ? '' : `Last sent ${formatInstant(row.last_sent_at, { zone, now })}.`,
    row.waiting > 0 ? `${row.waiting} waiting.` : '',
    row.dead > 0 ? `${row.dead} not taken.` : '',
    row.arrives_from === '' ? '' : `Documents arrive from ${row.arrives_from}.`,
    row.error ?? '',
  ];
  return (
    <RuledRow
      title={row.name}
      status={<StatusText {...HEALTH[row.health]} />}
      lines={[
        <span key="where" className={styles.where}>
          {whereText(row)}, {TRANSPORT_LABELS[row.transport]}
        </span>,
        said.filter(Boolean).join(' '),
        change.error || test.error || renew.error ? (
          <Failure key="error" error={change.error ?? test.error ?? renew.error} what="Nothing was changed." />
        ) : null,
        answer ? <Answer key="answer" answer={answer} onLeave={() => setAnswer(null)} /> : null,
        address === null ? null : (
          <InlineNotice
            key="address"
            kind="ok"
            title="Copy the address now. It is not shown again."
            live
            actions={[{ label: 'I have copied it', onAct: () => setAddress(null) }]}
          >
            <code className={styles.where}>{address}</code>
          </InlineNotice>
        ),
        open === 'change' ? (
          <ConnectionForm key="form" organizationId={organizationId} row={row} onLeave={() => setOpen(null)} />
        ) : null,
        open === 'messages' ? (
          <Messages key="messages" organizationId={organizationId} row={row} onLeave={() => setOpen(null)} />
        ) : null,
        <ConfirmDialog
          key="remove"
          open={open === 'remove'}
          onClose={() => setOpen(null)}
          title={`Remove ${row.name}?`}
          confirmLabel="Remove it"
          cancelLabel="Keep it"
          onConfirm={async () => {
            await remove.mutateAsync({ params });
            setOpen(null);
          }}
        >
          <p>No result goes there from now on. What waits for it is not sent.</p>
        </ConfirmDialog>,
      ]}
      actions={
        open === 'change' || open === 'messages' ? undefined : (
          <>
            {enabled ? (
              <Button
                kind="quiet"
                busy={test.isPending}
                aria-label={`Send a test: ${row.name}`}
                onClick={() => test.mutate({ params })}
              >
                Send a test
              </Button>
            ) : null}
            <Button kind="quiet" aria-label={`What was sent: ${row.name}`} onClick={() => setOpen('messages')}>
              What was sent
            </Button>
            {enabled ? (
              <>
                <Button
                  kind="quiet"
                  busy={renew.isPending}
                  aria-label={`${row.has_address ? 'New address for documents' : 'Address for documents'}: ${row.name}`}
                  onClick={() => renew.mutate({ params })}
                >
                  {row.has_address ? 'New address for documents' : 'Address for documents'}
                </Button>
                <Button kind="quiet" aria-label={`Change: ${row.name}`} onClick={() => setOpen('change')}>
                  Change
                </Button>
                <Button
                  kind="quiet"
                  busy={change.isPending}
                  aria-label={`${row.on ? 'Turn off' : 'Turn on'}: ${row.name}`}
                  onClick={() => change.mutate({ params, body: { on: !row.on, lock_version: row.lock_version } })}
                >
                  {row.on ? 'Turn off' : 'Turn on'}
                </Button>
              </>
            ) : null}
            <Button kind="quiet" aria-label={`Remove: ${row.name}`} onClick={() => setOpen('remove')}>
              Remove
            </Button>
          </>
        )
      }
    />
  );
}

const ANSWERS: Readonly<Record<string, string>> = {
  AA: 'The test was taken.',
  AE: 'It answered with an error.',
  AR: 'It refused the test.',
};

function Answer({ answer, onLeave }: { answer: Hl7Test; onLeave: () => void }) {
  return (
    <InlineNotice
      kind={answer.code === 'AA' ? 'ok' : 'warn'}
      title={ANSWERS[answer.code ?? ''] ?? 'There was no answer.'}
      live
      actions={[{ label: 'Close', onAct: onLeave }]}
    >
      {[answer.text, `Number ${answer.control_id}, ${answer.took_ms} ms.`].filter(Boolean).join(' ')}
    </InlineNotice>
  );
}

/** What went to one record system, newest first. */
function Messages({
  organizationId,
  row,
  onLeave,
}: {
  organizationId: number;
  row: Hl7Connection;
  onLeave: () => void;
}) {
  const list = usePages(e.messages, { params: { id: organizationId, connectionId: row.id }, query: {} });
  return (
    <section aria-label="What was sent">
      <ListRows
        list={list}
        what="What was sent could not be loaded."
        loading={<SkeletonRows rows={3} columns={[40, 20, 20]} height={44} label="Loading what was sent" />}
        empty={
          <EmptyState icon={<IconClock size={28} stroke={1.5} />} title="Nothing yet">
            Reports that are delivered from now on are listed here.
          </EmptyState>
        }
      >
        <ul className={styles.list}>
          {list.rows.map((one) => (
            <MessageRow key={one.id} organizationId={organizationId} one={one} />
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
