import { Popover } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import { Tick } from '../../../../ui/form/choice.tsx';
import { IconButton } from '../../../../ui/parts/button.tsx';
import { cx } from '../../../../ui/parts/common.ts';
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
  const on = value.length > 0;
  const first = options.find((o) => o.value === value[0])?.label ?? value[0];
  const words = value.length > 1 ? `${label}: ${first} and ${value.length - 1} more` : `${label}: ${first}`;
  const long = options.length > 10;
  const shown = options.filter((o) => o.label.toLowerCase().includes(typed.trim().toLowerCase()));
  return (
    <span className={cx(styles.chip, on && styles.chipOn)}>
      <Popover opened={open} onChange={setOpen} position="bottom-start" shadow="md" trapFocus returnFocus>
        <Popover.Target>
          <button type="button" className={styles.chipFace} aria-haspopup="dialog" onClick={() => setOpen(!open)}>
            {on ? null : icon}
            <span className={styles.chipWords}>{on ? words : label}</span>
          </button>
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
      {on ? (
        <IconButton
          label={`Remove filter ${label.toLowerCase()}`}
          className={styles.chipOff}
          onClick={() => onChange([])}
        >
          <IconX size={14} stroke={2} />
        </IconButton>
      ) : null}
    </span>
  );
}
