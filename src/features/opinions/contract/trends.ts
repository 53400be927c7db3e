import { readsTrends } from '../../reviews/rules/permission.ts';
import { z } from 'zod';
import { choicesOf } from '../../../core/choices.ts';
import { calendarDate, defineEndpoint, idParam } from '../../../core/endpoint.ts';
import { FINDING_KINDS, SCALE_NAMES, setsPolicy } from '../rules.ts';

/** What trends are narrowed to; quarters by their first day, both included. */
export const trendQuery = z.object({
  organization_id: idParam.optional(),
  facility: z.string().max(200).optional(),
  /** A provider by its key within the organization. */
  provider: z.string().max(300).optional(),
  review_type: z.string().max(60).optional(),
  scale: z.enum(SCALE_NAMES).optional(),
  from: calendarDate.optional(),
  to: calendarDate.optional(),
});
export type TrendQuery = z.output<typeof trendQuery>;

const spread = z
  .object({
    n: z.number().int(),
    undetermined: z.number().int(),
    attention: z.number().int(),
    few: z.boolean(),
    levels: z.array(
      z.object({
        level: z.number().int(),
        label: z.string(),
        short: z.string(),
        tone: z.enum(['ok', 'info', 'warn', 'bad']),
        n: z.number().int(),
        share: z.number().nullable(),
      }),
    ),
  })
  .meta({ id: 'OpinionSpread' });
const change = z.enum(['better', 'worse', 'steady', 'too_few']);

/** A provider or a facility over the whole period. */
const group = z
  .object({
    key: z.string(),
    label: z.string(),
    organization_id: z.number(),
    organization: z.string(),
    spread,
    change,
    percent_met: z.number().nullable(),
  })
  .meta({ id: 'TrendGroup' });
/** What trends are narrowed to by a name. */
const TREND_NAMES = ['facility', 'provider', 'review_type'] as const;
export type TrendName = (typeof TREND_NAMES)[number];

const interval = z.object({ low: z.number(), high: z.number() }).nullable();
const kappa = z
  .object({
    value: z.number().nullable(),
    interval,
    missing: z.enum(['no_pairs', 'no_variation']).nullable(),
  })
  .meta({ id: 'Kappa' });

export const trendsView = z.object({
  scale: z.enum(SCALE_NAMES),
  from: calendarDate,
  to: calendarDate,
  total: spread,
  change,
  quarters: z.array(z.object({ quarter: calendarDate, label: z.string(), spread, percent_met: z.number().nullable() })),
  providers: z.array(group),
  facilities: z.array(group),
  /** How many providers and facilities there are beyond those listed. */
  more_providers: z.number().int(),
  more_facilities: z.number().int(),
  categories: z.array(
    z.object({
      kind: z.enum(FINDING_KINDS),
      category: z.string(),
      label: z.string(),
      /** Reviews that name it. */
      reviews: z.number().int(),
      asked: z.number().int(),
      deficiencies: z.number().int(),
      /** Share met, 0 to 1; null where too few were asked, or nothing is met or not. */
      met: z.number().nullable(),
    }),
  ),
  agreement: z.object({
    n: z.number().int(),
    agreed: z.number().int(),
    share: z.number().nullable(),
    share_interval: interval,
    kappa,
    weighted: kappa,
    few: z.boolean(),
    /** Rows the first opinion's level, columns the second's. */
    table: z.array(z.array(z.number().int())),
  }),
  /** What can be chosen, whatever else is; organizations, facilities, providers and types have their own endpoints. */
  options: z.object({
    /** Whether one of several organizations can be chosen. */
    of_several: z.boolean(),
    scales: z.array(z.object({ value: z.string(), label: z.string(), n: z.number().int() })),
  }),
});
export type TrendsView = z.output<typeof trendsView>;

const readers = (actor: { kind: Parameters<typeof readsTrends>[0] }) => readsTrends(actor.kind);

export const policyView = z
  .object({
    organization_id: z.number(),
    organization: z.string(),
    share_percent: z.number().int(),
    below_best: z.boolean(),
    /** The parent whose setting holds here; null for one of its own, or none at all. */
    inherited_from: z.string().nullable(),
    can_change: z.boolean(),
  })
  .meta({ id: 'PeerReviewPolicy' });
export type PolicyView = z.output<typeof policyView>;

export const trendEndpoints = {
  read: defineEndpoint({
    id: 'trends.read',
    method: 'GET',
    path: '/api/v1/peer_review_trends',
    summary: 'Peer reviews by quarter, provider, facility and category, and how far reviewers agree',
    allow: readers,
    shape: { query: trendQuery, output: trendsView },
    errors: ['not_found'],
  }),
  export: defineEndpoint({
    id: 'trends.export',
    method: 'GET',
    path: '/api/v1/peer_review_trends/export',
    summary: 'The same as a comma-separated file: one line for each provider, facility and quarter',
    allow: readers,
    shape: { query: trendQuery, output: z.unknown() },
    raw: 'text/csv',
    errors: ['not_found'],
  }),
  choices: defineEndpoint({
    id: 'trends.choices',
    method: 'GET',
    path: '/api/v1/peer_review_trends/choices',
    summary:
      'The first facilities, providers or types of review whose names have what is typed, and whether there are more',
    allow: readers,
    shape: {
      query: z.object({
        by: z.enum(TREND_NAMES),
        organization_id: idParam.optional(),
        q: z.string().trim().max(200).optional(),
        /** This one alone: what a choice made earlier is called. */
        id: z.string().max(300).optional(),
      }),
      /** By what trends are asked for them. */
      output: choicesOf(z.object({ id: z.string(), name: z.string() })),
    },
    errors: ['not_found'],
  }),
  policies: defineEndpoint({
    id: 'trends.policies',
    method: 'GET',
    path: '/api/v1/peer_review_policies',
    summary: 'When second opinions are opened without anybody asking, by organization',
    allow: readers,
    shape: {
      query: z.object({ organization_id: idParam.optional() }),
      /** The first by name; `more`: one beyond them is asked for by its number. */
      output: choicesOf(policyView),
    },
  }),
  savePolicy: defineEndpoint({
    id: 'trends.save_policy',
    method: 'PUT',
    path: '/api/v1/peer_review_policies/{id}',
    summary: 'Set when an organization wants second opinions without anybody asking',
    allow: (actor) => setsPolicy(actor.kind),
    shape: {
      params: z.object({ id: idParam }),
      body: z.object({ share_percent: z.number().int().min(0).max(100), below_best: z.boolean() }),
      output: policyView,
    },
    errors: ['not_found'],
  }),
};
