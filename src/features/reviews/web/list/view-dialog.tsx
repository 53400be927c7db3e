import { useState } from 'react';
import { useCommand } from '../../../../ui/api/hooks.ts';
import { CheckboxField } from '../../../../ui/form/choice.tsx';
import { errorAt } from '../../../../ui/form/error-summary.tsx';
import { focusPath } from '../../../../ui/form/field.tsx';
import { TextField } from '../../../../ui/form/text-field.tsx';
import { Button } from '../../../../ui/parts/button.tsx';
import { Dialog } from '../../../../ui/parts/dialog.tsx';
import { toastDone } from '../../../../ui/parts/toast.tsx';
import { createListView, type ListView, readListSettings, removeListView, updateListView } from '../../contract.ts';
import type { ListColumn } from '../../rules.ts';
import { Failed } from '../shared/states.tsx';
import styles from './list.module.css';

/** Gives the list as it stands a name, or changes a saved one: name, sharing, what it shows. */
export default function ViewDialog({
  list,
  view,
  address,
  columns,
  mayShare,
  onClose,
}: {
  list: string;
  view: ListView | null;
  address: Readonly<Record<string, string | number>>;
  columns: readonly ListColumn[];
  mayShare: boolean;
  onClose: () => void;
}) {
  const [name, setName] = useState(view?.name ?? '');
  const [shared, setShared] = useState(view?.shared ?? false);
  const [tried, setTried] = useState(false);
  const done = (words: string) => () => {
    onClose();
    toastDone(words);
  };
  const refresh = [readListSettings];
  const create = useCommand(createListView, { refresh, onSuccess: done(`“${name.trim()}” is saved.`) });
  const update = useCommand(updateListView, { refresh, onSuccess: done(`“${name.trim()}” is changed.`) });
  const remove = useCommand(removeListView, { refresh, onSuccess: done(`“${view?.name ?? ''}” is deleted.`) });
  const error = create.error ?? update.error ?? remove.error;
  const faulty = (error && errorAt(error.errors, 'name')) ?? undefined;
  const save = () => {
    setTried(true);
    if (name.trim() === '') {
      focusPath('name');
      return;
    }
    const body = { name: name.trim(), search: { ...address }, columns: [...columns], shared };
    if (view) update.mutate({ params: { id: view.id }, body });
    else create.mutate({ body: { list, ...body } });
  };
  return (
    <Dialog title={view ? 'Change this view' : 'Save this view'} onClose={onClose}>
      <form
        className={styles.ask}
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <TextField
          path="name"
          label="Name"
          help="It keeps the tab, the filters, the order and the columns."
          value={name}
          maxLength={60}
          onChange={setName}
          error={tried && name.trim() === '' ? 'Give the view a name.' : faulty}
        />
        {mayShare ? (
          <CheckboxField
            path="shared"
            label="Share it with colleagues"
            help="They can use it. Only you change it."
            value={shared}
            onChange={setShared}
          />
        ) : null}
        {error && !faulty ? <Failed what="The view" verb="saved" error={error} /> : null}
        <div className={styles.askActs}>
          {view ? (
            <Button kind="quiet" busy={remove.isPending} onClick={() => remove.mutate({ params: { id: view.id } })}>
              Delete it
            </Button>
          ) : null}
          <Button kind="quiet" onClick={onClose}>
            Not now
          </Button>
          <Button kind="primary" type="submit" busy={create.isPending || update.isPending}>
            {view ? 'Save the change' : 'Save view'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
