import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Failure } from '../../../ui/api/failure.tsx';
import { useCommand } from '../../../ui/api/hooks.ts';
import { Button } from '../../../ui/parts/button.tsx';
import { ConfirmDialog } from '../../../ui/parts/confirm-dialog.tsx';
import { StatusText } from '../../../ui/parts/status.tsx';
import { toastDone } from '../../../ui/parts/toast.tsx';
import { useViewer } from '../../../ui/session/viewer.tsx';
import { formatInstant, formatNear } from '../../../ui/time/format.ts';
import { useNow } from '../../../ui/time/use-now.ts';
import type { Security } from '../contract/security.ts';
import { AccountSection } from './account-layout.tsx';
import { securityApi } from './security-api.ts';
import styles from './security.module.css';

/** Where one is signed in, and the browsers that are not asked for the second factor. */
export function SecurityPlaces({ security, refresh }: { security: Security; refresh: () => Promise<void> }) {
  const { time_zone: zone } = useViewer();
  const now = useNow(60_000);
  const [asking, setAsking] = useState(false);
  const end = useCommand(securityApi.endSession, {
    onSuccess: async () => {
      toastDone('That session was ended.');
      await refresh();
    },
    onError: () => void refresh(),
  });
  const endOthers = useCommand(securityApi.endOtherSessions, {
    onSuccess: async ({ ended }) => {
      setAsking(false);
      toastDone(ended === 1 ? 'One session was ended.' : `${ended} sessions were ended.`);
      await refresh();
    },
  });
  const forget = useCommand(securityApi.forgetDevice, {
    onSuccess: async () => {
      toastDone('That browser is asked again.');
      await refresh();
    },
    onError: () => void refresh(),
  });
  const others = security.sessions.filter((session) => !session.current);

  return (
    <>
      <AccountSection
        title="Where you are signed in"
        note="End any session you don’t recognize, then change your password."
        action={others.length > 0 ? <Button onClick={() => setAsking(true)}>End all others</Button> : null}
      >
        <Failure error={end.error} what="The session could not be ended." />
        <ul className={styles.rows}>
          {security.sessions.map((session) => (
            <Place key={session.id} device={session.device} handheld={session.handheld} current={session.current}>
              <p className={styles.quiet}>
                {session.ip ? `From ${session.ip}. ` : ''}
                {session.current
                  ? `Signed in ${formatInstant(session.created_at, { zone })}.`
                  : `Last seen ${inWords(formatNear(session.last_seen_at, { zone, now }))}, signed in ${formatInstant(session.created_at, { zone })}.`}
              </p>
              {session.current ? null : (
                <Button
                  busy={end.isPending && end.variables.params.id === session.id}
                  aria-label={`End the session in ${session.device}, from ${session.ip ?? 'an unknown address'}`}
                  onClick={() => end.mutate({ params: { id: session.id } })}
                >
                  End
                </Button>
              )}
            </Place>
          ))}
        </ul>
      </AccountSection>

      {security.devices.length > 0 ? (
        <AccountSection title="Remembered browsers" note="These are not asked for the second step.">
          <Failure error={forget.error} what="The browser could not be forgotten." />
          <ul className={styles.rows}>
            {security.devices.map((device) => (
              <Place key={device.id} device={device.device} handheld={device.handheld} current={device.current}>
                <p className={styles.quiet}>
                  {device.ip ? `From ${device.ip}. ` : ''}
                  {`Last used ${inWords(formatNear(device.last_used_at, { zone, now }))}, remembered until ${formatInstant(device.expires_at, { zone })}.`}
                </p>
                <Button
                  busy={forget.isPending && forget.variables.params.id === device.id}
                  aria-label={`Forget ${device.device}`}
                  onClick={() => forget.mutate({ params: { id: device.id } })}
                >
                  Forget
                </Button>
              </Place>
            ))}
          </ul>
        </AccountSection>
      ) : null}

      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={others.length === 1 ? 'End the other session?' : `End ${others.length} other sessions?`}
        confirmLabel="End all others"
        cancelLabel="Keep them"
        onConfirm={async () => {
          await endOthers.mutateAsync({});
        }}
      >
        Pages open there are closed at once. Drafts that were saved stay.
      </ConfirmDialog>
    </>
  );
}

/** An instant within a sentence. */
const inWords = (near: string): string => near.replace(/^(Today|Yesterday|Tomorrow)/, (day) => day.toLowerCase());

function Place({
  device,
  handheld,
  current,
  children: [facts, act],
}: {
  device: string;
  handheld: boolean;
  current: boolean;
  children: [ReactNode, ReactNode];
}) {
  const Sign = handheld ? IconDeviceMobile : IconDeviceDesktop;
  return (
    <li className={styles.row}>
      <Sign size={20} stroke={1.75} aria-hidden />
      <div className={styles.words}>
        <h3 className={styles.name}>
          {device}
          {current ? <StatusText label="This browser" tone="ok" share={1} /> : null}
        </h3>
        {facts}
      </div>
      <div className={styles.rowActs}>{act}</div>
    </li>
  );
}
