import { daysBetween } from '../../core/days-between.ts';
import { spelled, spelledPlural } from '../../core/phrases.ts';

/**
 * Every date and time a reader sees. Instants are UTC ISO strings, days are 'YYYY-MM-DD', zones IANA names,
 * durations milliseconds. Nothing here reads the clock: `now` is an argument.
 */
const MIN = 60_000;
const HOUR = 60 * MIN;
const DAY = 24 * HOUR;

export type When = { zone: string; locale?: string };

/** The reader's own English, so that month names and sentences agree; American where the reader's language is another. */
export function readerLocale(languages: readonly string[]): string {
  return languages.find((tag) => /^en(-|$)/i.test(tag)) ?? 'en-US';
}

const cache = new Map<string, Intl.DateTimeFormat>();

function formatter(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale}|${JSON.stringify(options)}`;
  let found = cache.get(key);
  if (!found) {
    found = new Intl.DateTimeFormat(locale, options);
    cache.set(key, found);
  }
  return found;
}

/** Intl separates with narrow and no-break spaces; readers search and tests compare with plain ones. */
const plain = (text: string): string => text.replaceAll(/[\u2009\u00a0\u202f]/g, ' ');

const dayParts = { weekday: 'short', month: 'short', day: 'numeric' } as const;
const timeParts = { hour: 'numeric', minute: '2-digit' } as const;

function say(instant: string | number, { zone, locale = 'en-US' }: When, options: Intl.DateTimeFormatOptions): string {
  return plain(formatter(locale, { ...options, timeZone: zone }).format(new Date(instant)));
}

/** The calendar day of an instant in a zone, as 'YYYY-MM-DD'. */
export function dayOf(instant: string | number, zone: string): string {
  return formatter('en-CA', { year: 'numeric', month: '2-digit', day: '2-digit', timeZone: zone }).format(
    new Date(instant),
  );
}

const sameYear = (a: string | number, b: string | number, zone: string) =>
  dayOf(a, zone).slice(0, 4) === dayOf(b, zone).slice(0, 4);

/** 'Thu, Nov 19, 7:30 AM CST'; with the year when `now` is given and lies in another year; `bare` leaves the zone out. */
export function formatInstant(
  instant: string,
  { bare = false, now, ...when }: When & { bare?: boolean; now?: number },
): string {
  const year = now !== undefined && !sameYear(instant, now, when.zone) ? ({ year: 'numeric' } as const) : {};
  const zone = bare && !isTwice(instant, when.zone) ? {} : ({ timeZoneName: 'short' } as const);
  return say(instant, when, { ...dayParts, ...year, ...timeParts, ...zone });
}

/** 'Today, 9:51 AM', 'Yesterday, 4:20 PM', else 'Mon, Nov 16, 2:05 PM', as beside timeline rows. */
export function formatNear(instant: string, { now, ...when }: When & { now: number }): string {
  const day = dayOf(instant, when.zone);
  const apart = daysBetween(day, dayOf(now, when.zone));
  if (apart === 0) return `Today, ${formatTime(instant, when)}`;
  if (apart === 1) return `Yesterday, ${formatTime(instant, when)}`;
  if (apart === -1) return `Tomorrow, ${formatTime(instant, when)}`;
  return formatInstant(instant, { ...when, now, bare: true });
}

/** A time after other words: "Call yesterday, 1:30 PM". Weekdays keep their capital. */
export const inLine = (near: string): string => near.replace(/^(Today|Yesterday|Tomorrow)/, (day) => day.toLowerCase());

/** 'Thu, Nov 19, 2026' for an instant in a zone. */
export function formatDateOf(instant: string, when: When): string {
  return say(instant, when, { ...dayParts, year: 'numeric' });
}

/** 'Thu, Nov 19, 2026' for a calendar day; `short` leaves the year out, `long` spells 'Thursday, November 19'. */
export function formatDay(
  day: string,
  { locale = 'en-US', form = 'full' }: { locale?: string; form?: 'full' | 'short' | 'long' } = {},
): string {
  const options: Intl.DateTimeFormatOptions =
    form === 'long'
      ? { weekday: 'long', month: 'long', day: 'numeric' }
      : form === 'short'
        ? dayParts
        : { ...dayParts, year: 'numeric' };
  return say(`${day}T12:00:00Z`, { zone: 'UTC', locale }, options);
}

/** '7:30 AM' in a zone; '1:30 AM EDT' in the hour that clocks put back go through twice. */
export function formatTime(instant: string, when: When): string {
  return say(instant, when, isTwice(instant, when.zone) ? { ...timeParts, timeZoneName: 'short' } : timeParts);
}

/**
 * '7:30 – 8:15 AM' in a zone; the half of day once when both share it. Over midnight '11:30 PM – Fri 12:15 AM'. In the
 * hour that comes twice with the zone: '1:00 – 1:45 AM EDT', and both of them over the switch: '1:30 AM EDT – 1:15 AM EST'.
 */
export function formatTimeRange(from: string, to: string, when: When): string {
  const { zone, locale = 'en-US' } = when;
  const [first, last] = [dayOf(from, zone), dayOf(to, zone)];
  const switches = zoneOffsetMinutes(from, zone) !== zoneOffsetMinutes(to, zone);
  if (first === last && !switches) {
    const range = plain(
      formatter(locale, { ...timeParts, timeZone: zone }).formatRange(new Date(from), new Date(to)),
    ).replaceAll(/\s*–\s*/g, ' – ');
    return isTwice(from, zone) || isTwice(to, zone) ? `${range} ${zoneShort(from, when)}` : range;
  }
  const parts = switches ? ({ ...timeParts, timeZoneName: 'short' } as const) : timeParts;
  const end = say(to, when, parts);
  // a day's end is midnight, and of that day
  const isMidnight = Date.parse(to) === Date.parse(from) || dayOf(Date.parse(to) - 1, zone) === first;
  const day = first === last || isMidnight ? '' : `${say(to, when, { weekday: 'short' })} `;
  return `${say(from, when, parts)} – ${day}${end}`;
}

/** A range with its zone, said once: '7:30 – 8:15 AM CST'. */
export function formatZonedRange(from: string, to: string, when: When): string {
  const range = formatTimeRange(from, to, when);
  const zone = zoneShort(to, when);
  return range.endsWith(` ${zone}`) ? range : `${range} ${zone}`;
}

/** Whether the wall clock of a zone shows the time of this instant twice that day: clocks are put back in between. */
function isTwice(instant: string, zone: string): boolean {
  const at = Date.parse(instant);
  const own = zoneOffsetMinutes(at, zone);
  return [-3 * HOUR, 3 * HOUR].some((near) => {
    const other = zoneOffsetMinutes(at + near, zone);
    // the instant at which the other offset shows the same time
    const same = at + (own - other) * MIN;
    return other !== own && zoneOffsetMinutes(same, zone) === other;
  });
}

/** 'CST', or 'GMT+1' where English has no short name. */
export function zoneShort(instant: string | number, { zone, locale = 'en-US' }: When): string {
  const parts = formatter(locale, { timeZone: zone, timeZoneName: 'short' }).formatToParts(new Date(instant));
  return parts.find((part) => part.type === 'timeZoneName')?.value ?? zone;
}

/** 'New York' from 'America/New_York'; 'Louisville' from 'America/Kentucky/Louisville'; 'UTC' stays. */
export function zoneCity(zone: string): string {
  return (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ');
}

/** Minutes a zone is ahead of UTC at an instant. */
export function zoneOffsetMinutes(instant: string | number, zone: string): number {
  const parts = formatter('en-US', { timeZone: zone, timeZoneName: 'longOffset' }).formatToParts(new Date(instant));
  const name = parts.find((part) => part.type === 'timeZoneName')?.value ?? 'GMT';
  const found = /([+-])(\d{2}):?(\d{2})?/.exec(name);
  if (!found) return 0;
  const size = Number(found[2]) * 60 + Number(found[3] ?? 0);
  return found[1] === '-' ? -size : size;
}

/** 'one hour ahead', 'two and a half hours behind' or 'the same time', seen from `own`. */
export function zoneDistance(instant: string | number, own: string, other: string): string {
  const minutes = zoneOffsetMinutes(instant, other) - zoneOffsetMinutes(instant, own);
  if (minutes === 0) return 'the same time';
  const size = Math.abs(minutes);
  const whole = Math.floor(size / 60);
  const rest = size % 60;
  const hours =
    rest === 0
      ? spelledPlural(whole, 'hour')
      : rest === 30 && whole > 0
        ? `${spelled(whole)} and a half hours`
        : `${whole} h ${rest} min`;
  return `${hours} ${minutes > 0 ? 'ahead' : 'behind'}`;
}

/** One time in two zones: own with its zone, the other with its city, and the weekday where the days differ. */
export function bothZones(
  { starts_at, ends_at }: { starts_at: string; ends_at?: string | undefined },
  { own, other, otherCity, locale = 'en-US' }: { own: string; other: string; otherCity?: string; locale?: string },
): { own: string; other: string } {
  const shifted = dayOf(starts_at, own) !== dayOf(starts_at, other);
  const day = shifted ? `${say(starts_at, { zone: other, locale }, { weekday: 'short' })} ` : '';
  return {
    own: ends_at
      ? formatZonedRange(starts_at, ends_at, { zone: own, locale })
      : say(starts_at, { zone: own, locale }, { ...timeParts, timeZoneName: 'short' }),
    other: `${day}${formatTime(starts_at, { zone: other, locale })} in ${otherCity ?? zoneCity(other)}`,
  };
}

/** '20 h 48 min', '2 d 5 h', '12 min', 'under 1 min'; from three days on whole days: '6 d'. Never negative. */
export function formatDuration(ms: number): string {
  const size = Math.abs(ms);
  if (size < MIN) return 'under 1 min';
  const days = Math.floor(size / DAY);
  const hours = Math.floor((size % DAY) / HOUR);
  const minutes = Math.floor((size % HOUR) / MIN);
  if (days >= 3) return `${days} d`;
  if (days > 0) return hours > 0 ? `${days} d ${hours} h` : `${days} d`;
  if (hours > 0) return minutes > 0 ? `${hours} h ${minutes} min` : `${hours} h`;
  return `${minutes} min`;
}

/** As formatDuration, without minutes from `from` hours on: nobody plans twenty hours by the minute. */
function coarse(ms: number, from: number): string {
  const size = Math.abs(ms);
  return size >= from * HOUR && size < DAY ? `${Math.floor(size / HOUR)} h` : formatDuration(size);
}

/** 'In 20 h', 'In 4 h 18 min', 'In 2 d 3 h', 'In 6 d', 'Now', '4 h overdue'. */
export function formatRelative(due: string, now: number): string {
  const left = Date.parse(due) - now;
  if (Math.abs(left) < MIN) return 'Now';
  return left > 0 ? `In ${coarse(left, 6)}` : `${coarse(left, 1)} overdue`;
}

/** How long ago, for an 'Updated' column: 'Just now', '12 min', '2 h', 'Yesterday', '9 d'. */
export function formatAgo(instant: string, { now, zone }: { now: number; zone: string }): string {
  const past = now - Date.parse(instant);
  if (past < MIN) return 'Just now';
  if (past < HOUR) return `${Math.floor(past / MIN)} min`;
  const days = daysBetween(dayOf(instant, zone), dayOf(now, zone));
  if (days === 0) return `${Math.floor(past / HOUR)} h`;
  return days === 1 ? 'Yesterday' : `${days} d`;
}
