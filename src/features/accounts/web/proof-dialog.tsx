import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { call } from '../../../ui/api/client.ts';
import { query } from '../../../ui/api/hooks.ts';
import { TextField } from '../../../ui/form/text-field.tsx';
import { Button, TextButton } from '../../../ui/parts/button.tsx';
import { FormFailure } from './entry-layout.tsx';
import { securityApi } from './security-api.ts';
import { SsoOffer } from './sso-offer.tsx';
import { useFaults } from './use-faults.ts';
import styles from './security.module.css';

/**
 * Asks who is there before an act of power: by the password, a code of their app, or their organization's sign-in
 * service. `isWhole`: the session has brought its second factor, and may be asked what is set up.
 */
export function ProofDialog({
  email,
  isWhole,
  onGiven,
  onClose,
}: {
  email: string | null;
  isWhole: boolean;
  onGiven: () => void;
  onClose: () => void;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [byApp, setByApp] = useState(false);
  const [typed, setTyped] = useState('');
  const [busy, setBusy] = useState(false);
  const { faults, failure, show, refused, mended } = useFaults<'password' | 'app_code'>('Checking it');
  const known = useQuery({ ...query(securityApi.security, {}), enabled: isWhole });
  const hasApp = known.data?.methods.some((way) => way.method === 'app' && way.set_up_at !== null) ?? false;
  const path = byApp ? 'app_code' : 'password';

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
    const missing = byApp ? 'Enter the code your app shows.' : 'Enter your password.';
    if (busy || show({ [path]: typed.trim() === '' ? missing : null })) return;
    setBusy(true);
    try {
      await call(securityApi.reauthenticate, { body: byApp ? { app_code: typed } : { password: typed } });
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
      aria-labelledby="proof-again"
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <form className={styles.dialogBody} onSubmit={(event) => void submit(event)} noValidate>
        <h2 id="proof-again">{byApp ? 'Enter a code from your app' : 'Enter your password again'}</h2>
        <p className={styles.quiet}>
          What you are about to do needs to be you for certain. We ask at most once every ten minutes.
        </p>
        <FormFailure>{failure}</FormFailure>
        <TextField
          key={path}
          path={path}
          label={byApp ? 'Six-digit code' : 'Password'}
          type={byApp ? 'text' : 'password'}
          {...(byApp ? { inputMode: 'numeric' as const } : {})}
          autoComplete={byApp ? 'one-time-code' : 'current-password'}
          maxLength={200}
          autoFocus
          value={typed}
          error={faults[path]}
          onChange={(value) => {
            setTyped(value);
            mended(path);
          }}
        />
        {hasApp ? (
          <p className={styles.quiet}>
            <TextButton
              onClick={() => {
                setByApp(!byApp);
                setTyped('');
              }}
            >
              {byApp ? 'Use your password instead' : 'Use a code from your app instead'}
            </TextButton>
          </p>
        ) : null}
        <div className={styles.dialogActs}>
          <Button kind="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button kind="primary" type="submit" busy={busy}>
            Continue
          </Button>
        </div>
        {email ? <SsoOffer again whose={{ email }} target={location.pathname} /> : null}
      </form>
    </dialog>
  );
}
