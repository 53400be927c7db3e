import { useId } from 'react';
import { cx } from '../../../../ui/parts/common.ts';
import { RadioCard, TickCard } from '../../../../ui/form/choice.tsx';
import type { FormQuestion } from '../../rules.ts';
import styles from './write.module.css';

export interface Option {
  value: string;
  label: string;
  help?: string | undefined;
}

const YES_NO: Option[] = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
  { value: 'na', label: 'N/A' },
];

/** What a choice question offers; undefined for any other. */
export function optionsOf(question: FormQuestion): Option[] | undefined {
  switch (question.type) {
    case 'yes_no_na':
      return YES_NO;
    case 'scale':
      return question.levels;
    case 'single':
    case 'multi':
      return question.options;
    case 'matrix':
      return question.levels ?? YES_NO;
    default:
      return undefined;
  }
}

/** How options are set: beside the question, as a bar under it, or as cards. */
export function layoutOf(options: readonly Option[]): 'beside' | 'bar' | 'cards' {
  const total = options.reduce((sum, option) => sum + option.label.length, 0);
  if (options.some((option) => option.help)) return 'cards';
  if (options.length <= 5 && total <= 30) return 'beside';
  return options.length <= 5 && total <= 72 ? 'bar' : 'cards';
}

type Labels = { labelledBy: string; describedBy?: string | undefined; required: boolean; invalid: boolean };

/** One of a few, as a bar: short words side by side. Arrow keys move, one tab stop. */
export function Segments({
  options,
  value,
  onChange,
  wide,
  labelledBy,
  describedBy,
  required,
  invalid,
}: Labels & { options: readonly Option[]; value: string | null; onChange: (value: string) => void; wide: boolean }) {
  const name = useId();
  return (
    <div
      role="radiogroup"
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      aria-required={required || undefined}
      aria-invalid={invalid || undefined}
      className={cx(styles.segments, wide && styles.wide)}
    >
      {options.map((option) => (
        <label key={option.value} className={styles.segment}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={value === option.value}
            onChange={() => onChange(option.value)}
          />
          <span>{option.label}</span>
        </label>
      ))}
    </div>
  );
}

/** One of several that need room: cards under each other. */
export function Cards({
  options,
  value,
  onChange,
  labelledBy,
  describedBy,
  required,
  invalid,
}: Labels & { options: readonly Option[]; value: string | null; onChange: (value: string) => void }) {
  const name = useId();
  return (
    <div
      role="radiogroup"
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      aria-required={required || undefined}
      aria-invalid={invalid || undefined}
      className={styles.cards}
    >
      {options.map((option) => (
        <RadioCard
          key={option.value}
          name={name}
          option={{ value: option.value, label: option.label, hint: option.help }}
          checked={value === option.value}
          onChange={() => onChange(option.value)}
        />
      ))}
    </div>
  );
}

/** Several of some, or statements to confirm one by one. The value keeps the options' order. */
export function Ticks({
  options,
  value,
  onChange,
  labelledBy,
  describedBy,
  prose = false,
  disabled = false,
}: Omit<Labels, 'required' | 'invalid'> & {
  options: readonly Option[];
  value: readonly string[];
  onChange: (value: string[]) => void;
  /** Sentences to be signed, set in the report's serif. */
  prose?: boolean;
  disabled?: boolean;
}) {
  return (
    <div role="group" aria-labelledby={labelledBy} aria-describedby={describedBy} className={styles.cards}>
      {options.map((option) => (
        <TickCard
          key={option.value}
          className={prose ? styles.prose : undefined}
          option={{ value: option.value, label: option.label, hint: option.help }}
          checked={value.includes(option.value)}
          disabled={disabled}
          onChange={(on) =>
            onChange(options.map((one) => one.value).filter((one) => (one === option.value ? on : value.includes(one))))
          }
        />
      ))}
    </div>
  );
}
