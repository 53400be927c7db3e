import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { query, useCommand } from '../../../ui/api/hooks.ts';
import { CheckboxField, SwitchField } from '../../../ui/form/choice.tsx';
import { DateField } from '../../../ui/form/date-field.tsx';
import { ErrorSummary, errorAt } from '../../../ui/form/error-summary.tsx';
import { FieldError } from '../../../ui/form/field.tsx';
import { RepeatableRows } from '../../../ui/form/repeatable-rows.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { Button } from '../../../ui/parts/button.tsx';
import { cx } from '../../../ui/parts/common.ts';
import { SkeletonRows } from '../../../ui/parts/empty.tsx';
import { InlineError, InlineNotice } from '../../../ui/parts/notice.tsx';
import { toastDone } from '../../../ui/parts/toast.tsx';
import { useViewer } from '../../../ui/session/viewer.tsx';
import { dayOf, zoneCity, zoneShort } from '../../../ui/time/format.ts';
import { useNow } from '../../../ui/time/use-now.ts';
import type { Hours } from '../contract/account.ts';
import { blackoutFaults, BLACKOUTS_MAX, hoursFaults, WEEKDAYS, type Weekday } from '../rules.ts';
import { AccountLayout, AccountSection } from './account-layout.tsx';
import { accountApi } from './api.ts';
import { failureWords } from './use-faults.ts';
import { Unsaved } from './unsaved.tsx';
import { useKept } from '../../../ui/form/use-kept.ts';
import styles from './account.module.css';

type Row = { id: string; from: string; until: string; note: string };
type Values = Omit<Hours, 'blackout_dates'> & { off: Row[] };

/** The hours one can be booked in, for each weekday, and the days one cannot. */
export function WorkingHoursPage() {
  const { time_zone } = useViewer();
  const now = useNow(60_000);
  const hours = useQuery({ ...query(accountApi.hours, {}), refetchOnWindowFocus: false });
  return (
    <AccountLayout
      title="Working hours"
      lead={`When calls with you can be set, in your time: ${zoneCity(time_zone)} (${zoneShort(now, { zone: time_zone })}).`}
    >
      {hours.isPending ? <SkeletonRows rows={7} columns={[30, 20, 20]} height={52} label="Loading your hours" /> : null}
      {hours.isError && !hours.data ? (
        <InlineError
          title="Your hours could not be loaded."
          reference={hours.error.reference}
          onRetry={() => void hours.refetch()}
        />
      ) : null}
      {hours.data ? <HoursForm stored={hours.data} /> : null}
    </AccountLayout>
  );
}

const NAMES: Record<Weekday, string> = {
  sunday: 'Sunday',
  monday: 'Monday',
  tuesday: 'Tuesday',
  wednesday: 'Wednesday',
  thursday: 'Thursday',
  friday: 'Friday',
  saturday: 'Saturday',
};
const two = (n: number): string => String(n).padStart(2, '0');
const clock = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' });
/** Every quarter hour from midnight to midnight. */
const TIMES = Array.from({ length: 97 }, (_, quarter) => ({
  value: `${two(Math.floor(quarter / 4))}:${two((quarter % 4) * 15)}`,
  label: quarter === 96 ? 'Midnight' : clock.format(quarter * 15 * 60_000),
}));

function HoursForm({ stored }: { stored: Hours }) {
  const client = useQueryClient();
  const { user_id, time_zone } = useViewer();
  const today = dayOf(useNow(60_000), time_zone);
  const [values, setValues, forget, discard] = useKept<Values>(`${user_id}:working-hours`, valuesOf(stored));
  const [faults, setFaults] = useState<{ path: string; message: string }[]>([]);
  const save = useCommand(accountApi.saveHours, {
    onSuccess: (saved) => {
      client.setQueryData(query(accountApi.hours, {}).queryKey, saved);
      setValues(valuesOf(saved));
      forget();
      toastDone('Your hours are saved.');
    },
    onError: (error) => setFaults(error.status === 422 ? error.errors : []),
  });
  const set = (more: Partial<Values>) => {
    setValues({ ...values, ...more });
    setFaults([]);
  };
  const setDay = (day: Weekday, more: Partial<Hours['working_hours'][Weekday]>) =>
    set({ working_hours: { ...values.working_hours, [day]: { ...values.working_hours[day], ...more } } });

  function submit(event: FormEvent) {
    event.preventDefault();
    if (save.isPending) return;
    const body = bodyOf(values);
    const found = [
      ...(body.working_hours_enabled ? hoursFaults(body.working_hours) : []),
      ...blackoutFaults(body.blackout_dates, today),
    ];
    setFaults(found);
    if (found.length === 0) save.mutate({ body });
  }

  const whole = errorAt(faults, 'working_hours');
  return (
    <form onSubmit={submit} noValidate className={styles.form}>
      {faults.length > 0 ? <ErrorSummary errors={faults} focus /> : null}
      <AccountSection title="Weekdays" note="Without hours of your own, Monday to Friday, 8 AM to 5 PM count.">
        <SwitchField
          path="working_hours_enabled"
          label="Use my own hours"
          value={values.working_hours_enabled}
          onChange={(working_hours_enabled) => set({ working_hours_enabled })}
        />
        {values.working_hours_enabled ? (
          <ul className={styles.week} aria-label="Weekdays">
            {WEEKDAYS.map((day) => {
              const { active, startTime, endTime } = values.working_hours[day];
              const path = `working_hours.${day}`;
              return (
                <li key={day} className={cx(styles.day, !active && styles.rest)}>
                  <CheckboxField
                    path={`${path}.active`}
                    label={NAMES[day]}
                    value={active}
                    onChange={(next) => setDay(day, { active: next })}
                  />
                  {active ? (
                    <>
                      <SelectField
                        path={`${path}.startTime`}
                        label={`${NAMES[day]} from`}
                        hideLabel
                        searchable={false}
                        options={TIMES.slice(0, -1)}
                        value={startTime}
                        error={errorAt(faults, `${path}.startTime`)}
                        onChange={(next) => setDay(day, { startTime: next ?? startTime })}
                      />
                      <span aria-hidden>to</span>
                      <SelectField
                        path={`${path}.endTime`}
                        label={`${NAMES[day]} until`}
                        hideLabel
                        searchable={false}
                        options={TIMES.slice(1)}
                        value={endTime}
                        error={errorAt(faults, `${path}.endTime`)}
                        onChange={(next) => setDay(day, { endTime: next ?? endTime })}
                      />
                    </>
                  ) : (
                    <span className={styles.off}>Off</span>
                  )}
                </li>
              );
            })}
          </ul>
        ) : null}
        {whole ? <FieldError>{whole}</FieldError> : null}
      </AccountSection>
      <AccountSection title="Days off" note="Nothing is offered on these days. Calls already set stay as they are.">
        <RepeatableRows
          path="blackout_dates"
          label="Days off"
          hideLabel
          rows={values.off}
          onChange={(off) => set({ off })}
          newRow={() => ({ id: crypto.randomUUID(), from: '', until: '', note: '' })}
          max={BLACKOUTS_MAX}
          addLabel="Add days off"
          rowName="days off"
          ordered={false}
        >
          {(row, at, update) => (
            <div className={styles.range}>
              <DateField
                path={`blackout_dates.${at}.from`}
                label="From"
                min={today}
                value={row.from || null}
                error={errorAt(faults, `blackout_dates.${at}.from`)}
                onChange={(from) =>
                  update({ ...row, from: from ?? '', until: row.until === '' ? (from ?? '') : row.until })
                }
              />
              <DateField
                path={`blackout_dates.${at}.until`}
                label="Until, included"
                min={row.from || today}
                value={row.until || null}
                error={errorAt(faults, `blackout_dates.${at}.until`)}
                onChange={(until) => update({ ...row, until: until ?? '' })}
              />
              <TextField
                path={`blackout_dates.${at}.note`}
                label="Note for yourself"
                optional
                maxLength={100}
                value={row.note}
                error={errorAt(faults, `blackout_dates.${at}.note`)}
                onChange={(note) => update({ ...row, note })}
              />
            </div>
          )}
        </RepeatableRows>
      </AccountSection>
      {save.isError && faults.length === 0 ? (
        <InlineNotice kind="bad" live>
          {failureWords(save.error, 'Saving')}
        </InlineNotice>
      ) : null}
      <div className={styles.foot}>
        <Button kind="primary" type="submit" busy={save.isPending}>
          Save hours
        </Button>
        <Unsaved onDiscard={discard} />
      </div>
    </form>
  );
}

function valuesOf({ blackout_dates, ...hours }: Hours): Values {
  return { ...hours, off: blackout_dates.map((row, at) => ({ ...row, id: `${at}-${row.from}` })) };
}

function bodyOf({ off, ...hours }: Values): Hours {
  return { ...hours, blackout_dates: off.map(({ from, until, note }) => ({ from, until, note })) };
}
