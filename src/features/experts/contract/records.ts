import { z } from 'zod';
import { type Actor, isAssistant, isExpert, isStaff } from '../../../core/actor.ts';
import { defineEndpoint, idParam, instant, nothing } from '../../../core/endpoint.ts';
import { decidesOnApplications } from '../rules/application-desk.ts';
import { RECORD_PARTS } from '../rules/records.ts';

const keeps = (actor: Actor): boolean => isExpert(actor.kind) || isAssistant(actor.kind);
const reads = (actor: Actor): boolean => keeps(actor) || isStaff(actor.kind);

const part = z.enum(RECORD_PARTS);
const hours = z.object({ day: z.number(), from: z.string().max(5), until: z.string().max(5) });
/** The answers by their fields' names, as the part's fields say. */
const data = z
  .record(
    z.string().max(40),
    z.union([z.string().max(500), z.number(), z.null(), z.array(z.string().max(40)).max(20), z.array(hours).max(7)]),
  )
  .meta({ id: 'ExpertRecordData' });

const document = z
  .object({ id: z.number(), name: z.string(), pages: z.number().nullable(), url: z.string() })
  .meta({ id: 'ExpertDocument' });
export type ExpertDocumentView = z.output<typeof document>;

const change = z
  .object({
    id: z.number(),
    part,
    /** The record it is about; null: a new one. */
    record_id: z.number().nullable(),
    /** Null: the record ends. */
    data: data.nullable(),
    status: z.enum(['to_verify', 'returned']),
    /** Why it came back. */
    reason: z.string(),
    document: document.nullable(),
    lock_version: z.number(),
    said_by: z.string(),
    said_at: instant,
    decided_by: z.string().nullable(),
    decided_at: instant.nullable(),
  })
  .meta({ id: 'ExpertChange' });
export type ExpertChangeView = z.output<typeof change>;

const record = z
  .object({
    part,
    id: z.number(),
    data,
    verified_at: instant.nullable(),
    verified_by: z.string().nullable(),
    source: z.string().nullable(),
    document: document.nullable(),
    /** Whether it has not ended, where the expert is. */
    holds: z.boolean(),
  })
  .meta({ id: 'ExpertRecord' });
export type ExpertRecordView = z.output<typeof record>;

const records = z
  .object({
    profile_id: z.number(),
    name: z.string(),
    /** Which the reader keeps; staff keep none. */
    keeps: z.array(part),
    /** Whether what the expert asks is among them for the reader. */
    sees_rates: z.boolean(),
    may_decide: z.boolean(),
    records: z.array(record),
    /** What is not verified, the oldest first. */
    changes: z.array(change),
  })
  .meta({ id: 'ExpertRecords' });
export type ExpertRecordsView = z.output<typeof records>;

const params = z.object({ profileId: idParam });
const onChange = params.extend({ changeId: idParam });
const lock_version = z.number().int().nonnegative();

export const recordEndpoints = {
  keptExperts: defineEndpoint({
    id: 'experts.kept',
    method: 'GET',
    path: '/api/v1/kept_experts',
    summary: 'The experts whose records the reader keeps: themselves, or those they assist',
    allow: keeps,
    shape: { output: z.object({ data: z.array(z.object({ profile_id: z.number(), name: z.string() })) }) },
  }),
  records: defineEndpoint({
    id: 'experts.records',
    method: 'GET',
    path: '/api/v1/experts/{profileId}/records',
    summary:
      'Credentials, sites, rates, affiliations, testimony and publications of an expert, and what is to verify of them',
    allow: reads,
    shape: { params, output: records },
    errors: ['not_found'],
  }),
  say: defineEndpoint({
    id: 'experts.say',
    method: 'POST',
    path: '/api/v1/experts/{profileId}/changes',
    summary: 'Say a new record, another value of one, or its end; it counts once staff verified it',
    allow: keeps,
    shape: {
      params,
      body: z
        .object({
          part,
          record_id: idParam.nullable(),
          /** When the page that asks says the record was verified; null: never, or a new one. */
          after: instant.nullable(),
          data: data.nullable(),
          document_id: idParam.nullable(),
        })
        .refine((body) => body.record_id !== null || body.data !== null, 'What does not exist cannot end.'),
      output: records,
    },
    errors: ['not_found', 'forbidden', 'stale', 'wrong_state', 'invalid'],
    idempotent: true,
    success: 201,
    example: {
      part: 'affiliation',
      record_id: null,
      after: null,
      data: { name: 'St. Brigid Hospital', kind: 'facility', from_on: '2021-01-01', until_on: null },
      document_id: null,
    },
  }),
  sayAgain: defineEndpoint({
    id: 'experts.say_again',
    method: 'PUT',
    path: '/api/v1/experts/{profileId}/changes/{changeId}',
    summary: 'Correct what is not verified yet; it goes to staff again',
    allow: keeps,
    shape: {
      params: onChange,
      body: z.object({ data, document_id: idParam.nullable(), lock_version }),
      output: records,
    },
    errors: ['not_found', 'forbidden', 'stale', 'wrong_state', 'invalid'],
  }),
  takeBack: defineEndpoint({
    id: 'experts.take_back',
    method: 'POST',
    path: '/api/v1/experts/{profileId}/changes/{changeId}/take_back',
    summary: 'Take back what is not verified yet',
    allow: keeps,
    shape: { params: onChange, body: z.object({ lock_version }), output: records },
    errors: ['not_found', 'forbidden', 'stale', 'wrong_state'],
  }),
  decideChange: defineEndpoint({
    id: 'experts.decide_change',
    method: 'POST',
    path: '/api/v1/experts/{profileId}/changes/{changeId}/decision',
    summary: 'Verify what an expert said, or return it with a reason; the expert is told',
    allow: (actor) => decidesOnApplications(actor.kind),
    shape: {
      params: onChange,
      body: z.object({
        decision: z.enum(['verify', 'return']),
        /** The expert reads it. */
        reason: z.string().trim().max(1000),
        /** Where a license, certification or cover was looked up. */
        source: z.string().trim().max(300),
        document_id: idParam.nullable(),
        lock_version,
      }),
      output: records,
    },
    errors: ['not_found', 'stale', 'wrong_state', 'invalid'],
  }),
  saveExpertDocument: defineEndpoint({
    id: 'experts.save_document',
    method: 'POST',
    path: '/api/v1/experts/{profileId}/documents',
    summary: 'Send a paper: the bytes of a PDF. What staff send is evidence, and not shown to the expert',
    allow: (actor) => keeps(actor) || decidesOnApplications(actor.kind),
    shape: { params, query: z.object({ name: z.string().trim().min(1).max(200) }), output: document },
    errors: ['not_found', 'invalid', 'too_large', 'unsupported_type', 'storage_full'],
    success: 201,
  }),
  expertDocument: defineEndpoint({
    id: 'experts.document',
    method: 'GET',
    path: '/api/v1/experts/{profileId}/documents/{documentId}',
    summary: 'A paper of an expert, for staff, the expert and whoever assists; evidence for staff alone',
    allow: reads,
    shape: { params: params.extend({ documentId: idParam }), output: nothing },
    errors: ['not_found'],
    raw: 'application/pdf',
  }),
  saveSiteMap: defineEndpoint({
    id: 'experts.save_site_map',
    method: 'POST',
    path: '/api/v1/experts/{profileId}/site_maps',
    summary: 'Send a map of the way to a practice site: the bytes of a JPEG, PNG or WebP; drawn anew, whole',
    allow: keeps,
    shape: { params, output: z.object({ id: z.number() }) },
    errors: ['not_found', 'invalid', 'too_large', 'unsupported_type', 'throttled', 'storage_full'],
    success: 201,
  }),
  siteMap: defineEndpoint({
    id: 'experts.site_map',
    method: 'GET',
    path: '/api/v1/experts/{profileId}/site_maps/{mapId}',
    summary: 'A map an expert sent, for staff, the expert and whoever assists',
    allow: reads,
    shape: { params: params.extend({ mapId: idParam }), output: nothing },
    errors: ['not_found', 'damaged'],
    raw: 'image/jpeg',
  }),
};
