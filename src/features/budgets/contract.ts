import { z } from 'zod';
import { ability, calendarDate, defineEndpoint, idParam, instant } from '../../core/endpoint.ts';
import { AT_LIMITS, BUDGET_PERIODS, BUDGET_SORTS } from '../billing/rules.ts';
import { BUDGET_STATES, readsBudgets } from './rules.ts';

/** Cents, USD. */
const cents = z.number().int();
const idNamed = z.object({ id: z.number(), name: z.string() });

const budget = z
  .object({
    id: z.number(),
    /** It counts what is ordered there, and below. */
    organization: idNamed,
    sort: z.enum(BUDGET_SORTS),
    requester_id: z.number().nullable(),
    /** The organization's, or the requester's, name; the matter's number, empty once its records were deleted; the cost center. */
    of: z.string(),
    period: z.enum(BUDGET_PERIODS),
    amount_cents: cents,
    /** Nearly used from this share on. */
    warn_percent: z.number().int(),
    at_limit: z.enum(AT_LIMITS),
    starts_on: calendarDate,
    /** Its last day; null: until it is ended. */
    ends_on: calendarDate.nullable(),
    state: z.enum(BUDGET_STATES),
    /** The period that is looked at: the present one, else the nearest. */
    span: z.object({ starts_on: calendarDate, ends_on: calendarDate, name: z.string() }),
    /** Charged in it, less what was credited: the same as spend says. */
    charged_cents: cents,
    /** Agreed to and not charged yet, whenever it was ordered. */
    open_cents: cents,
    /** Less than nothing where it was exceeded. */
    left_cents: cents,
    used_percent: z.number().int(),
    level: z.enum(['within', 'warning', 'used_up']),
    change: ability,
    lock_version: z.number().int(),
  })
  .meta({ id: 'Budget' });
export type BudgetView = z.output<typeof budget>;

const history = z.object({
  id: z.number(),
  act: z.enum(['added', 'changed', 'ended', 'let_through']),
  at: instant,
  by: z.string(),
  reason: z.string(),
  /** As it was set by then; of what was let through: by how much it went beyond. */
  amount_cents: cents,
  warn_percent: z.number().int().nullable(),
  at_limit: z.enum(AT_LIMITS).nullable(),
  ends_on: calendarDate.nullable(),
  /** What was let through. */
  review: z.object({ id: z.number(), number: z.string(), path: z.string() }).nullable(),
});
export type BudgetHistory = z.output<typeof history>;

const terms = {
  amount_cents: cents.positive().max(10_000_000_000),
  warn_percent: z.number().int().min(1).max(100),
  at_limit: z.enum(AT_LIMITS),
  ends_on: calendarDate.nullable(),
};
const one = z.object({ id: idParam });

export const budgetEndpoints = {
  list: defineEndpoint({
    id: 'budgets.list',
    method: 'GET',
    path: '/api/v1/budgets',
    summary: 'Budgets of the reader’s organizations with what each is used by, those that hold first; at most 200',
    allow: readsBudgets,
    shape: {
      query: z.object({ organization_id: idParam.optional() }),
      output: z.object({ data: z.array(budget), /** Whether the reader adds one. */ add: ability }),
    },
    errors: ['not_found'],
  }),
  read: defineEndpoint({
    id: 'budgets.read',
    method: 'GET',
    path: '/api/v1/budgets/{id}',
    summary: 'A budget with what was set, changed and let through, the newest first',
    allow: readsBudgets,
    shape: { params: one, output: budget.extend({ history: z.array(history) }) },
    errors: ['not_found'],
  }),
  add: defineEndpoint({
    id: 'budgets.add',
    method: 'POST',
    path: '/api/v1/budgets',
    summary: 'Adds a budget of an organization, one of its requesters, a matter or a cost center',
    allow: readsBudgets,
    success: 201,
    idempotent: true,
    shape: {
      body: z.object({
        ...terms,
        organization_id: idParam,
        sort: z.enum(BUDGET_SORTS),
        requester_id: idParam.nullable().default(null),
        /** The matter's number, or the cost center, as orders have it. */
        named: z.string().trim().max(100).default(''),
        period: z.enum(BUDGET_PERIODS),
        starts_on: calendarDate,
      }),
      output: budget,
    },
    errors: ['not_found', 'invalid'],
    example: {
      organization_id: 12,
      sort: 'cost_center',
      named: 'Claims East',
      period: 'quarter',
      amount_cents: 2_500_000,
      warn_percent: 80,
      at_limit: 'stop',
      starts_on: '2027-01-01',
      ends_on: null,
    },
  }),
  change: defineEndpoint({
    id: 'budgets.change',
    method: 'PATCH',
    path: '/api/v1/budgets/{id}',
    summary: 'Changes the amount of a budget, when it warns, whether it stops, and its last day',
    allow: readsBudgets,
    shape: { params: one, body: z.object({ ...terms, lock_version: z.number().int() }), output: budget },
    errors: ['not_found', 'wrong_state', 'stale', 'invalid'],
  }),
  end: defineEndpoint({
    id: 'budgets.end',
    method: 'POST',
    path: '/api/v1/budgets/{id}/end',
    summary: 'Ends a budget: nothing is held to it any longer, and it stays to be read',
    allow: readsBudgets,
    shape: { params: one, body: z.object({ reason: z.string().trim().max(500).default('') }), output: budget },
    errors: ['not_found', 'wrong_state'],
  }),
};
