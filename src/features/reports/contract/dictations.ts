import { z } from 'zod';
import { type ActorKind, actsForClinOps, isExpertSide } from '../../../core/actor.ts';
import { defineEndpoint, idParam, instant, nothing } from '../../../core/endpoint.ts';

const dictationView = z
  .object({
    id: z.number(),
    name: z.string(),
    size_bytes: z.number(),
    content_type: z.string(),
    status: z.enum(['processing', 'ready', 'failed']),
    /** What is wrong with it and what to do about it; null where nothing is. */
    failure: z.string().nullable(),
    created_at: instant,
    uploaded_by: z.string(),
    can: z.object({ remove: z.boolean() }),
  })
  .meta({ id: 'Dictation' });
export type DictationView = z.output<typeof dictationView>;

const listView = z.object({ data: z.array(dictationView), can: z.object({ add: z.boolean() }) });
export type DictationsView = z.output<typeof listView>;

const hearers = (actor: { kind: ActorKind }): boolean => isExpertSide(actor.kind) || actsForClinOps(actor.kind);
const ofReview = z.object({ id: idParam });
const ofDictation = z.object({ id: idParam, dictationId: idParam });

export const dictationEndpoints = {
  list: defineEndpoint({
    id: 'reports.dictations',
    method: 'GET',
    path: '/api/v1/{kind}/{id}/report/dictations',
    summary: 'What was dictated for the report, oldest first; sent as a resumable upload with `as` set to "dictation"',
    allow: hearers,
    shape: { params: ofReview, output: listView },
    errors: ['not_found'],
  }),
  content: defineEndpoint({
    id: 'reports.dictation_content',
    method: 'GET',
    path: '/api/v1/{kind}/{id}/report/dictations/{dictationId}/content',
    summary: 'The sound of a dictation; takes byte ranges',
    allow: hearers,
    shape: {
      params: ofDictation,
      query: z.object({ download: z.enum(['1']).optional() }),
      output: z.unknown(),
    },
    errors: ['not_found', 'wrong_state'],
    raw: '*/*',
  }),
  remove: defineEndpoint({
    id: 'reports.remove_dictation',
    method: 'DELETE',
    path: '/api/v1/{kind}/{id}/report/dictations/{dictationId}',
    summary: 'Remove a dictation while the report is written',
    allow: (actor) => isExpertSide(actor.kind),
    shape: { params: ofDictation, output: nothing },
    errors: ['not_found', 'wrong_state'],
    success: 204,
  }),
};
