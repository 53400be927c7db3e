import { DAY } from '../../../core/time.ts';
import type { SystemActor } from '../../../core/actor.ts';
import type { Tx } from '../../../platform/command.ts';
import { holdReview } from '../../../platform/db/hold-review.ts';
import { json } from '../../../platform/db/json.ts';
import { isOnLegalHold } from '../../../platform/db/legal-hold.ts';
import { systemReviewRow } from '../../../platform/db/review-row.ts';
import type { Ports } from '../../../platform/ports.ts';
import { onEvent } from '../../../platform/workers.ts';
import { reportAt } from './view.ts';

/*
 * Where both sides agreed that no drafts are kept, a draft that was never signed goes a day after the matter ended without it, or its
 * expert left: what is signed replaces its draft anyway. A legal hold keeps it until the hold is lifted; what was audited stays.
 */

/** What was never signed of who leads the matter, or the one report of who left it. */
const unsigned = (tx: Tx, reviewId: number, { report_id }: Of) =>
  tx.system
    .selectFrom('reports')
    .select('id')
    .where('review_id', '=', reviewId)
    .where('signed_at', 'is', null)
    .$if(report_id === undefined, (q) => q.where('left_at', 'is', null))
    .$if(report_id !== undefined, (q) => q.where('id', '=', report_id ?? 0));
type Of = { report_id?: number };

const look = (tx: Tx, reviewId: number, payload: Of) =>
  tx.setDeadline({
    review_id: reviewId,
    kind: 'unsigned_draft_purge',
    key: tx.now.toISOString(),
    due_at: new Date(tx.now.getTime() + DAY),
    payload,
  });

/** Marks a draft that is left when a matter ends. */
export const noDraftsLeft = (ports: Ports) =>
  onEvent({
    name: 'reports.no_drafts',
    topics: ['review.transitioned'],
    // a report that is asked for, written or checked is still on its way
    when: ({ payload }) => payload.action === 'cancel',
    run: async (tx, { review_id }) => {
      if (review_id === null || !(await ports.keepsNoDrafts(tx.system, review_id))) return;
      if (await unsigned(tx, review_id, {}).executeTakeFirst()) await look(tx, review_id, {});
    },
  });

/** Marks the draft of an expert who leaves the matter, where what was agreed with them says so. */
export async function noDraftsLeftBehind(
  tx: Tx,
  ports: Pick<Ports, 'keepsNoDrafts'>,
  reviewId: number,
  report_id: number,
): Promise<void> {
  if (await ports.keepsNoDrafts(tx.system, reviewId)) await look(tx, reviewId, { report_id });
}

/** Removes it once its day came. */
export async function removeUnsigned(tx: Tx<SystemActor>, reviewId: number, of: Of): Promise<void> {
  await holdReview(tx.system, reviewId);
  const review = await systemReviewRow(tx.system, reviewId);
  if (!review || (of.report_id === undefined && reportAt(review) !== undefined)) return;
  if (await isOnLegalHold(tx.system, reviewId)) return look(tx, reviewId, of);
  const gone = await tx.system
    .deleteFrom('report_answers')
    .where('report_id', 'in', unsigned(tx, reviewId, of))
    .executeTakeFirst();
  await tx.system
    .updateTable('reports')
    .set({ citations: json({}), returned_note: null, returned_sections: null, updated_at: tx.now })
    .where('id', 'in', unsigned(tx, reviewId, of))
    .execute();
  if (gone.numDeletedRows > 0n)
    await tx.audit({
      action: 'report.draft_removed',
      review_id: reviewId,
      organization_id: review.organization_id,
      timeline: true,
    });
}
