import { useEffect, useState } from 'react';
import { type CurrentUser, fetchCurrentTmp } from '../../features/accounts/web/current-user.ts';
import { HomePage } from '../../features/accounts/web/home-page.tsx';
import { LoginPage } from '../../features/accounts/web/login-page.tsx';
import { mayBeSignedIn } from '../../ui/session/site.ts';
import { RedirectSkeleton } from '../../ui/parts/empty.tsx';
import { VisitorFrame } from './visitor.tsx';

/**
 * Home and sign-in before the program is loaded: who opens them is mostly not signed in, and gets them without router,
 * data cache and schemas. Whoever turns out to be signed in goes on.
 */
export function Entry({
  page,
  onUser,
  onReady,
}: {
  page: 'home' | 'login';
  /** Somebody is signed in, or still has the second factor to bring. */
  onUser: (user: CurrentUser) => void;
  /** The reader begins to sign in: time to load the rest. */
  onReady: () => void;
}) {
  const [asking, setAsking] = useState(mayBeSignedIn);

  useEffect(() => {
    if (!mayBeSignedIn()) return;
    const request = new AbortController();
    fetchCurrentTmp(request.signal).then(onUser, () => {
      if (!request.signal.aborted) setAsking(false);
    });
    return () => request.abort();
  }, [onUser]);

  useEffect(() => {
    document.title = page === 'home' ? 'Peritus' : 'Sign in · Peritus';
  }, [page]);

  if (page === 'home' && asking) return <RedirectSkeleton />;
  return (
    <div onInput={onReady} onPointerDown={onReady}>
      <VisitorFrame path={page === 'home' ? '/' : '/login'}>
        {page === 'home' ? <HomePage /> : <LoginPage onSignedIn={onUser} />}
      </VisitorFrame>
    </div>
  );
}
