import { z } from 'zod';
import type { Actor } from '../../core/actor.ts';
import { ability, calendarDate, defineEndpoint, idParam, instant, kindName } from '../../core/endpoint.ts';
import { BOOK_LIMITS, VERSION_STATES } from './rules.ts';
import { keepsBooks, readsBooks } from './rules/place.ts';

/** Cents, USD. */
const cents = z.number().int();
const factor = z.number();
const key = z.string().min(1).max(80);
const named = z.object({ id: z.number(), name: z.string() });

/** What customers pay. What is left out is as the book above says. */
const terms = z
  .object({
    services: z
      .record(key, z.object({ base_cents: cents.optional(), included_pages: z.number().int().optional() }))
      .optional(),
    /** Pages over the included ones are charged by so many at once. */
    page_step: z.number().int().optional(),
    expedited_percent: z.number().int().optional(),
    expedited_min_cents: cents.optional(),
    composition: z.enum(['multiply', 'add']).optional(),
    minimum_cents: cents.optional(),
    /** By the letters of the matter's state. */
    tax_percent: z.record(key, z.number()).optional(),
    /** By the sub-specialty's id. */
    sub_specialties: z
      .record(
        key,
        z.object({
          price_modifier: factor.optional(),
          report_cost_cents: cents.optional(),
          report_overage_cost_cents: cents.optional(),
          price_modifier_limited: factor.optional(),
          price_modifier_standard: factor.optional(),
        }),
      )
      .optional(),
  })
  .meta({ id: 'PriceBookTerms' });

/** What experts earn; customers never see it. */
const experts = z
  .object({
    /** Null: no fee, so that the share counts. */
    fees_cents: z.record(key, cents.nullable()).optional(),
    accepts_own_schedules: z.boolean().optional(),
    shows_expert_amount: z.boolean().optional(),
    share_percent: z.number().int().optional(),
  })
  .meta({ id: 'PriceBookExpertTerms' });

const version = z
  .object({
    id: z.number(),
    effective_from: calendarDate,
    state: z.enum(VERSION_STATES),
    note: z.string(),
    terms,
    /** Null for customers. */
    experts: experts.nullable(),
    written_by: z.string(),
    written_at: instant,
    lock_version: z.number(),
    /** Changing or withdrawing it. */
    change: ability,
  })
  .meta({ id: 'PriceBookVersion' });
export type BookVersion = z.output<typeof version>;

const bookQuery = z.object({
  /** Left out: the platform's. */
  organization_id: idParam.optional(),
  kind: kindName,
});

const book = z
  .object({
    organization: named.nullable(),
    kind: kindName,
    /** The first day on which a version can begin. */
    today: calendarDate,
    /** Its services with what they cost today, and what they would where no book says it. */
    services: z.array(
      z.object({
        key: z.string(),
        label: z.string(),
        now_cents: cents,
        now_pages: z.number().int(),
        base_cents: cents,
        included_pages: z.number().int(),
      }),
    ),
    /** Which of a sub-specialty's factors its services are priced by. */
    factors: z.array(z.enum(['price_modifier', 'price_modifier_limited', 'price_modifier_standard'])),
    usual: z.object({
      expedited_percent: z.number(),
      expedited_min_cents: cents,
      composition: z.enum(['multiply', 'add']),
    }),
    sub_specialties: z.array(z.object({ id: z.number(), name: z.string(), specialty: z.string() })),
    /** States by their letters, as sales tax is of them. */
    states: z.array(z.object({ value: z.string(), label: z.string() })),
    /** What the books above say today. */
    above: z.object({ terms, experts: experts.nullable() }),
    /** Those that were not withdrawn, the latest to begin first. */
    versions: z.array(version),
    write: ability,
  })
  .meta({ id: 'PriceBook' });
export type BookView = z.output<typeof book>;

const standing = z.object({
  kind: kindName,
  label: z.string(),
  /** Whose version holds, and since when; null: prices are as they come with the product. */
  in_effect: z.object({ organization: named.nullable(), effective_from: calendarDate }).nullable(),
  /** When the next own version begins. */
  next_from: calendarDate.nullable(),
  /** How many own versions there are. */
  versions: z.number().int(),
});

const list = z
  .object({
    organization: named.nullable(),
    kinds: z.array(standing),
    /** For admins: who has books of their own, by name. */
    others: z.array(named.extend({ kinds: z.array(kindName), next_from: calendarDate.nullable() })),
    write: ability,
  })
  .meta({ id: 'PriceBooks' });
export type BooksView = z.output<typeof list>;

const said = z.object({
  effective_from: calendarDate,
  note: z.string().trim().max(BOOK_LIMITS.note).default(''),
  terms,
  experts,
});
const one = z.object({ id: idParam });

const sum = { before_cents: cents, now_cents: cents };
const preview = z
  .object({
    from: calendarDate,
    until: calendarDate,
    /** Reviews priced anew, and how many were ordered in that time. */
    reviews: z.number().int(),
    found: z.number().int(),
    ...sum,
    by_service: z.array(z.object({ service: z.string(), reviews: z.number().int(), ...sum })),
    largest: z.array(
      z.object({
        review: z.object({ id: z.number(), kind: kindName, number: z.string() }),
        organization: z.string(),
        service: z.string(),
        ...sum,
      }),
    ),
  })
  .meta({ id: 'PriceBookPreview' });
export type BookPreview = z.output<typeof preview>;

/** Orders placed from one day on and before another. */
const period = z.object({ from: calendarDate, until: calendarDate });
const reads = (actor: Actor) => readsBooks(actor.kind);
const keeps = (actor: Actor) => keepsBooks(actor.kind);

export const priceBookEndpoints = {
  list: defineEndpoint({
    id: 'price_books.list',
    method: 'GET',
    path: '/api/v1/price_books',
    summary:
      'What prices are by, for an organization or the platform: by kind, with what is in effect and what is to come',
    allow: reads,
    errors: ['not_found'],
    shape: { query: z.object({ organization_id: idParam.optional() }), output: list },
  }),
  read: defineEndpoint({
    id: 'price_books.read',
    method: 'GET',
    path: '/api/v1/price_book',
    summary: 'A price book with its versions, and what holds where it says nothing',
    allow: reads,
    errors: ['not_found'],
    shape: { query: bookQuery, output: book },
  }),
  add: defineEndpoint({
    id: 'price_books.add',
    method: 'POST',
    path: '/api/v1/price_book_versions',
    summary: 'Writes a version of a price book that begins today or later. Orders placed before keep their price',
    allow: keeps,
    errors: ['not_found', 'invalid'],
    idempotent: true,
    success: 201,
    shape: { body: bookQuery.extend({ organization_id: idParam.nullable(), ...said.shape }), output: version },
  }),
  change: defineEndpoint({
    id: 'price_books.change',
    method: 'PUT',
    path: '/api/v1/price_book_versions/{id}',
    summary: 'Changes a version that has not begun',
    allow: keeps,
    errors: ['not_found', 'stale', 'wrong_state', 'invalid'],
    shape: { params: one, body: said.extend({ lock_version: z.number().int() }), output: version },
  }),
  withdraw: defineEndpoint({
    id: 'price_books.withdraw',
    method: 'POST',
    path: '/api/v1/price_book_versions/{id}/withdraw',
    summary: 'Withdraws a version that has not begun',
    allow: keeps,
    errors: ['not_found', 'stale', 'wrong_state'],
    shape: { params: one, body: z.object({ lock_version: z.number().int() }), output: version.pick({ id: true }) },
  }),
  preview: defineEndpoint({
    id: 'price_books.preview',
    method: 'GET',
    path: '/api/v1/price_book_versions/{id}/preview',
    summary: 'What the orders of a time would have cost by a version: their fixed inputs priced anew, 10,000 at most',
    allow: keeps,
    errors: ['not_found'],
    shape: { params: one, query: period, output: preview },
  }),
  previewFile: defineEndpoint({
    id: 'price_books.preview_file',
    method: 'GET',
    path: '/api/v1/price_book_versions/{id}/preview.csv',
    summary: 'The same, a line for each order',
    allow: keeps,
    errors: ['not_found'],
    raw: 'text/csv',
    shape: { params: one, query: period, output: z.string() },
  }),
};
