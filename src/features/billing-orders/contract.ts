import { z } from 'zod';
import type { Actor } from '../../core/actor.ts';
import { calendarDate, defineEndpoint, idParam, instant, kindName, pageOf } from '../../core/endpoint.ts';
import { ORDER_ACTS, ORDER_STATES, OVER_LIMITS, readsOrders } from './rules.ts';

/** Cents, USD. */
const cents = z.number().int();
const organization = z.object({ id: z.number(), name: z.string() });
const act = z.enum(ORDER_ACTS);

const orderRow = z
  .object({
    id: z.number(),
    number: z.string(),
    state: z.enum(ORDER_STATES),
    /** A voided order that was credited: nothing of it is to be invoiced. */
    written_off: z.boolean(),
    organization,
    review: z.object({ id: z.number(), kind: kindName, number: z.string() }),
    /** The customer's own number of the matter; empty where they gave none. */
    reference: z.string(),
    /** What it is for: "The review", "Time worked". */
    what: z.string(),
    happened_on: calendarDate,
    /** Less than nothing takes off. */
    total_cents: cents,
    purchase_order: z.object({ id: z.number(), number: z.string() }).nullable(),
    /** What this reader can do with it now. */
    acts: z.array(act),
  })
  .meta({ id: 'BillingOrderRow' });
export type BillingOrderRow = z.output<typeof orderRow>;

const order = orderRow
  .extend({
    /** The lines of the book it is made of, the oldest first. */
    lines: z.array(
      z.object({
        id: z.number(),
        label: z.string(),
        /** By which rule it is due: "Due once the call was held". */
        rule: z.string(),
        happened_on: calendarDate,
        cents,
        /** A later entry of the same thing: the difference. */
        corrects: z.boolean(),
      }),
    ),
    invoice: z.object({ id: z.number(), number: z.string() }).nullable(),
    created_at: instant,
    /** What was decided, the newest first. */
    history: z.array(
      z.object({
        at: instant,
        /** Null: it needed nobody's word. */
        by: z.string().nullable(),
        act,
        reason: z.string(),
        purchase_order: z.string(),
      }),
    ),
  })
  .meta({ id: 'BillingOrder' });
export type BillingOrderView = z.output<typeof order>;

const purchaseOrder = z
  .object({
    id: z.number(),
    organization,
    number: z.string(),
    amount_cents: cents,
    /** What approved orders take of it. */
    used_cents: cents,
    /** Less than nothing where an approver let it be exceeded. */
    left_cents: cents,
    valid_until: calendarDate.nullable(),
    cost_center: z.string(),
    over_limit: z.enum(OVER_LIMITS),
    closed: z.boolean(),
    /** Orders are put on it today. */
    open: z.boolean(),
    orders: z.number().int(),
    lock_version: z.number().int(),
  })
  .meta({ id: 'PurchaseOrder' });
export type PurchaseOrderView = z.output<typeof purchaseOrder>;

const terms = {
  number: z.string().trim().min(1).max(40),
  amount_cents: cents.positive().max(100_000_000_00),
  valid_until: calendarDate.nullable(),
  cost_center: z.string().trim().max(100),
  over_limit: z.enum(OVER_LIMITS),
};

/** What is decided: staff write why they act for the organization. */
const decision = {
  act,
  reason: z.string().trim().max(500).default(''),
  /** On which purchase order an approved order is put; null: on none. */
  purchase_order_id: idParam.nullable().default(null),
  /** More than is left on it is meant, where the purchase order lets the approver say so. */
  exceeds: z.boolean().default(false),
};

const one = z.object({ id: idParam });
const allow = ({ kind }: Actor): boolean => readsOrders(kind);
const search = z.object({
  organization_id: idParam.optional(),
  state: z.enum(ORDER_STATES).optional(),
  purchase_order_id: idParam.optional(),
  /** Voided orders that are neither credited nor asked for again. */
  disputed: z
    .union([z.literal('true'), z.literal(true)])
    .transform(() => true)
    .optional(),
  /** A number of an order, BO-7, or of a review, CR-20017. */
  q: z.string().trim().max(40).optional(),
  cursor: z.string().max(200).optional(),
});

export const billingOrderEndpoints = {
  list: defineEndpoint({
    id: 'billing_orders.list',
    method: 'GET',
    path: '/api/v1/billing-orders',
    summary: 'Billing orders, newest first: what each is for, what it comes to, and what the reader can do with it',
    allow,
    shape: { query: search, output: pageOf(orderRow) },
    errors: ['malformed'],
  }),
  waiting: defineEndpoint({
    id: 'billing_orders.waiting',
    method: 'GET',
    path: '/api/v1/billing-orders/waiting',
    summary: 'How many orders wait for approval and what they come to, and how many voided ones wait for the platform',
    allow,
    shape: {
      output: z.object({
        /** Whether one of the reader's organizations has billing orders. */
        used: z.boolean(),
        orders: z.number().int(),
        total_cents: cents,
        disputed: z.number().int(),
      }),
    },
  }),
  read: defineEndpoint({
    id: 'billing_orders.read',
    method: 'GET',
    path: '/api/v1/billing-orders/{id}',
    summary: 'An order with the lines of the book it is made of, its invoice, and what was decided',
    allow,
    shape: { params: one, output: order },
    errors: ['not_found'],
  }),
  decide: defineEndpoint({
    id: 'billing_orders.decide',
    method: 'POST',
    path: '/api/v1/billing-orders/{id}/decide',
    summary: 'Approves an order as it was looked at, takes that back, voids it, or settles what was voided',
    allow,
    shape: {
      params: one,
      body: z.object({ ...decision, /** What the one who decides was shown that it comes to. */ total_cents: cents }),
      output: order,
    },
    errors: ['not_found', 'wrong_state', 'stale', 'invalid'],
    example: { act: 'approve', total_cents: 45_000, purchase_order_id: 3 },
  }),
  decideMany: defineEndpoint({
    id: 'billing_orders.decide_many',
    method: 'POST',
    path: '/api/v1/billing-orders/decide',
    summary: 'The same for several at once, each with its own result',
    allow,
    shape: {
      body: z.object({
        ...decision,
        orders: z
          .array(z.object({ id: idParam, total_cents: cents }))
          .min(1)
          .max(100),
      }),
      output: z.object({
        data: z.array(z.object({ id: z.number(), done: z.boolean(), reason: z.string().nullable() })),
      }),
    },
    errors: ['invalid'],
    example: { act: 'approve', orders: [{ id: 7, total_cents: 45_000 }], purchase_order_id: 3 },
  }),
  purchaseOrders: defineEndpoint({
    id: 'billing_orders.purchase_orders',
    method: 'GET',
    path: '/api/v1/purchase-orders',
    summary: 'Purchase orders with what is left on each, the open ones first',
    allow,
    shape: {
      query: z.object({ organization_id: idParam.optional() }),
      output: z.object({
        data: z.array(purchaseOrder),
        /** Organizations of the reader's that have billing orders: whose purchase orders can be added. */
        organizations: z.array(organization),
      }),
    },
    errors: ['malformed'],
  }),
  addPurchaseOrder: defineEndpoint({
    id: 'billing_orders.add_purchase_order',
    method: 'POST',
    path: '/api/v1/purchase-orders',
    summary: 'Adds a purchase order: its number, amount, last day, and what happens to what is more than is left',
    allow,
    shape: { body: z.object({ ...terms, organization_id: idParam }), output: purchaseOrder },
    success: 201,
    idempotent: true,
    errors: ['not_found', 'invalid'],
    example: {
      organization_id: 12,
      number: '4500012873',
      amount_cents: 2_500_000,
      valid_until: '2027-12-31',
      cost_center: 'Claims East',
      over_limit: 'refuse',
    },
  }),
  changePurchaseOrder: defineEndpoint({
    id: 'billing_orders.change_purchase_order',
    method: 'PATCH',
    path: '/api/v1/purchase-orders/{id}',
    summary: 'Changes a purchase order, or closes it: no further order is put on it',
    allow,
    shape: {
      params: one,
      body: z.object({ ...terms, closed: z.boolean(), lock_version: z.number().int() }),
      output: purchaseOrder,
    },
    errors: ['not_found', 'stale', 'invalid'],
  }),
};
