import { type FormEvent, useState } from 'react';
import { plural } from '../../../../core/phrases.ts';
import { SPECIALTY_NAME_MAX } from '../../../../core/specialties.ts';
import { useCommand } from '../../../../ui/api/hooks.ts';
import { Ends, faultOf } from '../../../../ui/form/ends.tsx';
import { TextField } from '../../../../ui/form/text-field.tsx';
import { Button } from '../../../../ui/parts/button.tsx';
import { ConfirmDialog } from '../../../../ui/parts/confirm-dialog.tsx';
import { Dialog } from '../../../../ui/parts/dialog.tsx';
import { InlineError } from '../../../../ui/parts/notice.tsx';
import { RuledList, RuledRow } from '../../../../ui/parts/ruled-list.tsx';
import { toastDone } from '../../../../ui/parts/toast.tsx';
import { readLicenseTypes } from '../../contract/specialties.ts';
import { type KeptLicense, taxonomyEndpoints, type Taxonomy } from '../../contract/taxonomy-desk.ts';
import { LICENSE_KEY_MAX } from '../../rules/taxonomy-desk.ts';
import styles from './taxonomy.module.css';

const REFRESH = [taxonomyEndpoints.read, readLicenseTypes];
const heldWords = (experts: number): string =>
  experts > 0 ? plural(experts, 'expert holds one', 'experts hold one') : 'No expert holds one';

/** The license types as they are kept; those retired stand last. */
export function Licenses({ view }: { view: Taxonomy }) {
  const [edited, setEdited] = useState<KeptLicense | null>(null);
  const [retiring, setRetiring] = useState<KeptLicense | null>(null);
  const change = useCommand(taxonomyEndpoints.changeLicense, { refresh: REFRESH });
  const setActive = async (one: KeptLicense, active: boolean): Promise<void> => {
    await change.mutateAsync({ params: { key: one.key }, body: { lock_version: one.lock_version, active } });
    setRetiring(null);
    toastDone(active ? 'It can be chosen again.' : 'It is retired.');
  };
  return (
    <div className={styles.bar}>
      {change.error && !retiring ? <InlineError title="It was not changed.">{change.error.message}</InlineError> : null}
      <RuledList label="License types">
        {view.license_types.map((one) => (
          <RuledRow
            key={one.key}
            title={`${one.key} · ${one.localized_name}${one.active ? '' : ' (retired)'}`}
            lines={[heldWords(one.experts)]}
            actions={
              view.change.allowed ? (
                <>
                  <Button
                    size="sm"
                    kind="quiet"
                    aria-label={`${one.active ? 'Retire' : 'Bring back'} ${one.key}`}
                    onClick={() => (one.active ? setRetiring(one) : void setActive(one, true).catch(() => undefined))}
                  >
                    {one.active ? 'Retire' : 'Bring back'}
                  </Button>
                  <Button size="sm" aria-label={`Edit ${one.key}`} onClick={() => setEdited(one)}>
                    Edit
                  </Button>
                </>
              ) : null
            }
          />
        ))}
      </RuledList>
      {edited ? <EditLicense one={edited} onClose={() => setEdited(null)} /> : null}
      <ConfirmDialog
        open={retiring !== null}
        onClose={() => setRetiring(null)}
        title={`Retire ${retiring?.key ?? ''}?`}
        confirmLabel="Retire it"
        cancelLabel="Keep it"
        onConfirm={() => (retiring ? setActive(retiring, false) : Promise.resolve())}
      >
        <p>
          Experts and applicants can no longer choose it.{' '}
          {retiring && retiring.experts > 0
            ? `${plural(retiring.experts, 'expert holds one', 'experts hold one')}, and that stays as it is. `
            : ''}
          You can bring it back.
        </p>
      </ConfirmDialog>
    </div>
  );
}

/** A new license type, or what one is called. */
export function EditLicense({ one, onClose }: { one: KeptLicense | null; onClose: () => void }) {
  const [key, setKey] = useState(one?.key ?? '');
  const [name, setName] = useState(one?.localized_name ?? '');
  const [missing, setMissing] = useState(false);
  const done = {
    refresh: REFRESH,
    onSuccess: () => {
      toastDone('Saved.');
      onClose();
    },
  };
  const add = useCommand(taxonomyEndpoints.addLicense, done);
  const change = useCommand(taxonomyEndpoints.changeLicense, done);
  const error = one ? change.error : add.error;
  const send = (event: FormEvent) => {
    event.preventDefault();
    const lacks = key.trim() === '' || name.trim() === '';
    setMissing(lacks);
    if (lacks || add.isPending || change.isPending) return;
    if (one) change.mutate({ params: { key: one.key }, body: { name, lock_version: one.lock_version } });
    else add.mutate({ body: { key, name } });
  };
  return (
    <Dialog title={one ? `Edit ${one.key}` : 'New license type'} onClose={onClose}>
      <form className={styles.form} noValidate onSubmit={send}>
        {one ? null : (
          <TextField
            path="key"
            label="Letters"
            required
            maxLength={LICENSE_KEY_MAX}
            help="As they stand after a name, such as MD. They cannot be changed later."
            value={key}
            onChange={setKey}
            error={missing && key.trim() === '' ? 'Enter the letters.' : faultOf(error, 'key')}
          />
        )}
        <TextField
          path="name"
          label="Name"
          required
          maxLength={SPECIALTY_NAME_MAX}
          value={name}
          onChange={setName}
          error={missing && name.trim() === '' ? 'Give it a name.' : faultOf(error, 'name')}
        />
        <Ends what={error} busy={add.isPending || change.isPending} onClose={onClose} />
      </form>
    </Dialog>
  );
}
