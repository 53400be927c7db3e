import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError, call, session } from '../../../ui/api/client.ts';
import { Button, ButtonLink } from '../../../ui/parts/button.tsx';
import { RedirectSkeleton } from '../../../ui/parts/empty.tsx';
import { Facts } from '../../../ui/parts/facts.tsx';
import { formatInstant } from '../../../ui/time/format.ts';
import type { BreakGlassLink } from '../contract/sign-up-and-recovery.ts';
import { accountApi } from './api.ts';
import { EntryLayout, FormFailure } from './entry-layout.tsx';
import { ownZone } from './own-zone.ts';
import { failureWords, useFaults } from './use-faults.ts';
import styles from './entry.module.css';

const ENDS = {
  used: ['This emergency sign-in was used', 'Each works once. Whoever keeps the server can make another one.'],
  replaced: ['This emergency sign-in was replaced', 'A newer one was made, or the account was suspended since.'],
  expired: [
    'This emergency sign-in has ended',
    'It was open for fifteen minutes. Whoever keeps the server can make another one.',
  ],
  unknown: ['There is no emergency sign-in at this link', 'It may be cut off. Copy all of it from the terminal.'],
} as const;

/** A sign-in that was opened by command: whose, why and for how long, before it is used. */
export function BreakGlassPage() {
  const search = useSearch({ strict: false }) as { token?: unknown };
  const token = typeof search.token === 'string' ? search.token : '';
  const opened = useQuery<BreakGlassLink, ApiError>({
    queryKey: [accountApi.breakGlassLink.id, token],
    queryFn: ({ signal }) => {
      if (token === '') throw new ApiError(404, null);
      return call(accountApi.breakGlassLink, { body: { token }, signal });
    },
    staleTime: 0,
    refetchOnMount: 'always',
  });
  if (opened.isPending) return <RedirectSkeleton />;
  if (opened.isError && opened.error.status !== 404 && opened.error.status !== 400)
    return (
      <EntryLayout title="Emergency sign-in">
        <div className={styles.form}>
          <FormFailure>{failureWords(opened.error, 'Opening the link')}</FormFailure>
          <Button size="lg" onClick={() => void opened.refetch()}>
            Try again
          </Button>
        </div>
      </EntryLayout>
    );
  const link = opened.data?.link;
  if (!link) {
    const state = opened.data?.state ?? 'unknown';
    const [title, lead] = ENDS[state === 'open' ? 'unknown' : state];
    return (
      <EntryLayout title={title} focusTitle lead={lead}>
        <ButtonLink size="lg" full href="/login">
          Sign in as usual
        </ButtonLink>
      </EntryLayout>
    );
  }
  return <Open token={token} link={link} onEnded={() => void opened.refetch()} />;
}

function Open({
  token,
  link,
  onEnded,
}: {
  token: string;
  link: NonNullable<BreakGlassLink['link']>;
  onEnded: () => void;
}) {
  const zone = ownZone();
  const { failure, refused } = useFaults<never>('Signing in');
  const [busy, setBusy] = useState(false);

  function use() {
    setBusy(true);
    // whoever was signed in here before is not any more
    const became = session.changePerson(async () => {
      await call(accountApi.breakGlass, { body: { token } });
      return '/';
    });
    became.catch((error: unknown) => {
      setBusy(false);
      const told = error instanceof ApiError ? error : new ApiError(0, null);
      refused(told);
      if (told.status === 410 || told.status === 404) onEnded();
    });
  }

  return (
    <EntryLayout
      title="Emergency sign-in"
      lead="Past second factor and single sign-on, once. Every super admin and the owner of the account are told."
    >
      <div className={styles.factsRoom}>
        <Facts
          items={[
            { label: 'Account', value: `${link.name} (${link.email})` },
            { label: 'Reason', value: link.reason },
            { label: 'Use it by', value: formatInstant(link.expires_at, { zone }) },
            { label: 'You are signed out', value: formatInstant(link.session_until, { zone }) },
          ]}
        />
      </div>
      <div className={styles.form}>
        <FormFailure>{failure}</FormFailure>
        <p>Everything you do is recorded as an emergency sign-in. You cannot sign, attest, accept or purge.</p>
        <Button kind="primary" size="lg" full busy={busy} onClick={use}>
          Sign in as {link.name}
        </Button>
      </div>
    </EntryLayout>
  );
}
