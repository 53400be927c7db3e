import { z } from 'zod';
import { defineEndpoint, idParam, instant } from '../../../core/endpoint.ts';

/** A report for who opened it by its link. */
const sharedReport = z
  .object({
    link_id: z.number(),
    organization: z.string(),
    number: z.string(),
    title: z.string(),
    version: z.number().int(),
    audience: z.string(),
    /** What is said of its confidentiality, as it was signed; null: nothing. */
    confidentiality: z.string().nullable(),
    signature_name: z.string().nullable(),
    signed_at: instant.nullable(),
    pages: z.number().int().nullable(),
    sha256: z.string(),
    verification_code: z.string().nullable(),
    /** A newer version was delivered since. */
    superseded: z.boolean(),
    opened_at: instant,
    /** When this opening is over, and when the link is. */
    ends_at: instant,
    expires_at: instant,
  })
  .meta({ id: 'SharedReport' });
export type SharedReport = z.output<typeof sharedReport>;

const opened = z
  .object({
    /** `passcode`: it needs one. `over`: nothing is open, where none was to be begun. */
    state: z.enum(['open', 'passcode', 'over']),
    organization: z.string(),
    report: sharedReport.nullable(),
  })
  .meta({ id: 'OpenedPublicReport' });

export const sharedReportEndpoints = {
  open: defineEndpoint({
    id: 'public_reports.open',
    method: 'POST',
    path: '/api/v1/public_reports/open',
    summary:
      'Open a report by its public link, with its passcode where it has one; a cookie of this link lets its PDF be read for an hour',
    allow: 'public',
    shape: {
      body: z.object({
        token: z.string().max(100),
        passcode: z.string().max(100).optional(),
        /** False: only what was opened before and is still open is answered, and nothing counts as opened. */
        begin: z.boolean().default(true),
      }),
      output: opened,
    },
    errors: ['not_found', 'gone', 'throttled', 'invalid'],
  }),
  pdf: defineEndpoint({
    id: 'public_reports.pdf',
    method: 'GET',
    path: '/api/v1/public_reports/{link_id}/pdf',
    summary: 'The signed PDF of a report that was opened by its link, whole or in ranges',
    allow: 'public',
    shape: {
      params: z.object({ link_id: idParam }),
      query: z.object({ download: z.enum(['1']).optional() }),
      output: z.unknown(),
    },
    raw: 'application/pdf',
    errors: ['not_found', 'gone', 'damaged'],
  }),
};
