import type { Tx } from '../../../platform/command.ts';
import type { Ports } from '../../../platform/ports.ts';
import type { ReviewAction } from '../../reviews/rules.ts';
import { type EngagementReview, retainerOf } from './load.ts';
import { moveRetainer } from './retainer.ts';

/**
 * Takes the expert off a matter by this action: what was agreed or talked over with them ends, and stays on record. Refuses as the
 * action does. Answers the state it then has.
 */
export async function leaveMatter(
  tx: Tx,
  ports: Ports,
  review: EngagementReview,
  how: {
    action: ReviewAction;
    reason?: string;
    turned_down: 'conflict' | 'fee' | 'other';
    versions: 'refused' | 'lapsed' | 'ended';
  },
): Promise<{ review_id: number; status: string }> {
  const { status } = await ports.transition(tx, {
    review_id: review.id,
    action: how.action,
    reason: how.reason,
    patch: { expert_profile_id: null, matching_status: 'searching', schedule_status: 'none' },
  });
  await tx.system
    .updateTable('agreement_versions')
    .set({ status: how.versions })
    .where('review_id', '=', review.id)
    .where('status', '=', 'open')
    .execute();
  await tx.system
    .updateTable('agreement_versions')
    .set({ status: 'ended' })
    .where('review_id', '=', review.id)
    .where('status', '=', 'signed')
    .execute();
  const { due } = await retainerOf(tx.system, review.id);
  if (due > 0) await moveRetainer(tx, review.id, 'waived', due, { reason: 'The agreement it belonged to has ended.' });
  await tx.system.deleteFrom('engagements').where('review_id', '=', review.id).execute();
  await tx.cancelDeadlines(review.id, ['agreement_lapse']);
  if (review.expert_profile_id !== null)
    await ports.releaseExpert(tx, review.id, review.expert_profile_id, how.turned_down);
  return { review_id: review.id, status };
}
