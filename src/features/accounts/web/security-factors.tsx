import { type Icon, IconDeviceMobileMessage, IconKey, IconMail, IconQrcode } from '@tabler/icons-react';
import { useState } from 'react';
import { call } from '../../../ui/api/client.ts';
import { Button } from '../../../ui/parts/button.tsx';
import { ConfirmDialog } from '../../../ui/parts/confirm-dialog.tsx';
import { InlineNotice } from '../../../ui/parts/notice.tsx';
import { StatusText } from '../../../ui/parts/status.tsx';
import { toastDone } from '../../../ui/parts/toast.tsx';
import { useViewer } from '../../../ui/session/viewer.tsx';
import { formatInstant } from '../../../ui/time/format.ts';
import type { Security } from '../contract/security.ts';
import { type FactorMethod, RECOVERY_COUNT, RECOVERY_LOW } from '../rules.ts';
import { AccountSection } from './account-layout.tsx';
import { FormFailure } from './entry-layout.tsx';
import { FactorSteps, useFactorSetup } from './factor-setup.tsx';
import { proofFirst } from './proof-first.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import { securityApi } from './security-api.ts';
import styles from './security.module.css';

type Way = Security['methods'][number];

const WAYS: Record<FactorMethod, { icon: Icon; name: string; help: (way: Way) => string }> = {
  app: {
    icon: IconQrcode,
    name: 'Authenticator app',
    help: () => 'Codes from an app on your phone. Works without a connection.',
  },
  email: { icon: IconMail, name: 'Codes by e-mail', help: ({ target }) => `Sent to ${target ?? 'your address'}.` },
  sms: {
    icon: IconDeviceMobileMessage,
    name: 'Codes by text',
    help: ({ target }) =>
      target
        ? `Sent to ${target}. An app is safer: texts can be read or redirected on their way.`
        : 'Add and verify your mobile number under Personal info first.',
  },
};

/** The second factor and its recovery codes. */
export function SecurityFactors({ security, refresh }: { security: Security; refresh: () => Promise<void> }) {
  const begun = useFactorSetup();
  const [codes, setCodes] = useState<string[] | null>(null);
  const [removing, setRemoving] = useState<FactorMethod | null>(null);
  const [renewing, setRenewing] = useState(false);
  const isOn = security.methods.some((way) => way.set_up_at !== null);

  async function remove(method: FactorMethod) {
    await call(securityApi.removeFactor, { params: { method } });
    setRemoving(null);
    toastDone(`${WAYS[method].name}: turned off.`);
    await refresh();
  }
  async function renew() {
    const made = await call(securityApi.recoveryCodes, {});
    setRenewing(false);
    setCodes(made.recovery_codes);
    await refresh();
  }

  return (
    <>
      <AccountSection
        title="Second step at sign-in"
        note={
          security.required_by === null
            ? 'With one, your password alone opens nothing.'
            : `${security.required_by === 'role' ? 'Your role' : 'Your organization'} requires one.`
        }
      >
        <FormFailure>{begun.failure}</FormFailure>
        <ul className={styles.rows}>
          {security.methods.map((way) => (
            <FactorRow
              key={way.method}
              way={way}
              begun={begun}
              onRemove={() => proofFirst(security.recent_until, () => setRemoving(way.method))}
              onDone={(made) => {
                begun.end();
                if (made.length > 0) setCodes(made);
                toastDone(`${WAYS[way.method].name}: turned on.`);
                void refresh();
              }}
            />
          ))}
        </ul>
      </AccountSection>

      {codes ? (
        <RecoveryCodes codes={codes} onKept={() => setCodes(null)} />
      ) : isOn ? (
        <AccountSection
          title="Recovery codes"
          note="Each gets you in once if you have neither your phone nor your e-mail."
          action={
            <Button onClick={() => proofFirst(security.recent_until, () => setRenewing(true))}>Make new codes</Button>
          }
        >
          <CodesLeft security={security} />
        </AccountSection>
      ) : null}

      <ConfirmDialog
        open={removing !== null}
        onClose={() => setRemoving(null)}
        title={removing ? `Turn off: ${WAYS[removing].name}?` : ''}
        confirmLabel="Turn it off"
        cancelLabel="Keep it"
        onConfirm={() => (removing ? remove(removing) : undefined)}
      >
        {security.methods.filter((way) => way.set_up_at !== null).length === 1
          ? 'It is your only one: from now on your password alone opens your account. Recovery codes and remembered browsers go, too.'
          : 'Sign-ins can no longer be confirmed this way.'}
      </ConfirmDialog>
      <ConfirmDialog
        open={renewing}
        onClose={() => setRenewing(false)}
        title="Make ten new codes?"
        confirmLabel="Make new codes"
        cancelLabel="Keep the old ones"
        onConfirm={renew}
      >
        The codes you have now stop working at once.
      </ConfirmDialog>
    </>
  );
}

function FactorRow({
  way,
  begun,
  onRemove,
  onDone,
}: {
  way: Way;
  begun: ReturnType<typeof useFactorSetup>;
  onRemove: () => void;
  onDone: (codes: string[]) => void;
}) {
  const { time_zone: zone } = useViewer();
  const { icon: Sign, name, help } = WAYS[way.method];
  const isOn = way.set_up_at !== null;
  const isOpen = begun.setup?.method === way.method;
  return (
    <li className={styles.row}>
      <Sign size={20} stroke={1.75} aria-hidden />
      <div className={styles.words}>
        <h3 className={styles.name}>
          {name}
          <StatusText label={isOn ? 'On' : 'Off'} tone={isOn ? 'ok' : 'neutral'} share={isOn ? 1 : 0} />
        </h3>
        <p className={styles.quiet}>
          {help(way)}
          {way.set_up_at ? ` Since ${formatInstant(way.set_up_at, { zone })}.` : ''}
        </p>
      </div>
      <div className={styles.rowActs}>
        {isOpen ? null : way.method === 'app' || !isOn ? (
          <Button
            disabled={!way.possible}
            busy={begun.busy === way.method}
            aria-label={`${isOn ? 'Change' : 'Set up'}: ${name}`}
            onClick={() => void begun.begin(way.method)}
          >
            {isOn ? 'Change' : 'Set up'}
          </Button>
        ) : null}
        {isOn && !isOpen ? (
          <Button kind="quiet" aria-label={`Turn off: ${name}`} onClick={onRemove}>
            Turn off
          </Button>
        ) : null}
      </div>
      {isOpen && begun.setup ? (
        <div className={styles.panel}>
          <FactorSteps setup={begun.setup} onDone={onDone} onCancel={begun.end} />
        </div>
      ) : null}
    </li>
  );
}

function CodesLeft({ security: { recovery } }: { security: Security }) {
  const { time_zone: zone } = useViewer();
  if (!recovery) return <InlineNotice kind="warn">You have none. Make new ones and save them.</InlineNotice>;
  const words = `${recovery.left} of ${RECOVERY_COUNT} unused, made ${formatInstant(recovery.made_at, { zone })}.`;
  if (recovery.left >= RECOVERY_LOW)
    return (
      <p className={styles.name}>
        <IconKey size={18} stroke={1.75} aria-hidden /> {words}
      </p>
    );
  return <InlineNotice kind="warn">{words} Make new ones before they run out.</InlineNotice>;
}
