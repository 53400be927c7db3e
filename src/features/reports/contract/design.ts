import { z } from 'zod';
import type { Actor } from '../../../core/actor.ts';
import { defineEndpoint, idParam, instant, kindName } from '../../../core/endpoint.ts';
import { draftDefinitionSchema, type FormDefinition } from '../rules/definition.ts';
import { keepsForms } from '../rules/form-desk.ts';

const allow = ({ kind }: Actor): boolean => keepsForms(kind);
const params = z.object({ id: idParam });
const named = z.object({ id: z.number(), name: z.string() });
const lock = z.number().int();
const name = z.string().max(200);

/** A draft travels as it is; its shape is the form engine's, which both sides check. */
const draft = z.custom<FormDefinition>((value) => draftDefinitionSchema.safeParse(value).success, 'This is no form');

/** A published form as orders and types name it: its key, with "@" and the version where that is fixed. */
const formName = z.string().regex(/^[a-z][a-z0-9_]{0,63}(@\d{1,6})?$/);

const row = z.object({
  id: z.number(),
  key: z.string(),
  kind: kindName,
  name: z.string(),
  /** Whose it is; null: the platform's, for every organization. */
  organization: named.nullable(),
  /** The newest published one; null: none yet. */
  version: z.number().nullable(),
  published_at: instant.nullable(),
  /** Whether the draft says something that is not published. */
  is_changed: z.boolean(),
  retired_at: instant.nullable(),
  updated_at: instant,
  /** Types that are reported on it. */
  types: z.number(),
  /** Reviews being reported on it whose report is not delivered yet. */
  open_reviews: z.number(),
  may_write: z.boolean(),
});
export type CustomFormRow = z.output<typeof row>;

const shipped = z.object({
  key: z.string(),
  kind: kindName,
  name: z.string(),
  version: z.number(),
  open_reviews: z.number(),
  /** Whether a form of one's own can be begun from it. */
  may_copy: z.boolean(),
});
export type ShippedFormRow = z.output<typeof shipped>;

const version = z.object({
  version: z.number(),
  name: z.string(),
  note: z.string().nullable(),
  published_at: instant,
  published_by: z.string().nullable(),
  /** Reports begun on it, and how many of them are not delivered yet. */
  reports: z.number(),
  open_reviews: z.number(),
});

const form = row
  .extend({
    draft: z.custom<FormDefinition>((value) => typeof value === 'object' && value !== null),
    /** The form it was begun from, with its version; null: from nothing. */
    copied_from: z.string().nullable(),
    lock_version: lock,
    updated_by: z.string().nullable(),
    versions: z.array(version),
    used_by: z.array(
      z.object({
        id: z.number(),
        name: z.string(),
        organization: named.nullable(),
        /** The version it keeps to; null: the newest. */
        form_version: z.number().nullable(),
      }),
    ),
  })
  .meta({ id: 'CustomForm' });
export type CustomForm = z.output<typeof form>;

const type = z
  .object({
    id: z.number(),
    /** As orders hold it. */
    value: z.string(),
    name: z.string(),
    /** Whose it is; null: the platform's. */
    organization: named.nullable(),
    /** Whether it comes with the product. */
    is_shipped: z.boolean(),
    form_key: z.string(),
    form_name: z.string(),
    form_version: z.number().nullable(),
    /** The own form's place in the console; null for a shipped one. */
    form_id: z.number().nullable(),
    charts: z.object({ min: z.number(), max: z.number() }),
    offered: z.boolean(),
    may_write: z.boolean(),
    lock_version: lock,
  })
  .meta({ id: 'PeerReviewType' });
export type KeptType = z.output<typeof type>;

const types = z
  .object({
    organization: named.nullable(),
    data: z.array(type),
    /** Which are offered and in which order: the own choice, or whose. */
    menu: z.object({ is_own: z.boolean(), from: named.nullable(), lock_version: lock, may_write: z.boolean() }),
    /** The forms a type can be reported on, each with its versions, newest first. */
    forms: z.array(z.object({ key: z.string(), name: z.string(), versions: z.array(z.number()) })),
    /** Whether the caller may make one here. */
    may_write: z.boolean(),
  })
  .meta({ id: 'PeerReviewTypes' });
export type KeptTypes = z.output<typeof types>;

const typeFields = {
  name,
  form_key: z.string().max(80),
  form_version: z.number().int().positive().nullable(),
  charts_min: z.number().int(),
  charts_max: z.number().int(),
};

export const customFormEndpoints = {
  list: defineEndpoint({
    id: 'report_forms.list',
    method: 'GET',
    path: '/api/v1/custom_forms',
    summary: 'Report forms that organizations wrote, newest first, beside those that come with the product',
    allow,
    shape: {
      query: z.object({
        q: z.string().trim().max(200).optional(),
        state: z.enum(['draft', 'published', 'retired']).optional(),
        cursor: z.string().max(2000).optional(),
        limit: z.coerce.number().int().min(1).max(100).default(50),
      }),
      output: z.object({
        data: z.array(row),
        next_cursor: z.string().nullable(),
        shipped: z.array(shipped),
        /** Whether the caller may write one for every organization. */
        may_write_for_all: z.boolean(),
      }),
    },
    errors: ['malformed'],
  }),
  create: defineEndpoint({
    id: 'report_forms.create',
    method: 'POST',
    path: '/api/v1/custom_forms',
    summary: 'Begin a form: from nothing, from a published one, or from a draft that could not be saved',
    allow,
    shape: {
      body: z.object({
        organization_id: z.number().int().positive().nullable(),
        name,
        from: formName.nullable().default(null),
        definition: draft.optional(),
      }),
      output: form,
    },
    idempotent: true,
    success: 201,
    errors: ['not_found', 'forbidden', 'invalid'],
  }),
  read: defineEndpoint({
    id: 'report_forms.read',
    method: 'GET',
    path: '/api/v1/custom_forms/{id}',
    summary: 'A form that was written: its draft, its versions, and where it is used',
    allow,
    shape: { params, output: form },
    errors: ['not_found'],
  }),
  save: defineEndpoint({
    id: 'report_forms.save',
    method: 'PUT',
    path: '/api/v1/custom_forms/{id}',
    summary: 'Save a form’s draft; nothing that is published changes',
    allow,
    shape: { params, body: z.object({ lock_version: lock, name, definition: draft }), output: form },
    errors: ['not_found', 'forbidden', 'wrong_state', 'stale'],
  }),
  publish: defineEndpoint({
    id: 'report_forms.publish',
    method: 'POST',
    path: '/api/v1/custom_forms/{id}/publish',
    summary: 'Publish a form’s draft as its next version; reviews ordered before keep theirs',
    allow,
    shape: {
      params,
      body: z.object({ lock_version: lock, note: z.string().trim().max(1000).default('') }),
      output: form,
    },
    idempotent: true,
    errors: ['not_found', 'forbidden', 'wrong_state', 'stale', 'invalid'],
  }),
  retire: defineEndpoint({
    id: 'report_forms.retire',
    method: 'POST',
    path: '/api/v1/custom_forms/{id}/retire',
    summary: 'Take a form out of use, or back into it; what was reported on it stays',
    allow,
    shape: { params, body: z.object({ lock_version: lock, retired: z.boolean() }), output: form },
    errors: ['not_found', 'forbidden', 'wrong_state', 'stale'],
  }),
};

export const peerReviewTypeEndpoints = {
  list: defineEndpoint({
    id: 'peer_review_types.list',
    method: 'GET',
    path: '/api/v1/peer_review_types',
    summary: 'The types of peer review of an organization, or of the platform, in the order they are offered in',
    allow,
    shape: { query: z.object({ organization_id: z.coerce.number().int().positive().optional() }), output: types },
    errors: ['not_found'],
  }),
  create: defineEndpoint({
    id: 'peer_review_types.create',
    method: 'POST',
    path: '/api/v1/peer_review_types',
    summary: 'Make a type of peer review',
    allow,
    shape: {
      body: z.object({ ...typeFields, organization_id: z.number().int().positive().nullable() }),
      output: type,
    },
    idempotent: true,
    success: 201,
    errors: ['not_found', 'forbidden', 'invalid'],
  }),
  change: defineEndpoint({
    id: 'peer_review_types.change',
    method: 'PUT',
    path: '/api/v1/peer_review_types/{id}',
    summary: 'Change a type of peer review; reviews already ordered keep their form',
    allow,
    shape: { params, body: z.object({ ...typeFields, lock_version: lock }), output: type },
    errors: ['not_found', 'forbidden', 'stale', 'invalid'],
  }),
  arrange: defineEndpoint({
    id: 'peer_review_types.arrange',
    method: 'PUT',
    path: '/api/v1/peer_review_type_menus/{id}',
    summary: 'Choose which types an organization offers, and in which order; null takes over what is set above it',
    allow,
    shape: {
      params,
      body: z.object({
        lock_version: lock,
        menu: z
          .object({ ordered: z.array(z.string().max(60)).max(500), hidden: z.array(z.string().max(60)).max(500) })
          .nullable(),
      }),
      output: types,
    },
    errors: ['not_found', 'forbidden', 'stale', 'invalid'],
  }),
};
