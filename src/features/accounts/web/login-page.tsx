import { useEffect, useState } from 'react';
import { call } from '../../../ui/api/client.ts';
import { TextLink } from '../../../ui/parts/link.tsx';
import { expectsDemo } from '../../../ui/session/site.ts';
import type { DemoAccounts } from '../contract.ts';
import { accountApi } from './api.ts';
import type { CurrentUser } from './current-user.ts';
import { DemoPanel } from './demo-panel.tsx';
import { HowItGoes } from '../../../ui/parts/how-it-goes.tsx';
import { LoginForm } from './login-form.tsx';
import styles from './entry.module.css';

/** Sign-in: the form, and beside it the demo world's accounts where it is installed. */
export function LoginPage({ onSignedIn }: { onSignedIn: (user: CurrentUser) => void }) {
  // undefined while asking where one is expected, null where there is no demo world
  const [demo, setDemo] = useState<DemoAccounts | null | undefined>(() => (expectsDemo() ? undefined : null));

  useEffect(() => {
    const asking = new AbortController();
    call(accountApi.demo, { signal: asking.signal }).then(
      (found) => setDemo(found.groups.length > 0 ? found : null),
      () => (asking.signal.aborted ? undefined : setDemo(null)),
    );
    return () => asking.abort();
  }, []);

  return (
    <div className={styles.login}>
      <div className={styles.left}>
        <div className={styles.main}>
          <h1 className={styles.title} tabIndex={-1}>
            Sign in
          </h1>
          <p className={styles.lead}>Expert medical reviews, from order to report.</p>
          <LoginForm startFocused forgotten onSignedIn={onSignedIn} />
          <p className={styles.help}>
            New here? <TextLink href="/register">Register with your organization</TextLink>
          </p>
          <p className={styles.helpNext}>
            A physician or clinician? <TextLink href="/register?as=expert">Apply as an expert</TextLink>
          </p>
          <p className={styles.helpNext}>
            Trouble signing in? <TextLink href="/contact?reason=access">Write to us</TextLink>
          </p>
        </div>
      </div>
      <aside
        className={styles.right}
        aria-label={demo ? 'Demo accounts' : 'How a review goes'}
        data-skeleton={demo === undefined ? true : undefined}
      >
        {demo === undefined ? null : demo === null ? (
          <div className={styles.aside}>
            <HowItGoes />
          </div>
        ) : (
          <DemoPanel demo={demo} onSignedIn={onSignedIn} />
        )}
      </aside>
    </div>
  );
}
