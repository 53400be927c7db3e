import { z } from 'zod';
import { defineEndpoint, instant } from '../../../core/endpoint.ts';
import { kind } from './common.ts';
import { type Actor, hasUpNext } from '../../../core/actor.ts';

export const UP_NEXT_ACTS = [
  'answer_invitation',
  'answer_interview',
  'join_interview',
  'answer_expense',
  'answer_continuation',
  'give_certificate',
  'answer_session',
  'attend_session',
  'record_session',
  'sign_errata',
  'certify_records',
  'answer_earlier_date',
  'offer_times',
  'sign_agreement',
  'sign_disclosure',
  'confirm_time',
  'prepare_call',
  'record_call',
  'offer_appointments',
  'confirm_appointment',
  'prepare_exam',
  'record_exam',
  'record_results',
  'start_report',
  'finish_report',
  'sign_report',
  'revise_report',
  'look_at_files',
] as const;

const reviewRef = z.object({ id: z.number(), kind, number: z.string(), subject: z.string() });

/** One thing an expert must do now. `path` is the page where it is done. */
export const upNextTask = z.object({
  key: z.string(),
  act: z.enum(UP_NEXT_ACTS),
  title: z.string(),
  /** Line under the title: number, name and what helps to decide. */
  detail: z.string(),
  button: z.string(),
  path: z.string(),
  review: reviewRef,
  due_at: instant.nullable(),
  due_from: instant.nullable(),
  /** Shown in place of the instant when there is none: "Before the call, not set yet". */
  due_text: z.string().nullable(),
});
export type UpNextTask = z.output<typeof upNextTask>;

export const readUpNext = defineEndpoint({
  id: 'reviews.up_next',
  method: 'GET',
  path: '/api/v1/up_next',
  summary: 'What an expert, assistant or attendee must do now, soonest due first',
  allow: (actor: Actor) => hasUpNext(actor.kind),
  shape: {
    output: z.object({
      tasks: z.array(upNextTask),
      waiting: z.object({
        count: z.number(),
        data: z.array(reviewRef.extend({ act: z.string(), due_at: instant.nullable(), path: z.string() })),
      }),
      /** Open reviews and the limit from which no more invitations come; null for attendees and applicants. */
      load: z.object({ open: z.number(), max: z.number() }).nullable(),
      /** The expert's own ratings taken together: the mean of 1 to 5 from three on, and how many; null for others. */
      rating: z.object({ mean: z.number().nullable(), n: z.number() }).nullable(),
      /** Calls and due dates of the next 14 days, soonest first. */
      calendar: z.array(
        z.object({
          at: instant,
          kind: z.enum(['call', 'due']),
          review: reviewRef,
          title: z.string(),
          duration_minutes: z.number().nullable(),
          path: z.string(),
        }),
      ),
      time_zone: z.string(),
    }),
  },
});
