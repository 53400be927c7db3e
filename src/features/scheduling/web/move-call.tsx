import { useQuery, useQueryClient } from '@tanstack/react-query';
import { IconCalendarX } from '@tabler/icons-react';
import { useState } from 'react';
import type { Kind } from '../../../core/kinds.ts';
import type { MissedBy } from '../../../core/missed-by.ts';
import { formatCents } from '../../../core/money.ts';
import { askAgain } from '../../../ui/api/ask-again.ts';
import { query, queryKey, useCommand } from '../../../ui/api/hooks.ts';
import { Button } from '../../../ui/parts/button.tsx';
import { ConfirmDialog } from '../../../ui/parts/confirm-dialog.tsx';
import { toastDone } from '../../../ui/parts/toast.tsx';
import { useViewer } from '../../../ui/session/viewer.tsx';
import { readReview } from '../../reviews/contract.ts';
import { type ScheduleView, schedulingEndpoints } from '../contract.ts';
import { ReasonForm } from './reason-form.tsx';
import { TOUCHED } from './use-schedule.ts';
import { WhoMissed } from './who-missed.tsx';
import styles from './scheduling.module.css';

/** Moving the call, with what that costs said before; and, once its time has come, that it did not take place. */
export function MoveOrMissed({ kind, schedule, started }: { kind: Kind; schedule: ScheduleView; started: boolean }) {
  const [asking, setAsking] = useState<'move' | 'missed' | null>(null);
  if (asking === 'move')
    return <MoveCall kind={kind} schedule={schedule} started={started} onClose={() => setAsking(null)} />;
  if (asking === 'missed') return <CallMissed kind={kind} schedule={schedule} onClose={() => setAsking(null)} />;
  return (
    <div className={styles.acts}>
      <Button size="sm" onClick={() => setAsking('move')}>
        Move the call
      </Button>
      {started ? (
        <Button size="sm" kind="quiet" icon={<IconCalendarX stroke={1.75} />} onClick={() => setAsking('missed')}>
          It did not take place
        </Button>
      ) : null}
    </div>
  );
}

function MoveCall({
  kind,
  schedule,
  started,
  onClose,
}: {
  kind: Kind;
  schedule: ScheduleView;
  started: boolean;
  onClose: () => void;
}) {
  const client = useQueryClient();
  const params = { id: schedule.review_id };
  const review = useQuery(query(readReview, { kind, params }));
  const moving = review.data?.moving ?? null;
  const fee = moving?.fee_cents ?? 0;
  // what costs nothing now may cost something once another charge is reversed
  const disputed = inDispute(schedule);
  /** The words of a move whose fee is still to be confirmed. */
  const [words, setWords] = useState<string | null>(null);
  const others = schedule.offers.some((o) => o.status === 'open');
  const move = useCommand(schedulingEndpoints.move, {
    refresh: TOUCHED,
    onSuccess: () =>
      toastDone(others ? 'The call is open again. Choose one of the other times.' : 'New times were requested.'),
    // it may be the fee that changed: what is asked next shows the one of now
    onError: () => void askAgain(client, { queryKey: queryKey(readReview) }),
  });
  const send = (reason: string) => ({ kind, params, body: { reason, confirmed_fee_cents: fee } });
  return (
    <>
      <ReasonForm
        label="Why should it move?"
        help={`${
          others
            ? 'Both sides see this. The time is given up, and the other times on offer can be chosen.'
            : 'Both sides see this. The time is given up, and the expert offers new ones.'
        }${fee > 0 ? ` It costs ${formatCents(fee)}.` : disputed ? ` ${moving?.how ?? ''}` : ''}`}
        submit="Move the call"
        cancel="Keep this time"
        busy={move.isPending}
        error={words === null ? move.error : null}
        what="The call could not be moved."
        onSubmit={(reason) => (fee > 0 ? setWords(reason) : move.mutate(send(reason)))}
        onClose={onClose}
      />
      <ConfirmDialog
        open={words !== null}
        onClose={() => setWords(null)}
        title={`Move the call, and pay ${formatCents(fee)}?`}
        confirmLabel={fee > 0 ? `Move it, pay ${formatCents(fee)}` : 'Move it'}
        cancelLabel="Keep this time"
        onConfirm={async () => {
          await move.mutateAsync(send(words ?? ''));
        }}
      >
        <p>
          {moving?.how} You are charged {formatCents(fee)} for the time that is given up, once: canceling later does not
          charge it again.
        </p>
        {started ? <p>If the expert did not show up, record that the call did not take place instead.</p> : null}
      </ConfirmDialog>
    </>
  );
}

/** Whether a missed call of the review is disputed and not decided. */
const inDispute = ({ missed }: ScheduleView): boolean => missed.some((call) => call.contested && !call.decided);

function CallMissed({ kind, schedule, onClose }: { kind: Kind; schedule: ScheduleView; onClose: () => void }) {
  const client = useQueryClient();
  const viewer = useViewer();
  const side = viewer.side === 'expert' ? 'expert' : 'requester';
  const params = { id: schedule.review_id };
  const review = useQuery(query(readReview, { kind, params }));
  // a time that was never confirmed costs nobody anything
  const due = schedule.call?.status === 'tentative' ? 0 : (review.data?.moving?.fee_cents ?? 0);
  const cost = side === 'requester' ? due : null;
  const [by, setBy] = useState<MissedBy | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const missed = useCommand(schedulingEndpoints.missed, {
    refresh: TOUCHED,
    onSuccess: () => toastDone('Recorded. New times were requested.'),
    // it may be the fee that changed: what is shown next is the one of now
    onError: () => void askAgain(client, { queryKey: queryKey(readReview) }),
  });
  return (
    <ReasonForm
      label="What happened?"
      help={`Both sides see this, and the expert offers new times.${
        by === 'requester' && cost === 0 && inDispute(schedule) ? ` ${review.data?.moving?.how ?? ''}` : ''
      }`}
      submit={by === 'requester' && cost ? `Record it, pay ${formatCents(cost)}` : 'Record it as missed'}
      cancel="Leave it"
      busy={missed.isPending}
      error={missed.error}
      what="This could not be recorded."
      onSubmit={(reason) => {
        if (by === null) return setFault('Say who did not show up.');
        const confirmed = by === 'requester' && cost ? { confirmed_fee_cents: cost } : {};
        missed.mutate({ kind, params, body: { reason, missed_by: by, ...confirmed } });
      }}
      onClose={onClose}
    >
      <WhoMissed
        side={side}
        value={by}
        error={fault}
        cost={cost}
        onChange={(value) => {
          setBy(value);
          setFault(null);
        }}
      />
    </ReasonForm>
  );
}
