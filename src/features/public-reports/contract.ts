import { z } from 'zod';
import {
  actsForRequester,
  type ActorKind,
  isAdmin,
  isOrganizationAdmin,
  isRequesterSide,
  isStaff,
  readsContents,
} from '../../core/actor.ts';
import { calendarDate, defineEndpoint, idParam, instant } from '../../core/endpoint.ts';
import { reviewCommand } from '../../core/review-command.ts';
import { LINK_STATES } from './rules/links.ts';

const linkView = z.object({
  id: z.number(),
  /** The version it shows. */
  version: z.number().int(),
  audience: z.string(),
  state: z.enum(LINK_STATES),
  has_passcode: z.boolean(),
  made_by: z.string(),
  created_at: instant,
  expires_at: instant,
  locked_until: instant.nullable(),
  ended_at: instant.nullable(),
  views: z.number().int(),
  last_viewed_at: instant.nullable(),
});

/** The links to a report, newest first, and whether another can be made. */
const linksView = z
  .object({
    links: z.array(linkView),
    /** The newest delivered version, which a new link shows; null: there is none. */
    version: z.number().int().nullable(),
    /** Where its kind is confidential: whether an admin allowed it for this review. */
    permit: z
      .object({
        allowed: z.object({ by: z.string(), at: instant, reason: z.string() }).nullable(),
      })
      .nullable(),
    /** Today, and the time zone whose days links end with, where the organization is. */
    today: calendarDate,
    time_zone: z.string(),
    can: z.object({
      make: z.boolean(),
      /** Why not, where who asks may otherwise. */
      make_refused: z.string().nullable(),
      end: z.boolean(),
      allow: z.boolean(),
    }),
  })
  .meta({ id: 'PublicReportLinks' });
export type LinksView = z.output<typeof linksView>;

const visitsView = z
  .object({
    /** The newest hundred. */
    visits: z.array(
      z.object({
        opened_at: instant,
        /** The range of addresses it came from: "203.0.113.x". */
        source: z.string(),
        /** "Safari on iPhone". */
        browser: z.string(),
        downloads: z.number().int(),
      }),
    ),
  })
  .meta({ id: 'PublicReportVisits' });

type Who = { kind: ActorKind };
const readers = ({ kind }: Who): boolean => (isRequesterSide(kind) || isStaff(kind)) && readsContents(kind);
const sharers = ({ kind }: Who): boolean => actsForRequester(kind);
const admins = ({ kind }: Who): boolean => isAdmin(kind) || isOrganizationAdmin(kind);
const params = z.object({ id: idParam });
const POST = (id: string, path: string) => reviewCommand(`public_reports.${id}`, `report/links${path}`);

export const PASSCODE_WAYS = ['none', 'made', 'own'] as const;

export const publicReportEndpoints = {
  list: defineEndpoint({
    id: 'public_reports.list',
    method: 'GET',
    path: '/api/v1/{kind}/{id}/report/links',
    summary: 'The public links to the report of a review: for whom, until when, how often opened',
    allow: readers,
    shape: { params, output: linksView },
    errors: ['not_found'],
  }),
  visits: defineEndpoint({
    id: 'public_reports.visits',
    method: 'GET',
    path: '/api/v1/{kind}/{id}/report/links/{link_id}/visits',
    summary: 'When a link was opened, from which range of addresses, with which browser',
    allow: readers,
    shape: { params: z.object({ id: idParam, link_id: idParam }), output: visitsView },
    errors: ['not_found'],
  }),
  make: defineEndpoint({
    ...POST('make', ''),
    // what it answers opens the report: it is kept nowhere to be answered again
    idempotent: false,
    in_person: true,
    summary: 'Make a public link to the newest delivered report. Its address and its passcode are answered this once',
    allow: sharers,
    shape: {
      params,
      body: z.object({
        /** The version its maker looked at. */
        version: z.number().int().positive(),
        audience: z.string().trim().min(1, 'Say whom the link is for.').max(120),
        /** The last day it opens, where the organization is. */
        expires_on: calendarDate,
        passcode: z.enum(PASSCODE_WAYS).default('made'),
        own_passcode: z.string().max(100).default(''),
      }),
      output: z.object({
        links: linksView,
        /** The page of the link. */
        address: z.string(),
        passcode: z.string().nullable(),
      }),
    },
    errors: ['not_found', 'wrong_state', 'invalid', 'throttled', 'reauthentication_required'],
  }),
  end: defineEndpoint({
    ...POST('end', '/end'),
    summary: 'End a public link: nobody reads the report by it any longer',
    allow: sharers,
    shape: { params, body: z.object({ link_id: z.number().int().positive() }), output: linksView },
    errors: ['not_found', 'wrong_state'],
  }),
  allow: defineEndpoint({
    ...POST('allow', '/allow'),
    in_person: true,
    summary: 'Allow the report of a confidential review to be shared by link, with a reason',
    allow: admins,
    shape: {
      params,
      body: z.object({ reason: z.string().trim().min(1, 'Required').max(2000) }),
      output: linksView,
    },
    errors: ['not_found', 'wrong_state', 'reauthentication_required'],
  }),
  disallow: defineEndpoint({
    ...POST('disallow', '/disallow'),
    summary: 'Take that back: links to the report end at once',
    allow: admins,
    shape: { params, body: z.object({}).default({}), output: linksView },
    errors: ['not_found', 'wrong_state'],
  }),
};
