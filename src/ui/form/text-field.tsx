import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { useState } from 'react';
import type { HTMLInputAutoCompleteAttribute, HTMLInputTypeAttribute, KeyboardEvent, ReactNode, Ref } from 'react';
import { IconButton } from '../parts/button.tsx';
import { cx } from '../parts/common.ts';
import { Field, useField } from './field.tsx';
import type { FieldProps } from './field.tsx';
import styles from './field.module.css';

type Text = FieldProps & {
  value: string;
  onChange: (value: string) => void;
  onBlur?: (() => void) | undefined;
  placeholder?: string;
  maxLength?: number;
};

/** One line of text. `type` 'password' brings a button to show what was typed. */
export function TextField({
  value,
  onChange,
  onBlur,
  type = 'text',
  autoComplete,
  inputMode,
  placeholder,
  maxLength,
  icon,
  size = 'md',
  readOnly,
  autoFocus,
  onKeyDown,
  ref,
  ...field
}: Text & {
  type?: HTMLInputTypeAttribute;
  autoComplete?: HTMLInputAutoCompleteAttribute;
  inputMode?: 'text' | 'email' | 'tel' | 'numeric' | 'search' | 'url';
  icon?: ReactNode;
  size?: 'md' | 'lg';
  readOnly?: boolean;
  autoFocus?: boolean;
  onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void;
  ref?: Ref<HTMLInputElement> | undefined;
}) {
  const { ids, aria } = useField(field);
  const [shown, setShown] = useState(false);
  const secret = type === 'password';
  return (
    <Field {...field} ids={ids}>
      <div className={styles.wrap}>
        {icon ? <span className={styles.lead}>{icon}</span> : null}
        <input
          {...aria}
          ref={ref}
          id={ids.control}
          className={cx(styles.control, size === 'lg' && styles.lg)}
          type={secret && shown ? 'text' : type}
          name={field.path}
          value={value}
          placeholder={placeholder}
          maxLength={maxLength}
          autoComplete={autoComplete}
          inputMode={inputMode}
          readOnly={readOnly}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- only where the page has this one thing to fill
          autoFocus={autoFocus}
          disabled={field.disabled}
          onChange={(event) => onChange(event.currentTarget.value)}
          onBlur={onBlur}
          onKeyDown={onKeyDown}
        />
        {secret ? (
          <span className={styles.trail}>
            <IconButton
              label={shown ? 'Hide password' : 'Show password'}
              aria-pressed={shown}
              onClick={() => setShown(!shown)}
            >
              {shown ? <IconEyeOff stroke={1.75} /> : <IconEye stroke={1.75} />}
            </IconButton>
          </span>
        ) : null}
      </div>
    </Field>
  );
}

/** '285 characters, at least 100', or what is still missing or too much. */
function countWords(length: number, min?: number, max?: number): string {
  const unit = length === 1 ? 'character' : 'characters';
  if (max !== undefined && length > max) return `${length} characters, ${length - max} too many`;
  if (min !== undefined) return `${length} ${unit}, at least ${min}`;
  if (max !== undefined) return `${length} of ${max} characters`;
  return `${length} ${unit}`;
}

/** Several lines of text that grow with what is written. `min` and `max` count characters; `paper` sets it in serif. */
export function TextArea({
  value,
  onChange,
  onBlur,
  placeholder,
  rows = 3,
  min,
  max,
  counted = min !== undefined || max !== undefined,
  paper,
  ref,
  ...field
}: Omit<Text, 'maxLength'> & {
  rows?: number;
  min?: number;
  max?: number;
  counted?: boolean;
  paper?: boolean;
  ref?: Ref<HTMLTextAreaElement>;
}) {
  const { ids, aria } = useField(field, counted);
  return (
    <Field {...field} ids={ids} count={counted ? countWords(value.length, min, max) : null}>
      <textarea
        {...aria}
        ref={ref}
        id={ids.control}
        name={field.path}
        className={cx(styles.control, styles.area, paper && styles.paper)}
        style={{ '--rows': rows } as Record<string, number>}
        rows={rows}
        value={value}
        placeholder={placeholder}
        disabled={field.disabled}
        onChange={(event) => onChange(event.currentTarget.value)}
        onBlur={onBlur}
      />
    </Field>
  );
}
