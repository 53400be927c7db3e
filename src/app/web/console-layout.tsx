import { Outlet, useLocation } from '@tanstack/react-router';
import { useMemo } from 'react';
import { ConsoleFrame } from '../../features/console/web/frame.tsx';
import { useAuth } from './auth.tsx';
import { placesOf } from './console-places.ts';

/** The console's frame around its pages; those who find no place in it see the page alone. */
export function ConsoleLayout() {
  const { user } = useAuth();
  const path = useLocation({ select: (location) => location.pathname });
  const places = useMemo(() => (user && !user.needsTwoFactor ? placesOf(user) : []), [user]);
  if (places.length === 0) return <Outlet />;
  return (
    <ConsoleFrame places={places} path={path}>
      <Outlet />
    </ConsoleFrame>
  );
}
