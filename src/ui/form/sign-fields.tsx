import { CheckboxField } from './choice.tsx';
import { TextField } from './text-field.tsx';

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
  consent,
  help,
  errors,
  tried,
  onChange,
}: {
  value: Signature;
  own: string;
  /** What is confirmed with it, as a sentence of the one who signs. */
  consent: string;
  help?: string;
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
        label={consent}
        required
        {...(help === undefined ? {} : { help })}
        value={value.consents}
        onChange={(consents) => onChange({ ...value, consents })}
        error={tried && !value.consents ? 'Confirm that you sign electronically.' : undefined}
      />
    </>
  );
}
