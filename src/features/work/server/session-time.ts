import type { Actor } from '../../../core/actor.ts';
import { Refusal } from '../../../core/errors.ts';
import type { Kind } from '../../../core/kinds.ts';
import type { Tx } from '../../../platform/command.ts';
import type { Ports } from '../../../platform/ports.ts';
import type { TaskType } from '../rules.ts';
import { insertEntry, type Task, tryTime } from './enter-time.ts';
import { loadWorkReview } from './load.ts';

const taskOf = (tx: Tx, taskId: number): Promise<Task> =>
  tx.system.selectFrom('review_tasks').selectAll().where('id', '=', taskId).executeTakeFirstOrThrow();

/**
 * The time of depositions and trials on the work of their matter, for who holds the matter's lock: a session that is asked for
 * brings its task with rate and hours, which asking approves; held, it is recorded within them; called off, it is charged as agreed.
 */
export const sessionTime = (ports: Pick<Ports, 'agreedTerms'>) => ({
  /** Asks for the task of a session and approves it. Refuses `wrong_state` where nothing was agreed. Answers its number. */
  async plan(
    tx: Tx<Actor>,
    of: { review_id: number; type: TaskType; minutes: number; due_on: string; note: string },
  ): Promise<number> {
    const rate = (await ports.agreedTerms.of(tx.system, of.review_id))?.rates[of.type];
    if (!rate) throw new Refusal('wrong_state', 'Testimony is set once the agreement with its rates is signed.');
    const { id } = await tx.system
      .insertInto('review_tasks')
      .values({
        review_id: of.review_id,
        expert_profile_id: (eb) => eb.selectFrom('reviews').select('expert_profile_id').where('id', '=', of.review_id),
        type: of.type,
        note: of.note,
        state: 'approved',
        due_on: of.due_on,
        rate_cents: rate.cents,
        rate_per: rate.per,
        budget_minutes: of.minutes,
        asked_by: tx.actor.user_id,
        asked_at: tx.now,
        approved_by: tx.actor.user_id,
        approved_at: tx.now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx.audit({ action: 'work.task_requested', review_id: of.review_id, subject: `review_task:${id}` });
    return id;
  },

  /** The task's new day, and its hours where more of them are expected; fewer take none away. */
  async plannedAnew(tx: Tx, task_id: number, { minutes, due_on }: { minutes: number; due_on: string }): Promise<void> {
    const task = await taskOf(tx, task_id);
    await tx.system
      .updateTable('review_tasks')
      .set({ due_on, budget_minutes: Math.max(minutes, task.budget_minutes ?? 0) })
      .where('id', '=', task_id)
      .execute();
  },

  /** Records the time of a session and finishes its task; answers the entry, or why the budget does not hold it. */
  async record(
    tx: Tx<Actor>,
    of: { kind: Kind; review_id: number; task_id: number; worked_on: string; minutes: number; narrative: string },
  ): Promise<{ entry_id: number } | { over: string }> {
    const review = await loadWorkReview(tx.db, of.kind, of.review_id);
    const { worked_on, minutes, narrative } = of;
    const task = await taskOf(tx, of.task_id);
    if (task.state === 'cancelled') return { over: 'Its task was canceled. The firm asks for one anew.' };
    const entered = await tryTime(tx, ports, review, task, { worked_on, minutes, narrative, made_with: 'session' });
    // a day on which work rested is refused at its field, which a session does not have
    if (entered instanceof Refusal) return { over: entered.errors[0]?.message ?? entered.message };
    await tx.system.updateTable('review_tasks').set({ state: 'done' }).where('id', '=', task.id).execute();
    return { entry_id: entered };
  },

  /** Charges a session that was called off or moved late: an amount without minutes, which is agreed and asks no budget. */
  charge: (
    tx: Tx,
    of: { review_id: number; task_id: number; worked_on: string; cents: number; narrative: string; made_by: number },
  ): Promise<number> => {
    const { review_id, task_id, ...entry } = of;
    return insertEntry(tx, ports, review_id, task_id, { ...entry, minutes: 0, made_with: 'called_off' });
  },

  /** The task of a session that takes place no more: done where it was charged, canceled where not. */
  async drop(tx: Tx, task_id: number, charged: boolean): Promise<void> {
    await tx.system
      .updateTable('review_tasks')
      .set({ state: charged ? 'done' : 'cancelled' })
      .where('id', '=', task_id)
      .execute();
  },
});
