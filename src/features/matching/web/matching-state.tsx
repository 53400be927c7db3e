import { stateRow } from '../../reviews/rules/kinds.ts';
import { capital, spelledPlural } from '../../../core/phrases.ts';
import { useState } from 'react';
import type { StateRow } from '../../reviews/rules/facts.ts';
import type { Kind } from '../../../core/kinds.ts';
import { useCommand } from '../../../ui/api/hooks.ts';
import { Button, ButtonLink } from '../../../ui/parts/button.tsx';
import { ConfirmDialog } from '../../../ui/parts/confirm-dialog.tsx';
import { SectionHead } from '../../../ui/parts/page-header.tsx';
import { toastDone } from '../../../ui/parts/toast.tsx';
import { reviewHref } from '../../../ui/session/review-route.ts';
import { actOnReview, readReview } from '../../reviews/contract.ts';
import { type MatchingBoard, matchingEndpoints } from '../contract.ts';
import { LEADS } from '../rules/panel.ts';
import styles from './board.module.css';

type Saying = [title: string, text: string];

const CHECKED_FIRST: Saying = ['The records are checked first', 'Once they are complete, matching begins.'];

/** What is said where nobody is asked yet, or any more. */
function sayingOf({ bucket, phase }: StateRow): Saying | undefined {
  if (bucket === 'draft')
    return ['Not ordered yet', 'The requester is still writing it. Matching begins after the records check.'];
  if (bucket === 'cancelled') return ['Canceled', 'No one is being asked anymore.'];
  if (phase === 'ordered' || phase === 'checks_records') return CHECKED_FIRST;
  if (phase === 'waits_for_records')
    return ['Records are missing', 'Matching continues once the requester has sent what was requested.'];
  return phase === 'rests' ? ['On hold', 'Matching continues when the hold is lifted.'] : undefined;
}

/** In place of "How to ask" while nothing can be asked: who has it now, and what can be done from here. */
export function MatchingState({ kind, board }: { kind: Kind; board: MatchingBoard }) {
  const [asking, setAsking] = useState(false);
  const back = useCommand(actOnReview, { refresh: [matchingEndpoints.board, readReview] });
  const accepted = board.invitations.find((row) => row.status === 'accepted' && row.panel_place === board.place);
  const open = board.invitations.filter((row) => row.status === 'pending' || row.status === 'opened');
  const row = stateRow(kind, board.status);
  const presented = row.choosing_expert === true;
  const [title, text] = presented
    ? [
        `${board.requester} compares ${spelledPlural(board.presented.length, 'expert')}`,
        'The one who is chosen is invited. You may take the experts back before that and present others.',
      ]
    : row.phase === 'asks_expert'
      ? [
          open.length > 1
            ? `${spelledPlural(open.length, 'expert')} have an invitation`
            : `${open[0]?.expert.name ?? 'An expert'} has an invitation`,
          'It comes back here when nobody accepts in time.',
        ]
      : board.place > LEADS && !accepted
        ? ['This place is not open', board.cannot_because ?? '']
        : accepted
          ? [`${accepted.expert.name} accepted`, 'Matching is done. Call and report are arranged on the review’s page.']
          : (sayingOf(row) ?? ['Matching is done', board.cannot_because ?? '']);
  return (
    <div className={styles.ask}>
      <SectionHead title={capital(title)} />
      <p className={styles.small}>{text}</p>
      {presented ? (
        <ol className={styles.order} aria-label="Presented, in this order">
          {board.presented.map((one, index) => (
            <li key={one.profile_id} className={styles.line}>
              <span className={styles.place}>{index + 1}</span>
              <span className={styles.cardWords}>
                <b>{one.code}</b>
                <span className={styles.small}>{one.score} points</span>
              </span>
            </li>
          ))}
        </ol>
      ) : null}
      {presented ? <Button onClick={() => setAsking(true)}>Take them back</Button> : null}
      <ButtonLink href={reviewHref(kind, board.review_id)}>Go to {board.number}</ButtonLink>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={`Take the experts back from ${board.requester}?`}
        confirmLabel="Take them back"
        cancelLabel="Leave them"
        reason={{ label: 'Reason', note: 'the requester sees it', required: true, max: 2000 }}
        onConfirm={async (reason) => {
          await back.mutateAsync({
            kind,
            params: { id: board.review_id, action: 'ask_other_experts' },
            body: { reason, lock_version: board.lock_version },
          });
          setAsking(false);
          toastDone('Taken back. Present others.');
        }}
      >
        The comparison closes at once, and the review is back in matching.
      </ConfirmDialog>
    </div>
  );
}
