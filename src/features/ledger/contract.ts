import { z } from 'zod';
import { type Actor, type ActorKind, isAdmin, seesPrices, seesWorkAmounts } from '../../core/actor.ts';
import { calendarDate, defineEndpoint, idParam, instant, kindName, pageOf } from '../../core/endpoint.ts';
import {
  ACCOUNT_KEYS,
  type Account,
  type Cause,
  CAUSES,
  CUSTOMER_CAUSES,
  type CustomerCause,
  type Rule,
  RULES,
} from './rules.ts';

const keysOf = <T extends string>(table: Readonly<Record<T, unknown>>) => Object.keys(table) as [T, ...T[]];

const line = z.object({
  label: z.string(),
  /** Cents, USD. */
  cents: z.number().int(),
});

const cause = z.enum(keysOf<Cause>(CAUSES));
/** What a customer reads: nothing of what experts earn. */
const customerCause = z.enum(keysOf<CustomerCause>(CUSTOMER_CAUSES));
const rule = z.enum(keysOf<Rule>(RULES));

/** One amount that was posted: what for, by which rule, and when. */
const charge = z
  .object({
    id: z.number(),
    cause: customerCause,
    rule,
    happened_at: instant,
    /** A later entry of the same thing: the difference. */
    corrects: z.boolean(),
    /** The invoice it is on; null while it is on none, and of what is never on one. */
    invoice_id: z.number().nullable(),
    /** Positive is charged or paid in, negative taken off or paid back, cents. */
    lines: z.array(line),
    total_cents: z.number().int(),
  })
  .meta({ id: 'Charge' });
export type ChargeView = z.output<typeof charge>;

export const chargesView = z
  .object({
    review_id: z.number(),
    kind: kindName,
    /** What was charged, the oldest first. */
    charges: z.array(charge),
    /** What happened to a retainer, the oldest first. */
    retainer: z.array(charge),
    totals: z.object({
      charged_cents: z.number().int(),
      /** Paid out of the retainer. */
      drawn_cents: z.number().int(),
      /** Charged and neither paid out of a retainer nor on an invoice. */
      unbilled_cents: z.number().int(),
      /** Paid in and not used. */
      held_cents: z.number().int(),
      /** Taken back by credit notes of what was charged and invoiced. */
      credited_cents: z.number().int(),
    }),
    /** Its reader is shown what the review's experts earn, too. */
    shows_expert_amount: z.boolean(),
  })
  .meta({ id: 'Charges' });
export type ChargesView = z.output<typeof chargesView>;

const account = z.enum(ACCOUNT_KEYS as [Account, ...Account[]]);

export const ledgerBalances = z
  .object({
    accounts: z.array(
      z.object({
        account,
        /** On the account's own side, cents: what is held, owed or earned is positive. */
        cents: z.number().int(),
      }),
    ),
    /** Debits less credits over all accounts: nothing, as every entry balances. */
    difference_cents: z.number().int(),
    entries: z.number().int(),
  })
  .meta({ id: 'LedgerBalances' });
export type LedgerBalances = z.output<typeof ledgerBalances>;

const entryRow = charge
  .omit({ lines: true, total_cents: true, invoice_id: true })
  .extend({
    cause,
    organization: z.object({ id: z.number(), name: z.string() }),
    /** Whom it concerns, of what an expert earns. */
    expert: z.object({ id: z.number(), name: z.string() }).nullable(),
    /** Null of an invoice, a credit note, a payment. */
    review: z.object({ id: z.number(), kind: kindName, number: z.string() }).nullable(),
    posted_at: instant,
    /** Debits positive, credits negative, cents. */
    lines: z.array(line.extend({ account })),
  })
  .meta({ id: 'LedgerEntry' });
export type LedgerEntryRow = z.output<typeof entryRow>;

export const expertFeesView = z
  .object({
    review_id: z.number(),
    kind: kindName,
    /** To an expert their own, none where they are shown no amounts; to who pays those on it, by the names they know them by. */
    experts: z.array(
      z.object({
        /** Null, and the name as well, where its reader does not learn who it is. */
        profile_id: z.number().nullable(),
        name: z.string(),
        standing: z.enum(['invited', 'on_it', 'left']),
        /** By their own schedule. */
        own: z.boolean(),
        by_the_hour: z.boolean(),
        /** What they were told last, cents. */
        lines: z.array(line),
        total_cents: z.number().int(),
        fixed_at: instant,
        /** Earned so far. */
        earned_cents: z.number().int(),
      }),
    ),
  })
  .meta({ id: 'ExpertFees' });
export type ExpertFeesView = z.output<typeof expertFeesView>;

type Who = { kind: ActorKind };
const allow = ({ kind }: Actor): boolean => isAdmin(kind);
const organization_id = idParam.optional();

export const ledgerEndpoints = {
  charges: defineEndpoint({
    id: 'ledger.charges',
    method: 'GET',
    path: '/api/v1/{kind}/{id}/charges',
    summary: 'What a review was charged for so far, each amount with what it comes from and the rule it is due by',
    allow: ({ kind }: Who) => seesPrices(kind),
    shape: { params: z.object({ id: idParam }), output: chargesView },
    errors: ['not_found'],
  }),
  expertFees: defineEndpoint({
    id: 'ledger.expert_fees',
    method: 'GET',
    path: '/api/v1/{kind}/{id}/expert-fees',
    summary:
      'What experts earn of a review: an expert reads their own, who pays for it where their price book shows it',
    allow: ({ kind }: Who) => seesWorkAmounts(kind),
    shape: { params: z.object({ id: idParam }), output: expertFeesView },
    errors: ['not_found', 'forbidden'],
  }),
  balances: defineEndpoint({
    id: 'ledger.balances',
    method: 'GET',
    path: '/api/v1/ledger/balances',
    summary: 'The balance of each account, as the sum of its lines; of one organization where one is named',
    allow,
    shape: { query: z.object({ organization_id }), output: ledgerBalances },
    errors: ['malformed'],
  }),
  journal: defineEndpoint({
    id: 'ledger.journal',
    method: 'GET',
    path: '/api/v1/ledger/journal',
    summary:
      'Every line of the book posted in a while, as a comma-separated file for book-keeping: a row each, debits and credits apart',
    allow,
    shape: {
      /** Days of the platform, UTC, both included, by when it was posted; default: all. */
      query: z.object({ from: calendarDate.optional(), until: calendarDate.optional() }),
      output: z.unknown(),
    },
    raw: 'text/csv',
    errors: ['malformed'],
  }),
  entries: defineEndpoint({
    id: 'ledger.entries',
    method: 'GET',
    path: '/api/v1/ledger',
    summary: 'The entries of the book of account, newest first, with both sides of each',
    allow,
    shape: {
      query: z.object({
        organization_id,
        cause: cause.optional(),
        /** A review's number, "CR-20017". */
        q: z.string().trim().max(40).optional(),
        cursor: z.string().max(200).optional(),
      }),
      output: pageOf(entryRow),
    },
    errors: ['malformed'],
  }),
};
