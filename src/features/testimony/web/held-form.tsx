import type { FormEvent } from 'react';
import { useCommand } from '../../../ui/api/hooks.ts';
import { DateField } from '../../../ui/form/date-field.tsx';
import { NumberField } from '../../../ui/form/number-field.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { useFaults } from '../../../ui/form/use-faults.ts';
import { useKept } from '../../../ui/form/use-kept.ts';
import { FieldPair, InlineEnds, Quiet } from '../../../ui/form/inline-form.tsx';
import { toastDone } from '../../../ui/parts/toast.tsx';
import { dayOf } from '../../../ui/time/format.ts';
import { hoursText } from '../../work/rules.ts';
import { type SessionView, testimonyEndpoints } from '../contract.ts';
import { instantOf, timeOf } from '../../../ui/time/time-field.ts';
import { type OfSessions, TOUCHED } from './touched.ts';
import styles from './testimony.module.css';

/** Says when a session was held; its time is recorded with it. What is written is kept on this device until it is sent. */
export function HeldForm({ kind, view, session, onDone }: OfSessions & { session: SessionView; onDone: () => void }) {
  const { zone } = session;
  const [written, setWritten, forget] = useKept(`testimony-${view.review_id}-${session.id}-held`, {
    day: dayOf(session.held?.from ?? session.starts_at, zone) as string | null,
    from: timeOf(session.held?.from ?? session.starts_at, zone),
    to: session.held ? timeOf(session.held.to, zone) : '',
    breaks: (session.held?.break_minutes ?? 0) as number | null,
  });
  const hold = useCommand(testimonyEndpoints.hold, {
    refresh: TOUCHED,
    onSuccess: () => {
      forget();
      onDone();
      toastDone('It is on record.');
    },
  });
  const held_from = instantOf(written.day, written.from, zone);
  const held_to = instantOf(written.day, written.to, zone);
  const { form, at, passes } = useFaults(
    [
      written.day === null && { path: 'day', message: 'Choose the day.' },
      held_from === null && { path: 'held_from', message: 'Enter when it began.' },
      held_to === null && { path: 'held_to', message: 'Enter when it ended.' },
    ],
    hold.error,
  );
  const minimum = session.type === 'deposition' ? (view.agreed?.deposition_minimum_minutes ?? 0) : 0;
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (!passes() || hold.isPending || held_from === null || held_to === null) return;
    hold.mutate({
      kind,
      params: { id: view.review_id, sessionId: session.id },
      body: { held_from, held_to, break_minutes: written.breaks ?? 0 },
    });
  };
  return (
    <form ref={form} className={styles.form} onSubmit={send} noValidate aria-label="Say how it was held">
      <FieldPair>
        <DateField
          path="day"
          label="Day"
          max={view.today}
          value={written.day}
          onChange={(day) => setWritten({ ...written, day })}
          error={at('day')}
        />
        <NumberField
          path="break_minutes"
          label="Breaks"
          unit="min"
          value={written.breaks}
          onChange={(breaks) => setWritten({ ...written, breaks })}
          error={at('break_minutes')}
        />
        <TextField
          path="held_from"
          label="Began at"
          type="time"
          value={written.from}
          onChange={(from) => setWritten({ ...written, from })}
          error={at('held_from')}
        />
        <TextField
          path="held_to"
          label="Ended at"
          type="time"
          value={written.to}
          onChange={(to) => setWritten({ ...written, to })}
          error={at('held_to')}
        />
      </FieldPair>
      {minimum > 0 ? <Quiet>As agreed, {hoursText(minimum)} are recorded at least.</Quiet> : null}
      {session.type === 'trial' ? <Quiet>As agreed, a day at trial is recorded as a day.</Quiet> : null}
      <InlineEnds error={hold.error} placed what="It was not recorded." busy={hold.isPending} primary onLeave={onDone}>
        Record it
      </InlineEnds>
    </form>
  );
}
