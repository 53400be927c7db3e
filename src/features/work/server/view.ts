import { type Actor, isExpertSide, seesWorkAmounts } from '../../../core/actor.ts';
import type { Kind } from '../../../core/kinds.ts';
import type { ActorDb } from '../../../platform/db/actor-db.ts';
import { fullNameOf } from '../../../platform/db/full-name.ts';
import type { Ports } from '../../../platform/ports.ts';
import { stepped } from '../../billing/rules.ts';
import type { WorkView } from '../contract.ts';
import { measured, sidesOf, type TaskAct, taskAfter, workTime } from '../rules.ts';
import { expensesOf } from './expenses-view.ts';
import { statementsFor } from './statement.ts';
import { capOf, expensesCounted, isOfFormer, lastDay, loadWorkReview, seesTask, usedByTask } from './load.ts';

/** The work of a matter as this reader sees it. Refuses `not_found`. */
export async function workOf(
  db: ActorDb,
  ports: Ports,
  actor: Actor,
  kind: Kind,
  id: number,
  { now, mileage_tenths }: { now: Date; mileage_tenths: number },
): Promise<WorkView> {
  const review = await loadWorkReview(db, kind, id);
  const own = db.executor;
  const amounts = seesWorkAmounts(actor.kind);
  const sides = sidesOf(actor, review);
  const time = workTime(review);
  const used = await usedByTask(own, id);
  const all = await own
    .selectFrom('review_tasks')
    .innerJoin('users', 'users.id', 'review_tasks.asked_by')
    .selectAll('review_tasks')
    .select(fullNameOf('users').as('by'))
    .where('review_id', '=', id)
    .orderBy('review_tasks.id')
    .execute();
  const tasks = all.filter((task) => seesTask(actor, task));
  const shown = new Set(tasks.map((task) => task.id));
  const requests = await own
    .selectFrom('budget_requests')
    .innerJoin('users', 'users.id', 'budget_requests.asked_by')
    .selectAll('budget_requests')
    .select(fullNameOf('users').as('by'))
    .where('review_id', '=', id)
    .orderBy('budget_requests.id')
    .execute();
  const recorded = await own
    .selectFrom('time_entries')
    .innerJoin('users', 'users.id', 'time_entries.made_by')
    .selectAll('time_entries')
    .select(fullNameOf('users').as('by'))
    .where('review_id', '=', id)
    .orderBy('worked_on', 'desc')
    .orderBy('time_entries.id', 'desc')
    .execute();
  const entries = recorded.filter(({ task_id }) => shown.has(task_id));
  const timer = isExpertSide(actor.kind)
    ? await own.selectFrom('work_timers').selectAll().where('user_id', '=', actor.user_id).executeTakeFirst()
    : undefined;
  const reversed = new Set(entries.map((one) => one.reverses));
  const sumOf = (some: readonly { minutes: number; cents: number }[]) =>
    some.reduce((sum, one) => ({ minutes: sum.minutes + one.minutes, cents: sum.cents + one.cents }), {
      minutes: 0,
      cents: 0,
    });
  const sum = sumOf([...used].flatMap(([task_id, one]) => (shown.has(task_id) ? [one] : [])));
  const agreed = await ports.agreedTerms.of(own, id);
  const cap = await capOf(own, review, agreed);
  const step = agreed?.step_minutes ?? review.step_minutes;
  return {
    review_id: id,
    kind,
    today: await lastDay(own, review, now),
    step_minutes: step,
    sees_amounts: amounts,
    tasks: tasks.map((one) => {
      const ofTask = requests.filter(({ task_id }) => task_id === one.id);
      const open = ofTask.find(({ state }) => state === 'open');
      const last = ofTask.findLast(({ state }) => state !== 'open');
      const can = (act: TaskAct, when: boolean) => when && taskAfter(one.state, act, sides) !== null;
      const going = time === 'open';
      return {
        id: one.id,
        type: one.type,
        note: one.note,
        state: one.state,
        due_on: one.due_on,
        rate:
          amounts && one.rate_cents !== null && one.rate_per !== null
            ? { cents: one.rate_cents, per: one.rate_per }
            : null,
        budget_minutes: one.budget_minutes,
        budget_cents: amounts ? one.budget_cents : null,
        used_minutes: used.get(one.id)?.minutes ?? 0,
        used_cents: amounts ? (used.get(one.id)?.cents ?? 0) : null,
        asked_by: one.by,
        request: open
          ? {
              id: open.id,
              minutes: open.minutes,
              reason: open.reason,
              by: open.by,
              asked_at: open.asked_at.toISOString(),
            }
          : null,
        last_answer: last && last.state !== 'open' ? { state: last.state, answer: last.answer } : null,
        can: {
          approve: can('approve', going),
          record: can('record', time !== 'over'),
          ask_budget: can('ask_budget', time !== 'over') && !open,
          answer_budget: open !== undefined && time !== 'over' && sides.includes('requester'),
          finish: can('finish', time !== 'over'),
          reopen: can('reopen', going) && !isOfFormer(review, one),
          cancel: can('cancel', time !== 'over'),
        },
      };
    }),
    entries: entries.map((one) => ({
      id: one.id,
      task_id: one.task_id,
      worked_on: one.worked_on,
      minutes: one.minutes,
      amount_cents: amounts ? one.amount_cents : null,
      narrative: one.narrative,
      made_with: one.made_with,
      by: one.by,
      made_at: one.made_at.toISOString(),
      reverses: one.reverses,
      reversed: reversed.has(one.id),
    })),
    expenses: await expensesOf(db, actor, review, { agreed_at: agreed?.agreed_at ?? null, mileage_tenths }),
    matter: {
      used_minutes: sum.minutes,
      used_cents: amounts ? sum.cents : null,
      expenses_cents: amounts ? await expensesCounted(own, id, (one) => seesTask(actor, one)) : null,
      cap_cents: amounts ? cap : null,
      // of the whole matter, for everybody: it is what refuses
      left_cents:
        amounts && cap !== null
          ? Math.max(0, cap - sumOf([...used.values()]).cents - (await expensesCounted(own, id)))
          : null,
    },
    retainer_cents: amounts ? await ports.agreedTerms.retainer.balance(own, id) : null,
    statements: amounts ? await statementsFor(own, ports, actor, review, now) : null,
    timer: timer
      ? {
          review_id: timer.review_id,
          task_id: timer.task_id,
          started_at: timer.started_at.toISOString(),
          stopped_at: timer.stopped_at?.toISOString() ?? null,
          minutes: timer.stopped_at ? stepped(measured(timer.started_at, timer.stopped_at), step) : null,
        }
      : null,
    agreed_rates: amounts ? (agreed?.rates ?? null) : null,
    can: {
      request: time === 'open' && sides.includes('requester'),
      propose: time === 'open' && sides.includes('expert'),
      correct: time !== 'over' && sides.includes('expert'),
    },
  };
}
