import type { SystemActor } from '../../../core/actor.ts';
import { DAY } from '../../../core/time.ts';
import type { Tx } from '../../../platform/command.ts';
import { holdReview } from '../../../platform/db/hold-review.ts';
import type { Ports } from '../../../platform/ports.ts';
import { type FeatureServer, onAction, onActionIn, onEvent } from '../../../platform/workers.ts';
import { processOf, stateRow } from '../../reviews/rules/kinds.ts';
import { type RetainerEvent, restsFor, toReplenish } from '../rules.ts';
import { leaveMatter } from './leaving.ts';
import { heldAgreement, openVersion, retainerOf, systemEngagementReview } from './load.ts';
import { mailExpert, mailMatching, mailRequester } from './mailing.ts';
import { moveRetainer } from './retainer.ts';
import { endOpen } from './versions.ts';

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
        run: async (tx, { payload: { review_id, event } }) => seeToRetainer(tx, ports, review_id, event),
      }),
      onEvent({
        name: 'engagements.changed_terms',
        topics: ['agreement.changed'],
        run: async (tx, { review_id }) => {
          if (review_id !== null) await seeToRetainer(tx, ports, review_id, 'agreed');
        },
      }),
      onEvent({
        name: 'engagements.change_over',
        topics: ['review.transitioned'],
        // a change that is proposed ends with the work; while that rests it waits
        when: onActionIn({ conclude: true, cancel: true, close: true }),
        run: async (tx, { review_id }) => {
          const version = review_id === null ? undefined : await openVersion(tx.system, review_id);
          if (review_id === null || !version || version.amends === null) return;
          await endOpen(tx, review_id, 'lapsed');
          await tx.emit('agreement.change_settled', {}, review_id);
        },
      }),
      onEvent({
        name: 'engagements.resumed',
        topics: ['review.transitioned'],
        when: onAction('resume'),
        // whoever lifts a hold lifts the rest, too: what comes in later ends no other hold
        run: async (tx, event) => {
          await tx.system
            .updateTable('engagements')
            .set({ rests_since: null })
            .where('review_id', '=', event.review_id ?? 0)
            .execute();
        },
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
          .select(['status', 'amends'])
          .where('id', '=', deadline.payload.version_id)
          .executeTakeFirst();
        if (!review || version?.status !== 'open') return;
        const rests = stateRow(review.kind, review.status).phase === 'rests';
        if (version.amends !== null && !rests) {
          await endOpen(tx, review.id, 'lapsed');
          await tx.emit('agreement.change_settled', {}, review.id);
          await tx.audit({
            action: 'agreement.amendment_lapsed',
            review_id: review.id,
            organization_id: review.organization_id,
            timeline: true,
          });
          const ended = { template: 'amendment_ended', data: { lapsed: true } } as const;
          await mailRequester(tx, ports, review, ended);
          await mailExpert(tx, ports, review, ended);
          return;
        }
        // while the matter rests nothing lapses: it is looked at again a day later
        if (rests || stateRow(review.kind, review.status).agreement !== 'open') {
          await tx.setDeadline({
            review_id: review.id,
            kind: 'agreement_lapse',
            key: `${deadline.payload.version_id}:${tx.now.toISOString().slice(0, 10)}`,
            due_at: new Date(tx.now.getTime() + DAY),
            payload: deadline.payload,
          });
          return;
        }
        await leaveMatter(tx, ports, review, { action: 'lapse_agreement', turned_down: 'other', versions: 'lapsed' });
        const mail = { template: 'agreement_ended', data: { lapsed: true } } as const;
        await mailRequester(tx, ports, review, mail);
        await mailExpert(tx, ports, review, mail);
        await mailMatching(tx, ports, review, mail);
      },
    },
  } satisfies FeatureServer;
}

/**
 * What was agreed of a retainer follows once work used it, or other terms hold (`agreed`): it is asked for again, work rests. It resumes once there is some
 * again, or what was due is waived.
 */
async function seeToRetainer(
  tx: Tx<SystemActor>,
  ports: Ports,
  reviewId: number,
  event: RetainerEvent | 'agreed',
): Promise<void> {
  await holdReview(tx.system, reviewId);
  const review = await systemEngagementReview(tx.system, reviewId);
  const held = await heldAgreement(tx.system, reviewId);
  if (!review || !held) return;
  const stands = await retainerOf(tx.system, reviewId);
  const set = (rests_since: Date | null) =>
    tx.system.updateTable('engagements').set({ rests_since }).where('review_id', '=', reviewId).execute();
  const works = processOf(review.kind).by_the_hour?.open.includes(review.status) === true;
  if ((event === 'used' || event === 'agreed') && works) {
    const more = toReplenish(stands, held.terms);
    if (more > 0) {
      await moveRetainer(tx, reviewId, 'asked', more);
      await mailRequester(tx, ports, review, { template: 'retainer_asked', data: {} });
    }
    if (restsFor(stands, held.terms) && held.rests_since === null) {
      await set(tx.now);
      await ports.transition(tx, {
        review_id: reviewId,
        action: 'hold',
        reason: 'The retainer is used up. As agreed, work is suspended until it is replenished.',
      });
    }
    return;
  }
  if (held.rests_since !== null && (stands.balance > 0 || event === 'waived')) {
    await set(null);
    if (stateRow(review.kind, review.status).phase === 'rests')
      await ports.transition(tx, { review_id: reviewId, action: 'resume' });
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
    .updateTable('departures')
    .set({ reason: '', handover: null })
    .where('review_id', '=', reviewId)
    .execute();
  await tx.system
    .updateTable('retainer_movements')
    .set({ reference: '', reason: '' })
    .where('review_id', '=', reviewId)
    .execute();
}
