import { z } from 'zod';
import { defineEndpoint, instant } from '../../../core/endpoint.ts';

/** A certificate PDFs are signed by. */
const certificate = z.object({
  /** SHA-256 of its bytes, in hexadecimal digits. */
  fingerprint: z.string(),
  name: z.string(),
  valid_from: instant,
  valid_until: instant,
});

export const certificateEndpoints = {
  list: defineEndpoint({
    id: 'reports.certificates',
    method: 'GET',
    path: '/api/v1/pdf_certificates',
    summary: 'The certificates this installation signs PDFs by, the newest first',
    allow: 'public',
    shape: { output: z.object({ certificates: z.array(certificate) }) },
  }),
  file: defineEndpoint({
    id: 'reports.certificate',
    method: 'GET',
    path: '/api/v1/pdf_certificates/{fingerprint}',
    summary: 'One of these certificates as a file (DER), to be trusted in programs that show PDFs',
    allow: 'public',
    shape: { params: z.object({ fingerprint: z.string().regex(/^[\da-f]{64}$/) }), output: z.unknown() },
    errors: ['not_found'],
    raw: 'application/pkix-cert',
  }),
};
