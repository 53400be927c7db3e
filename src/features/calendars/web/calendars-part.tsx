import { IconCalendarEvent } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Failure } from '../../../ui/api/failure.tsx';
import { query, useCommand } from '../../../ui/api/hooks.ts';
import { Acts, InlineEnds } from '../../../ui/form/inline-form.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { Button } from '../../../ui/parts/button.tsx';
import { ConfirmDialog } from '../../../ui/parts/confirm-dialog.tsx';
import { EmptyState, SkeletonRows } from '../../../ui/parts/empty.tsx';
import { InlineNotice } from '../../../ui/parts/notice.tsx';
import { RuledList, RuledRow } from '../../../ui/parts/ruled-list.tsx';
import { StatusText } from '../../../ui/parts/status.tsx';
import { toastDone } from '../../../ui/parts/toast.tsx';
import { useViewer } from '../../../ui/session/viewer.tsx';
import { formatInstant } from '../../../ui/time/format.ts';
import { useNow } from '../../../ui/time/use-now.ts';
import { type Calendar, calendarEndpoints, type Calendars } from '../contract.ts';
import styles from './calendars-part.module.css';

const e = calendarEndpoints;

/** A person's calendars: those whose busy times count here, and the address by which theirs reads what they have here. */
export default function CalendarsPart() {
  const [adding, setAdding] = useState(false);
  const list = useQuery(query(e.list, {}));
  const rows = list.data?.data ?? [];
  const add = (
    <Button kind={rows.length === 0 ? 'primary' : 'default'} onClick={() => setAdding(true)}>
      Add a calendar
    </Button>
  );
  return (
    <>
      <section className={styles.part} aria-labelledby="busy-title">
        <h2 id="busy-title">When you are busy</h2>
        <p className={styles.lead}>
          Connect the calendar you live by, and times at which you are busy are not offered. Only when you are busy is
          kept: never what an entry is, where, or with whom.
        </p>
        {list.isPending ? (
          <SkeletonRows rows={1} columns={[50, 20]} height={64} label="Loading your calendars" />
        ) : null}
        <Failure error={list.error} what="Your calendars could not be loaded." onRetry={() => void list.refetch()} />
        {list.data && rows.length === 0 && !adding ? (
          <EmptyState icon={<IconCalendarEvent size={28} stroke={1.5} />} title="No calendar is connected" action={add}>
            Outlook, Google, Apple and most others give a calendar a private ICS address. Look for “publish”, “secret
            address” or “share” in its settings.
          </EmptyState>
        ) : null}
        {rows.length > 0 ? (
          <RuledList label="Connected calendars">
            {rows.map((row) => (
              <CalendarRow key={row.id} row={row} />
            ))}
          </RuledList>
        ) : null}
        {adding ? <AddForm onLeave={() => setAdding(false)} /> : rows.length > 0 ? <Acts>{add}</Acts> : null}
      </section>
      {list.data ? <Feed feed={list.data.feed} /> : null}
    </>
  );
}

const foundWords = ({ busy, days }: Calendar['found']): string =>
  busy === 0
    ? `No busy times in the next ${days} days.`
    : `${busy} busy ${busy === 1 ? 'time' : 'times'} in the next ${days} days.`;

function AddForm({ onLeave }: { onLeave: () => void }) {
  const [address, setAddress] = useState('');
  const [tried, setTried] = useState(false);
  const add = useCommand(e.add, {
    refresh: [e.list],
    onSuccess: ({ found }) => {
      toastDone(`Connected. ${foundWords(found)}`);
      onLeave();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (address.trim() !== '') add.mutate({ body: { address } });
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate aria-label="Add a calendar">
      <TextField
        path="address"
        label="Private ICS address"
        required
        inputMode="url"
        autoComplete="off"
        maxLength={2000}
        help="It begins with https or webcal. It is kept encrypted and never shown again."
        error={
          add.error?.errors.find((one) => one.path === 'address')?.message ??
          (tried && address.trim() === '' ? 'Give the address.' : undefined)
        }
        value={address}
        onChange={setAddress}
      />
      <InlineEnds
        primary
        placed
        error={add.error}
        what="The calendar was not connected."
        busy={add.isPending}
        leave="Not now"
        onLeave={onLeave}
      >
        Connect it
      </InlineEnds>
    </form>
  );
}

function CalendarRow({ row }: { row: Calendar }) {
  const [removing, setRemoving] = useState(false);
  const { time_zone: zone } = useViewer();
  const now = useNow(60_000);
  const refresh = [e.list];
  const again = useCommand(e.refresh, {
    refresh,
    onSuccess: ({ failing, found }) => (failing ? undefined : toastDone(`Read again. ${foundWords(found)}`)),
  });
  const remove = useCommand(e.remove, { refresh, onSuccess: () => toastDone('Removed.') });
  const params = { calendarId: row.id };
  const { failing } = row;
  return (
    <RuledRow
      title={row.host}
      lines={[
        <span key="address" className={styles.address}>
          {row.source === 'ics' ? `Address ends with “${row.ending}”` : 'Through your connected account'}
        </span>,
        failing ? (
          <StatusText key="state" label="Cannot be read" tone="bad" share={0} side="attention" />
        ) : (
          <StatusText key="state" label={foundWords(row.found)} tone="ok" share={1} />
        ),
        failing
          ? `${failing.why} Since ${formatInstant(failing.since, { zone, now })}; it is tried again ${formatInstant(failing.next_at, { zone, now })}. ${
              row.found.busy > 0 ? `${foundWords(row.found).slice(0, -1)} are known from before and still count.` : ''
            }`
          : row.checked_at === null
            ? ''
            : `Read ${formatInstant(row.checked_at, { zone, now })}, and again every half hour.`,
        again.error ? <Failure key="error" error={again.error} what="It was not read." /> : null,
        <ConfirmDialog
          key="remove"
          open={removing}
          onClose={() => setRemoving(false)}
          title={`Remove the calendar at ${row.host}?`}
          confirmLabel="Remove it"
          cancelLabel="Keep it"
          onConfirm={async () => {
            await remove.mutateAsync({ params });
            setRemoving(false);
          }}
        >
          <p>What was found in it is erased at once, and those times can be offered again.</p>
        </ConfirmDialog>,
      ]}
      actions={
        <>
          <Button
            kind="quiet"
            busy={again.isPending}
            aria-label={`Read now: ${row.host}`}
            onClick={() => again.mutate({ params })}
          >
            Read now
          </Button>
          {row.source === 'ics' ? (
            <Button kind="quiet" aria-label={`Remove: ${row.host}`} onClick={() => setRemoving(true)}>
              Remove
            </Button>
          ) : null}
        </>
      }
    />
  );
}

function Feed({ feed }: { feed: Calendars['feed'] }) {
  const [shown, setShown] = useState<string | null>(null);
  const [asks, setAsks] = useState<'new' | 'end' | null>(null);
  const { time_zone: zone } = useViewer();
  const now = useNow(60_000);
  const make = useCommand(e.makeFeed, { refresh: [e.list], onSuccess: ({ address }) => setShown(address) });
  const end = useCommand(e.endFeed, {
    refresh: [e.list],
    onSuccess: () => {
      setShown(null);
      toastDone('The address has ended.');
    },
  });
  return (
    <section className={styles.part} aria-labelledby="feed-title">
      <h2 id="feed-title">What you have here, in your calendar</h2>
      <p className={styles.lead}>
        A private address your calendar subscribes to: your calls, exams and testimony, by the number of the review and
        without names. Whoever has the address reads it, so keep it to yourself.
      </p>
      {shown ? (
        <InlineNotice
          kind="ok"
          title="Copy the address now. It is not shown again."
          live
          actions={[{ label: 'I have copied it', onAct: () => setShown(null) }]}
        >
          <code className={styles.secret}>{shown}</code>
        </InlineNotice>
      ) : null}
      {feed && !shown ? (
        <p className={styles.lead}>
          Made {formatInstant(feed.created_at, { zone, now })}.{' '}
          {feed.read_at === null
            ? 'No calendar has read it yet.'
            : `Last read ${formatInstant(feed.read_at, { zone, now })}.`}
        </p>
      ) : null}
      <Failure error={make.error ?? end.error} what="Nothing was changed." />
      <Acts>
        {feed ? (
          <>
            <Button onClick={() => setAsks('new')}>Make a new address</Button>
            <Button kind="quiet" onClick={() => setAsks('end')}>
              End the address
            </Button>
          </>
        ) : (
          <Button busy={make.isPending} onClick={() => make.mutate({})}>
            Make a private address
          </Button>
        )}
      </Acts>
      <ConfirmDialog
        open={asks === 'new'}
        onClose={() => setAsks(null)}
        title="Make a new address?"
        confirmLabel="Make a new address"
        cancelLabel="Keep this one"
        danger={false}
        onConfirm={async () => {
          await make.mutateAsync({});
          setAsks(null);
        }}
      >
        <p>The current address ends at once. Calendars that subscribe to it need the new one.</p>
      </ConfirmDialog>
      <ConfirmDialog
        open={asks === 'end'}
        onClose={() => setAsks(null)}
        title="End the address?"
        confirmLabel="End it"
        cancelLabel="Keep it"
        onConfirm={async () => {
          await end.mutateAsync({});
          setAsks(null);
        }}
      >
        <p>Calendars that subscribe to it get nothing from now on.</p>
      </ConfirmDialog>
    </section>
  );
}
