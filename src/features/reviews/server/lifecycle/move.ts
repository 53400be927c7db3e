import type { Tx } from '../../../../platform/command.ts';
import { ballOf } from '../../rules.ts';
import { loadById } from '../load.ts';
import { announce } from './transition.ts';

/** Writes whose move it is anew, where something else than a step has changed it: an expert's answer, an approval. */
export async function settleMove(tx: Tx, review_id: number): Promise<void> {
  const loaded = await loadById(tx.system, review_id, tx.now);
  if (!loaded) return;
  await tx.system
    .updateTable('reviews')
    .set({ ball: ballOf(loaded.facts), updated_at: tx.now })
    .where('id', '=', review_id)
    .execute();
  await announce(tx, loaded.row);
}
