import { formatDuration, formatInstant } from '../time/format.ts';

/** A clock as the server tells it. `used` (0 to 1) overrides the share of plain time, for clocks that count office hours. */
export type SlaInput = { started_at: string; due_at: string; used?: number | undefined } & (
  | { state: 'running' }
  | { state: 'paused'; waits_for: string; remaining_ms: number }
  | { state: 'met'; met_at: string }
);

export type SlaView = { mood: 'calm' | 'warn' | 'bad' | 'paused' | 'met'; words: string; line: string; used: number };

const DAY = 86_400_000;
const share = (value: number) => Math.min(1, Math.max(0, value));

/** What the clock says at `now`: amber in the last 24 hours, or the last quarter of clocks under two days; red when over. */
export function slaView(
  clock: SlaInput,
  now: number,
  { zone, locale, bare = false }: { zone: string; locale?: string; bare?: boolean },
): SlaView {
  const start = Date.parse(clock.started_at);
  const due = Date.parse(clock.due_at);
  const total = Math.max(1, due - start);
  const say = (instant: string) => formatInstant(instant, { zone, now, bare, ...(locale ? { locale } : {}) });

  if (clock.state === 'paused') {
    return {
      mood: 'paused',
      words: 'Clock paused',
      line: `waits for ${clock.waits_for}, ${formatDuration(clock.remaining_ms)} left`,
      used: share(clock.used ?? 1 - clock.remaining_ms / total),
    };
  }
  if (clock.state === 'met') {
    const met = Date.parse(clock.met_at);
    const margin = due - met;
    const words =
      Math.abs(margin) < 60_000 ? 'Met on time' : `Met, ${formatDuration(margin)} ${margin > 0 ? 'early' : 'late'}`;
    return {
      mood: margin >= -60_000 ? 'met' : 'bad',
      words,
      line: say(clock.met_at),
      used: share(clock.used ?? (met - start) / total),
    };
  }
  const left = due - now;
  if (left <= 0) {
    const over = left > -3_600_000 || left < -DAY ? formatDuration(left) : `${Math.floor(-left / 3_600_000)} h`;
    return { mood: 'bad', words: `${over} overdue`, line: `since ${say(clock.due_at)}`, used: 1 };
  }
  const soon = total < 2 * DAY ? left <= total / 4 : left <= DAY;
  return {
    mood: soon ? 'warn' : 'calm',
    words: formatDuration(left),
    line: say(clock.due_at),
    used: share(clock.used ?? (now - start) / total),
  };
}
