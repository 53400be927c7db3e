import type { AbilityName } from '../../rules.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Kind } from '../../../../core/kinds.ts';
import { ApiError } from '../../../../ui/api/client.ts';
import { queryKey, useCommand } from '../../../../ui/api/hooks.ts';
import { ConfirmDialog } from '../../../../ui/parts/confirm-dialog.tsx';
import { InlineNotice } from '../../../../ui/parts/notice.tsx';
import { toastDone } from '../../../../ui/parts/toast.tsx';
import { useViewer } from '../../../../ui/session/viewer.tsx';
import { formatNear, inLine } from '../../../../ui/time/format.ts';
import { useNow } from '../../../../ui/time/use-now.ts';
import { answerEarlierDate, type ReviewDetail, readReview, takeBackEarlierDate } from '../../contract.ts';
import { dateBeside } from '../../rules.ts';
import { AFTER_ACT } from '../detail/use-act.ts';
import { Failed } from './states.tsx';

/** An earlier date that is asked of the expert: told to everybody, answered by the expert, taken back by who asked. */
export default function EarlierDateNotice({ kind, review }: { kind: Kind; review: ReviewDetail }) {
  const { time_zone, side: seat } = useViewer();
  const now = useNow(60_000);
  const client = useQueryClient();
  const [agrees, setAgrees] = useState<boolean | null>(null);
  const reply = useCommand(answerEarlierDate, { refresh: AFTER_ACT });
  const takeBack = useCommand(takeBackEarlierDate, {
    refresh: AFTER_ACT,
    onSuccess: () => toastDone('Taken back. The date stays as it is.'),
  });
  const { earlier_date: asked, needed_by: was } = review;
  if (!asked || !was) return null;
  const [wanted, stands] = [dateBeside(asked.needed_by, was), dateBeside(was, asked.needed_by)];
  const can = (ability: AbilityName) => review.abilities[ability]?.allowed ?? false;
  const [answers, mayTakeBack] = [can('answer_earlier_date'), can('take_back_earlier_date')];
  const until = inLine(formatNear(asked.lapses_at, { now, zone: time_zone }));
  const actions = answers
    ? [
        { label: `Agree to ${wanted}`, onAct: () => setAgrees(true) },
        { label: `Keep ${stands}`, onAct: () => setAgrees(false) },
      ]
    : mayTakeBack
      ? [{ label: 'Take it back', onAct: () => takeBack.mutate({ kind, params: { id: review.id } }) }]
      : [];
  const answer = async (reason: string): Promise<void> => {
    try {
      await reply.mutateAsync({
        kind,
        params: { id: review.id },
        body: { agrees: agrees === true, needed_by: asked.needed_by, ...(reason ? { reason } : {}) },
      });
    } catch (error) {
      // another date was asked for, or it was taken back: what stands now is shown
      if (error instanceof ApiError && error.status === 409)
        await client.invalidateQueries({ queryKey: queryKey(readReview) });
      throw error;
    }
    toastDone(agrees ? `It is now needed by ${wanted}.` : `It stays ${stands}.`);
    setAgrees(null);
  };
  return (
    <>
      <InlineNotice
        title={
          seat === 'expert'
            ? `The requester asks for ${wanted} instead of ${stands}.`
            : `The expert was asked for ${wanted} instead of ${stands}.`
        }
        actions={actions}
      >
        {` “${asked.reason}” ${
          answers
            ? `If you do not answer, it stays ${stands}; the question expires ${until}.`
            : `It stays ${stands} until the expert agrees; without an answer, the question expires ${until}.`
        }`}
      </InlineNotice>
      {takeBack.error ? <Failed what="This" verb="taken back" error={takeBack.error} onRetry={takeBack.reset} /> : null}
      {agrees === null ? null : (
        <ConfirmDialog
          open
          danger={false}
          onClose={() => setAgrees(null)}
          title={agrees ? `Agree to ${wanted}?` : `Keep ${stands}?`}
          confirmLabel={agrees ? `Agree to ${wanted}` : `Keep ${stands}`}
          cancelLabel="Not now"
          reason={{ label: 'An explanation', max: 2_000, note: 'the requester reads it' }}
          onConfirm={answer}
        >
          <p>
            {agrees
              ? `${review.number} is then needed by ${wanted} instead of ${stands}. The requester is notified at once.`
              : `${review.number} stays needed by ${stands}. The requester is notified at once.`}
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}
