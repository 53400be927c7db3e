import type { Ref } from 'react';
import { TextField } from '../../../ui/form/text-field.tsx';

/** A six-digit code: typed, pasted or offered by the phone. */
export function CodeField({
  value,
  onChange,
  error,
  help,
  ref,
}: {
  value: string;
  onChange: (value: string) => void;
  error?: string | undefined;
  help?: string;
  ref?: Ref<HTMLInputElement> | undefined;
}) {
  return (
    <TextField
      ref={ref}
      path="code"
      label="Six-digit code"
      inputMode="numeric"
      autoComplete="one-time-code"
      size="lg"
      maxLength={20}
      value={value}
      error={error}
      help={help}
      onChange={onChange}
    />
  );
}
