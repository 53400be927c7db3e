import { useQuery } from '@tanstack/react-query';
import { Failure } from '../../../ui/api/failure.tsx';
import { query, useCommand } from '../../../ui/api/hooks.ts';
import { Button } from '../../../ui/parts/button.tsx';
import { ConfirmDialog } from '../../../ui/parts/confirm-dialog.tsx';
import { RuledList, RuledRow } from '../../../ui/parts/ruled-list.tsx';
import { toastDone } from '../../../ui/parts/toast.tsx';
import { useViewer } from '../../../ui/session/viewer.tsx';
import { formatDateOf, formatDay } from '../../../ui/time/format.ts';
import { useState } from 'react';
import { arrivedEndpoints, type WaitingDocument } from '../contract/arrived.ts';
import styles from './hl7.module.css';

const e = arrivedEndpoints;

/** Documents that arrived and belong to no order yet; nothing where there are none. */
export function WaitingDocuments({ organizationId }: { organizationId: number }) {
  const { data, error, refetch } = useQuery(query(e.waiting, { params: { id: organizationId } }));
  if (error && !data)
    return <Failure error={error} what="What arrived could not be loaded." onRetry={() => void refetch()} />;
  if (!data || data.data.length === 0) return null;
  return (
    <section className={styles.arrived} aria-labelledby="waiting-documents">
      <h3 id="waiting-documents" className={styles.title}>
        Documents that wait for a review
      </h3>
      <p className={styles.how}>
        Each is offered while a peer review with its MRN and day is ordered. What nobody takes in goes after 30 days.
      </p>
      <RuledList label="Documents that wait for a review">
        {data.data.map((one) => (
          <Waiting key={one.id} organizationId={organizationId} one={one} />
        ))}
      </RuledList>
    </section>
  );
}

function Waiting({ organizationId, one }: { organizationId: number; one: WaitingDocument }) {
  const [asking, setAsking] = useState(false);
  const { time_zone: zone } = useViewer();
  const aside = useCommand(e.setAside, { refresh: [e.waiting], onSuccess: () => toastDone('Removed.') });
  return (
    <RuledRow
      title={one.name}
      lines={[
        [
          `MRN ${one.mrn}`,
          one.patient_name,
          one.service_on === null ? '' : `care of ${formatDay(one.service_on)}`,
          `from ${one.connection}, ${formatDateOf(one.received_at, { zone })}`,
          `until ${formatDateOf(one.expires_at, { zone })}`,
        ]
          .filter(Boolean)
          .join(' · '),
        <ConfirmDialog
          key="remove"
          open={asking}
          onClose={() => setAsking(false)}
          title="Remove this document?"
          confirmLabel="Remove it"
          cancelLabel="Keep it"
          onConfirm={async () => {
            await aside.mutateAsync({ params: { id: organizationId, documentId: one.id } });
            setAsking(false);
          }}
        >
          <p>It is not kept. Your record system would have to send it again, with another number.</p>
        </ConfirmDialog>,
      ]}
      actions={
        <Button kind="quiet" aria-label={`Remove: ${one.name}`} onClick={() => setAsking(true)}>
          Remove
        </Button>
      }
    />
  );
}
