import { useState } from 'react';
import { dateText } from '../../../core/dates.ts';
import type { Kind } from '../../../core/kinds.ts';
import { useCommand } from '../../../ui/api/hooks.ts';
import { Button } from '../../../ui/parts/button.tsx';
import { Fold } from '../../../ui/parts/fold.tsx';
import { toastDone } from '../../../ui/parts/toast.tsx';
import { useViewer } from '../../../ui/session/viewer.tsx';
import { dayOf } from '../../../ui/time/format.ts';
import { type AppointmentView, examEndpoints, type ExamView } from '../contract.ts';
import { ReasonAct } from '../../../ui/form/reason-act.tsx';
import { METHODS, ServeNotice } from './serve-notice.tsx';
import { TOUCHED } from './use-exam.ts';
import styles from './exams.module.css';

type Notice = AppointmentView['notices'][number];

/** One notice as it was served, in a line. */
export const noticeLine = (one: Notice): string =>
  [
    `${one.name}: ${METHODS.find(({ value }) => value === one.method)?.label.toLowerCase() ?? ''}, ${dateText(one.served_on, 'medium')}${
      one.tracking ? `, ${one.tracking}` : ''
    }.`,
    one.letter === null ? '' : `Version ${one.letter.version} of the letter.`,
    one.served_by === '' || one.served_by === one.recorded_by ? '' : `Served by ${one.served_by}.`,
    `Recorded by ${one.recorded_by}`,
  ]
    .filter(Boolean)
    .join(' ');

/** Entries that count no more, with who corrected them and why. */
export function FormerProof({ notices }: { notices: readonly Notice[] }) {
  const { time_zone } = useViewer();
  const former = notices.filter(({ superseded }) => superseded !== null);
  return former.length === 0 ? null : (
    <Fold title="Former entries">
      <ul className={styles.says}>
        {former.map((one) => (
          <li key={one.id}>
            {noticeLine(one)}.{' '}
            {one.superseded?.by
              ? `Counts no more since ${dateText(dayOf(one.superseded.at, time_zone), 'medium')}, by ${one.superseded.by}: ${one.superseded.reason}`
              : 'Counts no more: an examiner it named left.'}
          </li>
        ))}
      </ul>
    </Fold>
  );
}

/** A wrong proof is corrected by another, or taken back, until the exam is held. */
export function CorrectProof({
  kind,
  exam,
  toServe,
}: {
  kind: Kind;
  exam: ExamView;
  toServe: NonNullable<ExamView['to_serve']>;
}) {
  const [open, setOpen] = useState(false);
  const standing = (exam.appointment?.notices ?? []).filter(({ superseded }) => superseded === null);
  const back = useCommand(examEndpoints.correct, {
    refresh: TOUCHED,
    onSuccess: () => toastDone('Taken back. The notice is still to be served.'),
  });
  if (open)
    return <ServeNotice kind={kind} exam={exam} toServe={toServe} wrong={standing} onDone={() => setOpen(false)} />;
  return (
    <div className={styles.acts}>
      <Button kind="quiet" onClick={() => setOpen(true)}>
        Correct the proof
      </Button>
      <ReasonAct
        opens="It was not served"
        label="Why"
        help="The entry stays readable. The notice is then to be served, as long as there is time for it."
        submit="Take it back"
        busy={back.isPending}
        error={back.error}
        onSubmit={(reason) =>
          back.mutate({
            kind,
            params: { id: exam.review_id },
            body: { reason, proof: null, supersedes: standing.map(({ id }) => id) },
          })
        }
      />
    </div>
  );
}
