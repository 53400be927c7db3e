import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useCommand } from '../../../ui/api/hooks.ts';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { Button } from '../../../ui/parts/button.tsx';
import { Dialog } from '../../../ui/parts/dialog.tsx';
import { InlineError } from '../../../ui/parts/notice.tsx';
import { toastDone } from '../../../ui/parts/toast.tsx';
import { useViewer } from '../../../ui/session/viewer.tsx';
import { organizationConsoleEndpoints } from '../contract/console.ts';
import { mayCreate } from '../rules/standing.ts';
import styles from './organization.module.css';
import { organizationHref } from './search.ts';

/** A new organization, of its own or below another; its page opens once it is there. */
export function NewOrganization({
  parent,
  onClose,
}: {
  parent: { id: number; name: string } | null;
  onClose: () => void;
}) {
  const navigate = useNavigate();
  const { kind } = useViewer();
  const [name, setName] = useState('');
  const [type, setType] = useState<string | null>(parent ? null : 'managed');
  const [missing, setMissing] = useState(false);
  const [key] = useState(() => crypto.randomUUID());
  const { create, list, settings } = organizationConsoleEndpoints;
  const make = useCommand(create, {
    refresh: [list, settings],
    onSuccess: ({ id }) => {
      toastDone(`${name.trim()} is there.`);
      onClose();
      void navigate({ to: organizationHref(id, 'profile') });
    },
  });
  const fault = make.error?.errors.find(({ path }) => path === 'name')?.message;
  return (
    <Dialog title={parent ? `New sub-organization of ${parent.name}` : 'New organization'} onClose={onClose}>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setMissing(name.trim() === '');
          if (name.trim() === '' || make.isPending) return;
          make.mutate({
            body: {
              name,
              parent_id: parent?.id ?? null,
              ...(type === 'saas' || type === 'managed' ? { platform_type: type } : {}),
            },
            idempotencyKey: `${key} ${name} ${type}`,
          });
        }}
      >
        <TextField
          path="name"
          label="Name"
          required
          maxLength={200}
          error={missing && name.trim() === '' ? 'Give it a name.' : fault}
          value={name}
          onChange={setName}
        />
        {mayCreate(kind, null) ? (
          <SelectField
            path="platform_type"
            label="Platform type"
            help="Managed: our team does intake and the quality check. Self-service: both pass automatically when their checks hold."
            value={type}
            clearable={parent !== null}
            placeholder={parent ? `As ${parent.name} has it` : 'Choose'}
            options={[
              { value: 'managed', label: 'Managed' },
              { value: 'saas', label: 'Self-service' },
            ]}
            onChange={setType}
          />
        ) : null}
        <p className={styles.about}>
          {parent
            ? `It inherits everything set for ${parent.name} until it sets something itself.`
            : 'It begins with the default of every feature.'}
        </p>
        {make.error && !fault ? <InlineError title="It was not made.">{make.error.message}</InlineError> : null}
        <div className={styles.acts}>
          <Button kind="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" kind="primary" busy={make.isPending}>
            Make it
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
