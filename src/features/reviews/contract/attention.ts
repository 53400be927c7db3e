import { z } from 'zod';
import { defineEndpoint, idParam, instant } from '../../../core/endpoint.ts';
import { ATTENTION_REASON_KEYS } from '../rules/attention.ts';
import { reviewParams } from './common.ts';
import { orderers, participants } from './who.ts';

/** One time a review was marked as needing attention, newest first; what is settled stays as history. */
export const attentionEntry = z
  .object({
    id: z.number(),
    reason: z.string(),
    label: z.string(),
    urgent: z.boolean(),
    /** What was written with it; null for a reader who gets no contents. */
    note: z.string().nullable(),
    /** "You", "Expert F-207", "Ruth S., Peritus", "Peritus". */
    raised_by: z.string(),
    raised_at: instant,
    acknowledge_by: instant,
    acknowledged_by: z.string().nullable(),
    acknowledged_at: instant.nullable(),
    resolved_by: z.string().nullable(),
    resolved_at: instant.nullable(),
    resolution: z.string().nullable(),
  })
  .meta({ id: 'AttentionEntry' });
export type AttentionEntry = z.output<typeof attentionEntry>;

const entries = z.object({ data: z.array(attentionEntry) });
const entryParams = reviewParams.extend({ entry_id: idParam });

export const raiseAttention = defineEndpoint({
  id: 'reviews.raise_attention',
  method: 'POST',
  path: '/api/v1/{kind}/{id}/attention',
  summary: 'Marks a review as needing attention; those who can act are told',
  allow: participants,
  idempotent: true,
  success: 201,
  errors: ['wrong_state', 'invalid'],
  shape: {
    params: reviewParams,
    body: z.object({ reason: z.enum(ATTENTION_REASON_KEYS), note: z.string().trim().max(2_000) }),
    output: entries,
  },
});

export const acknowledgeAttention = defineEndpoint({
  id: 'reviews.acknowledge_attention',
  method: 'POST',
  path: '/api/v1/{kind}/{id}/attention/{entry_id}/acknowledge',
  summary: 'Acknowledges what needs attention; its clock ends',
  allow: orderers,
  idempotent: true,
  errors: ['wrong_state'],
  shape: { params: entryParams, output: entries },
});

export const resolveAttention = defineEndpoint({
  id: 'reviews.resolve_attention',
  method: 'POST',
  path: '/api/v1/{kind}/{id}/attention/{entry_id}/resolve',
  summary: 'Settles what needed attention, with a note of how',
  allow: orderers,
  idempotent: true,
  errors: ['wrong_state', 'invalid'],
  shape: { params: entryParams, body: z.object({ note: z.string().trim().max(2_000) }), output: entries },
});
