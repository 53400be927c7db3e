import { z } from 'zod';
import { isStaff } from '../../../core/actor.ts';
import { ability, calendarDate, defineEndpoint, idParam, instant, pageOf } from '../../../core/endpoint.ts';
import { CHECK_RESULTS } from '../rules/application-checks.ts';
import { decidesOnApplications } from '../rules/application-desk.ts';
import { PARTS } from '../rules/application-fields.ts';
import { APPLICATION_STATES, DESK_ACTIONS } from '../rules/application-states.ts';
import { applicationDocument, applicationRequest, npiCheck } from './applications.ts';

const state = z.enum(APPLICATION_STATES);
const person = z.object({ id: z.number(), name: z.string() });

/** What the reader may do with an application where it stands; `asks`: words are needed for it. */
const acts = z
  .array(z.object({ action: z.enum(DESK_ACTIONS), label: z.string(), asks: z.boolean(), ...ability.shape }))
  .meta({ id: 'ApplicationActs' });

const row = z
  .object({
    id: z.number(),
    number: z.string(),
    name: z.string(),
    /** The main specialty applied for; null: none said. */
    specialty: z.string().nullable(),
    region: z.string().nullable(),
    status: state,
    submitted_at: instant.nullable(),
    status_since: instant,
    assigned_to: person.nullable(),
    checks: z.object({ done: z.number(), all: z.number() }),
    lock_version: z.number(),
    acts,
  })
  .meta({ id: 'ApplicationRow' });
export type ApplicationRow = z.output<typeof row>;

const check = z
  .object({
    /** The recording that holds; null: not checked yet. */
    id: z.number().nullable(),
    key: z.string(),
    label: z.string(),
    about: z.string(),
    claim: z.string().nullable(),
    ends: z.enum(['must', 'may', 'never']),
    result: z.enum(CHECK_RESULTS).nullable(),
    source: z.string().nullable(),
    note: z.string().nullable(),
    checked_on: calendarDate.nullable(),
    expires_on: calendarDate.nullable(),
    document: applicationDocument.nullable(),
    checked_by: z.string().nullable(),
    recorded_at: instant.nullable(),
  })
  .meta({ id: 'ApplicationCheck' });
export type ApplicationCheckView = z.output<typeof check>;

const desk = z
  .object({
    ...row.shape,
    email: z.string(),
    user_id: z.number(),
    profile_id: z.number(),
    round: z.number(),
    message: z.string(),
    decided: z.object({ at: instant, by: z.string(), reason: z.string() }).nullable(),
    agreement: z.object({ version: z.string(), name: z.string(), signed_at: instant }).nullable(),
    npi_check: npiCheck.nullable(),
    /** The answers, each by its label, as a person reads them. */
    parts: z.array(
      z.object({
        part: z.enum(PARTS),
        title: z.string(),
        answers: z.array(z.object({ label: z.string(), value: z.string() })),
      }),
    ),
    cv: z.object({ full: applicationDocument.nullable(), redacted: applicationDocument.nullable() }),
    checks_list: z.array(check),
    requests: z.array(applicationRequest),
    notes: z.array(z.object({ id: z.number(), by: z.string(), body: z.string(), at: instant })),
    timeline: z.array(
      z.object({ id: z.number(), at: instant, by: z.string(), says: z.string(), reason: z.string().nullable() }),
    ),
    /** Whom it can be given to. */
    assignable: z.array(person),
    /** Whether the reader may change anything here. */
    may_act: z.boolean(),
  })
  .meta({ id: 'ApplicationAtDesk' });
export type ApplicationDeskView = z.output<typeof desk>;

const params = z.object({ applicationId: idParam });

export const applicationDeskEndpoints = {
  applications: defineEndpoint({
    id: 'applications.list',
    method: 'GET',
    path: '/api/v1/applications',
    summary: 'Applications of experts, the longest waiting first, by state, assignee and words',
    allow: (actor) => isStaff(actor.kind),
    shape: {
      query: z.object({
        status: state.exclude(['started']).optional(),
        /** `open`: not yet decided; without it and without a status, all that were sent. */
        open: z.enum(['1']).optional(),
        assigned: z.enum(['me', 'nobody']).optional(),
        q: z.string().trim().max(100).optional(),
        sort: z.enum(['waiting', 'newest']).optional(),
        cursor: z.string().max(300).optional(),
        limit: z.coerce.number().int().min(1).max(100).optional(),
      }),
      output: pageOf(row).extend({ counts: z.record(z.string(), z.number()) }),
    },
  }),
  applicationAtDesk: defineEndpoint({
    id: 'applications.read_at_desk',
    method: 'GET',
    path: '/api/v1/applications/{applicationId}',
    summary: 'One application with its answers, checks, requests, notes and history',
    allow: (actor) => isStaff(actor.kind),
    shape: { params, output: desk },
    errors: ['not_found'],
  }),
  moveApplication: defineEndpoint({
    id: 'applications.move',
    method: 'POST',
    path: '/api/v1/applications/{applicationId}/moves',
    summary: 'Bring an application on: read, check, ask for documents, interview, agreement, approve, wait, reject',
    allow: (actor) => decidesOnApplications(actor.kind),
    shape: {
      params,
      body: z.object({
        action: z.enum(DESK_ACTIONS),
        lock_version: z.number().int().min(0),
        /** For the file. */
        reason: z.string().trim().max(2000).optional(),
        /** For the applicant. */
        message: z.string().trim().max(4000).optional(),
        /** What is asked for, with `request_documents`. */
        requests: z
          .array(z.object({ what: z.string().trim().max(200), why: z.string().trim().max(1000) }))
          .max(20)
          .optional(),
      }),
      output: desk,
    },
    errors: ['not_found', 'wrong_state', 'stale', 'invalid'],
    idempotent: true,
    example: { action: 'read', lock_version: 1 },
  }),
  recordCheck: defineEndpoint({
    id: 'applications.record_check',
    method: 'PUT',
    path: '/api/v1/applications/{applicationId}/checks/{key}',
    summary: 'Record what a check found, with its source, day and evidence; what was recorded before is kept',
    allow: (actor) => decidesOnApplications(actor.kind),
    shape: {
      params: params.extend({ key: z.string().regex(/^[a-z_]+(:\d{1,2}|_\d)?$/) }),
      body: z.object({
        result: z.enum(CHECK_RESULTS),
        source: z.string().trim().max(300),
        note: z.string().trim().max(2000),
        checked_on: z.string().max(10),
        expires_on: z.string().max(10).nullable(),
        document_id: z.number().int().positive().nullable(),
        /** The latest recording the page showed of this check; null: none. */
        after: z.number().int().nullable(),
      }),
      output: desk,
    },
    errors: ['not_found', 'wrong_state', 'stale', 'invalid'],
  }),
  addApplicationNote: defineEndpoint({
    id: 'applications.note',
    method: 'POST',
    path: '/api/v1/applications/{applicationId}/notes',
    summary: 'Note something for colleagues; the applicant never sees it',
    allow: (actor) => decidesOnApplications(actor.kind),
    shape: { params, body: z.object({ body: z.string().trim().max(4000) }), output: desk },
    errors: ['not_found', 'invalid'],
    idempotent: true,
  }),
  assignApplication: defineEndpoint({
    id: 'applications.assign',
    method: 'PUT',
    path: '/api/v1/applications/{applicationId}/assignee',
    summary: 'Give an application to a colleague, or to nobody',
    allow: (actor) => decidesOnApplications(actor.kind),
    shape: { params, body: z.object({ user_id: z.number().int().positive().nullable() }), output: desk },
    errors: ['not_found', 'invalid'],
  }),
  addEvidence: defineEndpoint({
    id: 'applications.add_evidence',
    method: 'PUT',
    path: '/api/v1/applications/{applicationId}/evidence',
    summary: 'Keep a PDF as evidence for a check: its bytes; the applicant does not see it',
    allow: (actor) => decidesOnApplications(actor.kind),
    shape: { params, query: z.object({ name: z.string().trim().min(1).max(200) }), output: applicationDocument },
    errors: ['not_found', 'invalid', 'too_large', 'unsupported_type', 'storage_full'],
  }),
  saveRedactedCv: defineEndpoint({
    id: 'applications.save_redacted_cv',
    method: 'PUT',
    path: '/api/v1/applications/{applicationId}/redacted_cv',
    summary: 'Send the redacted CV of an applicant: the bytes of a PDF; an earlier one is removed',
    allow: (actor) => decidesOnApplications(actor.kind),
    shape: { params, query: z.object({ name: z.string().trim().min(1).max(200) }), output: desk },
    errors: ['not_found', 'wrong_state', 'invalid', 'too_large', 'unsupported_type', 'storage_full'],
  }),
};
