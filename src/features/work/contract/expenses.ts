import { z } from 'zod';
import { calendarDate, instant } from '../../../core/endpoint.ts';
import { EXPENSE_MOST, EXPENSE_SORT_NAMES, EXPENSE_STATES, PURPOSE_LEAST, PURPOSE_MOST } from '../rules.ts';

const cents = z.number().int();

/** A receipt as it was kept. */
export const receiptView = z
  .object({ id: z.number(), name: z.string(), pages: z.number().nullable(), size_bytes: z.number() })
  .meta({ id: 'ExpenseReceipt' });
export type ReceiptView = z.output<typeof receiptView>;

const expenseView = z.object({
  id: z.number(),
  spent_on: calendarDate,
  sort: z.enum(EXPENSE_SORT_NAMES),
  word: z.string(),
  purpose: z.string(),
  /** Null to who sees neither amounts nor what the expert’s side laid out. */
  amount_cents: cents.nullable(),
  miles_tenths: z.number().nullable(),
  /** What a mile came to then, in tenths of a cent. */
  rate_tenths: z.number().nullable(),
  receipt: receiptView.nullable(),
  state: z.enum(EXPENSE_STATES),
  /** Why it was questioned or taken back. */
  reason: z.string(),
  by: z.string(),
  recorded_at: instant,
  answered_by: z.string().nullable(),
  answered_at: instant.nullable(),
  reverses: z.number().nullable(),
  reversed: z.boolean(),
  corrects: z.number().nullable(),
  /** Approved after the agreement with its expert ended: paid, but not from the retainer. */
  outside_retainer: z.boolean(),
  can: z.object({ answer: z.boolean(), question: z.boolean(), correct: z.boolean() }),
});

/** An expense of a matter its expert is no longer on: theirs, and nothing else of it. */
export const leftExpense = expenseView
  .pick({
    id: true,
    spent_on: true,
    sort: true,
    word: true,
    purpose: true,
    state: true,
    reason: true,
    answered_by: true,
    answered_at: true,
    outside_retainer: true,
  })
  .extend({ number: z.string(), firm: z.string(), amount_cents: cents })
  .meta({ id: 'LeftExpense' });
export type LeftExpense = z.output<typeof leftExpense>;

/** All of a matter’s expenses, the latest first. */
export const expensesView = z.object({
  list: z.array(expenseView),
  /** Approved, less what was taken back. Null to who sees no amounts. */
  approved_cents: cents.nullable(),
  /** How many wait for the firm’s word, and how many for the expert’s. */
  to_answer: z.number(),
  questioned: z.number(),
  /** The days an expense can be of; null: none can be recorded now. */
  from: calendarDate.nullable(),
  /** Tenths of a cent for a mile. */
  mileage_tenths: z.number().int(),
  can_record: z.boolean(),
});

/** An expense as it is sent. */
export const expenseBody = z
  .object({
    spent_on: calendarDate,
    sort: z.enum(EXPENSE_SORT_NAMES),
    word: z.string().trim().max(40).default(''),
    purpose: z
      .string()
      .trim()
      .min(PURPOSE_LEAST, `Say what it was for, in ${PURPOSE_LEAST} characters at least.`)
      .max(PURPOSE_MOST),
    amount_cents: cents.min(1).max(EXPENSE_MOST).nullable().default(null),
    miles_tenths: z.number().int().min(1).max(100_000).nullable().default(null),
    receipt_id: z.number().int().positive().nullable().default(null),
  })
  .meta({ id: 'WrittenExpense' });
