import { type FormEvent, useState } from 'react';
import type { Kind } from '../../../core/kinds.ts';
import { plural } from '../../../core/phrases.ts';
import { useCommand } from '../../../ui/api/hooks.ts';
import { CheckboxField } from '../../../ui/form/choice.tsx';
import { focusPath } from '../../../ui/form/field.tsx';
import { RepeatableRows } from '../../../ui/form/repeatable-rows.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { TextArea, TextField } from '../../../ui/form/text-field.tsx';
import { useKept } from '../../../ui/form/use-kept.ts';
import { FileTicks, InlineEnds, Quiet } from '../../../ui/form/inline-form.tsx';
import { toastDone } from '../../../ui/parts/toast.tsx';
import { useViewer } from '../../../ui/session/viewer.tsx';
import { PARTY_ROLES } from '../../reviews/kinds/options.ts';
import { continuationEndpoints, type ContinuationView } from '../contract.ts';
import { NAMED_ROLES, type NamedRole, NAMES_MOST, namesFaults } from '../rules.ts';
import { TOUCHED } from './touched.ts';
import styles from './continuations.module.css';

interface Written {
  reason: string;
  names: { id: string; name: string; role: NamedRole }[];
  files: number[];
}
const ROLES = PARTY_ROLES.filter(({ value }) => NAMED_ROLES.some((role) => role === value));
const isNamedRole = (value: string | null): value is NamedRole => NAMED_ROLES.some((role) => role === value);
const newRow = (): Written['names'][number] => ({ id: crypto.randomUUID(), name: '', role: 'defense_counsel' });

/** What asks the expert to continue: why, the names that come with it, and the files that go with it. Kept on this device until it is sent. */
export function AskForm({ kind, view, onClose }: { kind: Kind; view: ContinuationView; onClose: () => void }) {
  const { user_id } = useViewer();
  const [written, setWritten, forget] = useKept<Written>(`${user_id}:continue:${view.review_id}`, {
    reason: '',
    names: [newRow()],
    files: [],
  });
  const [faults, setFaults] = useState<Record<string, string>>({});
  const ask = useCommand(continuationEndpoints.ask, {
    refresh: TOUCHED,
    onSuccess: () => {
      forget();
      onClose();
      toastDone('Asked. The expert has been notified.');
    },
  });
  const said = {
    ...Object.fromEntries((ask.error?.errors ?? []).map(({ path, message }) => [path, message])),
    ...faults,
  };
  // a file that is gone since is left out
  const chosen = view.files.filter(({ id }) => written.files.includes(id));
  const put = (more: Partial<Written>) => {
    setWritten({ ...written, ...more });
    setFaults({});
  };
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (ask.isPending) return;
    const found = Object.fromEntries([
      ...(written.reason.trim() === '' ? [['reason', 'Say why, in a sentence or two.']] : []),
      ...namesFaults(written.names).map(({ path, message }) => [path, message]),
    ]) as Record<string, string>;
    setFaults(found);
    const [first] = Object.keys(found);
    if (first) return focusPath(first === 'names' ? 'names.0.name' : first);
    ask.mutate({
      kind,
      params: { id: view.review_id },
      body: {
        reason: written.reason,
        names: written.names.map(({ name, role }) => ({ name, role })),
        files: chosen.map(({ id }) => id),
      },
    });
  };
  return (
    <form className={styles.form} onSubmit={send} noValidate aria-label="Ask the expert to continue">
      <TextArea
        path="reason"
        label="Why it continues"
        required
        help="The expert and the matching team read this."
        rows={2}
        max={2000}
        counted={false}
        value={written.reason}
        onChange={(reason) => put({ reason })}
        error={said['reason']}
      />
      <RepeatableRows
        path="names"
        label="Names that come with it"
        help="Counsel of either side, and whoever else is new. The expert checks them before anything else."
        rowName="name"
        addLabel="Add a name"
        ordered={false}
        max={NAMES_MOST}
        min={1}
        rows={written.names}
        onChange={(names) => put({ names })}
        newRow={newRow}
        error={said['names']}
      >
        {(row, at, update) => (
          <div className={styles.name}>
            <TextField
              path={`names.${at}.name`}
              label="Name"
              value={row.name}
              onChange={(name) => update({ ...row, name })}
              error={said[`names.${at}.name`]}
            />
            <SelectField
              path={`names.${at}.role`}
              label="Role"
              searchable={false}
              options={ROLES}
              value={row.role}
              onChange={(role) => (isNamedRole(role) ? update({ ...row, role }) : undefined)}
            />
          </div>
        )}
      </RepeatableRows>
      {view.files.length > 0 ? (
        <FileTicks legend="Files that go with it">
          <Quiet>
            {chosen.length === 0
              ? 'None is chosen. The legal case then begins without records.'
              : `${plural(chosen.length, 'file')} of ${view.files.length}. The expert sees them there only once its names are cleared.`}
          </Quiet>
          {view.files.map(({ id, name, pages }) => (
            <CheckboxField
              key={id}
              path={`files.${id}`}
              label={pages === null ? name : `${name}, ${plural(pages, 'page')}`}
              value={written.files.includes(id)}
              onChange={(on) =>
                put({ files: on ? [...written.files, id] : written.files.filter((other) => other !== id) })
              }
            />
          ))}
        </FileTicks>
      ) : null}
      {said['files'] ? <p role="alert">{said['files']}</p> : null}
      <InlineEnds
        error={ask.error}
        placed
        what="It could not be asked. What you wrote is still here."
        busy={ask.isPending}
        primary
        leave="Not now"
        onLeave={onClose}
      >
        Ask the expert
      </InlineEnds>
    </form>
  );
}
