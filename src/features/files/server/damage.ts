import { tellStaff } from '../../../platform/damage-notice.ts';
import type { Ports } from '../../../platform/ports.ts';
import { onEvent } from '../../../platform/workers.ts';
import { announce } from './commands.ts';

/**
 * What was found damaged where it is stored, or whole again, is marked at every record that is those bytes: it says so
 * in the lists and in the review's history, and staff hear of it. Its page numbers stay, so that what cites them holds.
 */
export const markDamaged = (ports: Ports) =>
  onEvent({
    name: 'files.damaged',
    topics: ['object.damaged', 'object.sound'],
    async run(tx, { topic, payload }) {
      const isDamaged = topic === 'object.damaged';
      const files = await tx.system
        .updateTable('files')
        .set({ damaged_at: isDamaged ? tx.now : null })
        .where('storage_key', '=', payload.storage_key)
        .where('deleted_at', 'is', null)
        .where('damaged_at', isDamaged ? 'is' : 'is not', null)
        .returning(['id', 'review_id'])
        .execute();
      for (const { id, review_id } of files) {
        await tx.audit({
          action: isDamaged ? 'file.damaged' : 'file.restored',
          review_id,
          subject: `file:${id}`,
          data: { file_id: id },
        });
        await announce(tx, review_id);
        if (isDamaged) await tellStaff(tx, ports, { template: 'record_damaged', review_id, once: `file:${id}` });
      }
    },
  });
