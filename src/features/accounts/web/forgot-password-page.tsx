import { emailFault, normalizeEmail } from '../../../core/emails.ts';
import { type FormEvent, useState } from 'react';
import { useCommand } from '../../../ui/api/hooks.ts';
import { TextField } from '../../../ui/form/text-field.tsx';
import { Button } from '../../../ui/parts/button.tsx';
import { SentMessage } from '../../../ui/parts/sent-message.tsx';
import { TextLink } from '../../../ui/parts/link.tsx';

import { accountApi } from './api.ts';
import { EntryLayout, focusNow, FormFailure } from './entry-layout.tsx';
import { useFaults } from './use-faults.ts';
import styles from './entry.module.css';

/** Asking for a link for a new password. The answer is the same whether or not there is such an account. */
export function ForgotPasswordPage() {
  const [email, setEmail] = useState('');
  const [sentTo, setSentTo] = useState<string | null>(null);
  const { faults, failure, show, refused, mended } = useFaults<'email'>('Sending the link');
  const ask = useCommand(accountApi.forgotPassword, {
    onSuccess: (_output, input) => setSentTo(normalizeEmail(input.body.email)),
    onError: refused,
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    if (ask.isPending || show({ email: emailFault(email) })) return;
    ask.mutate({ body: { email } });
  }

  if (sentTo !== null) {
    return (
      <EntryLayout
        title="Check your e-mail"
        focusTitle
        lead={
          <>
            If an account uses <strong className={styles.address}>{sentTo}</strong>, a link for a new password is on its
            way. It works once, within an hour.
          </>
        }
      >
        <p className={styles.help}>
          Nothing there after a few minutes? Check your spam folder, or{' '}
          <TextLink
            href="/forgot-password"
            onClick={(event) => {
              event.preventDefault();
              setSentTo(null);
            }}
          >
            try another address
          </TextLink>
          .
        </p>
        <p className={styles.helpNext}>
          <TextLink href="/login">Back to sign-in</TextLink>
        </p>
        <SentMessage to={sentTo} />
      </EntryLayout>
    );
  }

  return (
    <EntryLayout title="Forgot your password?" lead="We’ll send a link to your e-mail so you can choose a new one.">
      <form className={styles.form} onSubmit={submit} noValidate>
        <FormFailure>{failure}</FormFailure>
        <TextField
          ref={focusNow}
          path="email"
          label="E-mail"
          type="email"
          inputMode="email"
          autoComplete="username"
          size="lg"
          maxLength={254}
          value={email}
          error={faults.email}
          onChange={(value) => {
            setEmail(value);
            mended('email');
          }}
        />
        <Button kind="primary" size="lg" type="submit" full busy={ask.isPending}>
          Send the link
        </Button>
      </form>
      <p className={styles.help}>
        Remembered it? <TextLink href="/login">Sign in</TextLink>
      </p>
    </EntryLayout>
  );
}
