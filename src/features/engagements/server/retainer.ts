import type { Tx } from '../../../platform/command.ts';
import type { RetainerCause, RetainerPort } from '../ports.ts';
import { drawnFrom, type RetainerEvent } from '../rules.ts';
import { heldAgreement, holdReview, retainerOf } from './load.ts';

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
      at: tx.now,
      by_user: tx.actor.kind === 'system' ? null : tx.actor.user_id,
      ...more,
    })
    .execute();
  await tx.emit('retainer.moved', { review_id }, review_id);
}

/** See the port. */
export const retainerPort: RetainerPort = {
  standing: async (db, review_id) => ((await heldAgreement(db, review_id)) ? retainerOf(db, review_id) : null),
  async use(tx, { review_id, cause, cause_id, cents }) {
    await holdReview(tx.system, review_id);
    const before = await tx.system
      .selectFrom('retainer_movements')
      .select('cents')
      .where('cause', '=', cause)
      .where('cause_id', '=', cause_id)
      .where('event', '=', 'used')
      .executeTakeFirst();
    if (before) return Number(before.cents);
    if (!(await heldAgreement(tx.system, review_id))) return 0;
    const drawn = drawnFrom(await retainerOf(tx.system, review_id), cents);
    if (drawn > 0) await moveRetainer(tx, review_id, 'used', drawn, { cause, cause_id });
    return drawn;
  },
  async unuse(tx, { review_id, cause, cause_id }) {
    await holdReview(tx.system, review_id);
    const rows = await tx.system
      .selectFrom('retainer_movements')
      .select(['event', 'cents'])
      .where('cause', '=', cause)
      .where('cause_id', '=', cause_id)
      .execute();
    const used = rows.find(({ event }) => event === 'used');
    if (!used || rows.some(({ event }) => event === 'unused')) return;
    await moveRetainer(tx, review_id, 'unused', Number(used.cents), { cause, cause_id });
  },
};
