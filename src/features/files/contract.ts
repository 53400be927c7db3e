import type { ReviewStatus } from '../reviews/rules.ts';
import { z } from 'zod';
import { isAttendee, isRequesterSide, isStaff, isExpertSide } from '../../core/actor.ts';
import { ability, calendarDate, defineEndpoint, idParam, nothing, kindName } from '../../core/endpoint.ts';
import { grouped } from '../../core/phrases.ts';
import { MOST_PAGES } from '../../core/file-types.ts';
import { FILE_CATEGORY_NAMES } from './rules/categories.ts';
import { SCAN_STATES } from './rules/scanning.ts';

const PAGES_WRONG = `A whole number from 1 to ${grouped(MOST_PAGES)}`;

export const fileCategory = z.enum(FILE_CATEGORY_NAMES);

export const fileView = z
  .object({
    id: z.number(),
    review_id: z.number(),
    name: z.string(),
    size_bytes: z.number(),
    content_type: z.string(),
    /** Pages of a PDF, TIFF, Word document or archive, 1 for an image; null where pages mean nothing or nobody said. */
    pages: z.number().nullable(),
    /** They could not be counted: whoever handles the records is asked, and `pages` is what they said. */
    pages_asked: z.boolean(),
    /** Whether the text can be searched and selected; null until checked and where it means nothing. */
    has_text: z.boolean().nullable(),
    category: fileCategory.nullable(),
    /** The chart of a peer review it belongs to, "*" for all of them; null while nobody said. */
    chart_key: z.string().nullable(),
    /** How many of its pages the reader has had in view; null for those who read no records for their work. */
    pages_seen: z.number().nullable(),
    /** It came after the expert accepted and was not opened by this reader yet. */
    is_new: z.boolean(),
    /** The folders it was sent in, for those who prepare the records. */
    path: z.string().nullable(),
    /** Where it was fetched from, for the same; null where somebody sent it. */
    source: z.enum(['box']).nullable(),
    visible_to_expert: z.boolean(),
    /** Whether whoever is invited to the call reads it. */
    visible_to_attendees: z.boolean(),
    status: z.enum(['processing', 'ready', 'failed']),
    /** What is wrong and what to do about it, as one sentence for the person. */
    failure: z.string().nullable(),
    /** Waiting: the scanner could not say yet, and is asked again. What is not clean and not "not_scanned" nobody opens. */
    scan_status: z.enum(SCAN_STATES),
    sha256: z.string().nullable(),
    /** "HM000049": prefix and number of the first and last page. */
    bates_from: z.string().nullable(),
    bates_to: z.string().nullable(),
    position: z.number(),
    created_at: z.string(),
    /** Null when the reader is not to know who it was. */
    uploaded_by: z.object({ id: z.number(), name: z.string() }).nullable(),
    /** An earlier file of this review with exactly the same content. */
    same_content_as: z.object({ id: z.number(), name: z.string() }).nullable(),
    abilities: z.object({ read: ability, edit: ability, remove: ability }),
  })
  .meta({ id: 'ReviewFile' });
export type FileView = z.output<typeof fileView>;

export const fileTotalsView = z.object({
  files: z.number(),
  pages: z.number(),
  visible_pages: z.number(),
  processing: z.number(),
  failed: z.number(),
});

export const fileListView = z.object({
  data: z.array(fileView),
  totals: fileTotalsView,
  /** The categories offered, and whether a record can be kept from the expert; nothing to those who only read. */
  rules: z.object({ categories: z.array(fileCategory), hides: z.boolean() }),
  /** Whether others are invited to its call, for whom files can be marked; false for those who mark none. */
  attended: z.boolean(),
  /** What the review still takes, uploads that were begun included; null for those who add nothing. */
  room: z
    .object({ of: z.enum(['draft', 'review', 'organization']), left_bytes: z.number(), quota_bytes: z.number() })
    .nullable(),
  abilities: z.object({ upload: ability }),
});
export type FileListView = z.output<typeof fileListView>;

/** A file with as much of its review as a page of its own needs. */
export const filePageView = z.object({
  file: fileView,
  review: z.object({
    id: z.number(),
    kind: kindName,
    number: z.string(),
    subject: z.string(),
  }),
});
export type FilePageView = z.output<typeof filePageView>;

export const requestedItem = z.object({
  id: z.number(),
  label: z.string(),
  note: z.string(),
  /** Files that answer it, as far as the reader sees them. */
  files: z.array(z.object({ id: z.number(), name: z.string(), status: z.string() })),
  not_available_because: z.string().nullable(),
  answered_at: z.string().nullable(),
});

export const fileRequestView = z
  .object({
    id: z.number(),
    review_id: z.number(),
    requested_by: z.object({ seat: z.enum(['requester', 'staff', 'expert']), name: z.string() }),
    note: z.string(),
    due_on: z.string().nullable(),
    items: z.array(requestedItem),
    created_at: z.string(),
    answered_at: z.string().nullable(),
  })
  .meta({ id: 'FileRequest' });
export type FileRequestView = z.output<typeof fileRequestView>;

export const fileRequestListView = z.object({
  data: z.array(fileRequestView),
  review: z.object({ id: z.number(), number: z.string(), subject: z.string(), status: z.string<ReviewStatus>() }),
  abilities: z.object({ ask: ability, answer: ability }),
});
export type FileRequestListView = z.output<typeof fileRequestListView>;

const ofReview = z.object({ id: idParam });
const ofFile = z.object({ fileId: idParam });
type Reader = { kind: Parameters<typeof isStaff>[0] };
const reviewReader = (actor: Reader): boolean =>
  isStaff(actor.kind) || isRequesterSide(actor.kind) || isExpertSide(actor.kind);
/** Who joins a call reads what was marked for them. */
const fileReader = (actor: Reader): boolean => reviewReader(actor) || isAttendee(actor.kind);

export const fileEndpoints = {
  list: defineEndpoint({
    id: 'files.list',
    method: 'GET',
    path: '/api/v1/{kind}/{id}/files',
    summary: 'The records of a review, as far as the reader sees them',
    allow: fileReader,
    shape: { params: ofReview, output: fileListView },
    errors: ['not_found', 'forbidden'],
  }),
  read: defineEndpoint({
    id: 'files.read',
    method: 'GET',
    path: '/api/v1/files/{fileId}',
    summary: 'One file, with the review it belongs to',
    allow: fileReader,
    shape: { params: ofFile, output: filePageView },
    errors: ['not_found'],
  }),
  update: defineEndpoint({
    id: 'files.update',
    method: 'PATCH',
    path: '/api/v1/files/{fileId}',
    summary: 'Rename, categorize, show or hide, or move a file; say its pages where they could not be counted',
    allow: reviewReader,
    shape: {
      params: ofFile,
      body: z
        .object({
          name: z.string().min(1).max(300).optional(),
          category: fileCategory.nullable().optional(),
          visible_to_expert: z.boolean().optional(),
          visible_to_attendees: z.boolean().optional(),
          /** Counted from 1 among the review's files. */
          position: z.number().int().min(1).max(100_000).optional(),
          /** Only of a file whose pages could not be counted. */
          pages: z
            .number({ error: PAGES_WRONG })
            .int(PAGES_WRONG)
            .min(1, PAGES_WRONG)
            .max(MOST_PAGES, PAGES_WRONG)
            .optional(),
        })
        .strict(),
      output: fileView,
    },
    errors: ['not_found', 'forbidden', 'wrong_state', 'invalid'],
  }),
  assignCharts: defineEndpoint({
    id: 'files.assign_charts',
    method: 'PUT',
    path: '/api/v1/{kind}/{id}/files/charts',
    summary: 'Says which chart each file belongs to, all at once',
    allow: reviewReader,
    shape: {
      params: ofReview,
      body: z.object({
        assignments: z
          .array(z.object({ file_id: z.number().int().positive(), chart_key: z.string().max(40).nullable() }).strict())
          .min(1)
          .max(1000),
      }),
      output: z.object({ assigned: z.number() }),
    },
    errors: ['not_found', 'forbidden', 'wrong_state', 'invalid'],
  }),
  remove: defineEndpoint({
    id: 'files.remove',
    method: 'DELETE',
    path: '/api/v1/files/{fileId}',
    summary: 'Remove a file from its review',
    allow: reviewReader,
    shape: { params: ofFile, output: nothing },
    errors: ['not_found', 'forbidden', 'wrong_state'],
    success: 204,
  }),
  pagesSeen: defineEndpoint({
    id: 'files.pages_seen',
    method: 'POST',
    path: '/api/v1/files/{fileId}/pages_seen',
    summary: 'Pages the expert’s side had in view, kept so that one reads on from there',
    allow: (actor) => isExpertSide(actor.kind),
    shape: {
      params: ofFile,
      body: z.object({ pages: z.array(z.number().int().min(1).max(MOST_PAGES)).min(1).max(500) }).strict(),
      output: z.object({ seen: z.number() }),
    },
    errors: ['not_found', 'invalid'],
  }),
  content: defineEndpoint({
    id: 'files.content',
    method: 'GET',
    path: '/api/v1/files/{fileId}/content',
    summary: 'What is in a file; takes byte ranges',
    allow: fileReader,
    shape: {
      params: ofFile,
      query: z.object({ download: z.enum(['1']).optional() }),
      output: z.unknown(),
    },
    errors: ['not_found', 'forbidden', 'wrong_state'],
    raw: '*/*',
  }),
};

/** A pre-order that waits for records: what a file's name could carry of it, and what is there. */
export const preOrderView = z.object({
  review_id: z.number(),
  number: z.string(),
  subject: z.string(),
  organization_id: z.number(),
  subscription: z.object({ id: z.number(), name: z.string() }).nullable(),
  /** "Q4 2026" */
  period: z.string().nullable(),
  due_on: calendarDate.nullable(),
  case_number: z.string().nullable(),
  provider_name: z.string(),
  npi: z.string().nullable(),
  license_id: z.string().nullable(),
  charts: z.array(
    z.object({
      key: z.string(),
      label: z.string(),
      mrn: z.string(),
      patient_name: z.string(),
      dob: z.string().nullable(),
      dates: z.array(z.string()),
    }),
  ),
  files: z.array(fileView.pick({ id: true, name: true, chart_key: true, status: true, failure: true })),
});
export type PreOrderView = z.output<typeof preOrderView>;

export const readPreOrders = defineEndpoint({
  id: 'files.pre_orders',
  method: 'GET',
  path: '/api/v1/pre_order_records',
  summary: 'Pre-orders the reader gathers records for, soonest due first, with their charts and files',
  allow: (actor) => isStaff(actor.kind) || isRequesterSide(actor.kind),
  shape: {
    query: z.object({ subscription_id: z.coerce.number().int().positive().optional() }),
    output: z.object({
      data: z.array(preOrderView),
      /** There are further ones, due later. */
      more: z.boolean(),
      rules: z.array(z.object({ organization_id: z.number(), categories: z.array(fileCategory), hides: z.boolean() })),
    }),
  },
  errors: ['not_found', 'forbidden'],
});

const requestItemInput = z.object({
  label: z.string().trim().min(1).max(200),
  note: z.string().trim().max(1000).default(''),
});
const answerInput = z.union([
  z.object({ item: z.number().int(), file_ids: z.array(z.number().int()).max(200) }).strict(),
  z.object({ item: z.number().int(), not_available_because: z.string().max(1000) }).strict(),
]);

export const fileRequestEndpoints = {
  list: defineEndpoint({
    id: 'file_requests.list',
    method: 'GET',
    path: '/api/v1/{kind}/{id}/file_requests',
    summary: 'Documents asked for, newest request first',
    allow: reviewReader,
    shape: { params: ofReview, output: fileRequestListView },
    errors: ['not_found', 'forbidden'],
  }),
  create: defineEndpoint({
    id: 'file_requests.create',
    method: 'POST',
    path: '/api/v1/{kind}/{id}/file_requests',
    summary: 'Ask the requester for named documents by a date',
    allow: reviewReader,
    shape: {
      params: ofReview,
      body: z.object({
        items: z.array(requestItemInput).min(1).max(20),
        due_on: calendarDate,
        note: z.string().trim().max(2000).default(''),
      }),
      output: fileRequestView,
    },
    errors: ['not_found', 'forbidden', 'wrong_state', 'invalid'],
    idempotent: true,
    success: 201,
  }),
  answer: defineEndpoint({
    id: 'file_requests.answer',
    method: 'POST',
    path: '/api/v1/{kind}/{id}/file_requests/{requestId}/answers',
    summary: 'Answer items with files, or say why one is not available',
    allow: reviewReader,
    shape: {
      params: z.object({ id: idParam, requestId: idParam }),
      body: z.object({ items: z.array(answerInput).min(1).max(20) }),
      output: fileRequestView,
    },
    errors: ['not_found', 'forbidden', 'wrong_state', 'invalid'],
    idempotent: true,
  }),
};

/** How an upload says which link of somebody outside it comes by, and in which visit: never in an address. */
export const TOKEN_HEADER = 'peritus-link';
export const VISIT_HEADER = 'peritus-visit';

/** Where resumable uploads go (tus 1.0), and what a creation says about its file. */
export const UPLOADS_PATH = '/api/v1/uploads';
export const uploadMetadata = z.object({
  review_id: z.coerce.number().int().positive(),
  filename: z.string().min(1).max(1000),
  category: fileCategory.optional(),
  visible: z.enum(['true', 'false']).optional(),
  /** Where it lay in the folder that was chosen: its folders may say which chart it belongs to. */
  path: z.string().max(2000).optional(),
  /** The chart it belongs to, where somebody said so before sending; "*" for all of them. */
  chart: z.string().max(40).optional(),
  /** Left out: a record. What is spoken for the report is none. */
  as: z.enum(['dictation']).optional(),
});
/** The same of an upload by a link of somebody outside: whose review it is, the link says. */
export const outsideUploadMetadata = z.object({
  filename: z.string().min(1).max(1000),
  item: z.coerce.number().int().positive().optional(),
});
/** Answer header of a finished upload: the id of the file it became. */
export const FILE_ID_HEADER = 'Peritus-File-Id';
