import fc from 'fast-check';
import ICAL from 'ical.js';
import { expect, test } from 'vitest';
import { callIcs, type IcsCall, senderOf } from './call-ics.ts';

const CALL: IcsCall = {
  uid: 'f3b1@peritus',
  sequence: 3,
  number: 'CR-20417',
  starts_at: new Date('2026-11-01T05:30:00Z'),
  duration_minutes: 45,
  dial_in: 'Dial +1 800 555 0100, code 4; then #',
  url: 'https://peritus.example/case/20417',
  stamp: new Date('2026-10-20T12:00:00Z'),
  from: 'Peritus, Reviews <calls@reviews.example>',
};
const TO = { name: 'Dana Whitlock', email: 'dana@harborline.example', is_party: true };

/** What an independent parser reads of an entry with one event and one attendee. */
function read(text: string) {
  for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  const calendar = new ICAL.Component(ICAL.parse(text));
  const [event, ...more] = calendar.getAllSubcomponents('vevent');
  if (!event) throw new Error('No event.');
  const [attendee, ...others] = event.getAllProperties('attendee');
  const organizer = event.getFirstProperty('organizer');
  expect([more, others]).toEqual([[], []]);
  const of = (name: string) => attendee?.getFirstParameter(name);
  const instant = (name: string) => (event.getFirstPropertyValue(name) as InstanceType<typeof ICAL.Time>).toJSDate();
  return {
    method: calendar.getFirstPropertyValue('method'),
    uid: event.getFirstPropertyValue('uid'),
    sequence: event.getFirstPropertyValue('sequence'),
    status: event.getFirstPropertyValue('status'),
    summary: event.getFirstPropertyValue('summary'),
    location: event.getFirstPropertyValue('location'),
    start: instant('dtstart'),
    end: instant('dtend'),
    stamp: instant('dtstamp'),
    organizer: [organizer?.getFirstParameter('cn'), organizer?.getFirstValue()],
    attendee: String(attendee?.getFirstValue()).replace(/^mailto:/i, ''),
    cn: of('cn'),
    role: of('role'),
    partstat: of('partstat'),
    rsvp: of('rsvp'),
  };
}

test('an invitation is for one, from the address mails come from, and its cancellation is about the same call', () => {
  const invitation = read(callIcs(CALL, 'REQUEST', TO));
  expect(invitation).toEqual({
    method: 'REQUEST',
    uid: CALL.uid,
    sequence: 3,
    status: 'CONFIRMED',
    summary: 'Expert call CR-20417',
    location: CALL.dial_in,
    start: CALL.starts_at,
    end: new Date('2026-11-01T06:15:00Z'),
    stamp: CALL.stamp,
    organizer: ['Peritus, Reviews', 'mailto:calls@reviews.example'],
    attendee: TO.email,
    cn: TO.name,
    role: 'REQ-PARTICIPANT',
    partstat: 'ACCEPTED',
    rsvp: 'FALSE',
  });
  expect(read(callIcs({ ...CALL, sequence: 4 }, 'CANCEL', TO))).toEqual({
    ...invitation,
    method: 'CANCEL',
    status: 'CANCELLED',
    sequence: 4,
  });
  expect(read(callIcs(CALL, 'REQUEST', { ...TO, is_party: false }))).toMatchObject({
    role: 'OPT-PARTICIPANT',
    partstat: 'NEEDS-ACTION',
  });
});

test.each([
  ['Peritus <no-reply@peritus.example>', { name: 'Peritus', email: 'no-reply@peritus.example' }],
  ['"Reviews, Inc." <calls@reviews.example>', { name: 'Reviews, Inc.', email: 'calls@reviews.example' }],
  ['calls@reviews.example', { name: 'Peritus', email: 'calls@reviews.example' }],
  ['<calls@reviews.example>', { name: 'Peritus', email: 'calls@reviews.example' }],
])('%s sends', (from, sender) => expect(senderOf(from)).toEqual(sender));

test('names are read back as they are, whatever signs they hold', () => {
  // the parser takes a backslash in a parameter for an escape, which no standard has
  const signs = fc.constantFrom(...'aé ñ,;:"\'’^=łø\n\r\tn日'.split(''), '📅', 'Dr. ', 'Zoë', 'O’Brien; Jr.', ', MD');
  fc.assert(
    fc.property(fc.array(signs, { maxLength: 40 }), (parts) => {
      const name = parts.join('').toWellFormed();
      const line = name.replaceAll(/\p{Cc}+/gu, ' ').trim();
      expect(read(callIcs(CALL, 'REQUEST', { ...TO, name })).cn).toBe(line || TO.email);
    }),
    { numRuns: 500 },
  );
});

test('a call is at its instant, also where clocks are put back or forward', () => {
  // both 1:30 of the night in New York, the skipped 2:30, Lord Howe’s half hour, and any other
  const switches = ['2026-11-01T05:30:00Z', '2026-11-01T06:30:00Z', '2027-03-14T07:30:00Z', '2026-04-04T15:00:00Z'];
  const instant = fc.oneof(
    fc.constantFrom(...switches).map((at) => new Date(at)),
    fc.date({ min: new Date('2024-01-01'), max: new Date('2040-01-01'), noInvalidDate: true }),
  );
  fc.assert(
    fc.property(instant, fc.integer({ min: 5, max: 240 }), (at, minutes) => {
      const starts_at = new Date(Math.floor(at.getTime() / 60_000) * 60_000);
      const found = read(callIcs({ ...CALL, starts_at, duration_minutes: minutes }, 'REQUEST', TO));
      expect(found.start).toEqual(starts_at);
      expect(found.end.getTime() - found.start.getTime()).toBe(minutes * 60_000);
    }),
  );
});
