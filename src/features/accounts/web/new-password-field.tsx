import { useId } from 'react';
import { TextField } from '../../../ui/form/text-field.tsx';
import { cx } from '../../../ui/parts/common.ts';
import { type Owner, passwordStrength } from '../rules/passwords.ts';
import styles from './entry.module.css';

const FILLED = { none: 0, weak: 1, fair: 2, strong: 3 } as const;

/** A new password: can be shown and pasted; a hint says while typing what is missing or how well it holds. */
export function NewPasswordField({
  value,
  onChange,
  owner,
  error,
  label = 'Password',
}: {
  value: string;
  onChange: (value: string) => void;
  /** Whose it will be: it must not be made of their name or address. */
  owner: Owner;
  error?: string | undefined;
  label?: string;
}) {
  const { strength, words } = passwordStrength(value, owner);
  const id = useId();
  return (
    <TextField
      path="password"
      label={label}
      type="password"
      autoComplete="new-password"
      size="lg"
      value={value}
      error={error}
      onChange={onChange}
      help={
        <span className={styles.strength}>
          <span className={styles.strengthBar} data-strength={strength} aria-hidden>
            {[1, 2, 3].map((part) => (
              <span key={`${id}${part}`} className={cx(part <= FILLED[strength] && styles.strengthOn)} />
            ))}
          </span>
          {/* an error says the same, and more firmly */}
          <span aria-live="polite">{error ? '' : words}</span>
        </span>
      }
    />
  );
}
