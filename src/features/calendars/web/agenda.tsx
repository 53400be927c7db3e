import { cx } from '../../../ui/parts/common.ts';
import { RouteLink } from '../../../ui/parts/link.tsx';
import { reviewHref } from '../../../ui/session/review-route.ts';
import { formatDay } from '../../../ui/time/format.ts';
import type { Availability, CalendarEvent } from '../contract.ts';
import { onDay } from './periods.ts';
import { called, hoursWords, whenWords, WHOSE } from './words.ts';
import styles from './availability.module.css';

/** What stands on one day, one under the other, with the ways to it. */
export function DayAgenda({ day, data, zone, level }: { day: string; data: Availability; zone: string; level: 2 | 3 }) {
  const Title = `h${level}` as const;
  const events = onDay(data.events, day, zone);
  const working = onDay(data.working, day, zone);
  const whose = WHOSE[data.reader];
  return (
    <section className={styles.dayAgenda} aria-label={formatDay(day, { form: 'long' })}>
      <Title className={styles.dayTitle}>{formatDay(day, { form: 'long' })}</Title>
      {whose ? (
        <p className={styles.hours}>
          {working.length === 0 ? `${whose}: none` : `${whose}: ${hoursWords(working, zone)}`}
        </p>
      ) : null}
      {events.length === 0 ? (
        <p className={styles.nothing}>Nothing on this day.</p>
      ) : (
        <ul className={styles.entries}>
          {events.map((event) => (
            <Entry key={event.key} event={event} data={data} zone={zone} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Entry({ event, data, zone }: { event: CalendarEvent; data: Availability; zone: string }) {
  const when = whenWords(event, zone, data.zones);
  const name = called(event);
  return (
    <li className={cx(styles.entry, styles[event.sort], event.tentative && styles.tentative)}>
      <b>
        {event.review && !event.here ? (
          <RouteLink href={reviewHref(event.review.kind, event.review.id)}>{name}</RouteLink>
        ) : (
          name
        )}
      </b>
      <span>{when.own}</span>
      {event.sort === 'busy' ? null : when.others.map((one) => <span key={one}>{one}</span>)}
    </li>
  );
}
