import type { Kind } from '../../../core/kinds.ts';
import { Failure } from '../../../ui/api/failure.tsx';
import { counted } from '../../../ui/count-words.ts';
import { ButtonLink } from '../../../ui/parts/button.tsx';
import { SkeletonRows } from '../../../ui/parts/empty.tsx';
import { reviewHref } from '../../../ui/session/review-place.ts';
import { useViewer } from '../../../ui/session/viewer.tsx';
import { formatInstant } from '../../../ui/time/format.ts';
import { expertName, ratedWords } from './expert-cards.tsx';
import { usePresentation } from './use-presentation.ts';
import styles from './experts.module.css';

/** The presented experts in short, inside what-next, and the way to comparing them. */
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
      {data.can_select ? (
        <ButtonLink kind="primary" size="lg" href={reviewHref(kind, reviewId, 'experts')}>
          {data.candidates.length === 1 ? 'Look at the expert' : `Compare ${counted(data.candidates.length, 'expert')}`}
        </ButtonLink>
      ) : null}
    </>
  );
}
