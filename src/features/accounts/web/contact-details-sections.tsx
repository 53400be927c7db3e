import { emailFault } from '../../../core/emails.ts';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { ApiError } from '../../../ui/api/client.ts';
import { useCommand } from '../../../ui/api/hooks.ts';
import { FormStack } from '../../../ui/form/form-layout.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { Button } from '../../../ui/parts/button.tsx';
import { InlineNotice } from '../../../ui/parts/notice.tsx';
import { toastDone } from '../../../ui/parts/toast.tsx';
import { formatPhone, phoneFault } from '../rules.ts';
import { ReachRow } from './contact-details-row.tsx';
import { accountApi } from './api.ts';
import { SentMessage } from '../../../ui/parts/sent-message.tsx';
import { CodeField } from './code-field.tsx';
import { useFaults } from './use-faults.ts';
import styles from './account.module.css';

/** The address one signs in with. It changes once the new one is confirmed; the old one can stop that. */
export function EmailSection({ email }: { email: string }) {
  const [open, setOpen] = useState(false);
  const [fields, setFields] = useState({ email: '', password: '' });
  const [sentTo, setSentTo] = useState<string | null>(null);
  const { faults, failure, show, refused, mended } = useFaults<'email' | 'password'>('Changing the address');
  const change = useCommand(accountApi.changeEmail, {
    onSuccess: () => {
      setSentTo(fields.email);
      setFields({ email: '', password: '' });
      setOpen(false);
    },
    onError: refused,
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    if (change.isPending) return;
    const found = {
      email: emailFault(fields.email, null),
      password: fields.password === '' ? 'Enter your current password so that we know it’s you.' : null,
    };
    if (!show(found)) change.mutate({ body: fields });
  }

  return (
    <ReachRow
      title="E-mail"
      value={email}
      action={open ? null : <Button onClick={() => setOpen(true)}>Change e-mail</Button>}
    >
      {sentTo ? (
        <InlineNotice kind="ok" live>
          We sent a link to {sentTo}. Your address changes when you open it; until then everything stays as it is.{' '}
          {email} was notified, too.
        </InlineNotice>
      ) : null}
      {sentTo ? <SentMessage to={sentTo} /> : null}
      {open ? (
        <form onSubmit={submit} noValidate>
          <FormStack>
            <TextField
              path="email"
              label="New e-mail"
              type="email"
              inputMode="email"
              autoComplete="email"
              required
              maxLength={254}
              value={fields.email}
              error={faults.email}
              onChange={(value) => {
                setFields({ ...fields, email: value });
                mended('email');
              }}
            />
            <TextField
              path="password"
              label="Your password"
              type="password"
              autoComplete="current-password"
              required
              maxLength={1000}
              value={fields.password}
              error={faults.password}
              onChange={(value) => {
                setFields({ ...fields, password: value });
                mended('password');
              }}
            />
            {failure ? (
              <InlineNotice kind="bad" live>
                {failure}
              </InlineNotice>
            ) : null}
            <div className={styles.acts}>
              <Button type="submit" busy={change.isPending}>
                Send the link
              </Button>
              <Button kind="quiet" onClick={() => setOpen(false)}>
                Keep {email}
              </Button>
            </div>
          </FormStack>
        </form>
      ) : null}
    </ReachRow>
  );
}

/** The number texts and calls go to; it is the account's once the code texted to it is entered. */
export function PhoneSection({ number, verified }: { number: string | null; verified: boolean }) {
  const client = useQueryClient();
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const [code, setCode] = useState('');
  const { faults, failure, show, refused, mended } = useFaults<'phone_number' | 'code'>('That');
  const failed = (error: ApiError) => (error.code === 'reauthentication_required' ? undefined : refused(error));
  const ask = useCommand(accountApi.askPhone, { onError: failed });
  const verify = useCommand(accountApi.verifyPhone, {
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: [accountApi.currentUser.id] });
      setOpen(false);
      setTyped('');
      setCode('');
      ask.reset();
      toastDone('Your number is confirmed.');
    },
    onError: failed,
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    if (ask.isPending || verify.isPending) return;
    if (ask.data) {
      if (!show({ code: code.trim() === '' ? 'Enter the code from the text.' : null }))
        verify.mutate({ body: { code } });
    } else if (!show({ phone_number: phoneFault(typed) })) {
      ask.mutate({ body: { phone_number: typed } });
    }
  }

  return (
    <ReachRow
      title="Mobile number"
      value={number ? `${formatPhone(number)}${verified ? ', confirmed' : ', not confirmed yet'}` : 'None yet.'}
      action={open ? null : <Button onClick={() => setOpen(true)}>{number ? 'Change number' : 'Add a number'}</Button>}
    >
      {open ? (
        <form onSubmit={submit} noValidate>
          <FormStack>
            {ask.data ? (
              <>
                <CodeField
                  value={code}
                  error={faults.code}
                  help={`Texted to ${ask.data.sent_to}. It works for ten minutes.`}
                  onChange={(value) => {
                    setCode(value);
                    mended('code');
                  }}
                />
                <SentMessage />
              </>
            ) : (
              <TextField
                path="phone_number"
                label="Mobile number"
                type="tel"
                inputMode="tel"
                autoComplete="tel"
                required
                maxLength={60}
                help="A code is texted to it, so that we know it is yours."
                value={typed}
                error={faults.phone_number}
                onChange={(value) => {
                  setTyped(value);
                  mended('phone_number');
                }}
              />
            )}
            {failure ? (
              <InlineNotice kind="bad" live>
                {failure}
              </InlineNotice>
            ) : null}
            <div className={styles.acts}>
              <Button type="submit" busy={ask.isPending || verify.isPending}>
                {ask.data ? 'Confirm the number' : 'Text me a code'}
              </Button>
              {ask.data ? (
                <Button kind="quiet" onClick={() => ask.reset()}>
                  Another number
                </Button>
              ) : null}
              <Button kind="quiet" onClick={() => setOpen(false)}>
                Not now
              </Button>
            </div>
          </FormStack>
        </form>
      ) : null}
    </ReachRow>
  );
}
