import { randomBytes } from 'node:crypto';
import { type EventHandler, onAction, onEvent } from '../../../platform/workers.ts';
import { organizationFlag } from '../../../platform/db/organization.ts';

/** MSH-10 takes 20 characters of most receivers. */
const controlId = (): string => `P${randomBytes(9).toString('hex').toUpperCase()}`;

/**
 * Queues a report version that was delivered for the record systems its organization's results go to, in the transaction that
 * marks the delivery as heard: once for each of them, however often that is told.
 */
export const queueResults = (wake: () => void): EventHandler =>
  onEvent({
    name: 'hl7.queue',
    topics: ['review.transitioned'],
    when: onAction('approve_report'),
    async run(tx, { review_id }) {
      if (review_id === null) return;
      const report = await tx.system
        .selectFrom('reports')
        .innerJoin('reviews', 'reviews.id', 'reports.review_id')
        .select(['reports.id', 'reviews.organization_id'])
        .where('reports.review_id', '=', review_id)
        .where('reports.left_at', 'is', null)
        .where('reports.delivered_at', 'is not', null)
        .orderBy('reports.version', 'desc')
        .executeTakeFirst();
      if (!report || !(await organizationFlag(tx.system, report.organization_id, 'enable_athena_intely_integration')))
        return;
      const receivers = await tx.system
        .selectFrom((eb) => eb.fn<{ id: number }>('hl7_receivers', [eb.val(report.organization_id)]).as('c'))
        .select('c.id')
        .execute();
      if (receivers.length === 0) return;
      await tx.system
        .insertInto('hl7_messages')
        .values(
          receivers.map(({ id }) => ({
            connection_id: id,
            review_id,
            report_id: report.id,
            control_id: controlId(),
            created_at: tx.now,
            next_at: tx.now,
          })),
        )
        .onConflict((oc) => oc.columns(['connection_id', 'report_id']).doNothing())
        .execute();
      tx.afterCommit(wake);
    },
  });

/** Of a purged review nothing is sent any longer, and the receivers' words about it go, as does what a document it took in was. */
export const forgetPurged = (): EventHandler =>
  onEvent({
    name: 'hl7.purge',
    topics: ['review.transitioned'],
    when: onAction('purge'),
    async run(tx, { review_id }) {
      if (review_id === null) return;
      await tx.system
        .updateTable('hl7_messages')
        .set({ status: 'dropped', next_at: null, ended_at: tx.now })
        .where('review_id', '=', review_id)
        .where('status', 'in', ['queued', 'dead'])
        .execute();
      await tx.system
        .updateTable('hl7_messages')
        .set({ answer_text: null, error: null })
        .where('review_id', '=', review_id)
        .execute();
      // its content goes with the records
      await tx.system
        .updateTable('hl7_documents')
        .set({ file_id: null, document_type: '' })
        .where('review_id', '=', review_id)
        .execute();
    },
  });
