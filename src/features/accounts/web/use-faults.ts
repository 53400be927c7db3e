import { plural } from '../../../core/phrases.ts';
import { useState } from 'react';
import { ApiError } from '../../../ui/api/client.ts';
import { focusPath } from '../../../ui/form/field.tsx';

type Faults<K extends string> = Partial<Record<K, string>>;

/** What is wrong with a form: at its fields and as a whole. What was typed stays as it is. */
export function useFaults<K extends string>(doing: string) {
  const [faults, setFaults] = useState<Faults<K>>({});
  const [failure, setFailure] = useState<string | null>(null);
  return {
    faults,
    failure,
    /** Shows what was found and goes to the first fault; answers whether there was one. */
    show(found: { [P in K]?: string | null }): boolean {
      const named = Object.entries(found).filter((entry): entry is [K, string] => typeof entry[1] === 'string');
      setFaults(Object.fromEntries(named) as Faults<K>);
      setFailure(null);
      const [first] = named;
      if (first) focusPath(first[0]);
      return first !== undefined;
    },
    /** Shows why the server refused: at the fields it names, else above them. */
    refused(error: unknown): void {
      const named = error instanceof ApiError && (error.status === 422 || error.status === 400) ? error.errors : [];
      setFaults(Object.fromEntries(named.map(({ path, message }) => [path, message])) as Faults<K>);
      setFailure(named.length > 0 ? null : failureWords(error, doing));
      const [first] = named;
      if (first) focusPath(first.path);
    },
    /** A field was changed: its fault is being mended. */
    mended(name: K): void {
      setFaults((now) => (now[name] === undefined ? now : { ...now, [name]: undefined }));
    },
  };
}

/** Why something did not work, in words. `doing` begins the sentence: "Registering". */
export function failureWords(error: unknown, doing: string): string {
  if (!(error instanceof ApiError)) return `${doing} did not work. Try again.`;
  if (error.code === 'throttled') return `Too many tries. You can try again in ${waitWords(error)}.`;
  if (error.status === 0) return 'The server could not be reached. What you typed is still here; try again.';
  if (error.status === 409 || error.status === 403 || error.status === 410) return error.message;
  return `${doing} did not work. Try again in a moment.${error.reference ? ` Reference ${error.reference}` : ''}`;
}

function waitWords(error: ApiError): string {
  const minutes = Math.max(1, Math.ceil((error.problem?.retry_after ?? 60) / 60));
  if (minutes > 90) return `${Math.ceil(minutes / 60)} hours`;
  return plural(minutes, 'minute');
}
