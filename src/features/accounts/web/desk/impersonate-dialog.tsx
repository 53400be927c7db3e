import { useState } from 'react';
import { session } from '../../../../ui/api/client.ts';
import { Failure } from '../../../../ui/api/failure.tsx';
import { useCommand } from '../../../../ui/api/hooks.ts';
import { SelectField } from '../../../../ui/form/select-field.tsx';
import { TextArea } from '../../../../ui/form/text-field.tsx';
import { Button } from '../../../../ui/parts/button.tsx';
import { Dialog } from '../../../../ui/parts/dialog.tsx';
import { type PersonView, peopleDeskEndpoints } from '../../contract/people-desk.ts';
import { ACTIVE_PROFILE_KEY, IMPERSONATION_MINUTES } from '../../rules.ts';
import styles from './desk.module.css';

/** Acting as somebody: why, and for how long. The program then begins anew as that person. */
export function ImpersonateDialog({ person, onClose }: { person: PersonView; onClose: () => void }) {
  const [reason, setReason] = useState('');
  const [minutes, setMinutes] = useState<string>(String(IMPERSONATION_MINUTES[0]));
  const [looked, setLooked] = useState(false);
  const begin = useCommand(peopleDeskEndpoints.impersonate);
  const act = () =>
    session.changePerson(async () => {
      await begin.mutateAsync({ params: { id: person.id }, body: { reason, minutes: Number(minutes) } });
      localStorage.removeItem(ACTIVE_PROFILE_KEY);
      return '/';
    });
  return (
    <Dialog title={`Act as ${person.name || person.email}`} onClose={onClose}>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setLooked(true);
          // a refusal is told below
          if (reason.trim() !== '') void act().catch(() => undefined);
        }}
      >
        <p className={styles.quiet}>
          You see and do what they can, but sign, attest or accept nothing in their name. Everything is recorded with
          both names.
        </p>
        <TextArea
          path="reason"
          label="Reason"
          rows={2}
          required
          max={500}
          value={reason}
          error={looked && reason.trim() === '' ? 'Write a reason.' : null}
          onChange={setReason}
        />
        <SelectField
          path="minutes"
          label="For how long"
          options={IMPERSONATION_MINUTES.map((one) => ({ value: String(one), label: `${one} minutes` }))}
          value={minutes}
          onChange={(value) => setMinutes(value ?? String(IMPERSONATION_MINUTES[0]))}
        />
        <Failure error={begin.error} what="It could not begin." />
        <div className={styles.formActs}>
          <Button kind="quiet" onClick={onClose}>
            Not now
          </Button>
          <Button kind="primary" type="submit" busy={begin.isPending}>
            Act as them
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
