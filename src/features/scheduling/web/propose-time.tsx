import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import type { Kind } from '../../../core/kinds.ts';
import { Failure } from '../../../ui/api/failure.tsx';
import { useCommand } from '../../../ui/api/hooks.ts';
import { DateField } from '../../../ui/form/date-field.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { Button } from '../../../ui/parts/button.tsx';
import { SectionHead } from '../../../ui/parts/page-header.tsx';
import { toastDone } from '../../../ui/parts/toast.tsx';
import { reviewHref } from '../../../ui/session/review-route.ts';
import { useViewer } from '../../../ui/session/viewer.tsx';
import { bothZones, formatTime } from '../../../ui/time/format.ts';
import { instantAt } from '../../../ui/time/instant-at.ts';
import { useNow } from '../../../ui/time/use-now.ts';
import { type ScheduleView, schedulingEndpoints } from '../contract.ts';
import { LEAD_MS } from '../rules.ts';
import { TOUCHED } from './use-schedule.ts';
import { longDay, weekdayAndTime } from './call-labels.ts';
import styles from './scheduling.module.css';

const QUARTERS = Array.from({ length: 96 }, (_, i) => ({
  value: String(i * 15),
  label: formatTime(new Date(i * 15 * 60_000).toISOString(), { zone: 'UTC' }),
}));

/** Proposing a time before the expert has offered any, where the organization allows it; the expert confirms. */
export function ProposeTime({ kind, schedule }: { kind: Kind; schedule: ScheduleView }) {
  const viewer = useViewer();
  const zone = viewer.time_zone;
  const now = useNow(60_000);
  const navigate = useNavigate();
  const [day, setDay] = useState<string | null>(null);
  const [minute, setMinute] = useState<string | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const at = day !== null && minute !== null ? instantAt(day, Number(minute), zone) : undefined;
  const starts_at = typeof at === 'number' ? new Date(at).toISOString() : null;
  const expert = schedule.expert;
  const propose = useCommand(schedulingEndpoints.propose, {
    refresh: TOUCHED,
    onSuccess: () => {
      toastDone(`${starts_at ? weekdayAndTime(starts_at, zone) : 'The time'} is proposed.`);
      void navigate({ to: reviewHref(kind, schedule.review_id) });
    },
  });
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (propose.isPending) return;
    if (at === undefined) return setFault('Choose a day and a time.');
    if (at === null || starts_at === null) return setFault('Clocks skip this time on that day. Choose another.');
    if (at - now < LEAD_MS) return setFault('This is less than 24 hours away. Choose a later time.');
    setFault(null);
    propose.mutate({ kind, params: { id: schedule.review_id }, body: { starts_at, zone } });
  };
  return (
    <section className={styles.block} aria-labelledby="propose">
      <SectionHead id="propose" title="Propose a time" />
      <p className={styles.lead}>
        {expert?.label ?? 'The expert'} confirms it, or offers others. Calls take {schedule.duration_minutes} minutes.
      </p>
      <form className={styles.pair} onSubmit={send} noValidate>
        <DateField
          path="day"
          label="Day"
          value={day}
          onChange={(next) => {
            setDay(next);
            setFault(null);
          }}
        />
        <SelectField
          path="starts_at"
          label="Time, your zone"
          options={QUARTERS}
          value={minute}
          onChange={(next) => {
            setMinute(next);
            setFault(null);
          }}
          error={fault ?? propose.error?.errors[0]?.message}
        />
        <p className={styles.echo} aria-live="polite">
          {starts_at ? echo(starts_at, zone, expert) : null}
        </p>
        {propose.error && propose.error.errors.length === 0 ? (
          <Failure error={propose.error} what="The time could not be proposed." />
        ) : null}
        <div className={styles.acts}>
          <Button kind="primary" size="lg" type="submit" busy={propose.isPending}>
            {starts_at ? `Propose ${weekdayAndTime(starts_at, zone)}` : 'Propose this time'}
          </Button>
        </div>
      </form>
    </section>
  );
}

function echo(starts_at: string, zone: string, expert: ScheduleView['expert']): string {
  if (!expert) return longDay(starts_at, zone);
  const both = bothZones(
    { starts_at },
    { own: zone, other: expert.zone, ...(expert.city ? { otherCity: expert.city } : {}) },
  );
  return `${longDay(starts_at, zone)}, ${both.own}, ${both.other}.`;
}
