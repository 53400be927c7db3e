import { randomBytes } from 'node:crypto';
import { Refusal } from '../../../core/errors.ts';
import type { FetchedRecords } from '../ports.ts';
import { refuseUnlessOpen } from './commands.ts';
import { loadFileReview } from './facts.ts';
import { becomeFile, beginUpload } from './uploads/commands.ts';

/** Records that are fetched from elsewhere: uploads of who chose them, which the server sends to itself. */
export const fetchedRecords: FetchedRecords = {
  async admit(db, actor, reviewId, kind) {
    const review = await loadFileReview(db, reviewId, kind);
    refuseUnlessOpen(actor, review);
    return { organization_id: review.organization_id };
  },

  async begin(tx, { review_id, user_id, name, path, size_bytes, source }) {
    const upload_id = randomBytes(20).toString('hex');
    const storage_key = await beginUpload(tx, { user_id, outside_link_id: null, visit_hash: null }, upload_id, {
      review_id,
      filename: name,
      size_bytes,
      category: undefined,
      visible: undefined,
      path: path ?? undefined,
      source,
    });
    return { upload_id, storage_key };
  },

  async placeOf(db, uploadId) {
    const row = await db
      .selectFrom('uploads')
      .select('storage_key')
      .where('id', '=', uploadId)
      .where('finished_at', 'is', null)
      .executeTakeFirst();
    return row?.storage_key ?? null;
  },

  async finish(tx, uploadId, sha256, data) {
    const upload = await tx.system
      .selectFrom('uploads')
      .selectAll()
      .where('id', '=', uploadId)
      .forUpdate()
      .executeTakeFirst();
    if (!upload) throw new Refusal('not_found');
    return upload.file_id ?? becomeFile(tx, upload, { outside: null, sha256, data });
  },

  async drop(tx, uploadId) {
    const gone = await tx.system
      .deleteFrom('uploads')
      .where('id', '=', uploadId)
      .where('finished_at', 'is', null)
      .returning(['storage_key', 'review_id'])
      .executeTakeFirst();
    if (gone) await tx.emit('upload.removed', { storage_key: gone.storage_key }, gone.review_id);
  },
};
