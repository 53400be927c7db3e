import { useState } from 'react';
import type { Kind } from '../../../core/kinds.ts';
import { plural } from '../../../core/phrases.ts';
import { dateText } from '../../../core/dates.ts';
import { Failure } from '../../../ui/api/failure.tsx';
import { useCommand } from '../../../ui/api/hooks.ts';
import { RadioField } from '../../../ui/form/choice.tsx';
import { TextArea } from '../../../ui/form/text-field.tsx';
import { Button } from '../../../ui/parts/button.tsx';
import { SkeletonRows } from '../../../ui/parts/empty.tsx';
import { toastDone } from '../../../ui/parts/toast.tsx';
import { examEndpoints } from '../contract.ts';
import { atPlace, inTurn, TOUCHED, useExam, whereOf } from './use-exam.ts';
import styles from './exams.module.css';

/** The appointments on offer inside what-next, with the button that sets one, and the way to say that none can be used. */
export function AppointmentChoice({ kind, reviewId }: { kind: Kind; reviewId: number }) {
  const { data: exam, error, refetch } = useExam(kind, reviewId);
  const [chosen, setChosen] = useState<string | null>(null);
  const [missing, setMissing] = useState(false);
  const [refusing, setRefusing] = useState(false);
  const [reason, setReason] = useState('');
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
  const open = exam.offers.some(({ id }) => String(id) === chosen);
  return (
    <div className={styles.form}>
      <RadioField
        path="offer_id"
        label="Appointments on offer"
        value={chosen}
        error={missing && !open ? 'Choose an appointment first.' : undefined}
        onChange={(id) => {
          setChosen(id);
          set.reset();
        }}
        options={exam.offers.map((one) => ({
          value: String(one.id),
          label: atPlace(one),
          hint: [
            whereOf(one.place),
            one.miles === null ? null : `${plural(one.miles, 'mile')} from the examinee`,
            inTurn(one),
            `Notice by ${dateText(one.notice_by, 'medium')}`,
          ]
            .filter(Boolean)
            .map((line) => `${line}.`)
            .join(' '),
        }))}
      />
      <Failure error={set.error ?? none.error} what="The exam could not be set." />
      {refusing ? (
        <>
          <TextArea
            path="reason"
            label="What would work?"
            help="The examiner reads it."
            rows={3}
            max={2000}
            value={reason}
            onChange={setReason}
          />
          <div className={styles.acts}>
            <Button
              kind="primary"
              busy={none.isPending}
              disabled={reason.trim() === ''}
              onClick={() => none.mutate({ kind, params, body: { reason: reason.trim() } })}
            >
              Ask for other appointments
            </Button>
            <Button kind="quiet" onClick={() => setRefusing(false)}>
              Back to these
            </Button>
          </div>
        </>
      ) : (
        <div className={styles.acts}>
          <Button
            kind="primary"
            size="lg"
            busy={set.isPending}
            onClick={() => {
              if (!open) setMissing(true);
              else set.mutate({ kind, params, body: { offer_id: Number(chosen), lock_version: exam.lock_version } });
            }}
          >
            Set the exam
          </Button>
          <Button kind="quiet" size="lg" onClick={() => setRefusing(true)}>
            None of these can be used
          </Button>
        </div>
      )}
    </div>
  );
}
