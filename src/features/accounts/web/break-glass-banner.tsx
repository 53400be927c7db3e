import { IconAlertTriangle } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { call, session } from '../../../ui/api/client.ts';
import { Button } from '../../../ui/parts/button.tsx';
import { formatTime } from '../../../ui/time/format.ts';
import { serverClock } from '../../../ui/time/server-clock.ts';
import { accountApi } from './api.ts';
import type { CurrentUser } from './current-user.ts';
import styles from './impersonation-banner.module.css';

const leave = (): Promise<void> =>
  session.changePerson(async () => {
    await call(accountApi.logout, {});
    return '/login';
  });

/** In a session that was opened by command: above every page, never folded, with the way out. Its end is kept to the second. */
export function BreakGlassBanner({ user }: { user: CurrentUser }) {
  const [busy, setBusy] = useState(false);
  const until = user.breakGlass?.until ?? null;

  useEffect(() => {
    if (until === null) return undefined;
    const left = Date.parse(until) - serverClock.now();
    const timer = setTimeout(() => void leave().catch(() => location.assign('/login')), Math.max(0, left));
    return () => clearTimeout(timer);
  }, [until]);

  if (!user.breakGlass || until === null) return null;
  return (
    <div className={styles.banner} role="alert">
      <IconAlertTriangle size={16} stroke={1.9} aria-hidden />
      <p>
        <b>Emergency sign-in</b> until {formatTime(until, { zone: user.timeZone })}: every super admin was told, and
        everything you do is recorded as such. You sign and accept nothing. Reason: {user.breakGlass.reason}
      </p>
      <Button
        size="sm"
        busy={busy}
        onClick={() => {
          setBusy(true);
          void leave().catch(() => setBusy(false));
        }}
      >
        Sign out
      </Button>
    </div>
  );
}
