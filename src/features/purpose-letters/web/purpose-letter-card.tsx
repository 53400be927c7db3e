import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { Kind } from '../../../core/kinds.ts';
import { Failure } from '../../../ui/api/failure.tsx';
import { query } from '../../../ui/api/hooks.ts';
import { ButtonLink } from '../../../ui/parts/button.tsx';
import { SectionHead } from '../../../ui/parts/page-header.tsx';
import { reviewHref } from '../../../ui/session/review-route.ts';
import { purposeLetterEndpoints } from '../contract.ts';
import type { LetterState } from '../rules.ts';
import styles from './purpose-letter.module.css';

const SAYS: Readonly<Record<LetterState, string>> = {
  none: 'It tells the examiner what to answer. Write it from the order, or upload one to the records.',
  drafted: 'It is begun, and not among the records yet.',
  asked: 'Peritus writes it.',
  proposed: 'Peritus has written it; the requester sends or returns it.',
  sent: 'It is among the records, and the examiner gets it with them.',
};

/** The purpose letter in short: how it stands, and the way to it. Nothing for whom it is not there. */
export function PurposeLetterCard({ kind, reviewId }: { kind: Kind; reviewId: number }) {
  const asked = query(purposeLetterEndpoints.read, { kind, params: { id: reviewId } });
  const { data: letter, error, refetch } = useQuery(asked);
  const id = useId();
  if (error && !letter && error.status !== 404 && error.status !== 403)
    return (
      <section className={styles.card} aria-labelledby={id}>
        <SectionHead id={id} title="Purpose letter" />
        <Failure error={error} what="The purpose letter could not be loaded." onRetry={() => void refetch()} />
      </section>
    );
  if (!letter) return null;
  const acts = letter.can.write || letter.can.send || letter.can.propose;
  if (!acts && letter.state === 'none' && letter.uploaded === null) return null;
  return (
    <section className={styles.card} aria-labelledby={id}>
      <SectionHead
        id={id}
        title="Purpose letter"
        action={
          !acts && letter.state === 'none' ? undefined : (
            <ButtonLink size="sm" href={reviewHref(kind, reviewId, 'purpose-letter')}>
              {acts && letter.state !== 'sent' ? (letter.state === 'none' ? 'Write it' : 'Continue it') : 'Open it'}
            </ButtonLink>
          )
        }
      />
      <p>
        {letter.uploaded === null
          ? SAYS[letter.state]
          : `“${letter.uploaded}” is among the records, and the examiner gets it with them.`}
      </p>
    </section>
  );
}
