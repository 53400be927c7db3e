import { PAYMENT_METHODS } from '../../core/payment-methods.ts';
import { z } from 'zod';
import type { Actor } from '../../core/actor.ts';
import { calendarDate, defineEndpoint, idParam, instant, kindName, pageOf } from '../../core/endpoint.ts';
import { ages, billing, organization, terms } from './contract/billing.ts';
import { INVOICE_SORTS, INVOICE_STATES, keepsInvoices, readsInvoices } from './rules.ts';

export * from './contract/bank.ts';
export * from './contract/cards.ts';
export type { BillingOf, BillingTerms } from './contract/billing.ts';

/** Cents, USD. */
const cents = z.number().int();

const row = z
  .object({
    id: z.number(),
    number: z.string(),
    sort: z.enum(INVOICE_SORTS),
    state: z.enum(INVOICE_STATES),
    organization,
    issued_on: calendarDate,
    due_on: calendarDate,
    total_cents: cents,
    /** What is still to be paid. */
    open_cents: cents,
  })
  .meta({ id: 'InvoiceRow' });
export type InvoiceRow = z.output<typeof row>;

const line = z.object({
  id: z.number(),
  /** What it was for: the review's number, or the subscription's. */
  matter: z.string(),
  /** The review; null of a subscription's period. */
  review: z.object({ id: z.number(), kind: kindName }).nullable(),
  /** The customer's own number of the matter; empty where they gave none. */
  reference: z.string(),
  /** The purchase order it was approved on, by its number then; empty for none. */
  purchase_order: z.string(),
  happened_on: calendarDate,
  label: z.string(),
  cents,
  /** The entry of the book it bills; null on a credit note. */
  entry_id: z.number().nullable(),
  /** What of it can still be taken back. */
  left_cents: cents,
});

const lineShown = line
  .omit({ id: true, entry_id: true, left_cents: true, review: true })
  .meta({ id: 'InvoiceLineShown' });

/** Whether it is paid by card: it can be now; the bank has a payment in hand; null: not by who looks, or not now. */
const byCard = z.enum(['possible', 'processing']).nullable();

/** An invoice as its link shows it: nothing that names a patient, and no way into the product. */
const shown = row
  .omit({ id: true, organization: true })
  .extend({
    bill_to: z.string(),
    reason: z.string(),
    /** Of a credit note: the number of what it takes back from. */
    credits: z.string().nullable(),
    lines: z.array(lineShown),
    settlements: z.array(z.object({ on: calendarDate, by: z.string(), cents })),
    /** Who issues it. */
    issuer: z.string(),
    card: byCard,
    /** Since when the bank has it in hand. */
    card_since: instant.nullable(),
  })
  .meta({ id: 'InvoiceShown' });
export type InvoiceShown = z.output<typeof shown>;

const invoice = row
  .extend({
    bill_to: z.string(),
    reason: z.string(),
    issued_at: instant,
    until_on: calendarDate,
    credits: z.object({ id: z.number(), number: z.string() }).nullable(),
    credit_notes: z.array(z.object({ id: z.number(), number: z.string(), total_cents: cents })),
    lines: z.array(line),
    settlements: z.array(z.object({ id: z.number(), on: calendarDate, by: z.string(), cents })),
    /** The page it is read on without an account; null for who may not pass it on. */
    link: z.string().nullable(),
    card: byCard,
    /** Since when the bank has it in hand. */
    card_since: instant.nullable(),
    can: z.object({ credit: z.boolean(), pay: z.boolean(), send: z.boolean() }),
  })
  .meta({ id: 'Invoice' });
export type InvoiceView = z.output<typeof invoice>;

const unbilledRow = z.object({
  organization,
  total_cents: cents,
  lines: z.number().int(),
  reviews: z.number().int(),
  oldest_on: calendarDate,
});

/** What an organization owed, and what moved it in a while. */
const statement = z
  .object({
    organization,
    from: calendarDate,
    until: calendarDate,
    opening_cents: cents,
    moves: z.array(
      z.object({ on: calendarDate, label: z.string(), cents, balance_cents: cents, invoice_id: z.number().nullable() }),
    ),
    closing_cents: cents,
    /** What is open today by its age. */
    aging: ages,
  })
  .meta({ id: 'Statement' });
export type StatementView = z.output<typeof statement>;

const token = z.string().regex(/^[\w-]{20,64}$/);
const reads = ({ kind }: Actor): boolean => readsInvoices(kind);
const keeps = ({ kind }: Actor): boolean => keepsInvoices(kind);
const ofOrganization = z.object({ organizationId: idParam });
const one = z.object({ id: idParam });
/** Both days included; the default is the last three months. */
const between = z.object({ from: calendarDate.optional(), until: calendarDate.optional() });
const search = z.object({
  organization_id: idParam.optional(),
  state: z.enum(INVOICE_STATES).optional(),
  /** A number, or a part of it. */
  q: z.string().trim().max(40).optional(),
  cursor: z.string().max(200).optional(),
});

export const invoiceEndpoints = {
  list: defineEndpoint({
    id: 'invoices.list',
    method: 'GET',
    path: '/api/v1/invoices',
    summary: 'Invoices and credit notes, newest first: what each comes to and what is still to be paid',
    allow: reads,
    shape: { query: search, output: pageOf(row) },
    errors: ['malformed'],
  }),
  export: defineEndpoint({
    id: 'invoices.export',
    method: 'GET',
    path: '/api/v1/invoices/export',
    summary: 'The same as a comma-separated file',
    allow: reads,
    shape: { query: search.omit({ cursor: true }), output: z.unknown() },
    raw: 'text/csv',
  }),
  read: defineEndpoint({
    id: 'invoices.read',
    method: 'GET',
    path: '/api/v1/invoices/{id}',
    summary: 'An invoice with its lines, each with the review and what it comes from, and what settled it',
    allow: reads,
    shape: { params: one, output: invoice },
    errors: ['not_found'],
  }),
  pdf: defineEndpoint({
    id: 'invoices.pdf',
    method: 'GET',
    path: '/api/v1/invoices/{id}/pdf',
    summary: 'The same as a PDF',
    allow: reads,
    shape: { params: one, output: z.unknown() },
    raw: 'application/pdf',
    errors: ['not_found'],
  }),
  ledes: defineEndpoint({
    id: 'invoices.ledes',
    method: 'GET',
    path: '/api/v1/invoices/{id}/ledes',
    summary: 'The same as a LEDES 1998B file',
    allow: reads,
    shape: { params: one, output: z.unknown() },
    raw: 'text/plain',
    errors: ['not_found'],
  }),
  shown: defineEndpoint({
    id: 'invoices.shown',
    method: 'GET',
    path: '/api/v1/invoice',
    summary: 'An invoice by its link, without an account',
    allow: 'public',
    shape: { query: z.object({ token }), output: shown },
    errors: ['not_found', 'throttled'],
  }),
  shownPdf: defineEndpoint({
    id: 'invoices.shown_pdf',
    method: 'GET',
    path: '/api/v1/invoice/pdf',
    summary: 'The same as a PDF',
    allow: 'public',
    shape: { query: z.object({ token }), output: z.unknown() },
    raw: 'application/pdf',
    errors: ['not_found', 'throttled'],
  }),
  statement: defineEndpoint({
    id: 'invoices.statement',
    method: 'GET',
    path: '/api/v1/statements/{organizationId}',
    summary: 'The statement of account: what was owed, what was invoiced, credited and paid since, what is owed now',
    allow: reads,
    shape: { params: ofOrganization, query: between, output: statement },
    errors: ['not_found', 'malformed', 'invalid'],
  }),
  statementPdf: defineEndpoint({
    id: 'invoices.statement_pdf',
    method: 'GET',
    path: '/api/v1/statements/{organizationId}/pdf',
    summary: 'The same as a PDF',
    allow: reads,
    shape: { params: ofOrganization, query: between, output: z.unknown() },
    raw: 'application/pdf',
    errors: ['not_found', 'malformed', 'invalid'],
  }),
  unbilled: defineEndpoint({
    id: 'invoices.unbilled',
    method: 'GET',
    path: '/api/v1/billing/unbilled',
    summary: 'Organizations with work that is on no invoice yet, the largest amount first',
    allow: keeps,
    shape: { output: z.object({ data: z.array(unbilledRow) }) },
  }),
  billing: defineEndpoint({
    id: 'invoices.billing',
    method: 'GET',
    path: '/api/v1/billing/{organizationId}',
    summary: 'How an organization is invoiced, what it would be sent now, and what it owes by age',
    allow: keeps,
    shape: { params: ofOrganization, query: z.object({ until_on: calendarDate.optional() }), output: billing },
    errors: ['not_found', 'malformed'],
  }),
  saveTerms: defineEndpoint({
    id: 'invoices.save_terms',
    method: 'PUT',
    path: '/api/v1/billing/{organizationId}/terms',
    summary: 'Says how an organization is invoiced: together or by review, payable within how many days, to whom',
    allow: keeps,
    shape: { params: ofOrganization, body: terms, output: billing },
    errors: ['not_found', 'invalid'],
  }),
  issue: defineEndpoint({
    id: 'invoices.issue',
    method: 'POST',
    path: '/api/v1/billing/{organizationId}/issue',
    summary: 'Issues what happened before a day as it was looked at, under the next numbers; answers the invoices',
    allow: keeps,
    shape: {
      params: ofOrganization,
      body: z.object({
        until_on: calendarDate,
        /** What the one who issues was shown that it comes to. */
        total_cents: cents,
      }),
      output: z.object({ data: z.array(row) }),
    },
    success: 201,
    idempotent: true,
    errors: ['not_found', 'wrong_state', 'stale', 'invalid'],
    example: { until_on: '2026-12-01', total_cents: 188_750 },
  }),
  credit: defineEndpoint({
    id: 'invoices.credit',
    method: 'POST',
    path: '/api/v1/invoices/{id}/credit',
    summary: 'Takes back lines of an invoice by a credit note, whole or in part; answers the credit note',
    allow: keeps,
    shape: {
      params: one,
      body: z.object({
        reason: z.string().trim().min(1).max(500),
        lines: z
          .array(z.object({ id: idParam, cents: cents.positive() }))
          .min(1)
          .max(500),
      }),
      output: invoice,
    },
    success: 201,
    idempotent: true,
    errors: ['not_found', 'wrong_state', 'invalid'],
    example: { reason: 'The call lasted ten minutes.', lines: [{ id: 7, cents: 15_000 }] },
  }),
  send: defineEndpoint({
    id: 'invoices.send',
    method: 'POST',
    path: '/api/v1/invoices/{id}/send',
    summary: 'Sends an invoice, or a credit note, again to the address of its organization’s terms',
    allow: keeps,
    shape: { params: one, output: z.object({ email: z.string() }) },
    errors: ['not_found', 'wrong_state'],
  }),
  reversePayment: defineEndpoint({
    id: 'invoices.reverse_payment',
    method: 'POST',
    path: '/api/v1/billing/{organizationId}/payments/{paymentId}/reverse',
    summary: 'Takes a payment back that bounced or was written down wrong: what it settled is open again',
    allow: keeps,
    shape: {
      params: ofOrganization.extend({ paymentId: idParam }),
      body: z.object({ reason: z.string().trim().min(1).max(300) }),
      output: billing,
    },
    errors: ['not_found', 'wrong_state', 'invalid'],
  }),
  recordPayment: defineEndpoint({
    id: 'invoices.record_payment',
    method: 'POST',
    path: '/api/v1/billing/{organizationId}/payments',
    summary:
      'Writes down what an organization paid; it settles the invoices named, then the oldest. The rest is kept for the next',
    allow: keeps,
    shape: {
      params: ofOrganization,
      body: z.object({
        cents: cents.positive().max(1_000_000_000),
        received_on: calendarDate,
        method: z.enum(PAYMENT_METHODS),
        reference: z.string().trim().max(100),
        invoice_ids: z.array(idParam).max(200).default([]),
      }),
      output: billing,
    },
    success: 201,
    idempotent: true,
    errors: ['not_found', 'invalid'],
    example: { cents: 188_750, received_on: '2026-12-14', method: 'ach', reference: 'HM 4471', invoice_ids: [] },
  }),
};
