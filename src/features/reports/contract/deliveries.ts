import { z } from 'zod';
import {
  actsForClinOps,
  actsForRequester,
  type ActorKind,
  isRequesterSide,
  isStaff,
  readsContents,
} from '../../../core/actor.ts';
import { calendarDate, defineEndpoint, idParam, instant, nothing } from '../../../core/endpoint.ts';
import { reviewCommand } from '../../../core/review-command.ts';
import { POST_METHODS } from '../../../core/post.ts';
import { DELIVERY_STATES } from '../rules/deliveries.ts';

const deliveryView = z.object({
  id: z.number(),
  version: z.number().int(),
  name: z.string(),
  role: z.string(),
  manner: z.enum(['email', 'post']),
  address: z.string(),
  state: z.enum(DELIVERY_STATES),
  /** By link: when it was sent last, how often, until when it opens, and when it was opened first. */
  sent_at: instant.nullable(),
  sends: z.number().int(),
  expires_at: instant.nullable(),
  opened_at: instant.nullable(),
  opens: z.number().int(),
  /** By post: the proof. */
  posted: z
    .object({
      on: z.string(),
      /** Days after the others had it; 0: the same day. */
      days_after: z.number().int(),
      method: z.enum(POST_METHODS),
      tracking: z.string(),
      by: z.string(),
      recorded_by: z.string(),
    })
    .nullable(),
});

/** To whom a report went who has no account, newest version first. */
const deliveriesView = z
  .object({
    /** The day it was delivered to those with an account, by the organization's calendar; null while it was not. */
    delivered_on: z.string().nullable(),
    deliveries: z.array(deliveryView),
    can: z.object({ act: z.boolean() }),
  })
  .meta({ id: 'ReportDeliveries' });
export type DeliveriesView = z.output<typeof deliveriesView>;

type Who = { kind: ActorKind };
const readers = ({ kind }: Who): boolean => (isRequesterSide(kind) || isStaff(kind)) && readsContents(kind);
const acting = ({ kind }: Who): boolean => actsForRequester(kind) || actsForClinOps(kind);
const params = z.object({ id: idParam });
const ofOne = { delivery_id: z.number().int().positive() };
const post = (id: string, path: string) => reviewCommand(`reports.${id}`, `report/deliveries/${path}`);
const REFUSALS = ['not_found', 'wrong_state', 'invalid', 'throttled'] as const;

export const deliveryEndpoints = {
  list: defineEndpoint({
    id: 'reports.deliveries',
    method: 'GET',
    path: '/api/v1/{kind}/{id}/report/deliveries',
    summary: 'To whom the report went who has no account: by link or by post, and how that stands',
    allow: readers,
    shape: { params, output: deliveriesView },
    errors: ['not_found'],
  }),
  send: defineEndpoint({
    ...post('send_again', 'send'),
    summary: 'Send the link to the report again: another link with another passcode, the one before ends',
    allow: acting,
    shape: { params, body: z.object(ofOne), output: deliveriesView },
    errors: REFUSALS,
  }),
  passcode: defineEndpoint({
    ...post('passcode', 'passcode'),
    summary: 'The passcode of a link, to be read out to its recipient on the phone; that it was shown is on the record',
    allow: acting,
    shape: { params, body: z.object(ofOne), output: z.object({ passcode: z.string() }) },
    errors: REFUSALS,
  }),
  posted: defineEndpoint({
    ...post('posted', 'posted'),
    summary: 'Record that the report was posted to somebody: when, how, with which number, by whom',
    allow: acting,
    shape: {
      params,
      body: z.object({
        ...ofOne,
        posted_on: calendarDate,
        method: z.enum(POST_METHODS),
        tracking: z.string().trim().max(100).default(''),
        posted_by: z.string().trim().min(1, 'Say who posted it.').max(200),
      }),
      output: deliveriesView,
    },
    errors: REFUSALS,
  }),
};

/** What the holder of a link sends: in the body, never in an address. */
const held = z.object({ token: z.string().max(100) });

export const deliveredEndpoints = {
  look: defineEndpoint({
    id: 'reports.delivered',
    method: 'POST',
    path: '/api/v1/report_delivery/look',
    summary: 'From whom a report is, to who holds its link, before it needs the passcode',
    allow: 'public',
    shape: {
      body: held,
      output: z.object({
        organization: z.string(),
        number: z.string(),
        version: z.number().int(),
        expires_at: instant,
      }),
    },
    errors: ['gone', 'throttled'],
  }),
  open: defineEndpoint({
    id: 'reports.open_delivered',
    method: 'POST',
    path: '/api/v1/report_delivery/open',
    summary: 'The signed report as PDF, to who holds its link and its passcode',
    allow: 'public',
    shape: { body: held.extend({ passcode: z.string().max(40) }), output: nothing },
    errors: ['gone', 'throttled', 'invalid', 'damaged'],
    raw: 'application/pdf',
  }),
};
