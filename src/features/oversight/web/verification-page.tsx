import { useQuery, useQueryClient } from '@tanstack/react-query';
import { plural } from '../../../core/phrases.ts';
import { Failure, Refused } from '../../../ui/api/failure.tsx';
import { query, queryKey, useCommand } from '../../../ui/api/hooks.ts';
import { Button } from '../../../ui/parts/button.tsx';
import { SkeletonRows } from '../../../ui/parts/empty.tsx';
import { InlineNotice } from '../../../ui/parts/notice.tsx';
import { PageHeader, SectionHead } from '../../../ui/parts/page-header.tsx';
import { useViewer } from '../../../ui/session/viewer.tsx';
import { Page } from '../../../ui/shell/layouts.tsx';
import { formatInstant } from '../../../ui/time/format.ts';
import { useNow } from '../../../ui/time/use-now.ts';
import { oversightEndpoints, type Verification } from '../contract.ts';
import { FAULT_WORDS } from '../rules.ts';
import { AuditTabs } from './audit-tabs.tsx';
import { Heads } from './heads.tsx';
import styles from './oversight.module.css';

const ASK_AGAIN_MS = 2_000;

/** Whether the audit log is unchanged: the whole of it with the key, and its end by heads that were kept outside. */
export function VerificationPage() {
  return (
    <Page width="wide">
      <PageHeader
        title="Audit log"
        lead="Whether anything in the log was changed, removed or put in past the product."
      />
      <AuditTabs at="verification" />
      <Verify />
      <Heads />
    </Page>
  );
}

function Verify() {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery({
    ...query(oversightEndpoints.verification, {}),
    refetchInterval: ({ state }) => (state.data?.last?.state === 'running' ? ASK_AGAIN_MS : false),
  });
  const verify = useCommand(oversightEndpoints.verify, {
    onSuccess: (after) => client.setQueryData(queryKey(oversightEndpoints.verification, {}), after),
  });
  const running = data?.last?.state === 'running';
  return (
    <section className={styles.section}>
      <SectionHead title="The whole log" />
      {data ? <Result last={data.last} /> : null}
      {!data && !error ? <SkeletonRows rows={1} columns={[60]} height={40} label="Loading the verification" /> : null}
      <Failure error={error} what="The verification could not be loaded." onRetry={() => void refetch()} />
      <div className={styles.acts}>
        <Button kind="primary" busy={verify.isPending || running} onClick={() => verify.mutate({})}>
          Verify now
        </Button>
        <Refused error={verify.error} />
      </div>
    </section>
  );
}

function Result({ last }: { last: Verification | null }) {
  const { time_zone: zone } = useViewer();
  const now = useNow(60_000);
  if (last === null)
    return (
      <p className={styles.quiet}>Nobody has verified it here yet. It reads every row, and work continues meanwhile.</p>
    );
  const at = (instant: string) => formatInstant(instant, { zone, now });
  const asked = `${last.requested_by} asked for it, ${at(last.requested_at)}.`;
  if (last.state === 'running')
    return (
      <p className={styles.quiet} role="status">
        It is being verified. {asked}
      </p>
    );
  if (last.state === 'failed')
    return (
      <InlineNotice kind="warn" title="The verification did not come to its end.">
        {asked}
      </InlineNotice>
    );
  const read = `${plural(last.rows, 'row')} under ${plural(last.seals, 'seal')}, ${at(last.ended_at ?? last.requested_at)}.`;
  if (last.fault_count === 0)
    return (
      <InlineNotice kind="ok" title="Nothing was changed.">
        {read} {asked}
      </InlineNotice>
    );
  return (
    <>
      <InlineNotice kind="bad" title={`${plural(last.fault_count, 'fault')} found.`}>
        {read} {asked} npm run audit:verify prints all of it.
      </InlineNotice>
      <ul className={styles.quiet}>
        {last.faults.map((fault) => (
          <li key={`${fault.kind}:${fault.seal_id}:${fault.audit_ids.join(',')}`}>
            {FAULT_WORDS[fault.kind] ?? fault.kind}
            {fault.seal_id === null ? '' : `, seal ${fault.seal_id}`}
            {fault.audit_ids.length === 0 ? '' : `: rows ${fault.audit_ids.join(', ')}`}
          </li>
        ))}
      </ul>
    </>
  );
}
