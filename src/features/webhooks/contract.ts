import { z } from 'zod';
import type { Actor } from '../../core/actor.ts';
import { defineEndpoint, idParam, instant, nothing, pageOf } from '../../core/endpoint.ts';
import { DELIVERY_STATES, keepsWebhooks, WEBHOOK_EVENT_NAMES } from './rules.ts';

const allow = ({ kind }: Actor): boolean => keepsWebhooks(kind);
const ofOrganization = z.object({ id: idParam });
const params = z.object({ id: idParam, webhookId: idParam });

const events = z.array(z.enum(WEBHOOK_EVENT_NAMES)).min(1).max(WEBHOOK_EVENT_NAMES.length);
const written = {
  url: z.string().trim().min(1).max(1_000),
  description: z.string().trim().max(200),
  events,
};

const webhook = z
  .object({
    id: z.number(),
    ...written,
    /** It is told. */
    on: z.boolean(),
    /** Why it is not: turned off, its address says it is gone, or nothing was taken for three days. */
    off_why: z.enum(['by_hand', 'gone', 'failing']).nullable(),
    off_at: instant.nullable(),
    /** Until when the secret before the present one signs, too. */
    previous_until: instant.nullable(),
    /** What waits for another try. */
    waiting: z.number().int(),
    last_delivered_at: instant.nullable(),
    lock_version: z.number().int(),
  })
  .meta({ id: 'Webhook' });
export type Webhook = z.output<typeof webhook>;

const withSecret = webhook.extend({ secret: z.string() }).meta({ id: 'WebhookWithSecret' });
export type WebhookWithSecret = z.output<typeof withSecret>;

const delivery = z
  .object({
    id: z.number(),
    message_id: z.string(),
    event: z.string(),
    state: z.enum(DELIVERY_STATES),
    attempts: z.number().int(),
    created_at: instant,
    next_at: instant.nullable(),
    tried_at: instant.nullable(),
    /** What the address answered last, as an HTTP status; null: nothing. */
    answered_status: z.number().int().nullable(),
    took_ms: z.number().int().nullable(),
    error: z.string().nullable(),
    /** It was sent again by hand. */
    repeats: z.boolean(),
    /** As it is sent. */
    body: z.string(),
  })
  .meta({ id: 'WebhookDelivery' });
export type WebhookDelivery = z.output<typeof delivery>;

const base = '/api/v1/organizations/{id}/webhooks';

export const webhookEndpoints = {
  list: defineEndpoint({
    id: 'webhooks.list',
    method: 'GET',
    path: base,
    summary: 'Where an organization’s programs are told of what happens',
    allow,
    shape: { params: ofOrganization, output: z.object({ data: z.array(webhook) }) },
    errors: ['not_found'],
  }),
  add: defineEndpoint({
    id: 'webhooks.add',
    method: 'POST',
    path: base,
    summary: 'Add an address; its secret is answered once and never shown again',
    allow,
    shape: { params: ofOrganization, body: z.object(written), output: withSecret },
    idempotent: true,
    success: 201,
    errors: ['not_found', 'reauthentication_required', 'wrong_state'],
    example: {
      url: 'https://hooks.example.com/peritus',
      description: 'Claims system',
      events: ['review.status_changed', 'report.delivered'],
    },
  }),
  change: defineEndpoint({
    id: 'webhooks.change',
    method: 'PATCH',
    path: `${base}/{webhookId}`,
    summary: 'Change an address, what it is told, or whether it is',
    allow,
    shape: {
      params,
      body: z
        .object({ ...written, on: z.boolean() })
        .partial()
        .extend({ lock_version: z.number().int() }),
      output: webhook,
    },
    errors: ['not_found', 'reauthentication_required', 'stale'],
  }),
  remove: defineEndpoint({
    id: 'webhooks.remove',
    method: 'DELETE',
    path: `${base}/{webhookId}`,
    summary: 'Remove an address; what waits is not sent',
    allow,
    shape: { params, output: nothing },
    success: 204,
    errors: ['not_found'],
  }),
  rotate: defineEndpoint({
    id: 'webhooks.rotate',
    method: 'POST',
    path: `${base}/{webhookId}/secret`,
    summary: 'A new secret, answered once; the one before it signs, too, for a day',
    allow,
    shape: { params, output: withSecret },
    idempotent: true,
    errors: ['not_found', 'reauthentication_required'],
  }),
  test: defineEndpoint({
    id: 'webhooks.test',
    method: 'POST',
    path: `${base}/{webhookId}/test`,
    summary: 'Send a message that says nothing but that it is a test',
    allow,
    shape: { params, output: delivery },
    idempotent: true,
    success: 201,
    errors: ['not_found', 'wrong_state'],
  }),
  deliveries: defineEndpoint({
    id: 'webhooks.deliveries',
    method: 'GET',
    path: `${base}/{webhookId}/deliveries`,
    summary: 'What an address was told in the last 30 days, newest first',
    allow,
    shape: {
      params,
      query: z.object({ state: z.enum(DELIVERY_STATES).optional(), cursor: z.string().max(200).optional() }),
      output: pageOf(delivery),
    },
    errors: ['not_found'],
  }),
  again: defineEndpoint({
    id: 'webhooks.again',
    method: 'POST',
    path: `${base}/{webhookId}/deliveries/{deliveryId}/again`,
    summary: 'Send a message again, as it was',
    allow,
    shape: { params: params.extend({ deliveryId: idParam }), output: delivery },
    idempotent: true,
    success: 201,
    errors: ['not_found', 'wrong_state'],
  }),
};
