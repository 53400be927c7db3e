import type { Kind } from '../../../core/kinds.ts';
import { useCommand } from '../../../ui/api/hooks.ts';
import { RuledList, RuledRow } from '../../../ui/parts/ruled-list.tsx';
import { toastDone } from '../../../ui/parts/toast.tsx';
import { examEndpoints, type ExamView } from '../contract.ts';
import { AppointmentForm } from './appointment-form.tsx';
import { atPlace, inTurn, TOUCHED, useExam, whereOf } from './use-exam.ts';

/** The appointments the requester proposed: the examiner's side confirms one or none, everybody else sees them. */
export function Proposals({ kind, exam }: { kind: Kind; exam: ExamView }) {
  const { refetch } = useExam(kind, exam.review_id);
  const params = { id: exam.review_id };
  const set = useCommand(examEndpoints.confirm, {
    refresh: TOUCHED,
    onSuccess: () => toastDone('The exam is set. The notice is served next.'),
    onError: () => void refetch(),
  });
  const none = useCommand(examEndpoints.refuseProposals, {
    refresh: TOUCHED,
    onSuccess: () => toastDone('The requester was told. Offer appointments that work.'),
  });
  if (!exam.can.confirm) return <Appointments label="Appointments proposed" of={exam.proposals} />;
  return (
    <AppointmentForm
      below
      offers={exam.proposals}
      words={{
        label: 'Appointments proposed',
        set: 'Confirm the appointment',
        none: 'None of these can be held',
        asks: 'Why does none work?',
        read_by: 'The requester reads it. Offer appointments of your own next.',
        send: 'Refuse them',
      }}
      busy={set.isPending ? 'set' : none.isPending ? 'none' : null}
      error={set.error ?? none.error}
      onChange={() => set.reset()}
      onSet={(offer_id) => set.mutate({ kind, params, body: { offer_id, lock_version: exam.lock_version } })}
      onNone={(reason) => none.mutate({ kind, params, body: { reason } })}
    />
  );
}

/** Appointments nobody chooses from here: when and where each would be. */
export function Appointments({ label, of }: { label: string; of: ExamView['offers'] }) {
  return (
    <RuledList label={label}>
      {of.map((one) => (
        <RuledRow key={one.id} title={atPlace(one)} lines={[whereOf(one.place), inTurn(one)]} />
      ))}
    </RuledList>
  );
}
