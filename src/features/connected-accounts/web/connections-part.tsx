import { IconPlug } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Failure } from '../../../ui/api/failure.tsx';
import { query, useCommand } from '../../../ui/api/hooks.ts';
import { CheckboxField } from '../../../ui/form/choice.tsx';
import { InlineEnds } from '../../../ui/form/inline-form.tsx';
import { Button } from '../../../ui/parts/button.tsx';
import { ConfirmDialog } from '../../../ui/parts/confirm-dialog.tsx';
import { EmptyState, SkeletonRows } from '../../../ui/parts/empty.tsx';
import { RuledList, RuledRow } from '../../../ui/parts/ruled-list.tsx';
import { StatusText } from '../../../ui/parts/status.tsx';
import { toastDone } from '../../../ui/parts/toast.tsx';
import { useViewer } from '../../../ui/session/viewer.tsx';
import { formatInstant } from '../../../ui/time/format.ts';
import { useNow } from '../../../ui/time/use-now.ts';
import { type ConnectedAccount, connectedAccountEndpoints } from '../contract.ts';
import { providerRow, type Use } from '../rules.ts';
import styles from './connections-part.module.css';

const e = connectedAccountEndpoints;

/** A person's accounts at providers: what is connected, what can be, and what serves where nothing can. */
export default function ConnectionsPart() {
  const list = useQuery(query(e.list, {}));
  const rows = list.data?.data ?? [];
  return (
    <section className={styles.part} aria-labelledby="connections-title">
      <h2 id="connections-title">Calls, calendars and files</h2>
      {list.isPending ? (
        <SkeletonRows rows={1} columns={[50, 20]} height={64} label="Loading your connections" />
      ) : null}
      <Failure error={list.error} what="Your connections could not be loaded." onRetry={() => void list.refetch()} />
      {list.data && rows.length === 0 ? (
        <EmptyState icon={<IconPlug size={28} stroke={1.5} />} title="No service can be connected here" level={3}>
          Each call comes with dial-in details, and records are uploaded from your computer, whole folders too. Zoom and
          Microsoft Teams can be connected once your organization turns them on.
        </EmptyState>
      ) : null}
      {rows.length > 0 ? (
        <RuledList label="Services">
          {rows.map((row) => (
            <ConnectionRow key={row.provider} row={row} />
          ))}
        </RuledList>
      ) : null}
    </section>
  );
}

const WORDS = { none: 'Connect', connected: 'Change', broken: 'Connect again' } as const;

function ConnectionRow({ row }: { row: ConnectedAccount }) {
  const [leaving, setLeaving] = useState(false);
  const { time_zone: zone } = useViewer();
  const now = useNow(60_000);
  const { name, meanwhile, uses: known } = providerRow(row.provider);
  const begin = useCommand(e.begin, { onSuccess: ({ url }) => location.assign(url) });
  const end = useCommand(e.end, { refresh: [e.list], onSuccess: () => toastDone(`${name} is disconnected.`) });
  const params = { provider: row.provider };
  const uses = row.uses.filter(({ allowed }) => allowed).map(({ use }) => use);
  const [chosen, setChosen] = useState<Use[] | null>(null);
  const connect = (wanted: Use[]) => begin.mutate({ params, body: { uses: wanted } });
  // what it is for is asked where it can be for several things
  const ask = () => {
    const on = row.uses.filter((one) => one.on && one.allowed).map(({ use }) => use);
    if (uses.length > 1) setChosen(on.length > 0 ? on : uses.filter((use) => !known[use]?.on_choice));
    else connect(uses);
  };
  const isOff = row.state !== 'none' && uses.length === 0;
  return (
    <RuledRow
      title={name}
      status={
        chosen ? (
          <form
            className={styles.uses}
            aria-label={`What ${name} is for`}
            onSubmit={(event) => {
              event.preventDefault();
              if (chosen.length > 0) connect(chosen);
            }}
          >
            {uses.map((use) => (
              <CheckboxField
                key={use}
                path={use}
                label={known[use]?.label ?? use}
                help={known[use]?.says}
                value={chosen.includes(use)}
                onChange={(checked) => setChosen(uses.filter((one) => (one === use ? checked : chosen.includes(one))))}
              />
            ))}
            <InlineEnds
              error={begin.error}
              what={`${name} was not connected.`}
              busy={begin.isPending}
              leave="Not now"
              onLeave={() => setChosen(null)}
            >
              {`Continue at ${name}`}
            </InlineEnds>
          </form>
        ) : null
      }
      lines={[
        row.state === 'none' ? null : row.state === 'broken' ? (
          <StatusText key="state" label="Needs to be connected again" tone="bad" share={0} side="attention" />
        ) : isOff ? (
          <StatusText key="state" label="Connected, and not used" tone="neutral" share={0} />
        ) : (
          <StatusText
            key="state"
            label={row.account_name === null ? 'Connected' : `Connected as ${row.account_name}`}
            tone="ok"
            share={1}
          />
        ),
        row.state === 'broken'
          ? `${name} no longer lets us in${row.broken_at === null ? '' : `, since ${formatInstant(row.broken_at, { zone, now })}`}. ${meanwhile}`
          : isOff
            ? 'It was turned off for you. What it was used for goes without it.'
            : chosen
              ? null
              : row.uses
                  .filter(({ on, allowed }) => allowed && (on || row.state === 'none'))
                  .map(({ use }) => known[use]?.says ?? '')
                  .join(' '),
        !chosen && begin.error ? <Failure key="error" error={begin.error} what={`${name} was not connected.`} /> : null,
        <ConfirmDialog
          key="leave"
          open={leaving}
          onClose={() => setLeaving(false)}
          title={`Disconnect ${name}?`}
          confirmLabel="Disconnect it"
          cancelLabel="Keep it"
          onConfirm={async () => {
            await end.mutateAsync({ params });
            setLeaving(false);
          }}
        >
          <p>What opens your account is erased here at once. {meanwhile.replace('until then', 'from now on')}</p>
        </ConfirmDialog>,
      ]}
      actions={
        <>
          {chosen || uses.length === 0 || (row.state === 'connected' && uses.length < 2) ? null : (
            <Button
              kind={row.state === 'connected' ? 'quiet' : 'default'}
              busy={begin.isPending}
              aria-label={`${WORDS[row.state]}: ${name}`}
              onClick={ask}
            >
              {WORDS[row.state]}
            </Button>
          )}
          {row.state === 'none' ? null : (
            <Button kind="quiet" aria-label={`Disconnect ${name}`} onClick={() => setLeaving(true)}>
              Disconnect
            </Button>
          )}
        </>
      }
    />
  );
}
