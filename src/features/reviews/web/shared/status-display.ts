import type { StatusDisplay } from '../../../../ui/parts/status.tsx';
import type { Side } from '../../../../ui/parts/common.ts';
import {
  dayOf,
  formatAgo,
  formatDay,
  formatDuration,
  formatInstant,
  formatNear,
  formatRelative,
} from '../../../../ui/time/format.ts';
import type { DueView, StatusView } from '../../contract.ts';

const SIDES = { pause: 'pause', triangle: 'attention', cross: 'cross', calendar: 'calendar', pie: undefined } as const;

/** A status of the wire as the status parts take it. */
export function statusDisplay(status: StatusView): StatusDisplay {
  return { label: status.label, tone: status.tone, share: status.pie, side: SIDES[status.icon] };
}

/** The seat of a ball; null when it rests. */
export const sideOfBall = (ball: 'requester' | 'staff' | 'expert' | 'nobody'): Side | null =>
  ball === 'nobody' ? null : ball;

export type DueMood = 'calm' | 'warn' | 'bad' | 'paused';
export interface DueDisplay {
  mood: DueMood;
  /** "In 20 h", "Closes in 2 d 20 h", "4 h overdue", "Clock paused". */
  words: string;
  /** The instant: "Thu, Nov 19, 7:30 AM", "Today, 4:00 PM", "since Mon, Nov 9, 2:00 PM". */
  line: string;
}

const DAY = 86_400_000;

/** What a row says of its clock at `now`: amber in the last 24 hours or the last quarter of clocks under two days. */
export function dueDisplay(due: DueView, now: number, zone: string): DueDisplay {
  if (due.paused_at) {
    return {
      mood: 'paused',
      words: 'Clock paused',
      line: `since ${formatDay(dayOf(due.paused_at, zone), { form: 'short' })}`,
    };
  }
  const at = Date.parse(due.at);
  const left = at - now;
  const line = formatNear(due.at, { now, zone });
  if (due.verb === 'call' || due.verb === 'appointment') {
    if (left < -60_000) return { mood: 'calm', words: `${formatDuration(left)} ago`, line };
    return { mood: 'calm', words: formatRelative(due.at, now), line };
  }
  if (left <= 0) return { mood: 'bad', words: formatRelative(due.at, now), line };
  const total = due.from ? at - Date.parse(due.from) : Number.POSITIVE_INFINITY;
  const soon = total < 2 * DAY ? left <= total / 4 : left <= DAY;
  const words = due.verb === 'closes' ? `Closes in ${formatDuration(left)}` : formatRelative(due.at, now);
  return { mood: soon && due.verb !== 'closes' ? 'warn' : 'calm', words, line };
}

/** "2 h", "Yesterday", "5 d", with the exact instant for its tooltip. */
export function updatedDisplay(at: string, now: number, zone: string): { words: string; title: string } {
  return { words: formatAgo(at, { now, zone }), title: formatInstant(at, { zone, now }) };
}
