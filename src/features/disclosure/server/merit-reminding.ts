import { reminderIsOver } from '../../../core/late.ts';
import { DAY, startOfDay } from '../../../core/time.ts';
import type { Tx } from '../../../platform/command.ts';
import { organizationOf } from '../../../platform/db/organization.ts';
import { systemReviewRow } from '../../../platform/db/review-row.ts';
import { mailExpertSide, mailRequester } from '../../../platform/mail/about-review.ts';
import type { Ports } from '../../../platform/ports.ts';
import type { FeatureServer } from '../../../platform/workers.ts';
import { MERIT_REMIND_DAYS } from '../rules.ts';

/** The end of the day a certificate is asked for by, where the firm is. */
const endOf = (due_on: string, zone: string): Date => startOfDay(due_on, zone, 1);
const ahead = (end: Date, days: number): Date => new Date(end.getTime() - days * DAY);

/** Has the expert reminded of a request before its day ends, and the firm told once it has. */
export async function setMeritReminders(
  tx: Tx,
  reviewId: number,
  { id, due_on, zone }: { id: number; due_on: string; zone: string },
): Promise<void> {
  const end = endOf(due_on, zone);
  await tx.setDeadlines([
    ...MERIT_REMIND_DAYS.filter((days) => ahead(end, days) > tx.now).map((days) => ({
      review_id: reviewId,
      kind: 'merit_ahead' as const,
      key: `${id}:${days}`,
      due_at: ahead(end, days),
      payload: { request_id: id, days },
    })),
    { review_id: reviewId, kind: 'merit_passed', key: String(id), due_at: end, payload: { request_id: id } },
  ]);
}

/** Once a request is answered; one alone is open at a time. */
export const cancelMeritReminders = (tx: Tx, reviewId: number): Promise<void> =>
  tx.cancelDeadlines(reviewId, ['merit_ahead', 'merit_passed']);

/** What requests for certificates do by themselves until they are answered. */
export function meritReminding(ports: Ports) {
  /** A request that still waits for the expert who is on the matter. */
  const waiting = async (tx: Tx, reviewId: number, requestId: number) => {
    const review = await systemReviewRow(tx.system, reviewId);
    if (!review) return null;
    const request = await tx.system
      .selectFrom('merit_requests')
      .select('due_on')
      .where('id', '=', requestId)
      .where('review_id', '=', reviewId)
      .where('expert_profile_id', '=', review.expert_profile_id)
      .where('state', '=', 'asked')
      .executeTakeFirst();
    return request ? { review, due_on: request.due_on } : null;
  };
  return {
    deadlines: {
      async merit_ahead(tx, { review_id, payload }) {
        const found = await waiting(tx, review_id, payload.request_id);
        if (!found) return;
        const { review, due_on } = found;
        const { time_zone } = await organizationOf(tx.system, review.organization_id);
        const all = MERIT_REMIND_DAYS.map((days) => days * DAY);
        if (reminderIsOver(endOf(due_on, time_zone), tx.now, payload.days * DAY, all)) return 'over';
        await mailExpertSide(tx, ports, review, { template: 'merit_ahead', data: { due_on } });
      },
      async merit_passed(tx, { review_id, payload }) {
        const found = await waiting(tx, review_id, payload.request_id);
        if (found)
          await mailRequester(tx, ports, found.review, { template: 'merit_passed', data: { due_on: found.due_on } });
      },
    },
  } satisfies FeatureServer;
}
