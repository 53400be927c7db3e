import { IconCalendarOff, IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { fullName } from '../../../core/names.ts';
import { Failure } from '../../../ui/api/failure.tsx';
import { query } from '../../../ui/api/hooks.ts';
import { Button, ButtonLink, IconButton } from '../../../ui/parts/button.tsx';
import { ToggleChip } from '../../../ui/parts/chips.tsx';
import { EmptyState, SkeletonRows } from '../../../ui/parts/empty.tsx';
import { TextLink } from '../../../ui/parts/link.tsx';
import { PageHeader } from '../../../ui/parts/page-header.tsx';
import { SideAvatar } from '../../../ui/parts/side-avatar.tsx';
import { ZonePair } from '../../../ui/parts/slot-group.tsx';
import { listCrumb, useReviewRoute } from '../../../ui/session/review-route.ts';
import { useViewer } from '../../../ui/session/viewer.tsx';
import { Page } from '../../../ui/shell/layouts.tsx';
import { dayOf, formatDay, zoneDistance } from '../../../ui/time/format.ts';
import { useNow } from '../../../ui/time/use-now.ts';
import { type Availability, calendarEndpoints } from '../contract.ts';
import { DayAgenda } from './agenda.tsx';
import { MonthOfDays, monthName, WeekOfHours } from './grids.tsx';
import { type CalendarSearch, daysShown, onDay, opensOn, readCalendarSearch, turned, windowOf } from './periods.ts';
import { WHOSE } from './words.ts';
import styles from './availability.module.css';

/** A review's calendar: what is offered and set, when one is busy and works, by week or month. */
export function AvailabilityPage() {
  const { kind, reviewId, href } = useReviewRoute();
  const viewer = useViewer();
  const zone = viewer.time_zone;
  const now = useNow(60_000);
  const today = dayOf(now, zone);
  const search = readCalendarSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const { view } = search;
  // where it opened is kept: it does not jump when a time is taken
  const [opened, setOpened] = useState<string | null>(null);
  const on = search.on ?? opened ?? today;
  const days = daysShown(view, on);
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...query(calendarEndpoints.availability, { kind, params: { id: reviewId }, query: windowOf(days, zone) }),
    placeholderData: keepPreviousData,
  });
  if (data && !isPlaceholderData && search.on === null && opened === null)
    setOpened(opensOn(data, days, { today, zone }));
  const go = (next: Partial<{ view: CalendarSearch['view']; on: string }>) => {
    const to = { view, on, ...next };
    void navigate({
      to: '.',
      search: {
        ...(to.view === 'month' ? { view: to.view } : {}),
        on: to.on,
      },
      replace: true,
    });
  };
  const list = listCrumb(kind, viewer.side);
  if (!data && (error?.status === 404 || reviewId === 0))
    return (
      <Page width="form">
        <EmptyState
          icon={<IconCalendarOff size={32} stroke={1.5} />}
          title="There is no calendar to show here"
          action={<ButtonLink href={list.href}>Go to {list.label}</ButtonLink>}
        >
          The review does not exist, or you do not have access to it.
        </EmptyState>
      </Page>
    );
  const title = view === 'month' ? monthName(on) : weekName(days);
  const empty = data !== undefined && !isPlaceholderData && data.events.every((event) => event.sort === 'busy');
  const shown = {
    days,
    zone,
    today,
    on,
    onDay: (day: string) => go({ on: day }),
    onTurn: (by: -1 | 1) => go({ on: turned(view, on, by) }),
  };
  return (
    <div className={styles.page}>
      <div className={styles.main}>
        <PageHeader
          crumbs={[
            list,
            { label: data ? `${data.number} ${data.subject}`.trim() : 'Review', href },
            { label: 'Calendar' },
          ]}
          title="Calendar"
          lead={data ? LEADS[data.reader] : 'What is offered and set for this review.'}
        />
        <div className={styles.tools}>
          <nav className={styles.turns} aria-label={view === 'month' ? 'Month' : 'Week'}>
            <IconButton
              kind="default"
              size="md"
              label={view === 'month' ? 'The month before' : 'The week before'}
              onClick={() => shown.onTurn(-1)}
            >
              <IconChevronLeft stroke={1.75} />
            </IconButton>
            <h2 className={styles.period} aria-live="polite">
              {title}
            </h2>
            <IconButton
              kind="default"
              size="md"
              label={view === 'month' ? 'The month after' : 'The week after'}
              onClick={() => shown.onTurn(1)}
            >
              <IconChevronRight stroke={1.75} />
            </IconButton>
            {days.includes(today) ? null : (
              <Button kind="quiet" size="sm" onClick={() => go({ on: today })}>
                Today
              </Button>
            )}
          </nav>
          <span role="group" aria-label="Show" className={styles.views}>
            <ToggleChip pressed={view === 'week'} onClick={() => go({ view: 'week' })}>
              Week
            </ToggleChip>
            <ToggleChip pressed={view === 'month'} onClick={() => go({ view: 'month' })}>
              Month
            </ToggleChip>
          </span>
        </div>
        {data ? <Zones data={data} zone={zone} at={new Date(now).toISOString()} /> : null}
        {error && !data ? (
          <Failure error={error} what="The calendar could not be loaded." onRetry={() => void refetch()} />
        ) : null}
        {!data && !error ? (
          <SkeletonRows rows={6} columns={[14, 14, 14, 14, 14]} height={56} label="Loading the calendar" />
        ) : null}
        {error && data ? (
          <Failure error={error} what="These days could not be loaded." onRetry={() => void refetch()} />
        ) : null}
        {data ? (
          <>
            {empty ? (
              <p className={styles.note}>
                Nothing is offered or set in {view === 'month' ? monthName(on) : 'this week'}.
              </p>
            ) : null}
            <div className={styles.grid} aria-busy={isPlaceholderData}>
              {view === 'week' ? (
                <WeekOfHours key="week" {...shown} data={data} />
              ) : (
                <MonthOfDays key={on.slice(0, 7)} {...shown} data={data} />
              )}
            </div>
            <Legend reader={data.reader} />
            <div className={styles.paper}>
              {days
                .filter(
                  (day) =>
                    onDay(data.events, day, zone).length > 0 && (view === 'week' || day.slice(0, 7) === on.slice(0, 7)),
                )
                .map((day) => (
                  <DayAgenda key={day} day={day} data={data} zone={zone} level={3} />
                ))}
            </div>
          </>
        ) : null}
      </div>
      <aside className={styles.rail} aria-label="The chosen day">
        {data ? (
          <div className={styles.sticky}>
            <DayAgenda day={on} data={data} zone={zone} level={2} />
            {data.reader === 'expert' || data.reader === 'requester' ? (
              <p className={styles.note}>
                Busy times come from the calendars connected in{' '}
                <TextLink href="/account/integrations">your account</TextLink>. Nobody but your side sees them.
              </p>
            ) : null}
          </div>
        ) : null}
      </aside>
    </div>
  );
}

const LEADS: Readonly<Record<Availability['reader'], string>> = {
  expert: 'What you offered, what is set, and when you are busy and work.',
  staff: 'What is offered and set, and when the expert is busy and works.',
  requester: 'What is on offer and set for this review, beside what you have on your own.',
  attendee: 'When the call is.',
};

/** 'Nov 22 to Nov 28'. */
function weekName(days: readonly string[]): string {
  const date = (day: string | undefined) => formatDay(day ?? '', { form: 'short' }).split(', ')[1] ?? '';
  return `${date(days[0])} to ${date(days[6])}`;
}

function Zones({ data, zone, at }: { data: Availability; zone: string; at: string }) {
  const viewer = useViewer();
  return (
    <ZonePair
      entries={[
        { avatar: <SideAvatar name={fullName(viewer)} seat={viewer.side} />, name: 'Your time', zone, at },
        ...data.zones.map((one) => ({
          avatar: <SideAvatar name={one.label} seat={one.whose} />,
          name: `${one.label}’s time`,
          zone: one.zone,
          at,
          note: zoneDistance(at, zone, one.zone),
        })),
      ]}
    />
  );
}

function Legend({ reader }: { reader: Availability['reader'] }) {
  if (WHOSE[reader] === null) return null;
  return (
    <ul className={styles.legend} aria-label="What the colors mean">
      <li data-look="working">{WHOSE[reader]}</li>
      <li data-look="offer">On offer</li>
      <li data-look="set">Set</li>
      <li data-look="busy">Busy</li>
    </ul>
  );
}
