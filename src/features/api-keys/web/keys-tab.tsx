import { IconLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Failure } from '../../../ui/api/failure.tsx';
import { query, useCommand } from '../../../ui/api/hooks.ts';
import { Copied } from '../../../ui/form/copied.tsx';
import { Acts } from '../../../ui/form/inline-form.tsx';
import { Button } from '../../../ui/parts/button.tsx';
import { ConfirmDialog } from '../../../ui/parts/confirm-dialog.tsx';
import { EmptyState, SkeletonRows } from '../../../ui/parts/empty.tsx';
import { Fold } from '../../../ui/parts/fold.tsx';
import { TextLink } from '../../../ui/parts/link.tsx';
import { InlineNotice } from '../../../ui/parts/notice.tsx';
import { RuledList, RuledRow } from '../../../ui/parts/ruled-list.tsx';
import { StatusText, type StatusDisplay } from '../../../ui/parts/status.tsx';
import { toastDone } from '../../../ui/parts/toast.tsx';
import { TabSection } from '../../../ui/parts/tab-section.tsx';
import { useViewer } from '../../../ui/session/viewer.tsx';
import { formatInstant } from '../../../ui/time/format.ts';
import { useNow } from '../../../ui/time/use-now.ts';
import { type ApiKey, apiKeyEndpoints, type ApiKeyWithToken } from '../contract.ts';
import { API_SCOPES, type KeyState, makesKeys } from '../rules.ts';
import { KeyForm } from './key-form.tsx';
import styles from './keys.module.css';

const e = apiKeyEndpoints;
const isOver = ({ state }: ApiKey): boolean => state === 'expired' || state === 'revoked';

/** The keys an organization's programs ask with: made, shown once, looked after, revoked. */
export default function KeysTab({ id }: { id: number }) {
  const { kind } = useViewer();
  const [making, setMaking] = useState(false);
  const [shown, setShown] = useState<ApiKeyWithToken | null>(null);
  const list = useQuery(query(e.list, { params: { id } }));
  const rows = list.data?.data ?? [];
  const [live, over] = [rows.filter((row) => !isOver(row)), rows.filter(isOver)];
  const make = makesKeys(kind) ? (
    <Button kind={live.length === 0 ? 'primary' : 'default'} onClick={() => setMaking(true)}>
      Make an API key
    </Button>
  ) : null;
  return (
    <TabSection
      id="api-keys-title"
      title="API keys"
      lead={
        <>
          Your own programs order reviews, add records and fetch reports with a key. A key does what it was made for, in
          the name of who made it, and nothing else. <TextLink href="/api/docs">What programs can ask for</TextLink>
        </>
      }
    >
      {shown ? <Shown made={shown} onDone={() => setShown(null)} /> : null}
      {list.isPending ? <SkeletonRows rows={2} columns={[50, 0, 20]} height={64} label="Loading the API keys" /> : null}
      <Failure error={list.error} what="The API keys could not be loaded." onRetry={() => void list.refetch()} />
      {list.data && live.length === 0 && !making && !shown ? (
        <EmptyState icon={<IconLock size={28} stroke={1.5} />} title="No program has a key" action={make}>
          {make
            ? 'Make one for each program, with no more than it needs: then each can be revoked by itself.'
            : 'The organization’s own admins make keys, for a key asks in its maker’s name.'}
        </EmptyState>
      ) : null}
      {live.length > 0 ? <Keys label="API keys" organizationId={id} rows={live} /> : null}
      {making ? (
        <KeyForm
          organizationId={id}
          onLeave={() => setMaking(false)}
          onMade={(made) => {
            setMaking(false);
            setShown(made);
          }}
        />
      ) : live.length > 0 && make ? (
        <Acts>{make}</Acts>
      ) : null}
      {over.length > 0 ? (
        <Fold title={`Expired and revoked (${over.length})`}>
          <Keys label="Expired and revoked API keys" organizationId={id} rows={over} />
        </Fold>
      ) : null}
    </TabSection>
  );
}

/** A new key, this once, and how a program asks with it. */
function Shown({ made, onDone }: { made: ApiKeyWithToken; onDone: () => void }) {
  return (
    <InlineNotice
      kind="ok"
      title="Copy the key now. It is not shown again."
      live
      actions={[{ label: 'I have copied it', onAct: onDone }]}
    >
      <div className={styles.shown}>
        <Copied path="api_key" label="Key" value={made.token} />
        <Copied
          path="api_key_try"
          label="Command to try it out"
          value={`curl -H "Authorization: Bearer ${made.token}" ${location.origin}/api/v1/api_key`}
        />
        <p>Keep it where the program keeps its passwords, never in its source.</p>
      </div>
    </InlineNotice>
  );
}

const DISPLAYS: Readonly<Record<KeyState, StatusDisplay>> = {
  good: { label: 'Ready', tone: 'ok', share: 1 },
  resting: {
    label: 'Opens nothing: who made it may no longer do this',
    tone: 'bad',
    share: 0,
    side: 'attention',
  },
  expired: { label: 'Expired', tone: 'neutral', share: 0 },
  revoked: { label: 'Revoked', tone: 'neutral', share: 0, side: 'cross' },
};

function Keys({ label, organizationId, rows }: { label: string; organizationId: number; rows: readonly ApiKey[] }) {
  return (
    <RuledList label={label}>
      {rows.map((row) => (
        <KeyRow key={row.id} organizationId={organizationId} row={row} />
      ))}
    </RuledList>
  );
}

function KeyRow({ organizationId, row }: { organizationId: number; row: ApiKey }) {
  const [asking, setAsking] = useState(false);
  const { time_zone: zone } = useViewer();
  const now = useNow(60_000);
  const revoke = useCommand(e.revoke, { refresh: [e.list], onSuccess: () => toastDone('Revoked.') });
  const at = (instant: string) => formatInstant(instant, { zone, now });
  const ends =
    row.revoked_at !== null
      ? `Revoked ${at(row.revoked_at)}.`
      : `${row.state === 'expired' ? 'Expired' : 'Expires'} ${at(row.expires_at)}.`;
  const used =
    row.last_used_at === null
      ? 'Never used.'
      : `Last used ${at(row.last_used_at)}${row.last_used_ip === null ? '' : ` from ${row.last_used_ip}`}.`;
  return (
    <RuledRow
      title={row.name}
      status={<StatusText {...DISPLAYS[row.state]} />}
      lines={[
        row.scopes.map((scope) => API_SCOPES[scope]).join('. '),
        `Made by ${row.made_by.name}, ${at(row.created_at)}. ${ends} ${used}`,
        row.addresses.length === 0 ? null : `Taken from ${row.addresses.join(', ')} alone.`,
        revoke.error ? <Failure key="error" error={revoke.error} what="It was not revoked." /> : null,
        <ConfirmDialog
          key="dialog"
          open={asking}
          onClose={() => setAsking(false)}
          title={`Revoke ${row.name}?`}
          confirmLabel="Revoke it"
          cancelLabel="Keep it"
          onConfirm={async () => {
            await revoke.mutateAsync({ params: { id: organizationId, keyId: row.id } });
            setAsking(false);
          }}
        >
          <p>The program that uses it is refused from this moment, with what it is asking for right now.</p>
        </ConfirmDialog>,
      ]}
      actions={
        isOver(row) ? undefined : (
          <Button kind="quiet" aria-label={`Revoke: ${row.name}`} onClick={() => setAsking(true)}>
            Revoke
          </Button>
        )
      }
    />
  );
}
