import { z } from 'zod';
import type { Actor } from '../../../core/actor.ts';
import { calendarDate, defineEndpoint, idParam, pageOf } from '../../../core/endpoint.ts';
import { DATE_ORDERS, DECIMAL_SIGNS, keepsInvoices, MATCHED_BY } from '../rules.ts';

const cents = z.number().int();
const organization = z.object({ id: z.number(), name: z.string() });
const openInvoice = z.object({ id: z.number(), number: z.string(), open_cents: cents });

const match = z.object({
  organization,
  /** What it settles first; none: the oldest. */
  invoices: z.array(openInvoice),
  /** Why it is thought to be theirs. */
  by: z.enum(MATCHED_BY),
  exact: z.boolean(),
  known_payer: z.boolean(),
});

export const BANK_STATES = ['open', 'booked', 'aside'] as const;
const bankLine = z
  .object({
    id: z.number(),
    booked_on: calendarDate,
    cents,
    reference: z.string(),
    payer: z.string(),
    state: z.enum(BANK_STATES),
    /** Of one that is booked: whose payment it is. */
    booked: z.object({ organization, payment_id: z.number(), taken_back: z.boolean() }).nullable(),
    /** Of one that waits: whose it may be, the likeliest first. */
    matches: z.array(match),
  })
  .meta({ id: 'BankLine' });
export type BankLine = z.output<typeof bankLine>;

const column = z.number().int().min(0).max(59);
const layout = z.object({
  date_column: column,
  amount_column: column,
  reference_column: column,
  payer_column: column.nullable(),
  date_order: z.enum(DATE_ORDERS),
  decimal_sign: z.enum(DECIMAL_SIGNS),
});
const asked = z.coerce.number().int().min(0).max(59).optional();

const uploaded = z.discriminatedUnion('state', [
  z.object({
    state: z.literal('taken'),
    /** Lines that are new, and that were in an earlier file. */
    taken: z.number().int(),
    known: z.number().int(),
    went_out: z.number().int(),
    /** Rows that say no day or no amount: sums and the like. */
    unread: z.number().int(),
  }),
  z.object({
    /** The bank's headings are new: nothing was taken until somebody says which column is what. */
    state: z.literal('headings'),
    headings: z.array(z.string()),
    sample: z.array(z.array(z.string())),
    /** What they seem to be; -1: nothing says so. */
    guess: layout.extend({
      date_column: z.number().int(),
      amount_column: z.number().int(),
      reference_column: z.number().int(),
    }),
  }),
]);
export type BankUpload = z.output<typeof uploaded>;

const keeps = ({ kind }: Actor): boolean => keepsInvoices(kind);
const one = z.object({ id: idParam });

export const bankEndpoints = {
  upload: defineEndpoint({
    id: 'invoices.bank_upload',
    method: 'POST',
    path: '/api/v1/billing/bank/files',
    summary:
      'Takes the lines of a bank statement as comma-separated bytes; books nothing. Its headings are asked about once',
    allow: keeps,
    shape: {
      query: z.object({
        name: z.string().trim().min(1).max(200),
        date_column: asked,
        amount_column: asked,
        reference_column: asked,
        payer_column: asked,
        date_order: z.enum(DATE_ORDERS).optional(),
        decimal_sign: z.enum(DECIMAL_SIGNS).optional(),
      }),
      output: uploaded,
    },
    errors: ['invalid', 'too_large'],
  }),
  lines: defineEndpoint({
    id: 'invoices.bank_lines',
    method: 'GET',
    path: '/api/v1/billing/bank/lines',
    summary: 'What arrived at the bank, newest first, with whose it may be and why',
    allow: keeps,
    shape: {
      query: z.object({ state: z.enum(BANK_STATES).default('open'), cursor: z.string().max(200).optional() }),
      output: pageOf(bankLine),
    },
    errors: ['malformed'],
  }),
  openInvoices: defineEndpoint({
    id: 'invoices.open_of',
    method: 'GET',
    path: '/api/v1/billing/{organizationId}/open',
    summary: 'The invoices of an organization with something open, the oldest first',
    allow: keeps,
    shape: { params: z.object({ organizationId: idParam }), output: z.object({ data: z.array(openInvoice) }) },
    errors: ['not_found'],
  }),
  book: defineEndpoint({
    id: 'invoices.bank_book',
    method: 'POST',
    path: '/api/v1/billing/bank/lines/{id}/book',
    summary: 'Books a line as a payment of an organization: it settles the invoices named, then the oldest',
    allow: keeps,
    shape: {
      params: one,
      body: z.object({ organization_id: idParam, invoice_ids: z.array(idParam).max(200).default([]) }),
      output: bankLine,
    },
    errors: ['not_found', 'wrong_state', 'invalid'],
    example: { organization_id: 7, invoice_ids: [] },
  }),
  aside: defineEndpoint({
    id: 'invoices.bank_aside',
    method: 'POST',
    path: '/api/v1/billing/bank/lines/{id}/aside',
    summary: 'Sets a line aside: it is no payment of an invoice',
    allow: keeps,
    shape: { params: one, output: bankLine },
    errors: ['not_found', 'wrong_state'],
  }),
  reopen: defineEndpoint({
    id: 'invoices.bank_reopen',
    method: 'POST',
    path: '/api/v1/billing/bank/lines/{id}/reopen',
    summary: 'Puts a line back that was set aside, or whose payment was taken back',
    allow: keeps,
    shape: { params: one, output: bankLine },
    errors: ['not_found', 'wrong_state'],
  }),
};
