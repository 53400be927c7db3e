import { Popover } from '@mantine/core';
import { type ReactNode, useId, useState } from 'react';
import { Tick } from '../../../../ui/form/choice.tsx';
import { FilterChip as Chip } from '../../../../ui/parts/chips.tsx';
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
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const base = useId();
  const first = options.find((o) => o.value === value[0])?.label ?? value[0];
  const words = value.length > 1 ? `${first} and ${value.length - 1} more` : (first ?? '');
  const long = options.length > 10;
  const shown = options.filter((o) => o.label.toLowerCase().includes(typed.trim().toLowerCase()));
  return (
    <Popover opened={open} onChange={setOpen} position="bottom-start" shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <span className={styles.chip}>
          <Chip
            label={label}
            value={words}
            icon={icon}
            expanded={open}
            onClick={() => setOpen(!open)}
            onClear={() => onChange([])}
          />
        </span>
      </Popover.Target>
      <Popover.Dropdown aria-label={`Filter by ${label.toLowerCase()}`} className={styles.chipList}>
        {long ? (
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
            const chosen = value.includes(option.value);
            const set = (checked: boolean) => {
              if (one) onChange(checked ? [option.value] : []);
              else onChange(checked ? [...value, option.value] : value.filter((v) => v !== option.value));
              if (one) setOpen(false);
            };
            return (
              <label key={option.value} htmlFor={id} className={styles.chipOption}>
                <Tick id={id} checked={chosen} onChange={set} />
                {option.lead}
                <span>{option.label}</span>
              </label>
            );
          })}
          {shown.length === 0 ? <p className={styles.chipNone}>Nothing matches. Try fewer letters.</p> : null}
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
