import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useCommand } from '../../../../ui/api/hooks.ts';
import { SelectField } from '../../../../ui/form/select-field.tsx';
import { TextField } from '../../../../ui/form/text-field.tsx';
import { Button } from '../../../../ui/parts/button.tsx';
import { Dialog } from '../../../../ui/parts/dialog.tsx';
import { InlineError } from '../../../../ui/parts/notice.tsx';
import { customFormEndpoints } from '../../contract/design.ts';
import styles from './design.module.css';
import { formHref } from './search.ts';

/** A published form to begin from, as "key@version". */
export interface Source {
  form: string;
  name: string;
}
const ALL = 'all';

/** A new form, empty or a copy; its page opens once it is there. */
export function BeginForm({
  from,
  organizations,
  forAll,
  onClose,
}: {
  from: Source | null;
  organizations: readonly { id: number; name: string }[];
  forAll: boolean;
  onClose: () => void;
}) {
  const navigate = useNavigate();
  const [name, setName] = useState(from ? `${from.name}, our own` : '');
  const [owner, setOwner] = useState<string | null>(() => {
    const [own] = forAll ? [] : organizations;
    return own ? String(own.id) : forAll ? ALL : null;
  });
  const [key] = useState(() => crypto.randomUUID());
  const begin = useCommand(customFormEndpoints.create, {
    refresh: [customFormEndpoints.list],
    onSuccess: ({ id }) => {
      onClose();
      void navigate({ to: formHref(id) });
    },
  });
  const fault = begin.error?.errors.find(({ path }) => path === 'name')?.message;
  const options = [
    ...(forAll ? [{ value: ALL, label: 'Every organization' }] : []),
    ...organizations.map(({ id, name: label }) => ({ value: String(id), label })),
  ];
  return (
    <Dialog title={from ? `Copy “${from.name}”` : 'New form'} onClose={onClose}>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (begin.isPending || owner === null) return;
          begin.mutate({
            body: { name, from: from?.form ?? null, organization_id: owner === ALL ? null : Number(owner) },
            idempotencyKey: `${key} ${name} ${owner}`,
          });
        }}
      >
        <TextField path="name" label="Name" required maxLength={200} value={name} onChange={setName} error={fault} />
        {options.length > 1 ? (
          <SelectField
            path="organization_id"
            label="For"
            help="Organizations below it have the form, too."
            required
            searchable={options.length > 12}
            value={owner}
            options={options}
            onChange={setOwner}
          />
        ) : null}
        <p className={styles.about}>
          {from
            ? 'The copy begins with every question of the original. Nothing is used before you publish it.'
            : 'It begins with one question, what the expert confirms, and the signature.'}
        </p>
        {begin.error && !fault ? <InlineError title="It was not begun.">{begin.error.message}</InlineError> : null}
        <div className={styles.acts}>
          <Button kind="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" kind="primary" busy={begin.isPending}>
            {from ? 'Copy it' : 'Begin it'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
