import type { Tx } from '../../../platform/command.ts';
import { holdReview } from '../../../platform/db/hold-review.ts';
import { drawnFrom, type RetainerEvent, settledBy } from '../rules.ts';
import { heldAgreement, retainerOf } from './load.ts';

/** What used a retainer, so that it does so once. */
export interface RetainerCause {
  review_id: number;
  cause: 'time_entry' | 'expense';
  cause_id: number;
}

interface Moved {
  moved_on?: string;
  method?: 'check' | 'ach' | 'wire' | 'card' | 'other';
  reference?: string;
  reason?: string;
  cause?: RetainerCause['cause'];
  cause_id?: number;
}

/** Writes down one thing that happened to a retainer, and says that it did. */
export async function moveRetainer(
  tx: Tx,
  review_id: number,
  event: RetainerEvent,
  cents: number,
  more: Moved = {},
): Promise<void> {
  await tx.system
    .insertInto('retainer_movements')
    .values({
      review_id,
      event,
      cents,
      settles_cents: settledBy(await retainerOf(tx.system, review_id), event, cents),
      at: tx.now,
      by_user: tx.actor.kind === 'system' ? null : tx.actor.user_id,
      ...more,
    })
    .execute();
  await tx.emit('retainer.moved', { review_id, event }, review_id);
}

/**
 * Takes an amount from the retainer, as far as it goes, once for each cause; answers how many cents that were. What was agreed
 * follows by itself: more is asked for, or work rests. Where no agreement holds nothing is taken.
 */
export async function useRetainer(
  tx: Tx,
  { review_id, cause, cause_id, cents }: RetainerCause & { cents: number },
): Promise<number> {
  await holdReview(tx.system, review_id);
  const before = await tx.system
    .selectFrom('retainer_movements')
    .select('cents')
    .where('cause', '=', cause)
    .where('cause_id', '=', cause_id)
    .where('event', '=', 'used')
    .executeTakeFirst();
  if (before) return before.cents;
  if (!(await heldAgreement(tx.system, review_id))) return 0;
  const drawn = drawnFrom(await retainerOf(tx.system, review_id), cents);
  if (drawn > 0) await moveRetainer(tx, review_id, 'used', drawn, { cause, cause_id });
  return drawn;
}

/** Gives back what a cause took of the retainer, where it was corrected; done twice it is given back once. */
export async function unuseRetainer(tx: Tx, { review_id, cause, cause_id }: RetainerCause): Promise<void> {
  await holdReview(tx.system, review_id);
  const rows = await tx.system
    .selectFrom('retainer_movements')
    .select(['event', 'cents'])
    .where('cause', '=', cause)
    .where('cause_id', '=', cause_id)
    .execute();
  const used = rows.find(({ event }) => event === 'used');
  if (!used || rows.some(({ event }) => event === 'unused')) return;
  await moveRetainer(tx, review_id, 'unused', used.cents, { cause, cause_id });
}
