import type { ReviewStatus } from '../reviews/rules.ts';
import { z } from 'zod';
import { reviewCommand } from '../../core/review-command.ts';
import {
  type ActorKind,
  actsForRequester,
  isExpert,
  isRequesterSide,
  isStaff,
  isExpertSide,
  actsForClinOps,
} from '../../core/actor.ts';
import { defineEndpoint, idParam, instant, kindName } from '../../core/endpoint.ts';
import { answers, reportSection } from './contract/section.ts';
import type { FormContext, FormDefinition } from './rules.ts';
import { CODE_LENGTH } from './rules/verification.ts';

export type { ReportSectionView } from './contract/section.ts';

const reviewParams = z.object({ id: idParam });
type Asking = { kind: ActorKind };
const readers = (actor: Asking) => isRequesterSide(actor.kind) || isExpertSide(actor.kind) || isStaff(actor.kind);
const writers = (actor: Asking) => isExpertSide(actor.kind);
const checkers = (actor: Asking) => actsForClinOps(actor.kind);

/** A definition and its context travel as they are; the form engine checks them on both sides. */
const definition = z.custom<FormDefinition>((v) => typeof v === 'object' && v !== null);
const context = z.custom<FormContext>((v) => typeof v === 'object' && v !== null);

export const reportView = z
  .object({
    review_id: z.number(),
    kind: kindName,
    number: z.string(),
    subject: z.string(),
    /** The privilege or confidentiality statement its pages carry; null: none. */
    confidentiality: z.string().nullable(),
    /** What stands on its cover beside it. */
    cover: z.string().nullable(),
    review_status: z.string<ReviewStatus>(),
    /** Where the report stands in that status; null where there is none to wait for. */
    stage: z.enum(['asked', 'writing', 'returned', 'signed', 'checking', 'delivered']).nullable(),
    lock_version: z.number(),
    due_at: instant.nullable(),
    /** Whether people of ours check it before delivery; else it passes automatically. */
    team_checked: z.boolean(),
    /** What the signer declares by signing, as the rule of the exam's jurisdiction has it; null where it asks for nothing. */
    certification: z.string().nullable(),
    /** Null while the expert has not begun. */
    report: z
      .object({
        id: z.number(),
        version: z.number().int(),
        status: z.enum(['draft', 'submitted', 'in_qa', 'returned', 'approved', 'delivered']),
        definition,
        /** What it is called where the order makes it more than its form says, "Rebuttal report"; null: by its form. */
        titled: z.string().nullable(),
        context,
        sections: z.array(reportSection),
        returned_note: z.string().nullable(),
        returned_sections: z.array(z.object({ section: z.string(), note: z.string() })),
        clarification: z.string().nullable(),
        signed_at: instant.nullable(),
        signature_name: z.string().nullable(),
        pdf: z.object({ sha256: z.string(), pages: z.number().nullable() }).nullable(),
        verification_code: z.string().nullable(),
        delivered_at: instant.nullable(),
      })
      .nullable(),
    /** It was delivered to the organization's record system alone: a sentence that says so, in its place. */
    elsewhere: z.string().nullable(),
    /** Earlier versions that were delivered. */
    earlier: z.array(z.object({ version: z.number(), delivered_at: instant.nullable() })),
    /** The records the report is written from, as the expert sees them. */
    records: z.array(
      z.object({
        id: z.number(),
        name: z.string(),
        pages: z.number().nullable(),
        content_type: z.string(),
        bates_from: z.string().nullable(),
      }),
    ),
    can: z.object({
      start: z.boolean(),
      write: z.boolean(),
      sign: z.boolean(),
      check: z.boolean(),
      clarify: z.boolean(),
      download: z.boolean(),
      /** What is dictated stands beside the form. */
      hear: z.boolean(),
    }),
  })
  .meta({ id: 'Report' });
export type ReportView = z.output<typeof reportView>;

const transition = (id: string, path: string) => reviewCommand(`reports.${id}`, `report/${path}`);
const changing = <B extends z.ZodType>(body: B) => ({ params: reviewParams, body, output: reportView });
const REFUSALS = ['not_found', 'wrong_state', 'lost_race', 'invalid', 'stale'] as const;

export { certificateEndpoints } from './contract/certificates.ts';
export { dictationEndpoints } from './contract/dictations.ts';
export { deliveredEndpoints, deliveryEndpoints } from './contract/deliveries.ts';

export const reportEndpoints = {
  read: defineEndpoint({
    id: 'reports.read',
    method: 'GET',
    path: '/api/v1/{kind}/{id}/report',
    summary: 'The report: form, answers, records; for the requester once it is delivered',
    allow: readers,
    shape: { params: reviewParams, output: reportView },
    errors: ['not_found'],
  }),
  start: defineEndpoint({
    ...transition('start', 'start'),
    summary: 'Begin the report',
    allow: writers,
    shape: changing(z.object({}).default({})),
    errors: REFUSALS,
  }),
  save: defineEndpoint({
    id: 'reports.save',
    method: 'PUT',
    path: '/api/v1/{kind}/{id}/report/sections/{section}',
    summary: 'Save one section’s answers; versions are per section, a stale one answers the fresh section',
    allow: writers,
    shape: {
      params: z.object({ id: idParam, section: z.string().min(1).max(80) }),
      body: z.object({ version: z.number().int().min(0), answers }),
      output: reportSection,
    },
    errors: ['not_found', 'wrong_state', 'stale', 'invalid'],
  }),
  sign: defineEndpoint({
    ...transition('sign', 'sign'),
    in_person: true,
    summary:
      'Sign: needs the expert’s password or a new sign-in through their organization, a complete form and the attestation; freezes this version',
    allow: (actor) => isExpert(actor.kind),
    shape: changing(
      z.object({
        /** Left out by whoever signed in again through their organization in the last ten minutes. */
        password: z.string().min(1, 'Required').max(500).optional(),
        time_zone: z.string().min(1).max(64),
        lock_version: z.number().int().optional(),
      }),
    ),
    errors: [...REFUSALS, 'unavailable'],
  }),
  sendBack: defineEndpoint({
    ...transition('return', 'return'),
    summary: 'Return the report to the expert, with reasons',
    allow: checkers,
    shape: changing(
      z.object({
        reason: z.string().trim().min(1, 'Required').max(4000),
        sections: z
          .array(z.object({ section: z.string().max(80), note: z.string().trim().min(1, 'Required').max(2000) }))
          .max(40)
          .default([]),
      }),
    ),
    errors: REFUSALS,
  }),
  approve: defineEndpoint({
    ...transition('approve', 'approve'),
    summary: 'Pass the check and deliver the report',
    allow: checkers,
    shape: changing(z.object({}).default({})),
    errors: REFUSALS,
  }),
  clarify: defineEndpoint({
    ...transition('clarify', 'clarify'),
    summary: 'Ask the expert for a clarification; the answer becomes the next version',
    allow: (actor) => actsForRequester(actor.kind),
    shape: changing(z.object({ reason: z.string().trim().min(1, 'Required').max(4000) })),
    errors: REFUSALS,
  }),
  pdf: defineEndpoint({
    id: 'reports.pdf',
    method: 'GET',
    path: '/api/v1/{kind}/{id}/report/pdf',
    summary: 'The signed report as a PDF; a draft is rendered afresh and says so',
    allow: readers,
    shape: {
      params: reviewParams,
      query: z.object({
        version: z.coerce.number().int().positive().optional(),
        /** The id of a report of an expert who left the matter, instead of a version of who leads it. */
        of: z.coerce.number().int().positive().optional(),
        download: z.enum(['1']).optional(),
      }),
      output: z.unknown(),
    },
    raw: 'application/pdf',
    errors: ['not_found', 'wrong_state', 'unavailable'],
  }),
  form: defineEndpoint({
    id: 'reports.form',
    method: 'GET',
    path: '/api/v1/report_forms',
    summary:
      'A report form as its expert gets it: one by its number or key, that of a type of peer review, or a kind’s default',
    allow: readers,
    shape: {
      query: z.object({
        kind: z.string().max(40).optional(),
        peer_review_type_id: z.coerce.number().int().positive().optional(),
        /** The number of a form, or its key for the newest version. */
        report_form_id: z.string().max(80).optional(),
      }),
      output: z.object({
        id: z.number(),
        kind: kindName,
        key: z.string(),
        version: z.number(),
        name: z.string(),
        is_default: z.boolean(),
        definition,
        /** The type of peer review it was asked for by. */
        type: z.object({ id: z.number(), label: z.string() }).nullable(),
        /** The kinds the reader works with, and the types of peer review among them, for going on to another form. */
        kinds: z.array(kindName),
        types: z.array(z.object({ id: z.number(), label: z.string() })),
      }),
    },
    errors: ['not_found'],
  }),
  verification: defineEndpoint({
    id: 'reports.verification',
    method: 'GET',
    path: '/api/v1/report_verifications/{code}',
    summary: 'What a report’s verification code stands for: number, version, fingerprint; nothing of its content',
    allow: 'public',
    shape: {
      params: z.object({ code: z.string().min(CODE_LENGTH.min).max(CODE_LENGTH.max) }),
      output: z.object({
        number: z.string(),
        version: z.number(),
        signed_at: instant,
        sha256: z.string().nullable(),
        pages: z.number().nullable(),
        /** Whose certificate the PDF’s own signature is by; null where it carries none. */
        signature: z.object({ name: z.string(), fingerprint: z.string() }).nullable(),
        superseded: z.boolean(),
      }),
    },
    errors: ['not_found', 'throttled'],
  }),
};
