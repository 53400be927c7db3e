import { IconX } from '@tabler/icons-react';
import { KINDS } from '../../core/kinds.ts';
import { IconButton } from '../../ui/parts/button.tsx';
import { TextLink } from '../../ui/parts/link.tsx';
import { privacyUrl } from '../../ui/session/site.ts';
import { setShowPrivacyMessage, useShowPrivacyMessage } from './privacy-message.ts';
import styles from './web.module.css';

/** Stands above the footer of every page whose path names a kind with a statement of its own, and where a provider under review is heard. */
export function ConfidentialityBanner({ path }: { path: string }) {
  const told = Object.values(KINDS).find(
    ({ confidential, slug, hears_provider }) =>
      confidential !== null && (path.includes(slug) || (hears_provider && path.startsWith('/provider-statement'))),
  );
  if (!told) return null;
  return (
    <div className={styles.confidential} role="note">
      {told.confidential}
    </div>
  );
}

/** Says where the privacy policy is until it is dismissed on this machine. */
export function PrivacyBanner() {
  const shown = useShowPrivacyMessage();
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
      <IconButton label="Dismiss" onClick={() => setShowPrivacyMessage(false)}>
        <IconX stroke={1.75} />
      </IconButton>
    </div>
  );
}
