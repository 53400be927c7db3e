import { Temporal } from 'temporal-polyfill';

/**
 * The instant of a wall-clock minute of a day in a zone, in milliseconds; null where clocks jump over it. Where it
 * occurs twice, the first time is meant.
 */
export function instantAt(day: string, minuteOfDay: number, zone: string): number | null {
  const plainTime = new Temporal.PlainTime(Math.floor(minuteOfDay / 60), minuteOfDay % 60);
  const at = Temporal.PlainDate.from(day).toZonedDateTime({ timeZone: zone, plainTime });
  return at.toPlainTime().equals(plainTime) ? at.epochMilliseconds : null;
}
