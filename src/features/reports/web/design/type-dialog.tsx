import { useState } from 'react';
import { useCommand } from '../../../../ui/api/hooks.ts';
import { Ends, faultOf } from '../../../../ui/form/ends.tsx';
import { FieldRow } from '../../../../ui/form/form-layout.tsx';
import { NumberField } from '../../../../ui/form/number-field.tsx';
import { SelectField } from '../../../../ui/form/select-field.tsx';
import { TextField } from '../../../../ui/form/text-field.tsx';
import { Dialog } from '../../../../ui/parts/dialog.tsx';
import { toastDone } from '../../../../ui/parts/toast.tsx';
import { isShippedForm } from '../../../reviews/rules.ts';
import { customFormEndpoints, type KeptType, type KeptTypes, peerReviewTypeEndpoints } from '../../contract/design.ts';
import styles from './design.module.css';

const { list, create, change } = peerReviewTypeEndpoints;
const NEWEST = 'newest';

/** A type of peer review: what it is called, its form with the version it keeps to, and how many charts it takes. */
export function TypeDialog({ view, type, onClose }: { view: KeptTypes; type: KeptType | null; onClose: () => void }) {
  const [fields, setFields] = useState({
    name: type?.name ?? '',
    form_key: type?.form_key ?? view.forms.at(-1)?.key ?? '',
    form_version: type?.form_version ?? null,
    charts_min: type?.charts.min ?? 1,
    charts_max: type?.charts.max ?? 10,
  });
  const [key] = useState(() => crypto.randomUUID());
  const set = (more: Partial<typeof fields>) => setFields({ ...fields, ...more });
  const done = () => {
    toastDone(type ? `${fields.name.trim()} is changed.` : `${fields.name.trim()} can be ordered.`);
    onClose();
  };
  const refresh = [list, customFormEndpoints.list, customFormEndpoints.read];
  const making = useCommand(create, { refresh, onSuccess: done });
  const changing = useCommand(change, { refresh, onSuccess: done });
  const error = making.error ?? changing.error;
  const at = (path: string) => faultOf(error, path);
  const form = view.forms.find((one) => one.key === fields.form_key);
  return (
    <Dialog title={type ? `Change “${type.name}”` : 'New type of peer review'} onClose={onClose}>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (making.isPending || changing.isPending) return;
          if (type) changing.mutate({ params: { id: type.id }, body: { ...fields, lock_version: type.lock_version } });
          else
            making.mutate({
              body: { ...fields, organization_id: view.organization?.id ?? null },
              idempotencyKey: `${key} ${JSON.stringify(fields)}`,
            });
        }}
      >
        <TextField
          path="name"
          label="Name"
          help={
            view.organization
              ? `As people of ${view.organization.name} order it.`
              : 'As people of every organization order it.'
          }
          required
          maxLength={200}
          value={fields.name}
          error={at('name')}
          onChange={(name) => set({ name })}
        />
        <SelectField
          path="form_key"
          label="Report form"
          required
          searchable={view.forms.length > 12}
          value={fields.form_key}
          error={at('form_key')}
          options={view.forms.map(({ key: value, name: label }) => ({ value, label }))}
          onChange={(form_key) => set({ form_key: form_key ?? '', form_version: null })}
        />
        {isShippedForm(fields.form_key) ? null : (
          <SelectField
            path="form_version"
            label="Version"
            help="A review keeps the version that was right when it was ordered."
            value={fields.form_version === null ? NEWEST : String(fields.form_version)}
            error={at('form_version')}
            options={[
              { value: NEWEST, label: 'Always the newest' },
              ...(form?.versions ?? []).map((version) => ({
                value: String(version),
                label: `Version ${version}, and no later one`,
              })),
            ]}
            onChange={(value) => set({ form_version: value === null || value === NEWEST ? null : Number(value) })}
          />
        )}
        <FieldRow>
          <NumberField
            path="charts_min"
            label="Charts, at least"
            value={fields.charts_min}
            error={at('charts_min')}
            onChange={(charts_min) => set({ charts_min: charts_min ?? 0 })}
          />
          <NumberField
            path="charts_max"
            label="Charts, at most"
            value={fields.charts_max}
            error={at('charts_max')}
            onChange={(charts_max) => set({ charts_max: charts_max ?? 0 })}
          />
        </FieldRow>
        {type ? <p className={styles.about}>Reviews already ordered stay as they are.</p> : null}
        <Ends
          what={error}
          busy={making.isPending || changing.isPending}
          save={type ? 'Save it' : 'Make it'}
          onClose={onClose}
        />
      </form>
    </Dialog>
  );
}
