import { useState } from 'react';
import { call } from '../../../ui/api/client.ts';
import { Button, TextButton } from '../../../ui/parts/button.tsx';
import { TextLink } from '../../../ui/parts/link.tsx';
import type { Waiting } from '../contract/security.ts';
import type { FactorMethod } from '../rules.ts';
import { accountApi } from './api.ts';
import { EntryLayout, FormFailure } from './entry-layout.tsx';
import { FactorSteps, useFactorSetup } from './factor-setup.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { SecondFactorForm } from './second-factor-form.tsx';
import styles from './entry.module.css';

/** Leaves a sign-in that is not finished. A full load: nothing of it stays. */
async function startOver(): Promise<void> {
  await call(accountApi.logout, {}).catch(() => undefined);
  location.replace('/login');
}
/** A full load: the program begins anew as the person who is now signed in. */
const goOn = (target: string | null) => location.replace(target ?? '/');

/** Confirming a sign-in, or setting up what will confirm the next ones, before anything else. */
export function VerifySignIn({ waiting, target }: { waiting: Waiting; target: string | null }) {
  if (waiting.waits_for === 'setup') return <SetUpFirst waiting={waiting} target={target} />;
  return (
    <EntryLayout title="Confirm it is you" lead="Your password is correct. One more step keeps others out.">
      <SecondFactorForm onProved={() => goOn(target)} onEnded={() => void startOver()} />
      <p className={styles.help}>
        None of these works? <TextLink href="/contact?reason=access">Write to us</TextLink>
      </p>
      <p className={styles.helpNext}>
        <TextButton onClick={() => void startOver()}>Sign in as someone else</TextButton>
      </p>
    </EntryLayout>
  );
}

const WAYS: Record<FactorMethod, { title: string; help: string }> = {
  app: { title: 'Authenticator app', help: 'Codes from an app on your phone. Works without a connection.' },
  email: { title: 'Codes by e-mail', help: 'We send a code to your address at each sign-in.' },
  sms: {
    title: 'Codes by text',
    help: 'We send a code to your mobile number at each sign-in. An app is safer: texts can be redirected.',
  },
};

function SetUpFirst({ waiting, target }: { waiting: Waiting; target: string | null }) {
  const { setup, busy, failure, begin, end } = useFactorSetup();
  const [codes, setCodes] = useState<string[] | null>(null);
  const who = waiting.required_by === 'role' ? 'Staff of Peritus' : 'Your organization';

  if (codes) {
    return (
      <EntryLayout title="It is turned on" lead="From now on, signing in takes your password and a code.">
        <RecoveryCodes codes={codes} onKept={() => goOn(target)} />
      </EntryLayout>
    );
  }
  return (
    <EntryLayout
      title="Set up a second step"
      focusTitle
      lead={`${who} ${waiting.required_by === 'role' ? 'confirm' : 'asks people to confirm'} each sign-in with more than a password. Set it up once; it takes two minutes.`}
    >
      {setup ? (
        <FactorSteps
          setup={setup}
          onDone={(made) => (made.length > 0 ? setCodes(made) : goOn(target))}
          onCancel={end}
        />
      ) : (
        <div className={styles.form}>
          <FormFailure>{failure}</FormFailure>
          {waiting.possible.map((method, index) => (
            <div key={method} className={styles.way}>
              <h2>{WAYS[method].title}</h2>
              <p className={styles.small}>{WAYS[method].help}</p>
              <Button
                kind={index === 0 ? 'primary' : 'default'}
                busy={busy === method}
                onClick={() => void begin(method)}
                aria-label={`Set up: ${WAYS[method].title}`}
              >
                Set up
              </Button>
            </div>
          ))}
        </div>
      )}
      <p className={styles.help}>
        <TextButton onClick={() => void startOver()}>Sign in as someone else</TextButton>
      </p>
    </EntryLayout>
  );
}
