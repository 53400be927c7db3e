import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { Tick } from '../../../../ui/form/tick.tsx';
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
  onOpen,
  onSearch,
  pending = false,
  from = null,
  one = false,
  children,
}: {
  icon: ReactNode;
  label: string;
  options: readonly FilterOption[];
  value: readonly string[];
  onChange: (value: string[]) => void;
  /** Called with the first opening, for choices that are asked for only then. */
  onOpen?: () => void;
  /** Hears what is typed, where the choices are not all there are. */
  onSearch?: (typed: string) => void;
  /** The choices are on their way. */
  pending?: boolean;
  /** The first day of a range whose last is the value. */
  from?: string | null;
  /** Only one at a time. */
  one?: boolean;
  /** What stands under the choices. `close` takes the panel away. */
  children?: (close: () => void) => ReactNode;
}) {
  const first = options.find((o) => o.value === value[0])?.label ?? value[0];
  const chosen = value.length > 1 ? `${first} and ${value.length - 1} more` : (first ?? '');
  const words = from === null ? chosen : value[0] ? `${from} to ${value[0]}` : `from ${from}`;
  return (
    <span className={styles.chip}>
      <Flyout
        label={`Filter by ${label.toLowerCase()}`}
        renderButton={(button) => (
          <Chip label={label} value={words} icon={icon} opens={button} onClear={() => onChange([])} />
        )}
      >
        {(close) => (
          <>
            <Choices
              label={label}
              options={options}
              pending={pending}
              onOpen={onOpen}
              onSearch={onSearch}
              value={value}
              onChoose={(option, checked) => {
                if (one) onChange(checked ? [option] : []);
                else onChange(checked ? [...value, option] : value.filter((v) => v !== option));
                if (one) close();
              }}
            />
            {children?.(close)}
          </>
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
  pending,
  onOpen,
  onSearch,
  onChoose,
}: {
  label: string;
  options: readonly FilterOption[];
  value: readonly string[];
  pending: boolean;
  onOpen: (() => void) | undefined;
  onSearch: ((typed: string) => void) | undefined;
  onChoose: (value: string, checked: boolean) => void;
}) {
  const base = useId();
  const [typed, setTyped] = useState('');
  const opened = useEffectEvent(() => onOpen?.());
  // drawn only while open
  useEffect(() => opened(), []);
  const list = useRef<HTMLDivElement>(null);
  const isThere = options.length > 0;
  useEffect(() => {
    // choices that come late get the focus the panel kept for them
    const panel = list.current?.closest<HTMLElement>('[popover]');
    if (isThere && panel && document.activeElement === panel) panel.querySelector<HTMLElement>('input')?.focus();
  }, [isThere]);
  const shown = options.filter((o) => o.label.toLowerCase().includes(typed.trim().toLowerCase()));
  return (
    <>
      {options.length > 10 ? (
        <input
          className={styles.chipSearch}
          placeholder={`Search ${label.toLowerCase()}`}
          aria-label={`Search ${label.toLowerCase()}`}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            onSearch?.(event.currentTarget.value);
          }}
        />
      ) : null}
      <div ref={list} className={styles.chipOptions}>
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
        {shown.length === 0 ? (
          <p className={styles.chipNone}>
            {pending ? 'One moment' : typed ? 'No matches. Try fewer letters.' : 'Nothing to choose from yet.'}
          </p>
        ) : null}
      </div>
    </>
  );
}
