import { randomUUID } from 'node:crypto';
import type { Actor } from '../../../../core/actor.ts';
import { Refusal } from '../../../../core/errors.ts';
import { DAY } from '../../../../core/time.ts';
import { command } from '../../../../platform/command.ts';
import { ActorDb } from '../../../../platform/db/actor-db.ts';
import { json } from '../../../../platform/db/json.ts';
import type { Services } from '../../../../platform/services.ts';
import type { DeadlineHandler } from '../../../../platform/workers.ts';
import {
  cleanName,
  type FileCategory,
  FILE_TYPES,
  FILES_CLOSED,
  filesAreOpen,
  guessCategory,
  mayHandleFiles,
  startsVisible,
  typeOfName,
  whyNotSendable,
  whyNotSo,
} from '../../rules.ts';
import { announce } from '../commands.ts';
import { loadReview, lockFiles, recordRulesOf, type ReviewFacts } from '../facts.ts';
import { placeByStart } from '../numbering.ts';

/** An upload nobody went on with for this long is given up. */
const ABANDONED_MS = 7 * DAY;
const EXPIRY = 'upload_expires';

export interface NewUpload {
  review_id: number;
  filename: string;
  size_bytes: number;
  category: FileCategory | undefined;
  visible: boolean | undefined;
}

/** Whether the actor may put files into this review now: scope 404, permission 403, state 409. */
async function admit(db: ActorDb, actor: Actor, reviewId: number): Promise<ReviewFacts> {
  const review = await loadReview(db, reviewId);
  if (!mayHandleFiles(actor, review)) throw new Refusal('forbidden');
  if (!filesAreOpen(review)) throw new Refusal('wrong_state', FILES_CLOSED, { current: review.status });
  return review;
}

/** Checks a new upload before tus begins it. */
export async function admitNew(services: Services, actor: Actor, upload: NewUpload): Promise<void> {
  const db = services.database.systemDb;
  const review = await admit(new ActorDb(db, actor), actor, upload.review_id);
  const asked = { category: upload.category, visible_to_expert: upload.visible };
  const refused = whyNotSo(await recordRulesOf(db, review), asked);
  if (refused !== null) throw new Refusal('forbidden', refused);
  const why = whyNotSendable({ name: upload.filename, size_bytes: upload.size_bytes }, services.env.MAX_UPLOAD_BYTES);
  if (why === null) return;
  const isKind = typeOfName(cleanName(upload.filename)) === null;
  throw new Refusal(isKind ? 'unsupported_type' : upload.size_bytes > 0 ? 'too_large' : 'invalid', why);
}

/** Checks that the actor may go on with an upload at this moment. Uploads are their maker's alone. */
export async function admitUpload(services: Services, actor: Actor, id: string): Promise<void> {
  const db = new ActorDb(services.database.systemDb, actor);
  const row = await db
    .selectFrom('uploads')
    .select(['uploads.review_id', 'uploads.file_id'])
    .where('uploads.id', '=', id)
    .where('uploads.user_id', '=', actor.user_id)
    .executeTakeFirst();
  if (!row) throw new Refusal('not_found');
  // a finished upload only ever answers what it became
  if (row.file_id === null) await admit(db, actor, row.review_id);
}

export async function createUpload(services: Services, actor: Actor, id: string, upload: NewUpload): Promise<void> {
  await command(services, actor, async (tx) => {
    const name = cleanName(upload.filename);
    await tx.db
      .insertInto('uploads')
      .values({
        id,
        review_id: upload.review_id,
        user_id: actor.user_id,
        size_bytes: upload.size_bytes,
        metadata: json({
          filename: name,
          ...(upload.category === undefined ? {} : { category: upload.category }),
          ...(upload.visible === undefined ? {} : { visible: String(upload.visible) }),
        }),
        storage_key: `files/${upload.review_id}/${randomUUID()}`,
        created_at: tx.now,
      })
      .execute();
    await tx.setDeadline({
      review_id: upload.review_id,
      kind: EXPIRY,
      key: id,
      due_at: new Date(tx.now.getTime() + ABANDONED_MS),
      payload: { upload_id: id },
    });
  });
}

/** Makes the file of an upload whose bytes are all there, with its checksum if known. Called again: the same file. */
export async function finishUpload(
  services: Services,
  actor: Actor,
  id: string,
  sha256: string | null,
): Promise<number> {
  return command(services, actor, async (tx) => {
    const upload = await tx.system
      .selectFrom('uploads')
      .selectAll()
      .where('id', '=', id)
      .where('user_id', '=', actor.user_id)
      .forUpdate()
      .executeTakeFirst();
    if (!upload) throw new Refusal('not_found');
    if (upload.file_id !== null) return upload.file_id;
    const review = await loadReview(tx.db, upload.review_id);
    await lockFiles(tx.system, review.id);
    const metadata = upload.metadata as Record<string, string>;
    const name = metadata['filename'] ?? '';
    const rules = await recordRulesOf(tx.system, review);
    const category = (metadata['category'] as FileCategory | undefined) ?? guessCategory(name, rules);
    const visible = metadata['visible'] === undefined ? undefined : metadata['visible'] === 'true';
    const type = typeOfName(name);
    const last = await tx.system
      .selectFrom('files')
      .select((eb) => eb.fn.max('position').as('position'))
      .where('review_id', '=', review.id)
      .executeTakeFirst();
    const file = await tx.db
      .insertInto('files')
      .values({
        review_id: review.id,
        uploaded_by: actor.user_id,
        name,
        size_bytes: upload.size_bytes,
        // what the name claims, until the inspector has looked; nothing is served before
        content_type: type === null ? 'application/octet-stream' : FILE_TYPES[type].content_type,
        storage_key: upload.storage_key,
        sha256,
        category,
        visible_to_expert: startsVisible(category, visible, rules),
        position: (last?.position ?? 0) + 1,
        created_at: tx.now,
      })
      .returning('files.id')
      .executeTakeFirstOrThrow();
    if (review.bucket === 'draft') await placeByStart(tx.system, review.id, file.id, upload.created_at);
    await tx.system
      .updateTable('uploads')
      .set({ file_id: file.id, finished_at: tx.now, offset_bytes: upload.size_bytes })
      .where('id', '=', id)
      .execute();
    await tx.system
      .updateTable('deadlines')
      .set({ cancelled_at: tx.now })
      .where('review_id', '=', review.id)
      .where('kind', '=', EXPIRY)
      .where('key', '=', id)
      .where('done_at', 'is', null)
      .execute();
    await tx.audit({
      action: 'file.upload',
      review_id: review.id,
      subject: `file:${file.id}`,
      data: { file_id: file.id, size_bytes: upload.size_bytes, category },
      timeline: review.bucket !== 'draft',
    });
    await tx.emit('file.uploaded', { file_id: file.id }, review.id);
    await announce(tx, review.id);
    return file.id;
  });
}

/** Gives up an upload; a finished one is a file and is removed as such. */
export async function cancelUpload(services: Services, actor: Actor, id: string): Promise<void> {
  await command(services, actor, async (tx) => {
    const gone = await tx.system
      .deleteFrom('uploads')
      .where('id', '=', id)
      .where('user_id', '=', actor.user_id)
      .where('file_id', 'is', null)
      .returning(['review_id', 'storage_key'])
      .executeTakeFirst();
    if (!gone) throw new Refusal('not_found');
    await tx.emit('upload.removed', { storage_key: gone.storage_key }, gone.review_id);
  });
}

/** Clears away uploads that were never finished. */
export const expireUploads: DeadlineHandler = {
  kind: EXPIRY,
  async run(tx, deadline) {
    const gone = await tx.system
      .deleteFrom('uploads')
      .where('id', '=', deadline.key)
      .where('file_id', 'is', null)
      .returning('storage_key')
      .executeTakeFirst();
    if (gone) await tx.emit('upload.removed', { storage_key: gone.storage_key }, deadline.review_id);
  },
};
