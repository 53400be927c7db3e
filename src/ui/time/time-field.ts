import { instantAt } from './instant-at.ts';

/** "09:00" of an instant in a zone, as a field of time takes it. */
export const timeOf = (instant: string, zone: string): string =>
  new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: zone }).format(
    new Date(instant),
  );

/** The instant of a day and a "09:00" in a zone; null while either is missing, or where clocks jump over it. */
export function instantOf(day: string | null, time: string, zone: string): string | null {
  const [hours, minutes] = time.split(':').map(Number);
  if (day === null || hours === undefined || minutes === undefined || Number.isNaN(hours + minutes)) return null;
  const at = instantAt(day, hours * 60 + minutes, zone);
  return at === null ? null : new Date(at).toISOString();
}
