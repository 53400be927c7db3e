import { z } from 'zod';
import { choicesAsked, choicesOf, choicesShown } from '../../../core/choices.ts';
import { ability, calendarDate, defineEndpoint, idParam, instant, nothing, pageOf } from '../../../core/endpoint.ts';
import { LIST_COLUMNS, LIST_SIDES, LIST_SORTS, LIST_TABS } from '../rules/list.ts';
import { anyone, orderers, participants } from './who.ts';
import { ball, bucket, dueView, expertView, idNamed, kind, statusView } from './common.ts';

const many = <T extends z.ZodType>(item: T) =>
  z
    .union([z.array(item).max(60), item])
    .transform((v) => (Array.isArray(v) ? v : [v]) as z.output<T>[])
    .optional();
const yes = z.union([z.literal('true'), z.literal('1'), z.literal(true)]).transform(() => true);

/** What every list and its counts can be narrowed by. */
export const listFilter = {
  /** Words of the number, the names, the claim number, the questions or the expert. */
  q: z.string().trim().max(200).optional(),
  status: many(z.string().max(40)),
  ball: many(ball),
  specialty_id: many(z.coerce.number().int().positive()),
  state: many(z.string().length(2)),
  review_type: many(z.string().max(100)),
  organization_id: many(z.coerce.number().int().positive()),
  /** `me`, or users' ids. */
  requester: many(z.union([z.literal('me'), z.coerce.number().int().positive()])),
  /** Experts who accepted, by profile. */
  expert: many(z.coerce.number().int().positive()),
  /** How they stand with their billing; who sees no prices finds none. */
  billing: many(z.string().max(20)),
  /** Due on or after this date, in the reader's zone. */
  due_from: calendarDate.optional(),
  /** Due on or before this date, in the reader's zone. */
  due: calendarDate.optional(),
  overdue: yes.optional(),
  expedited: yes.optional(),
  attention: yes.optional(),
};

export const listRow = z
  .object({
    id: z.number(),
    kind,
    number: z.string(),
    /** Empty while blind or not yet named. */
    subject: z.string(),
    status: statusView,
    bucket,
    ball,
    /** Whether the ball is with the reader's own seat. */
    yours: z.boolean(),
    /** What the holder of the ball must do: "Choose a call time". */
    act: z.string(),
    due: dueView.nullable(),
    expert: expertView.nullable(),
    /** Experts on offer while the requester chooses. */
    candidates: z.number().nullable(),
    specialty: z.string().nullable(),
    sub_specialty: z.string().nullable(),
    state: z.string().nullable(),
    review_type: z.string().nullable(),
    /** The type as people call it. */
    review_type_label: z.string().nullable(),
    service: z.string().nullable(),
    expedited: z.boolean(),
    requester: idNamed.nullable(),
    organization: idNamed.nullable(),
    claim_number: z.string().nullable(),
    pages: z.number(),
    /** The price in cents; null where there is none yet and for readers who see no prices. */
    total_cents: z.number().nullable(),
    /** How it stands with its billing; null for readers who see no prices. */
    billing: z.string().nullable(),
    needed_by: calendarDate.nullable(),
    call_at: instant.nullable(),
    attention: z.boolean(),
    /** For what is ordered ahead: its period, the day it lapses, its charts and how many are without records. */
    ahead: z
      .object({
        period: z.string().nullable(),
        lapses_on: calendarDate.nullable(),
        charts: z.number(),
        charts_missing: z.number(),
      })
      .nullable(),
    /** The cells of its kind's own columns, a line each. */
    own: z.record(z.string(), z.array(z.string())),
    /** Messages in this review's conversations the reader has not read. */
    unread: z.number(),
    updated_at: instant,
  })
  .meta({ id: 'ReviewRow' });
export type ListRow = z.output<typeof listRow>;

const page = z.object({
  ...listFilter,
  tab: z.enum(LIST_TABS).default('active'),
  sort: z.enum(LIST_SORTS).default('due'),
  limit: z.coerce.number().int().min(1).max(100).default(25),
  cursor: z.string().max(500).optional(),
});

/** The list of one kind, keyset-paged. Rows come in order of `sort`; pages group them by `ball`. */
export const listReviews = defineEndpoint({
  id: 'reviews.list',
  method: 'GET',
  path: '/api/v1/{kind}',
  summary: 'Reviews the reader sees, filtered, sorted, by page',
  allow: anyone,
  shape: { query: page, output: pageOf(listRow) },
});

/** The same over all kinds: the expert's and the customer admin's dashboards. */
export const listAllReviews = defineEndpoint({
  id: 'reviews.list_all',
  method: 'GET',
  path: '/api/v1/reviews',
  summary: 'Reviews of every kind the reader sees, filtered, sorted, by page',
  allow: anyone,
  shape: { query: page, output: pageOf(listRow) },
});

const counted = z
  .object({
    tabs: z.record(z.enum(LIST_TABS), z.number()),
    /** Active reviews by who has the ball. */
    balls: z.record(ball, z.number()),
    /** By status, where asked for: what is active, for the board. */
    statuses: z.record(z.string(), z.number()).nullable(),
    capped_at: z.number(),
    /** Whether this reader may order a review of this kind, and why not. */
    create: ability,
  })
  .meta({ id: 'ReviewCounts' });
const toCount = z.object({ ...listFilter, by_status: yes.optional() });

/** How many there are in each tab and with each seat, under the same filters. Counting stops at `capped_at`. */
export const countReviews = defineEndpoint({
  id: 'reviews.count',
  method: 'GET',
  path: '/api/v1/{kind}/counts',
  summary: 'How many reviews stand in each tab',
  allow: anyone,
  shape: { query: toCount, output: counted },
});
export const countAllReviews = defineEndpoint({
  id: 'reviews.count_all',
  method: 'GET',
  path: '/api/v1/reviews/counts',
  summary: 'How many reviews of every kind stand in each tab',
  allow: anyone,
  shape: { query: toCount, output: counted },
});

export const requesterOptions = defineEndpoint({
  id: 'reviews.requesters',
  method: 'GET',
  path: '/api/v1/{kind}/requesters',
  summary:
    'The first people who can be a review’s requester and whose names have what is typed, and whether there are more',
  allow: anyone,
  shape: {
    query: z.object({
      ...choicesAsked,
      organization_id: idParam.optional(),
      /** Without the caller. */
      but: z.literal('me').optional(),
    }),
    output: choicesOf(idNamed.extend({ organization_id: z.number().nullable() })),
  },
});

/** Experts with a review the reader sees, for the filter. */
export const expertOptions = defineEndpoint({
  id: 'reviews.experts',
  method: 'GET',
  path: '/api/v1/review_experts',
  summary:
    'The first experts who accepted a review the reader sees and whose names have what is typed, and whether there are more',
  allow: orderers,
  shape: { query: z.object(choicesAsked), output: choicesShown },
});

/** "Case:open", "all:ended": which list, and which side of it. */
export const listName = z.string().regex(new RegExp(`^[A-Za-z]{2,20}:(${LIST_SIDES.join('|')})$`));
/** Of every kind, or of one alone; one that its list does not have is left out where it is shown. */
const listColumn = z.union([z.enum(LIST_COLUMNS), z.templateLiteral(['own:', z.string().max(30)])]);
const columns = z.array(listColumn).max(LIST_COLUMNS.length + 10);

export const listView = z
  .object({
    id: z.number(),
    list: listName,
    name: z.string(),
    /** The address the view was saved at, without the page. */
    search: z.record(z.string(), z.union([z.string(), z.number()])),
    columns: columns.nullable(),
    shared: z.boolean(),
    own: z.boolean(),
    /** Who shared it; null for one's own. */
    by: z.string().nullable(),
  })
  .meta({ id: 'SavedView' });
export type ListView = z.output<typeof listView>;

/** The reader's columns in every list, and the views: own ones and those shared with them. */
export const readListSettings = defineEndpoint({
  id: 'reviews.list_settings',
  method: 'GET',
  path: '/api/v1/list_settings',
  summary: 'Columns and saved views of the reader',
  allow: anyone,
  shape: { output: z.object({ columns: z.record(z.string(), columns), views: z.array(listView) }) },
});

/** Remembers the columns of a list, in their order; none: the usual ones again. */
export const saveListColumns = defineEndpoint({
  id: 'reviews.save_list_columns',
  method: 'PUT',
  path: '/api/v1/list_settings/columns/{list}',
  summary: 'Remembers which columns a list shows, in which order',
  allow: anyone,
  shape: {
    params: z.object({ list: listName }),
    body: z.object({ columns }),
    output: z.object({ columns }),
  },
});

const viewBody = {
  name: z.string().trim().min(1).max(60),
  search: z
    .record(z.string().max(40), z.union([z.string().max(400), z.number()]))
    .refine((search) => Object.keys(search).length <= 30, 'At most 30 choices'),
  columns: columns.nullable(),
  shared: z.boolean(),
};
export const createListView = defineEndpoint({
  id: 'reviews.create_list_view',
  method: 'POST',
  path: '/api/v1/list_views',
  summary: 'Saves a list as it stands under a name',
  allow: anyone,
  idempotent: true,
  success: 201,
  errors: ['forbidden', 'invalid'],
  shape: { body: z.object({ list: listName, ...viewBody }), output: listView },
});
const viewParams = z.object({ id: z.coerce.number().int().positive() });
export const updateListView = defineEndpoint({
  id: 'reviews.update_list_view',
  method: 'PUT',
  path: '/api/v1/list_views/{id}',
  summary: 'Changes a saved view',
  allow: anyone,
  errors: ['forbidden', 'invalid'],
  shape: { params: viewParams, body: z.object(viewBody), output: listView },
});
export const removeListView = defineEndpoint({
  id: 'reviews.remove_list_view',
  method: 'DELETE',
  path: '/api/v1/list_views/{id}',
  summary: 'Deletes a saved view',
  allow: anyone,
  success: 204,
  shape: { params: viewParams, output: nothing },
});

/** One row's result: done, or the problem in the words a single call would have got. */
const bulkResult = z.object({
  data: z.array(z.object({ id: z.number(), done: z.boolean(), reason: z.string().nullable() })),
});
const bulkIds = z.array(z.number().int().positive()).min(1).max(100);

/** Hands several reviews to another requester of their organization. Each is done, or refused, for itself. */
export const reassignReviews = defineEndpoint({
  id: 'reviews.reassign',
  method: 'POST',
  path: '/api/v1/reviews/reassign',
  summary: 'Hands reviews to another requester',
  allow: orderers,
  shape: {
    body: z.object({ ids: bulkIds, requester_id: z.number().int().positive() }),
    output: bulkResult,
  },
});
/** Lets somebody, oneself by default, follow several reviews, or ends it. */
export const followReviews = defineEndpoint({
  id: 'reviews.watch',
  method: 'POST',
  path: '/api/v1/reviews/watch',
  summary: 'Follows reviews, or ends following them',
  allow: orderers,
  shape: {
    body: z.object({ ids: bulkIds, user_id: z.number().int().positive().optional(), watches: z.boolean() }),
    output: bulkResult,
  },
});

const exported = page.omit({ limit: true, cursor: true }).extend({ columns: z.string().max(300).optional() });
/** The list as a comma-separated file, streamed; cells are no formulas. What was exported is in the audit. */
export const exportReviews = defineEndpoint({
  id: 'reviews.export',
  method: 'GET',
  path: '/api/v1/{kind}/export',
  summary: 'The list as a file for spreadsheets',
  allow: participants,
  raw: 'text/csv',
  shape: { query: exported, output: z.unknown() },
});
export const exportAllReviews = defineEndpoint({
  id: 'reviews.export_all',
  method: 'GET',
  path: '/api/v1/reviews/export',
  summary: 'The list over every kind as a file for spreadsheets',
  allow: participants,
  raw: 'text/csv',
  shape: { query: exported, output: z.unknown() },
});
