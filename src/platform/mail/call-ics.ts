import ical, {
  ICalAttendeeRole,
  ICalAttendeeStatus,
  ICalAttendeeType,
  ICalCalendarMethod,
  ICalEventStatus,
} from 'ical-generator';
import { MINUTE } from '../../core/time.ts';

export interface IcsCall {
  uid: string;
  sequence: number;
  number: string;
  starts_at: Date;
  duration_minutes: number;
  dial_in: string;
  url: string;
  stamp: Date;
  /** Who sends it: the address mails come from, "Peritus <no-reply@peritus.example>". */
  from: string;
}

/** Whom an invitation is for. */
export interface Invited {
  name: string;
  email: string;
  /** One of the two whose call it is; they agreed to the time. Who was asked along did not. */
  is_party: boolean;
}

/** The name and address of a sender, as mail programs write them. */
export function senderOf(from: string): { name: string; email: string } {
  const [, name = '', email = ''] = /^\s*(.*?)\s*<([^<>\s]+)>\s*$/s.exec(from) ?? ['', '', from.trim()];
  return { name: plainText(name.replace(/^"(.*)"$/s, '$1')) || 'Peritus', email };
}

/** A name as one line; how it is written into the file is the library's (RFC 5545, RFC 6868). */
const plainText = (text: string): string => text.replaceAll(/\p{Cc}+/gu, ' ').trim();

/**
 * A call as an invitation or its cancellation (RFC 5546) for one of those who take part: each gets one with nobody else in
 * it, so that no side reads who is on the other, and nobody an address. The title carries the review's number and no
 * names; moving a call keeps the UID and raises the sequence, so that calendars replace the entry. Answers are not asked
 * for: nobody would read them.
 */
export function callIcs(call: IcsCall, method: 'REQUEST' | 'CANCEL', to: Invited): string {
  const calendar = ical({
    prodId: { company: 'Peritus', product: 'Peritus', language: 'EN' },
    method: method === 'REQUEST' ? ICalCalendarMethod.REQUEST : ICalCalendarMethod.CANCEL,
  });
  const event = calendar.createEvent({
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
    organizer: senderOf(call.from),
  });
  event.createAttendee({
    name: plainText(to.name) || to.email,
    email: to.email,
    type: ICalAttendeeType.INDIVIDUAL,
    role: to.is_party ? ICalAttendeeRole.REQ : ICalAttendeeRole.OPT,
    status: to.is_party ? ICalAttendeeStatus.ACCEPTED : ICalAttendeeStatus.NEEDSACTION,
    rsvp: false,
  });
  return calendar.toString();
}
