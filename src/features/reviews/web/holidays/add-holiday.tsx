import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { KINDS } from '../../../../core/kinds.ts';
import { plural } from '../../../../core/phrases.ts';
import { US_STATES } from '../../../../core/us-states.ts';
import { query, useCommand } from '../../../../ui/api/hooks.ts';
import { DateField } from '../../../../ui/form/date-field.tsx';
import { Ends } from '../../../../ui/form/ends.tsx';
import { SelectField } from '../../../../ui/form/select-field.tsx';
import { TextField } from '../../../../ui/form/text-field.tsx';
import { Dialog } from '../../../../ui/parts/dialog.tsx';
import { TextLink } from '../../../../ui/parts/link.tsx';
import { toastDone } from '../../../../ui/parts/toast.tsx';
import { useViewer } from '../../../../ui/session/viewer.tsx';
import { formatInstant } from '../../../../ui/time/format.ts';
import { useNow } from '../../../../ui/time/use-now.ts';
import { type HolidayEffect, holidayEndpoints } from '../../contract/holidays.ts';
import { HOLIDAY_REASON_MAX } from '../../rules/holiday-place.ts';
import styles from './holidays.module.css';

type StateCode = (typeof US_STATES)[number][0];

/** One more day on which business days do not count, with what it would concern before it is added. */
export function AddHoliday({ state: shown, onClose }: { state: StateCode | null; onClose: () => void }) {
  const [day, setDay] = useState<string | null>(null);
  const [state, setState] = useState(shown);
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  const [key] = useState(() => crypto.randomUUID());
  const effect = useQuery({
    ...query(holidayEndpoints.effect, { query: { day: day ?? '', ...(state === null ? {} : { state }) } }),
    enabled: day !== null,
  });
  const add = useCommand(holidayEndpoints.add, {
    refresh: [holidayEndpoints.calendar, holidayEndpoints.effect],
    onSuccess: () => {
      toastDone('Added. What is counted from now on leaves it out.');
      onClose();
    },
  });
  const send = (event: FormEvent) => {
    event.preventDefault();
    setMissing(true);
    if (day === null || reason.trim() === '' || add.isPending) return;
    add.mutate({ body: { day, state, reason }, idempotencyKey: `${key} ${day} ${state} ${reason}` });
  };
  const fault = day === null ? null : (effect.data?.fault ?? null);
  return (
    <Dialog title="Add a day" onClose={onClose}>
      <form className={styles.form} noValidate onSubmit={send}>
        <DateField
          path="day"
          label="Day"
          required
          value={day}
          onChange={setDay}
          error={missing && day === null ? 'Choose a day.' : (fault ?? add.error?.errors[0]?.message)}
        />
        <SelectField
          path="state"
          label="Where it holds"
          value={state}
          clearable
          placeholder="Everywhere"
          options={US_STATES.map(([value, label]) => ({ value, label }))}
          onChange={(value) => setState(US_STATES.find(([code]) => code === value)?.[0] ?? null)}
        />
        <TextField
          path="reason"
          label="Reason"
          help="Shown beside the day, such as “National day of mourning”."
          required
          maxLength={HOLIDAY_REASON_MAX}
          value={reason}
          onChange={setReason}
          error={missing && reason.trim() === '' ? 'Say why the day does not count.' : null}
        />
        {effect.data && fault === null ? <Effect effect={effect.data} /> : null}
        <Ends what={add.error} busy={add.isPending} save="Add the day" onClose={onClose} />
      </form>
    </Dialog>
  );
}

function Effect({ effect }: { effect: HolidayEffect }) {
  const { time_zone: zone } = useViewer();
  const now = useNow(60_000);
  if (effect.total === 0) return <p className={styles.quiet}>No open review there is due on that day or later.</p>;
  const more = effect.total - effect.data.length;
  return (
    <div className={styles.effect} role="status">
      <p className={styles.quiet}>
        {plural(effect.total, 'open review is', 'open reviews are')} due on that day or later. Each keeps the due time
        it has; from its next step on, and after a pause, the day is left out.
      </p>
      <ul className={styles.reviews}>
        {effect.data.map(({ id, kind, number, due_at }) => (
          <li key={id}>
            <TextLink href={`/${KINDS[kind].slug}/${id}`}>{number}</TextLink> due {formatInstant(due_at, { zone, now })}
          </li>
        ))}
        {more > 0 ? <li>and {more} more</li> : null}
      </ul>
    </div>
  );
}
