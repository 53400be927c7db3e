import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { VisuallyHidden } from '../../../ui/parts/chips.tsx';
import { cx } from '../../../ui/parts/common.ts';
import { formatDay, formatTime, formatTimeRange } from '../../../ui/time/format.ts';
import { instantAt } from '../../../ui/time/instant-at.ts';
import type { Availability } from '../contract.ts';
import { blocksOn, hoursOf, inHour, onDay } from './periods.ts';
import { called, hoursWords, whenWords, WHOSE } from './words.ts';
import styles from './availability.module.css';

interface Shown {
  days: readonly string[];
  data: Availability;
  zone: string;
  today: string;
  /** The day whose entries are listed beside. */
  on: string;
  onDay: (day: string) => void;
  /** To the page before or after, by Page Up and Page Down. */
  onTurn: (by: -1 | 1) => void;
}

/** Arrow keys through a grid of one tab stop: a row and a column at a time, to the ends, and to the page before or after. */
function useGridKeys(
  size: { rows: number; columns: number },
  begins: { row: number; column: number },
  acts: { press: (row: number, column: number) => void; turn: (by: -1 | 1) => void },
) {
  const grid = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState(begins);
  const row = Math.min(at.row, size.rows - 1);
  const column = Math.min(at.column, size.columns - 1);
  const go = (nextRow: number, nextColumn: number) => {
    const to = {
      row: Math.max(0, Math.min(size.rows - 1, nextRow)),
      column: Math.max(0, Math.min(size.columns - 1, nextColumn)),
    };
    setAt(to);
    grid.current?.querySelector<HTMLElement>(`[data-cell="${to.row}.${to.column}"]`)?.focus();
  };
  const keys = (event: KeyboardEvent) => {
    const known: Record<string, () => void> = {
      ArrowUp: () => go(row - 1, column),
      ArrowDown: () => go(row + 1, column),
      ArrowLeft: () => go(row, column - 1),
      ArrowRight: () => go(row, column + 1),
      Home: () => go(row, 0),
      End: () => go(row, size.columns - 1),
      PageUp: () => acts.turn(-1),
      PageDown: () => acts.turn(1),
      Enter: () => acts.press(row, column),
      ' ': () => acts.press(row, column),
    };
    const act = known[event.key];
    if (!act || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    act();
  };
  const cell = (cellRow: number, cellColumn: number) => ({
    role: 'gridcell',
    'data-cell': `${cellRow}.${cellColumn}`,
    tabIndex: cellRow === row && cellColumn === column ? 0 : -1,
    onClick: () => {
      setAt({ row: cellRow, column: cellColumn });
      acts.press(cellRow, cellColumn);
    },
  });
  return { grid, keys, cell };
}

/** A week by hours: working hours bright, what is offered, set and busy as blocks over them. */
export function WeekOfHours({ days, data, zone, today, on, onDay: choose, onTurn }: Shown) {
  const hours = hoursOf(days, [...data.events, ...data.working], zone);
  const first = hours[0] ?? 0;
  const { grid, keys, cell } = useGridKeys(
    { rows: hours.length, columns: days.length },
    { row: Math.max(0, hours.indexOf(9)), column: Math.max(0, days.indexOf(on)) },
    { press: (_, column) => choose(days[column] ?? on), turn: onTurn },
  );
  const other = data.zones.find((one) => one.zone !== zone);
  const blocks = days.map((day) => blocksOn(data.events, day, zone));
  const working = days.map((day) => blocksOn(data.working, day, zone));
  const hourOf = (day: string, hour: number, clock: string): string => {
    const at = instantAt(day, hour * 60, zone);
    return at === null ? '' : formatTime(new Date(at).toISOString(), { zone: clock });
  };
  const middle = days[3] ?? '';
  return (
    <div
      ref={grid}
      role="grid"
      tabIndex={-1}
      aria-label={`Week of ${formatDay(days[0] ?? '', { form: 'long' })}, hours in your time`}
      className={styles.week}
      onKeyDown={keys}
    >
      <div role="row" className={styles.row}>
        <span role="columnheader" className={styles.corner}>
          You{other ? <span>{other.whose === 'expert' ? 'Expert' : 'Requester'}</span> : null}
        </span>
        {days.map((day) => (
          <DayHead key={day} day={day} today={today} on={on} />
        ))}
      </div>
      {hours.map((hour, row) => (
        <div key={hour} role="row" className={styles.row}>
          <span role="rowheader" className={styles.hour} style={{ gridArea: `${row + 2} / 1` }}>
            <span>{hourOf(middle, hour, zone).replace(':00', '')}</span>
            {other ? <span>{hourOf(middle, hour, other.zone).replace(':00', '')}</span> : null}
          </span>
          {days.map((day, column) => {
            const here = inHour(blocks[column] ?? [], hour);
            const at = instantAt(day, hour * 60, zone);
            const time = at === null ? 'clocks skip this hour' : hourOf(day, hour, zone);
            const isWorking = (working[column] ?? []).some(({ from, to }) => from <= hour * 60 && to >= hour * 60 + 60);
            const said =
              here.length > 0
                ? here.map((event) => `${called(event)} ${whenWords(event, zone, []).own}`).join('; ')
                : isWorking
                  ? 'working hours'
                  : 'nothing';
            return (
              <span
                key={day}
                {...cell(row, column)}
                aria-label={`${formatDay(day, { form: 'long' })}, ${time}: ${said}`}
                aria-selected={day === on}
                className={styles.cell}
                style={{ gridArea: `${row + 2} / ${column + 2}` }}
              />
            );
          })}
        </div>
      ))}
      {days.map((day, column) => (
        <div
          key={day}
          aria-hidden
          className={styles.column}
          style={{ gridArea: `2 / ${column + 2} / span ${hours.length}` }}
        >
          {(working[column] ?? []).map(({ from, to }) => (
            <span key={from} className={styles.working} style={placed({ from, to, first, count: hours.length })} />
          ))}
          {(blocks[column] ?? []).map(({ of, from, to, lane, lanes }) => (
            <span
              key={of.key}
              className={cx(styles.block, styles[of.sort], of.tentative && styles.tentative)}
              style={{
                ...placed({ from, to, first, count: hours.length }),
                left: `${(lane / lanes) * 100}%`,
                width: `${100 / lanes}%`,
              }}
            >
              {called(of)}
            </span>
          ))}
        </div>
      ))}
    </div>
  );
}

/** Where minutes of a day stand in the hours that are shown. */
function placed({ from, to, first, count }: { from: number; to: number; first: number; count: number }) {
  const [top, bottom] = [from, to].map((minute) => Math.max(0, Math.min(1, (minute - first * 60) / (count * 60))));
  return { top: `${(top ?? 0) * 100}%`, height: `${((bottom ?? 0) - (top ?? 0)) * 100}%` };
}

function DayHead({ day, today, on }: { day: string; today: string; on: string }) {
  const [weekday, date] = formatDay(day, { form: 'short' }).split(', ');
  return (
    <span
      role="columnheader"
      className={cx(styles.dayHead, day === today && styles.today, day === on && styles.on)}
      aria-current={day === today ? 'date' : undefined}
    >
      <b>{weekday}</b> {date}
    </span>
  );
}

const ON_A_DAY = 3;

/** A month by days, each with what stands first on it. */
export function MonthOfDays({ days, data, zone, today, on, onDay: choose, onTurn }: Shown) {
  const weeks = Array.from({ length: days.length / 7 }, (_, n) => days.slice(n * 7, n * 7 + 7));
  const index = Math.max(0, days.indexOf(on));
  const { grid, keys, cell } = useGridKeys(
    { rows: weeks.length, columns: 7 },
    { row: Math.floor(index / 7), column: index % 7 },
    { press: (row, column) => choose(weeks[row]?.[column] ?? on), turn: onTurn },
  );
  return (
    <div
      ref={grid}
      role="grid"
      tabIndex={-1}
      aria-label={`${monthName(on)}, days in your time`}
      className={styles.month}
      onKeyDown={keys}
    >
      <div role="row" className={styles.row}>
        {(weeks[0] ?? []).map((day) => (
          <span key={day} role="columnheader" className={styles.weekday}>
            {formatDay(day, { form: 'short' }).slice(0, 3)}
          </span>
        ))}
      </div>
      {weeks.map((week, row) => (
        <div key={week[0]} role="row" className={styles.row}>
          {week.map((day, column) => {
            const events = onDay(data.events, day, zone);
            const working = onDay(data.working, day, zone);
            const lines: ReactNode[] = events.slice(0, ON_A_DAY).map((event) => (
              <span
                key={event.key}
                className={cx(styles.line, styles[event.sort], event.tentative && styles.tentative)}
              >
                {formatTime(event.start, { zone })} {called(event)}
              </span>
            ));
            const whose = WHOSE[data.reader];
            const said = [
              ...events.map((event) => `${called(event)} ${formatTimeRange(event.start, event.end, { zone })}`),
              ...(whose && working.length > 0 ? [`${whose.toLowerCase()} ${hoursWords(working, zone)}`] : []),
            ];
            return (
              <span
                key={day}
                {...cell(row, column)}
                aria-selected={day === on}
                aria-current={day === today ? 'date' : undefined}
                className={cx(
                  styles.date,
                  working.length > 0 && styles.workday,
                  day.slice(0, 7) !== on.slice(0, 7) && styles.outside,
                  day === today && styles.today,
                  day === on && styles.on,
                )}
              >
                <VisuallyHidden>{`${formatDay(day, { form: 'long' })}: ${said.join('; ') || 'nothing'}`}</VisuallyHidden>
                <span className={styles.seen} aria-hidden>
                  <span className={styles.number}>{Number(day.slice(8))}</span>
                  {lines}
                  {events.length > ON_A_DAY ? (
                    <span className={styles.more}>{events.length - ON_A_DAY} more</span>
                  ) : null}
                </span>
              </span>
            );
          })}
        </div>
      ))}
    </div>
  );
}

/** 'November 2026'. */
export const monthName = (day: string): string =>
  new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${day}T12:00:00Z`),
  );
