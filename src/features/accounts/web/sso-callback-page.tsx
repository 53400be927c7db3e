import { useEffect, useRef } from 'react';
import { ApiError, call } from '../../../ui/api/client.ts';
import { RedirectSkeleton } from '../../../ui/parts/empty.tsx';
import { isSsoFailure } from '../rules/sso.ts';
import { keepOwnProfile } from './active-profile.ts';
import { accountApi } from './api.ts';
import { fetchCurrentUser } from './current-user.ts';

/** Back from the provider: hands on what it sent, once, and goes to the page that was wanted, or says what went wrong. */
export function SsoCallbackPage() {
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    void finish(new URLSearchParams(location.search)).then((to) => location.replace(to));
  }, []);
  return <RedirectSkeleton />;
}

async function finish(sent: URLSearchParams): Promise<string> {
  // the code stays in no history
  history.replaceState(null, '', location.pathname);
  const names = ['code', 'state', 'iss', 'error', 'redirect_url'] as const;
  const body = Object.fromEntries(names.flatMap((name) => (sent.has(name) ? [[name, sent.get(name) ?? '']] : [])));
  try {
    const { redirect_to } = await call(accountApi.ssoCallback, { body });
    // a profile another person of this browser acted as is forgotten; who waits for a second factor has none yet
    await fetchCurrentUser().then(keepOwnProfile, () => undefined);
    return redirect_to;
  } catch (error) {
    const problem = error instanceof ApiError ? error.problem : null;
    const current: unknown = problem?.current;
    const reason = typeof current === 'object' && current !== null && 'reason' in current ? current.reason : null;
    const query = new URLSearchParams();
    if (isSsoFailure(reason)) query.set('reason', reason);
    if (error instanceof ApiError && error.reference !== '') query.set('reference', error.reference);
    return `/auth/error?${query.toString()}`;
  }
}
