import { daysBetween } from '../../../core/days-between.ts';
import { dayOf, formatDay, formatTime, type When } from '../../../ui/time/format.ts';
import type { ChannelView } from '../contract.ts';
import type { Seat } from '../rules/channels.ts';

/** "Today", "Yesterday", "Tuesday, November 17", with the year when it is another one. */
export function dayWords(at: string, now: number, zone: string): string {
  const day = dayOf(at, zone);
  const today = dayOf(now, zone);
  const apart = daysBetween(day, today);
  if (apart === 0) return 'Today';
  if (apart === 1) return 'Yesterday';
  const long = formatDay(day, { form: 'long' });
  return day.slice(0, 4) === today.slice(0, 4) ? long : `${long}, ${day.slice(0, 4)}`;
}

/** For a list: "10:34 AM" today, "Yesterday", "Mon" within a week, "Nov 9" before. */
export function listTime(at: string, now: number, when: When): string {
  const day = dayOf(at, when.zone);
  const apart = daysBetween(day, dayOf(now, when.zone));
  if (apart <= 0) return formatTime(at, when);
  if (apart === 1) return 'Yesterday';
  const short = formatDay(day, { form: 'short' });
  return apart < 7 ? (short.split(',')[0] ?? short) : (short.split(', ')[1] ?? short);
}

const SIDE: Record<Seat, string> = {
  requester: 'the requester',
  staff: 'Peritus',
  expert: 'the expert',
  attendee: 'everybody in the call',
};

const SHORT: Record<Seat, string> = { requester: 'Requester', staff: 'Peritus', expert: 'Expert', attendee: 'Call' };

/** A conversation on a tab among so many: where there are more than two, each is one word or two, so that they share a line. */
export function tabLabel(channel: ChannelView, among: number): string {
  if (among < 3) return sideLabel(channel);
  return channel.own_seat === null && channel.audience !== 'call' ? 'Both sides' : SHORT[channel.seat];
}

/** A conversation among those of its review: "With the expert". */
export const sideLabel = (channel: ChannelView): string =>
  channel.own_seat === null && channel.audience !== 'call' ? 'Requester and expert' : `With ${SIDE[channel.seat]}`;
