import type { ReactNode } from 'react';
import { TextLink } from '../../../ui/parts/link.tsx';
import { AccountLayout } from './account-layout.tsx';
import styles from './account.module.css';

/** What is connected to the account. `children`: the person's calendars, and their accounts at providers. */
export function IntegrationsPage({ children }: { children: ReactNode }) {
  return (
    <AccountLayout title="Integrations" lead="What works with your account today.">
      {children}
      <p className={styles.state}>
        Missing something you work with every day? <TextLink href="/contact?reason=other">Tell us</TextLink>.
      </p>
    </AccountLayout>
  );
}
