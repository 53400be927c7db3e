import { IconArrowRight, IconFlask, IconInfoCircle } from '@tabler/icons-react';
import { useState } from 'react';
import { cx } from '../../../ui/parts/common.ts';
import type { DemoAccounts } from '../contract.ts';
import type { CurrentUser } from './current-user.ts';
import { signIn, signInFailure } from './login-form.tsx';
import styles from './entry.module.css';

/** The demo world's people: one press signs in as one of them. */
export function DemoPanel({ demo, onSignedIn }: { demo: DemoAccounts; onSignedIn: (user: CurrentUser) => void }) {
  const [busy, setBusy] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);

  async function choose(email: string) {
    if (busy !== null) return;
    setBusy(email);
    setFailure(null);
    try {
      onSignedIn(await signIn(email, demo.password));
    } catch (error) {
      setFailure(signInFailure(error));
      setBusy(null);
    }
  }

  return (
    <section className={styles.demo} aria-labelledby="demo-title">
      <div className={styles.demoHead}>
        <h2 id="demo-title" className={styles.demoTitle}>
          Try it with a demo account
        </h2>
        <span className={styles.demoTag}>
          <IconFlask size={14} stroke={1.75} aria-hidden />
          Demo data
        </span>
      </div>
      <p className={styles.muted}>
        Every person and record here is invented. Choose someone and you are signed in as them.
      </p>
      <div role="alert">{failure ? <p className={styles.failure}>{failure}</p> : null}</div>
      {demo.groups.map((group) => (
        <div key={group.name} className={styles.group}>
          <h3 className={styles.groupName}>
            {group.name} {group.note ? <span className={styles.groupNote}>{group.note}</span> : null}
          </h3>
          <ul className={styles.people}>
            {group.accounts.map((account) => (
              <li key={account.email}>
                <button
                  type="button"
                  className={styles.person}
                  aria-busy={busy === account.email || undefined}
                  aria-disabled={busy !== null || undefined}
                  onClick={() => void choose(account.email)}
                >
                  <span className={cx(styles.avatar, styles[account.seat ?? 'nobody'])} aria-hidden>
                    {account.initials}
                  </span>
                  <span className={styles.who}>
                    <span className={styles.name}>{account.name}</span>
                    <span className={styles.role}>{account.profile_label}</span>
                  </span>
                  <span className={styles.note}>{account.note}</span>
                  {busy === account.email ? (
                    <span className={styles.turn} aria-hidden />
                  ) : (
                    <IconArrowRight className={styles.arrow} size={16} stroke={1.75} aria-hidden />
                  )}
                </button>
              </li>
            ))}
          </ul>
        </div>
      ))}
      <p className={styles.demoFoot}>
        <IconInfoCircle size={14} stroke={1.75} aria-hidden />
        Password for all of them: <strong>{demo.password}</strong>
      </p>
    </section>
  );
}
