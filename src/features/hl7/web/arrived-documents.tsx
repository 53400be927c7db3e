import { useQuery } from '@tanstack/react-query';
import { plural } from '../../../core/phrases.ts';
import { Failure } from '../../../ui/api/failure.tsx';
import { query, useCommand } from '../../../ui/api/hooks.ts';
import { Button } from '../../../ui/parts/button.tsx';
import { RuledList, RuledRow } from '../../../ui/parts/ruled-list.tsx';
import { toastDone } from '../../../ui/parts/toast.tsx';
import type { ReviewSlotProps } from '../../../ui/slots.tsx';
import { formatDay } from '../../../ui/time/format.ts';
import { fileEndpoints } from '../../files/contract.ts';
import { type ArrivedDocument, arrivedEndpoints } from '../contract/arrived.ts';
import styles from './hl7.module.css';

const e = arrivedEndpoints;

/** Documents an organization's record system sent for the patients of a review: each is taken into its records, or left. */
export function ArrivedDocuments({ kind, reviewId }: Pick<ReviewSlotProps, 'kind' | 'reviewId'>) {
  const params = { id: reviewId };
  const { data, error, refetch } = useQuery(query(e.offered, { kind, params }));
  if (error && !data && error.status !== 403 && error.status !== 404)
    return (
      <Failure error={error} what="What your record system sent could not be loaded." onRetry={() => void refetch()} />
    );
  if (!data || data.data.length === 0) return null;
  const mrns = new Set(data.data.map(({ mrn }) => mrn));
  return (
    <section className={styles.arrived} aria-labelledby="arrived-documents">
      <h3 id="arrived-documents" className={styles.title}>
        {plural(data.data.length, 'document')} arrived from your record system for{' '}
        {mrns.size === 1 ? 'this MRN' : 'these MRNs'}
      </h3>
      <p className={styles.how}>They become records only where you take them in.</p>
      <RuledList label="Documents that arrived">
        {data.data.map((one) => (
          <Offered key={one.id} kind={kind} reviewId={reviewId} one={one} />
        ))}
      </RuledList>
    </section>
  );
}

function Offered({ kind, reviewId, one }: Pick<ReviewSlotProps, 'kind' | 'reviewId'> & { one: ArrivedDocument }) {
  const take = useCommand(e.take, {
    refresh: [e.offered, fileEndpoints.list],
    onSuccess: () => toastDone('It is among the records.'),
  });
  return (
    <RuledRow
      title={one.name}
      lines={[
        [
          one.chart === '' ? '' : one.chart,
          `MRN ${one.mrn}`,
          one.patient_name,
          one.pages === null ? '' : plural(one.pages, 'page'),
          one.service_on === null ? '' : `care of ${formatDay(one.service_on)}`,
          `from ${one.connection}`,
        ]
          .filter(Boolean)
          .join(' · '),
        take.error ? <Failure key="error" error={take.error} what="It was not taken in." /> : null,
      ]}
      actions={
        <Button
          size="sm"
          busy={take.isPending}
          aria-label={`Take it in: ${one.name}`}
          onClick={() => take.mutate({ kind, params: { id: reviewId, documentId: one.id } })}
        >
          Take it in
        </Button>
      }
    />
  );
}
