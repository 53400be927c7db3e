import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ApiError } from '../../../../ui/api/client.ts';
import { Button, IconButton } from '../../../../ui/parts/button.tsx';
import { cx } from '../../../../ui/parts/common.ts';
import { RouteLink } from '../../../../ui/parts/link.tsx';
import { StatusGlyph } from '../../../../ui/parts/status.tsx';
import { useViewer } from '../../../../ui/session/viewer.tsx';
import { dayOf, formatDay, readerLocale } from '../../../../ui/time/format.ts';
import { useNow } from '../../../../ui/time/use-now.ts';
import type { ListRow } from '../../contract.ts';
import { statusDisplay } from '../shared/status-display.ts';
import { Failed } from '../shared/states.tsx';
import { daysOfMonth, monthFrom } from './calendar.ts';
import { rowPath } from './columns.tsx';
import { pagesOf, type ListScope } from './list-source.ts';
import type { FilterQuery, Query } from './search.ts';
import styles from './board.module.css';

const PAGE = 100;
const MOST_PAGES = 5;
const ON_A_DAY = 4;

/** What the list holds, on the days it is due in the reader's zone, a month at a time. */
export default function CalendarLayout({
  place,
  filter,
  tab,
  month,
  onMonth,
  dayHref,
}: {
  place: ListScope;
  filter: FilterQuery;
  tab: NonNullable<Query['tab']>;
  /** "2026-11"; null: the present one. */
  month: string | null;
  onMonth: (month: string | null) => void;
  /** The list of what is due on one day. */
  dayHref: (day: string) => string;
}) {
  const { time_zone: zone } = useViewer();
  const today = dayOf(useNow(60_000), zone);
  const shown = month ?? today.slice(0, 7);
  const days = daysOfMonth(shown);
  // the filter's own days still hold: the later first day, the earlier last one
  const from = [days[0] ?? '', filter.due_from ?? ''].toSorted().at(-1) ?? '';
  const to = [days.at(-1) ?? '', filter.due ?? '9999-12-31'].toSorted()[0] ?? '';
  const list = useInfiniteQuery({
    ...pagesOf(place, { ...filter, due_from: from, due: to, tab, sort: 'due' }, PAGE),
    placeholderData: keepPreviousData,
  });
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = list;
  const pages = list.data?.pages.length ?? 0;
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && pages < MOST_PAGES) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage, pages]);
  const rows = list.data?.pages.flatMap((page) => page.data) ?? [];
  const byDay = Map.groupBy(
    rows.filter((row) => row.due),
    (row) => dayOf(row.due?.at ?? '', zone),
  );
  const title = new Intl.DateTimeFormat(readerLocale(navigator.languages), {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(`${shown}-15T12:00:00Z`));
  return (
    <section aria-label={`Due in ${title}`} className={styles.calendar} aria-busy={list.isPending}>
      <div className={styles.months}>
        <IconButton label="The month before" onClick={() => onMonth(monthFrom(shown, -1))}>
          <IconChevronLeft size={16} stroke={2} />
        </IconButton>
        <h2 aria-live="polite">{title}</h2>
        <IconButton label="The month after" onClick={() => onMonth(monthFrom(shown, 1))}>
          <IconChevronRight size={16} stroke={2} />
        </IconButton>
        {month !== null && month !== today.slice(0, 7) ? (
          <Button size="sm" kind="quiet" onClick={() => onMonth(null)}>
            This month
          </Button>
        ) : null}
      </div>
      {list.isError ? (
        <Failed what="The calendar" error={list.error as ApiError} onRetry={() => void list.refetch()} />
      ) : null}
      {hasNextPage && pages >= MOST_PAGES ? (
        <p className={styles.note}>
          More than {PAGE * MOST_PAGES} are due here. The first {PAGE * MOST_PAGES} are shown: a filter shows the rest.
        </p>
      ) : null}
      {list.isSuccess && rows.length === 0 ? (
        <p className={styles.note}>Nothing on this list is due in {title}.</p>
      ) : null}
      {list.isError && !list.data ? null : (
        <>
          <div className={styles.weekdays} aria-hidden>
            {days.slice(0, 7).map((day) => (
              <span key={day}>{formatDay(day, { form: 'short' }).slice(0, 3)}</span>
            ))}
          </div>
          <ol className={styles.days}>
            {days.map((day) => (
              <Day
                key={day}
                day={day}
                rows={byDay.get(day) ?? []}
                outside={!day.startsWith(shown)}
                today={day === today}
                href={dayHref(day)}
              />
            ))}
          </ol>
        </>
      )}
    </section>
  );
}

function Day({
  day,
  rows,
  outside,
  today,
  href,
}: {
  day: string;
  rows: readonly ListRow[];
  outside: boolean;
  today: boolean;
  href: string;
}) {
  const name = formatDay(day, { form: 'short' });
  return (
    <li
      className={cx(styles.day, outside && styles.outside, today && styles.today, rows.length === 0 && styles.empty)}
      aria-label={`${name}, ${rows.length === 0 ? 'nothing due' : `${rows.length} due`}`}
      aria-current={today ? 'date' : undefined}
    >
      <span className={styles.date} aria-hidden>
        <span className={styles.dateLong}>{name}</span>
        <span className={styles.dateShort}>{Number(day.slice(8))}</span>
      </span>
      {rows.slice(0, ON_A_DAY).map((row) => (
        <RouteLink key={row.id} href={rowPath(row)} className={styles.entry} title={`${row.number}, ${row.act}`}>
          <StatusGlyph {...statusDisplay(row.status)} />
          <span>{row.subject || row.number}</span>
        </RouteLink>
      ))}
      {rows.length > ON_A_DAY ? (
        <RouteLink href={href} className={styles.rest}>
          {rows.length - ON_A_DAY} more
        </RouteLink>
      ) : null}
    </li>
  );
}
