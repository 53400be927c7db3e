import { fullName } from '../../../core/names.ts';
import { IconMail, IconUserPlus } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type ApiError, call } from '../../../ui/api/client.ts';
import { Failure } from '../../../ui/api/failure.tsx';
import { query, queryKey, useCommand } from '../../../ui/api/hooks.ts';
import { Button } from '../../../ui/parts/button.tsx';
import { ConfirmDialog } from '../../../ui/parts/confirm-dialog.tsx';
import { EmptyState, SkeletonRows } from '../../../ui/parts/empty.tsx';
import { SentMessage } from '../../../ui/parts/sent-message.tsx';
import { StatusText, type StatusDisplay } from '../../../ui/parts/status.tsx';
import { toastDone } from '../../../ui/parts/toast.tsx';
import { useViewer } from '../../../ui/session/viewer.tsx';
import { formatInstant } from '../../../ui/time/format.ts';
import { useNow } from '../../../ui/time/use-now.ts';
import type { InvitationRow } from '../contract/people.ts';
import { AccountLayout, AccountSection } from './account-layout.tsx';
import { accountApi } from './api.ts';
import { InviteForm } from './invite-form.tsx';
import styles from './security.module.css';

const STATES: Record<InvitationRow['state'], StatusDisplay> = {
  open: { label: 'Not answered yet', tone: 'info', share: 0.5 },
  accepted: { label: 'Accepted', tone: 'ok', share: 1 },
  expired: { label: 'Expired', tone: 'warn', share: 0.5, side: 'attention' },
  withdrawn: { label: 'Withdrawn', tone: 'neutral', share: 0, side: 'cross' },
};

/** Bringing people in with their role, and the invitations sent so far. */
export function InvitationsPage() {
  const choices = useQuery({ ...query(accountApi.invitationChoices, {}), staleTime: 60_000 });
  const list = useInfiniteQuery({
    queryKey: [...queryKey(accountApi.invitations), 'pages'],
    queryFn: ({ pageParam, signal }) =>
      call(accountApi.invitations, { signal, query: pageParam ? { cursor: pageParam } : {} }),
    initialPageParam: '',
    getNextPageParam: (last) => last.next_cursor,
  });
  const [inviting, setInviting] = useState(false);
  const rows = list.data?.pages.flatMap((page) => page.data) ?? [];
  const open = rows.filter(({ state }) => state === 'open' || state === 'expired');
  const earlier = rows.filter(({ state }) => state === 'accepted' || state === 'withdrawn');
  const isLoading = choices.isPending || list.isPending;
  return (
    <AccountLayout
      title="Invitations"
      lead="Bring people in with their role. Each gets a link by e-mail that works for seven days."
      actions={
        choices.data && !inviting ? (
          <Button kind="primary" icon={<IconUserPlus stroke={1.75} />} onClick={() => setInviting(true)}>
            Invite a person
          </Button>
        ) : null
      }
    >
      <Failure
        error={choices.data ? null : choices.error}
        what="The page could not be loaded."
        onRetry={() => void choices.refetch()}
      />
      {inviting && choices.data ? <InviteForm choices={choices.data} onClose={() => setInviting(false)} /> : null}
      {isLoading ? <SkeletonRows rows={4} columns={[50, 0, 30]} height={64} label="Loading invitations" /> : null}
      <Failure
        error={list.error as ApiError | null}
        what="The invitations could not be loaded."
        onRetry={() => void (list.data ? list.fetchNextPage() : list.refetch())}
      />
      {list.data && choices.data ? (
        <>
          <AccountSection title="Waiting for an answer">
            {open.length > 0 ? (
              <Rows rows={open} />
            ) : (
              <EmptyState icon={<IconMail size={28} stroke={1.5} />} title="No open invitations">
                People you invite are listed here until they accept.
              </EmptyState>
            )}
          </AccountSection>
          {earlier.length > 0 ? (
            <AccountSection title="Earlier">
              <Rows rows={earlier} />
            </AccountSection>
          ) : null}
          {list.hasNextPage ? (
            <div>
              <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
                Show more
              </Button>
            </div>
          ) : null}
        </>
      ) : null}
    </AccountLayout>
  );
}

function Rows({ rows }: { rows: InvitationRow[] }) {
  const { time_zone: zone } = useViewer();
  const now = useNow(60_000);
  const [withdrawing, setWithdrawing] = useState<InvitationRow | null>(null);
  const options = { refresh: [accountApi.invitations] };
  const resend = useCommand(accountApi.resendInvitation, {
    ...options,
    onSuccess: ({ email }) => toastDone(`${email} gets a new link. The earlier one no longer works.`),
  });
  const withdraw = useCommand(accountApi.withdrawInvitation, {
    ...options,
    onSuccess: () => toastDone('The invitation is withdrawn.'),
  });
  const at = (instant: string) => formatInstant(instant, { zone, now });
  return (
    <>
      <Failure error={resend.error} what="The invitation could not be sent again." />
      <ul className={styles.rows}>
        {rows.map((row) => {
          const name = fullName(row);
          const isWaiting = row.state === 'open' || row.state === 'expired';
          return (
            <li key={row.id} className={styles.row}>
              <div className={styles.words}>
                <h3 className={styles.name}>
                  {name || row.email}
                  <StatusText {...STATES[row.state]} />
                </h3>
                <p className={styles.quiet}>
                  {[name ? row.email : null, row.label, row.organization].filter(Boolean).join(' · ')}
                </p>
                <p className={styles.quiet}>
                  {row.state === 'open'
                    ? `Invited ${at(row.created_at)}. The link works until ${at(row.expires_at)}.`
                    : row.state === 'expired'
                      ? `The link ended ${at(row.expires_at)}.`
                      : `Invited ${at(row.created_at)}.`}
                </p>
                {row.state === 'open' ? <SentMessage to={row.email} short /> : null}
              </div>
              {isWaiting ? (
                <div className={styles.rowActs}>
                  <Button
                    busy={resend.isPending && resend.variables.params.id === row.id}
                    aria-label={`Send again to ${row.email}`}
                    onClick={() => resend.mutate({ params: { id: row.id } })}
                  >
                    Send again
                  </Button>
                  <Button
                    kind="quiet"
                    aria-label={`Withdraw the invitation of ${row.email}`}
                    onClick={() => setWithdrawing(row)}
                  >
                    Withdraw
                  </Button>
                </div>
              ) : null}
            </li>
          );
        })}
      </ul>
      <ConfirmDialog
        open={withdrawing !== null}
        onClose={() => setWithdrawing(null)}
        title={`Withdraw the invitation of ${withdrawing?.email ?? ''}?`}
        confirmLabel="Withdraw it"
        cancelLabel="Keep it"
        onConfirm={async () => {
          if (withdrawing) await withdraw.mutateAsync({ params: { id: withdrawing.id } });
          setWithdrawing(null);
        }}
      >
        The link in the e-mail stops working at once. You can invite the person again.
      </ConfirmDialog>
    </>
  );
}
