import { useEffect, useRef, useState } from 'react';
import { accountApi } from '../../features/accounts/web/api.ts';
import { call } from '../../ui/api/client.ts';
import { Button } from '../../ui/parts/button.tsx';
import { formatted } from '../../ui/parts/formatted.ts';
import { serverClock } from '../../ui/time/server-clock.ts';
import { useAuth } from './auth.tsx';
import styles from './web.module.css';

/** The license agreement, in the way of everything until it is accepted; signing out is the alternative. */
export function Agreement() {
  const { user, signOut, refresh } = useAuth();
  const dialog = useRef<HTMLDialogElement>(null);
  const [text, setText] = useState<TrustedHTML | null>(null);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const eula = user?.organization?.eula ?? '';

  useEffect(() => {
    const open = dialog.current;
    open?.showModal();
    return () => open?.close();
  }, []);

  useEffect(() => {
    let wanted = true;
    void formatted(eula).then(
      (clean) => (wanted ? setText(clean) : undefined),
      () => (wanted ? setFault('The text could not be loaded. Reload the page.') : undefined),
    );
    return () => {
      wanted = false;
    };
  }, [eula]);

  async function accept() {
    if (!user) return;
    setBusy(true);
    setFault(null);
    try {
      const accepted = new Date(serverClock.now()).toISOString();
      await call(accountApi.update, { body: { user: { id: user.id, eula_accepted_at: accepted } } });
      await refresh();
    } catch {
      setFault('Your answer could not be saved. Try again.');
      setBusy(false);
    }
  }

  return (
    <dialog
      ref={dialog}
      className={`${styles.dialog} ${styles.agreement}`}
      aria-labelledby="agreement"
      onCancel={(event) => event.preventDefault()}
    >
      <h1 id="agreement">{user?.organization?.name}: license agreement</h1>
      <p>Read and accept it to continue. You can also sign out and come back later.</p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling text must be reachable by keyboard */}
      <div className={styles.agreementText} tabIndex={0} role="region" aria-label="License agreement">
        {/* oxlint-disable-next-line react/no-danger -- sanitized above */}
        {text === null ? null : <div dangerouslySetInnerHTML={{ __html: text }} />}
      </div>
      <div role="alert">{fault ? <p className={styles.fault}>{fault}</p> : null}</div>
      <div className={styles.agreementActs}>
        <Button onClick={() => void signOut().catch(() => setFault('Signing out did not work. Try again.'))}>
          Log Out
        </Button>
        <Button kind="primary" busy={busy} disabled={text === null} onClick={() => void accept()}>
          Accept
        </Button>
      </div>
    </dialog>
  );
}
