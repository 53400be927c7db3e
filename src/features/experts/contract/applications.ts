import { isApplicant } from '../../../core/actor.ts';
import { z } from 'zod';
import { defineEndpoint, instant } from '../../../core/endpoint.ts';
import { APPLICATION_STATES } from '../rules/application.ts';
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

const npiCheck = z
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

const application = z
  .object({
    number: z.string().nullable(),
    status: z.enum(APPLICATION_STATES),
    submitted_at: instant.nullable(),
    updated_at: instant.nullable(),
    parts: z.record(z.enum(PARTS), partView),
    npi_check: npiCheck.nullable(),
    abilities: z.object({ edit: z.boolean(), submit: z.boolean() }),
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
    method: 'POST',
    path: '/api/v1/application/submit',
    summary: 'Send one’s application; every part must be complete',
    allow: (actor) => isApplicant(actor.kind),
    shape: { output: application },
    errors: ['invalid', 'wrong_state'],
    idempotent: true,
  }),
};
