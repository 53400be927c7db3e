import { type FormEvent, useState } from 'react';
import { useCommand } from '../../../ui/api/hooks.ts';
import { DateField } from '../../../ui/form/date-field.tsx';
import { FieldPair, InlineEnds } from '../../../ui/form/inline-form.tsx';
import { useFaults } from '../../../ui/form/use-faults.ts';
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
  const { form, at, passes } = useFaults(
    [available === null && { path: 'available_on', message: 'Enter the day of the notice.' }],
    tell.error,
  );
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (!passes() || tell.isPending || available === null) return;
    tell.mutate({
      kind,
      params: { id: view.review_id, sessionId: session.id },
      body: { available_on: available, errata_due_on: due },
    });
  };
  return (
    <form ref={form} className={styles.form} onSubmit={send} noValidate aria-label="The transcript is available">
      <FieldPair>
        <DateField
          path="available_on"
          label="Available since"
          help="The day of the court reporter’s notice. Add the transcript itself under Files."
          max={view.today}
          value={available}
          onChange={setAvailable}
          error={at('available_on')}
        />
        <DateField
          path="errata_due_on"
          label="Errata are due on"
          optional
          help="Left empty, the rules of the matter’s courts give it."
          value={due}
          onChange={setDue}
          error={at('errata_due_on')}
        />
      </FieldPair>
      <InlineEnds error={tell.error} placed what="It could not be said." busy={tell.isPending} primary onLeave={onDone}>
        Tell the expert
      </InlineEnds>
    </form>
  );
}
