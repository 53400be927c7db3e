import { IconArrowRight, IconFlask, IconInfoCircle } from '@tabler/icons-react';
import { useState } from 'react';
import { TextButton } from '../../../ui/parts/button.tsx';
import { cx } from '../../../ui/parts/common.ts';
import type { DemoAccounts } from '../contract.ts';
import type { CurrentUser } from './current-user.ts';
import { signIn, signInFailure } from './login-form.tsx';
import styles from './entry.module.css';

/** The demo world's people: one press signs in as one of them. */
export function DemoPanel({ demo, onSignedIn }: { demo: DemoAccounts; onSignedIn: (user: CurrentUser) => void }) {
  const [busy, setBusy] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [all, setAll] = useState(false);
  const { groups, hidden } = all ? { groups: demo.groups, hidden: 0 } : oneOfEach(demo.groups);

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
      {demo.filling ? (
        <p className={styles.muted}>
          The demo is still being filled: {demo.filling.made} of {demo.filling.of} reviews. Everything works meanwhile.
        </p>
      ) : null}
      <div role="alert">{failure ? <p className={styles.failure}>{failure}</p> : null}</div>
      {groups.map((group) => (
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
        {hidden > 0 ? (
          <TextButton className={styles.more} onClick={() => setAll(true)}>
            Show all {demo.groups.reduce((sum, group) => sum + group.accounts.length, 0)} accounts
          </TextButton>
        ) : null}
      </p>
    </section>
  );
}

/** The first account of each role, and how many more there are: enough to see every side of the product. */
function oneOfEach(groups: DemoAccounts['groups']): { groups: DemoAccounts['groups']; hidden: number } {
  const seen = new Set<string>();
  let hidden = 0;
  const kept = groups.map((group) => ({
    ...group,
    accounts: group.accounts.filter(({ profile_label }) => {
      const first = !seen.has(profile_label);
      seen.add(profile_label);
      if (!first) hidden += 1;
      return first;
    }),
  }));
  return { groups: kept.filter((group) => group.accounts.length > 0), hidden };
}
