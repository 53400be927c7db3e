import { type FormEvent, useState } from 'react';
import { Failure } from '../../../ui/api/failure.tsx';
import { useCommand } from '../../../ui/api/hooks.ts';
import { DateField } from '../../../ui/form/date-field.tsx';
import { Button } from '../../../ui/parts/button.tsx';
import { toastDone } from '../../../ui/parts/toast.tsx';
import { type SessionView, testimonyEndpoints } from '../contract.ts';
import { type OfSessions, TOUCHED } from './touched.ts';
import styles from './testimony.module.css';

/** Says since when the transcript is available; by when errata are due follows the rules of the courts, or is entered. */
export function TranscriptForm({
  kind,
  view,
  session,
  onDone,
}: OfSessions & { session: SessionView; onDone: () => void }) {
  const [available, setAvailable] = useState<string | null>(session.transcript?.available_on ?? view.today);
  const [due, setDue] = useState<string | null>(
    session.transcript?.working === '' ? session.transcript.errata_due_on : null,
  );
  const tell = useCommand(testimonyEndpoints.transcript, {
    refresh: TOUCHED,
    onSuccess: () => {
      onDone();
      toastDone('The expert is told, with the day errata are due.');
    },
  });
  const errors = Object.fromEntries((tell.error?.errors ?? []).map(({ path, message }) => [path, message]));
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (tell.isPending || available === null) return;
    tell.mutate({
      kind,
      params: { id: view.review_id, sessionId: session.id },
      body: { available_on: available, errata_due_on: due },
    });
  };
  return (
    <form className={styles.form} onSubmit={send} noValidate aria-label="The transcript is available">
      <div className={styles.pair}>
        <DateField
          path="available_on"
          label="Available since"
          help="The day of the court reporter’s notice. Add the transcript itself under Files."
          max={view.today}
          value={available}
          onChange={setAvailable}
          error={errors['available_on']}
        />
        <DateField
          path="errata_due_on"
          label="Errata are due on"
          optional
          help="Left empty, the rules of the matter’s courts give it."
          value={due}
          onChange={setDue}
          error={errors['errata_due_on']}
        />
      </div>
      {tell.error && tell.error.errors.length === 0 ? (
        <Failure error={tell.error} what="It could not be said." />
      ) : null}
      <div className={styles.acts}>
        <Button kind="primary" type="submit" busy={tell.isPending} disabled={available === null}>
          Tell the expert
        </Button>
        <Button kind="quiet" onClick={onDone}>
          Leave it as it is
        </Button>
      </div>
    </form>
  );
}
