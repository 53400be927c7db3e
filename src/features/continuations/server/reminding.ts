import { reminderIsOver } from '../../../core/late.ts';
import { DAY } from '../../../core/time.ts';
import { KINDS } from '../../../core/kinds.ts';
import type { Tx } from '../../../platform/command.ts';
import { expertOf, mailEach, requesterOf } from '../../../platform/mail/about-review.ts';
import type { Ports } from '../../../platform/ports.ts';
import type { DeadlineHandlers } from '../../../platform/workers.ts';
import { REMIND_DAYS } from '../rules.ts';
import { newestOf } from './load.ts';

const SIDES = ['expert', 'requester'] as const;

/** Reminds the expert of what was just asked, and tells who asked where that did not help. */
export async function setReminders(tx: Tx, reviewId: number): Promise<void> {
  const row = await newestOf(tx.system, reviewId);
  if (!row) return;
  await tx.setDeadlines(
    SIDES.map((to) => ({
      review_id: reviewId,
      kind: 'continuation_waits' as const,
      key: `${row.id}:${to}`,
      due_at: new Date(tx.now.getTime() + REMIND_DAYS[to] * DAY),
      payload: { asked_id: row.id, to },
    })),
  );
}

/** What a continuation does by itself while its expert has not answered. */
export const remindingOf = (ports: Ports) =>
  ({
    async continuation_waits(tx, { review_id, payload }) {
      const row = await newestOf(tx.system, review_id);
      if (row?.id !== payload.asked_id || row.state !== 'asked') return;
      const review = await tx.system
        .selectFrom('reviews')
        .select(['id', 'kind', 'requester_id', 'expert_profile_id'])
        .where('id', '=', review_id)
        .executeTakeFirstOrThrow();
      if (review.expert_profile_id !== row.expert_profile_id) return;
      const link = `/${KINDS[review.kind].slug}/${review.id}`;
      const { to } = payload;
      const whoAsked = new Date(row.asked_at.getTime() + REMIND_DAYS.requester * DAY);
      const ahead = (REMIND_DAYS.requester - REMIND_DAYS.expert) * DAY;
      // who asked is told by now that it did not come
      if (to === 'expert' && reminderIsOver(whoAsked, tx.now, ahead)) return 'over';
      const people =
        to === 'expert'
          ? await expertOf(tx.system, row.expert_profile_id)
          : await requesterOf(tx.system, review.requester_id);
      await mailEach(tx, ports, { review_id, side: to, link }, people, {
        template: 'continuation_waits',
        data: { yours: to === 'expert' },
      });
    },
  }) satisfies Partial<DeadlineHandlers>;
