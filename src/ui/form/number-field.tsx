import { useState } from 'react';
import { cx } from '../parts/common.ts';
import { Field, useField } from './field.tsx';
import type { FieldProps } from './field.tsx';
import { centsText, parseCents, parseNumber } from './number.ts';
import styles from './field.module.css';

type Props = FieldProps & {
  value: number | null;
  onChange: (value: number | null) => void;
  onBlur?: () => void;
  /** A word after the number: 'hours', 'pages'. */
  unit?: string;
  placeholder?: string;
};

/** Keeps what was typed while it is no number, and says so, instead of dropping it. */
function Typed({
  value,
  onChange,
  onBlur,
  unit,
  placeholder,
  read,
  write,
  wrong,
  lead,
  ...field
}: Props & {
  read: (text: string) => number | null | undefined;
  write: (value: number | null) => string;
  wrong: string;
  lead?: string;
}) {
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? write(value);
  const unreadable = typed !== null && read(typed) === undefined;
  const [left, setLeft] = useState(false);
  const error = field.error ?? (unreadable && left ? wrong : null);
  const { ids, aria } = useField({ ...field, error });
  return (
    <Field {...field} error={error} ids={ids}>
      <div className={styles.wrap} style={unit ? ({ '--unit': `${unit.length + 1}ch` } as Record<string, string>) : {}}>
        {lead ? <span className={styles.lead}>{lead}</span> : null}
        <input
          {...aria}
          id={ids.control}
          name={field.path}
          className={cx(styles.control, styles.number)}
          inputMode="decimal"
          autoComplete="off"
          value={text}
          placeholder={placeholder}
          disabled={field.disabled}
          onChange={(event) => {
            const next = event.currentTarget.value;
            setTyped(next);
            const number = read(next);
            if (number !== undefined) onChange(number);
          }}
          onBlur={() => {
            setLeft(true);
            if (!unreadable) setTyped(null);
            onBlur?.();
          }}
        />
        {unit ? <span className={cx(styles.trail, styles.unit)}>{unit}</span> : null}
      </div>
    </Field>
  );
}

/** A number typed freely; `decimals` places at most (none by default). Null when empty. */
export function NumberField({ decimals = 0, ...rest }: Props & { decimals?: number }) {
  return (
    <Typed
      {...rest}
      read={(text) => parseNumber(text, decimals)}
      write={(value) => (value === null ? '' : String(value))}
      wrong={decimals === 0 ? 'Enter a whole number.' : `Enter a number with at most ${decimals} decimals.`}
    />
  );
}

/** Dollars and cents; the value is integer cents. */
export function MoneyField(props: Omit<Props, 'unit'>) {
  return <Typed {...props} read={parseCents} write={centsText} wrong="Enter an amount like 225.00." lead="$" />;
}
