import { isApplicant, isStaff } from '../../../core/actor.ts';
import { z } from 'zod';
import { ability, defineEndpoint, idParam, instant, nothing } from '../../../core/endpoint.ts';
import { APPLICATION_STATES } from '../rules/application-states.ts';
import { PARTS } from '../rules/application-fields.ts';

const fault = z.object({ path: z.string(), message: z.string() });
const partView = z
  .object({
    data: z.record(z.string(), z.unknown()),
    version: z.number(),
    /** What is still missing or wrong. */
    faults: z.array(fault),
  })
  .meta({ id: 'ApplicationPart' });
export type PartView = z.output<typeof partView>;

export const npiCheck = z
  .object({
    outcome: z.enum(['found', 'not_found', 'unavailable', 'not_asked']),
    npi: z.string(),
    checked_at: instant,
    name: z.string().optional(),
    credential: z.string().optional(),
    active: z.boolean().optional(),
    fields: z.array(z.string()).optional(),
  })
  .meta({ id: 'NpiCheck' });
export type NpiCheckView = z.output<typeof npiCheck>;

/** A PDF of an application. */
export const applicationDocument = z
  .object({ id: z.number(), name: z.string(), pages: z.number().nullable(), created_at: instant, url: z.string() })
  .meta({ id: 'ApplicationDocument' });
export type ApplicationDocumentView = z.output<typeof applicationDocument>;

/** Something staff asked the applicant for. */
export const applicationRequest = z
  .object({
    id: z.number(),
    what: z.string(),
    why: z.string(),
    asked_at: instant,
    answer: z.string().nullable(),
    document: applicationDocument.nullable(),
    answered_at: instant.nullable(),
    dropped_at: instant.nullable(),
  })
  .meta({ id: 'ApplicationRequest' });
export type ApplicationRequestView = z.output<typeof applicationRequest>;

const application = z
  .object({
    number: z.string().nullable(),
    status: z.enum(APPLICATION_STATES),
    submitted_at: instant.nullable(),
    updated_at: instant.nullable(),
    parts: z.record(z.enum(PARTS), partView),
    npi_check: npiCheck.nullable(),
    /** What Peritus says with the present state. */
    message: z.string(),
    /** What was asked for this time, the latest last. */
    requests: z.array(applicationRequest),
    agreement: z.object({ version: z.string(), signed_at: instant.nullable() }).nullable(),
    /** From when one may apply again; null: not in question, or now. */
    again_from: instant.nullable(),
    abilities: z.object({
      edit: z.boolean(),
      submit: z.boolean(),
      answer: ability,
      sign: ability,
      withdraw: ability,
      begin_again: ability,
    }),
  })
  .meta({ id: 'ExpertApplication' });
export type ApplicationView = z.output<typeof application>;

const part = z.enum(PARTS);

export const applicationEndpoints = {
  application: defineEndpoint({
    id: 'applications.read',
    method: 'GET',
    path: '/api/v1/application',
    summary: 'One’s application with what is still missing in each part',
    allow: (actor) => isApplicant(actor.kind),
    shape: { output: application },
  }),
  saveApplicationPart: defineEndpoint({
    id: 'applications.save_part',
    method: 'PUT',
    path: '/api/v1/application/parts/{part}',
    summary: 'Keep a part of one’s application as it stands, finished or not',
    allow: (actor) => isApplicant(actor.kind),
    shape: {
      params: z.object({ part }),
      body: z.object({ version: z.number().int().min(0), data: z.record(z.string().max(60), z.unknown()) }),
      output: partView,
    },
    errors: ['stale', 'wrong_state'],
  }),
  checkNpi: defineEndpoint({
    id: 'applications.check_npi',
    method: 'POST',
    path: '/api/v1/application/npi_check',
    summary: 'Ask the national registry whose number this is, where the installation asks it',
    allow: (actor) => isApplicant(actor.kind),
    shape: { body: z.object({ npi: z.string().trim().max(20) }), output: npiCheck },
    errors: ['invalid', 'throttled', 'wrong_state'],
  }),
  submitApplication: defineEndpoint({
    id: 'applications.submit',
    in_person: true,
    method: 'POST',
    path: '/api/v1/application/submit',
    summary: 'Send one’s application; every part must be complete',
    allow: (actor) => isApplicant(actor.kind),
    shape: { output: application },
    errors: ['invalid', 'wrong_state'],
    idempotent: true,
  }),
  answerRequest: defineEndpoint({
    id: 'applications.answer_request',
    method: 'PUT',
    path: '/api/v1/application/requests/{requestId}',
    summary: 'Keep what one answers to a request of one’s application',
    allow: (actor) => isApplicant(actor.kind),
    shape: {
      params: z.object({ requestId: idParam }),
      body: z.object({ answer: z.string().trim().max(4000) }),
      output: application,
    },
    errors: ['not_found', 'wrong_state'],
  }),
  answerRequestFile: defineEndpoint({
    id: 'applications.answer_request_file',
    method: 'PUT',
    path: '/api/v1/application/requests/{requestId}/file',
    summary: 'Answer a request by a file: the bytes of a PDF; an earlier one is removed',
    allow: (actor) => isApplicant(actor.kind),
    shape: {
      params: z.object({ requestId: idParam }),
      query: z.object({ name: z.string().trim().min(1).max(200) }),
      output: application,
    },
    errors: ['not_found', 'wrong_state', 'invalid', 'too_large', 'unsupported_type', 'storage_full'],
  }),
  sendAnswers: defineEndpoint({
    id: 'applications.send_answers',
    method: 'POST',
    path: '/api/v1/application/answers',
    summary: 'Send what was asked for; each request must be answered',
    allow: (actor) => isApplicant(actor.kind),
    shape: { output: application },
    errors: ['wrong_state'],
    idempotent: true,
  }),
  signAgreement: defineEndpoint({
    id: 'applications.sign_agreement',
    in_person: true,
    method: 'POST',
    path: '/api/v1/application/agreement',
    summary: 'Sign the expert agreement with one’s full name',
    allow: (actor) => isApplicant(actor.kind),
    shape: {
      body: z.object({ version: z.string().max(40), name: z.string().trim().max(200) }),
      output: application,
    },
    errors: ['wrong_state', 'invalid', 'stale'],
    idempotent: true,
  }),
  withdrawApplication: defineEndpoint({
    id: 'applications.withdraw',
    method: 'POST',
    path: '/api/v1/application/withdraw',
    summary: 'Withdraw one’s application',
    allow: (actor) => isApplicant(actor.kind),
    shape: { body: z.object({ reason: z.string().trim().max(1000) }), output: application },
    errors: ['wrong_state'],
    idempotent: true,
  }),
  beginAgain: defineEndpoint({
    id: 'applications.begin_again',
    method: 'POST',
    path: '/api/v1/application/begin_again',
    summary: 'Apply again, with what one wrote the last time',
    allow: (actor) => isApplicant(actor.kind),
    shape: { output: application },
    errors: ['wrong_state'],
    idempotent: true,
  }),
  applicationDocument: defineEndpoint({
    id: 'applications.document',
    method: 'GET',
    path: '/api/v1/applications/{applicationId}/documents/{documentId}',
    summary: 'A PDF of an application, for staff and, where the applicant sent it, for the applicant',
    allow: (actor) => isStaff(actor.kind) || isApplicant(actor.kind),
    shape: { params: z.object({ applicationId: idParam, documentId: idParam }), output: nothing },
    errors: ['not_found'],
    raw: 'application/pdf',
  }),
};
