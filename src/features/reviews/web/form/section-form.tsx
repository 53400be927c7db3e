import { Fragment, type ReactNode } from 'react';
import { cx } from '../../../../ui/parts/common.ts';
import { FieldView } from './field-view.tsx';
import { isHalf, isShown, startsLine } from './hints.ts';
import type { Errors, FormContext, SectionSpec, Warning } from './types.ts';
import styles from './form.module.css';

/**
 * The fields of one step as data says, in its order. `records` stands above the field whose row says so; `after` is what
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
  return (
    <div className={styles.fields}>
      {spec.fields.map((field) => (
        <Fragment key={field.key}>
          {field.layout.after_records && records ? <div className={styles.wide}>{records}</div> : null}
          {isShown(field, form.everything) ? (
            <div className={cx(isHalf(field) ? styles.half : styles.wide, startsLine(field) && styles.newLine)}>
              <FieldView
                spec={field}
                form={form}
                errors={errors}
                onChange={onChange}
                warning={warnings.find((w) => w.path === `${form.section}.${field.key}`)?.message}
              />
              {after[field.key]}
            </div>
          ) : null}
        </Fragment>
      ))}
    </div>
  );
}
