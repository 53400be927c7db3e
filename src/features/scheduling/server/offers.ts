import type { Tx } from '../../../platform/command.ts';

/** The times of a review that are on offer, soonest first. */
export function openOffers(tx: Tx, reviewId: number) {
  return tx.system
    .selectFrom('time_offers')
    .select(['id', 'starts_at'])
    .where('review_id', '=', reviewId)
    .where('status', '=', 'open')
    .orderBy('starts_at')
    .execute();
}

/** Takes back every time that is still on offer. */
export async function withdrawOffers(tx: Tx, reviewId: number): Promise<void> {
  await tx.system
    .updateTable('time_offers')
    .set({ status: 'withdrawn' })
    .where('review_id', '=', reviewId)
    .where('status', '=', 'open')
    .execute();
  await tx.cancelDeadlines(reviewId, ['offer_lapse']);
}
