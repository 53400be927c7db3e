import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator';
import { MINUTE } from '../../../core/time.ts';

export interface IcsCall {
  uid: string;
  sequence: number;
  number: string;
  starts_at: Date;
  duration_minutes: number;
  dial_in: string;
  url: string;
  stamp: Date;
}

/**
 * A call as an invitation or its cancellation. The title carries the review's number and no names; moving a call
 * keeps the UID and raises the sequence, so that calendars replace the entry.
 */
export function callIcs(call: IcsCall, method: 'REQUEST' | 'CANCEL'): string {
  const calendar = ical({
    prodId: { company: 'Peritus', product: 'Peritus', language: 'EN' },
    method: method === 'REQUEST' ? ICalCalendarMethod.REQUEST : ICalCalendarMethod.CANCEL,
  });
  calendar.createEvent({
    id: call.uid,
    sequence: call.sequence,
    stamp: call.stamp,
    start: call.starts_at,
    end: new Date(call.starts_at.getTime() + call.duration_minutes * MINUTE),
    summary: `Expert call ${call.number}`,
    description: `${call.dial_in}\n${call.url}`.trim(),
    location: call.dial_in,
    url: call.url,
    status: method === 'REQUEST' ? ICalEventStatus.CONFIRMED : ICalEventStatus.CANCELLED,
    organizer: { name: 'Peritus', email: 'no-reply@peritus.example' },
  });
  return calendar.toString();
}
