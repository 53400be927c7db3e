import { type ReactNode, useId, useState } from 'react';
import { Tick } from '../../../../ui/form/choice.tsx';
import { FilterChip as Chip } from '../../../../ui/parts/chips.tsx';
import { Flyout } from '../../../../ui/parts/flyout.tsx';
import styles from './list.module.css';

export interface FilterOption {
  value: string;
  label: string;
  /** What precedes the label: a status glyph. */
  lead?: ReactNode;
}

/** A filter as a chip: dashed while it is off; on, it says what it is set to and can be taken off. */
export function FilterChip({
  icon,
  label,
  options,
  value,
  onChange,
  one = false,
}: {
  icon: ReactNode;
  label: string;
  options: readonly FilterOption[];
  value: readonly string[];
  onChange: (value: string[]) => void;
  /** Only one at a time. */
  one?: boolean;
}) {
  const first = options.find((o) => o.value === value[0])?.label ?? value[0];
  const words = value.length > 1 ? `${first} and ${value.length - 1} more` : (first ?? '');
  return (
    <span className={styles.chip}>
      <Flyout
        label={`Filter by ${label.toLowerCase()}`}
        renderButton={(button) => (
          <Chip label={label} value={words} icon={icon} opens={button} onClear={() => onChange([])} />
        )}
      >
        {(close) => (
          <Choices
            label={label}
            options={options}
            value={value}
            onChoose={(option, checked) => {
              if (one) onChange(checked ? [option] : []);
              else onChange(checked ? [...value, option] : value.filter((v) => v !== option));
              if (one) close();
            }}
          />
        )}
      </Flyout>
    </span>
  );
}

/** What can be chosen; a long list can be searched. */
function Choices({
  label,
  options,
  value,
  onChoose,
}: {
  label: string;
  options: readonly FilterOption[];
  value: readonly string[];
  onChoose: (value: string, checked: boolean) => void;
}) {
  const base = useId();
  const [typed, setTyped] = useState('');
  const shown = options.filter((o) => o.label.toLowerCase().includes(typed.trim().toLowerCase()));
  return (
    <>
      {options.length > 10 ? (
        <input
          className={styles.chipSearch}
          placeholder={`Search ${label.toLowerCase()}`}
          aria-label={`Search ${label.toLowerCase()}`}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      ) : null}
      <div className={styles.chipOptions}>
        {shown.map((option) => {
          const id = `${base}-${option.value}`;
          return (
            <label key={option.value} htmlFor={id} className={styles.chipOption}>
              <Tick
                id={id}
                checked={value.includes(option.value)}
                onChange={(checked) => onChoose(option.value, checked)}
              />
              {option.lead}
              <span>{option.label}</span>
            </label>
          );
        })}
        {shown.length === 0 ? <p className={styles.chipNone}>Nothing matches. Try fewer letters.</p> : null}
      </div>
    </>
  );
}
