import { z } from 'zod';
import { isApplicant } from '../../core/actor.ts';
import { defineEndpoint, idParam, instant, kindName, nothing } from '../../core/endpoint.ts';
import { EVENT_SORTS } from './rules.ts';

/** Everybody about their own. */
const allow = (): boolean => true;
const params = z.object({ calendarId: idParam });

const calendar = z
  .object({
    id: z.number(),
    source: z.enum(['ics', 'microsoft']),
    /** Of its address only whose server it is, and the last characters. */
    host: z.string(),
    ending: z.string(),
    /** How many busy times were found, and in how many days from now. */
    found: z.object({ busy: z.number().int(), days: z.number().int() }),
    /** When it was last read, or said to be the same. */
    checked_at: instant.nullable(),
    /** Why it cannot be read, and since when; the busy times found before still count. */
    failing: z.object({ why: z.string(), since: instant, next_at: instant }).nullable(),
  })
  .meta({ id: 'Calendar' });
export type Calendar = z.output<typeof calendar>;

const calendars = z
  .object({
    data: z.array(calendar),
    /** The address by which the reader's own calendar reads what they have here; null: there is none. */
    feed: z.object({ created_at: instant, read_at: instant.nullable() }).nullable(),
  })
  .meta({ id: 'Calendars' });
export type Calendars = z.output<typeof calendars>;

const availability = z
  .object({
    review_id: z.number(),
    kind: kindName,
    number: z.string(),
    subject: z.string(),
    /** By which eyes it is read: what is shown, and whose working hours these are, follows from it. */
    reader: z.enum(['expert', 'requester', 'staff', 'attendee']),
    /** The zones of others to show beside the reader's own. */
    zones: z.array(z.object({ whose: z.enum(['expert', 'requester']), label: z.string(), zone: z.string() })),
    /** When the first time still on offer for this review begins; null: none is, or it is not the reader’s to see. */
    first_offer: instant.nullable(),
    /** Working hours: the expert's for their side and staff, else the reader's own. */
    working: z.array(z.object({ start: instant, end: instant })),
    events: z.array(
      z.object({
        key: z.string(),
        sort: z.enum(EVENT_SORTS),
        start: instant,
        end: instant,
        /** Proposed, and not confirmed. */
        tentative: z.boolean(),
        /** Of this review. */
        here: z.boolean(),
        /** The review it is of; a busy time is of none. */
        review: z.object({ id: z.number(), kind: kindName, number: z.string() }).nullable(),
      }),
    ),
  })
  .meta({ id: 'Availability' });
export type Availability = z.output<typeof availability>;
export type CalendarEvent = Availability['events'][number];

export const calendarEndpoints = {
  availability: defineEndpoint({
    id: 'calendars.availability',
    method: 'GET',
    path: '/api/v1/{kind}/{id}/availability',
    summary:
      'What is offered and set, when the reader’s side is busy and works, between two instants of 45 days at most',
    allow: ({ kind }) => !isApplicant(kind),
    shape: {
      params: z.object({ id: idParam }),
      query: z.object({ from: instant, until: instant }),
      output: availability,
    },
    errors: ['not_found', 'invalid'],
  }),
  list: defineEndpoint({
    id: 'calendars.list',
    method: 'GET',
    path: '/api/v1/calendars',
    summary: 'The calendars a person connected, and whether there is a feed of their own',
    allow,
    shape: { output: calendars },
  }),
  add: defineEndpoint({
    id: 'calendars.add',
    method: 'POST',
    path: '/api/v1/calendars',
    summary: 'Add a calendar by its private ICS address; it is read at once, and only when its person is busy is kept',
    allow,
    shape: { body: z.object({ address: z.string().trim().min(1, 'Required').max(2_000) }), output: calendar },
    in_person: true,
    success: 201,
    errors: ['invalid', 'wrong_state', 'throttled'],
    example: { address: 'https://calendar.example.com/private/4f1c/basic.ics' },
  }),
  refresh: defineEndpoint({
    id: 'calendars.refresh',
    method: 'POST',
    path: '/api/v1/calendars/{calendarId}/refresh',
    summary: 'Read a calendar again now',
    allow,
    shape: { params, output: calendar },
    errors: ['not_found', 'throttled'],
  }),
  remove: defineEndpoint({
    id: 'calendars.remove',
    method: 'DELETE',
    path: '/api/v1/calendars/{calendarId}',
    summary: 'Remove a calendar, and with it at once the busy times found in it',
    allow,
    shape: { params, output: nothing },
    success: 204,
    errors: ['not_found'],
  }),
  makeFeed: defineEndpoint({
    id: 'calendars.make_feed',
    method: 'POST',
    path: '/api/v1/calendars/feed',
    summary: 'A new private address of one’s own calls, exams and testimony, answered once; the one before it ends',
    allow,
    shape: { output: z.object({ address: z.string() }) },
    in_person: true,
    success: 201,
    errors: ['throttled'],
  }),
  endFeed: defineEndpoint({
    id: 'calendars.end_feed',
    method: 'DELETE',
    path: '/api/v1/calendars/feed',
    summary: 'End the private address; it answers nothing from then on',
    allow,
    shape: { output: nothing },
    success: 204,
  }),
  readFeed: defineEndpoint({
    id: 'calendars.read_feed',
    method: 'GET',
    path: '/api/v1/calendar-feed/{token}',
    summary: 'What somebody has here, as their calendar reads it: numbers of reviews, no names',
    allow: 'public',
    shape: { params: z.object({ token: z.string().min(1).max(100) }), output: z.unknown() },
    raw: 'text/calendar',
    errors: ['not_found'],
  }),
};
