import type { Kind } from '../../../core/kinds.ts';
import { Failure } from '../../../ui/api/failure.tsx';
import { useCommand } from '../../../ui/api/hooks.ts';
import { SkeletonRows } from '../../../ui/parts/empty.tsx';
import { toastDone } from '../../../ui/parts/toast.tsx';
import { examEndpoints } from '../contract.ts';
import { AppointmentForm } from './appointment-form.tsx';
import { TOUCHED, useExam } from './use-exam.ts';

/** The appointments on offer inside what-next, with the button that sets one, and the way to say that none can be used. */
export function AppointmentChoice({ kind, reviewId }: { kind: Kind; reviewId: number }) {
  const { data: exam, error, refetch } = useExam(kind, reviewId);
  const params = { id: reviewId };
  const set = useCommand(examEndpoints.choose, {
    refresh: TOUCHED,
    onSuccess: () => toastDone('The exam is set. The notice is served next.'),
    // another took the time: what is left is looked at again
    onError: () => void refetch(),
  });
  const none = useCommand(examEndpoints.noneFits, {
    refresh: TOUCHED,
    onSuccess: () => toastDone('The examiner was asked for other appointments.'),
  });
  if (error && !exam)
    return <Failure error={error} what="The appointments could not be loaded." onRetry={() => void refetch()} />;
  if (!exam) return <SkeletonRows rows={3} columns={[60]} height={44} label="Loading the appointments" />;
  if (!exam.can.choose) return null;
  return (
    <AppointmentForm
      offers={exam.offers}
      words={{
        label: 'Appointments on offer',
        set: 'Set the exam',
        none: 'None of these can be used',
        asks: 'What would work?',
        read_by: 'The examiner reads it.',
        send: 'Ask for other appointments',
      }}
      busy={set.isPending ? 'set' : none.isPending ? 'none' : null}
      error={set.error ?? none.error}
      onChange={() => set.reset()}
      onSet={(offer_id) => set.mutate({ kind, params, body: { offer_id, lock_version: exam.lock_version } })}
      onNone={(reason) => none.mutate({ kind, params, body: { reason } })}
    />
  );
}
