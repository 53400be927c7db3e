import type { Tx } from '../../../platform/command.ts';
import { emittedAt } from '../../../platform/db/emitted-at.ts';
import { systemReviewRow } from '../../../platform/db/review-row.ts';
import { mailRequester } from '../../../platform/mail/about-review.ts';
import type { Ports } from '../../../platform/ports.ts';
import { type EventHandler, onAction, onEvent } from '../../../platform/workers.ts';
import { EXPERT_LEAVES } from '../../reviews/rules/actions.ts';
import { packetsOf, standing } from './load.ts';

/** Who left a matter last, as it stood at an instant. */
export const lastToLeave = (tx: Tx, reviewId: number, then: Date) =>
  tx.system
    .selectFrom('review_experts')
    .select('expert_profile_id')
    .where('review_id', '=', reviewId)
    .where('until', '<=', then)
    .orderBy('until', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Where an expert leaves a matter whose disclosure was asked for or signed, the firm is told what becomes of it. */
export const tellOfLeaving = (ports: Ports): EventHandler =>
  onEvent({
    name: 'disclosure.expert_left',
    tells: true,
    topics: ['review.transitioned'],
    when: onAction(...EXPERT_LEAVES),
    run: async (tx, { id, review_id }) => {
      const review = review_id === null ? undefined : await systemReviewRow(tx.system, review_id);
      if (!review) return;
      const left = await lastToLeave(tx, review.id, await emittedAt(tx.system, id));
      if (!left) return;
      const { expert_profile_id } = left;
      const own = (await packetsOf(tx.system, review.id)).filter((one) => one.expert_profile_id === expert_profile_id);
      const asked = await tx.system
        .selectFrom('disclosures')
        .select('id')
        .where('review_id', '=', review.id)
        .where('expert_profile_id', '=', expert_profile_id)
        .where('asked_at', 'is not', null)
        .executeTakeFirst();
      const signed = standing(own) !== undefined;
      if (signed || asked) await mailRequester(tx, ports, review, { template: 'disclosure_left', data: { signed } });
    },
  });
