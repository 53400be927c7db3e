import type { ReactNode } from 'react';
import { InlineError } from '../parts/notice.tsx';
import type { ApiError } from './client.ts';

/** A failed call in words: the server's own sentence when it refused, else what did not happen. Null without an error. */
export function Failure({
  error,
  what,
  onRetry,
  children,
}: {
  error: ApiError | null | undefined;
  /** The sentence for a failure nobody meant: 'The times could not be loaded.' */
  what: string;
  onRetry?: () => void;
  children?: ReactNode;
}) {
  if (!error) return null;
  const refused = error.status >= 400 && error.status < 500 && error.problem !== null;
  const title = refused ? (error.errors[0]?.message ?? error.message) : what;
  return (
    <InlineError
      title={/[.?]$/.test(title) ? title : `${title}.`}
      {...(onRetry ? { onRetry } : {})}
      reference={refused ? null : error.reference}
    >
      {error.status === 0 ? 'The server could not be reached.' : null}
      {children}
    </InlineError>
  );
}
