import { z } from 'zod';
import type { Actor } from '../../../core/actor.ts';
import { ability, defineEndpoint, idParam, instant, kindName } from '../../../core/endpoint.ts';
import { US_STATES } from '../../../core/us-states.ts';
import { HOLIDAY_REASON_MAX, HOLIDAY_YEARS, readsHolidays } from '../rules/holiday-place.ts';

const stateCode = z.enum(US_STATES.map(([code]) => code));
const day = z.iso.date();

const calendarDay = z.object({
  day: z.string(),
  name: z.string(),
  /** `federal` and `state` by law, `added` by staff, `not_kept`: a federal day on which the state works. */
  sort: z.enum(['federal', 'state', 'added', 'not_kept']),
  /** Of an added day: its number, whether it is of the one state, by whom and when. */
  added: z
    .object({
      id: z.number(),
      everywhere: z.boolean(),
      by: z.string(),
      at: instant,
      remove: ability,
    })
    .nullable(),
});

const calendar = z
  .object({
    year: z.number(),
    state: z.string().nullable(),
    /** The law that names the state's days. */
    statute: z.string().nullable(),
    days: z.array(calendarDay),
    /** What was added and taken back again. */
    taken_back: z.array(
      z.object({
        id: z.number(),
        day: z.string(),
        state: z.string().nullable(),
        reason: z.string(),
        by: z.string(),
        at: instant,
      }),
    ),
    add: ability,
  })
  .meta({ id: 'HolidayCalendar' });
export type HolidayCalendar = z.output<typeof calendar>;

const effect = z
  .object({
    /** Why it could not be added; null: it can. */
    fault: z.string().nullable(),
    /** Open reviews there whose due time lies on that day or after it. */
    total: z.number(),
    data: z.array(z.object({ id: z.number(), kind: kindName, number: z.string(), due_at: instant })),
  })
  .meta({ id: 'HolidayEffect' });
export type HolidayEffect = z.output<typeof effect>;

const allow = ({ kind }: Actor): boolean => readsHolidays(kind);
const year = z.coerce.number().int().min(HOLIDAY_YEARS.first).max(HOLIDAY_YEARS.last);

export const holidayEndpoints = {
  calendar: defineEndpoint({
    id: 'holidays.calendar',
    method: 'GET',
    path: '/api/v1/holidays',
    summary: 'The holidays of a year, federal or of a state, with the days staff added',
    allow,
    shape: { query: z.object({ year, state: stateCode.optional() }), output: calendar },
  }),
  effect: defineEndpoint({
    id: 'holidays.effect',
    method: 'GET',
    path: '/api/v1/holidays/effect',
    summary: 'Which open reviews a further holiday would concern: those due on that day or later',
    allow,
    shape: { query: z.object({ day, state: stateCode.optional() }), output: effect },
  }),
  add: defineEndpoint({
    id: 'holidays.add',
    method: 'POST',
    path: '/api/v1/holidays',
    summary: 'Add a day on which business days do not count, everywhere or in a state',
    allow,
    shape: {
      body: z.object({
        day,
        state: stateCode.nullable(),
        reason: z.string().trim().min(1).max(HOLIDAY_REASON_MAX),
      }),
      output: z.object({ id: z.number() }),
    },
    success: 201,
    idempotent: true,
    errors: ['forbidden', 'invalid'],
  }),
  remove: defineEndpoint({
    id: 'holidays.remove',
    method: 'POST',
    path: '/api/v1/holidays/{id}/remove',
    summary: 'Take back a day that was added; one that has passed stays',
    allow,
    shape: { params: z.object({ id: idParam }), output: z.object({ id: z.number() }) },
    errors: ['not_found', 'forbidden', 'wrong_state'],
  }),
};
