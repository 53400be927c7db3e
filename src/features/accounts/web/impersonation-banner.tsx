import { IconEye } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { call, session } from '../../../ui/api/client.ts';
import { Button } from '../../../ui/parts/button.tsx';
import { formatTime } from '../../../ui/time/format.ts';
import { serverClock } from '../../../ui/time/server-clock.ts';
import { peopleDeskEndpoints } from '../contract/people-desk.ts';
import { ACTIVE_PROFILE_KEY } from '../rules.ts';
import type { CurrentUser } from './current-user.ts';
import styles from './impersonation-banner.module.css';

const stop = (): Promise<void> =>
  session.changePerson(async () => {
    const { back } = await call(peopleDeskEndpoints.stopImpersonating, {});
    localStorage.removeItem(ACTIVE_PROFILE_KEY);
    return back ? '/admin/people' : '/login';
  });

/** While a super admin acts as this person: above every page, never folded, with the way back. Its end is kept to the second. */
export function ImpersonationBanner({ user }: { user: CurrentUser }) {
  const [busy, setBusy] = useState(false);
  const until = user.impersonation?.until ?? null;

  useEffect(() => {
    if (until === null) return undefined;
    const left = Date.parse(until) - serverClock.now();
    const timer = setTimeout(() => void stop().catch(() => location.assign('/login')), Math.max(0, left));
    return () => clearTimeout(timer);
  }, [until]);

  if (!user.impersonation || until === null) return null;
  return (
    <div className={styles.banner} role="alert">
      <IconEye size={16} stroke={1.9} aria-hidden />
      <p>
        <b>
          {user.impersonation.by}, you act as {user.firstName} {user.lastName}
        </b>{' '}
        until {formatTime(until, { zone: user.timeZone })}. You sign and accept nothing. Reason:{' '}
        {user.impersonation.reason}
      </p>
      <Button
        size="sm"
        busy={busy}
        onClick={() => {
          setBusy(true);
          void stop().catch(() => setBusy(false));
        }}
      >
        Be yourself again
      </Button>
    </div>
  );
}
