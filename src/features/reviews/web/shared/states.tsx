import type { ApiError } from '../../../../ui/api/client.ts';
import { InlineError } from '../../../../ui/parts/notice.tsx';

/**
 * What could not be loaded or done, in the place where it failed, with a way on. A refusal says its own sentence; what
 * broke says what it was and gives a reference to read out.
 */
export function Failed({
  what,
  verb = 'loaded',
  error,
  onRetry,
}: {
  /** "The timeline". */
  what: string;
  verb?: string;
  error: ApiError;
  onRetry?: () => void;
}) {
  const refused = error.problem !== null && error.status < 500;
  const more = error.status === 0 ? { children: 'The server could not be reached.' } : {};
  return (
    <InlineError
      title={refused && error.problem ? error.problem.detail : `${what} could not be ${verb}.`}
      {...more}
      {...(onRetry ? { onRetry } : {})}
      reference={refused ? null : error.reference}
    />
  );
}
