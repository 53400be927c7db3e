import { z } from 'zod';
import { type Actor, actsForClinOps, actsForRequester, isRequesterSide } from '../../../core/actor.ts';
import { defineEndpoint, idParam, instant, nothing } from '../../../core/endpoint.ts';
import { reviewCommand } from '../../../core/review-command.ts';
import { keepsConnections } from '../rules.ts';

const keeps = ({ kind }: Actor): boolean => keepsConnections(kind);
const orders = ({ kind }: Actor): boolean => isRequesterSide(kind) || actsForRequester(kind) || actsForClinOps(kind);

const document = z
  .object({
    id: z.number(),
    name: z.string(),
    document_type: z.string(),
    /** Empty while it is only offered, and the chart says neither this name nor the birth date. */
    patient_name: z.string(),
    mrn: z.string(),
    /** The day of the care it tells of. */
    service_on: z.string().nullable(),
    size_bytes: z.number(),
    /** Null where they could not be counted. */
    pages: z.number().int().nullable(),
    connection: z.string(),
    received_at: instant,
    /** Until when it waits for somebody to take it in. */
    expires_at: instant,
  })
  .meta({ id: 'Hl7Document' });
export type WaitingDocument = z.output<typeof document>;

const offered = document.extend({ chart_key: z.string(), chart: z.string() }).meta({ id: 'Hl7OfferedDocument' });
export type ArrivedDocument = z.output<typeof offered>;

const review = z.object({ id: idParam });
const base = '/api/v1/organizations/{id}/hl7';

/** Documents that record systems send. */
export const arrivedEndpoints = {
  post: defineEndpoint({
    id: 'hl7.post',
    method: 'POST',
    path: '/api/v1/hl7/{token}',
    summary: 'Takes a document of a record system, an MDM^T02 of HL7 v2, and answers by HL7 once it is kept',
    allow: 'public',
    shape: { params: z.object({ token: z.string().regex(/^[\w-]{43}$/) }), output: nothing },
    raw: 'application/hl7-v2',
    errors: ['not_found', 'throttled'],
  }),
  renewToken: defineEndpoint({
    id: 'hl7.renew_token',
    method: 'POST',
    path: `${base}/{connectionId}/token`,
    summary:
      'A new address a record system posts documents to, answered once; the one before opens nothing from then on',
    allow: keeps,
    shape: { params: z.object({ id: idParam, connectionId: idParam }), output: z.object({ address: z.string() }) },
    idempotent: true,
    errors: ['not_found', 'reauthentication_required'],
  }),
  waiting: defineEndpoint({
    id: 'hl7.arrived',
    method: 'GET',
    path: `${base}/documents`,
    summary: 'Documents that arrived and wait for a review they belong to, newest first',
    allow: keeps,
    shape: { params: review, output: z.object({ data: z.array(document) }) },
    errors: ['not_found'],
  }),
  setAside: defineEndpoint({
    id: 'hl7.set_document_aside',
    method: 'POST',
    path: `${base}/documents/{documentId}/set-aside`,
    summary: 'Remove a document that arrived; it is not kept',
    allow: keeps,
    shape: { params: z.object({ id: idParam, documentId: idParam }), output: nothing },
    success: 204,
    errors: ['not_found', 'wrong_state'],
  }),
  offered: defineEndpoint({
    id: 'hl7.offered',
    method: 'GET',
    path: '/api/v1/{kind}/{id}/arrived-documents',
    summary: 'Documents that arrived for the charts of an order, by MRN and day of service, while it is being made',
    allow: orders,
    shape: { params: review, output: z.object({ data: z.array(offered) }) },
    errors: ['not_found', 'throttled'],
  }),
  take: defineEndpoint({
    ...reviewCommand('hl7.take', 'arrived-documents/{documentId}/take'),
    summary: 'Take a document that arrived into the records of the order; it is checked as an upload is',
    allow: orders,
    shape: { params: z.object({ id: idParam, documentId: idParam }), output: z.object({ file_id: z.number() }) },
    errors: ['not_found', 'wrong_state', 'lost_race', 'throttled'],
  }),
};
