import { IconAlertCircle } from '@tabler/icons-react';
import { useId } from 'react';
import type { ReactNode } from 'react';
import { cx } from '../parts/common.ts';
import styles from './field.module.css';

/** What every field takes. `path` maps a server error to the field and lets the error list jump to it. */
export type FieldProps = {
  path: string;
  label: string;
  /** Stays under the field, unlike a placeholder. */
  help?: ReactNode | undefined;
  error?: string | null | undefined;
  required?: boolean | undefined;
  /** Writes "optional" beside the label. */
  optional?: boolean | undefined;
  disabled?: boolean | undefined;
  /** A link or count at the right end of the label line. */
  aside?: ReactNode | undefined;
  /** Keeps the label for assistive technology only, as in table cells. */
  hideLabel?: boolean | undefined;
  /** Quiet words after the label: '3 of 20'. */
  note?: string | undefined;
};

export type FieldIds = { control: string; label: string; help: string; error: string };

/** Ids that tie label, help and error to one control, and the aria attributes that say so. */
export function useField({ path, help, error, required }: FieldProps, counted = false) {
  const base = useId();
  const ids: FieldIds = { control: base, label: `${base}l`, help: `${base}h`, error: `${base}e` };
  const described = [error ? ids.error : null, help || counted ? ids.help : null].filter(Boolean).join(' ');
  return {
    ids,
    aria: {
      'data-path': path,
      'aria-invalid': error ? (true as const) : undefined,
      'aria-required': required || undefined,
      'aria-describedby': described || undefined,
    },
  };
}

/** The error line: icon, words, red; announced when it appears. */
export function FieldError({ id, children }: { id?: string | undefined; children: ReactNode }) {
  return (
    <div id={id} className={styles.error}>
      <IconAlertCircle size={14} stroke={2} aria-hidden />
      <span>{children}</span>
    </div>
  );
}

/** Label, control, error, help and count, in this order, tied together. `group` renders a fieldset with a legend. */
export function Field({
  ids,
  label,
  help,
  error,
  required,
  optional,
  note,
  aside,
  hideLabel,
  count,
  helpFirst = false,
  group,
  path,
  children,
}: Omit<FieldProps, 'disabled'> & {
  ids: FieldIds;
  count?: ReactNode;
  /** Help under the label, for controls too long to look past. */
  helpFirst?: boolean;
  group?: 'group' | 'radiogroup' | undefined;
  children: ReactNode;
}) {
  const words = (
    <>
      {label}
      {required ? (
        <span className={styles.required} aria-hidden>
          *
        </span>
      ) : null}
      {note || optional ? <span className={styles.optional}> {note ?? 'optional'}</span> : null}
    </>
  );
  const head = (
    <div className={cx(styles.head, hideLabel && styles.hidden)}>
      {group ? (
        <span id={ids.label} className={styles.label}>
          {words}
        </span>
      ) : (
        <label id={ids.label} htmlFor={ids.control} className={styles.label}>
          {words}
        </label>
      )}
      {aside && group ? <span className={styles.aside}>{aside}</span> : null}
    </div>
  );
  const foot =
    help || count ? (
      <div id={ids.help} className={styles.foot}>
        <span>{help}</span>
        {count ? <span className={styles.count}>{count}</span> : null}
      </div>
    ) : null;
  const tail = (
    <>
      {error ? <FieldError id={ids.error}>{error}</FieldError> : null}
      {helpFirst ? null : foot}
    </>
  );
  if (!group) {
    return (
      <div className={cx(styles.field, aside ? styles.withAside : null)}>
        {head}
        {children}
        {/* beside the label to look at; from field to field the keyboard does not pass it */}
        {aside ? <span className={styles.aside}>{aside}</span> : null}
        {tail}
      </div>
    );
  }
  const described = [error ? ids.error : null, help ? ids.help : null].filter(Boolean).join(' ');
  return (
    <div
      className={styles.field}
      role={group}
      aria-labelledby={ids.label}
      aria-describedby={described || undefined}
      aria-required={group === 'radiogroup' && required ? true : undefined}
      data-path={path}
    >
      {head}
      {helpFirst ? foot : null}
      {children}
      {tail}
    </div>
  );
}

/** Focuses the field of a path, or the nearest one that holds it ('questions.2.text' falls back to 'questions'); `within` one form where several ask for the same. */
export function focusPath(path: string, within: ParentNode = document): boolean {
  for (let at = path; at !== ''; at = at.slice(0, Math.max(0, at.lastIndexOf('.')))) {
    const host = within.querySelector<HTMLElement>(`[data-path="${CSS.escape(at)}"]`);
    const target = host?.matches('input, select, textarea, button')
      ? host
      : host?.querySelector<HTMLElement>('input:not([disabled]), select, textarea, button');
    if (target) {
      target.scrollIntoView({ block: 'center' });
      target.focus({ preventScroll: true });
      return true;
    }
  }
  return false;
}
