import { z } from 'zod';
import {
  type ActorKind,
  isExpertSide,
  isRequesterSide,
  isStaff,
  readsContents,
  seesWorkAmounts,
} from '../../core/actor.ts';
import { calendarDate, defineEndpoint, idParam, instant, kindName, nothing } from '../../core/endpoint.ts';
import { reviewCommand } from '../../core/review-command.ts';
import { expenseBody, expensesView, leftExpense, receiptView } from './contract/expenses.ts';
import { ENTRY_MOST, TASK_STATES, TASK_TYPE_NAMES } from './rules.ts';

const taskType = z.enum(TASK_TYPE_NAMES);
const per = z.enum(['hour', 'day']);
const cents = z.number().int();

const entry = z.object({
  id: z.number(),
  task_id: z.number(),
  worked_on: calendarDate,
  minutes: z.number(),
  /** Null to who sees no amounts. */
  amount_cents: cents.nullable(),
  narrative: z.string(),
  made_with: z.enum(['timer', 'hand', 'correction', 'session', 'called_off']),
  by: z.string(),
  made_at: instant,
  reverses: z.number().nullable(),
  reversed: z.boolean(),
});

const task = z.object({
  id: z.number(),
  type: taskType,
  note: z.string(),
  state: z.enum(TASK_STATES),
  due_on: calendarDate.nullable(),
  rate: z.object({ cents, per }).nullable(),
  budget_minutes: z.number().nullable(),
  budget_cents: cents.nullable(),
  used_minutes: z.number(),
  used_cents: cents.nullable(),
  asked_by: z.string(),
  request: z
    .object({ id: z.number(), minutes: z.number(), reason: z.string(), by: z.string(), asked_at: instant })
    .nullable(),
  /** What was answered last to a request for more. */
  last_answer: z.object({ state: z.enum(['granted', 'refused']), answer: z.string() }).nullable(),
  can: z.object({
    approve: z.boolean(),
    record: z.boolean(),
    ask_budget: z.boolean(),
    answer_budget: z.boolean(),
    finish: z.boolean(),
    reopen: z.boolean(),
    cancel: z.boolean(),
  }),
});

export const workView = z
  .object({
    review_id: z.number(),
    kind: kindName,
    today: calendarDate,
    /** Minutes to which time is rounded up. */
    step_minutes: z.number().int(),
    sees_amounts: z.boolean(),
    tasks: z.array(task),
    entries: z.array(entry),
    expenses: expensesView,
    matter: z.object({
      /** What is recorded, of what the reader sees. */
      used_minutes: z.number(),
      /** What that time came to. */
      used_cents: cents.nullable(),
      /** What expenses the reader sees take of the budget: approved ones, and those that wait for a word on it. */
      expenses_cents: cents.nullable(),
      cap_cents: cents.nullable(),
      /** What the budget still takes, of the whole matter. */
      left_cents: cents.nullable(),
    }),
    /** What is left of the retainer; null: none is known, or it is not for this reader. */
    retainer_cents: cents.nullable(),
    /** A statement for each month in which something was recorded, the newest first; null to who sees no amounts. */
    statements: z
      .array(
        z.object({
          month: z.string(),
          minutes: z.number().int(),
          total_cents: cents,
          /** How much of it was laid out. */
          expenses_cents: cents,
          from_retainer_cents: cents,
          due_cents: cents,
          final: z.boolean(),
          due_on: calendarDate.nullable(),
        }),
      )
      .nullable(),
    /** The reader’s own watch, wherever it runs. */
    timer: z
      .object({
        review_id: z.number(),
        task_id: z.number(),
        started_at: instant,
        stopped_at: instant.nullable(),
        /** As it would be recorded, once it is stopped. */
        minutes: z.number().nullable(),
      })
      .nullable(),
    agreed_rates: z.partialRecord(taskType, z.object({ cents, per })).nullable(),
    can: z.object({ request: z.boolean(), propose: z.boolean(), correct: z.boolean() }),
  })
  .meta({ id: 'MatterWork' });
export type WorkView = z.output<typeof workView>;
export type TaskView = WorkView['tasks'][number];
export type ExpenseView = WorkView['expenses']['list'][number];
export type { LeftExpense, ReceiptView } from './contract/expenses.ts';

type Who = { kind: ActorKind };
const params = z.object({ id: idParam });
const taskParams = z.object({ id: idParam, taskId: idParam });
const workers = ({ kind }: Who) => isExpertSide(kind);
const either = ({ kind }: Who) => isExpertSide(kind) || isRequesterSide(kind) || (isStaff(kind) && readsContents(kind));
/** Who sees what was laid out: the two sides of it, who assists there included, and admins. */
export const seesExpenseAmounts = (kind: ActorKind): boolean => seesWorkAmounts(kind) || isExpertSide(kind);
const orderers = ({ kind }: Who) => isRequesterSide(kind) || (isStaff(kind) && readsContents(kind));
const REFUSALS = ['not_found', 'forbidden', 'wrong_state', 'lost_race', 'invalid'] as const;
const post = (id: string, path: string) => reviewCommand(`hours.${id}`, `work/${path}`);
const rate = z.object({ cents: cents.min(0).max(10_000_000), per });
const minutes = z.number().int().min(1).max(ENTRY_MOST);
const budgetMinutes = z.number().int().min(1).max(100_000);
const budget_cents = cents.min(1).max(1_000_000_000).nullable();
const narrative = z.string().trim().min(1, 'Say what was done.').max(2000);
const reason = z.string().trim().min(1, 'Required').max(2000);

export const workEndpoints = {
  read: defineEndpoint({
    id: 'hours.read',
    method: 'GET',
    path: '/api/v1/{kind}/{id}/work',
    summary: 'Tasks of a legal case, time on them, and what their budgets still take',
    allow: either,
    shape: { params, output: workView },
    errors: ['not_found'],
  }),
  statement: defineEndpoint({
    id: 'hours.statement',
    method: 'GET',
    path: '/api/v1/{kind}/{id}/work/statements/{month}',
    summary: 'The statement of a month as PDF; of one that is over the same bytes each time',
    allow: ({ kind }) => seesWorkAmounts(kind),
    shape: {
      params: z.object({ id: idParam, month: z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/) }),
      output: nothing,
    },
    errors: ['not_found'],
    raw: 'application/pdf',
  }),
  request: defineEndpoint({
    ...post('request', 'tasks'),
    summary: 'Asks for a task: the requester with rate and budget, which approves it; the expert without, for approval',
    allow: either,
    shape: {
      params,
      body: z.object({
        type: taskType,
        note: z.string().trim().max(2000).default(''),
        due_on: calendarDate.nullable().default(null),
        rate: rate.nullable().default(null),
        budget_minutes: budgetMinutes,
        budget_cents: budget_cents.default(null),
      }),
      output: workView,
    },
    errors: REFUSALS,
  }),
  approve: defineEndpoint({
    ...post('approve', 'tasks/{taskId}/approve'),
    summary: 'Approves a proposed task with its rate and budget',
    allow: orderers,
    shape: {
      params: taskParams,
      body: z.object({ rate, budget_minutes: budgetMinutes, budget_cents }),
      output: workView,
    },
    errors: REFUSALS,
  }),
  move: defineEndpoint({
    ...post('move', 'tasks/{taskId}/move'),
    summary: 'Finishes a task, opens it again, or cancels it',
    allow: either,
    shape: { params: taskParams, body: z.object({ act: z.enum(['finish', 'reopen', 'cancel']) }), output: workView },
    errors: REFUSALS,
  }),
  record: defineEndpoint({
    ...post('record', 'tasks/{taskId}/entries'),
    summary: 'Records time by hand. Refuses what would go above an approved budget',
    allow: workers,
    shape: { params: taskParams, body: z.object({ worked_on: calendarDate, minutes, narrative }), output: workView },
    errors: REFUSALS,
  }),
  correct: defineEndpoint({
    ...post('correct', 'entries/{entryId}/correct'),
    summary: 'Reverses an entry, and records it anew where it was not all wrong; both stay on record',
    allow: workers,
    shape: {
      params: z.object({ id: idParam, entryId: idParam }),
      body: z.object({ instead: z.object({ worked_on: calendarDate, minutes, narrative }).nullable(), reason }),
      output: workView,
    },
    errors: REFUSALS,
  }),
  addReceipt: defineEndpoint({
    id: 'hours.add_receipt',
    method: 'POST',
    path: '/api/v1/{kind}/{id}/work/receipts',
    summary: 'Keeps a receipt for an expense that is recorded next: the bytes of a PDF, JPEG or PNG',
    allow: workers,
    shape: { params, query: z.object({ name: z.string().trim().min(1).max(200) }), output: receiptView },
    errors: [
      'not_found',
      'forbidden',
      'wrong_state',
      'invalid',
      'too_large',
      'unsupported_type',
      'storage_full',
      'throttled',
    ],
  }),
  receipt: defineEndpoint({
    id: 'hours.receipt',
    method: 'GET',
    path: '/api/v1/{kind}/{id}/work/receipts/{receiptId}',
    summary: 'A receipt: of one’s own before it is recorded, of what is recorded for both sides',
    allow: ({ kind }) => seesExpenseAmounts(kind),
    shape: { params: z.object({ id: idParam, receiptId: idParam }), output: nothing },
    errors: ['not_found'],
    raw: '*/*',
  }),
  recordExpense: defineEndpoint({
    ...post('record_expense', 'expenses'),
    summary: 'Records an expense with its receipt. What the budget does not hold is kept apart until the firm answers',
    allow: workers,
    shape: { params, body: expenseBody, output: workView },
    errors: REFUSALS,
  }),
  correctExpense: defineEndpoint({
    ...post('correct_expense', 'expenses/{expenseId}/correct'),
    summary: 'Takes an expense back, and records another in its place where it was not all wrong; both stay on record',
    allow: workers,
    shape: {
      params: z.object({ id: idParam, expenseId: idParam }),
      body: z.object({ instead: expenseBody.nullable(), reason }),
      output: workView,
    },
    errors: REFUSALS,
  }),
  leftExpenses: defineEndpoint({
    id: 'hours.left_expenses',
    method: 'GET',
    path: '/api/v1/left_expenses',
    summary: 'One’s own expenses of matters one is no longer on, with what the firm answered; nothing else of those',
    allow: workers,
    shape: { output: z.object({ data: z.array(leftExpense) }) },
  }),
  answerExpense: defineEndpoint({
    ...post('answer_expense', 'expenses/{expenseId}/answer'),
    summary: 'Approves an expense, above the budget where it is held; or questions it with a reason',
    allow: orderers,
    shape: {
      params: z.object({ id: idParam, expenseId: idParam }),
      body: z.object({ approve: z.boolean(), reason: z.string().trim().max(2000).default('') }),
      output: workView,
    },
    errors: REFUSALS,
  }),
  startTimer: defineEndpoint({
    ...post('start_timer', 'tasks/{taskId}/timer'),
    summary: 'Starts one’s own timer on a task',
    allow: workers,
    shape: { params: taskParams, body: z.object({}).default({}), output: workView },
    errors: REFUSALS,
  }),
  stopTimer: defineEndpoint({
    ...post('stop_timer', 'timer/stop'),
    summary: 'Stops one’s own timer; what it measured waits to be recorded',
    allow: workers,
    shape: { params, body: z.object({}).default({}), output: workView },
    errors: REFUSALS,
  }),
  recordTimer: defineEndpoint({
    ...post('record_timer', 'timer/record'),
    summary: 'Records what the timer measured. Where the budget does not hold it, it keeps waiting',
    allow: workers,
    shape: { params, body: z.object({ narrative }), output: workView },
    errors: REFUSALS,
  }),
  discardTimer: defineEndpoint({
    ...post('discard_timer', 'timer/discard'),
    summary: 'Throws away what one’s own timer measured',
    allow: workers,
    shape: { params, body: z.object({}).default({}), output: workView },
    errors: REFUSALS,
  }),
  askBudget: defineEndpoint({
    ...post('ask_budget', 'tasks/{taskId}/budget_requests'),
    summary: 'Asks for more hours on a task, with the reason',
    allow: workers,
    shape: { params: taskParams, body: z.object({ minutes: budgetMinutes, reason }), output: workView },
    errors: REFUSALS,
  }),
  answerBudget: defineEndpoint({
    ...post('answer_budget', 'budget_requests/{requestId}/answer'),
    summary: 'Approves more hours, or refuses them with a reason',
    allow: orderers,
    shape: {
      params: z.object({ id: idParam, requestId: idParam }),
      body: z.object({ grant: z.boolean(), answer: z.string().trim().max(2000).default('') }),
      output: workView,
    },
    errors: REFUSALS,
  }),
};
