import type { Tx } from '../../../platform/command.ts';
import type { Ports } from '../../../platform/ports.ts';
import type { ReviewAction } from '../../reviews/rules.ts';
import type { Departure } from '../rules.ts';
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
    /** Of who had accepted: how they leave, and what they hand over. Not where nothing was agreed. */
    departs?: { how: Departure; handover: string | null };
  },
): Promise<{ review_id: number; status: string }> {
  const { since, report_due_at } = await termOf(tx, review);
  const { status } = await ports.transition(tx, {
    review_id: review.id,
    action: how.action,
    reason: how.reason,
    patch: {
      expert_profile_id: null,
      matching_status: 'searching',
      schedule_status: 'none',
      // who follows is given time of their own
      report_due_at: null,
      report_status: 'none',
    },
  });
  if (review.expert_profile_id !== null)
    await ports.leaveReports(tx, review.id, { expert_profile_id: review.expert_profile_id, report_due_at });
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
  if (how.departs && since && review.expert_profile_id !== null)
    await tx.system
      .insertInto('departures')
      .values({
        review_id: review.id,
        expert_profile_id: review.expert_profile_id,
        engaged_at: since,
        left_at: tx.now,
        how: how.departs.how,
        reason: how.reason ?? '',
        handover: how.departs.handover,
      })
      .execute();
  const { due } = await retainerOf(tx.system, review.id);
  if (due > 0) await moveRetainer(tx, review.id, 'waived', due, { reason: 'The agreement it belonged to has ended.' });
  await tx.system.deleteFrom('engagements').where('review_id', '=', review.id).execute();
  await tx.cancelDeadlines(review.id, ['agreement_lapse']);
  if (review.expert_profile_id !== null)
    await ports.releaseExpert(tx, review.id, review.expert_profile_id, how.turned_down);
  return { review_id: review.id, status };
}

/** The term of who leads a matter: since when they do, and when their report is due. */
async function termOf(tx: Tx, review: EngagementReview): Promise<{ since: Date | null; report_due_at: Date | null }> {
  const row = await tx.system
    .selectFrom('reviews as r')
    .leftJoin('review_experts as x', (join) =>
      join.onRef('x.review_id', '=', 'r.id').on('x.part', '=', 'lead').on('x.until', 'is', null),
    )
    .select(['x.since', 'r.report_due_at'])
    .where('r.id', '=', review.id)
    .executeTakeFirstOrThrow();
  return { since: row.since, report_due_at: row.report_due_at };
}
