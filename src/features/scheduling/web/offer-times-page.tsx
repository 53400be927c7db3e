import { fullName } from '../../../core/names.ts';
import { capital, spelled, spelledPlural } from '../../../core/phrases.ts';
import { IconCalendarPlus, IconChevronLeft, IconChevronRight, IconSparkles, IconX } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useRef, useState } from 'react';
import type { Side } from '../../../core/actor.ts';
import type { Kind } from '../../../core/kinds.ts';
import { DAY } from '../../../core/time.ts';
import { Failure } from '../../../ui/api/failure.tsx';
import { queryKey, useCommand } from '../../../ui/api/hooks.ts';
import { CheckboxField } from '../../../ui/form/choice.tsx';
import { FieldError } from '../../../ui/form/field.tsx';
import { Button, ButtonLink, IconButton } from '../../../ui/parts/button.tsx';
import { TextLink } from '../../../ui/parts/link.tsx';
import { InlineNotice } from '../../../ui/parts/notice.tsx';
import { PageHeader, SectionHead } from '../../../ui/parts/page-header.tsx';
import { SideAvatar } from '../../../ui/parts/side-avatar.tsx';
import { ZonePair } from '../../../ui/parts/slot-group.tsx';
import { useMedia } from '../../../ui/parts/split-view.tsx';
import { toastDone } from '../../../ui/parts/toast.tsx';
import { listCrumb, reviewHref, useReviewRoute } from '../../../ui/session/review-route.ts';
import { useViewer } from '../../../ui/session/viewer.tsx';
import { Page } from '../../../ui/shell/layouts.tsx';
import { bothZones, dayOf, formatDay, zoneCity, zoneDistance, zoneOffsetMinutes } from '../../../ui/time/format.ts';
import { instantAt } from '../../../ui/time/instant-at.ts';
import { useNow } from '../../../ui/time/use-now.ts';
import { type ScheduleView, schedulingEndpoints } from '../contract.ts';
import { anyFreeHour, MIN_OFFERS } from '../rules.ts';
import { DayList } from './day-list.tsx';
import { awayWords, canOffer, factsOf, paint, type Plan, press } from './offer-state.ts';
import { ProposedTime } from './proposed-time.tsx';
import { ScheduleGate } from './schedule-gate.tsx';
import { TOUCHED } from './use-schedule.ts';
import { hoursShown, inOffice, weekDays, weekStart, weeksUntil, withStart } from './week.ts';
import { WeekGrid } from './week-grid.tsx';
import styles from './offer-times.module.css';

const MOST = 60;
const ANY_WITHIN_DAYS = 14;

/** The expert, or the assistant, offers call times in a week; or answers the one the requester proposed. */
export function OfferTimesPage() {
  const { kind, reviewId } = useReviewRoute();
  return (
    <ScheduleGate kind={kind} reviewId={reviewId}>
      {(schedule) =>
        schedule.can.offer && schedule.calendar ? (
          <Offering kind={kind} schedule={schedule} />
        ) : (
          <NothingToOffer kind={kind} schedule={schedule} />
        )
      }
    </ScheduleGate>
  );
}

const crumbsOf = (kind: Kind, schedule: ScheduleView, seat: Side | null) => [
  listCrumb(kind, seat),
  {
    label: `${schedule.number} ${schedule.subject}`.trim(),
    href: reviewHref(kind, schedule.review_id),
  },
  { label: 'Offer call times' },
];

function Offering({ kind, schedule }: { kind: Kind; schedule: ScheduleView }) {
  const viewer = useViewer();
  const zone = viewer.time_zone;
  const now = useNow(60_000);
  const client = useQueryClient();
  const navigate = useNavigate();
  const byFinger = useMedia('(max-width: 64em), (pointer: coarse)');
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const [week, setWeek] = useState(() => firstFreeWeek(schedule, now, zone));
  const [anyHour, setAnyHour] = useState(false);
  const [says, setSays] = useState('');
  const [tooFew, setTooFew] = useState(false);
  const list = useRef<HTMLHeadingElement>(null);

  const facts = useMemo(() => factsOf(schedule, now), [schedule, now]);
  const onOffer = schedule.offers.filter((o) => o.status === 'open' || o.status === 'taken' || o.status === 'lapsed');
  const open = onOffer.filter((o) => o.status === 'open');
  const other = { zone: schedule.requester.zone, label: schedule.requester.label };
  const plan: Plan = {
    facts,
    zone,
    other,
    chosen,
    offered: open.map((o) => Date.parse(o.starts_at)),
    anyHour,
  };
  const days = weekDays(weekStart(now, zone, week));
  const lastWeek = weeksUntil(now, facts.until, zone);
  const hours = anyHour ? { from: 6, to: 22 } : hoursShown(facts.working, zone);
  const missing = Math.max(0, MIN_OFFERS - open.length - chosen.length);

  const change = (result: { chosen: readonly number[]; says: string }) => {
    setChosen(result.chosen);
    setSays(result.says);
    setTooFew(false);
    offer.reset();
  };
  const offer = useCommand(schedulingEndpoints.offer, {
    refresh: TOUCHED,
    onSuccess: () => {
      toastDone(`${capital(spelledPlural(chosen.length, 'time'))} offered. ${other.label} chooses one.`);
      void navigate({ to: reviewHref(kind, schedule.review_id) });
    },
    onError: () => void client.invalidateQueries({ queryKey: queryKey(schedulingEndpoints.read) }),
  });
  const faults = new Map(
    (offer.error?.errors ?? []).flatMap((e) => {
      const index = /^starts_at\.(\d+)$/.exec(e.path)?.[1];
      const at = index === undefined ? undefined : chosen[Number(index)];
      return at === undefined ? [] : [[at, e.message] as const];
    }),
  );
  const send = () => {
    if (missing > 0 || chosen.length === 0 || chosen.length > MOST) {
      setTooFew(true);
      list.current?.focus();
      return;
    }
    offer.mutate({
      kind,
      params: { id: schedule.review_id },
      body: {
        starts_at: chosen.map((c) => new Date(c).toISOString()),
        zone,
        outside_working_hours: anyHour,
        lock_version: schedule.lock_version,
      },
    });
  };
  const anyFree = () => {
    const free = anyFreeHour(
      facts.working.filter((r) => r.start.getTime() < now + ANY_WITHIN_DAYS * DAY),
      facts,
      facts.busy,
      new Date(now),
    )
      .map((d) => d.getTime())
      .filter((t) => canOffer(t, plan) && !facts.holidays.has(dayOf(t, zone)));
    let next: readonly number[] = chosen;
    for (const start of free) next = withStart(next, start, facts.minutes);
    const says =
      free.length === 0
        ? 'There is no free working hour in the next two weeks.'
        : `${capital(spelledPlural(free.length, 'free hour'))} of the next two weeks chosen. Remove what does not suit you.`;
    change({ chosen: next, says });
  };

  return (
    <div className={styles.page}>
      <div className={styles.main}>
        <PageHeader
          crumbs={crumbsOf(kind, schedule, viewer.side)}
          title="Which times can you offer for the call?"
          lead={
            <>
              {facts.minutes} minutes with {other.label}. Offer at least three, a day or more ahead; {other.label}{' '}
              chooses one.{' '}
              <TextLink href={reviewHref(kind, schedule.review_id, 'availability-calendar')}>
                See your whole calendar
              </TextLink>
            </>
          }
        />
        <div className={styles.line}>
          <ZonePair
            entries={[
              {
                avatar: <SideAvatar name={fullName(viewer)} seat="expert" />,
                name: 'Your time',
                zone,
                at: new Date(now).toISOString(),
              },
              {
                avatar: <SideAvatar name={other.label} seat="requester" />,
                name: 'Requester’s time',
                zone: other.zone,
                at: new Date(now).toISOString(),
                note: zoneDistance(now, zone, other.zone),
              },
            ]}
          />
          <nav className={styles.weeks} aria-label="Week">
            <IconButton
              kind="default"
              size="md"
              label="Previous week"
              disabled={week === 0}
              onClick={() => setWeek(week - 1)}
            >
              <IconChevronLeft stroke={1.75} />
            </IconButton>
            <span className={styles.weekWords} aria-live="polite">
              {formatDay(days[0] ?? '', { form: 'short' }).split(', ')[1]} to{' '}
              {formatDay(days[6] ?? '', { form: 'short' }).split(', ')[1]}
            </span>
            <IconButton
              kind="default"
              size="md"
              label="Next week"
              disabled={week >= lastWeek}
              onClick={() => setWeek(week + 1)}
            >
              <IconChevronRight stroke={1.75} />
            </IconButton>
          </nav>
        </div>
        <ClockChange days={days} zone={zone} other={other.zone} />
        {byFinger ? (
          <DayList days={days} plan={plan} onPress={(at) => change(press(at, plan))} />
        ) : (
          <WeekGrid
            days={days}
            from={hours.from}
            to={hours.to}
            plan={plan}
            onPress={(at) => change(press(at, plan))}
            onPaint={(from, to) => change(paint(from, to, plan))}
            onTurn={(by) => setWeek((w) => Math.max(0, Math.min(lastWeek, w + by)))}
          />
        )}
        <output className={styles.says}>{says}</output>
        <div className={styles.under}>
          {byFinger ? null : (
            <ul className={styles.legend} aria-label="What the colors mean">
              <li data-look="free">Working hours</li>
              <li data-look="away">Outside {other.label}’s office hours</li>
              <li data-look="busy">Busy</li>
              <li data-look="soon">Under 24 hours away</li>
              <li data-look="chosen">Chosen</li>
              <li data-look="offered">On offer</li>
            </ul>
          )}
          <CheckboxField
            path="outside_working_hours"
            label="Also outside my working hours"
            value={anyHour}
            onChange={(on) => {
              setAnyHour(on);
              if (!on) setChosen(chosen.filter((c) => canOffer(c, { ...plan, anyHour: false })));
            }}
          />
        </div>
      </div>

      <aside className={styles.rail} aria-label="Times to offer">
        <div className={styles.sticky}>
          <h2 ref={list} tabIndex={-1} className={styles.title}>
            To offer
          </h2>
          {chosen.length === 0 ? (
            <p className={styles.lead}>
              {byFinger ? 'Press' : 'Press or drag over'} the times that suit you. They are listed here and not offered
              yet.
            </p>
          ) : (
            <ol className={styles.times} aria-label="Times to offer">
              {chosen.map((at) => (
                <Time
                  key={at}
                  at={new Date(at).toISOString()}
                  zone={zone}
                  other={other.zone}
                  note={noteOf(at, plan)}
                  fault={faults.get(at) ?? (canOffer(at, plan) ? null : 'This can no longer be offered.')}
                  onRemove={() => change({ chosen: chosen.filter((c) => c !== at), says: 'Taken out.' })}
                />
              ))}
            </ol>
          )}
          <Button kind="quiet" className={styles.flush} icon={<IconSparkles stroke={1.75} />} onClick={anyFree}>
            Any free working hour
          </Button>
          <div role="alert">
            {tooFew ? (
              <FieldError>
                {chosen.length > MOST
                  ? `Sixty times at most: remove ${chosen.length - MOST}.`
                  : missing > 0
                    ? `${capital(spelled(missing))} more: at least three have to be on offer.`
                    : 'Choose the times to offer first.'}
              </FieldError>
            ) : null}
          </div>
          {offer.error && faults.size === 0 ? (
            <Failure error={offer.error} what="The times could not be offered. They are still here." />
          ) : null}
          <Button
            kind="primary"
            size="lg"
            full
            busy={offer.isPending}
            icon={<IconCalendarPlus stroke={1.75} />}
            onClick={send}
          >
            {chosen.length === 0 ? 'Offer these times' : `Offer ${spelledPlural(chosen.length, 'time')}`}
          </Button>
          <p className={styles.after}>
            {missing > 0
              ? `${capital(spelled(missing))} more, then they can be offered.`
              : `${other.label} gets an e-mail and chooses one. An offer lapses 24 hours before it begins.`}
          </p>
          {onOffer.length > 0 ? <OnOffer kind={kind} schedule={schedule} zone={zone} /> : null}
        </div>
      </aside>
    </div>
  );
}

/** The first week in which a working hour is free. */
function firstFreeWeek(schedule: ScheduleView, now: number, zone: string): number {
  const facts = factsOf(schedule, now);
  const [first] = anyFreeHour(facts.working, facts, facts.busy, new Date(now), 1);
  return first ? weeksUntil(now, first.getTime(), zone) : 0;
}

function Time({
  at,
  zone,
  other,
  note,
  fault,
  onRemove,
}: {
  at: string;
  zone: string;
  other: string;
  note: string | null;
  fault: string | null;
  onRemove: () => void;
}) {
  const both = bothZones({ starts_at: at }, { own: zone, other });
  const day = formatDay(dayOf(at, zone), { form: 'short' });
  return (
    <li className={styles.time}>
      <span>
        <b>
          {day}, {both.own}
        </b>
        {other === zone ? null : <span className={styles.otherTime}>{both.other}</span>}
        {note ? <span className={styles.otherTime}>{note}</span> : null}
        {fault ? <FieldError>{fault}</FieldError> : null}
      </span>
      <IconButton label={`Take out ${day}, ${both.own}`} onClick={onRemove}>
        <IconX stroke={1.75} />
      </IconButton>
    </li>
  );
}

/** What to know of a chosen time before it is offered; null where there is nothing. */
function noteOf(at: number, plan: Plan): string | null {
  if (plan.facts.holidays.has(dayOf(at, plan.zone))) return 'Public holiday';
  return inOffice(at, plan.facts) ? null : capital(awayWords(plan));
}

/** What the requester can choose from already; each can be taken back. */
function OnOffer({ kind, schedule, zone }: { kind: Kind; schedule: ScheduleView; zone: string }) {
  const withdraw = useCommand(schedulingEndpoints.withdrawOffer, {
    refresh: TOUCHED,
    onSuccess: () => toastDone('The time is taken back.'),
  });
  const words: Partial<Record<string, string>> = { taken: 'busy in the meantime', lapsed: 'lapsed' };
  return (
    <section className={styles.onOffer} aria-labelledby="on-offer">
      <SectionHead id="on-offer" level={3} title="On offer now" />
      <ul className={styles.times} aria-label="On offer now">
        {schedule.offers
          .filter((o) => o.status !== 'chosen')
          .map((o) => {
            const name = `${formatDay(dayOf(o.starts_at, zone), { form: 'short' })}, ${bothZones(o, { own: zone, other: zone }).own}`;
            return (
              <li key={o.id} className={styles.time}>
                <span>
                  {name}
                  <span className={styles.otherTime}>
                    {o.calendar_busy ? 'your calendar says busy' : words[o.status]}
                  </span>
                </span>
                <Button
                  size="sm"
                  kind="quiet"
                  aria-label={`Take back ${name}`}
                  busy={withdraw.isPending && withdraw.variables?.body.offer_id === o.id}
                  onClick={() =>
                    withdraw.mutate({ kind, params: { id: schedule.review_id }, body: { offer_id: o.id } })
                  }
                >
                  Take back
                </Button>
              </li>
            );
          })}
      </ul>
      <Failure error={withdraw.error} what="The time could not be taken back." />
    </section>
  );
}

/** Says when clocks change within the week, here or there: hours that look the same are not. */
function ClockChange({ days, zone, other }: { days: readonly string[]; zone: string; other: string }) {
  const changes = [...new Set([zone, other])].flatMap((one) => {
    for (let i = 0; i < days.length; i += 1) {
      const start = instantAt(days[i] ?? '', 0, one);
      if (start === null) continue;
      if (zoneOffsetMinutes(start, one) !== zoneOffsetMinutes(start + 22 * 3_600_000, one))
        return [`Clocks in ${zoneCity(one)} change on ${formatDay(days[i] ?? '', { form: 'long' })}.`];
    }
    return [];
  });
  if (changes.length === 0) return null;
  return <InlineNotice>{changes.join(' ')} Each time is shown as clocks read on its day.</InlineNotice>;
}

/** A time the requester proposed, or why nothing is offered now. */
function NothingToOffer({ kind, schedule }: { kind: Kind; schedule: ScheduleView }) {
  const viewer = useViewer();
  const { call, can } = schedule;
  const review = reviewHref(kind, schedule.review_id);
  const both = call ? bothZones(call, { own: viewer.time_zone, other: schedule.requester.zone }) : null;
  const when =
    call && both ? `${formatDay(dayOf(call.starts_at, viewer.time_zone), { form: 'long' })}, ${both.own}` : '';
  if (can.confirm && both)
    return (
      <Page width="form">
        <PageHeader
          crumbs={crumbsOf(kind, schedule, viewer.side)}
          title={`${schedule.requester.label} proposes a time`}
          lead={`${when}, ${both.other}. ${schedule.duration_minutes} minutes. Confirm it, or offer times of your own.`}
        />
        <div className={styles.wayOn}>
          <ProposedTime kind={kind} schedule={schedule} primary />
        </div>
      </Page>
    );
  const [title, text] = call
    ? ['The call is set', `${when}. It can be moved from the review’s page.`]
    : viewer.side === 'expert'
      ? ['No call times are needed at the moment', 'You’ll get an e-mail when times are needed.']
      : ['The expert offers the times', 'You can choose one as soon as they are offered.'];
  return (
    <Page width="form">
      <PageHeader crumbs={crumbsOf(kind, schedule, viewer.side)} title={title} lead={text} />
      <div className={styles.wayOn}>
        <ButtonLink href={review}>Go to {schedule.number}</ButtonLink>
      </div>
    </Page>
  );
}
