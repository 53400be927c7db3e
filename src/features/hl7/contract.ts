import { z } from 'zod';
import type { Actor } from '../../core/actor.ts';
import { defineEndpoint, idParam, instant, nothing, pageOf } from '../../core/endpoint.ts';
import {
  CHARSETS,
  HL7_PLACE,
  HL7_VERSIONS,
  keepsConnections,
  MESSAGE_KINDS,
  MESSAGE_STATES,
  TRANSPORTS,
} from './rules.ts';

const allow = ({ kind }: Actor): boolean => keepsConnections(kind);
const ofOrganization = z.object({ id: idParam });
const params = z.object({ id: idParam, connectionId: idParam });
const messageParams = params.extend({ messageId: idParam });

const line = (most: number) =>
  z
    .string()
    .trim()
    .max(most)
    .regex(/^\P{Cc}*$/u);
const written = {
  name: line(100).min(1),
  transport: z.enum(TRANSPORTS),
  host: line(253),
  port: z.number().int().min(1).max(65_535).nullable(),
  url: line(1_000),
  /** Certificates the receiver's is checked against instead of the public ones, PEM. */
  ca_pem: z.string().max(100_000).nullable(),
  message_kind: z.enum(MESSAGE_KINDS),
  sending_application: line(180).min(1),
  sending_facility: line(180),
  receiving_application: line(180),
  receiving_facility: line(180),
  document_type: line(30).min(1),
  observation_code: line(60).min(1),
  observation_text: line(200),
  observation_system: line(20),
  processing: z.enum(['P', 'T']),
  charset: z.enum(CHARSETS),
  version: z.enum(HL7_VERSIONS),
  /** Addresses and networks documents arrive from by MLLP, separated by commas; empty: none. */
  arrives_from: line(500),
};

const connection = z
  .object({
    id: z.number(),
    ...written,
    /** Results go there. */
    on: z.boolean(),
    off_at: instant.nullable(),
    health: z.enum(['off', 'failing', 'dead', 'fine', 'new']),
    /** What waits to be sent, and how often the next of it was tried. */
    waiting: z.number().int(),
    tries: z.number().int(),
    next_at: instant.nullable(),
    /** Why the next was not taken yet. */
    error: z.string().nullable(),
    dead: z.number().int(),
    /** There is an address documents are posted to. */
    has_address: z.boolean(),
    last_sent_at: instant.nullable(),
    last_acked_at: instant.nullable(),
    lock_version: z.number().int(),
  })
  .meta({ id: 'Hl7Connection' });
export type Hl7Connection = z.output<typeof connection>;

const message = z
  .object({
    id: z.number(),
    connection_id: z.number(),
    review_id: z.number(),
    number: z.string(),
    slug: z.string(),
    report_version: z.number().int(),
    /** MSH-10, the same at each try. */
    control_id: z.string(),
    state: z.enum(MESSAGE_STATES),
    attempts: z.number().int(),
    created_at: instant,
    tried_at: instant.nullable(),
    next_at: instant.nullable(),
    ended_at: instant.nullable(),
    answer_code: z.string().nullable(),
    /** The receiver's words. */
    answer_text: z.string().nullable(),
    error: z.string().nullable(),
    took_ms: z.number().int().nullable(),
    /** Why it cannot be sent again now; null: it can. */
    not_resent: z.string().nullable(),
  })
  .meta({ id: 'Hl7Message' });
export type Hl7Message = z.output<typeof message>;

const deadLetter = message
  .extend({ organization_id: z.number(), organization: z.string(), connection: z.string(), where: z.string() })
  .meta({ id: 'Hl7DeadLetter' });
export type Hl7DeadLetter = z.output<typeof deadLetter>;

const tried = z
  .object({
    control_id: z.string(),
    /** AA: taken; AE: an error; AR: refused; null: there was no answer. */
    code: z.string().nullable(),
    text: z.string(),
    took_ms: z.number().int(),
  })
  .meta({ id: 'Hl7Test' });
export type Hl7Test = z.output<typeof tried>;

const base = '/api/v1/organizations/{id}/hl7';

export { arrivedEndpoints } from './contract/arrived.ts';

export const hl7Endpoints = {
  list: defineEndpoint({
    id: 'hl7.list',
    method: 'GET',
    path: base,
    summary: 'The record systems an organization’s results go to by HL7',
    allow,
    shape: {
      params: ofOrganization,
      output: z.object({
        data: z.array(connection),
        /** Results go out by HL7, and whether in no other way. */
        enabled: z.boolean(),
        only: z.boolean(),
      }),
    },
    errors: ['not_found'],
  }),
  add: defineEndpoint({
    id: 'hl7.add',
    method: 'POST',
    path: base,
    summary: 'Connect a record system: results delivered from now on go there',
    allow,
    shape: { params: ofOrganization, body: z.object(written), output: connection },
    idempotent: true,
    success: 201,
    errors: ['not_found', 'reauthentication_required', 'wrong_state'],
    example: {
      name: 'Clinic records',
      transport: 'mllps',
      host: 'hl7.clinic.example',
      port: 2575,
      url: '',
      ca_pem: null,
      message_kind: 'MDM_T02',
      sending_application: 'PERITUS',
      sending_facility: 'REVIEWS',
      receiving_application: 'EHR',
      receiving_facility: 'CLINIC',
      document_type: 'CN',
      observation_code: '11488-4',
      observation_text: 'Consult note',
      observation_system: 'LN',
      processing: 'P',
      charset: 'UNICODE UTF-8',
      version: '2.5.1',
      arrives_from: '',
    },
  }),
  change: defineEndpoint({
    id: 'hl7.change',
    method: 'PATCH',
    path: `${base}/{connectionId}`,
    summary: 'Change a connection, how its messages are written, or whether results go there',
    allow,
    shape: {
      params,
      body: z
        .object({ ...written, on: z.boolean() })
        .partial()
        .extend({ lock_version: z.number().int() }),
      output: connection,
    },
    errors: ['not_found', 'reauthentication_required', 'stale'],
  }),
  remove: defineEndpoint({
    id: 'hl7.remove',
    method: 'DELETE',
    path: `${base}/{connectionId}`,
    summary: 'Remove a connection; what waits is not sent',
    allow,
    shape: { params, output: nothing },
    success: 204,
    errors: ['not_found'],
  }),
  test: defineEndpoint({
    id: 'hl7.test',
    method: 'POST',
    path: `${base}/{connectionId}/test`,
    summary: 'Send a message that is about nobody and marked as a test, and see the answer',
    allow,
    shape: { params, output: tried },
    errors: ['not_found', 'throttled'],
  }),
  messages: defineEndpoint({
    id: 'hl7.messages',
    method: 'GET',
    path: `${base}/{connectionId}/messages`,
    summary: 'What went to a record system, newest first, and how it was answered',
    allow,
    shape: {
      params,
      query: z.object({ state: z.enum(MESSAGE_STATES).optional(), cursor: z.string().max(200).optional() }),
      output: pageOf(message),
    },
    errors: ['not_found'],
  }),
  again: defineEndpoint({
    id: 'hl7.again',
    method: 'POST',
    path: `${base}/{connectionId}/messages/{messageId}/again`,
    summary: 'Send a result again that was not taken, with the number it had',
    allow,
    shape: { params: messageParams, output: message },
    idempotent: true,
    errors: ['not_found', 'wrong_state'],
  }),
  setAside: defineEndpoint({
    id: 'hl7.set_aside',
    method: 'POST',
    path: `${base}/{connectionId}/messages/{messageId}/set-aside`,
    summary: 'Send a result no more that waits or was not taken',
    allow,
    shape: { params: messageParams, output: message },
    idempotent: true,
    errors: ['not_found', 'wrong_state'],
  }),
  dead: defineEndpoint({
    id: 'hl7.dead',
    method: 'GET',
    path: '/api/v1/hl7/dead-letters',
    summary: 'Results no record system took, of all organizations, newest first',
    allow: ({ kind }) => HL7_PLACE.admits(kind),
    shape: { query: z.object({ cursor: z.string().max(200).optional() }), output: pageOf(deadLetter) },
  }),
};
