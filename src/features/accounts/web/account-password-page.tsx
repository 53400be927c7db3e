import { type FormEvent, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Failure } from '../../../ui/api/failure.tsx';
import { query, useCommand } from '../../../ui/api/hooks.ts';
import { TextField } from '../../../ui/form/text-field.tsx';
import { Button } from '../../../ui/parts/button.tsx';
import { SkeletonRows } from '../../../ui/parts/empty.tsx';
import { InlineNotice } from '../../../ui/parts/notice.tsx';
import { toastDone } from '../../../ui/parts/toast.tsx';
import { useViewer } from '../../../ui/session/viewer.tsx';
import { passwordFault } from '../rules/passwords.ts';
import { AccountLayout } from './account-layout.tsx';
import { FormFailure } from './entry-layout.tsx';
import { NewPasswordField } from './new-password-field.tsx';
import { securityApi } from './security-api.ts';
import { useFaults } from './use-faults.ts';
import styles from './security.module.css';

/** Changing one's password with the present one. */
export function AccountPasswordPage() {
  const { data, error, refetch } = useQuery(query(securityApi.security, {}));
  return (
    <AccountLayout title="Password" lead="A change signs you out everywhere else and forgets remembered browsers.">
      <Failure error={error} what="The page could not be loaded." onRetry={() => void refetch()} />
      {data ? (
        data.has_password ? (
          <PasswordForm />
        ) : (
          <InlineNotice>Your organization signs you in. There is no password here to change.</InlineNotice>
        )
      ) : error ? null : (
        <SkeletonRows rows={3} />
      )}
    </AccountLayout>
  );
}

function PasswordForm() {
  const viewer = useViewer();
  const owner = { email: viewer.email ?? '', first_name: viewer.first_name, last_name: viewer.last_name };
  const [present, setPresent] = useState('');
  const [next, setNext] = useState('');
  const { faults, failure, show, refused, mended } = useFaults<'current_password' | 'password'>(
    'Changing the password',
  );
  const change = useCommand(securityApi.changePassword, {
    refresh: [securityApi.security],
    onSuccess: () => {
      setPresent('');
      setNext('');
      toastDone('Your password was changed. Everywhere else you are signed out.');
    },
    onError: refused,
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    if (change.isPending) return;
    const found = {
      current_password: present === '' ? 'Enter your current password.' : null,
      password: passwordFault(next, owner),
    };
    if (show(found)) return;
    change.mutate({ body: { current_password: present, password: next } });
  }

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <FormFailure>{failure}</FormFailure>
      {/* password managers keep the new one under this address */}
      <input type="text" name="username" autoComplete="username" value={owner.email} readOnly hidden />
      <TextField
        path="current_password"
        label="Current password"
        type="password"
        size="lg"
        autoComplete="current-password"
        maxLength={1000}
        value={present}
        error={faults.current_password}
        onChange={(value) => {
          setPresent(value);
          mended('current_password');
        }}
      />
      <NewPasswordField
        label="New password"
        value={next}
        owner={owner}
        error={faults.password}
        onChange={(value) => {
          setNext(value);
          mended('password');
        }}
      />
      <div className={styles.acts}>
        <Button kind="primary" type="submit" busy={change.isPending}>
          Change the password
        </Button>
      </div>
    </form>
  );
}
