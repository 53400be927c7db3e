import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { PRIVACY_DISMISSED_KEY } from '../../features/accounts/rules.ts';
import { IconButton } from '../../ui/parts/button.tsx';
import { TextLink } from '../../ui/parts/link.tsx';
import { privacyUrl } from '../../ui/session/site.ts';
import styles from './web.module.css';

/** Stands above the footer of every page whose path contains peer-review. */
export function ConfidentialityBanner({ path }: { path: string }) {
  if (!path.includes('peer-review')) return null;
  return (
    <div className={styles.confidential} role="note">
      This information is protected under each state's peer review statutes. Improper disclosure may result in
      disciplinary action including civil liability.
    </div>
  );
}

/** Says where the privacy policy is until it is dismissed on this machine. */
export function PrivacyBanner() {
  const [shown, setShown] = useState(() => {
    try {
      return localStorage.getItem(PRIVACY_DISMISSED_KEY) === null;
    } catch {
      return true;
    }
  });
  if (!shown) return null;
  return (
    <div className={styles.privacy} role="region" aria-label="Privacy">
      <p>
        We keep only the cookie that keeps you signed in. How we treat your data is in the{' '}
        <TextLink href={privacyUrl()} target="_blank" rel="noreferrer">
          privacy policy
        </TextLink>
        .
      </p>
      <IconButton
        label="Dismiss"
        onClick={() => {
          setShown(false);
          try {
            localStorage.setItem(PRIVACY_DISMISSED_KEY, 'true');
          } catch {
            // shown again at the next visit
          }
        }}
      >
        <IconX stroke={1.75} />
      </IconButton>
    </div>
  );
}
