import { useEffect, useMemo } from 'react';
import { ApiError } from '../../ui/api/client.ts';
import { newReference, reportThrown } from '../../ui/errors.ts';
import { Button, ButtonLink } from '../../ui/parts/button.tsx';
import { MessagePage } from '../../ui/parts/message-page.tsx';

/** A page that broke while loading or drawing: what happened, a reference, and the ways on. */
export function ErrorPage({ error, reset }: { error: unknown; reset?: () => void }) {
  const reference = useMemo(() => {
    if (error instanceof ApiError && error.reference) return error.reference;
    return newReference();
  }, [error]);
  // our database briefly away is no fault of the page: it is loaded again
  const busy = error instanceof ApiError && error.status === 503;
  const unreachable = busy || (error instanceof ApiError && error.status === 0);

  useEffect(() => {
    document.title = 'Something went wrong · Peritus';
    reportThrown('page', error, { reference });
  }, [error, reference]);

  return (
    <MessagePage
      urgent
      title={unreachable ? 'This page could not be loaded' : 'This page stopped working'}
      reference={reference}
      actions={
        <>
          <Button
            kind="primary"
            onClick={() => {
              if (reset && !unreachable) reset();
              else location.reload();
            }}
          >
            Try again
          </Button>
          <ButtonLink href={`/contact?reason=other&message=${encodeURIComponent(`Reference ${reference}: `)}`}>
            Write to us
          </ButtonLink>
        </>
      }
    >
      <p>
        {busy
          ? 'Peritus is not available right now. What you saved is safe. Try again in a moment.'
          : unreachable
            ? 'The server could not be reached. What you saved is safe. Check your connection and try again.'
            : 'Something went wrong on our side. What you saved is safe.'}
      </p>
    </MessagePage>
  );
}
