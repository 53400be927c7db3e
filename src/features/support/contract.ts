import { z } from 'zod';
import { defineEndpoint, nothing } from '../../core/endpoint.ts';
import { inboxEndpoints } from './contract/inbox.ts';
import { MESSAGE_MAX, REASON_NAMES } from './rules.ts';

const errorReport = z.object({
  kind: z.enum(['api', 'page', 'load', 'unhandled']),
  name: z.string().max(100),
  message: z.string().max(2000),
  stack: z.string().max(8000).optional(),
  url: z.string().max(2000),
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']).optional(),
  status: z.number().int().min(0).max(599).optional(),
  code: z
    .string()
    .regex(/^[a-z_]{1,40}$/)
    .optional(),
  /** Paths of faulty fields, never what was in them. */
  fields: z
    .array(z.string().regex(/^[\w.[\]-]{0,100}$/))
    .max(20)
    .optional(),
  request_id: z
    .string()
    .regex(/^[\w-]{1,64}$/)
    .optional(),
  reference: z
    .string()
    .regex(/^[\w-]{1,40}$/)
    .optional(),
});

export const supportEndpoints = {
  ...inboxEndpoints,
  contact: defineEndpoint({
    id: 'support.contact',
    method: 'POST',
    path: '/api/v1/contact',
    summary: 'Write to support; answers a reference number',
    allow: 'public',
    shape: {
      body: z.object({
        name: z.string().trim().min(1).max(200),
        email: z.string().trim().min(1).max(254),
        reason: z.enum(REASON_NAMES),
        message: z.string().trim().min(1).max(MESSAGE_MAX),
      }),
      output: z.object({ reference: z.string() }),
    },
    success: 201,
    errors: ['throttled', 'invalid'],
  }),
  errorReport: defineEndpoint({
    id: 'support.error_report',
    method: 'POST',
    path: '/api/v1/error-reports',
    summary: 'Tell that something went wrong in a page; it is passed on where error reports go, if anywhere',
    allow: 'public',
    shape: { body: errorReport, output: nothing },
    success: 204,
    errors: ['throttled'],
  }),
};
