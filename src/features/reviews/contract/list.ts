import { z } from 'zod';
import { ability, calendarDate, defineEndpoint, instant, pageOf } from '../../../core/endpoint.ts';
import { anyone } from './who.ts';
import { ball, bucket, dueView, expertView, idNamed, kind, statusView } from './common.ts';

export const LIST_TABS = [
  'all',
  'active',
  'yours',
  'others',
  'calls',
  'needs_information',
  'on_hold',
  'attention',
  'drafts',
  'completed',
  'inactive',
] as const;
export type ListTab = (typeof LIST_TABS)[number];
export const LIST_SORTS = ['due', '-updated', 'number', '-number'] as const;

const many = <T extends z.ZodType>(item: T) =>
  z
    .union([z.array(item).max(60), item])
    .transform((v) => (Array.isArray(v) ? v : [v]) as z.output<T>[])
    .optional();
const yes = z.union([z.literal('true'), z.literal('1'), z.literal(true)]).transform(() => true);

/** What every list and its counts can be narrowed by. */
export const listFilter = {
  /** Words of the name, number, claim number or expert. */
  q: z.string().trim().max(200).optional(),
  status: many(z.string().max(40)),
  ball: many(ball),
  specialty_id: many(z.coerce.number().int().positive()),
  state: many(z.string().length(2)),
  review_type: many(z.string().max(100)),
  organization_id: many(z.coerce.number().int().positive()),
  /** `me`, or a user's id. */
  requester: z.union([z.literal('me'), z.coerce.number().int().positive()]).optional(),
  /** Due on or before this date, in the reader's zone. */
  due: calendarDate.optional(),
  overdue: yes.optional(),
};

export const listRow = z.object({
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
  service: z.string().nullable(),
  expedited: z.boolean(),
  requester: idNamed.nullable(),
  organization: idNamed.nullable(),
  claim_number: z.string().nullable(),
  pages: z.number(),
  needed_by: calendarDate.nullable(),
  call_at: instant.nullable(),
  attention: z.boolean(),
  /** Messages in this review's conversations the reader has not read. */
  unread: z.number(),
  updated_at: instant,
});
export type ListRow = z.output<typeof listRow>;

/** The list of one kind, keyset-paged. Rows come in order of `sort`; pages group them by `ball`. */
export const listReviews = defineEndpoint({
  id: 'reviews.list',
  method: 'GET',
  path: '/api/v1/{kind}',
  summary: 'Reviews the reader sees, filtered, sorted, by page',
  allow: anyone,
  shape: {
    query: z.object({
      ...listFilter,
      tab: z.enum(LIST_TABS).default('active'),
      sort: z.enum(LIST_SORTS).default('due'),
      limit: z.coerce.number().int().min(1).max(100).default(25),
      cursor: z.string().max(500).optional(),
    }),
    output: pageOf(listRow),
  },
});

/** How many there are in each tab and with each seat, under the same filters. Counting stops at `capped_at`. */
export const countReviews = defineEndpoint({
  id: 'reviews.count',
  method: 'GET',
  path: '/api/v1/{kind}/counts',
  summary: 'How many reviews stand in each tab',
  allow: anyone,
  shape: {
    query: z.object(listFilter),
    output: z.object({
      tabs: z.record(z.enum(LIST_TABS), z.number()),
      /** Active reviews by who has the ball. */
      balls: z.record(ball, z.number()),
      capped_at: z.number(),
      /** Whether this reader may order a review of this kind, and why not. */
      create: ability,
    }),
  },
});

export const requesterOptions = defineEndpoint({
  id: 'reviews.requesters',
  method: 'GET',
  path: '/api/v1/{kind}/requesters',
  summary: 'People who can be a review’s requester, for filters and reassignment',
  allow: anyone,
  shape: {
    query: z.object({ organization_id: z.coerce.number().int().positive().optional() }),
    output: z.object({ data: z.array(idNamed.extend({ organization_id: z.number().nullable() })) }),
  },
});
