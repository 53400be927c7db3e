import type { FormEvent } from 'react';
import { formatCents } from '../../../core/money.ts';
import { US_ZONES } from '../../../core/us-zones.ts';
import { useCommand } from '../../../ui/api/hooks.ts';
import { DateField } from '../../../ui/form/date-field.tsx';
import { NumberField } from '../../../ui/form/number-field.tsx';
import { RepeatableRows } from '../../../ui/form/repeatable-rows.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { TextArea, TextField } from '../../../ui/form/text-field.tsx';
import { useFaults } from '../../../ui/form/use-faults.ts';
import { useKept } from '../../../ui/form/use-kept.ts';
import { FieldPair, InlineEnds } from '../../../ui/form/inline-form.tsx';
import { toastDone } from '../../../ui/parts/toast.tsx';
import { dayOf } from '../../../ui/time/format.ts';
import { type SessionView, testimonyEndpoints } from '../contract.ts';
import { ATTENDEE_ROLES, type AttendeeRole, ATTENDEES_MOST, SESSION_TYPE_NAMES, SESSION_TYPES } from '../rules.ts';
import { instantOf, timeOf } from '../../../ui/time/time-field.ts';
import { type OfSessions, TOUCHED } from './touched.ts';
import styles from './testimony.module.css';

interface Written {
  type: string;
  day: string | null;
  time: string;
  hours: number | null;
  zone: string;
  place: string;
  link: string;
  note: string;
  reason: string;
  attendees: { id: string; name: string; role: AttendeeRole }[];
}
const ROLES = Object.entries(ATTENDEE_ROLES).map(([value, label]) => ({ value, label }));
const isRole = (value: string | null): value is AttendeeRole => value !== null && value in ATTENDEE_ROLES;
const typeOf = (value: string) => SESSION_TYPE_NAMES.find((one) => one === value) ?? 'deposition';

/** Asks for a session, or changes `session`. What is written is kept on this device until it is sent. */
export function SessionForm({
  kind,
  view,
  session,
  onDone,
}: OfSessions & { session: SessionView | null; onDone: () => void }) {
  const [written, setWritten, forget] = useKept<Written>(
    // a draft is of the time that was read
    `testimony-${view.review_id}-${session ? `${session.id}-${session.starts_at}` : 'new'}`,
    {
      type: session?.type ?? 'deposition',
      day: session ? dayOf(session.starts_at, session.zone) : null,
      time: session ? timeOf(session.starts_at, session.zone) : '',
      hours: session ? session.minutes / 60 : null,
      zone: session?.zone ?? view.time_zone,
      place: session?.place ?? '',
      link: session?.link ?? '',
      note: session?.note ?? '',
      reason: '',
      attendees: (session?.attendees ?? []).map((one, at) => ({ id: String(at), ...one })),
    },
  );
  const saved = (words: string) => () => {
    forget();
    onDone();
    toastDone(words);
  };
  const ask = useCommand(testimonyEndpoints.ask, {
    refresh: TOUCHED,
    onSuccess: saved('Asked for. The expert is told.'),
  });
  const move = useCommand(testimonyEndpoints.move, {
    refresh: TOUCHED,
    onSuccess: saved('Changed. The expert is told.'),
  });
  const { error, isPending } = session ? move : ask;
  const put = (more: Partial<Written>) => setWritten({ ...written, ...more });
  const starts_at = instantOf(written.day, written.time, written.zone);
  const otherTime = session !== null && starts_at !== null && starts_at !== session.starts_at;
  const cost = otherTime ? (session.calling_off_cents ?? 0) : 0;
  const named = written.attendees.filter(({ name }) => name.trim() !== '');
  const nowhere = written.place.trim() === '' && written.link.trim() === '';
  const { form, at, passes } = useFaults(
    [
      written.day === null && { path: 'day', message: 'Choose the day.' },
      starts_at === null && written.day !== null && { path: 'time', message: 'Enter a time there is on that day.' },
      !((written.hours ?? 0) > 0) && { path: 'minutes', message: 'Enter how long.' },
      nowhere && { path: 'place', message: 'Enter the place, or the link of the video.' },
      session !== null && written.reason.trim() === '' && { path: 'reason', message: 'Say why.' },
    ],
    error,
  );
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (!passes() || isPending || starts_at === null) return;
    const body = {
      starts_at,
      minutes: Math.round((written.hours ?? 0) * 60),
      zone: written.zone,
      place: written.place,
      link: written.link,
      note: written.note,
      attendees: named.map(({ name, role }) => ({ name, role })),
    };
    if (session)
      move.mutate({
        kind,
        params: { id: view.review_id, sessionId: session.id },
        body: { ...body, reason: written.reason, confirmed_cents: cost, was: session.starts_at },
      });
    else ask.mutate({ kind, params: { id: view.review_id }, body: { ...body, type: typeOf(written.type) } });
  };
  const zones = US_ZONES.some(({ value }) => value === written.zone)
    ? [...US_ZONES]
    : [{ value: written.zone, label: written.zone }, ...US_ZONES];
  return (
    <form
      ref={form}
      className={styles.form}
      onSubmit={send}
      noValidate
      aria-label={session ? 'Change time or place' : 'Ask for a session'}
    >
      {session ? null : (
        <SelectField
          path="type"
          label="What"
          value={written.type}
          onChange={(type) => put({ type: typeOf(type ?? '') })}
          options={SESSION_TYPE_NAMES.map((value) => ({ value, label: SESSION_TYPES[value].title }))}
          searchable={false}
          error={at('type')}
        />
      )}
      <FieldPair>
        <DateField
          path="day"
          label="Day"
          min={view.today}
          value={written.day}
          onChange={(day) => put({ day })}
          error={at('day') ?? at('starts_at')}
        />
        <TextField
          path="time"
          label="Begins at"
          type="time"
          value={written.time}
          onChange={(time) => put({ time })}
          error={at('time')}
        />
        <SelectField
          path="zone"
          label="Time zone there"
          options={zones}
          value={written.zone}
          onChange={(zone) => put({ zone: zone ?? written.zone })}
          error={at('zone')}
        />
        <NumberField
          path="minutes"
          label="Expected to take"
          decimals={1}
          unit="hours"
          help="These hours are approved for it."
          value={written.hours}
          onChange={(hours) => put({ hours })}
          error={at('minutes')}
        />
      </FieldPair>
      <TextField
        path="place"
        label="Place"
        optional
        help="An address, or leave it out where it is by video alone."
        value={written.place}
        onChange={(place) => put({ place })}
        maxLength={300}
        error={at('place')}
      />
      <TextField
        path="link"
        label="Link of the video"
        optional
        type="url"
        value={written.link}
        onChange={(link) => put({ link })}
        maxLength={500}
        error={at('link')}
      />
      <RepeatableRows
        path="attendees"
        label="Who will be there"
        optional
        rowName="person"
        addLabel="Add a person"
        ordered={false}
        max={ATTENDEES_MOST}
        rows={written.attendees}
        onChange={(attendees) => put({ attendees })}
        newRow={() => ({ id: crypto.randomUUID(), name: '', role: 'opposing_counsel' as AttendeeRole })}
      >
        {(row, at, update) => (
          <FieldPair>
            <TextField
              path={`attendees.${at}.name`}
              label="Name"
              value={row.name}
              onChange={(name) => update({ ...row, name })}
              maxLength={120}
            />
            <SelectField
              path={`attendees.${at}.role`}
              label="Comes as"
              options={ROLES}
              searchable={false}
              value={row.role}
              onChange={(role) => update({ ...row, role: isRole(role) ? role : row.role })}
            />
          </FieldPair>
        )}
      </RepeatableRows>
      <TextArea
        path="note"
        label="What to bring or read"
        optional
        rows={2}
        max={2000}
        counted={false}
        value={written.note}
        onChange={(note) => put({ note })}
      />
      {session ? (
        <TextArea
          path="reason"
          label="Why is it changed?"
          help={
            cost > 0
              ? `The expert reads this. ${formatCents(cost)} is charged for moving it this late, as agreed.`
              : 'The expert reads this.'
          }
          rows={2}
          max={2000}
          counted={false}
          value={written.reason}
          onChange={(reason) => put({ reason })}
          error={at('reason')}
        />
      ) : null}
      <InlineEnds error={error} placed what="It could not be sent." busy={isPending} primary onLeave={onDone}>
        {session ? (cost > 0 ? `Change it for ${formatCents(cost)}` : 'Change it') : 'Ask the expert'}
      </InlineEnds>
    </form>
  );
}
