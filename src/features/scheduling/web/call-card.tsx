import { IconCalendarEvent, IconPhone } from '@tabler/icons-react';
import { type FormEvent, useId, useState } from 'react';
import type { Kind } from '../../../core/kinds.ts';
import { plural } from '../../../core/phrases.ts';
import { Failure } from '../../../ui/api/failure.tsx';
import { useCommand } from '../../../ui/api/hooks.ts';
import { NumberField } from '../../../ui/form/number-field.tsx';
import { Button } from '../../../ui/parts/button.tsx';
import { SkeletonRows } from '../../../ui/parts/empty.tsx';
import { HowToJoin, TextLink } from '../../../ui/parts/link.tsx';
import { SectionHead } from '../../../ui/parts/page-header.tsx';
import { toastDone } from '../../../ui/parts/toast.tsx';
import { reviewHref } from '../../../ui/session/review-route.ts';
import { useViewer } from '../../../ui/session/viewer.tsx';
import { formatRelative } from '../../../ui/time/format.ts';
import { useNow } from '../../../ui/time/use-now.ts';
import { type CallView, type ScheduleView, schedulingEndpoints } from '../contract.ts';
import { MissedCalls } from './missed-calls.tsx';
import { MoveOrMissed } from './move-call.tsx';
import { ProposedTime } from './proposed-time.tsx';
import { TOUCHED, useSchedule } from './use-schedule.ts';
import { useIsRequester, WhoJoins } from './who-joins.tsx';
import { longDay, partiesOf, rangeIn } from './call-labels.ts';
import styles from './scheduling.module.css';

/** The call of a review: when in every zone, how to join, who joins; moving it, recording it. Nothing before there is one. */
export function CallCard({ kind, reviewId }: { kind: Kind; reviewId: number }) {
  const { data, error, isPending, refetch } = useSchedule(kind, reviewId);
  const id = useId();
  if (data && !data.call && data.missed.length === 0) return null;
  // who may not see the schedule has no call here
  if (error && !data && (error.status === 404 || error.status === 403)) return null;
  return (
    <section aria-labelledby={id} className={styles.call}>
      <SectionHead id={id} title="Call" {...(data?.call ? { note: STATUS[data.call.status] } : {})} />
      {isPending ? <SkeletonRows rows={2} columns={[50, 50]} height={28} label="Loading the call" /> : null}
      {error && !data ? (
        <Failure error={error} what="The call could not be loaded." onRetry={() => void refetch()} />
      ) : null}
      {data?.call ? <Call kind={kind} schedule={data} call={data.call} /> : null}
      {data ? <MissedCalls kind={kind} schedule={data} /> : null}
    </section>
  );
}

const STATUS: Record<CallView['status'], string> = {
  scheduled: 'set',
  tentative: 'proposed, not confirmed',
  held: 'held',
  missed: 'did not take place',
  cancelled: 'cancelled',
  moved: 'being moved',
};

function Call({ kind, schedule, call }: { kind: Kind; schedule: ScheduleView; call: CallView }) {
  const viewer = useViewer();
  const isRequester = useIsRequester(schedule);
  const now = useNow(60_000);
  const zone = viewer.time_zone;
  const started = Date.parse(call.starts_at) <= now;
  const over = Date.parse(call.ends_at) <= now;
  // calls end early: whoever held it says so
  const [ended, setEnded] = useState(false);
  const ahead = call.status === 'scheduled' || call.status === 'tentative';
  return (
    <>
      <div>
        <p className={styles.when}>{longDay(call.starts_at, zone)}</p>
        <ul className={styles.clocks} aria-label="In everyone’s time">
          {partiesOf(schedule, { zone, isRequester, isExpert: viewer.side === 'expert' }).map((party) => (
            <li key={party.key}>
              <span>{party.label}</span> <b>{rangeIn(call.starts_at, call.ends_at, party.zone, zone)}</b>
            </li>
          ))}
        </ul>
        <p className={styles.quiet}>
          {call.status === 'held' && call.minutes_held !== null
            ? `Held for ${call.minutes_held} minutes.`
            : ahead && !started
              ? `${formatRelative(call.starts_at, now)}, ${call.duration_minutes} minutes.`
              : ahead
                ? `Began ${formatRelative(call.starts_at, now).replace(' overdue', ' ago').replace('Now', 'just now')}.`
                : null}
        </p>
        <p className={styles.quiet}>
          <TextLink href={reviewHref(kind, schedule.review_id, 'availability-calendar')}>Open the calendar</TextLink>
        </p>
      </div>
      {ahead ? (
        <>
          <p className={styles.hint}>
            <IconPhone size={16} stroke={1.75} aria-hidden />
            <span>
              {call.dial_in === '' ? 'How to join comes with the invitation.' : <HowToJoin way={call.dial_in} />}
            </span>
          </p>
          {call.status === 'scheduled' ? (
            <p className={styles.hint}>
              <IconCalendarEvent size={16} stroke={1.75} aria-hidden />
              <span>
                The invitation “Expert call {schedule.number}” in your mail adds it to your calendar, and keeps it right
                when the call moves.
              </span>
            </p>
          ) : null}
        </>
      ) : null}
      {schedule.can.confirm ? <ProposedTime kind={kind} schedule={schedule} /> : null}
      {schedule.can.record ? (
        over || ended ? (
          <RecordHeld kind={kind} schedule={schedule} call={call} />
        ) : (
          <div className={styles.acts}>
            <Button kind="quiet" className={styles.flush} onClick={() => setEnded(true)}>
              The call is over already
            </Button>
          </div>
        )
      ) : null}
      {schedule.can.move ? <MoveOrMissed kind={kind} schedule={schedule} started={started} /> : null}
      {ahead ? <WhoJoins kind={kind} schedule={schedule} /> : null}
    </>
  );
}

/** Text with its web addresses as links. */
function RecordHeld({ kind, schedule, call }: { kind: Kind; schedule: ScheduleView; call: CallView }) {
  const [minutes, setMinutes] = useState<number | null>(call.minutes_told ?? call.duration_minutes);
  const [prep, setPrep] = useState<number | null>(0);
  const [fault, setFault] = useState<string | null>(null);
  const held = useCommand(schedulingEndpoints.held, {
    refresh: TOUCHED,
    onSuccess: () => toastDone('The call is recorded as held.'),
  });
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (held.isPending) return;
    if (minutes === null || minutes < 1) return setFault('How many minutes did it take?');
    held.mutate({ kind, params: { id: schedule.review_id }, body: { minutes, prep_minutes: prep ?? 0 } });
  };
  return (
    <form className={styles.reason} onSubmit={send} noValidate aria-label="Record the call">
      <div className={styles.pair}>
        <NumberField
          path="minutes"
          label="The call took"
          unit="min"
          value={minutes}
          error={fault ?? held.error?.errors.find((e) => e.path === 'minutes')?.message}
          onChange={(value) => {
            setMinutes(value);
            setFault(null);
          }}
        />
        <NumberField path="prep_minutes" label="Preparation" unit="min" value={prep} onChange={setPrep} />
      </div>
      {call.minutes_told === null ? null : (
        <p className={styles.quiet}>The meeting was open for {plural(call.minutes_told, 'minute')}.</p>
      )}
      {held.error && held.error.errors.length === 0 ? (
        <Failure error={held.error} what="The call could not be recorded." />
      ) : null}
      <div className={styles.acts}>
        <Button type="submit" busy={held.isPending}>
          Record it as held
        </Button>
      </div>
    </form>
  );
}
export { TimeChoice } from './time-choice.tsx';
