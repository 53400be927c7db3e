import type { Services } from '../../../platform/services.ts';
import { type EventHandler, type JobHandler, onAction, onEvent, onJob } from '../../../platform/workers.ts';

/** Of a purged matter's packets and statements stay when they were signed, their numbers and fingerprints; words and files go. */
export const purgeDisclosures: EventHandler = onEvent({
  name: 'disclosure.purge',
  topics: ['review.transitioned'],
  when: onAction('purge'),
  run: async (tx, { review_id }) => {
    if (review_id === null) return;
    await tx.system.deleteFrom('disclosures').where('review_id', '=', review_id).execute();
    await tx.system
      .updateTable('merit_statements')
      .set({ text: null, signature_name: null })
      .where('review_id', '=', review_id)
      .execute();
    const packets = await tx.system
      .selectFrom('disclosure_packets')
      .select('storage_key')
      .where('review_id', '=', review_id)
      .where('storage_key', 'is not', null)
      .execute();
    for (const { storage_key } of packets)
      if (storage_key !== null) await tx.emit('disclosure.removed', { storage_key }, review_id);
    await tx.system
      .updateTable('disclosure_packets')
      .set({ content: null, parts: null, signature_name: null, storage_key: null })
      .where('review_id', '=', review_id)
      .execute();
  },
});

/** Takes a packet's file out of the storage. */
export const removePackets = (services: Services): JobHandler =>
  onJob({
    name: 'disclosure.remove_stored',
    topics: ['disclosure.removed'],
    run: ({ payload }) => services.storage.remove(payload.storage_key),
  });
