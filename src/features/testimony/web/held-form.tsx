import { type FormEvent, useState } from 'react';
import { Failure } from '../../../ui/api/failure.tsx';
import { useCommand } from '../../../ui/api/hooks.ts';
import { DateField } from '../../../ui/form/date-field.tsx';
import { NumberField } from '../../../ui/form/number-field.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { useKept } from '../../../ui/form/use-kept.ts';
import { Button } from '../../../ui/parts/button.tsx';
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
  const [tried, setTried] = useState(false);
  const hold = useCommand(testimonyEndpoints.hold, {
    refresh: TOUCHED,
    onSuccess: () => {
      forget();
      onDone();
      toastDone('It is on record.');
    },
  });
  const errors = Object.fromEntries((hold.error?.errors ?? []).map(({ path, message }) => [path, message]));
  const held_from = instantOf(written.day, written.from, zone);
  const held_to = instantOf(written.day, written.to, zone);
  const minimum = session.type === 'deposition' ? (view.agreed?.deposition_minimum_minutes ?? 0) : 0;
  const send = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (hold.isPending || held_from === null || held_to === null) return;
    hold.mutate({
      kind,
      params: { id: view.review_id, sessionId: session.id },
      body: { held_from, held_to, break_minutes: written.breaks ?? 0 },
    });
  };
  return (
    <form className={styles.form} onSubmit={send} noValidate aria-label="Say how it was held">
      <div className={styles.pair}>
        <DateField
          path="day"
          label="Day"
          max={view.today}
          value={written.day}
          onChange={(day) => setWritten({ ...written, day })}
          error={tried && written.day === null ? 'Choose the day.' : undefined}
        />
        <NumberField
          path="break_minutes"
          label="Breaks"
          unit="min"
          value={written.breaks}
          onChange={(breaks) => setWritten({ ...written, breaks })}
          error={errors['break_minutes']}
        />
        <TextField
          path="held_from"
          label="Began at"
          type="time"
          value={written.from}
          onChange={(from) => setWritten({ ...written, from })}
          error={errors['held_from'] ?? (tried && held_from === null ? 'Enter when it began.' : undefined)}
        />
        <TextField
          path="held_to"
          label="Ended at"
          type="time"
          value={written.to}
          onChange={(to) => setWritten({ ...written, to })}
          error={errors['held_to'] ?? (tried && held_to === null ? 'Enter when it ended.' : undefined)}
        />
      </div>
      {minimum > 0 ? <p className={styles.quiet}>As agreed, {hoursText(minimum)} are recorded at least.</p> : null}
      {session.type === 'trial' ? (
        <p className={styles.quiet}>As agreed, a day at trial is recorded as a day.</p>
      ) : null}
      {hold.error && hold.error.errors.length === 0 ? <Failure error={hold.error} what="It was not recorded." /> : null}
      <div className={styles.acts}>
        <Button kind="primary" type="submit" busy={hold.isPending}>
          Record it
        </Button>
        <Button kind="quiet" onClick={onDone}>
          Leave it as it is
        </Button>
      </div>
    </form>
  );
}
