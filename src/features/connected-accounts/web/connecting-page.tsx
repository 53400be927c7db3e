import { useEffect, useRef, useState } from 'react';
import { ApiError, call } from '../../../ui/api/client.ts';
import { Failure } from '../../../ui/api/failure.tsx';
import { ButtonLink } from '../../../ui/parts/button.tsx';
import { RedirectSkeleton } from '../../../ui/parts/empty.tsx';
import { MessagePage } from '../../../ui/parts/message-page.tsx';
import { connectedAccountEndpoints } from '../contract.ts';
import { PROVIDER_NAMES, PROVIDERS } from '../rules.ts';

/** Back from a provider: hands on what it sent, once, and goes to the integrations, or says what went wrong. */
export function ConnectingPage() {
  const provider = PROVIDER_NAMES.find((one) => PROVIDERS[one].callback === location.pathname) ?? 'zoom';
  const begun = useRef(false);
  const [error, setError] = useState<ApiError | null>(null);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    const sent = new URLSearchParams(location.search);
    // the code stays in no history
    history.replaceState(null, '', location.pathname);
    const names = ['state', 'code', 'error', 'iss'] as const;
    const body = Object.fromEntries(names.flatMap((name) => (sent.has(name) ? [[name, sent.get(name) ?? '']] : [])));
    call(connectedAccountEndpoints.finish, { params: { provider }, body }).then(
      () => location.replace('/account/integrations'),
      (failure: unknown) => setError(failure instanceof ApiError ? failure : new ApiError(500, null)),
    );
  }, [provider]);
  if (!error) return <RedirectSkeleton />;
  const { name } = PROVIDERS[provider];
  return (
    <MessagePage
      urgent
      title={`${name} is not connected`}
      actions={
        <ButtonLink kind="primary" href="/account/integrations">
          Open your integrations
        </ButtonLink>
      }
    >
      <Failure error={error} what={`${name} was not connected.`} />
    </MessagePage>
  );
}
