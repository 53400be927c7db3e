import { useState } from 'react';
import { VisuallyHidden } from '../../../ui/parts/chips.tsx';
import { cx } from '../../../ui/parts/common.ts';
import { formatDay, formatTime } from '../../../ui/time/format.ts';
import { instantAt } from '../../../ui/time/instant-at.ts';
import { awayWords, cellName, cellOf, type Plan } from './offer-state.ts';
import styles from './day-list.module.css';

/** The same week day by day, for a finger: a day of the week, and under it its free quarter hours. */
export function DayList({
  days,
  plan,
  onPress,
}: {
  days: readonly string[];
  plan: Plan;
  onPress: (at: number) => void;
}) {
  const cells = days.map((day) =>
    Array.from({ length: 96 }, (_, i) => instantAt(day, i * 15, plan.zone))
      .filter((at) => at !== null)
      .map((at) => cellOf(at, plan)),
  );
  const shown = (index: number) =>
    (cells[index] ?? []).filter((c) => c.canOffer || c.chosen === c.at || c.offered === c.at);
  const [picked, setPicked] = useState<string | null>(null);
  const found = picked === null ? -1 : days.indexOf(picked);
  const at =
    found >= 0
      ? found
      : Math.max(
          0,
          days.findIndex((_, i) => shown(i).length > 0),
        );
  const list = shown(at);
  const hours = [...new Set(list.map((c) => hourOf(c.at, plan.zone)))];
  return (
    <div className={styles.box}>
      <div className={styles.days} role="group" aria-label="Day">
        {days.map((day, index) => {
          const [weekday, date] = formatDay(day, { form: 'short' }).split(', ');
          const n = plan.chosen.filter((c) => (cells[index] ?? []).some((cell) => cell.at === c)).length;
          return (
            <button
              key={day}
              type="button"
              aria-pressed={index === at}
              className={cx(styles.day, index === at && styles.on, shown(index).length === 0 && styles.none)}
              onClick={() => setPicked(day)}
            >
              <b>{weekday} </b>
              <span>{date?.split(' ')[1]}</span>
              <VisuallyHidden>
                {formatDay(day, { form: 'long' })}
                {plan.facts.holidays.has(day) ? ', public holiday' : ''}
                {n > 0 ? `, ${n} chosen` : ''}
              </VisuallyHidden>
              <span className={styles.dot} data-on={n > 0 || undefined} />
            </button>
          );
        })}
      </div>
      <h2 className={styles.title}>
        {formatDay(days[at] ?? '', { form: 'long' })}
        {plan.facts.holidays.has(days[at] ?? '') ? <span className={styles.holiday}>Public holiday</span> : null}
      </h2>
      {list.some((c) => c.away) ? <p className={styles.empty}>Dotted: {awayWords(plan)}.</p> : null}
      {list.length === 0 ? <p className={styles.empty}>No time can be offered on this day.</p> : null}
      {hours.map((hour) => (
        <div key={hour} className={styles.hour}>
          <span className={styles.label}>{hour}</span>
          <div className={styles.slots}>
            {list
              .filter((c) => hourOf(c.at, plan.zone) === hour)
              .map((cell) => (
                <button
                  key={cell.at}
                  type="button"
                  className={cx(
                    styles.slot,
                    cell.away && cell.chosen === undefined && styles.away,
                    cell.offered === cell.at && styles.offered,
                  )}
                  aria-pressed={cell.chosen === cell.at}
                  aria-label={cellName(cell, plan)}
                  disabled={cell.offered === cell.at}
                  onClick={() => onPress(cell.at)}
                >
                  {formatTime(new Date(cell.at).toISOString(), { zone: plan.zone }).replace(/ [AP]M/i, '')}
                </button>
              ))}
          </div>
        </div>
      ))}
    </div>
  );
}

const hourOf = (at: number, zone: string): string =>
  formatTime(new Date(at).toISOString(), { zone }).replace(/:\d\d/, '');
