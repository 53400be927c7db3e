import type { Selectable } from 'kysely';
import { type Actor, seesWorkAmounts } from '../../../core/actor.ts';
import { Refusal } from '../../../core/errors.ts';
import type { Tx } from '../../../platform/command.ts';
import type { ReviewTasks } from '../../../platform/db/types.ts';
import type { Ports } from '../../../platform/ports.ts';
import { amountOf, stepped } from '../../billing/rules.ts';
import { overBudget, workTime } from '../rules.ts';
import { lastDay, meters, type WorkReview } from './load.ts';

export type Task = Selectable<ReviewTasks>;

/** Time on a task as it is to be recorded. */
export interface NewEntry {
  worked_on: string;
  minutes: number;
  narrative: string;
  made_with: 'timer' | 'hand' | 'correction' | 'session';
}

/** Adds an entry as `tryTime` does; refuses where that answers a refusal. */
export async function enterTime(...asked: Parameters<typeof tryTime>): Promise<number> {
  const entered = await tryTime(...asked);
  if (entered instanceof Refusal) throw entered;
  return entered;
}

/**
 * Adds an entry to a task, where its budgets hold it, and uses the retainer for it. For who holds the matter's lock. Answers its
 * number, or why not: `invalid` for a day that cannot be, `wrong_state` with the sentence where a budget does not hold it.
 */
export async function tryTime(
  tx: Tx<Actor>,
  ports: Pick<Ports, 'agreedTerms'>,
  review: WorkReview,
  task: Task,
  entry: NewEntry,
): Promise<number | Refusal> {
  if (entry.worked_on > (await lastDay(tx.system, review, tx.now))) {
    const message = workTime(review) === 'late' ? 'No work was under way on that day.' : 'This date is in the future.';
    return new Refusal('invalid', undefined, { errors: [{ path: 'worked_on', message }] });
  }
  const agreed = await ports.agreedTerms.of(tx.system, review.id);
  const minutes = stepped(entry.minutes, agreed?.step_minutes ?? review.step_minutes);
  const cents = amountOf(minutes, { cents: task.rate_cents ?? 0, per: task.rate_per ?? 'hour' });
  const { task: meter, matter } = await meters(tx.system, review, task.id, agreed);
  const over = overBudget({ minutes, cents }, meter, matter, seesWorkAmounts(tx.actor.kind));
  if (over !== null) return new Refusal('wrong_state', over);
  return insertEntry(tx, ports, review.id, task.id, { ...entry, minutes, cents, made_by: tx.actor.user_id });
}

/** Writes an entry down as it is, uses the retainer for what it comes to, and answers its number. */
export async function insertEntry(
  tx: Tx,
  ports: Pick<Ports, 'agreedTerms'>,
  review_id: number,
  task_id: number,
  {
    cents,
    ...entry
  }: Omit<NewEntry, 'made_with'> & { cents: number; made_with: NewEntry['made_with'] | 'called_off'; made_by: number },
): Promise<number> {
  const { id } = await tx.system
    .insertInto('time_entries')
    .values({ ...entry, review_id, task_id, amount_cents: cents, made_at: tx.now })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (cents > 0) await ports.agreedTerms.retainer.use(tx, { review_id, cause: 'time_entry', cause_id: id, cents });
  await tx.audit({
    action: 'work.time_recorded',
    review_id,
    subject: `time_entry:${id}`,
    data: { minutes: entry.minutes },
  });
  return id;
}
