import { z } from 'zod';
import { calendarDate, instant } from '../../../core/endpoint.ts';
import { PAYMENT_METHODS } from '../../../core/payment-methods.ts';
import { AGES, HOLD_DAYS_MOST, INVOICE_BY, ISSUE_DAY_LAST, NET_DAYS_MOST } from '../rules.ts';

/** Cents, USD. */
const cents = z.number().int();
/** What is open by how late it is. */
export const ages = z.record(z.enum(AGES), cents).meta({ id: 'Aging' });
export const organization = z.object({ id: z.number(), name: z.string() });

export const terms = z
  .object({
    invoice_by: z.enum(INVOICE_BY),
    net_days: z.number().int().min(0).max(NET_DAYS_MOST),
    bill_to: z.string().trim().max(500),
    email: z.email().max(254).nullable(),
    /** What happened before this day is billed elsewhere; null: nothing is. */
    bills_from: calendarDate.nullable(),
    /** The day of the month on which they are issued by themselves; by review: not null, each once its review is finished. Null: by somebody. */
    issue_day: z.number().int().min(1).max(ISSUE_DAY_LAST).nullable(),
    /** So many days after an invoice was due a billing hold begins by itself; null: never. */
    hold_after_days: z.number().int().min(1).max(HOLD_DAYS_MOST).nullable(),
  })
  .meta({ id: 'BillingTerms' });
export type BillingTerms = z.output<typeof terms>;

/** What an organization would be sent for all that happened before a day, and what it is worth. */
export const billing = z
  .object({
    organization,
    terms,
    until_on: calendarDate,
    drafts: z.array(
      z.object({
        total_cents: cents,
        lines: z.array(z.object({ matter: z.string(), happened_on: calendarDate, label: z.string(), cents })),
      }),
    ),
    total_cents: cents,
    /** Billing orders that keep something back: to be approved, and voided ones that nobody settled. */
    orders: z.object({ waiting: z.number().int(), disputed: z.number().int(), waiting_cents: cents }),
    /** Lines that wait, as they come to less than nothing. */
    waiting_cents: cents,
    /** Paid and not used yet: it settles what is issued next. */
    credit_cents: cents,
    /** A billing hold that began by itself; null: none is on. */
    held_since: instant.nullable(),
    /** What is open by its age. */
    aging: ages,
    /** The newest first, fifty at most. */
    payments: z.array(
      z.object({
        id: z.number(),
        method: z.enum(PAYMENT_METHODS),
        received_on: calendarDate,
        reference: z.string(),
        cents,
        /** Taken back: it settles nothing. */
        reversed: z.boolean(),
        reason: z.string(),
        /** The card service told of it: it is refunded, not taken back. */
        by_card_service: z.boolean(),
        /** What of it went back to whoever paid it. */
        returned_cents: cents,
        /** What of it can be refunded; 0: nothing, or it came in another way. */
        refundable_cents: cents,
        /** What staff began to refund, the newest first. */
        refunds: z.array(
          z.object({
            id: z.number(),
            cents,
            reason: z.string(),
            state: z.enum(['asked', 'done', 'failed']),
            failure: z.string().nullable(),
          }),
        ),
      }),
    ),
  })
  .meta({ id: 'BillingOf' });
export type BillingOf = z.output<typeof billing>;
