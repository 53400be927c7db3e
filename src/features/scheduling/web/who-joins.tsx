import { isAssistant } from '../../../core/actor.ts';
import { fullName } from '../../../core/names.ts';
import { IconUserPlus, IconX } from '@tabler/icons-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { Kind } from '../../../core/kinds.ts';
import { Failure } from '../../../ui/api/failure.tsx';
import { useCommand } from '../../../ui/api/hooks.ts';
import { focusPath } from '../../../ui/form/field.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { Button, IconButton } from '../../../ui/parts/button.tsx';
import { SideAvatar } from '../../../ui/parts/side-avatar.tsx';
import { toastDone } from '../../../ui/parts/toast.tsx';
import { useViewer } from '../../../ui/session/viewer.tsx';
import { type ScheduleView, schedulingEndpoints } from '../contract.ts';
import { TOUCHED } from './use-schedule.ts';
import styles from './scheduling.module.css';

/** Whether the reader is the requester of this review, as far as its schedule tells. */
export function useIsRequester(schedule: ScheduleView): boolean {
  const viewer = useViewer();
  return viewer.side === 'requester' && fullName(viewer) === schedule.requester.label;
}

/** Everybody on the call: requester, expert, the people invited; inviting and taking off where the reader may. */
export function WhoJoins({ kind, schedule }: { kind: Kind; schedule: ScheduleView }) {
  const viewer = useViewer();
  const mine = useIsRequester(schedule);
  const [inviting, setInviting] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const remove = useCommand(schedulingEndpoints.uninvite, { refresh: TOUCHED });
  const params = { id: schedule.review_id };
  return (
    <div>
      <ul className={styles.people} aria-label="Who joins">
        <li>
          <SideAvatar name={schedule.requester.label} seat="requester" />
          <span>
            {mine ? 'You' : schedule.requester.label} <span className={styles.quiet}>host</span>
          </span>
        </li>
        {schedule.expert ? (
          <li>
            <SideAvatar name={schedule.expert.name} seat="expert" />
            <span>
              {viewer.side === 'expert' && !isAssistant(viewer.kind) ? 'You' : schedule.expert.label}{' '}
              <span className={styles.quiet}>expert</span>
            </span>
          </li>
        ) : null}
        {schedule.attendees.map((one) => (
          <li key={one.id}>
            <SideAvatar name={one.name} seat="requester" />
            <span>
              {one.name} {one.role ? <span className={styles.quiet}>{one.role}</span> : null}
            </span>
            {schedule.can.invite ? (
              <IconButton
                label={`Take ${one.name} off the call`}
                disabled={remove.isPending}
                onClick={() =>
                  remove.mutate(
                    { kind, params, body: { attendee_id: one.id } },
                    { onSuccess: () => toastDone(`${one.name} is off the call.`) },
                  )
                }
              >
                <IconX stroke={1.75} />
              </IconButton>
            ) : null}
          </li>
        ))}
      </ul>
      <Failure error={remove.error} what="This person could not be taken off the call." />
      {schedule.can.invite ? (
        inviting ? (
          <InviteForm
            kind={kind}
            reviewId={schedule.review_id}
            onClose={() => {
              setInviting(false);
              requestAnimationFrame(() => opener.current?.focus());
            }}
          />
        ) : (
          <Button
            ref={opener}
            kind="quiet"
            className={styles.flush}
            icon={<IconUserPlus stroke={1.75} />}
            onClick={() => setInviting(true)}
          >
            Invite someone
          </Button>
        )
      ) : null}
    </div>
  );
}

function InviteForm({ kind, reviewId, onClose }: { kind: Kind; reviewId: number; onClose: () => void }) {
  const [fields, setFields] = useState({ name: '', email: '', role: '' });
  const [faults, setFaults] = useState<Record<string, string>>({});
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), []);
  const invite = useCommand(schedulingEndpoints.invite, {
    refresh: TOUCHED,
    onError: (error) => {
      setFaults(Object.fromEntries(error.errors.map((e) => [e.path, e.message])));
      const [fault] = error.errors;
      if (fault) focusPath(fault.path);
    },
    onSuccess: () => {
      toastDone(`${fields.name.trim()} is invited to the call.`);
      onClose();
    },
  });
  const set = (name: keyof typeof fields) => (value: string) => {
    setFields((now) => ({ ...now, [name]: value }));
    setFaults({});
  };
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (invite.isPending) return;
    const found: Record<string, string> = {};
    if (fields.name.trim() === '') found.name = 'Write the name.';
    if (!/^\S+@\S+\.\S+$/.test(fields.email.trim())) found.email = 'The invitation goes by e-mail: write the address.';
    setFaults(found);
    const [missing] = Object.keys(found);
    if (missing) focusPath(missing);
    else
      invite.mutate({
        kind,
        params: { id: reviewId },
        body: { name: fields.name.trim(), email: fields.email.trim(), role: fields.role.trim() },
      });
  };
  return (
    <form className={styles.reason} onSubmit={send} noValidate aria-label="Invite someone">
      <TextField path="name" label="Name" ref={first} value={fields.name} error={faults.name} onChange={set('name')} />
      <TextField
        path="email"
        label="E-mail"
        type="email"
        inputMode="email"
        value={fields.email}
        error={faults.email}
        onChange={set('email')}
      />
      <TextField
        path="role"
        label="Role"
        optional
        help="As the others should know them: defense counsel, adjuster."
        maxLength={100}
        value={fields.role}
        error={faults.role}
        onChange={set('role')}
      />
      {invite.error && invite.error.errors.length === 0 ? (
        <Failure error={invite.error} what="The invitation could not be sent." />
      ) : null}
      <div className={styles.acts}>
        <Button type="submit" busy={invite.isPending}>
          Send the invitation
        </Button>
        <Button kind="quiet" onClick={onClose}>
          Leave it
        </Button>
      </div>
    </form>
  );
}
