import { type FormEvent, useState } from 'react';
import { SPECIALTY_NAME_MAX } from '../../../../core/specialties.ts';
import { useCommand } from '../../../../ui/api/hooks.ts';
import { Ends, faultOf } from '../../../../ui/form/ends.tsx';
import { MoneyField, NumberField } from '../../../../ui/form/number-field.tsx';
import { SelectField } from '../../../../ui/form/select-field.tsx';
import { TextField } from '../../../../ui/form/text-field.tsx';
import { Dialog } from '../../../../ui/parts/dialog.tsx';
import { toastDone } from '../../../../ui/parts/toast.tsx';
import { type KeptSpecialty, type KeptSubSpecialty, taxonomyEndpoints } from '../../contract/taxonomy-desk.ts';
import { AVAILABILITIES, AVAILABILITY_LABELS } from '../../rules/taxonomy-desk.ts';
import styles from './taxonomy.module.css';

/** A new specialty, or what one is called and whether work is taken in it. */
export function EditSpecialty({ one, onClose }: { one: KeptSpecialty | null; onClose: () => void }) {
  const [name, setName] = useState(one?.name ?? '');
  const [code, setCode] = useState(one?.nucc_code ?? '');
  const [availability, setAvailability] = useState(one?.availability ?? 'accepting');
  const [missing, setMissing] = useState(false);
  const done = {
    refresh: [taxonomyEndpoints.read],
    onSuccess: () => {
      toastDone('Saved.');
      onClose();
    },
  };
  const add = useCommand(taxonomyEndpoints.addSpecialty, done);
  const change = useCommand(taxonomyEndpoints.changeSpecialty, done);
  const error = one ? change.error : add.error;
  const send = (event: FormEvent) => {
    event.preventDefault();
    setMissing(name.trim() === '');
    if (name.trim() === '' || add.isPending || change.isPending) return;
    const body = { name, availability, nucc_code: code.trim() === '' ? null : code.trim() };
    if (one) change.mutate({ params: { id: one.id }, body: { ...body, lock_version: one.lock_version } });
    else add.mutate({ body });
  };
  return (
    <Dialog title={one ? `Edit ${one.name}` : 'New specialty'} onClose={onClose}>
      <form className={styles.form} noValidate onSubmit={send}>
        <TextField
          path="name"
          label="Name"
          required
          maxLength={SPECIALTY_NAME_MAX}
          value={name}
          onChange={setName}
          error={missing && name.trim() === '' ? 'Give it a name.' : faultOf(error, 'name')}
        />
        <SelectField
          path="availability"
          label="Availability"
          help="Limited is shown where specialties are chosen. What is not ordered at present is not offered in new orders."
          value={availability}
          options={AVAILABILITIES.map((value) => ({ value, label: AVAILABILITY_LABELS[value] }))}
          onChange={(value) => setAvailability(AVAILABILITIES.find((each) => each === value) ?? 'accepting')}
        />
        <TextField
          path="nucc_code"
          label="NUCC code"
          optional
          maxLength={10}
          value={code}
          onChange={(next) => setCode(next.toUpperCase())}
          error={faultOf(error, 'nucc_code')}
        />
        <Ends what={error} busy={add.isPending || change.isPending} onClose={onClose} />
      </form>
    </Dialog>
  );
}

const NEW = {
  name: '',
  price_modifier: 1,
  price_modifier_standard: 1,
  price_modifier_limited: 1,
  report_cost: 1200,
  report_overage_cost: 2,
};

/** A new sub-specialty of a specialty, or the name and prices of one. */
export function EditSub({
  specialty,
  sub,
  onClose,
}: {
  specialty: KeptSpecialty;
  sub: KeptSubSpecialty | null;
  onClose: () => void;
}) {
  const [value, setValue] = useState({ ...NEW, ...sub?.prices, name: sub?.name ?? NEW.name });
  const [missing, setMissing] = useState(false);
  const done = {
    refresh: [taxonomyEndpoints.read],
    onSuccess: () => {
      toastDone('Saved. New quotes follow it.');
      onClose();
    },
  };
  const add = useCommand(taxonomyEndpoints.addSub, done);
  const change = useCommand(taxonomyEndpoints.changeSub, done);
  const error = sub ? change.error : add.error;
  const send = (event: FormEvent) => {
    event.preventDefault();
    setMissing(value.name.trim() === '');
    if (value.name.trim() === '' || add.isPending || change.isPending) return;
    if (sub) change.mutate({ params: { id: sub.id }, body: { ...value, lock_version: sub.lock_version } });
    else add.mutate({ params: { id: specialty.id }, body: value });
  };
  const factor = (path: 'price_modifier' | 'price_modifier_standard' | 'price_modifier_limited', label: string) => (
    <NumberField
      path={path}
      label={label}
      decimals={4}
      value={value[path]}
      onChange={(next) => setValue({ ...value, [path]: next ?? 0 })}
      error={faultOf(error, path)}
    />
  );
  const amount = (path: 'report_cost' | 'report_overage_cost', label: string) => (
    <MoneyField
      path={path}
      label={label}
      value={Math.round(value[path] * 100)}
      onChange={(cents) => setValue({ ...value, [path]: (cents ?? 0) / 100 })}
      error={faultOf(error, path)}
    />
  );
  return (
    <Dialog title={sub ? `Edit ${sub.name}` : `New sub-specialty of ${specialty.name}`} onClose={onClose}>
      <form className={styles.form} noValidate onSubmit={send}>
        <TextField
          path="name"
          label="Name"
          required
          maxLength={SPECIALTY_NAME_MAX}
          value={value.name}
          onChange={(next) => setValue({ ...value, name: next })}
          error={missing && value.name.trim() === '' ? 'Give it a name.' : faultOf(error, 'name')}
        />
        <div className={styles.numbers}>
          {factor('price_modifier', 'Case factor')}
          {factor('price_modifier_standard', 'Peer review factor')}
          {factor('price_modifier_limited', 'Limited peer review factor')}
          {amount('report_cost', 'Written report')}
          {amount('report_overage_cost', 'Each page over')}
        </div>
        <p className={styles.quiet}>Orders already submitted keep the price they were agreed at.</p>
        <Ends what={error} busy={add.isPending || change.isPending} onClose={onClose} />
      </form>
    </Dialog>
  );
}
