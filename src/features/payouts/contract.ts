import { z } from 'zod';
import type { Actor } from '../../core/actor.ts';
import { calendarDate, defineEndpoint, idParam, instant, pageOf } from '../../core/endpoint.ts';
import {
  isPaid,
  keepsPayouts,
  LEFT_OUT,
  type LeftOutReason,
  PAYOUT_STATES,
  RETURN_CODE_KEYS,
  RUN_STATES,
  TAX_STATES,
  TAX_YEAR_FIRST,
} from './rules.ts';

/** Cents, USD. */
const cents = z.number().int();
const person = z.object({ id: z.number(), name: z.string() });

const run = z
  .object({
    id: z.number(),
    state: z.enum(RUN_STATES),
    /** The day the bank is to pay on. */
    pay_on: calendarDate,
    /** All that was earned on this day or before. */
    until_on: calendarDate,
    payouts: z.number().int(),
    left_out: z.number().int(),
    /** What is paid, less what is kept back. */
    sent_cents: cents,
    proposed_by: person,
    proposed_at: instant,
    released_by: person.nullable(),
    released_at: instant.nullable(),
  })
  .meta({ id: 'PayoutRun' });
export type PayoutRunRow = z.output<typeof run>;

const leftOut = z.object({
  expert: person,
  reason: z.enum(Object.keys(LEFT_OUT) as [LeftOutReason, ...LeftOutReason[]]),
  cents,
});
export type LeftOutView = z.output<typeof leftOut>;

const payout = z.object({
  id: z.number(),
  expert: person,
  state: z.enum(PAYOUT_STATES),
  payee: z.string(),
  account_last4: z.string(),
  /** How many amounts of the book it pays. */
  entries: z.number().int(),
  cents,
  withheld_cents: cents,
  paid_on: calendarDate.nullable(),
  returned_on: calendarDate.nullable(),
  return_code: z.string().nullable(),
});
export type PayoutView = z.output<typeof payout>;

const runView = run
  .extend({
    cents,
    withheld_cents: cents,
    lines: z.array(payout),
    left_out_of_it: z.array(leftOut),
    can: z.object({
      release: z.boolean(),
      discard: z.boolean(),
      pay: z.boolean(),
      /** The bank’s file can be made; null where what is missing is the bank. */
      file: z.boolean().nullable(),
    }),
  })
  .meta({ id: 'PayoutRunView' });
export type PayoutRunView = z.output<typeof runView>;

const owed = z
  .object({
    until_on: calendarDate,
    payouts: z.array(
      z.object({
        expert: person,
        entries: z.number().int(),
        cents,
        withheld_cents: cents,
        /** They signed no W-9 that counts, and by the settings are paid all the same. */
        without_w9: z.boolean(),
      }),
    ),
    left_out: z.array(leftOut),
    cents,
    withheld_cents: cents,
  })
  .meta({ id: 'OwedToExperts' });
export type OwedView = z.output<typeof owed>;

const short = z.string().trim().max(60);
const bank = z.object({
  odfi_routing: z.string().trim().max(9),
  destination_routing: z.string().trim().max(9),
  destination_name: z.string().trim().max(23),
  origin: z.string().trim().max(10),
  origin_name: z.string().trim().max(23),
  company_id: z.string().trim().max(10),
  company_name: z.string().trim().max(16),
});
const payer = z.object({
  name: short,
  tax_id: z.string().trim().max(10),
  address_line1: short,
  address_line2: short,
  city: short,
  state: z.string().trim().max(2),
  postal_code: z.string().trim().max(10),
  phone: z.string().trim().max(20),
  email: z.string().trim().max(100),
});
const settings = z
  .object({
    needs_w9: z.boolean(),
    only_paid: z.boolean(),
    minimum_cents: cents.min(0).max(1_000_000),
    bank: bank.nullable(),
    payer: payer.nullable(),
    tax_headings: z.string().trim().min(1).max(8_000).nullable(),
    lock_version: z.number().int(),
  })
  .meta({ id: 'PayoutSettings' });
export type PayoutSettingsView = z.output<typeof settings>;

const payee = z.object({
  expert: person,
  name: z.string(),
  tax_id_last4: z.string().nullable(),
  has_w9: z.boolean(),
  state: z.enum(TAX_STATES),
  payouts: z.number().int(),
  /** All that was paid, with what was withheld. */
  paid_cents: cents,
  /** Of it expenses, repaid against their receipts: not reported. */
  expenses_cents: cents,
  /** What the form reports: the rest. */
  reported_cents: cents,
  withheld_cents: cents,
});
export type TaxPayee = z.output<typeof payee>;
const taxYear = z
  .object({
    year: z.number().int(),
    threshold_cents: cents,
    data: z.array(payee),
    /** How many files the forms to report come to. */
    files: z.number().int(),
    /** Who pays is set: the files can be made. */
    can_make: z.boolean(),
  })
  .meta({ id: 'TaxYear' });
export type TaxYearView = z.output<typeof taxYear>;

const own = z
  .object({
    id: z.number(),
    state: z.enum(PAYOUT_STATES),
    pay_on: calendarDate,
    paid_on: calendarDate.nullable(),
    returned_on: calendarDate.nullable(),
    return_code: z.string().nullable(),
    account_last4: z.string(),
    /** Null for whom amounts are not shown. */
    cents: cents.nullable(),
    withheld_cents: cents.nullable(),
  })
  .meta({ id: 'OwnPayout' });
export type OwnPayout = z.output<typeof own>;

const keeps = ({ kind }: Actor): boolean => keepsPayouts(kind);
const one = z.object({ id: idParam });
const cursor = z.object({ cursor: z.string().max(200).optional() });
const year = z.object({ year: z.coerce.number().int().min(TAX_YEAR_FIRST).max(2_100) });

export const payoutEndpoints = {
  runs: defineEndpoint({
    id: 'payouts.runs',
    method: 'GET',
    path: '/api/v1/payout_runs',
    summary: 'Runs of payouts, the newest first',
    allow: keeps,
    shape: { query: cursor, output: pageOf(run) },
    errors: ['malformed'],
  }),
  owed: defineEndpoint({
    id: 'payouts.owed',
    method: 'GET',
    path: '/api/v1/payout_runs/owed',
    summary: 'What a run would pay for all that was earned until a day, and who would be left out of it',
    allow: keeps,
    shape: { query: z.object({ until_on: calendarDate.optional() }), output: owed },
  }),
  run: defineEndpoint({
    id: 'payouts.run',
    method: 'GET',
    path: '/api/v1/payout_runs/{id}',
    summary: 'A run with its payouts and who was left out of it',
    allow: keeps,
    shape: { params: one, output: runView },
    errors: ['not_found'],
  }),
  propose: defineEndpoint({
    id: 'payouts.propose',
    method: 'POST',
    path: '/api/v1/payout_runs',
    summary:
      'Proposes a run: a payout for each expert, of all they earned until a day and were not paid. Another person releases it',
    allow: keeps,
    shape: {
      body: z.object({
        pay_on: calendarDate,
        until_on: calendarDate,
        /** What the one who proposes was shown that it comes to. */
        cents,
      }),
      output: runView,
    },
    success: 201,
    idempotent: true,
    errors: ['wrong_state', 'stale', 'invalid'],
    example: { pay_on: '2026-12-04', until_on: '2026-11-30', cents: 412_500 },
  }),
  release: defineEndpoint({
    id: 'payouts.release',
    method: 'POST',
    path: '/api/v1/payout_runs/{id}/release',
    summary: 'Releases a run that somebody else proposed; it is never changed afterwards',
    allow: keeps,
    shape: { params: one, output: runView },
    errors: ['not_found', 'reauthentication_required', 'wrong_state'],
  }),
  discard: defineEndpoint({
    id: 'payouts.discard',
    method: 'POST',
    path: '/api/v1/payout_runs/{id}/discard',
    summary: 'Discards a run that was not released; what it would have paid is owed as before',
    allow: keeps,
    shape: { params: one, output: runView },
    errors: ['not_found', 'wrong_state'],
  }),
  nacha: defineEndpoint({
    id: 'payouts.nacha',
    method: 'GET',
    path: '/api/v1/payout_runs/{id}/nacha',
    summary:
      'The file that the bank pays a released run by (NACHA), without what came back; the same each time, kept nowhere',
    allow: keeps,
    shape: { params: one, output: z.unknown() },
    raw: 'text/plain',
    errors: ['not_found', 'reauthentication_required', 'wrong_state'],
  }),
  list: defineEndpoint({
    id: 'payouts.list',
    method: 'GET',
    path: '/api/v1/payout_runs/{id}/list',
    summary:
      'A released run as a comma-separated file for who pays by check or bill-pay: names, addresses and amounts of what did not come back, no account numbers',
    allow: keeps,
    shape: { params: one, output: z.unknown() },
    raw: 'text/csv',
    errors: ['not_found', 'wrong_state'],
  }),
  pay: defineEndpoint({
    id: 'payouts.pay',
    method: 'POST',
    path: '/api/v1/payout_runs/{id}/paid',
    summary: 'Says that payouts of a released run were paid, all that are open or those named',
    allow: keeps,
    shape: {
      params: one,
      body: z.object({ paid_on: calendarDate, payout_ids: z.array(idParam).min(1).max(2_000).nullable() }),
      output: runView,
    },
    errors: ['not_found', 'wrong_state', 'invalid'],
    example: { paid_on: '2026-12-04', payout_ids: null },
  }),
  giveBack: defineEndpoint({
    id: 'payouts.give_back',
    method: 'POST',
    path: '/api/v1/payouts/{id}/return',
    summary: 'Says that a payout came back from the bank, and why; it is owed again and in the next run',
    allow: keeps,
    shape: {
      params: one,
      body: z.object({ returned_on: calendarDate, return_code: z.enum(RETURN_CODE_KEYS) }),
      output: runView,
    },
    errors: ['not_found', 'wrong_state', 'invalid'],
    example: { returned_on: '2026-12-08', return_code: 'R03' },
  }),
  settings: defineEndpoint({
    id: 'payouts.settings',
    method: 'GET',
    path: '/api/v1/payout_settings',
    summary: 'How payouts are made',
    allow: keeps,
    shape: { output: settings },
  }),
  saveSettings: defineEndpoint({
    id: 'payouts.save_settings',
    method: 'PUT',
    path: '/api/v1/payout_settings',
    summary: 'Changes how payouts are made: who is left out, the bank, who pays, the heading row of tax files',
    allow: keeps,
    shape: { body: settings, output: settings },
    errors: ['reauthentication_required', 'stale', 'invalid'],
  }),
  tax: defineEndpoint({
    id: 'payouts.tax',
    method: 'GET',
    path: '/api/v1/tax_forms/{year}',
    summary: 'What each payee was paid in a calendar year, and whether it is reported on Form 1099-NEC',
    allow: keeps,
    shape: { params: year, output: taxYear },
    errors: ['malformed'],
  }),
  taxFile: defineEndpoint({
    id: 'payouts.tax_file',
    method: 'GET',
    path: '/api/v1/tax_forms/{year}/file',
    summary: 'The forms to report as a comma-separated file under the operator’s heading row, a hundred to a file',
    allow: keeps,
    shape: {
      params: year,
      query: z.object({ part: z.coerce.number().int().min(1).max(1_000).default(1) }),
      output: z.unknown(),
    },
    raw: 'text/csv',
    errors: ['malformed', 'not_found', 'reauthentication_required', 'wrong_state'],
  }),
  own: defineEndpoint({
    id: 'payouts.own',
    method: 'GET',
    path: '/api/v1/payouts',
    summary: 'The payouts that were released to the expert who asks, the newest first, with how each stands',
    allow: ({ kind }: Actor) => isPaid(kind),
    shape: { query: cursor, output: pageOf(own) },
    errors: ['malformed'],
  }),
};
