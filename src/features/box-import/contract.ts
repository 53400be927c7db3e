import { z } from 'zod';
import { type Actor, isReadingStaff, isRequesterSide, isStaff } from '../../core/actor.ts';
import { defineEndpoint, idParam, instant, nothing } from '../../core/endpoint.ts';
import { MOST_CHOSEN } from './rules.ts';

/** Whose side adds records; which review, and whether they may, is asked then. */
const allow = ({ kind }: Actor): boolean => isStaff(kind) || isRequesterSide(kind);
const ofReview = z.object({ id: idParam });
const ofFile = z.object({ id: idParam, fileId: idParam });
/** Ids in Box are digits. */
const boxId = z.string().regex(/^\d{1,20}$/);
const chosen = z.object({
  items: z
    .array(z.object({ type: z.enum(['file', 'folder']), id: boxId }))
    .min(1)
    .max(MOST_CHOSEN),
});

const place = z.object({ id: z.string(), name: z.string() });

export const boxFolderView = z
  .object({
    /** Null where the folders that were opened to the reader are listed. */
    folder: place.nullable(),
    /** The way to it, from an opened folder on. */
    above: z.array(place),
    data: z.array(
      z.object({
        type: z.enum(['file', 'folder']),
        id: z.string(),
        name: z.string(),
        size_bytes: z.number().nullable(),
        /** Why it cannot be imported; null where it can. */
        why_not: z.string().nullable(),
      }),
    ),
    next_marker: z.string().nullable(),
  })
  .meta({ id: 'BoxFolder' });
export type BoxFolderView = z.output<typeof boxFolderView>;

export const boxMeasureView = z
  .object({
    files: z.number(),
    size_bytes: z.number(),
    /** What is left out, by why. */
    left_out: z.array(z.object({ name: z.string(), why: z.string() })),
    /** Why it cannot be begun as it is; null where it can. */
    too_much: z.string().nullable(),
  })
  .meta({ id: 'BoxMeasure' });
export type BoxMeasureView = z.output<typeof boxMeasureView>;

const imported = z
  .object({
    id: z.number(),
    name: z.string(),
    path: z.string().nullable(),
    size_bytes: z.number(),
    /** How much of it has arrived. */
    received_bytes: z.number(),
    state: z.enum(['waiting', 'done', 'failed', 'cancelled', 'gone']),
    fault: z.string().nullable(),
    /** Waiting: Box is asked again then, where that is later than now. */
    next_at: instant,
    /** The reader can have it tried again. */
    again: z.boolean(),
    chosen_by: z.object({ id: z.number(), name: z.string() }),
  })
  .meta({ id: 'BoxImportedFile' });

export const boxImportsView = z
  .object({
    /** The reader can import here: `connect` where Box is to be connected first, `none` where it is not offered. */
    offered: z.enum(['none', 'connect', 'ready']),
    /** What was chosen for this review and is not over, newest first; finished ones of the last day among them. */
    data: z.array(imported),
  })
  .meta({ id: 'BoxImports' });
export type BoxImportsView = z.output<typeof boxImportsView>;

const ERRORS = ['not_found', 'forbidden', 'wrong_state', 'invalid'] as const;

export const boxImportEndpoints = {
  browse: defineEndpoint({
    id: 'box_imports.browse',
    method: 'GET',
    path: '/api/v1/box/folder',
    summary: 'A folder in Box that was opened to the caller, or lies below one; without an id, those that were opened',
    allow,
    shape: {
      query: z.object({ folder_id: boxId.optional(), marker: z.string().max(2000).optional() }),
      output: boxFolderView,
    },
    errors: ['not_found', 'wrong_state'],
  }),
  list: defineEndpoint({
    id: 'box_imports.list',
    method: 'GET',
    path: '/api/v1/{kind}/{id}/box_imports',
    summary: 'Whether the caller can import records from Box, and how what was chosen comes along',
    allow,
    shape: { params: ofReview, output: boxImportsView },
    errors: ['not_found', 'forbidden'],
  }),
  measure: defineEndpoint({
    id: 'box_imports.measure',
    method: 'POST',
    path: '/api/v1/{kind}/{id}/box_imports/measure',
    summary: 'How much chosen files and folders bring, before anything is imported',
    allow,
    shape: { params: ofReview, body: chosen, output: boxMeasureView },
    errors: ERRORS,
  }),
  begin: defineEndpoint({
    id: 'box_imports.begin',
    method: 'POST',
    path: '/api/v1/{kind}/{id}/box_imports',
    summary: 'Import files and whole folders from Box into a review’s records',
    allow,
    shape: { params: ofReview, body: chosen, output: boxImportsView },
    errors: ERRORS,
    idempotent: true,
    success: 201,
    example: { items: [{ type: 'folder', id: '8125340012' }] },
  }),
  again: defineEndpoint({
    id: 'box_imports.again',
    method: 'POST',
    path: '/api/v1/{kind}/{id}/box_imports/files/{fileId}/again',
    summary: 'Try a file again that could not be imported',
    allow,
    shape: { params: ofFile, output: boxImportsView },
    errors: ERRORS,
  }),
  cancel: defineEndpoint({
    id: 'box_imports.cancel',
    method: 'DELETE',
    path: '/api/v1/{kind}/{id}/box_imports/files/{fileId}',
    summary: 'Leave out a file that has not been imported yet',
    allow,
    shape: { params: ofFile, output: nothing },
    success: 204,
    errors: ERRORS,
  }),
};

/** Who reads what becomes of a report: its requester’s side, and staff who read along. */
const readsAlong = ({ kind }: Actor): boolean => isReadingStaff(kind) || isRequesterSide(kind);
const ofUpload = z.object({ id: idParam, uploadId: idParam });

export const boxReportsView = z
  .object({
    /** The reader can have reports put into Box here: `connect` where Box is to be connected first. */
    offered: z.enum(['none', 'connect', 'ready']),
    /** Why reports of this review do not go into Box; null where they can. */
    refused: z.string().nullable(),
    /** Where they go; null: nowhere. */
    folder: place.nullable(),
    /** Each delivered version on its way there, the newest first. */
    data: z.array(
      z.object({
        id: z.number(),
        version: z.number(),
        folder: z.string(),
        state: z.enum(['waiting', 'done', 'failed']),
        fault: z.string().nullable(),
        done_at: instant.nullable(),
        /** The reader can have it tried again. */
        again: z.boolean(),
      }),
    ),
  })
  .meta({ id: 'BoxReports' });
export type BoxReportsView = z.output<typeof boxReportsView>;

export const boxReportEndpoints = {
  read: defineEndpoint({
    id: 'box_reports.read',
    method: 'GET',
    path: '/api/v1/{kind}/{id}/box_reports',
    summary: 'Whether delivered reports of a review go into a folder in Box, and how each version came along',
    allow: readsAlong,
    shape: { params: ofReview, output: boxReportsView },
    errors: ['not_found', 'forbidden'],
  }),
  ask: defineEndpoint({
    id: 'box_reports.ask',
    method: 'PUT',
    path: '/api/v1/{kind}/{id}/box_reports',
    summary: 'Have delivered reports of a review put into a folder in Box that was opened to the caller',
    allow,
    shape: { params: ofReview, body: z.object({ folder_id: boxId }), output: boxReportsView },
    errors: ['not_found', 'forbidden', 'reauthentication_required', 'wrong_state'],
    example: { folder_id: '8125340012' },
  }),
  end: defineEndpoint({
    id: 'box_reports.end',
    method: 'DELETE',
    path: '/api/v1/{kind}/{id}/box_reports',
    summary: 'Have no further report put into Box; what is there stays',
    allow,
    shape: { params: ofReview, output: boxReportsView },
    errors: ['not_found', 'forbidden'],
  }),
  again: defineEndpoint({
    id: 'box_reports.again',
    method: 'POST',
    path: '/api/v1/{kind}/{id}/box_reports/{uploadId}/again',
    summary: 'Try again to put a version of a report into Box that could not be',
    allow,
    shape: { params: ofUpload, output: boxReportsView },
    errors: ['not_found', 'forbidden', 'wrong_state'],
  }),
};
