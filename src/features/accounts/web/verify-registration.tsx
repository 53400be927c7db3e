import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { queryKey, useCommand } from '../../../ui/api/hooks.ts';
import { Button, ButtonLink, TextButton } from '../../../ui/parts/button.tsx';
import { SentMessage } from '../../../ui/parts/sent-message.tsx';
import { TextLink } from '../../../ui/parts/link.tsx';
import { useNow } from '../../../ui/time/use-now.ts';
import type { Registration } from '../contract/sign-up-and-recovery.ts';
import { readCode } from '../rules.ts';
import { accountApi } from './api.ts';
import { CodeField } from './code-field.tsx';
import { EntryLayout, focusNow, FormFailure } from './entry-layout.tsx';
import { useFaults } from './use-faults.ts';
import styles from './entry.module.css';

/** Entering the code from the mail: then there is an account, signed in. */
export function VerifyRegistration({ registration, target }: { registration: Registration; target: string | null }) {
  const [code, setCode] = useState('');
  const [ended, setEnded] = useState(false);
  const [sentAgain, setSentAgain] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const client = useQueryClient();
  const { faults, failure, show, refused, mended } = useFaults<'code'>('Checking the code');
  const verify = useCommand(accountApi.finishRegistration, {
    // a full load: the program begins anew as the person who is now signed in
    onSuccess: () => location.replace(target ?? '/'),
    onError: (error) => {
      if (error.status === 410) setEnded(true);
      else refused(error);
      field.current?.select();
    },
  });
  const again = useCommand(accountApi.resendCode, {
    onSuccess: (fresh) => {
      client.setQueryData(queryKey(accountApi.registration, {}), fresh);
      setSentAgain(true);
      setCode('');
      field.current?.focus();
    },
    onError: (error) => (error.status === 410 ? setEnded(true) : refused(error)),
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    if (verify.isPending || show({ code: readCode(code) === null ? 'The code has six digits.' : null })) return;
    verify.mutate({ body: { code } });
  }

  if (ended) {
    return (
      <EntryLayout
        title="This registration has ended"
        focusTitle
        lead="A registration waits one hour for its code. Begin again; it takes a minute."
      >
        <ButtonLink kind="primary" size="lg" full href="/register">
          Register
        </ButtonLink>
      </EntryLayout>
    );
  }
  return (
    <EntryLayout
      title="Enter the code"
      lead={
        <>
          We sent an e-mail to <strong className={styles.address}>{registration.email}</strong>. The code in it works
          for ten minutes.
        </>
      }
    >
      <form className={styles.form} onSubmit={submit} noValidate>
        <FormFailure>{failure}</FormFailure>
        <CodeField
          ref={(node) => {
            if (node && field.current === null) focusNow(node);
            field.current = node;
          }}
          value={code}
          error={faults.code}
          onChange={(value) => {
            setCode(value);
            mended('code');
          }}
        />
        <Button kind="primary" size="lg" type="submit" full busy={verify.isPending}>
          Confirm
        </Button>
      </form>
      <p className={styles.help}>
        No e-mail after a minute? Check your spam folder.{' '}
        <SendAgain at={registration.again_at} busy={again.isPending} onSend={() => again.mutate({})} />
      </p>
      <p className={styles.helpNext} role="status">
        {sentAgain ? 'Another code is on its way; the one before no longer works.' : ''}
      </p>
      <p className={styles.helpNext}>
        Not your address? <TextLink href="/register">Register again</TextLink>
      </p>
      <SentMessage to={registration.email} />
    </EntryLayout>
  );
}

/** Another code, once it can be asked for; until then in how many seconds. */
function SendAgain({ at, busy, onSend }: { at: string; busy: boolean; onSend: () => void }) {
  const now = useNow(1000);
  const left = Math.ceil((new Date(at).getTime() - now) / 1000);
  if (left > 0) return <>Another code can be sent in {left} s.</>;
  return (
    <TextButton aria-disabled={busy || undefined} onClick={onSend}>
      Send another code
    </TextButton>
  );
}
