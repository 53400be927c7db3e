import { IconClock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { KINDS } from '../../../core/kinds.ts';
import { formatCents } from '../../../core/money.ts';
import { Failure } from '../../../ui/api/failure.tsx';
import { query, useCommand } from '../../../ui/api/hooks.ts';
import { ChoiceField } from '../../../ui/form/choice-field.tsx';
import { Button } from '../../../ui/parts/button.tsx';
import { ConfirmDialog } from '../../../ui/parts/confirm-dialog.tsx';
import { EmptyState, SkeletonRows } from '../../../ui/parts/empty.tsx';
import { TextLink } from '../../../ui/parts/link.tsx';
import { PageHeader } from '../../../ui/parts/page-header.tsx';
import { toastDone } from '../../../ui/parts/toast.tsx';
import { formatNear, inLine } from '../../../ui/time/format.ts';
import { useNow } from '../../../ui/time/use-now.ts';
import { useViewer } from '../../../ui/session/viewer.tsx';
import { Page } from '../../../ui/shell/layouts.tsx';
import { organizationChoices } from '../../organizations/contract/choices.ts';
import { approvalEndpoints, type WaitingApproval } from '../contract/approvals.ts';
import { ApprovalRulesForm } from './approval-rules.tsx';
import styles from './approvals.module.css';

/** Prices that wait for somebody's approval, and who approves above which amount. */
export function ApprovalsPage() {
  const viewer = useViewer();
  const navigate = useNavigate();
  const asked = Number((useSearch({ strict: false }) as Record<string, unknown>)['organization']);
  const own = viewer.organization?.id ?? null;
  const organization = Number.isSafeInteger(asked) && asked > 0 ? asked : own;
  const { data, error, refetch } = useQuery(query(approvalEndpoints.list, {}));
  return (
    <Page width="wide">
      <PageHeader
        title="Approvals"
        lead="Orders and changed prices above an amount wait here until somebody else than who ordered approves them."
      />
      {error ? (
        <Failure error={error} what="What waits could not be loaded." onRetry={() => void refetch()} />
      ) : !data ? (
        <SkeletonRows rows={3} columns={[50, 20]} height={64} label="Loading what waits" />
      ) : data.data.length === 0 ? (
        <EmptyState icon={<IconClock stroke={1.5} aria-hidden />} title="Nothing waits for approval">
          An order above the amounts below comes here, and whoever may approve it gets an e-mail.
        </EmptyState>
      ) : (
        <ul className={styles.rows} aria-label="Waiting for approval">
          {data.data.map((one, at) => (
            <Waiting key={one.review_id} one={one} isFirst={at === 0} />
          ))}
        </ul>
      )}
      {own === null ? (
        <div className={styles.choice}>
          <ChoiceField
            from={organizationChoices}
            path="organization"
            label="Rules of"
            value={organization === null ? null : String(organization)}
            onChange={(value) => void navigate({ to: '/approvals', search: { organization: value ?? undefined } })}
          />
        </div>
      ) : null}
      {organization === null ? null : <ApprovalRulesForm key={organization} organizationId={organization} />}
    </Page>
  );
}

function Waiting({ one, isFirst }: { one: WaitingApproval; isFirst: boolean }) {
  const { time_zone: zone } = useViewer();
  const now = useNow(60_000);
  const [asking, setAsking] = useState<'approve' | 'decline' | null>(null);
  const refresh = [approvalEndpoints.list];
  const approve = useCommand(approvalEndpoints.approve, { refresh });
  const decline = useCommand(approvalEndpoints.decline, { refresh });
  const { lets_through = false } = (approve.error?.problem?.current ?? {}) as { lets_through?: boolean };
  const { kind, review_id: id, total_cents } = one;
  const amount = formatCents(total_cents);
  return (
    <li className={styles.row}>
      <div>
        <b>
          <TextLink href={`/${KINDS[kind].slug}/${id}`}>{one.number}</TextLink> {one.subject}
        </b>
        <p className={styles.quiet}>
          {one.sort === 'order' ? 'Ordered' : one.agreed ? 'A changed price, agreed to' : 'A price that rose, ordered'}{' '}
          by {one.requester.name}, {one.organization.name}. Above {formatCents(one.above_cents)}, waiting since{' '}
          {inLine(formatNear(one.asked_at, { zone, now }))}.
        </p>
      </div>
      <span className={styles.amount}>{amount}</span>
      {one.decide.allowed ? (
        <div className={styles.acts}>
          <Button kind={isFirst ? 'primary' : 'default'} onClick={() => setAsking('approve')}>
            Approve
          </Button>
          <Button onClick={() => setAsking('decline')}>Decline</Button>
        </div>
      ) : (
        <p className={styles.quiet}>{one.decide.reason}</p>
      )}
      {asking === 'approve' ? (
        <ConfirmDialog
          open
          danger={false}
          onClose={() => setAsking(null)}
          title={`Approve ${amount} for ${one.number}?`}
          confirmLabel={`Approve ${amount}`}
          cancelLabel="Not yet"
          {...(lets_through ? { reason: { label: 'Why it goes beyond the budget', required: true, max: 500 } } : {})}
          onConfirm={async (beyond_budget) => {
            await approve.mutateAsync({
              kind,
              params: { id },
              body: { total_cents, ...(beyond_budget ? { beyond_budget } : {}) },
            });
            toastDone(`${amount} is approved. The review continues.`);
          }}
        >
          <p>Work begins once it is approved.</p>
        </ConfirmDialog>
      ) : null}
      {asking === 'decline' ? (
        <ConfirmDialog
          open
          onClose={() => setAsking(null)}
          title={`Decline ${amount} for ${one.number}?`}
          confirmLabel="Decline it"
          cancelLabel="Not yet"
          reason={{ required: true, max: 1000, note: 'Who ordered reads it.' }}
          onConfirm={async (reason) => {
            await decline.mutateAsync({ kind, params: { id }, body: { reason } });
            toastDone('Declined. The order is kept, and who placed it is told why.');
          }}
        >
          <p>The order goes back to {one.requester.name}, who can change it, ask once more, or cancel it.</p>
        </ConfirmDialog>
      ) : null}
    </li>
  );
}
