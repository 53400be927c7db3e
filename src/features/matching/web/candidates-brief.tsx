import type { Kind } from '../../../core/kinds.ts';
import { Failure } from '../../../ui/api/failure.tsx';
import { SkeletonRows } from '../../../ui/parts/empty.tsx';
import { useViewer } from '../../../ui/session/viewer.tsx';
import { formatInstant } from '../../../ui/time/format.ts';
import { expertName } from '../rules.ts';
import { ratedWords } from './candidate-words.ts';
import { usePresentation } from './use-presentation.ts';
import styles from './experts.module.css';

/** The presented experts in short, inside what-next; its button leads to comparing them. */
export function CandidatesBrief({ kind, reviewId }: { kind: Kind; reviewId: number }) {
  const viewer = useViewer();
  const { data, error, refetch } = usePresentation(kind, reviewId);
  if (error && !data)
    return <Failure error={error} what="The experts could not be loaded." onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows rows={1} columns={[30, 30, 30]} height={52} label="Loading the experts" />;
  if (data.candidates.length === 0) return null;
  return (
    <>
      <ul className={styles.brief} aria-label="Experts presented">
        {data.candidates.map((one) => (
          <li key={one.id}>
            <b>{expertName(one)}</b>
            <span>
              {one.specialty}, {one.years} years
            </span>
            <span>{ratedWords(one.rating)}</span>
            {one.earliest ? (
              <span>From {formatInstant(one.earliest, { zone: viewer.time_zone, bare: true })}</span>
            ) : null}
          </li>
        ))}
      </ul>
    </>
  );
}
