import { Navigate, useLocation } from '@tanstack/react-router';
import { type ReactNode, useMemo, useState } from 'react';
import type { ActorKind } from '../../core/actor.ts';
import { homeOf, viewerOf } from '../../features/accounts/web/current-user.ts';
import { safeTarget } from '../../features/accounts/rules.ts';
import { ViewerProvider } from '../../ui/session/viewer.tsx';
import { useAuth } from './auth.tsx';
import { RedirectSkeleton } from '../../ui/parts/empty.tsx';

/**
 * The guard of a page. Nobody signed in, or not found out who: to sign-in, remembering the page. Another role's page: to
 * the home of one's own. Public pages are open to all and know the viewer when there is one.
 */
export function Gate({
  needsActor,
  admits,
  children,
}: {
  needsActor: boolean;
  admits: ((kind: ActorKind) => boolean) | undefined;
  children: ReactNode;
}) {
  const { status, user, waits } = useAuth();
  const here = useLocation({ select: (location) => location.href });
  const viewer = useMemo(() => user && viewerOf(user), [user]);
  if (status === 'Loading') return <RedirectSkeleton />;
  if (!user || !viewer) {
    return needsActor ? <ToSignIn from={here} page={waits ? '/verify' : '/login'} /> : children;
  }
  if (needsActor && admits && !admits(viewer.kind)) return <Navigate to={homeOf(user)} replace />;
  return <ViewerProvider viewer={viewer}>{children}</ViewerProvider>;
}

/** To sign-in, or to what is still missing of it, remembering the page one came from; not the one one is on while the way there is still being gone. */
function ToSignIn({ from, page }: { from: string; page: '/login' | '/verify' }) {
  const [target] = useState(() => safeTarget(from));
  return <Navigate to={page} search={target === null ? {} : { redirectUrl: target }} replace />;
}
