import type { SystemActor } from '../../../core/actor.ts';
import type { Tx } from '../../../platform/command.ts';
import type { Ports } from '../../../platform/ports.ts';
import { type FeatureServer, onAction, onEvent } from '../../../platform/workers.ts';
import { stateRow } from '../../reviews/rules/kinds.ts';
import { restsFor, toReplenish } from '../rules.ts';
import { leaveMatter } from './leaving.ts';
import { heldAgreement, holdReview, retainerOf, systemEngagementReview } from './load.ts';
import { mailExpert, mailMatching, mailRequester } from './mailing.ts';
import { moveRetainer } from './retainer.ts';

/** What engagements do by themselves: ask for the agreement, let it lapse, and see to the retainer as was agreed. */
export function eventHandlers(ports: Ports) {
  return {
    events: [
      onEvent({
        name: 'engagements.ask_agreement',
        tells: true,
        topics: ['review.transitioned'],
        when: onAction('accept'),
        run: async (tx, event) => {
          const review =
            event.review_id === null ? undefined : await systemEngagementReview(tx.system, event.review_id);
          if (review) await mailRequester(tx, ports, review, { template: 'agreement_to_propose', data: {} });
        },
      }),
      onEvent({
        name: 'engagements.retainer',
        topics: ['retainer.moved'],
        run: async (tx, { payload: { review_id } }) => seeToRetainer(tx, ports, review_id),
      }),
      onEvent({
        name: 'engagements.purge',
        topics: ['review.transitioned'],
        when: onAction('purge'),
        run: async (tx, event) => {
          if (event.review_id !== null) await purge(tx, event.review_id);
        },
      }),
    ],
    deadlines: {
      async agreement_lapse(tx, deadline) {
        await holdReview(tx.system, deadline.review_id);
        const review = await systemEngagementReview(tx.system, deadline.review_id);
        const version = await tx.system
          .selectFrom('agreement_versions')
          .select('status')
          .where('id', '=', deadline.payload.version_id)
          .executeTakeFirst();
        if (!review || version?.status !== 'open') return;
        // while the matter rests nothing lapses: it is proposed anew when it goes on
        if (stateRow(review.kind, review.status).agreement !== 'open') return;
        await leaveMatter(tx, ports, review, { action: 'lapse_agreement', turned_down: 'other', versions: 'lapsed' });
        const mail = { template: 'agreement_ended', data: { lapsed: true } } as const;
        await mailRequester(tx, ports, review, mail);
        await mailExpert(tx, ports, review, mail);
        await mailMatching(tx, ports, review, mail);
      },
    },
  } satisfies FeatureServer;
}

/** What was agreed of a retainer follows from how it stands: it is asked for again, work rests, work resumes. */
async function seeToRetainer(tx: Tx<SystemActor>, ports: Ports, reviewId: number): Promise<void> {
  await holdReview(tx.system, reviewId);
  const review = await systemEngagementReview(tx.system, reviewId);
  const held = await heldAgreement(tx.system, reviewId);
  if (!review || !held || review.bucket !== 'active') return;
  const stands = await retainerOf(tx.system, reviewId);
  // before the first payment it is asked for, and work has not begun
  if (stands.used > 0) {
    const more = toReplenish(stands, held.terms);
    if (more > 0) {
      await moveRetainer(tx, reviewId, 'asked', more);
      await mailRequester(tx, ports, review, { template: 'retainer_asked', data: {} });
    }
  }
  const { phase } = stateRow(review.kind, review.status);
  const rests = stands.used > 0 && restsFor(stands, held.terms);
  const set = (rests_since: Date | null) =>
    tx.system.updateTable('engagements').set({ rests_since }).where('review_id', '=', reviewId).execute();
  if (rests && held.rests_since === null && phase !== 'rests') {
    await set(tx.now);
    await ports.transition(tx, {
      review_id: reviewId,
      action: 'hold',
      reason: 'The retainer is used up. As agreed, work rests until it is paid up again.',
    });
  }
  if (!rests && held.rests_since !== null) {
    await set(null);
    if (phase === 'rests') await ports.transition(tx, { review_id: reviewId, action: 'resume' });
  }
}

/** Of a purged matter's engagement stay the amounts and when what happened; names and words go. */
async function purge(tx: Tx<SystemActor>, reviewId: number): Promise<void> {
  const versions = tx.system.selectFrom('agreement_versions').select('id').where('review_id', '=', reviewId);
  await tx.system
    .updateTable('agreement_signatures')
    .set({ name: '', ip: '', user_agent: '' })
    .where('version_id', 'in', versions)
    .execute();
  await tx.system
    .updateTable('agreement_versions')
    .set((eb) => ({ note: '', text: '', terms: eb.fn('jsonb_set', ['terms', eb.val('{further}'), eb.val('""')]) }))
    .where('review_id', '=', reviewId)
    .execute();
  await tx.system
    .updateTable('retainer_movements')
    .set({ reference: '', reason: '' })
    .where('review_id', '=', reviewId)
    .execute();
}
