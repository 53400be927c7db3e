import { type ReactNode, useId } from 'react';
import { cx } from '../parts/common.ts';
import { Field, FieldError, useField } from './field.tsx';
import type { FieldProps } from './field.tsx';
import { Tick } from './tick.tsx';
import styles from './choice.module.css';

export { Tick };

/** `aside` stands at the end of its card: what it costs. */
export type Choice = { value: string; label: string; hint?: ReactNode; aside?: ReactNode; disabled?: boolean };

/** One thing to tick, with its words and an explaining line. */
export function CheckboxField({
  value,
  onChange,
  words,
  ...field
}: FieldProps & {
  value: boolean;
  onChange: (value: boolean) => void;
  /** The label with a link in it. */
  words?: ReactNode;
}) {
  const { ids, aria } = useField(field);
  return (
    <div className={styles.check}>
      <Tick {...aria} id={ids.control} checked={value} onChange={onChange} disabled={field.disabled} />
      <div className={styles.words}>
        <label htmlFor={ids.control} className={styles.label}>
          {words ?? field.label}
          {field.required ? (
            <span className={styles.required} aria-hidden>
              *
            </span>
          ) : null}
        </label>
        {field.help ? (
          <div id={ids.help} className={styles.hint}>
            {field.help}
          </div>
        ) : null}
        {field.error ? <FieldError id={ids.error}>{field.error}</FieldError> : null}
      </div>
    </div>
  );
}

/** On or off, with effect at once or on save as the page says. `onWords`, `offWords` stand beside it, so color is not alone. */
export function SwitchField({
  value,
  onChange,
  onWords,
  offWords,
  ...field
}: FieldProps & { value: boolean; onChange: (value: boolean) => void; onWords?: string; offWords?: string }) {
  const { ids, aria } = useField(field);
  const { 'aria-required': _required, ...rest } = aria;
  return (
    <div className={styles.check}>
      <input
        {...rest}
        id={ids.control}
        type="checkbox"
        role="switch"
        className={styles.switch}
        checked={value}
        aria-checked={value}
        disabled={field.disabled}
        aria-label={field.hideLabel ? field.label : undefined}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <div className={styles.words}>
        {field.hideLabel ? (
          <span className={styles.hint}>{value ? onWords : offWords}</span>
        ) : (
          <label htmlFor={ids.control} className={styles.label}>
            {field.label}
          </label>
        )}
        {field.help ? (
          <div id={ids.help} className={styles.hint}>
            {field.help}
          </div>
        ) : null}
        {field.error ? <FieldError id={ids.error}>{field.error}</FieldError> : null}
      </div>
    </div>
  );
}

/** One tick of several, as a card that is pressed anywhere. */
export function TickCard({
  option,
  checked,
  onChange,
  disabled = false,
  className,
}: {
  option: Choice;
  checked: boolean;
  onChange: (on: boolean) => void;
  disabled?: boolean | undefined;
  className?: string | undefined;
}) {
  const off = disabled || option.disabled;
  return (
    <label className={cx(styles.card, className, checked && styles.chosen)} data-disabled={off || undefined}>
      <Tick checked={checked} disabled={off} onChange={onChange} />
      <span>
        {option.label}
        {hintOf(option)}
      </span>
    </label>
  );
}

/** One of several, as a card that is pressed anywhere; those of one `name` belong together. Its words name it, the rest describes it. */
export function RadioCard({
  name,
  option,
  checked,
  onChange,
  disabled = false,
}: {
  name: string;
  option: Choice;
  checked: boolean;
  onChange: () => void;
  disabled?: boolean | undefined;
}) {
  const id = useId();
  const off = disabled || option.disabled;
  return (
    <label className={cx(styles.card, checked && styles.chosen)} data-disabled={off || undefined}>
      <input
        type="radio"
        className={styles.radio}
        name={name}
        value={option.value}
        checked={checked}
        disabled={off}
        aria-labelledby={`${id}l`}
        aria-describedby={[option.hint && `${id}h`, option.aside && `${id}a`].filter(Boolean).join(' ') || undefined}
        onChange={onChange}
      />
      <span>
        <span id={`${id}l`}>{option.label}</span>
        {option.hint ? (
          <span id={`${id}h`} className={styles.cardHint}>
            {option.hint}
          </span>
        ) : null}
      </span>
      {option.aside ? (
        <span id={`${id}a`} className={styles.aside}>
          {option.aside}
        </span>
      ) : null}
    </label>
  );
}

const hintOf = ({ hint }: Choice): ReactNode => (hint ? <span className={styles.cardHint}>{hint}</span> : null);

/** Several of a few: tick cards side by side. Order of the value follows the order of the options. */
export function MultiToggle({
  value,
  onChange,
  options,
  ...field
}: FieldProps & { value: string[]; onChange: (value: string[]) => void; options: Choice[] }) {
  const { ids } = useField(field);
  return (
    <Field {...field} ids={ids} group="group">
      <div className={styles.cards}>
        {options.map((option) => (
          <TickCard
            key={option.value}
            option={option}
            checked={value.includes(option.value)}
            disabled={field.disabled}
            onChange={(on) =>
              onChange(
                options.map((one) => one.value).filter((one) => (one === option.value ? on : value.includes(one))),
              )
            }
          />
        ))}
      </div>
    </Field>
  );
}

/** One of two to five short choices, in one bar. Arrow keys move, one tab stop. */
export function SegmentedField({
  value,
  onChange,
  options,
  full = false,
  ...field
}: FieldProps & {
  value: string | null;
  onChange: (value: string) => void;
  options: Choice[];
  full?: boolean;
}) {
  const { ids } = useField(field);
  return (
    <Field {...field} ids={ids} group="radiogroup">
      <div className={cx(styles.segments, full && styles.full)} data-invalid={field.error ? true : undefined}>
        {options.map((option) => (
          <label key={option.value} className={styles.segment}>
            <input
              type="radio"
              name={ids.control}
              value={option.value}
              checked={value === option.value}
              disabled={field.disabled || option.disabled}
              onChange={() => onChange(option.value)}
            />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
    </Field>
  );
}

/** One of a few that need a line of explanation each: radio cards under each other. */
export function RadioField({
  value,
  onChange,
  options,
  ...field
}: FieldProps & { value: string | null; onChange: (value: string) => void; options: Choice[] }) {
  const { ids } = useField(field);
  return (
    <Field {...field} ids={ids} group="radiogroup">
      <div className={styles.stack}>
        {options.map((option) => (
          <RadioCard
            key={option.value}
            name={ids.control}
            option={option}
            checked={value === option.value}
            disabled={field.disabled}
            onChange={() => onChange(option.value)}
          />
        ))}
      </div>
    </Field>
  );
}
