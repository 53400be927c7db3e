import { Fragment, type ReactNode } from 'react';
import { cx } from '../../../../ui/parts/common.ts';
import { FieldView } from './field-view.tsx';
import { FoldedFields } from './folded-fields.tsx';
import { isFolded, isHalf, isShown, startsLine } from './hints.ts';
import type { Errors, FieldSpec, FormContext, SectionSpec, Warning } from './types.ts';
import styles from './form.module.css';

/**
 * The fields of one step as data says, in its order: first what an order needs, then the rest, folded. `records` stands above the field whose row says so; `after` is what
 * follows from a field's value, under it.
 */
export function SectionForm({
  spec,
  form,
  errors,
  warnings = [],
  records = null,
  after = {},
  onChange,
}: {
  spec: SectionSpec;
  form: FormContext;
  errors: Errors;
  warnings?: readonly Warning[];
  records?: ReactNode;
  after?: Readonly<Record<string, ReactNode>>;
  onChange: (key: string, value: unknown) => void;
}) {
  const shown = spec.fields.filter((field) => isShown(field, form.everything) || field.layout.after_records);
  const first = shown.filter((field) => !isFolded(field, form));
  const rest = shown.filter((field) => isFolded(field, form));
  const warningAt = (field: FieldSpec) => warnings.find((w) => w.path === `${form.section}.${field.key}`)?.message;
  const one = (field: FieldSpec) => (
    <Fragment key={field.key}>
      {field.layout.after_records && records ? <div className={styles.wide}>{records}</div> : null}
      {isShown(field, form.everything) ? (
        <div className={cx(isHalf(field) ? styles.half : styles.wide, startsLine(field) && styles.newLine)}>
          <FieldView spec={field} form={form} errors={errors} onChange={onChange} warning={warningAt(field)} />
          {after[field.key]}
        </div>
      ) : null}
    </Fragment>
  );
  return (
    <div className={styles.fields}>
      {first.map(one)}
      {rest.length > 0 ? (
        <div className={styles.wide}>
          <FoldedFields
            specs={rest}
            form={form}
            open={rest.some((field) => isFaulty(field, errors) || warningAt(field) !== undefined)}
          >
            {rest.map(one)}
          </FoldedFields>
        </div>
      ) : null}
    </div>
  );
}

/** Whether a message stands at a field or in one of its lines. */
const isFaulty = (field: FieldSpec, errors: Errors): boolean =>
  Object.keys(errors).some((path) => path === field.key || path.startsWith(`${field.key}.`));
