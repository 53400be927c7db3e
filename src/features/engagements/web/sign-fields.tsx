import { CheckboxField } from '../../../ui/form/choice.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import styles from './engagements.module.css';

/** How somebody signs: their name, typed, and what they consent to. */
export interface Signature {
  name: string;
  consents: boolean;
}
export const UNSIGNED: Signature = { name: '', consents: false };

/** What asks for it. `own`: the name of the account, which is the one that is typed. */
export function SignFields({
  value,
  own,
  errors,
  tried,
  onChange,
}: {
  value: Signature;
  own: string;
  errors: Readonly<Record<string, string>>;
  /** Whether it was sent once: what is missing is said only then. */
  tried: boolean;
  onChange: (value: Signature) => void;
}) {
  return (
    <>
      <TextField
        path="name"
        label="Your name"
        required
        help={`Type it as your account has it: ${own}.`}
        autoComplete="off"
        value={value.name}
        onChange={(name) => onChange({ ...value, name })}
        error={errors['name'] ?? (tried && value.name.trim() === '' ? 'Type your name.' : undefined)}
      />
      <CheckboxField
        path="consents"
        label="I sign this agreement electronically, and agree to keep its records electronically"
        required
        help="Typing your name has the effect of a signature by hand. You can ask for paper, or take this consent back for what is still to be signed, by writing to the other side."
        value={value.consents}
        onChange={(consents) => onChange({ ...value, consents })}
        error={tried && !value.consents ? 'Confirm that you sign electronically.' : undefined}
      />
      <p className={styles.quiet}>
        Your name, the time, your address on the network and the fingerprint of this document are kept with it.
      </p>
    </>
  );
}
