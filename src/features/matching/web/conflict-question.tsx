import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { Kind } from '../../../core/kinds.ts';
import { Failure } from '../../../ui/api/failure.tsx';
import { query, useCommand } from '../../../ui/api/hooks.ts';
import { ConfirmDialog } from '../../../ui/parts/confirm-dialog.tsx';
import { InlineNotice } from '../../../ui/parts/notice.tsx';
import { toastDone } from '../../../ui/parts/toast.tsx';
import { useViewer } from '../../../ui/session/viewer.tsx';
import { formatInstant } from '../../../ui/time/format.ts';
import { readReview } from '../../reviews/contract.ts';
import { matchingEndpoints } from '../contract.ts';

/** What the requester is asked about the invited expert: the kind of a relation, no name. Nothing where nothing is asked. */
export function ConflictQuestion({ kind, reviewId }: { kind: Kind; reviewId: number }) {
  const { time_zone: zone } = useViewer();
  const [keeps, setKeeps] = useState(false);
  const { data, error, refetch } = useQuery(
    query(matchingEndpoints.conflictQuestion, { kind, params: { id: reviewId } }),
  );
  const answer = useCommand(matchingEndpoints.answerConflictQuestion, {
    refresh: [matchingEndpoints.conflictQuestion, readReview],
  });
  if (error && !data)
    return <Failure error={error} what="What is asked of you could not be loaded." onRetry={() => void refetch()} />;
  const question = data?.question;
  if (!question) return null;
  const say = async (waived: boolean) => {
    const params = { id: reviewId, invitation_id: question.invitation_id };
    await answer.mutateAsync({ kind, params, body: { waived } });
    setKeeps(false);
    toastDone(waived ? 'The expert has been notified and can accept.' : 'The expert is released. We look for another.');
  };
  const until = formatInstant(question.answer_by, { zone });
  return (
    <>
      <InlineNotice
        kind="warn"
        title={`The invited expert disclosed ${question.told}.`}
        actions={
          question.can_answer
            ? [
                { label: 'It does not stand in the way', onAct: () => void say(true).catch(() => undefined) },
                { label: 'It does, find another expert', onAct: () => setKeeps(true) },
              ]
            : []
        }
      >
        {question.can_answer
          ? ` The matching team looked at it and leaves it to you. With whom is not told. No record is open to the expert; unanswered, the invitation ends ${until}.`
          : ` The requester decides until ${until} whether that is a problem.`}
      </InlineNotice>
      {answer.error && !keeps ? <Failure error={answer.error} what="Your answer could not be sent." /> : null}
      <ConfirmDialog
        open={keeps}
        onClose={() => setKeeps(false)}
        title="Release this expert?"
        confirmLabel="Release, find another"
        cancelLabel="Not yet"
        onConfirm={() => say(false)}
      >
        The invitation ends at once, and the expert is not asked for this matter again. With nobody else invited, the
        review goes back to matching. Your name is kept with the decision.
      </ConfirmDialog>
    </>
  );
}
