import { z } from 'zod';
import { calendarDate, defineEndpoint, instant } from '../../../core/endpoint.ts';
import { reviewParams } from './common.ts';
import { orderers, participants } from './who.ts';

/** An earlier date asked of the expert, not answered yet. It lapses when the date has come too near. */
export const earlierDateView = z
  .object({
    needed_by: calendarDate,
    reason: z.string(),
    asked_at: instant,
    lapses_at: instant,
  })
  .meta({ id: 'EarlierDate' });

const standing = z
  .object({
    review_id: z.number(),
    /** The date in force. */
    needed_by: calendarDate.nullable(),
    earlier_date: earlierDateView.nullable(),
  })
  .meta({ id: 'EarlierDateState' });

/** Asking again replaces what was asked before. */
export const askEarlierDate = defineEndpoint({
  id: 'reviews.ask_earlier_date',
  method: 'PUT',
  path: '/api/v1/{kind}/{id}/earlier_date',
  summary: 'Asks the expert who accepted for an earlier date; until they agree it stays as it was',
  allow: orderers,
  errors: ['wrong_state', 'invalid'],
  shape: {
    params: reviewParams,
    body: z.object({ needed_by: calendarDate, reason: z.string().trim().max(2_000) }),
    output: standing,
  },
});

export const takeBackEarlierDate = defineEndpoint({
  id: 'reviews.take_back_earlier_date',
  method: 'DELETE',
  path: '/api/v1/{kind}/{id}/earlier_date',
  summary: 'Takes the question for an earlier date back',
  allow: orderers,
  errors: ['wrong_state'],
  shape: { params: reviewParams, output: standing },
});

export const answerEarlierDate = defineEndpoint({
  id: 'reviews.answer_earlier_date',
  in_person: true,
  method: 'POST',
  path: '/api/v1/{kind}/{id}/earlier_date/answer',
  summary: 'The expert agrees to the earlier date, or keeps the date in force',
  allow: participants,
  idempotent: true,
  errors: ['wrong_state', 'stale', 'invalid'],
  shape: {
    params: reviewParams,
    body: z.object({
      agrees: z.boolean(),
      /** The date the expert was shown; another one was asked for meanwhile: 409 `stale`. */
      needed_by: calendarDate,
      reason: z.string().trim().max(2_000).optional(),
    }),
    output: standing,
  },
});
