import type { RecordsPort } from '../ports.ts';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/command.ts';
import { FILE_TYPES } from '../../../core/file-types.ts';
import { scanBegins } from '../rules.ts';
import { announce, takeOut } from './commands.ts';
import { loadAnyReview, lockFiles } from './facts.ts';

/** Place and page numbers of a file of another review, where no file of this one has them. */
async function placeOf(tx: Tx, reviewId: number, fileId: number) {
  const { rows } = await sql<{ position: number; bates_from: number | null; bates_to: number | null }>`
    select f.position, f.bates_from, f.bates_to from files f
    where f.id = ${fileId} and f.deleted_at is null and not exists (select from files h where h.review_id = ${reviewId}
      and h.deleted_at is null and (h.position = f.position or h.bates_from <= f.bates_to and h.bates_to >= f.bates_from))`.execute(
    tx.system,
  );
  return rows[0] ?? {};
}

/** Records that come another way than by an upload of somebody signed in. */
export const recordsPort: RecordsPort = {
  async add(tx, { review_id, name, storage_key, size_bytes, sha256, category, content_type, chart_key, like }) {
    await lockFiles(tx.system, review_id);
    const last = await tx.system
      .selectFrom('files')
      .select((eb) => eb.fn.max('position').as('position'))
      .where('review_id', '=', review_id)
      .executeTakeFirst();
    const { id } = await tx.system
      .insertInto('files')
      .values({
        review_id,
        name,
        size_bytes,
        content_type: content_type ?? FILE_TYPES.pdf.content_type,
        ...(chart_key === undefined ? {} : { chart_key }),
        storage_key,
        sha256,
        category,
        visible_to_expert: true,
        scan_status: scanBegins(tx.services.env.CLAMD_ADDRESS !== undefined),
        position: (last?.position ?? 0) + 1,
        ...(like === undefined ? {} : await placeOf(tx, review_id, like)),
        created_at: tx.now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx.audit({
      action: 'file.upload',
      review_id,
      subject: `file:${id}`,
      data: { file_id: id, size_bytes, category },
    });
    await tx.emit('file.uploaded', { file_id: id }, review_id);
    await announce(tx, review_id);
    return id;
  },

  async settleLink(tx, linkId, show) {
    const files = await tx.system
      .selectFrom('uploads')
      .innerJoin('files', 'files.id', 'uploads.file_id')
      .select(['files.id', 'files.review_id', 'files.pages', 'files.name', 'files.storage_key'])
      .where('uploads.outside_link_id', '=', linkId)
      .where('files.deleted_at', 'is', null)
      .execute();
    const [first] = files;
    if (!first) return;
    await lockFiles(tx.system, first.review_id);
    if (show) {
      const ids = files.map((file) => file.id);
      await tx.system.updateTable('files').set({ visible_to_expert: true }).where('id', 'in', ids).execute();
      await announce(tx, first.review_id);
      return;
    }
    const review = await loadAnyReview(tx.system, first.review_id);
    for (const file of files) await takeOut(tx, review, file);
  },
};
