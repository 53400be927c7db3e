import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useCommand } from '../../../../ui/api/hooks.ts';
import { ChoiceField } from '../../../../ui/form/choice-field.tsx';
import { useChoices } from '../../../../ui/form/use-choices.ts';
import { TextField } from '../../../../ui/form/text-field.tsx';
import { Button } from '../../../../ui/parts/button.tsx';
import { Dialog } from '../../../../ui/parts/dialog.tsx';
import { InlineError } from '../../../../ui/parts/notice.tsx';
import { useViewer } from '../../../../ui/session/viewer.tsx';
import { organizationChoices } from '../../../organizations/contract/choices.ts';
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
export function BeginForm({ from, forAll, onClose }: { from: Source | null; forAll: boolean; onClose: () => void }) {
  const navigate = useNavigate();
  const [name, setName] = useState(from ? `${from.name}, our own` : '');
  const own = useViewer().organization?.id;
  const [owner, setOwner] = useState<string | null>(forAll ? ALL : own === undefined ? null : String(own));
  const choices = useChoices(organizationChoices, {});
  const [key] = useState(() => crypto.randomUUID());
  const begin = useCommand(customFormEndpoints.create, {
    refresh: [customFormEndpoints.list],
    onSuccess: ({ id }) => {
      onClose();
      void navigate({ to: formHref(id) });
    },
  });
  const fault = begin.error?.errors.find(({ path }) => path === 'name')?.message;
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
        {forAll || (choices?.data.length ?? 0) > 1 ? (
          <ChoiceField
            from={organizationChoices}
            path="organization_id"
            label="For"
            help="Organizations below it have the form, too."
            required
            before={forAll ? [{ value: ALL, label: 'Every organization' }] : []}
            value={owner}
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
