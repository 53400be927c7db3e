import { useQuery } from '@tanstack/react-query';
import type { Kind } from '../../../core/kinds.ts';
import { Failure } from '../../../ui/api/failure.tsx';
import { query } from '../../../ui/api/hooks.ts';
import { SkeletonRows } from '../../../ui/parts/empty.tsx';
import { matchingEndpoints } from '../contract.ts';
import { NamesToCheck } from '../../../ui/parts/names-to-check.tsx';
import { AttestationForm } from './attestation-form.tsx';
import styles from './invitation.module.css';

/** An invited expert's answer on the review's own page, inside what-next. Nothing once it is answered. */
export function InvitationAnswer({ kind, reviewId }: { kind: Kind; reviewId: number }) {
  const token = `review-${reviewId}`;
  const { data, error, refetch } = useQuery(query(matchingEndpoints.invitation, { params: { token } }));
  if (error && !data)
    return <Failure error={error} what="The invitation could not be loaded." onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows rows={3} columns={[70, 20]} height={40} label="Loading the invitation" />;
  if (data.state !== 'open' || !data.yours) return null;
  return (
    <div className={styles.inside}>
      <NamesToCheck names={data.conflict_names} />
      <AttestationForm kind={kind} token={token} view={data} />
    </div>
  );
}
