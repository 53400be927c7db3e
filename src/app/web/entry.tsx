import { useEffect, useState } from 'react';
import { type CurrentUser, fetchCurrentUser } from '../../features/accounts/web/current-user.ts';
import { HomePage } from '../../features/accounts/web/home-page.tsx';
import { LoginPage } from '../../features/accounts/web/login-page.tsx';
import { ApiError } from '../../ui/api/client.ts';
import { RedirectSkeleton } from '../../ui/parts/empty.tsx';

/**
 * Home and sign-in before the program is loaded: who opens them is mostly not signed in, and gets them without router,
 * data cache and schemas. Whoever turns out to be signed in goes on.
 */
export function Entry({
  page,
  onUser,
  onWaiting,
  onReady,
}: {
  page: 'home' | 'login';
  onUser: (user: CurrentUser) => void;
  /** The password was right before; the second factor is still missing. */
  onWaiting: () => void;
  /** The reader begins to sign in: time to load the rest. */
  onReady: () => void;
}) {
  const [asking, setAsking] = useState(true);

  useEffect(() => {
    const request = new AbortController();
    fetchCurrentUser(request.signal).then(onUser, (error: unknown) => {
      if (error instanceof ApiError && error.code === 'second_factor_required') onWaiting();
      else if (!request.signal.aborted) setAsking(false);
    });
    return () => request.abort();
  }, [onUser, onWaiting]);

  useEffect(() => {
    document.title = page === 'home' ? 'Peritus' : 'Sign in · Peritus';
  }, [page]);

  if (page === 'home') return asking ? <RedirectSkeleton /> : <HomePage />;
  return (
    <div onInput={onReady} onPointerDown={onReady}>
      <LoginPage onSignedIn={onUser} />
    </div>
  );
}
