import { z } from 'zod';
import type { Actor } from '../../core/actor.ts';
import { calendarDate, defineEndpoint, idParam, instant, kindName, pageOf } from '../../core/endpoint.ts';
import { readsAudit } from './rules.ts';

export { healthEndpoints } from './contract/health.ts';
export { workEndpoints } from './contract/work.ts';

const row = z
  .object({
    id: z.number(),
    at: instant,
    action: z.string(),
    /** The same in words, as they follow a name; of an action nobody writes any more its code. */
    says: z.string(),
    /** "Peritus" for what happened by itself; null: the account is gone, or somebody without one. */
    by: z.object({
      id: z.number().nullable(),
      name: z.string(),
      kind: z.string(),
      /** Who acted as them. */
      acting: z.string().nullable(),
    }),
    subject: z.string().nullable(),
    review: z.object({ id: z.number(), kind: kindName, number: z.string() }).nullable(),
    organization: z.string().nullable(),
    from_state: z.string().nullable(),
    to_state: z.string().nullable(),
    /** The same in words: “Draft” to “Records check”. */
    moved: z.object({ from: z.string().nullable(), to: z.string() }).nullable(),
  })
  .meta({ id: 'AuditRow' });
export type AuditListed = z.output<typeof row>;

const entry = row
  .extend({
    override: z.boolean(),
    data: z.record(z.string(), z.unknown()),
    /** Values before and after; `deleted`: they were, with the records. Null: it never had any. */
    values: z.object({ deleted: z.boolean(), before: z.unknown(), after: z.unknown() }).nullable(),
    ip: z.string().nullable(),
    request_id: z.string().nullable(),
    sealed: z.boolean(),
  })
  .meta({ id: 'AuditEntry' });
export type AuditRead = z.output<typeof entry>;

const filters = z.object({
  /** A person’s name or e-mail address. */
  who: z.string().trim().max(100).optional(),
  /** Words of what was done, or how its code begins. */
  action: z.string().trim().max(60).optional(),
  /** A review’s number, or a subject as the log names it. */
  about: z.string().trim().max(100).optional(),
  /** Words of an organization’s name. */
  organization: z.string().trim().max(100).optional(),
  /** Days, both included, in the reader’s time zone. */
  from: calendarDate.optional(),
  until: calendarDate.optional(),
});
export type AuditFilters = z.output<typeof filters>;

const headKept = z.object({
  seal_id: z.number().int().positive(),
  mac: z.string().regex(/^[0-9a-f]{64}$/),
});

const verification = z
  .object({
    state: z.enum(['running', 'done', 'failed']),
    requested_by: z.string(),
    requested_at: instant,
    ended_at: instant.nullable(),
    rows: z.number(),
    seals: z.number(),
    fault_count: z.number(),
    /** The first of them. */
    faults: z.array(z.object({ kind: z.string(), seal_id: z.number().nullable(), audit_ids: z.array(z.number()) })),
  })
  .meta({ id: 'AuditVerification' });
export type Verification = z.output<typeof verification>;
const last = z.object({ last: verification.nullable() });

const allow = ({ kind }: Actor): boolean => readsAudit(kind);

export const oversightEndpoints = {
  audit: defineEndpoint({
    id: 'audit.list',
    method: 'GET',
    path: '/api/v1/audit',
    summary: 'What was done, newest first, by person, action, subject, organization and days',
    allow,
    shape: {
      query: filters.extend({ cursor: z.string().max(200).optional() }),
      output: pageOf(row),
    },
    errors: ['malformed'],
  }),
  exportAudit: defineEndpoint({
    id: 'audit.export',
    method: 'GET',
    path: '/api/v1/audit/export',
    summary: 'The same as a comma-separated file, streamed; the export is in the log',
    allow,
    raw: 'text/csv',
    shape: { query: filters, output: z.unknown() },
    errors: ['reauthentication_required'],
  }),
  verification: defineEndpoint({
    id: 'audit.verification',
    method: 'GET',
    path: '/api/v1/audit/verification',
    summary: 'The verification of the log that was asked for last, with what it found',
    allow,
    shape: { output: last },
  }),
  verify: defineEndpoint({
    id: 'audit.verify',
    method: 'POST',
    path: '/api/v1/audit/verification',
    summary: 'Verify the whole log in the background',
    allow,
    shape: { output: last },
    success: 201,
    errors: ['wrong_state'],
  }),
  head: defineEndpoint({
    id: 'audit.head',
    method: 'GET',
    path: '/api/v1/audit/head',
    summary: 'Where the chain of seals ends now, to be kept outside',
    allow,
    shape: { output: z.object({ head: headKept.extend({ sealed_at: instant }).nullable() }) },
  }),
  checkHead: defineEndpoint({
    id: 'audit.check_head',
    method: 'POST',
    path: '/api/v1/audit/head',
    summary: 'Whether a head that was kept outside still is in the chain, and every seal follows the one before it',
    allow,
    shape: {
      body: headKept,
      output: z.object({ present: z.boolean(), linked: z.boolean(), seals_since: z.number() }),
    },
  }),
  auditEntry: defineEndpoint({
    id: 'audit.read',
    method: 'GET',
    path: '/api/v1/audit/{entryId}',
    summary: 'One row of the log with its values before and after',
    allow,
    shape: { params: z.object({ entryId: idParam }), output: entry },
    errors: ['not_found'],
  }),
};
