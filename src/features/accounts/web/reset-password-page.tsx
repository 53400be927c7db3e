import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { ApiError, call } from '../../../ui/api/client.ts';
import { useCommand } from '../../../ui/api/hooks.ts';
import { Button, ButtonLink } from '../../../ui/parts/button.tsx';
import { RedirectSkeleton } from '../../../ui/parts/empty.tsx';
import type { ResetLink } from '../contract/sign-up-and-recovery.ts';
import { passwordFault } from '../rules/passwords.ts';
import { accountApi } from './api.ts';
import { DoneMark, EntryLayout, FormFailure } from './entry-layout.tsx';
import { NewPasswordField } from './new-password-field.tsx';
import { failureWords, useFaults } from './use-faults.ts';
import styles from './entry.module.css';

/** Choosing a new password with the link from the mail. */
export function ResetPasswordPage() {
  const search = useSearch({ strict: false }) as { token?: unknown };
  const token = typeof search.token === 'string' ? search.token : '';
  const link = useQuery<ResetLink, ApiError>({
    queryKey: [accountApi.resetLink.id, token],
    queryFn: ({ signal }) => {
      if (token === '') throw new ApiError(410, null);
      return call(accountApi.resetLink, { body: { token }, signal });
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
  const [ended, setEnded] = useState(false);
  const [done, setDone] = useState(false);

  if (done) {
    return (
      <EntryLayout
        title="Your new password is set"
        focusTitle
        lead="You were signed out everywhere. Sign in with your new password to continue."
      >
        <DoneMark />
        <ButtonLink kind="primary" size="lg" full href="/login">
          Sign in
        </ButtonLink>
      </EntryLayout>
    );
  }
  if (link.isPending) return <RedirectSkeleton />;
  if (ended || (link.isError && (link.error.status === 410 || link.error.status === 400))) {
    return (
      <EntryLayout
        title="This link has expired"
        focusTitle
        lead="It was used, or its hour is up. A new one is sent within a minute."
      >
        <ButtonLink kind="primary" size="lg" full href="/forgot-password">
          Ask for a new link
        </ButtonLink>
      </EntryLayout>
    );
  }
  if (link.isError) {
    return (
      <EntryLayout title="Choose a new password">
        <div className={styles.form}>
          <FormFailure>{failureWords(link.error, 'Checking the link')}</FormFailure>
          <Button size="lg" onClick={() => void link.refetch()}>
            Try again
          </Button>
        </div>
      </EntryLayout>
    );
  }
  return <ResetForm token={token} link={link.data} onDone={() => setDone(true)} onEnded={() => setEnded(true)} />;
}

function ResetForm({
  token,
  link,
  onDone,
  onEnded,
}: {
  token: string;
  link: ResetLink;
  onDone: () => void;
  onEnded: () => void;
}) {
  const [password, setPassword] = useState('');
  const { faults, failure, show, refused, mended } = useFaults<'password'>('Setting the password');
  const reset = useCommand(accountApi.resetPassword, {
    onSuccess: onDone,
    onError: (error) => (error.status === 410 ? onEnded() : refused(error)),
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    if (reset.isPending || show({ password: passwordFault(password, link) })) return;
    reset.mutate({ body: { token, password } });
  }

  return (
    <EntryLayout
      title="Choose a new password"
      lead={
        <>
          For <strong className={styles.address}>{link.email}</strong>. You are signed out everywhere else.
        </>
      }
    >
      <form className={styles.form} onSubmit={submit} noValidate>
        <FormFailure>{failure}</FormFailure>
        {/* password managers keep the new one under this address */}
        <input type="text" name="username" autoComplete="username" value={link.email} readOnly hidden />
        <NewPasswordField
          label="New password"
          value={password}
          owner={link}
          error={faults.password}
          onChange={(value) => {
            setPassword(value);
            mended('password');
          }}
        />
        <Button kind="primary" size="lg" type="submit" full busy={reset.isPending}>
          Set the password
        </Button>
      </form>
    </EntryLayout>
  );
}
