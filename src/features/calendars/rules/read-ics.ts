import ICAL from 'ical.js';
import { Temporal } from 'temporal-polyfill';
import { DAY, HOUR, MINUTE } from '../../../core/durations.ts';
import { isZone, startOfDay } from '../../../core/time.ts';
import { disjoint, type Range } from './ranges.ts';

/** So much of a calendar is read; one that holds more is refused as a whole, since half of it would say "free" where one is not. */
const MOST_EVENTS = 20_000;
const MOST_STEPS_OF_ONE = 20_000;
const MOST_STEPS = 200_000;
const MOST_BUSY = 5_000;

/** What reading a calendar came to. `not_a_calendar`: also one that was cut off. */
export type Reading = { busy: Range[] } | { unreadable: 'not_a_calendar' | 'too_many' };

/**
 * What is kept of a calendar before anything looks at it: when, how often, and whether it is busy. Titles, places, people and
 * notes are dropped here and never parsed.
 */
const KEPT = new Set([
  'BEGIN',
  'END',
  'VERSION',
  'UID',
  'DTSTART',
  'DTEND',
  'DURATION',
  'RRULE',
  'RDATE',
  'EXDATE',
  'RECURRENCE-ID',
  'STATUS',
  'TRANSP',
  'X-MICROSOFT-CDO-BUSYSTATUS',
  'FREEBUSY',
  'TZID',
  'TZOFFSETFROM',
  'TZOFFSETTO',
]);

/** Entries of Peritus itself: calls and exams somebody's calendar took from our mails or feed. We know those, and where they were moved to. */
const isOwn = (uid: string): boolean => uid.endsWith('@peritus');

class TooMany extends Error {}

/**
 * The times somebody is busy between two instants, by their calendar as an ICS text. Days without a time, and times that name no
 * zone, are read in `zone`. An entry that makes no sense is left out; the others count.
 */
export function readIcs(text: string, { from, until, zone }: { from: Date; until: Date; zone: string }): Reading {
  const calendars = calendarsOf(text);
  if (calendars === null) return { unreadable: 'not_a_calendar' };
  const reader = { from, until, zone, steps: MOST_STEPS };
  const busy: Range[] = [];
  try {
    for (const calendar of calendars) {
      const events = calendar.getAllSubcomponents('vevent');
      if (events.length > MOST_EVENTS) throw new TooMany();
      const series = Map.groupBy(events, (event) => textOf(event, 'uid'));
      for (const [uid, parts] of series)
        if (!isOwn(uid)) busy.push(...(attempt(() => busyOfSeries(parts, reader)) ?? []));
      for (const part of calendar.getAllSubcomponents('vfreebusy')) busy.push(...busyOfFreeBusy(part, reader));
    }
    const whole = disjoint(busy, from, until);
    return whole.length > MOST_BUSY ? { unreadable: 'too_many' } : { busy: whole };
  } catch (error) {
    if (error instanceof TooMany) return { unreadable: 'too_many' };
    throw error;
  }
}

interface Reader {
  from: Date;
  until: Date;
  zone: string;
  /** What is left of the instances that may be looked at. */
  steps: number;
}

function calendarsOf(text: string): ICAL.Component[] | null {
  const lines = text
    .replace(/^\uFEFF/, '')
    .replaceAll(/\r?\n[ \t]/g, '')
    .split(/\r?\n/)
    .filter((line) => KEPT.has((/^[A-Za-z0-9-]+(?=[;:])/.exec(line)?.[0] ?? '').toUpperCase()));
  if (!/^BEGIN:VCALENDAR\s*$/i.test(lines[0] ?? '') || !/^END:VCALENDAR\s*$/i.test(lines.at(-1) ?? '')) return null;
  try {
    // several calendars in one text come as a list of lists
    const parsed = ICAL.parse(lines.join('\r\n')) as unknown[];
    const each = typeof parsed[0] === 'string' ? [parsed] : (parsed as unknown[][]);
    const calendars = each.map((one) => new ICAL.Component(one));
    return calendars.every(({ name }) => name === 'vcalendar') ? calendars : null;
  } catch {
    return null;
  }
}

const textOf = (component: ICAL.Component, name: string): string => {
  const value: unknown = component.getFirstPropertyValue(name);
  return typeof value === 'string' ? value : '';
};

/** Whether an entry takes its time: not called off, and not one the calendar shows as free. */
function takesTime(event: ICAL.Component): boolean {
  const shown = textOf(event, 'x-microsoft-cdo-busystatus').toUpperCase();
  return (
    textOf(event, 'status').toUpperCase() !== 'CANCELLED' &&
    textOf(event, 'transp').toUpperCase() !== 'TRANSPARENT' &&
    shown !== 'FREE' &&
    shown !== 'WORKINGELSEWHERE'
  );
}

/** How a wall clock is read: as UTC, by a zone's name, or as the calendar itself describes the zone. */
type Wall = 'utc' | { named: string } | { described: ICAL.Timezone };

/** When an entry is, as its calendar writes it. */
interface Written {
  time: ICAL.Time;
  wall: Wall;
}

function writtenAs(property: ICAL.Property, time: ICAL.Time, zone: string): Written {
  const tzid: unknown = property.getParameter('tzid');
  const named = typeof tzid === 'string' ? tzid.replace(/^"(.*)"$/, '$1') : '';
  if (time.isDate) return { time, wall: { named: zone } };
  if (time.zone === ICAL.Timezone.utcTimezone) return { time, wall: 'utc' };
  const described = named === '' ? null : property.parent?.getTimeZoneByID(named);
  if (described) return { time, wall: { described } };
  return { time, wall: { named: named !== '' && isZone(named) ? named : zone } };
}

/** A wall clock as if it were UTC: for counting, and for comparing what stands on one clock. */
const count = ({ year, month, day, hour, minute, second, isDate }: ICAL.Time): number =>
  isDate ? Date.UTC(year, month - 1, day) : Date.UTC(year, month - 1, day, hour, minute, second);

/** The instant a wall clock shows this. */
function instantOn(counted: number, wall: Wall): number {
  if (wall === 'utc') return counted;
  if ('named' in wall)
    return Temporal.PlainDateTime.from(new Date(counted).toISOString().slice(0, 19)).toZonedDateTime(wall.named)
      .epochMilliseconds;
  return counted - wall.described.utcOffset(floating(counted)) * 1000;
}

const floating = (counted: number): ICAL.Time => {
  const at = new Date(counted);
  return new ICAL.Time(
    {
      year: at.getUTCFullYear(),
      month: at.getUTCMonth() + 1,
      day: at.getUTCDate(),
      hour: at.getUTCHours(),
      minute: at.getUTCMinutes(),
      second: at.getUTCSeconds(),
      isDate: false,
    },
    ICAL.Timezone.localTimezone,
  );
};

/** What one wall clock shows at an instant. */
function shownOn(instant: number, wall: Wall): number {
  if (wall === 'utc') return instant;
  if ('named' in wall) {
    const { offsetNanoseconds } = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(wall.named);
    return instant + offsetNanoseconds / 1e6;
  }
  const near = instant + wall.described.utcOffset(floating(instant)) * 1000;
  return instant + wall.described.utcOffset(floating(near)) * 1000;
}

const timeIn = (event: ICAL.Component, name: string, zone: string): Written | null => {
  const property = event.getFirstProperty(name);
  const value: unknown = property?.getFirstValue();
  return property && value instanceof ICAL.Time ? writtenAs(property, value, zone) : null;
};

/** One entry: when it begins, and how long it is: whole days, or milliseconds. */
interface Entry {
  event: ICAL.Component;
  start: Written;
  begins: number;
  days: number | null;
  length: number;
}

/** An entry as it is written; null: one that makes no sense. */
function entryOf(event: ICAL.Component, { zone }: Reader): Entry | null {
  const start = timeIn(event, 'dtstart', zone);
  if (!start) return null;
  const end = timeIn(event, 'dtend', zone);
  const duration: unknown = event.getFirstPropertyValue('duration');
  const begins = count(start.time);
  if (Number.isNaN(begins)) return null;
  if (start.time.isDate) {
    const length = end
      ? count(end.time) - begins
      : duration instanceof ICAL.Duration
        ? duration.toSeconds() * 1000
        : DAY;
    return { event, start, begins, days: Math.max(1, Math.round(length / DAY)), length: Math.max(DAY, length) };
  }
  const length = end
    ? instantOn(count(end.time), end.wall) - instantOn(begins, start.wall)
    : duration instanceof ICAL.Duration
      ? duration.toSeconds() * 1000
      : 0;
  return { event, start, begins, days: null, length };
}

/** The time an entry takes when it begins then on its clock. */
function rangeOf({ start, days, length }: Entry, begins: number, zone: string): Range {
  if (days !== null) {
    const date = new Date(begins).toISOString().slice(0, 10);
    return { start: startOfDay(date, zone), end: startOfDay(date, zone, days) };
  }
  const at = instantOn(begins, start.wall);
  return { start: new Date(at), end: new Date(at + length) };
}

/** An instance that is written otherwise than its series: which, and whether those after it follow. */
interface Other {
  entry: Entry;
  of: number;
  isDay: boolean;
  onwards: boolean;
}

function busyOfSeries(parts: readonly ICAL.Component[], reader: Reader): Range[] {
  const others: Other[] = [];
  const series: Entry[] = [];
  for (const part of parts) {
    const entry = attempt(() => entryOf(part, reader));
    if (!entry) continue;
    const which = part.getFirstProperty('recurrence-id');
    const written = which ? attempt(() => timeIn(part, 'recurrence-id', reader.zone)) : null;
    if (!which || !written) series.push(entry);
    else
      others.push({
        entry,
        of: written.time.isDate ? count(written.time) : instantOn(count(written.time), written.wall),
        isDay: written.time.isDate,
        onwards: which.getParameter('range') === 'THISANDFUTURE',
      });
  }
  const busy: Range[] = [];
  const inWindow = ({ start, end }: Range): boolean => start < reader.until && end > reader.from;
  const take = (entry: Entry, begins: number): void => {
    const range = rangeOf(entry, begins, reader.zone);
    if (inWindow(range)) busy.push(range);
  };
  for (const { entry } of others) if (takesTime(entry.event)) take(entry, entry.begins);
  const onwards = others.filter((one) => one.onwards).sort((a, b) => b.of - a.of);
  for (const entry of series) {
    const calledOff = textOf(entry.event, 'status').toUpperCase() === 'CANCELLED';
    if (calledOff || (!takesTime(entry.event) && onwards.length === 0)) continue;
    for (const begins of attempt(() => startsOf(entry, reader)) ?? []) {
      const at = entry.days === null ? instantOn(begins, entry.start.wall) : begins;
      const day = Math.floor(begins / DAY) * DAY;
      if (others.some((one) => one.of === (one.isDay ? day : at))) continue;
      const since = onwards.find((one) => one.of < (one.isDay ? day : at));
      if (!since) {
        if (takesTime(entry.event)) take(entry, begins);
      } else if (takesTime(since.entry.event)) {
        const moved = since.entry.begins - (since.isDay ? since.of : shownOn(since.of, entry.start.wall));
        take(since.entry, begins + moved);
      }
    }
  }
  return busy;
}

/** What comes of it; null where the calendar's words for one entry make no sense. */
function attempt<T>(work: () => T): T | null {
  try {
    return work();
  } catch (error) {
    if (error instanceof TooMany) throw error;
    return null;
  }
}

/** When an entry begins, in and shortly before the window, on its own clock. */
function startsOf(entry: Entry, reader: Reader): number[] {
  const { event, start, begins } = entry;
  const starts = new Set<number>();
  // whatever zone the clock is in, within two days
  const from = reader.from.getTime() - Math.max(0, entry.length) - 2 * DAY;
  const until = reader.until.getTime() + 2 * DAY;
  const add = (one: number): void => {
    if (one >= from && one <= until) starts.add(one);
  };
  add(begins);
  for (const property of event.getAllProperties('rdate'))
    for (const value of property.getValues() as unknown[]) {
      const time = value instanceof ICAL.Period ? value.start : value;
      if (time instanceof ICAL.Time) add(onClock(writtenAs(property, time, reader.zone), start.wall));
    }
  for (const property of event.getAllProperties('rrule')) {
    const rule: unknown = property.getFirstValue();
    if (rule instanceof ICAL.Recur) eachOf(rule, entry, from, until, reader, add);
  }
  for (const property of event.getAllProperties('exdate'))
    for (const value of property.getValues() as unknown[]) {
      if (!(value instanceof ICAL.Time)) continue;
      if (!value.isDate) starts.delete(onClock(writtenAs(property, value, reader.zone), start.wall));
      else for (const one of starts) if (Math.floor(one / DAY) * DAY === count(value)) starts.delete(one);
    }
  return [...starts];
}

/** What a clock shows when another shows what is written. */
const onClock = ({ time, wall }: Written, clock: Wall): number =>
  time.isDate || wall === clock ? count(time) : shownOn(instantOn(count(time), wall), clock);

const STEP: Readonly<Partial<Record<string, number>>> = {
  SECONDLY: 1000,
  MINUTELY: MINUTE,
  HOURLY: HOUR,
  DAILY: DAY,
  WEEKLY: 7 * DAY,
};

/** Goes through a rule on the entry's own clock. What began long ago is taken up shortly before the window, in the same rhythm. */
function eachOf(
  rule: ICAL.Recur,
  { start, begins }: Entry,
  from: number,
  until: number,
  reader: Reader,
  add: (begins: number) => void,
): void {
  const ends = rule.until;
  const last = ends
    ? ends.isDate
      ? count(ends) + DAY - 1
      : ends.zone === ICAL.Timezone.utcTimezone
        ? shownOn(count(ends), start.wall)
        : count(ends)
    : Number.POSITIVE_INFINITY;
  const step = (STEP[rule.freq] ?? 0) * Math.max(1, rule.interval);
  const behind = rule.count || step === 0 ? 0 : Math.max(0, Math.floor((from - begins) / step) - 2);
  const first = floating(begins + behind * step);
  const free = rule.clone();
  free.until = null;
  const iterator = free.iterator(first);
  for (let n = 0; n < MOST_STEPS_OF_ONE; n += 1) {
    if (reader.steps-- <= 0) throw new TooMany();
    const next = iterator.next();
    if (!next) return;
    const at = count(next);
    if (at > until || at > last) return;
    add(at);
  }
  throw new TooMany();
}

function busyOfFreeBusy(part: ICAL.Component, { zone }: Reader): Range[] {
  return part.getAllProperties('freebusy').flatMap((property) => {
    if (String(property.getParameter('fbtype') ?? '').toUpperCase() === 'FREE') return [];
    return (property.getValues() as unknown[]).flatMap((value) => {
      if (!(value instanceof ICAL.Period)) return [];
      const begins = attempt(() => {
        const { time, wall } = writtenAs(property, value.start, zone);
        return instantOn(count(time), wall);
      });
      const length = attempt(() => value.getDuration().toSeconds() * 1000);
      return begins === null || length === null ? [] : [{ start: new Date(begins), end: new Date(begins + length) }];
    });
  });
}
