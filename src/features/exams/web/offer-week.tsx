import { IconChevronLeft, IconChevronRight, IconPlus } from '@tabler/icons-react';
import { type KeyboardEvent, useState } from 'react';
import { dateText } from '../../../core/dates.ts';
import { addDays } from '../../../core/durations.ts';
import { IconButton } from '../../../ui/parts/button.tsx';
import { dayOf, formatDay, formatTime } from '../../../ui/time/format.ts';
import { weekOf } from '../rules.ts';
import styles from './offer-week.module.css';

/** An appointment as the picture shows it: at which site, when, and whether it is on offer already. */
interface Shown {
  site: string;
  starts_at: string;
  offered: boolean;
}

/** Where the focus goes from a cell by an arrow key, as days and sites. */
const STEPS: Readonly<Record<string, readonly [days: number, sites: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/**
 * A week of what is offered and chosen, by site; a day that is late enough for the notice takes one more. Arrow keys move from
 * day to day and from site to site.
 */
export function OfferWeek({
  sites,
  shown,
  earliest_on,
  onAdd,
}: {
  sites: readonly { key: string; name: string; zone: string }[];
  shown: readonly Shown[];
  earliest_on: string;
  onAdd: (site: string, day: string) => void;
}) {
  const [from, setFrom] = useState(weekOf(earliest_on)[0] ?? earliest_on);
  const days = weekOf(from);
  const move = (event: KeyboardEvent<HTMLTableElement>) => {
    const step = STEPS[event.key];
    const at = (event.target as HTMLElement).closest<HTMLElement>('[data-at]')?.dataset['at']?.split(' ').map(Number);
    if (!step || !at) return;
    const next = event.currentTarget.querySelector<HTMLElement>(
      `[data-at="${(at[0] ?? 0) + step[0]} ${(at[1] ?? 0) + step[1]}"]`,
    );
    if (!next) return;
    event.preventDefault();
    next.focus();
  };
  return (
    <section className={styles.week} aria-label="Appointments by site">
      <div className={styles.head}>
        <h2 className={styles.title} aria-live="polite">
          Week of {dateText(from, 'long')}
        </h2>
        <IconButton
          label="The week before"
          disabled={from <= (weekOf(earliest_on)[0] ?? '')}
          onClick={() => setFrom(addDays(from, -7))}
        >
          <IconChevronLeft stroke={1.75} aria-hidden />
        </IconButton>
        <IconButton label="The week after" onClick={() => setFrom(addDays(from, 7))}>
          <IconChevronRight stroke={1.75} aria-hidden />
        </IconButton>
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrow keys lead from button to button */}
      <table className={styles.grid} onKeyDown={move}>
        <thead>
          <tr>
            <th scope="col">Site</th>
            {days.map((day) => (
              <th key={day} scope="col">
                {formatDay(day, { form: 'short' })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sites.map(({ key, name, zone }, row) => (
            <tr key={key}>
              <th scope="row">{name}</th>
              {days.map((day, column) => {
                const here = shown.filter((one) => one.site === key && dayOf(one.starts_at, zone) === day);
                return (
                  <td key={day} data-day={formatDay(day, { form: 'short' })}>
                    {here
                      .toSorted((a, b) => a.starts_at.localeCompare(b.starts_at))
                      .map((one) => (
                        <span key={one.starts_at} className={one.offered ? styles.offered : styles.chosen}>
                          {formatTime(one.starts_at, { zone })}
                          <small>{one.offered ? 'on offer' : 'chosen'}</small>
                        </span>
                      ))}
                    {day >= earliest_on ? (
                      <IconButton
                        data-at={`${column} ${row}`}
                        label={`Add an appointment at ${name} on ${formatDay(day, { form: 'long' })}`}
                        onClick={() => onAdd(key, day)}
                      >
                        <IconPlus stroke={1.75} aria-hidden />
                      </IconButton>
                    ) : null}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
