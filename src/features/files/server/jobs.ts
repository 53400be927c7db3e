import { onJob } from '../../../platform/workers.ts';
import { onEvent } from '../../../platform/workers.ts';
import { systemCommand } from '../../../platform/command.ts';
import type { Services } from '../../../platform/services.ts';
import { type EventHandler, type JobHandler, onAction } from '../../../platform/workers.ts';
import { Checks, type Look } from './checks.ts';
import { announce } from './commands.ts';
import { lockFiles } from './facts.ts';
import { damageIn, foundDamaged } from '../../../platform/stored-content.ts';
import { failed, type Inspector } from '../../../platform/inspect/inspector.ts';
import type { InspectResult } from '../../../platform/inspect/types.ts';
import { renumber } from './numbering.ts';

const LOST = 'This file was damaged where it is stored before it could be checked. Upload it again.';
const UNREADABLE = 'This file could not be checked. Export or print it again, then upload that.';

/**
 * Checks uploaded files outside the requests' thread and says what they are; repeating it changes nothing. Each upload
 * is worth a round, in which not that file but what waits is checked, in the order that is fair.
 */
export function checkUploaded(services: Services, inspector: Inspector): JobHandler {
  const checks = new Checks(services, inspector, (id, look) => checkOne(services, inspector, id, look));
  return onJob({ name: 'files.check', topics: ['file.uploaded'], run: () => checks.round() });
}

/** Checks one file by `look`, which answers null for one that needs longer. Answers whether it is done with. */
async function checkOne(services: Services, inspector: Inspector, id: number, look: Look): Promise<boolean> {
  const file = await services.database.systemDb
    .selectFrom('files')
    .select(['id', 'review_id', 'name', 'storage_key', 'sha256', 'status', 'deleted_at'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!file || file.status !== 'processing' || file.deleted_at !== null) return true;
  const result = await services.storage
    .access(file.storage_key, (content) =>
      lookTwice(inspector, () => look({ name: file.name, sha256: file.sha256 }, content)),
    )
    .catch(async (error: unknown) => {
      const damage = damageIn(error);
      if (!damage) throw error;
      await foundDamaged(services, file.storage_key, damage.at);
      return failed(LOST);
    });
  if (result === null) return false;
  await systemCommand(services, { kind: 'system', request_id: `check:${id}` }, async (tx) => {
    await lockFiles(tx.system, file.review_id);
    const changed = await tx.system
      .updateTable('files')
      .set({
        status: result.failure === null ? 'ready' : 'failed',
        failure: result.failure,
        sha256: result.sha256 === '' ? file.sha256 : result.sha256,
        pages: result.pages,
        pages_asked: result.pages_asked,
        has_text: result.has_text,
        ...(result.content_type === null ? {} : { content_type: result.content_type }),
      })
      .where('id', '=', id)
      .where('status', '=', 'processing')
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    if (changed.numUpdatedRows !== 1n) return;
    const review = await tx.system
      .selectFrom('reviews')
      .select(['id', 'bucket'])
      .where('id', '=', file.review_id)
      .executeTakeFirstOrThrow();
    await renumber(tx.system, review);
    await tx.audit({
      action: result.failure === null ? 'file.ready' : 'file.failed',
      review_id: file.review_id,
      subject: `file:${id}`,
      data: { file_id: id, pages: result.pages, sha256: result.sha256 },
    });
    await tx.emit(result.failure === null ? 'file.ready' : 'file.failed', { file_id: id }, file.review_id);
    await announce(tx, file.review_id);
  });
  return true;
}

/** A child that ends without a word is given one more try; a file that ends it twice is at fault. */
async function lookTwice(
  inspector: Inspector,
  look: () => Promise<InspectResult | null>,
): Promise<InspectResult | null> {
  try {
    return await look();
  } catch (first) {
    if (inspector.closed) throw first;
    try {
      return await look();
    } catch (second) {
      if (inspector.closed || damageIn(second)) throw second;
      return failed(UNREADABLE);
    }
  }
}

/** Removes the bytes of removed files and abandoned uploads, unless another review's records still are the same bytes. */
export function removeStored(services: Services): JobHandler {
  return onJob({
    name: 'files.remove_stored',
    topics: ['file.removed', 'upload.removed'],
    async run(event) {
      const key = event.payload.storage_key;
      if (typeof key !== 'string') return;
      const held = await services.database.systemDb
        .selectFrom('files')
        .select('id')
        .where('storage_key', '=', key)
        .where('deleted_at', 'is', null)
        .executeTakeFirst();
      if (!held) await services.storage.remove(key);
    },
  });
}

/** A purged review keeps nothing of its files: names, requests, and by `files.remove_stored` the bytes. */
export const purgeFiles: EventHandler = onEvent({
  name: 'files.purge',
  topics: ['review.transitioned'],
  when: onAction('purge'),
  async run(tx, event) {
    const id = event.review_id;
    if (id === null) return;
    const uploads = await tx.system
      .deleteFrom('uploads')
      .where('review_id', '=', id)
      .returning(['id', 'storage_key'])
      .execute();
    const files = await tx.system.deleteFrom('files').where('review_id', '=', id).returning('storage_key').execute();
    await tx.system.deleteFrom('file_requests').where('review_id', '=', id).execute();
    if (uploads.length > 0) {
      const ids = uploads.map((u) => u.id);
      await tx.system.deleteFrom('upload_locks').where('upload_id', 'in', ids).execute();
    }
    for (const storage_key of new Set([...uploads, ...files].map((one) => one.storage_key)))
      await tx.emit('file.removed', { storage_key }, id);
  },
});
