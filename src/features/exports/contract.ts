import { z } from 'zod';
import type { Actor } from '../../core/actor.ts';
import { defineEndpoint, idParam, instant, nothing } from '../../core/endpoint.ts';
import { mayExport } from './rules.ts';

const allow = ({ kind }: Actor): boolean => mayExport(kind);
const params = z.object({ id: idParam });
const oneOf = z.object({ id: idParam, exportId: idParam });

const exported = z
  .object({
    id: z.number(),
    status: z.enum(['waiting', 'running', 'ready', 'failed', 'ended']),
    requested_at: instant,
    requested_by: z.string(),
    /** Tables and files done, of all there are; both 0 before they are counted. */
    parts_done: z.number(),
    parts_total: z.number(),
    rows: z.number(),
    files: z.number(),
    /** Contents that could not be read; the manifest names them. */
    missing: z.number(),
    size_bytes: z.number().nullable(),
    sha256: z.string().nullable(),
    manifest_sha256: z.string().nullable(),
    ready_at: instant.nullable(),
    /** Until when it can be downloaded. */
    ends_at: instant.nullable(),
    failure: z.string().nullable(),
    /** The archive, while there is one. */
    url: z.string().nullable(),
  })
  .meta({ id: 'OrganizationExport' });
export type OrganizationExport = z.output<typeof exported>;

export const exportEndpoints = {
  list: defineEndpoint({
    id: 'exports.list',
    method: 'GET',
    path: '/api/v1/organizations/{id}/exports',
    summary: 'Exports of everything an organization owns, newest first',
    allow,
    shape: { params, output: z.object({ data: z.array(exported) }) },
    errors: ['not_found'],
  }),
  ask: defineEndpoint({
    id: 'exports.ask',
    method: 'POST',
    path: '/api/v1/organizations/{id}/exports',
    summary: 'Have everything an organization and those below it own exported; asks who is there again',
    allow,
    shape: { params, output: exported },
    idempotent: true,
    success: 201,
    errors: ['not_found', 'reauthentication_required', 'wrong_state'],
  }),
  end: defineEndpoint({
    id: 'exports.end',
    method: 'DELETE',
    path: '/api/v1/organizations/{id}/exports/{exportId}',
    summary: 'Stop an export that is being made, or delete its archive before its time',
    allow,
    shape: { params: oneOf, output: nothing },
    success: 204,
    errors: ['not_found', 'wrong_state'],
  }),
  content: defineEndpoint({
    id: 'exports.content',
    method: 'GET',
    path: '/api/v1/organizations/{id}/exports/{exportId}/content',
    summary: 'The archive of an export; ranges are answered, so that a download that broke off can continue',
    allow,
    shape: { params: oneOf, output: nothing },
    errors: ['not_found', 'wrong_state', 'damaged'],
    raw: 'application/zip',
  }),
};
