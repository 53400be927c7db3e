import { IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import { plural } from '../../../core/phrases.ts';
import { TextField } from '../../../ui/form/text-field.tsx';
import { Button } from '../../../ui/parts/button.tsx';
import { Dialog } from '../../../ui/parts/dialog.tsx';
import { InlineError } from '../../../ui/parts/notice.tsx';
import { fieldNamed } from '../rules/fields.ts';
import type { Editing } from './field-row.tsx';
import styles from './organization.module.css';
import { valueWords } from './value-words.ts';

/** At the bottom while something is changed: how much, whom it concerns, the difference, and saving all of it at once. */
export function SaveBar({
  editing,
  busy,
  failure,
  faults,
  onDiscard,
  onSave,
}: {
  editing: Editing;
  busy: boolean;
  failure: string | null;
  faults: Readonly<Record<string, string>>;
  onDiscard: () => void;
  onSave: (reason: string) => void;
}) {
  const { view, changes } = editing;
  const [isShown, setIsShown] = useState(false);
  const [reason, setReason] = useState('');
  const fields = Object.keys(changes).flatMap((name) => fieldNamed(name) ?? []);
  const needsReason = fields.some((field) => field.needs_reason);
  if (fields.length === 0) return null;
  const changed = plural(fields.length, 'change');
  const elsewhere = Object.entries(faults).filter(([path]) => path !== 'reason');
  return (
    <>
      <section id="changes" tabIndex={-1} className={styles.bar} aria-label="Changes">
        {failure ? <InlineError title="Nothing was saved.">{failure}</InlineError> : null}
        {elsewhere.length > 0 ? (
          <InlineError title="Nothing was saved.">
            {elsewhere.map(([path, message]) => `${fieldNamed(path)?.label ?? path}: ${message}`).join(' ')}
          </InlineError>
        ) : null}
        {needsReason ? (
          <TextField
            path="reason"
            label="Reason"
            help="Kept with the change, for whoever asks later."
            required
            maxLength={2000}
            error={faults['reason']}
            value={reason}
            onChange={setReason}
          />
        ) : null}
        <div className={styles.barLine}>
          <p role="status">
            <IconPencil size={16} stroke={1.75} aria-hidden />
            <span>
              <b>{changed}</b> {fields.length === 1 ? 'affects' : 'affect'} {plural(view.people, 'person', 'people')}.
            </span>
          </p>
          <div className={styles.acts}>
            <Button kind="quiet" onClick={onDiscard} disabled={busy}>
              Discard
            </Button>
            <Button onClick={() => setIsShown(true)}>See the difference</Button>
            <Button
              kind="primary"
              busy={busy}
              onClick={() => {
                onSave(reason.trim());
              }}
            >
              Save {changed}
            </Button>
          </div>
        </div>
      </section>
      {isShown ? (
        <Dialog title="What would change" onClose={() => setIsShown(false)}>
          <ul className={styles.fields}>
            {fields.map((field) => {
              const standing = view.fields[field.name];
              const next = changes[field.name];
              return (
                <li key={field.name} className={styles.change}>
                  <p>
                    <b>{field.label}</b>
                  </p>
                  <p className={styles.about}>
                    {valueWords(field, standing?.value)} →{' '}
                    {next === null
                      ? `${valueWords(field, standing?.otherwise)}, ${standing?.from ? `as ${standing.from.name} has it` : 'the default'}`
                      : valueWords(field, next)}
                  </p>
                </li>
              );
            })}
          </ul>
        </Dialog>
      ) : null}
    </>
  );
}
