import { z } from 'zod';
import type { Actor } from '../../../core/actor.ts';
import { ability, defineEndpoint, idParam, instant } from '../../../core/endpoint.ts';
import { US_STATES } from '../../../core/us-states.ts';
import { readsStatutes } from '../rules/statute-place.ts';

const named = z.object({ id: z.number(), name: z.string() });
const state = z.enum(US_STATES.map(([code]) => code));
/** What is wrong with it, the rules say at its field. */
const text = z.object({
  citation: z.string().max(1000),
  statement: z.string().max(5000),
  cover: z.string().max(20_000),
});
const said = z.object(text.shape).meta({ id: 'StatuteText' });

const row = z.object({
  state: z.string(),
  name: z.string(),
  citation: z.string(),
  /** Whose word it is: as it comes with Peritus, the platform's, or an organization's. */
  of: z.enum(['shipped', 'platform', 'organization']),
  organization: named.nullable(),
  /** Whether there is something on the cover beside the statement. */
  has_cover: z.boolean(),
});
export type StatuteListRow = z.output<typeof row>;

const list = z
  .object({
    organization: named.nullable(),
    data: z.array(row),
    change: ability,
  })
  .meta({ id: 'Statutes' });
export type Statutes = z.output<typeof list>;

const view = z
  .object({
    organization: named.nullable(),
    state: z.string(),
    name: z.string(),
    /** What holds. */
    now: said,
    /** What holds where this organization says nothing, and whose that is; null: Peritus's. */
    above: said,
    above_of: named.nullable(),
    is_own: z.boolean(),
    /** The latest version of one's own, 0 where nobody wrote one. */
    version: z.number().int(),
    versions: z.array(
      z.object({
        version: z.number(),
        /** Null: back to what is above. */
        text: said.nullable(),
        by: z.string(),
        at: instant,
      }),
    ),
    change: ability,
  })
  .meta({ id: 'Statute' });
export type StatuteView = z.output<typeof view>;

const allow = ({ kind }: Actor): boolean => readsStatutes(kind);
const query = z.object({ organization_id: idParam.optional() });
const params = z.object({ state });

export const statuteEndpoints = {
  list: defineEndpoint({
    id: 'statutes.list',
    method: 'GET',
    path: '/api/v1/statutes',
    summary: 'What holds of peer review in each state for an organization, and whose word it is',
    allow,
    shape: { query, output: list },
    errors: ['not_found'],
  }),
  read: defineEndpoint({
    id: 'statutes.read',
    method: 'GET',
    path: '/api/v1/statutes/{state}',
    summary: 'What reports of a state say of their protection, and every version there was',
    allow,
    shape: { params, query, output: view },
    errors: ['not_found'],
  }),
  save: defineEndpoint({
    id: 'statutes.save',
    method: 'PUT',
    path: '/api/v1/statutes/{state}',
    summary: 'Write it anew for orders and reports from now on; null goes back to what is above. Signed reports stay',
    allow,
    shape: {
      params,
      body: z.object({
        organization_id: z.number().int().positive().nullable(),
        version: z.number().int(),
        text: text.nullable(),
      }),
      output: view,
    },
    errors: ['not_found', 'forbidden', 'stale', 'wrong_state', 'invalid'],
  }),
};
