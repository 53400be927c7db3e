import { type FormEvent, useRef, useState } from 'react';
import { ApiError, call } from '../../../ui/api/client.ts';
import { Button } from '../../../ui/parts/button.tsx';
import { SentMessage } from '../../../ui/parts/sent-message.tsx';
import type { FactorSetup } from '../contract/security.ts';
import { type FactorMethod, readCode } from '../rules.ts';
import { CodeField } from './code-field.tsx';
import { FormFailure } from './entry-layout.tsx';
import { securityApi } from './security-api.ts';
import { failureWords, useFaults } from './use-faults.ts';
import styles from './security.module.css';

const isCancelled = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'reauthentication_required';

/** Begins to set up a way; `setup` stands until it is confirmed or given up. */
export function useFactorSetup() {
  const [setup, setSetup] = useState<FactorSetup | null>(null);
  const [busy, setBusy] = useState<FactorMethod | null>(null);
  const [failure, setFailure] = useState<string | null>(null);

  async function begin(method: FactorMethod): Promise<void> {
    if (busy) return;
    setBusy(method);
    setFailure(null);
    try {
      setSetup(await call(securityApi.beginFactor, { params: { method } }));
    } catch (error) {
      if (!isCancelled(error)) setFailure(failureWords(error, 'Setting it up'));
    } finally {
      setBusy(null);
    }
  }
  return { setup, busy, failure, begin, end: () => setSetup(null) };
}

/** The steps of setting a way up: scan or receive, then enter the code. */
export function FactorSteps({
  setup,
  onDone,
  onCancel,
}: {
  setup: FactorSetup;
  /** With the recovery codes, where they came with it. */
  onDone: (recoveryCodes: string[]) => void;
  onCancel?: () => void;
}) {
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const { faults, failure, show, refused, mended } = useFaults<'code'>('Checking the code');

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy || show({ code: readCode(code) === null ? 'The code has six digits.' : null })) return;
    setBusy(true);
    try {
      const { method } = setup;
      const done = await call(securityApi.confirmFactor, { params: { method }, body: { code } });
      onDone(done.recovery_codes);
    } catch (error) {
      if (!isCancelled(error)) refused(error);
      field.current?.select();
      setBusy(false);
    }
  }

  return (
    <>
      <form className={styles.steps} onSubmit={(event) => void submit(event)} noValidate>
        {setup.qr && setup.secret ? (
          <AppPicture qr={setup.qr} secret={setup.secret} />
        ) : (
          <>
            <p className={styles.quiet} role="status">
              A code is on its way to <strong>{setup.target}</strong>. It works for ten minutes.
            </p>
            <SentMessage />
          </>
        )}
        <FormFailure>{failure}</FormFailure>
        <div className={styles.code}>
          <CodeField
            ref={field}
            value={code}
            error={faults.code}
            help={setup.qr ? 'The one your app shows for Peritus.' : 'The one you were just sent.'}
            onChange={(value) => {
              setCode(value);
              mended('code');
            }}
          />
        </div>
        <div className={styles.acts}>
          <Button kind="primary" type="submit" busy={busy}>
            Turn it on
          </Button>
          {onCancel ? (
            <Button kind="quiet" onClick={onCancel}>
              Cancel
            </Button>
          ) : null}
        </div>
      </form>
    </>
  );
}

function AppPicture({ qr, secret }: { qr: { size: number; path: string }; secret: string }) {
  const spaced = secret.match(/.{1,4}/g)?.join(' ') ?? secret;
  return (
    <div className={styles.picture}>
      <svg
        className={styles.qr}
        viewBox={`0 0 ${qr.size} ${qr.size}`}
        shapeRendering="crispEdges"
        role="img"
        aria-label="QR code for your authenticator app"
      >
        <rect width={qr.size} height={qr.size} className={styles.qrLight} />
        <path d={qr.path} className={styles.qrDark} />
      </svg>
      <ol className={styles.how}>
        <li>Open an authenticator app on your phone: any that makes six-digit codes will do.</li>
        <li>
          Scan the QR code. Cannot scan it? Enter this key in the app instead:
          <code className={styles.key}>{spaced}</code>
        </li>
        <li>Enter the code the app shows.</li>
      </ol>
    </div>
  );
}
