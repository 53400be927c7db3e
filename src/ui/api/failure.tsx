import type { ReactNode } from 'react';
import { InlineError, InlineNotice } from '../parts/notice.tsx';
import type { ApiError } from './client.ts';

/** Why a command was refused, over its form; a lost race looks otherwise than a fault. Null without an error. */
export function Refused({ error }: { error: ApiError | null | undefined }) {
  if (!error) return null;
  return (
    <InlineNotice kind={error.status === 409 ? 'conflict' : 'bad'} live>
      {error.message}
    </InlineNotice>
  );
}

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
