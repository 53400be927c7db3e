import { useEffect, useRef } from 'react';
import { LoginForm } from '../../features/accounts/web/login-form.tsx';
import { TextButton } from '../../ui/parts/button.tsx';
import { useAuth } from './auth.tsx';
import styles from './web.module.css';

/** Sign-in in place, over the blanked page, after the session ended in the middle of work. Nothing typed is lost. */
export function SignInAgain() {
  const { user, signedInAgain, leave } = useAuth();
  const dialog = useRef<HTMLDialogElement>(null);

  useEffect(() => {
    const open = dialog.current;
    open?.showModal();
    return () => open?.close();
  }, []);

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
      <h1 id="again">Sign in to go on</h1>
      <p className={styles.dialogLead}>
        You were signed out after a while without activity. Your page is as you left it and comes back when you sign in
        as {user?.firstName}.
      </p>
      <LoginForm email={user?.email ?? ''} startFocused onSignedIn={signedInAgain} />
      <p className={styles.dialogFoot}>
        <TextButton onClick={leave}>Leave instead</TextButton>
      </p>
    </dialog>
  );
}
