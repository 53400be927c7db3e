import { useState } from 'react';
import { useCommand } from '../../../../ui/api/hooks.ts';
import { CheckboxField, SwitchField } from '../../../../ui/form/choice.tsx';
import { Ends, faultOf } from '../../../../ui/form/ends.tsx';
import { FieldRow } from '../../../../ui/form/form-layout.tsx';
import { MoneyField, NumberField } from '../../../../ui/form/number-field.tsx';
import { SelectField } from '../../../../ui/form/select-field.tsx';
import { TextField } from '../../../../ui/form/text-field.tsx';
import { Button } from '../../../../ui/parts/button.tsx';
import { Dialog } from '../../../../ui/parts/dialog.tsx';
import { toastDone } from '../../../../ui/parts/toast.tsx';
import { firstKind } from '../../../../core/kinds.ts';
import { type MeetingTypeRow, type MeetingTypes, meetingTypeEndpoints } from '../../contract/meeting-types.ts';
import styles from './meeting-types.module.css';

const { list, history, add, change, goBack } = meetingTypeEndpoints;

/** One type of meeting, new or as it is from now on. */
export function MeetingDialog({
  view,
  type,
  onClose,
}: {
  view: MeetingTypes;
  type: MeetingTypeRow | null;
  onClose: () => void;
}) {
  const [kind, setKind] = useState(type?.kind ?? view.kinds[0]?.kind ?? firstKind());
  const [fields, setFields] = useState({
    name: type?.name ?? '',
    gets: type?.gets ?? '',
    minutes: type?.minutes ?? 30,
    buffer_before: type?.buffer_before ?? 0,
    buffer_after: type?.buffer_after ?? 10,
    price_cents: type?.price_cents ?? 0,
    report: type?.report ?? false,
    retired: type?.retired ?? false,
  });
  const set = (more: Partial<typeof fields>) => setFields({ ...fields, ...more });
  const organization_id = view.organization?.id ?? null;
  const done = (says: string) => () => {
    toastDone(says);
    onClose();
  };
  const refresh = [list, history];
  const adding = useCommand(add, { refresh, onSuccess: done(`${fields.name.trim()} can be ordered.`) });
  const changing = useCommand(change, {
    refresh,
    onSuccess: done(`${fields.name.trim()} is changed for new orders.`),
  });
  const returning = useCommand(goBack, { refresh, onSuccess: done('What is set above it holds again.') });
  const error = adding.error ?? changing.error ?? returning.error;
  const busy = adding.isPending || changing.isPending || returning.isPending;
  const at = (path: string) => faultOf(error, path);
  return (
    <Dialog title={type ? `Change “${type.name}”` : 'New type of meeting'} onClose={onClose}>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (busy) return;
          if (type)
            changing.mutate({
              params: { key: type.key },
              body: { organization_id, kind: type.kind, lock_version: type.lock_version, ...fields },
            });
          else
            adding.mutate({
              body: { organization_id, kind, ...fields },
            });
        }}
      >
        {type === null && view.kinds.length > 1 ? (
          <SelectField
            path="kind"
            label="Kind of review"
            required
            value={kind}
            error={at('kind')}
            options={view.kinds.map((one) => ({ value: one.kind, label: one.label }))}
            onChange={(value) => setKind(view.kinds.find((one) => one.kind === value)?.kind ?? kind)}
          />
        ) : null}
        <TextField
          path="name"
          label="Name"
          help="As the order and the quote call it."
          required
          maxLength={80}
          value={fields.name}
          error={at('name')}
          onChange={(name) => set({ name })}
        />
        <TextField
          path="gets"
          label="What one gets"
          help="One line under the name where people choose."
          required
          maxLength={200}
          value={fields.gets}
          error={at('gets')}
          onChange={(gets) => set({ gets })}
        />
        <FieldRow>
          <NumberField
            path="minutes"
            label="Length"
            unit="minutes"
            required
            value={fields.minutes}
            error={at('minutes')}
            onChange={(minutes) => set({ minutes: minutes ?? 0 })}
          />
          {type?.is_later_call ? null : (
            <MoneyField
              path="price_cents"
              label="Price"
              required
              value={fields.price_cents}
              error={at('price_cents')}
              onChange={(price_cents) => set({ price_cents: price_cents ?? 0 })}
            />
          )}
        </FieldRow>
        <FieldRow>
          <NumberField
            path="buffer_before"
            label="Free before it"
            unit="minutes"
            value={fields.buffer_before}
            error={at('buffer_before')}
            onChange={(buffer_before) => set({ buffer_before: buffer_before ?? 0 })}
          />
          <NumberField
            path="buffer_after"
            label="Free after it"
            unit="minutes"
            value={fields.buffer_after}
            error={at('buffer_after')}
            onChange={(buffer_after) => set({ buffer_after: buffer_after ?? 0 })}
          />
        </FieldRow>
        {type?.is_later_call ? null : (
          <CheckboxField
            path="report"
            label="A written report follows the call"
            help="The report is priced by the specialty, beside the call."
            value={fields.report}
            error={at('report')}
            onChange={(report) => set({ report })}
          />
        )}
        {type && !type.is_later_call ? (
          <SwitchField
            path="retired"
            label="Offer it"
            onWords="Offered"
            offWords="Retired"
            value={!fields.retired}
            onChange={(offered) => set({ retired: !offered })}
          />
        ) : null}
        <Ends what={error} busy={busy} save={type ? 'Save it' : 'Add it'} onClose={onClose}>
          {type?.can_go_back ? (
            <Button
              onClick={() =>
                returning.mutate({
                  params: { key: type.key },
                  body: { organization_id, kind: type.kind, lock_version: type.lock_version },
                })
              }
            >
              Go back to what is above
            </Button>
          ) : null}
        </Ends>
      </form>
    </Dialog>
  );
}
