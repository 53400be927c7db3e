import { IconCalendar } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { IconButton } from '../parts/button.tsx';
import { lazyPart } from '../parts/lazy-part.tsx';
import { readDate, showDate } from './date.ts';
import { Field, useField } from './field.tsx';
import type { FieldProps } from './field.tsx';
import styles from './field.module.css';

const DatePopover = lazyPart(() => import('./date-popover.tsx'), 'edge');

/** A calendar day, typed as mm/dd/yyyy or picked. The value is 'YYYY-MM-DD', null when empty or unreadable. */
export function DateField({
  value,
  onChange,
  onBlur,
  min,
  max,
  ...field
}: FieldProps & {
  value: string | null;
  onChange: (day: string | null) => void;
  onBlur?: () => void;
  /** First and last day the picker offers; the server's rule still decides. */
  min?: string;
  max?: string;
}) {
  const [typed, setTyped] = useState<string | null>(null);
  const [left, setLeft] = useState(false);
  const [open, setOpen] = useState(false);
  const read = typed === null ? null : readDate(typed);
  const error = (left && read && 'wrong' in read ? read.wrong : null) ?? field.error;
  const { ids, aria } = useField({ ...field, error });
  return (
    <Field {...field} error={error} ids={ids}>
      <div className={styles.wrap}>
        <input
          {...aria}
          id={ids.control}
          name={field.path}
          className={styles.control}
          inputMode="numeric"
          autoComplete="off"
          placeholder="mm/dd/yyyy"
          value={typed ?? showDate(value)}
          disabled={field.disabled}
          onChange={(event) => {
            const text = event.currentTarget.value;
            setTyped(text);
            setLeft(false);
            const next = readDate(text);
            onChange('day' in next ? next.day : null);
          }}
          onKeyDown={(event) => {
            if (event.key === 'ArrowDown' && event.altKey) setOpen(true);
          }}
          onBlur={() => {
            setLeft(true);
            if (!read || !('wrong' in read)) setTyped(null);
            onBlur?.();
          }}
        />
        <span className={styles.trail}>
          <IconButton
            label={`${field.label}: choose from a calendar`}
            aria-expanded={open}
            aria-haspopup="dialog"
            disabled={field.disabled}
            onClick={() => setOpen(!open)}
          >
            <IconCalendar stroke={1.75} />
          </IconButton>
          {open ? (
            <Suspense fallback={null}>
              <DatePopover
                label={field.label}
                value={value}
                min={min}
                max={max}
                onPick={(day) => {
                  setTyped(null);
                  setOpen(false);
                  onChange(day);
                  document.getElementById(ids.control)?.focus();
                }}
                onClose={() => setOpen(false)}
              />
            </Suspense>
          ) : null}
        </span>
      </div>
    </Field>
  );
}
