import { TextField } from '../../../ui/form/text-field.tsx';
import { NAME_MAX } from '../rules.ts';
import styles from './entry.module.css';

/** First and last name side by side. */
export function NameFields({
  first_name,
  last_name,
  faults,
  onChange,
}: {
  first_name: string;
  last_name: string;
  faults: { first_name?: string; last_name?: string };
  onChange: (name: 'first_name' | 'last_name', value: string) => void;
}) {
  return (
    <div className={styles.pair}>
      <TextField
        path="first_name"
        label="First name"
        autoComplete="given-name"
        size="lg"
        maxLength={NAME_MAX}
        value={first_name}
        error={faults.first_name}
        onChange={(value) => onChange('first_name', value)}
      />
      <TextField
        path="last_name"
        label="Last name"
        autoComplete="family-name"
        size="lg"
        maxLength={NAME_MAX}
        value={last_name}
        error={faults.last_name}
        onChange={(value) => onChange('last_name', value)}
      />
    </div>
  );
}
