import { useQuery } from '@tanstack/react-query';
import type { Kind } from '../../../../core/kinds.ts';
import { plural } from '../../../../core/phrases.ts';
import { query } from '../../../../ui/api/hooks.ts';
import { Facts } from '../../../../ui/parts/facts.tsx';
import { TextLink } from '../../../../ui/parts/link.tsx';
import { InlineNotice } from '../../../../ui/parts/notice.tsx';
import { SectionHead } from '../../../../ui/parts/page-header.tsx';
import { reviewHref } from '../../../../ui/session/review-route.ts';
import { useViewer } from '../../../../ui/session/viewer.tsx';
import { formatInstant } from '../../../../ui/time/format.ts';
import { type Certificate, type ReviewDetail, readCertificate } from '../../contract.ts';
import { Failed } from '../shared/states.tsx';
import styles from './detail.module.css';

/** What was deleted of a purged review, when and by whom, and what other reviews of the case still hold. */
export function CertificateSection({ kind, review }: { kind: Kind; review: ReviewDetail }) {
  const { time_zone: zone } = useViewer();
  const { data, error, refetch } = useQuery(query(readCertificate, { kind, params: { id: review.id } }));
  if (error && !data) return <Failed what="The certificate" error={error} onRetry={() => void refetch()} />;
  if (!data) return null;
  const { files, reports, messages } = data.contents;
  return (
    <section aria-labelledby="certificate" className={styles.certificate}>
      <SectionHead id="certificate" title="Certificate of deletion" />
      <Facts
        labelWidth={120}
        items={[
          { label: 'Deleted', value: formatInstant(data.purged_at, { zone, now: 0 }) },
          { label: 'By', value: data.purged_by ?? 'Peritus, when the retention was over' },
          ...(data.asked_by === null ? [] : [{ label: 'Asked for by', value: data.asked_by }]),
          { label: 'Why', value: data.reason },
          { label: 'Records', value: `${plural(files.count, 'file')}, ${plural(files.pages, 'page')}` },
          { label: 'Reports', value: plural(reports.length, 'version') },
          { label: 'Messages', value: String(messages) },
        ]}
      />
      {data.complete ? (
        <p className={styles.quiet}>
          {data.stays.length > 0
            ? 'Nothing else of this review is left in the database or among the files.'
            : 'Nothing of this review’s contents is left in the database or among the files.'}
        </p>
      ) : (
        <InlineNotice kind="info" title="The deletion is under way.">
          It takes a few seconds. Look at this page again then.
        </InlineNotice>
      )}
      {data.stays.map((one) => (
        <Stays key={one.review_id} kind={kind} stays={one} zone={zone} />
      ))}
    </section>
  );
}

function Stays({ kind, stays, zone }: { kind: Kind; stays: Certificate['stays'][number]; zone: string }) {
  const { review_id, number, files, until } = stays;
  return (
    <p>
      <TextLink href={reviewHref(kind, review_id)}>{number}</TextLink> is another review of the same case. It holds a
      copy of the order{files > 0 ? ` and ${plural(files, 'record')} that stood here, too,` : ''}{' '}
      {until === null
        ? 'until its own records are deleted; no day is set for that.'
        : `until ${formatInstant(until, { zone, now: 0 })}.`}
    </p>
  );
}
