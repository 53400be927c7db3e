import { IconBox, IconBrandTeams, IconBrandZoom } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { TextLink } from '../../../ui/parts/link.tsx';
import { AccountLayout, AccountSection } from './account-layout.tsx';
import { useCurrentUser } from './use-current-user.ts';
import styles from './account.module.css';

/** What is connected to the account, and what serves until it can be. `children`: the person's calendars. */
export function IntegrationsPage({ children }: { children: ReactNode }) {
  const user = useCurrentUser();
  const rows = [
    {
      icon: IconBrandZoom,
      name: 'Zoom',
      state: 'Not connected',
      text: 'Video calls cannot be connected yet. Each call comes with dial-in details.',
    },
    {
      icon: IconBrandTeams,
      name: 'Microsoft Teams',
      state: 'Not connected',
      text: 'Video calls cannot be connected yet. Each call comes with dial-in details.',
    },
    {
      icon: IconBox,
      name: 'Box',
      state: user?.boxOauth ? 'Connected' : 'Not connected',
      text: 'Records cannot be taken from Box yet. They are uploaded from your computer, whole folders too.',
    },
  ];
  return (
    <AccountLayout title="Integrations" lead="What works with your account today.">
      {children}
      <AccountSection title="Calls and files">
        <ul className={styles.connections}>
          {rows.map(({ icon: Icon, name, state, text }) => (
            <li key={name} className={styles.connection}>
              <Icon size={18} stroke={1.75} aria-hidden />
              <strong>{name}</strong>
              <span className={styles.state}>{state}</span>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </AccountSection>
      <p className={styles.state}>
        Missing something you work with every day? <TextLink href="/contact?reason=other">Tell us</TextLink>.
      </p>
    </AccountLayout>
  );
}
