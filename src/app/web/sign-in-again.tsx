import { useEffect, useRef, useState } from 'react';
import type { CurrentUser } from '../../features/accounts/web/current-user.ts';
import { LoginForm } from '../../features/accounts/web/login-form.tsx';
import { SecondFactorForm } from '../../features/accounts/web/second-factor-form.tsx';
import { TextButton } from '../../ui/parts/button.tsx';
import { useAuth } from './auth.tsx';
import { tellBack } from './activity.ts';
import styles from './web.module.css';

/** Sign-in in place, over the blanked page, after the session ended in the middle of work. Nothing typed is lost. */
export function SignInAgain() {
  const { user, signedInAgain, leave } = useAuth();
  const dialog = useRef<HTMLDialogElement>(null);
  const [half, setHalf] = useState(false);

  useEffect(() => {
    const open = dialog.current;
    open?.showModal();
    open?.querySelector<HTMLInputElement>('input[type="password"]')?.focus();
    // nothing of the page is left to see, its title included
    const title = document.title;
    document.title = 'Peritus';
    return () => {
      open?.close();
      document.title = title;
    };
  }, []);

  function back(next: CurrentUser) {
    signedInAgain(next);
    tellBack();
  }

  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby="again"
      onCancel={(event) => {
        event.preventDefault();
        leave();
      }}
    >
      <h1 id="again">Sign in to continue</h1>
      <p className={styles.dialogLead}>
        You were signed out after a while without activity. Your page is as you left it and comes back when you sign in
        as {user?.firstName}.
      </p>
      {half ? (
        <SecondFactorForm onProved={back} onEnded={() => setHalf(false)} />
      ) : (
        <LoginForm
          email={user?.email ?? ''}
          startFocused
          onSignedIn={(next) => (next.needsTwoFactor ? setHalf(true) : back(next))}
        />
      )}
      <p className={styles.dialogFoot}>
        <TextButton onClick={leave}>Leave instead</TextButton>
      </p>
    </dialog>
  );
}
