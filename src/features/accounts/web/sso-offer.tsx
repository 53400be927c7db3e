import { IconBuilding } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { ApiError, call } from '../../../ui/api/client.ts';
import { Button } from '../../../ui/parts/button.tsx';
import type { SsoOffer as Offer } from '../contract/sso.ts';
import { accountApi } from './api.ts';
import styles from './entry.module.css';

type Whose = { email: string } | { organization_slug: string };

/**
 * "Sign in with <organization>", where the domain of the address or the registration link belongs to one that has its
 * own sign-in service. It asks for the domain alone; nothing shows whether there is an account. With `again` the service
 * asks for the person also when it knows who it is.
 */
export function SsoOffer({
  whose,
  target,
  again = false,
}: {
  whose: Whose;
  target: string | null | (() => string | null);
  again?: boolean;
}) {
  const [found, setFound] = useState<{ key: string; organization: Offer['organization'] } | null>(null);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const key =
    'email' in whose ? (/^\S+@([^\s@]+\.[^\s@]+)$/.exec(whose.email.trim())?.[1] ?? '') : whose.organization_slug;
  const body = 'email' in whose ? { email: `someone@${key}` } : { organization_slug: key };
  const asked = JSON.stringify(body);

  useEffect(() => {
    if (key === '') return undefined;
    const asking = new AbortController();
    call(accountApi.ssoOffer, { body: JSON.parse(asked) as { email?: string }, signal: asking.signal }).then(
      ({ organization }) => setFound({ key, organization }),
      // without an answer the password remains
      () => undefined,
    );
    return () => asking.abort();
  }, [key, asked]);

  // back from the provider's page by the browser's own button
  useEffect(() => {
    const back = () => setBusy(false);
    window.addEventListener('pageshow', back);
    return () => window.removeEventListener('pageshow', back);
  }, []);

  async function begin() {
    setBusy(true);
    setFailure(null);
    try {
      const wanted = typeof target === 'function' ? target() : target;
      const email = 'email' in whose ? { email: whose.email.trim() } : whose;
      const { url } = await call(accountApi.ssoStart, {
        body: { ...email, again, ...(wanted === null ? {} : { redirect_url: wanted }) },
      });
      location.assign(url);
    } catch (error) {
      setFailure(error instanceof ApiError ? error.message : 'Signing in did not work. Try again.');
      setBusy(false);
    }
  }

  const organization = key !== '' && found?.key === key ? found.organization : null;
  if (!organization) return null;
  return (
    <div className={styles.sso}>
      {organization.required ? (
        <p className={styles.small}>{organization.name} signs you in with its own sign-in service.</p>
      ) : null}
      <Button
        size="lg"
        full
        busy={busy}
        icon={<IconBuilding size={18} stroke={1.75} aria-hidden />}
        onClick={() => void begin()}
      >
        Sign in with {organization.name}
      </Button>
      <p role="alert" className={styles.small}>
        {failure}
      </p>
    </div>
  );
}
