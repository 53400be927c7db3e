import type { SystemActor } from '../../../core/actor.ts';
import type { Tx } from '../../../platform/command.ts';
import type { Ports } from '../../../platform/ports.ts';
import { type FeatureServer, onAction, onEvent } from '../../../platform/workers.ts';
import { onStateWith, stateRow } from '../../reviews/rules/kinds.ts';
import { noticeDue } from '../rules.ts';
import { examsOf, openOffers, openPlaces, systemExamReview } from './load.ts';
import { mailExaminer, mailExaminers, mailRequester, mailServers } from './mailing.ts';
import { endExam, withdrawOffers } from './placing.ts';

const placing = onStateWith((row) => row.appointment === 'placing');
const firstAsks = onAction('accept', 'schedule_again', 'complete_panel');

/** What exams do by themselves, when a review has moved and when a day has come. */
export function eventHandlers(ports: Ports) {
  return {
    events: [
      onEvent({
        name: 'exams.ask',
        tells: true,
        topics: ['review.transitioned'],
        when: (event) => placing(event) && firstAsks(event),
        run: async (tx, event) => {
          const review = event.review_id === null ? undefined : await systemExamReview(tx.system, event.review_id);
          // with a panel to complete the visit is arranged later
          if (review && (await openPlaces(tx.system, review.id)) === 0)
            await mailExaminer(tx, ports, review, { template: 'exam_times_requested', data: {} });
        },
      }),
      onEvent({
        name: 'exams.ask_letter',
        tells: true,
        topics: ['review.transitioned'],
        when: onAction('await_purpose_letter'),
        run: async (tx, event) => {
          const review = event.review_id === null ? undefined : await systemExamReview(tx.system, event.review_id);
          if (review) await mailRequester(tx, ports, review, { template: 'purpose_letter_asked', data: {} });
        },
      }),
      onEvent({
        name: 'exams.free_cancelled',
        topics: ['review.transitioned'],
        when: onStateWith((row) => row.bucket === 'cancelled'),
        run: async (tx, event) => {
          const review = event.review_id === null ? undefined : await systemExamReview(tx.system, event.review_id);
          if (!review) return;
          const [exam] = await examsOf(tx.system, review.id);
          await endExam(tx, ports, review.id, 'cancelled', 0);
          await withdrawOffers(tx, review.id);
          if (exam?.status === 'scheduled')
            await mailExaminers(tx, ports, review, { template: 'exam_moved', data: { starts_at: exam.starts_at } });
        },
      }),
      onEvent({
        name: 'exams.purge',
        topics: ['review.transitioned'],
        when: onAction('purge'),
        run: async (tx, event) => {
          if (event.review_id !== null) await purge(tx, event.review_id);
        },
      }),
    ],
    deadlines: {
      async exam_offer_lapse(tx, deadline) {
        const lapsed = await tx.system
          .updateTable('exam_offers')
          .set({ status: 'lapsed' })
          .where('id', '=', deadline.payload.offer_id)
          .where('status', 'in', ['open', 'proposed'])
          .executeTakeFirst();
        const review = await systemExamReview(tx.system, deadline.review_id);
        if (lapsed.numUpdatedRows === 0n || !review) return;
        if (stateRow(review.kind, review.status).appointment !== 'offered') return;
        if ((await openOffers(tx.system, review.id)).length > 0) return;
        await ports.transition(tx, { review_id: review.id, action: 'appointments_lapsed' });
        await mailExaminer(tx, ports, review, { template: 'exam_times_requested', data: {} });
      },
      async exam_notice_alarm(tx, deadline) {
        const review = await systemExamReview(tx.system, deadline.review_id);
        const exam = (await examsOf(tx.system, deadline.review_id)).find(
          (one) => one.appointment_id === deadline.payload.appointment_id,
        );
        if (!review || exam?.status !== 'scheduled' || stateRow(review.kind, review.status).appointment !== 'set')
          return;
        const due = noticeDue(exam);
        const confirms = deadline.payload.confirms === true;
        // another rule may hold by now, which does not ask for it
        if (confirms && due === exam.notice_by) return;
        await mailServers(tx, ports, review, {
          template: 'exam_notice_due',
          data: { notice_by: confirms ? due : exam.notice_by, confirms },
        });
      },
    },
  } satisfies FeatureServer;
}

/** Of a purged review's exams stays when they were set and what came of them; names, addresses and words go. */
async function purge(tx: Tx<SystemActor>, reviewId: number): Promise<void> {
  await tx.system
    .updateTable('exam_notices')
    .set({ name: '', address: '', tracking: '', served_by: '', superseded_reason: '' })
    .where('review_id', '=', reviewId)
    .execute();
  await tx.system.updateTable('exams').set({ note: '' }).where('review_id', '=', reviewId).execute();
}
