import { useState } from 'react';
import { fullName } from '../../../../core/names.ts';
import { MINUTE } from '../../../../core/durations.ts';
import { Failure } from '../../../../ui/api/failure.tsx';
import { NumberField } from '../../../../ui/form/number-field.tsx';
import { SelectField } from '../../../../ui/form/select-field.tsx';
import { TextArea, TextField } from '../../../../ui/form/text-field.tsx';
import { Button } from '../../../../ui/parts/button.tsx';
import { Dialog } from '../../../../ui/parts/dialog.tsx';
import { useViewer } from '../../../../ui/session/viewer.tsx';
import { serverClock } from '../../../../ui/time/server-clock.ts';
import { type PersonView, peopleDeskEndpoints } from '../../contract/people-desk.ts';
import { CALL_BACK_LABELS, CALL_BACK_WAYS } from '../../rules.ts';
import styles from './desk.module.css';
import { usePersonCommand } from './use-person-command.ts';

/** Taking a second factor away: only after somebody reached the person, which is written down here. */
export function ResetFactorDialog({ person, onClose }: { person: PersonView; onClose: () => void }) {
  const viewer = useViewer();
  const [calledBy, setCalledBy] = useState(fullName(viewer));
  const [way, setWay] = useState<string | null>(null);
  const [minutes, setMinutes] = useState<number | null>(null);
  const [note, setNote] = useState('');
  const [looked, setLooked] = useState(false);
  const reset = usePersonCommand(
    peopleDeskEndpoints.resetSecondFactor,
    person.id,
    'Their second factor is taken away, and they are signed out everywhere.',
    onClose,
  );
  const chosen = CALL_BACK_WAYS.find((one) => one === way);
  return (
    <Dialog title="Reset the second factor" onClose={onClose}>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setLooked(true);
          if (!chosen || minutes === null || calledBy.trim() === '' || note.trim() === '') return;
          const called_at = new Date(serverClock.now() - minutes * MINUTE).toISOString();
          reset.mutate({ params: { id: person.id }, body: { called_by: calledBy, way: chosen, called_at, note } });
        }}
      >
        <p className={styles.quiet}>
          Whoever writes or calls may be somebody else. Call back
          {person.phone_number ? ` at ${person.phone_number}` : ' by a way you know'}, then write down how you knew
          them.
        </p>
        <TextField
          path="called_by"
          label="Who called back"
          required
          maxLength={200}
          value={calledBy}
          error={looked && calledBy.trim() === '' ? 'Say who reached them.' : null}
          onChange={setCalledBy}
        />
        <SelectField
          path="way"
          label="How they were reached"
          required
          options={CALL_BACK_WAYS.map((value) => ({ value, label: CALL_BACK_LABELS[value] }))}
          value={way}
          error={looked && !chosen ? 'Choose how.' : undefined}
          onChange={setWay}
        />
        <NumberField
          path="called_at"
          label="How many minutes ago"
          required
          unit="minutes"
          value={minutes}
          error={reset.error?.errors[0]?.message ?? (looked && minutes === null ? 'Say when.' : undefined)}
          onChange={setMinutes}
        />
        <TextArea
          path="note"
          label="How you knew them"
          rows={2}
          required
          max={500}
          value={note}
          error={looked && note.trim() === '' ? 'Write what they were known by.' : null}
          onChange={setNote}
        />
        <Failure error={reset.error?.errors.length ? null : reset.error} what="It could not be reset." />
        <div className={styles.formActs}>
          <Button kind="quiet" onClick={onClose}>
            Keep it
          </Button>
          <Button kind="danger" type="submit" busy={reset.isPending}>
            Take it away
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
