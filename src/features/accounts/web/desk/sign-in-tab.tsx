import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { plural } from '../../../../core/phrases.ts';
import { Failure } from '../../../../ui/api/failure.tsx';
import { query, useCommand } from '../../../../ui/api/hooks.ts';
import { Button } from '../../../../ui/parts/button.tsx';
import { ConfirmDialog } from '../../../../ui/parts/confirm-dialog.tsx';
import { Facts } from '../../../../ui/parts/facts.tsx';
import { SectionHead } from '../../../../ui/parts/page-header.tsx';
import { toastDone } from '../../../../ui/parts/toast.tsx';
import { useViewer } from '../../../../ui/session/viewer.tsx';
import { formatInstant } from '../../../../ui/time/format.ts';
import { useNow } from '../../../../ui/time/use-now.ts';
import { type PersonView, peopleDeskEndpoints } from '../../contract/people-desk.ts';
import { securityEndpoints } from '../../contract/security.ts';
import styles from './desk.module.css';
import { ResetFactorDialog } from './reset-factor-dialog.tsx';

const { read, history, list, endSession, endSessions } = peopleDeskEndpoints;
const WAYS: Readonly<Record<string, string>> = { app: 'Authenticator app', email: 'E-mail', sms: 'Text' };

/** How a person signs in and where they are: sessions, second factor, suspension. */
export function SignInTab({ person }: { person: PersonView }) {
  const { time_zone: zone } = useViewer();
  const now = useNow(60_000);
  const [resetting, setResetting] = useState(false);
  const keeps = person.abilities.keep.allowed;
  const refresh = [read, history, list];
  const end = useCommand(endSession, { refresh, onSuccess: () => toastDone('The session is ended.') });
  const endAll = useCommand(endSessions, {
    refresh,
    onSuccess: ({ ended }) => toastDone(`${plural(ended, 'session')} ended.`),
  });
  const at = (instant: string) => formatInstant(instant, { zone, now });
  return (
    <>
      <section aria-labelledby="factor">
        <SectionHead
          title="Second factor"
          id="factor"
          action={
            keeps && person.second_factor.methods.length > 0 ? (
              <Button onClick={() => setResetting(true)}>Reset after a call-back</Button>
            ) : null
          }
        />
        {person.second_factor.methods.length === 0 ? (
          <p className={styles.quiet}>None is set up.</p>
        ) : (
          <Facts
            labelWidth={150}
            items={[
              ...person.second_factor.methods.map((one) => ({
                label: WAYS[one.method] ?? one.method,
                value: `since ${at(one.set_up_at)}`,
              })),
              { label: 'Recovery codes', value: `${person.second_factor.recovery_codes_left} left` },
              { label: 'Remembered browsers', value: String(person.second_factor.remembered_browsers) },
            ]}
          />
        )}
      </section>
      <section aria-labelledby="sessions">
        <SectionHead
          title="Signed in"
          id="sessions"
          action={
            keeps && person.sessions.length > 0 ? (
              <Button busy={endAll.isPending} onClick={() => endAll.mutate({ params: { id: person.id } })}>
                End all
              </Button>
            ) : null
          }
        />
        <Failure error={end.error ?? endAll.error} what="The session could not be ended." />
        {person.sessions.length === 0 ? <p className={styles.quiet}>Nowhere.</p> : null}
        <ul className={styles.rows}>
          {person.sessions.map((one) => (
            <li key={one.id} className={styles.row}>
              <div className={styles.words}>
                <p className={styles.name}>{one.acting ? `${one.acting}, acting as them` : one.device}</p>
                <p className={styles.quiet}>
                  {[one.ip, `since ${at(one.created_at)}`, `last used ${at(one.last_seen_at)}`]
                    .filter(Boolean)
                    .join(' · ')}
                </p>
              </div>
              {keeps ? (
                <Button
                  kind="quiet"
                  aria-label={`End the session on ${one.device}`}
                  busy={end.isPending && end.variables.params.session_id === one.id}
                  onClick={() => end.mutate({ params: { id: person.id, session_id: one.id } })}
                >
                  End
                </Button>
              ) : null}
            </li>
          ))}
        </ul>
      </section>
      <Suspension person={person} />
      {resetting ? <ResetFactorDialog person={person} onClose={() => setResetting(false)} /> : null}
    </>
  );
}

function Suspension({ person }: { person: PersonView }) {
  const client = useQueryClient();
  const { time_zone: zone } = useViewer();
  const [asking, setAsking] = useState<'suspend' | 'return' | null>(null);
  const again = () => client.invalidateQueries({ queryKey: query(read, { params: { id: person.id } }).queryKey });
  const suspend = useCommand(securityEndpoints.suspend, { refresh: [read, history, list] });
  const reinstate = useCommand(securityEndpoints.reinstate, { refresh: [read, history, list] });
  return (
    <section aria-labelledby="suspension">
      <SectionHead title="Suspension" id="suspension" />
      <div className={styles.row}>
        <p className={styles.words}>
          {person.suspended_at
            ? `Suspended since ${formatInstant(person.suspended_at, { zone })}. They cannot sign in.`
            : 'Not suspended.'}
        </p>
        {!person.abilities.keep.allowed ? null : person.suspended_at ? (
          <Button onClick={() => setAsking('return')}>Let them back in</Button>
        ) : (
          <Button onClick={() => setAsking('suspend')}>Suspend</Button>
        )}
      </div>
      <ConfirmDialog
        open={asking === 'suspend'}
        onClose={() => setAsking(null)}
        title={`Suspend ${person.name || person.email}?`}
        confirmLabel="Suspend them"
        cancelLabel="Keep them"
        reason={{ required: true, max: 500, note: 'Kept on the record.' }}
        onConfirm={async (reason) => {
          await suspend.mutateAsync({ params: { id: person.id }, body: { reason } });
          setAsking(null);
          toastDone('Suspended. Everything they had open has ended.');
          await again();
        }}
      >
        Their sessions and open pages end at once, and they cannot sign in until you let them back in. What they ordered
        or wrote stays.
      </ConfirmDialog>
      <ConfirmDialog
        open={asking === 'return'}
        onClose={() => setAsking(null)}
        title={`Let ${person.name || person.email} back in?`}
        confirmLabel="Let them back in"
        cancelLabel="Keep them out"
        reason={{ required: true, max: 500, note: 'Kept on the record.' }}
        onConfirm={async (reason) => {
          await reinstate.mutateAsync({ params: { id: person.id }, body: { reason } });
          setAsking(null);
          toastDone('They can sign in again.');
          await again();
        }}
      >
        They sign in with the password and second factor they had.
      </ConfirmDialog>
    </section>
  );
}
