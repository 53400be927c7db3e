import { IconAlertTriangle, IconEye } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { call, session } from '../../../ui/api/client.ts';
import { Button } from '../../../ui/parts/button.tsx';
import { formatTime } from '../../../ui/time/format.ts';
import { serverClock } from '../../../ui/time/server-clock.ts';
import { peopleDeskEndpoints } from '../contract/people-desk.ts';
import { ACTIVE_PROFILE_KEY } from '../rules.ts';
import { accountApi } from './api.ts';
import type { CurrentUser } from './current-user.ts';
import styles from './session-banner.module.css';

/**
 * A session that is not the person's own coming in: above every page, never folded, with the way out. A super admin acts as
 * them, or a command let them in.
 */
export function SessionBanner({ user }: { user: CurrentUser }) {
  const { impersonation, breakGlass } = user;
  const at = (until: string) => formatTime(until, { zone: user.timeZone });
  if (impersonation)
    return (
      <Banner
        icon={<IconEye size={16} stroke={1.9} aria-hidden />}
        until={impersonation.until}
        way="Be yourself again"
        leave={becomeOneself}
      >
        <b>
          {impersonation.by}, you act as {user.firstName} {user.lastName}
        </b>{' '}
        until {at(impersonation.until)}. They were told. You sign and accept nothing. Reason: {impersonation.reason}
      </Banner>
    );
  if (breakGlass)
    return (
      <Banner
        icon={<IconAlertTriangle size={16} stroke={1.9} aria-hidden />}
        until={breakGlass.until}
        way="Sign out"
        leave={signOut}
      >
        <b>Emergency sign-in</b> until {at(breakGlass.until)}. Every super admin was told. You sign and accept nothing.
        Reason: {breakGlass.reason}
      </Banner>
    );
  return null;
}

const becomeOneself = (): Promise<void> =>
  session.changePerson(async () => {
    const { back } = await call(peopleDeskEndpoints.stopImpersonating, {});
    localStorage.removeItem(ACTIVE_PROFILE_KEY);
    return back ? '/admin/people' : '/login';
  });

const signOut = (): Promise<void> =>
  session.changePerson(async () => {
    await call(accountApi.logout, {});
    return '/login';
  });

/** Its end is kept to the second. */
function Banner({
  icon,
  until,
  way,
  leave,
  children,
}: {
  icon: ReactNode;
  until: string;
  way: string;
  leave: () => Promise<void>;
  children: ReactNode;
}) {
  const [busy, setBusy] = useState(false);

  useEffect(() => {
    const left = Date.parse(until) - serverClock.now();
    const timer = setTimeout(() => void leave().catch(() => location.assign('/login')), Math.max(0, left));
    return () => clearTimeout(timer);
  }, [until, leave]);

  return (
    <div className={styles.banner} role="alert">
      {icon}
      <p>{children}</p>
      <Button
        size="sm"
        busy={busy}
        onClick={() => {
          setBusy(true);
          void leave().catch(() => setBusy(false));
        }}
      >
        {way}
      </Button>
    </div>
  );
}
