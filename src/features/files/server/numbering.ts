import { FILE_TYPES } from '../../../core/file-types.ts';
import type { Kysely } from 'kysely';
import type { DB } from '../../../platform/db/types.ts';
import { inOrder, numberPages } from '../rules.ts';

/**
 * Gives the review's PDFs their page numbers after a file came, went or moved. The caller holds the review's file
 * lock. Before ordering everything is numbered anew; afterwards standing numbers stay.
 */
export async function renumber(trx: Kysely<DB>, review: { id: number; bucket: string }): Promise<void> {
  const files = await trx
    .selectFrom('files')
    .select(['id', 'position', 'content_type', 'status', 'pages', 'bates_from', 'bates_to', 'deleted_at'])
    .where('review_id', '=', review.id)
    .execute();
  const highest = Math.max(0, ...files.map((f) => f.bates_to ?? 0));
  const standing = files
    .filter((f) => f.deleted_at === null)
    .map((f) => ({ ...f, is_pdf: f.status === 'ready' && f.content_type === FILE_TYPES.pdf.content_type }));
  const before = new Map(standing.map((f) => [f.id, f]));
  for (const { id, bates_from, bates_to } of numberPages(standing, review.bucket !== 'draft', highest)) {
    const old = before.get(id);
    if (old?.bates_from === bates_from && old.bates_to === bates_to) continue;
    await trx.updateTable('files').set({ bates_from, bates_to }).where('id', '=', id).execute();
  }
}

/**
 * Puts a file just uploaded before those whose upload began later: the order in which they were handed over, not the
 * one in which small and large ones arrive.
 */
export async function placeByStart(trx: Kysely<DB>, reviewId: number, fileId: number, began: Date): Promise<void> {
  const standing = trx
    .selectFrom('files')
    .where('files.review_id', '=', reviewId)
    .where('files.deleted_at', 'is', null);
  const { first } = await standing
    .innerJoin('uploads', 'uploads.file_id', 'files.id')
    .where('uploads.review_id', '=', reviewId)
    .where('uploads.created_at', '>', began)
    .select((eb) => eb.fn.min('files.position').as('first'))
    .executeTakeFirstOrThrow();
  if (first === null) return;
  const { before } = await standing
    .where('files.position', '<', first)
    .select((eb) => eb.fn.countAll<number>().as('before'))
    .executeTakeFirstOrThrow();
  await moveTo(trx, reviewId, fileId, before + 1);
}

/** Puts a file at a place counted from 1 and closes the ranks of the others. */
export async function moveTo(trx: Kysely<DB>, reviewId: number, fileId: number, place: number): Promise<void> {
  const files = await trx
    .selectFrom('files')
    .select(['id', 'position'])
    .where('review_id', '=', reviewId)
    .where('deleted_at', 'is', null)
    .execute();
  const others = inOrder(files).filter((f) => f.id !== fileId);
  const moved = files.find((f) => f.id === fileId);
  if (!moved) return;
  const order = others.toSpliced(Math.min(place, files.length) - 1, 0, moved);
  for (const [index, file] of order.entries()) {
    if (file.position === index + 1) continue;
    await trx
      .updateTable('files')
      .set({ position: index + 1 })
      .where('id', '=', file.id)
      .execute();
  }
}
