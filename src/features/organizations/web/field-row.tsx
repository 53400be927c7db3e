import { IconArrowBackUp, IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { query } from '../../../ui/api/hooks.ts';
import { SwitchField } from '../../../ui/form/choice.tsx';
import { TextButton } from '../../../ui/parts/button.tsx';
import { cx } from '../../../ui/parts/common.ts';
import { useViewer } from '../../../ui/session/viewer.tsx';
import { formatInstant } from '../../../ui/time/format.ts';
import { useNow } from '../../../ui/time/use-now.ts';
import { organizationConsoleEndpoints, type OrganizationSettingsView } from '../contract/console.ts';
import type { OrganizationField } from '../rules/fields.ts';
import { whoSets } from '../rules/standing.ts';
import { FieldEditor } from './field-editor.tsx';
import styles from './organization.module.css';
import type { Changes } from './use-changes.ts';
import { valueWords } from './value-words.ts';

/** What the rows of a page share: what holds, what is changed and not saved, and what was wrong with it. */
export interface Editing {
  view: OrganizationSettingsView;
  changes: Changes;
  faults: Readonly<Record<string, string>>;
  set: (name: string, value: unknown) => void;
  /** Takes the own value away. */
  back: (name: string) => void;
  /** Another number once values changed by other means than typing: what was being typed gives way. */
  round: number;
}

/** One field: its name and sentence, what it is set with, and where its value comes from. `children` belong to it. */
export function FieldRow({
  field,
  editing,
  children,
}: {
  field: OrganizationField;
  editing: Editing;
  children?: ReactNode;
}) {
  const { view, changes, faults, set } = editing;
  const standing = view.fields[field.name];
  if (!standing) return null;
  const isChanged = Object.hasOwn(changes, field.name);
  const value = isChanged ? (changes[field.name] ?? standing.otherwise) : standing.value;
  // a hold of a parent is lifted there
  const heldAbove = field.needs_reason === true && standing.from !== null;
  const disabled = !standing.may_set || (heldAbove && !standing.is_own);
  const about = (
    <>
      <code className={styles.code}>{field.name}</code>
      <span className={styles.about}>
        {field.explanation}
        {standing.may_set ? null : ` ${whoSets(field)}`}
      </span>
    </>
  );
  return (
    <li className={cx(styles.field, isChanged && styles.changed)} data-field={field.name}>
      <div className={styles.words}>
        {field.kind === 'switch' ? (
          <SwitchField
            path={field.name}
            label={field.label}
            help={about}
            error={faults[field.name]}
            value={value === true}
            disabled={disabled}
            onChange={(on) => set(field.name, on)}
          />
        ) : (
          <>
            <FieldEditor
              key={editing.round}
              field={field}
              value={value}
              onChange={(next) => set(field.name, next)}
              error={faults[field.name]}
              disabled={disabled}
            />
            <div className={styles.under}>{about}</div>
          </>
        )}
      </div>
      <Standing field={field} editing={editing} />
      {children}
    </li>
  );
}

/** In a low window the bar that saves stands below everything, out of view. */
function goToSave(): void {
  const bar = document.getElementById('changes');
  bar?.scrollIntoView({ block: 'end' });
  bar?.focus({ preventScroll: true });
}

/** Whose the value is, what it was, and the way back to what is inherited. */
function Standing({ field, editing: { view, changes, back } }: { field: OrganizationField; editing: Editing }) {
  const { time_zone: zone } = useViewer();
  const now = useNow(60_000);
  const standing = view.fields[field.name];
  if (!standing) return null;
  const isChanged = Object.hasOwn(changes, field.name);
  const otherwise = valueWords(field, standing.otherwise);
  const from = standing.from ? `${otherwise} at ${standing.from.name}` : `Default ${otherwise}`;
  const isOwn = isChanged ? changes[field.name] !== null : standing.is_own;
  const wayBack = isOwn && standing.may_set && field.inherits;
  const saysOtherwise = standing.from !== null || (field.inherits && otherwise !== 'none');
  return (
    <div className={styles.standing}>
      {isChanged ? (
        <>
          <span className={styles.badge}>
            <IconPencil size={14} stroke={2} aria-hidden />
            Changed
          </span>
          <span>was {valueWords(field, standing.value)}</span>
          <span className={styles.toSave}>
            <TextButton onClick={goToSave}>Not saved yet</TextButton>
          </span>
        </>
      ) : (
        <>
          {saysOtherwise ? <span>{standing.from && !standing.is_own ? `Inherited: ${from}` : from}</span> : null}
          {standing.is_own && standing.changed_at ? (
            <span>Set here {formatInstant(standing.changed_at, { zone, now })}</span>
          ) : standing.is_own && field.inherits ? (
            <span>Set here</span>
          ) : null}
        </>
      )}
      {field.needs_reason && standing.is_own && !isChanged ? <Reason field={field} organizationId={view.id} /> : null}
      {wayBack ? (
        <TextButton onClick={() => back(field.name)}>
          <IconArrowBackUp size={14} stroke={2} aria-hidden />{' '}
          {standing.from ? 'Back to inherited' : 'Back to the default'}
        </TextButton>
      ) : null}
    </div>
  );
}

/** Of what is not set without a reason: the reason it was set with, and by whom. */
function Reason({ field, organizationId }: { field: OrganizationField; organizationId: number }) {
  const { data } = useQuery(
    query(organizationConsoleEndpoints.history, {
      params: { id: organizationId },
      query: { field: field.name, limit: 1 },
    }),
  );
  const last = data?.data[0];
  if (!last) return null;
  return <span>{last.reason ? `${last.by}: “${last.reason}”` : `By ${last.by}`}</span>;
}
