import { useSearch } from '@tanstack/react-router';
import { ButtonLink } from '../../../ui/parts/button.tsx';
import { TextLink } from '../../../ui/parts/link.tsx';
import { isSsoFailure, SSO_FAILURES } from '../rules/sso.ts';
import { EntryLayout } from './entry-layout.tsx';
import styles from './entry.module.css';

/** Why a sign-in with an organization did not come about, and the reference support finds it by. */
export function SsoErrorPage() {
  const { reason, reference } = useSearch({ strict: false }) as { reason?: unknown; reference?: unknown };
  // a number of digits alone arrives as one
  const shown = /^[0-9A-F]{8}$/.exec(String(reference))?.[0];
  return (
    <EntryLayout
      title="You are not signed in"
      focusTitle
      lead={
        isSsoFailure(reason)
          ? SSO_FAILURES[reason]
          : 'Signing in with your organization did not work. Begin again from the sign-in page.'
      }
    >
      <ButtonLink kind="primary" size="lg" full href="/login">
        Back to sign-in
      </ButtonLink>
      <p className={styles.help}>
        Still not working? <TextLink href="/contact?reason=access">Write to us</TextLink>
        {shown ? ` and name the reference ${shown}.` : '.'}
      </p>
    </EntryLayout>
  );
}
