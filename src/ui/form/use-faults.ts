import { type RefObject, useRef, useState } from 'react';
import type { ApiError } from '../api/client.ts';
import { faultOf } from './ends.tsx';
import { focusPath } from './field.tsx';

interface Fault {
  path: string;
  message: string;
}

/**
 * What is wrong with a form, at its fields: what it lacks once somebody sent it, in the order of its fields, and what the server
 * said. `passes` is asked when it is sent; it takes the focus to the first field that lacks something.
 */
export function useFaults(
  lacks: readonly (Fault | false)[],
  error: ApiError | null = null,
): { form: RefObject<HTMLFormElement | null>; at: (path: string) => string | undefined; passes: () => boolean } {
  const [tried, setTried] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const faults = lacks.filter((one) => one !== false);
  return {
    form,
    at: (path) => (tried ? faultOf({ errors: faults }, path) : undefined) ?? faultOf(error, path),
    passes: () => {
      setTried(true);
      const [first] = faults;
      if (first) focusPath(first.path, form.current ?? document);
      return first === undefined;
    },
  };
}
