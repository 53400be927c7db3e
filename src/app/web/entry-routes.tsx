import { Navigate, useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { safeTarget } from '../../features/accounts/rules.ts';
import { landingOf } from '../../features/accounts/web/current-user.ts';
import { HomePage } from '../../features/accounts/web/home-page.tsx';
import { LoginPage } from '../../features/accounts/web/login-page.tsx';
import { useAuth } from './auth.tsx';
import { RedirectSkeleton } from '../../ui/parts/empty.tsx';

/** `/` inside the program: the landing page of who is signed in, the home page for everybody else. */
export function HomeRoute() {
  const { status, user, waits } = useAuth();
  useEffect(() => {
    document.title = 'Peritus';
  }, []);
  if (status === 'Loading') return <RedirectSkeleton />;
  if (waits) return <Navigate to="/verify" replace />;
  return user ? <Navigate to={landingOf(user, '/')} replace /> : <HomePage />;
}

/** `/login` inside the program: where the guard sends people; it leads back to the page they wanted. */
export function LoginRoute() {
  const { status, user, waits, signedIn } = useAuth();
  const [half, setHalf] = useState(false);
  const router = useRouter();
  const search = useSearch({ strict: false }) as { redirectUrl?: unknown };
  const wanted = safeTarget(search.redirectUrl);
  const target = user ? (wanted ?? landingOf(user, '/')) : null;
  useEffect(() => {
    document.title = 'Sign in · Peritus';
  }, []);
  useEffect(() => {
    if (target !== null) router.history.replace(target);
  }, [router, target]);
  if (status === 'Loading' || target !== null) return <RedirectSkeleton />;
  const verify = <Navigate to="/verify" search={wanted === null ? {} : { redirectUrl: wanted }} replace />;
  if (waits || half) return verify;
  return <LoginPage onSignedIn={(next) => (next.needsTwoFactor ? setHalf(true) : signedIn(next))} />;
}
