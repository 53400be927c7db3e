import { type KeyboardEvent, memo, type PointerEvent, useRef, useState } from 'react';
import { cx } from '../../../ui/parts/common.ts';
import { formatDay, formatTime, zoneCity } from '../../../ui/time/format.ts';
import { instantAt } from '../../../ui/time/instant-at.ts';
import { type Cell, cellName, cellOf, type Plan } from './offer-state.ts';
import styles from './week-grid.module.css';

const QUARTER = 15;

/**
 * The week as quarter hours in the reader's zone, the other side's hours beside it. Press, drag over a stretch, or move
 * with the arrow keys and press Enter. One tab stop; a quarter hour that cannot be offered says why.
 */
export function WeekGrid({
  days,
  from,
  to,
  plan,
  onPress,
  onPaint,
  onTurn,
}: {
  days: readonly string[];
  /** First and last hour of the day shown. */
  from: number;
  to: number;
  plan: Plan;
  onPress: (at: number) => void;
  onPaint: (from: number, to: number) => void;
  /** To the week before or after, by Page Up and Page Down. */
  onTurn: (by: -1 | 1) => void;
}) {
  const minutes = Array.from({ length: ((to - from) * 60) / QUARTER }, (_, i) => from * 60 + i * QUARTER);
  const grid = useRef<HTMLDivElement>(null);
  const [focus, setFocus] = useState({ day: 0, row: 0 });
  const [stroke, setStroke] = useState<{ day: number; from: number; to: number } | null>(null);
  const day = Math.min(focus.day, days.length - 1);
  const row = Math.min(focus.row, minutes.length - 1);

  const go = (nextDay: number, nextRow: number) => {
    const at = {
      day: Math.max(0, Math.min(days.length - 1, nextDay)),
      row: Math.max(0, Math.min(minutes.length - 1, nextRow)),
    };
    setFocus(at);
    grid.current?.querySelector<HTMLElement>(`[data-cell="${at.day}.${at.row}"]`)?.focus();
  };
  const keys = (event: KeyboardEvent) => {
    const at = instantAt(days[day] ?? '', minutes[row] ?? 0, plan.zone);
    const acts: Record<string, () => void> = {
      ArrowUp: () => go(day, row - 1),
      ArrowDown: () => go(day, row + 1),
      ArrowLeft: () => go(day - 1, row),
      ArrowRight: () => go(day + 1, row),
      Home: () => go(0, row),
      End: () => go(days.length - 1, row),
      PageUp: () => onTurn(-1),
      PageDown: () => onTurn(1),
      Enter: () => at !== null && onPress(at),
      ' ': () => at !== null && onPress(at),
    };
    const act = acts[event.key];
    if (!act || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    act();
  };

  const cellAt = (target: EventTarget | null) => {
    const node = target instanceof Element ? target.closest<HTMLElement>('[data-cell]') : null;
    const [d, r] = (node?.dataset.cell ?? '').split('.').map(Number);
    const at = Number(node?.dataset.at);
    return d === undefined || r === undefined || !node?.dataset.at ? null : { day: d, row: r, at };
  };
  const down = (event: PointerEvent) => {
    const cell = cellAt(event.target);
    if (!cell || event.button !== 0) return;
    setFocus({ day: cell.day, row: cell.row });
    setStroke({ day: cell.day, from: cell.at, to: cell.at });
  };
  const over = (event: PointerEvent) => {
    if (!stroke) return;
    if (event.buttons === 0) return setStroke(null);
    const cell = cellAt(event.target);
    if (cell && cell.day === stroke.day) setStroke({ ...stroke, to: cell.at });
  };
  const up = () => {
    if (!stroke) return;
    if (stroke.from === stroke.to) onPress(stroke.from);
    else onPaint(stroke.from, stroke.to);
    setStroke(null);
  };

  const inStroke = (at: number) =>
    stroke !== null &&
    stroke.from !== stroke.to &&
    at >= Math.min(stroke.from, stroke.to) &&
    at <= Math.max(stroke.from, stroke.to);
  const anchor = days[3] ?? days[0] ?? '';
  const foreign = plan.other.zone !== plan.zone;

  return (
    <div className={styles.box}>
      <div
        ref={grid}
        role="grid"
        tabIndex={-1}
        aria-label={`Week of ${formatDay(days[0] ?? '')}, quarter hours in your time`}
        aria-rowcount={minutes.length + 1}
        className={styles.grid}
        onKeyDown={keys}
        onPointerDown={down}
        onPointerOver={over}
        onPointerUp={up}
        onPointerLeave={(event) => event.buttons === 0 && setStroke(null)}
      >
        <div role="row" className={styles.row}>
          <span role="columnheader" className={styles.corner}>
            You{foreign ? <span className={styles.otherHour}>{zoneCity(plan.other.zone)}</span> : null}
          </span>
          {days.map((one) => {
            const [weekday, date] = formatDay(one, { form: 'short' }).split(', ');
            return (
              <span key={one} role="columnheader" className={styles.day}>
                <b>{weekday}</b> {date}
                {plan.facts.holidays.has(one) ? <span className={styles.holiday}>Holiday</span> : null}
              </span>
            );
          })}
        </div>
        {minutes.map((minute, r) => {
          const mark = minute % 60 === 0 ? instantAt(anchor, minute, plan.zone) : null;
          return (
            <div key={minute} role="row" className={styles.row}>
              <span
                role={mark === null ? undefined : 'rowheader'}
                aria-hidden={mark === null || undefined}
                className={cx(styles.hour, minute % 60 === 0 && styles.full)}
              >
                {mark === null ? null : (
                  <span className={styles.hourWords}>
                    {hourOf(mark, plan.zone)}
                    {foreign ? <span className={styles.otherHour}>{hourOf(mark, plan.other.zone)}</span> : null}
                  </span>
                )}
              </span>
              {days.map((one, d) => {
                const at = instantAt(one, minute, plan.zone);
                const id = `${d}.${r}`;
                const focusable = d === day && r === row;
                if (at === null)
                  return (
                    <span
                      key={one}
                      role="gridcell"
                      aria-disabled
                      data-cell={id}
                      tabIndex={focusable ? 0 : -1}
                      aria-label="Clocks skip this time"
                      className={cx(styles.cell, styles.absent)}
                    />
                  );
                const cell = cellOf(at, plan);
                return (
                  <Quarter
                    key={one}
                    id={id}
                    at={at}
                    look={lookOf(cell)}
                    name={cellName(cell, plan)}
                    words={startWords(cell, plan)}
                    hour={minute % 60 === 0}
                    painted={inStroke(at) && (cell.canOffer || cell.chosen !== undefined)}
                    pressable={cell.canOffer || cell.chosen !== undefined}
                    selected={cell.chosen !== undefined}
                    focusable={focusable}
                  />
                );
              })}
            </div>
          );
        })}
      </div>
    </div>
  );
}

const hourOf = (at: number, zone: string): string =>
  formatTime(new Date(at).toISOString(), { zone }).replace(':00', '');

function startWords(cell: Cell, plan: Plan): string | null {
  const start = cell.chosen ?? cell.offered;
  return start === cell.at ? formatTime(new Date(cell.at).toISOString(), { zone: plan.zone }) : null;
}

/** What a quarter hour looks like: chosen and offered calls are blocks with a head. */
function lookOf(cell: Cell): string {
  if (cell.chosen !== undefined) return cell.chosen === cell.at ? 'chosen head' : 'chosen';
  if (cell.offered !== undefined) return cell.offered === cell.at ? 'offered head' : 'offered';
  const away = cell.away ? ' away' : '';
  if (cell.state === 'outside') return cell.canOffer ? `open${away}` : 'outside';
  if (cell.state === 'free') return `free${away}`;
  if (cell.state === 'closed') return 'closed';
  return cell.state === 'past' || cell.state === 'far' ? 'soon' : cell.state;
}

const Quarter = memo(function Quarter({
  id,
  at,
  look,
  name,
  words,
  hour,
  painted,
  pressable,
  selected,
  focusable,
}: {
  id: string;
  at: number;
  look: string;
  name: string;
  words: string | null;
  hour: boolean;
  painted: boolean;
  pressable: boolean;
  selected: boolean;
  focusable: boolean;
}) {
  return (
    <span
      role="gridcell"
      data-cell={id}
      data-at={at}
      tabIndex={focusable ? 0 : -1}
      aria-label={name}
      aria-selected={selected}
      aria-disabled={!pressable || undefined}
      title={pressable ? undefined : name}
      className={cx(
        styles.cell,
        hour && styles.full,
        painted && styles.painted,
        ...look.split(' ').map((one) => styles[one]),
      )}
    >
      {words}
    </span>
  );
});
