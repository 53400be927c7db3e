import { type Cents, formatCents } from '../../../core/money.ts';
import { hoursText } from './time.ts';

/** What a task may take, and has taken. Null: no limit of that sort. */
export interface TaskMeter {
  budget_minutes: number;
  budget_cents: Cents | null;
  used_minutes: number;
  used_cents: Cents;
}
export interface MatterMeter {
  cap_cents: Cents | null;
  used_cents: Cents;
}

/**
 * Why work is not taken: the sentence for who records it, or null where the budget holds it. `amounts` false leaves sums
 * out, for who sees none.
 */
export function overBudget(
  more: { minutes: number; cents: Cents },
  task: TaskMeter,
  matter: MatterMeter,
  amounts: boolean,
): string | null {
  const left = Math.max(0, task.budget_minutes - task.used_minutes);
  if (more.minutes > 0 && more.minutes > left)
    return `${hoursText(left)} of ${hoursText(task.budget_minutes)} are left on this task. Ask for more hours; what you wrote stays here.`;
  if (task.budget_cents !== null && more.cents > 0 && task.used_cents + more.cents > task.budget_cents)
    return amounts
      ? `${formatCents(Math.max(0, task.budget_cents - task.used_cents))} of ${formatCents(task.budget_cents)} are left on this task. Ask for more hours; what you wrote stays here.`
      : 'This would go above the budget of the task. Ask for more hours; what you wrote stays here.';
  if (matter.cap_cents !== null && more.cents > 0 && matter.used_cents + more.cents > matter.cap_cents)
    return amounts
      ? `${formatCents(Math.max(0, matter.cap_cents - matter.used_cents))} of the ${formatCents(matter.cap_cents)} budgeted for the matter are left. The requester raises it in the order; what you wrote stays here.`
      : 'This would go above the budget of the matter. The requester raises it in the order; what you wrote stays here.';
  return null;
}
