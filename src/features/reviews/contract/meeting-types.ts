import { z } from 'zod';
import type { Actor } from '../../../core/actor.ts';
import { ability, defineEndpoint, idParam, instant, kindName } from '../../../core/endpoint.ts';
import { readsMeetings } from '../rules/meeting-place.ts';

const named = z.object({ id: z.number(), name: z.string() });

/** What can be said of a type; what is wrong with it, the rules say at its field. */
const fields = z.object({
  name: z.string().max(200),
  gets: z.string().max(500),
  minutes: z.number().int(),
  buffer_before: z.number().int(),
  buffer_after: z.number().int(),
  price_cents: z.number().int(),
  report: z.boolean(),
  retired: z.boolean(),
});
/** Null for those who see no prices. */
const shownPrice = z.number().int().nullable();
/** The same, as it stood at a time. */
const said = z.object({ ...fields.shape, price_cents: shownPrice }).meta({ id: 'MeetingTypeFields' });

const type = fields.extend({
  price_cents: shownPrice,
  kind: kindName,
  /** What orders name it by, for good. */
  key: z.string(),
  /** Whose word it is: as it comes with Peritus, the platform's, or an organization's. */
  of: z.enum(['shipped', 'platform', 'organization']),
  organization: named.nullable(),
  /** The list's own organization says it, and can go back to what is above. */
  is_own: z.boolean(),
  can_go_back: z.boolean(),
  /** Asked for once the report is there; it is not ordered and has no price. */
  is_later_call: z.boolean(),
  /** Version of the own row; 0 where there is none. */
  lock_version: z.number().int(),
  /** Reviews under way that were ordered with it, in the organization's tree. */
  open_reviews: z.number(),
});
export type MeetingTypeRow = z.output<typeof type>;

const list = z
  .object({
    organization: named.nullable(),
    data: z.array(type),
    /** Kinds for which a type can be added. */
    kinds: z.array(z.object({ kind: kindName, label: z.string() })),
    change: ability,
  })
  .meta({ id: 'MeetingTypes' });
export type MeetingTypes = z.output<typeof list>;

const history = z.object({
  data: z.array(
    z.object({
      id: z.number(),
      at: instant,
      by: z.string(),
      /** Null: it was not there, or what is above holds. */
      before: said.nullable(),
      after: said.nullable(),
    }),
  ),
});
export type MeetingHistory = z.output<typeof history>;

const allow = ({ kind }: Actor): boolean => readsMeetings(kind);
const of = z.object({ organization_id: z.number().int().positive().nullable() });
const key = z.string().regex(/^[a-z][a-z0-9_]{0,39}$/);
const asked = z.object({ organization_id: idParam.optional() });

export const meetingTypeEndpoints = {
  list: defineEndpoint({
    id: 'meeting_types.list',
    method: 'GET',
    path: '/api/v1/meeting_types',
    summary: 'The calls an organization can order, with length, price and the time kept free around them',
    allow,
    shape: { query: asked, output: list },
    errors: ['not_found'],
  }),
  history: defineEndpoint({
    id: 'meeting_types.history',
    method: 'GET',
    path: '/api/v1/meeting_types/{key}/history',
    summary: 'What was changed about a type at this organization, newest first',
    allow,
    shape: { params: z.object({ key }), query: asked.extend({ kind: kindName }), output: history },
    errors: ['not_found'],
  }),
  add: defineEndpoint({
    id: 'meeting_types.add',
    method: 'POST',
    path: '/api/v1/meeting_types',
    summary: 'Add a type for an organization and those below it, or for every organization',
    allow,
    shape: { body: of.extend({ kind: kindName }).extend(fields.shape), output: list },
    success: 201,
    idempotent: true,
    errors: ['not_found', 'forbidden', 'invalid'],
  }),
  change: defineEndpoint({
    id: 'meeting_types.change',
    method: 'PUT',
    path: '/api/v1/meeting_types/{key}',
    summary: 'Say what a type is from now on; reviews ordered with it stay as they are',
    allow,
    shape: {
      params: z.object({ key }),
      body: of.extend({ kind: kindName, lock_version: z.number().int() }).extend(fields.shape),
      output: list,
    },
    errors: ['not_found', 'forbidden', 'stale', 'invalid'],
  }),
  goBack: defineEndpoint({
    id: 'meeting_types.go_back',
    method: 'POST',
    path: '/api/v1/meeting_types/{key}/go_back',
    summary: 'Go back to what holds above this organization, or to what comes with Peritus',
    allow,
    shape: {
      params: z.object({ key }),
      body: of.extend({ kind: kindName, lock_version: z.number().int() }),
      output: list,
    },
    errors: ['not_found', 'forbidden', 'stale', 'wrong_state'],
  }),
};
