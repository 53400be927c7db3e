import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { capital } from '../../../../core/phrases.ts';
import { Failure } from '../../../../ui/api/failure.tsx';
import { query } from '../../../../ui/api/hooks.ts';
import { Button } from '../../../../ui/parts/button.tsx';
import { SkeletonRows } from '../../../../ui/parts/empty.tsx';
import { SectionHead } from '../../../../ui/parts/page-header.tsx';
import { StatusText } from '../../../../ui/parts/status.tsx';
import { useViewer } from '../../../../ui/session/viewer.tsx';
import { formatInstant } from '../../../../ui/time/format.ts';
import { useNow } from '../../../../ui/time/use-now.ts';
import { expertEndpoints } from '../../contract.ts';
import type { ExpertChangeView, ExpertRecordsView } from '../../contract/records.ts';
import { type RecordPart, RECORDS, recordTitle } from '../../rules/records.ts';
import { RecordWords } from '../records/record-words.tsx';
import { PaperLink } from '../records/paper-field.tsx';
import { DecideDialog } from './decide-dialog.tsx';
import styles from './desk.module.css';

const useRecords = (profileId: number) => useQuery(query(expertEndpoints.records, { params: { profileId } }));

/** What the expert said that nobody verified yet, each verified or returned. Nothing where all of it is. */
export function ToVerify({ profileId }: { profileId: number }) {
  const { data } = useRecords(profileId);
  const [deciding, decide] = useState<{ change: ExpertChangeView; decision: 'verify' | 'return' } | null>(null);
  if (!data || data.changes.length === 0) return null;
  return (
    <section className={styles.section}>
      <SectionHead title="Said by the expert" note="What was verified before counts until you decide." />
      <ul className={styles.rows}>
        {data.changes.map((change) => (
          <li key={change.id} className={styles.check}>
            <Said change={change} view={data} />
            {data.may_decide && change.status === 'to_verify' ? (
              <div className={styles.acts}>
                <Button
                  size="sm"
                  aria-label={`Verify: ${nameOf(change, data)}`}
                  onClick={() => decide({ change, decision: 'verify' })}
                >
                  Verify
                </Button>
                <Button
                  size="sm"
                  kind="quiet"
                  aria-label={`Return: ${nameOf(change, data)}`}
                  onClick={() => decide({ change, decision: 'return' })}
                >
                  Return
                </Button>
              </div>
            ) : null}
          </li>
        ))}
      </ul>
      {deciding ? (
        <DecideDialog
          key={deciding.change.id}
          profileId={profileId}
          change={deciding.change}
          decision={deciding.decision}
          onClose={() => decide(null)}
        />
      ) : null}
    </section>
  );
}

const before = (change: ExpertChangeView, view: ExpertRecordsView) =>
  view.records.find(({ part, id }) => part === change.part && id === change.record_id);
const nameOf = (change: ExpertChangeView, view: ExpertRecordsView): string =>
  recordTitle(change.part, change.data ?? before(change, view)?.data ?? {});

function Said({ change, view }: { change: ExpertChangeView; view: ExpertRecordsView }) {
  const { time_zone: zone } = useViewer();
  const now = useNow(60_000);
  const record = before(change, view);
  const { one } = RECORDS[change.part];
  const what = change.data === null ? `The ${one} ends` : record ? `Another ${one}` : `New ${one}`;
  return (
    <div className={styles.checkWords}>
      {change.data === null ? null : (
        <RecordWords
          profileId={view.profile_id}
          part={change.part}
          data={change.data}
          status={
            change.status === 'returned' ? (
              <StatusText label="With the expert" tone="neutral" share={0.5} />
            ) : (
              <StatusText label="To verify" tone="info" share={0.5} />
            )
          }
        />
      )}
      {record ? (
        <>
          <span className={styles.quiet}>{change.data === null ? `${what}:` : 'Verified before:'}</span>
          <RecordWords profileId={view.profile_id} part={change.part} data={record.data} />
        </>
      ) : null}
      {change.document ? <PaperLink paper={change.document} /> : null}
      <span className={styles.quiet}>
        {what}, {change.said_by}, {formatInstant(change.said_at, { zone, now })}
      </span>
      {change.status === 'returned' ? (
        <span className={styles.quiet}>
          Returned by {change.decided_by ?? 'Peritus'}: {change.reason}
        </span>
      ) : null}
    </div>
  );
}

/** What stands in the directory of a part, as it was verified. */
export function RecordsAtDesk({ profileId, parts }: { profileId: number; parts: readonly RecordPart[] }) {
  const { time_zone: zone } = useViewer();
  const now = useNow(60_000);
  const { data, error, isPending, refetch } = useRecords(profileId);
  if (isPending) return <SkeletonRows rows={3} columns={[40, 0, 30]} height={56} label="Loading sites and rates" />;
  if (!data)
    return <Failure error={error} what="Sites and rates could not be loaded." onRetry={() => void refetch()} />;
  const shown = parts.filter((part) => part !== 'rate' || data.sees_rates);
  return shown.map((part) => {
    const { title, one } = RECORDS[part];
    const rows = data.records.filter((row) => row.part === part);
    return (
      <section key={part} className={styles.section}>
        <SectionHead
          title={title}
          {...(part === 'rate' ? { note: 'What the expert asks. No customer sees it.' } : {})}
          {...(part === 'affiliation' ? { note: 'Compared with every matter, five years after the end, too.' } : {})}
        />
        {rows.length === 0 ? <p className={styles.quiet}>{`No ${one} recorded.`}</p> : null}
        <ul className={styles.rows}>
          {rows.map((row) => (
            <li key={row.id} className={styles.check}>
              <RecordWords profileId={data.profile_id} part={part} data={row.data} />
              <span className={styles.quiet}>
                {row.verified_at
                  ? capital(
                      [`verified ${formatInstant(row.verified_at, { zone, now })}`, row.verified_by]
                        .filter(Boolean)
                        .join(', by '),
                    )
                  : 'As in the application'}
              </span>
            </li>
          ))}
        </ul>
      </section>
    );
  });
}
