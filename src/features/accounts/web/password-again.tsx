import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { MINUTE } from '../../../core/durations.ts';
import { ApiError, call } from '../../../ui/api/client.ts';
import { TextField } from '../../../ui/form/text-field.tsx';
import { Button } from '../../../ui/parts/button.tsx';
import { useOptionalViewer } from '../../../ui/session/viewer.tsx';
import { serverClock } from '../../../ui/time/server-clock.ts';
import { FormFailure } from './entry-layout.tsx';
import { securityApi } from './security-api.ts';
import { SsoOffer } from './sso-offer.tsx';
import { useFaults } from './use-faults.ts';
import styles from './security.module.css';

/**
 * Runs acts that may need the password again: when the server says so, a dialog asks for it and the act is done after
 * it. The act's promise rejects as it would without. `first` asks before a question that leads to such an act, unless the
 * password was given a short while ago. Who comes by an organization's sign-in service can sign in there again instead.
 */
export function usePasswordAgain(): {
  run: <T>(act: () => Promise<T>) => Promise<T>;
  first: (recentUntil: string | null, then: () => void) => void;
  dialog: ReactNode;
} {
  const [waiting, setWaiting] = useState<{ given: () => void; closed: () => void } | null>(null);

  async function run<T>(act: () => Promise<T>): Promise<T> {
    try {
      return await act();
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'reauthentication_required') throw error;
      await new Promise<void>((given, closed) => {
        setWaiting({ given, closed: () => closed(error) });
      }).finally(() => setWaiting(null));
      return act();
    }
  }

  function first(recentUntil: string | null, then: () => void): void {
    // some time to read the question and answer it
    if (recentUntil !== null && Date.parse(recentUntil) - serverClock.now() > MINUTE) {
      then();
      return;
    }
    setWaiting({
      given: () => {
        setWaiting(null);
        then();
      },
      closed: () => setWaiting(null),
    });
  }

  return { run, first, dialog: waiting ? <PasswordDialog onGiven={waiting.given} onClose={waiting.closed} /> : null };
}

function PasswordDialog({ onGiven, onClose }: { onGiven: () => void; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [password, setPassword] = useState('');
  const [busy, setBusy] = useState(false);
  const { faults, failure, show, refused, mended } = useFaults<'password'>('Checking the password');
  const viewer = useOptionalViewer();

  useEffect(() => {
    const open = dialog.current;
    const before = document.activeElement;
    open?.showModal();
    return () => {
      open?.close();
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);

  async function submit(event: FormEvent) {
    event.preventDefault();
    event.stopPropagation();
    if (busy || show({ password: password === '' ? 'Enter your password.' : null })) return;
    setBusy(true);
    try {
      await call(securityApi.reauthenticate, { body: { password } });
      onGiven();
    } catch (error) {
      refused(error);
      setBusy(false);
    }
  }

  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby="password-again"
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <form className={styles.dialogBody} onSubmit={(event) => void submit(event)} noValidate>
        <h2 id="password-again">Enter your password again</h2>
        <p className={styles.quiet}>
          What you are about to change protects your account. We ask at most once every ten minutes.
        </p>
        <FormFailure>{failure}</FormFailure>
        <TextField
          path="password"
          label="Password"
          type="password"
          autoComplete="current-password"
          maxLength={200}
          autoFocus
          value={password}
          error={faults.password}
          onChange={(value) => {
            setPassword(value);
            mended('password');
          }}
        />
        <div className={styles.dialogActs}>
          <Button kind="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button kind="primary" type="submit" busy={busy}>
            Continue
          </Button>
        </div>
        {viewer?.email ? <SsoOffer again whose={{ email: viewer.email }} target={location.pathname} /> : null}
      </form>
    </dialog>
  );
}
