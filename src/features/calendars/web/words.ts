import { bothZones, formatTimeRange, formatZonedRange } from '../../../ui/time/format.ts';
import type { Availability, CalendarEvent } from '../contract.ts';

const CALLED: Readonly<Record<CalendarEvent['sort'], string>> = {
  offer: 'On offer',
  exam_offer: 'Exam on offer',
  call: 'Call',
  interview: 'Interview',
  exam: 'Exam',
  testimony: 'Testimony',
  busy: 'Busy',
};

/** What an entry is, with the number of a review that is another: 'Call', 'On offer, CR-12', 'Exam, proposed'. */
export function called({ sort, tentative, here, review }: CalendarEvent): string {
  return [CALLED[sort], tentative ? 'proposed' : '', review && !here ? review.number : ''].filter(Boolean).join(', ');
}

/** When it is on the reader's clock, with the zone, and on another's that differs. */
export function whenWords(
  { start, end }: { start: string; end: string },
  own: string,
  others: Availability['zones'],
): { own: string; others: string[] } {
  return {
    own: formatZonedRange(start, end, { zone: own }),
    others: others
      .filter(({ zone }) => zone !== own)
      .map(({ zone }) => bothZones({ starts_at: start }, { own, other: zone }).other),
  };
}

/** Working hours of a day, on the reader's clock: '8:00 AM – 5:00 PM'. */
export const hoursWords = (stretches: Availability['working'], zone: string): string =>
  stretches.map(({ start, end }) => formatTimeRange(start, end, { zone })).join(', ');

/** Whose working hours and busy times stand there. */
export const WHOSE: Readonly<Record<Availability['reader'], string | null>> = {
  expert: 'Working hours',
  staff: 'The expert’s working hours',
  requester: 'Your working hours',
  attendee: null,
};
