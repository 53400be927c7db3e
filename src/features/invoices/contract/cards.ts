import { z } from 'zod';
import type { Actor } from '../../../core/actor.ts';
import { defineEndpoint, idParam, instant } from '../../../core/endpoint.ts';
import { keepsInvoices, paysInvoices } from '../rules.ts';
import { billing } from './billing.ts';

const page = z.object({
  /** The card service's page that it is paid on. */
  url: z.string(),
});

const status = z.object({
  configured: z.boolean(),
  /** When the card service told something last. */
  last_told_at: instant.nullable(),
  /** Messages of the last seven days that were not the card service’s. */
  refused_this_week: z.number().int(),
  /** Messages of money that does not fit what was asked for, the newest first, twenty at most. */
  differing: z.array(z.object({ event_id: z.string(), type: z.string(), received_at: instant })),
});
export type CardsView = z.output<typeof status>;

const keeps = ({ kind }: Actor): boolean => keepsInvoices(kind);

export const cardEndpoints = {
  pay: defineEndpoint({
    id: 'invoices.pay',
    method: 'POST',
    path: '/api/v1/invoices/{id}/pay',
    summary: 'Opens the page of the card service that an invoice is paid on; asked again, it is the same page',
    allow: ({ kind }) => paysInvoices(kind),
    shape: { params: z.object({ id: idParam }), output: page },
    errors: ['not_found', 'wrong_state', 'throttled', 'unavailable', 'lost_race'],
  }),
  payByLink: defineEndpoint({
    id: 'invoices.pay_by_link',
    method: 'POST',
    path: '/api/v1/invoice/pay',
    summary: 'The same by the invoice’s link, without an account',
    allow: 'public',
    shape: { body: z.object({ token: z.string().regex(/^[\w-]{20,64}$/) }), output: page },
    errors: ['not_found', 'wrong_state', 'throttled', 'unavailable', 'lost_race'],
    example: { token: 'x'.repeat(43) },
  }),
  events: defineEndpoint({
    id: 'invoices.card_events',
    method: 'POST',
    path: '/api/v1/card-events',
    summary: 'Takes what the card service tells of money, signed by it; each message once',
    allow: 'public',
    shape: { output: z.object({ received: z.boolean() }) },
    errors: ['not_found'],
  }),
  status: defineEndpoint({
    id: 'invoices.cards',
    method: 'GET',
    path: '/api/v1/billing/cards',
    summary: 'How payments by card go: whether they are configured, and what the card service told',
    allow: keeps,
    shape: { output: status },
  }),
  refund: defineEndpoint({
    id: 'invoices.refund_payment',
    method: 'POST',
    path: '/api/v1/billing/{organizationId}/payments/{paymentId}/refund',
    summary:
      'Gives back what was paid by card, whole or in part: the card service is asked, and what it settled is open again',
    allow: keeps,
    shape: {
      params: z.object({ organizationId: idParam, paymentId: idParam }),
      body: z.object({
        cents: z.number().int().positive().max(1_000_000_000),
        reason: z.string().trim().min(1).max(300),
      }),
      output: billing,
    },
    success: 201,
    idempotent: true,
    errors: ['not_found', 'wrong_state', 'invalid'],
    example: { cents: 5_000, reason: 'The call was cut short.' },
  }),
};
