import { useQuery } from '@tanstack/react-query';
import { capital } from '../../../core/phrases.ts';
import { actedName } from '../../../core/names.ts';
import { useParams } from '@tanstack/react-router';
import { Failure } from '../../../ui/api/failure.tsx';
import { query } from '../../../ui/api/hooks.ts';
import { ButtonLink } from '../../../ui/parts/button.tsx';
import { EmptyState, SkeletonRows } from '../../../ui/parts/empty.tsx';
import { Facts } from '../../../ui/parts/facts.tsx';
import { TextLink } from '../../../ui/parts/link.tsx';
import { PageHeader, SectionHead } from '../../../ui/parts/page-header.tsx';
import { useViewer } from '../../../ui/session/viewer.tsx';
import { Page } from '../../../ui/shell/layouts.tsx';
import { formatInstant } from '../../../ui/time/format.ts';
import { useNow } from '../../../ui/time/use-now.ts';
import { type AuditRead, oversightEndpoints } from '../contract.ts';
import { AUDIT_PLACE } from '../rules.ts';
import styles from './oversight.module.css';

/** One row of the audit log, with what was there before and after. */
export function EntryPage() {
  const id = Number(useParams({ strict: false })['entryId']) || 0;
  const { data, error, refetch } = useQuery({
    ...query(oversightEndpoints.auditEntry, { params: { entryId: id } }),
    enabled: id > 0,
    // each reading of values is in the log: it is not read again by itself
    refetchOnWindowFocus: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (data) return <Entry entry={data} />;
  return (
    <Page>
      {error?.status === 404 || id === 0 ? (
        <EmptyState
          title="There is no such row"
          action={<ButtonLink href={AUDIT_PLACE.path}>Go to the audit log</ButtonLink>}
        />
      ) : error ? (
        <Failure error={error} what="The row could not be loaded." onRetry={() => void refetch()} />
      ) : (
        <SkeletonRows rows={5} columns={[60]} height={40} label="Loading the row" />
      )}
    </Page>
  );
}

function Entry({ entry }: { entry: AuditRead }) {
  const { time_zone: zone } = useViewer();
  const now = useNow(60_000);
  const { by, values } = entry;
  return (
    <Page width="wide">
      <PageHeader
        crumbs={[{ label: 'Audit log', href: AUDIT_PLACE.path }, { label: `Row ${entry.id}` }]}
        title={capital(entry.says)}
      />
      <div className={styles.facts}>
        <Facts
          labelWidth={130}
          items={[
            { label: 'When', value: formatInstant(entry.at, { zone, now }) },
            {
              label: 'By',
              value:
                by.id === null ? (
                  by.name
                ) : (
                  <TextLink href={`/admin/people/${by.id}`}>{actedName(by.name, by.acting)}</TextLink>
                ),
            },
            { label: 'Action', value: entry.action },
            { label: 'Subject', value: entry.subject },
            { label: 'Review', value: entry.review?.number },
            { label: 'Organization', value: entry.organization },
            { label: 'From', value: entry.moved?.from },
            { label: 'To', value: entry.moved?.to },
            { label: 'Override', value: entry.override ? 'Yes' : null },
            { label: 'Address', value: entry.ip },
            { label: 'Request', value: entry.request_id },
            { label: 'Seal', value: entry.sealed ? 'Sealed' : 'Waits for its seal, a few seconds' },
          ]}
        />
      </div>
      {Object.keys(entry.data).length > 0 ? (
        <section className={styles.section}>
          <SectionHead title="Facts" />
          <pre className={styles.values}>{inFull(entry.data)}</pre>
        </section>
      ) : null}
      {values === null ? null : (
        <section className={styles.section}>
          <SectionHead title="Values" />
          {values.deleted ? (
            <p className={styles.quiet}>
              They were deleted with the records they belong to. The seal still covers them.
            </p>
          ) : (
            <>
              <div className={styles.sides}>
                <Side title="Before" value={values.before} />
                <Side title="After" value={values.after} />
              </div>
              <p className={styles.quiet}>That you read them is in the log.</p>
            </>
          )}
        </section>
      )}
    </Page>
  );
}

const inFull = (value: unknown): string => (value === null ? 'Nothing' : JSON.stringify(value, null, 2));

const Side = ({ title, value }: { title: string; value: unknown }) => (
  <div>
    <h3>{title}</h3>
    <pre className={styles.values}>{inFull(value)}</pre>
  </div>
);
