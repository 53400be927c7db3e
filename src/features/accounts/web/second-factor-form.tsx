import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { query, useCommand } from '../../../ui/api/hooks.ts';
import { CheckboxField } from '../../../ui/form/choice.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { Button, ButtonLink, TextButton } from '../../../ui/parts/button.tsx';
import { SentMessage } from '../../../ui/parts/sent-message.tsx';
import { SkeletonRows } from '../../../ui/parts/empty.tsx';
import type { Waiting } from '../contract/security.ts';
import { type ProofMethod, readCode, readRecoveryCode } from '../rules.ts';
import { CodeField } from './code-field.tsx';
import { type CurrentUser, toCamel } from './current-user.ts';
import { focusNow, FormFailure } from './entry-layout.tsx';
import { securityApi } from './security-api.ts';
import { useFaults } from './use-faults.ts';
import styles from './entry.module.css';

/** What the session waits for; asked anew each time. */
export const waitingQuery = { ...query(securityApi.waiting, {}), retry: false, staleTime: 0 };

/** Confirming a sign-in: by app, by a code that is sent, or by a recovery code. */
export function SecondFactorForm({
  onProved,
  onEnded,
}: {
  onProved: (user: CurrentUser) => void;
  /** The session ended meanwhile: the password is asked for again. */
  onEnded: () => void;
}) {
  const { data, error, refetch } = useQuery(waitingQuery);
  if (data?.waits_for === 'setup') return <SetUpNext />;
  if (data) return <ProofForm waiting={data} onProved={onProved} onEnded={onEnded} />;
  if (!error) return <SkeletonRows rows={2} />;
  return (
    <div className={styles.form}>
      <FormFailure>
        {error.status === 401 ? 'This sign-in expired. Start again.' : 'The page could not be loaded.'}
      </FormFailure>
      <Button size="lg" full onClick={() => (error.status === 401 ? onEnded() : void refetch())}>
        {error.status === 401 ? 'Sign in' : 'Try again'}
      </Button>
    </div>
  );
}

/** There is none to bring yet: it is set up on a page of its own, which leads back here. */
function SetUpNext() {
  const here = location.pathname + location.search;
  return (
    <div className={styles.form}>
      <p>
        From now on, signing in to your account takes a second step. Set it up once; then you are back at this page.
      </p>
      <ButtonLink kind="primary" size="lg" full href={`/verify?redirectUrl=${encodeURIComponent(here)}`}>
        Set it up
      </ButtonLink>
    </div>
  );
}

const LEAD: Record<ProofMethod, (target: string | null) => string> = {
  app: () => 'Open your authenticator app and enter the code it shows for Peritus.',
  email: (target) => `We send a code to ${target ?? 'your e-mail'}. It works for ten minutes.`,
  sms: (target) => `We send a code to your mobile number ${target ?? ''}. It works for ten minutes.`,
  recovery: () => 'Enter one of the recovery codes you saved. Each works once.',
};
const CHOICE: Record<ProofMethod, (target: string | null) => string> = {
  app: () => 'Authenticator app',
  email: (target) => `E-mail to ${target ?? ''}`,
  sms: (target) => `Text to ${target ?? ''}`,
  recovery: () => 'Recovery code',
};

function ProofForm({
  waiting,
  onProved,
  onEnded,
}: {
  waiting: Waiting;
  onProved: (user: CurrentUser) => void;
  onEnded: () => void;
}) {
  const ways: { method: ProofMethod; target: string | null }[] = [
    ...waiting.methods,
    ...(waiting.recovery ? [{ method: 'recovery' as const, target: null }] : []),
  ];
  const [method, setMethod] = useState<ProofMethod>(ways[0]?.method ?? 'recovery');
  const [choosing, setChoosing] = useState(false);
  const [sent, setSent] = useState(false);
  const [code, setCode] = useState('');
  const [remember, setRemember] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const { faults, failure, show, refused, mended } = useFaults<'code'>('Checking the code');
  const target = ways.find((way) => way.method === method)?.target ?? null;
  const isSent = method === 'email' || method === 'sms';

  const prove = useCommand(securityApi.prove, {
    onSuccess: (user) => onProved(toCamel(user)),
    onError: (error) => {
      if (error.status === 401) onEnded();
      else refused(error);
      field.current?.select();
    },
  });
  const send = useCommand(securityApi.sendCode, {
    onSuccess: () => {
      setSent(true);
      setCode('');
      field.current?.focus();
    },
    onError: (error) => (error.status === 401 ? onEnded() : refused(error)),
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    if (prove.isPending) return;
    const readable = method === 'recovery' ? readRecoveryCode(code) : readCode(code);
    const missing = method === 'recovery' ? 'A recovery code looks like abcd-efgh-jkmn.' : 'The code has six digits.';
    if (show({ code: readable === null ? missing : null })) return;
    prove.mutate({ body: { method, code, remember } });
  }

  if (ways.length === 0) {
    return (
      <div className={styles.form}>
        <FormFailure>
          None of the ways you set up can be used now, and no recovery code is left. Write to us; we’ll verify who you
          are and help you in.
        </FormFailure>
      </div>
    );
  }
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <FormFailure>{failure}</FormFailure>
      {choosing ? (
        <>
          <p className={styles.small}>How do you want to confirm that it is you?</p>
          {ways.map((way) => (
            <Button
              key={way.method}
              size="lg"
              full
              onClick={() => {
                setMethod(way.method);
                setChoosing(false);
                setSent(false);
                setCode('');
                show({});
              }}
            >
              {CHOICE[way.method](way.target)}
            </Button>
          ))}
        </>
      ) : (
        <>
          <p className={styles.small}>{LEAD[method](target)}</p>
          {isSent ? (
            <Button
              kind={sent ? 'default' : 'primary'}
              size="lg"
              full
              busy={send.isPending}
              onClick={() => send.mutate({ body: { method } })}
            >
              {sent ? 'Send another code' : 'Send the code'}
            </Button>
          ) : null}
          <p role="status" className={styles.small}>
            {sent ? 'The code is on its way; one sent before no longer works.' : ''}
          </p>
          {sent ? <SentMessage /> : null}
          {method === 'recovery' ? (
            <TextField
              ref={field}
              path="code"
              label="Recovery code"
              size="lg"
              autoComplete="off"
              maxLength={40}
              value={code}
              error={faults.code}
              onChange={(value) => {
                setCode(value);
                mended('code');
              }}
            />
          ) : isSent && !sent ? null : (
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
          )}
          {isSent && !sent ? null : (
            <>
              <CheckboxField
                path="remember"
                label={`Do not ask in this browser for ${waiting.remember_days} days`}
                help="Only on a device that is yours alone."
                value={remember}
                onChange={setRemember}
              />
              <Button kind="primary" size="lg" type="submit" full busy={prove.isPending}>
                Confirm
              </Button>
            </>
          )}
          {ways.length > 1 ? <TextButton onClick={() => setChoosing(true)}>Confirm another way</TextButton> : null}
        </>
      )}
    </form>
  );
}
