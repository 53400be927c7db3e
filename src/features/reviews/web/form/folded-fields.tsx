import { IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { plural } from '../../../../core/phrases.ts';
import { formatDay } from '../../../../ui/time/format.ts';
import { type FieldSpec, type FormContext, textsOf } from './types.ts';
import styles from './form.module.css';

/** The fields a step can do without, folded; what is set in them stands beside. Open where something in it is wrong. */
export function FoldedFields({
  specs,
  form,
  open,
  children,
}: {
  specs: readonly FieldSpec[];
  form: FormContext;
  /** Something in it needs a look. */
  open: boolean;
  children: ReactNode;
}) {
  const [wanted, setWanted] = useState(false);
  const set = specs.flatMap((spec) => setWords(spec, form) ?? []);
  return (
    <details className={styles.folded} open={open || wanted} onToggle={(event) => setWanted(event.currentTarget.open)}>
      <summary>
        <IconChevronRight size={16} stroke={1.75} aria-hidden />
        <span>
          <b>{plural(specs.length, 'more field, if it helps', 'more fields, if they help')}</b>
          {set.length > 0 ? <span className={styles.set}>{set.join(' · ')}</span> : null}
        </span>
      </summary>
      <div className={styles.fields}>{children}</div>
    </details>
  );
}

/** "Facility: Brightwater Regional"; the label alone where the value says nothing by itself; null where nothing is set. */
function setWords(spec: FieldSpec, { values, catalogue }: FormContext): string | null {
  const value = values[spec.key];
  const labelOf = (one: string): string =>
    catalogue.options[spec.options ?? '']?.find((option) => option.value === one)?.label ?? one;
  if (value === undefined || value === null || value === '' || value === false) return null;
  if (Array.isArray(value)) {
    if (value.length === 0) return null;
    const words = textsOf(value);
    return words.length === value.length
      ? `${spec.label}: ${words.map(labelOf).join(', ')}`
      : `${spec.label}: ${value.length}`;
  }
  // half a date may be kept in a draft
  if (spec.type === 'date' && typeof value === 'string' && !Number.isNaN(Date.parse(`${value}T12:00:00Z`)))
    return `${spec.label}: ${formatDay(value)}`;
  if (typeof value === 'string') return `${spec.label}: ${labelOf(value)}`;
  return typeof value === 'number' && spec.type === 'number' ? `${spec.label}: ${value}` : spec.label;
}
