import { dayOf, formatDay, formatTime, formatZonedRange, zoneCity } from '../../../ui/time/format.ts';
import type { ScheduleView } from '../contract.ts';

/** 'Friday, November 20' of an instant in a zone. */
export const longDay = (instant: string | number, zone: string): string =>
  formatDay(dayOf(instant, zone), { form: 'long' });

/** 'Friday 7:30 AM', as a button says it. */
export const weekdayAndTime = (instant: string, zone: string): string =>
  `${longDay(instant, zone).split(', ')[0]} ${formatTime(instant, { zone })}`;

/** '7:30 – 8:15 AM CST', with the weekday where the day is another one than in `own`. */
export function rangeIn(starts_at: string, ends_at: string, zone: string, own: string = zone): string {
  const shifted = dayOf(starts_at, zone) !== dayOf(starts_at, own);
  const day = shifted ? `${formatDay(dayOf(starts_at, zone), { form: 'short' }).split(',')[0]} ` : '';
  return `${day}${formatZonedRange(starts_at, ends_at, { zone })}`;
}

export interface Party {
  key: string;
  label: string;
  zone: string;
}

/** Who is on the call by clock: the reader first, then the other side; 'You, Chicago'. */
export function partiesOf(
  schedule: Pick<ScheduleView, 'expert' | 'requester'>,
  reader: { zone: string; isRequester: boolean; isExpert: boolean },
): Party[] {
  const { expert, requester } = schedule;
  // where an expert practices is called the same to both sides
  const own = reader.isExpert && expert?.zone === reader.zone ? expert.city : null;
  const parties: Party[] = [{ key: 'you', label: `You, ${own ?? zoneCity(reader.zone)}`, zone: reader.zone }];
  if (!reader.isRequester)
    parties.push({ key: 'requester', label: `${requester.label}, ${zoneCity(requester.zone)}`, zone: requester.zone });
  if (expert && !reader.isExpert)
    parties.push({
      key: 'expert',
      label: `${expert.label}, ${expert.city ?? zoneCity(expert.zone)}`,
      zone: expert.zone,
    });
  return parties;
}
