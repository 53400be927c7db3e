import { onEvent } from '../../../../platform/workers.ts';
import type { OutsideGrant } from '../../ports.ts';
import { audioOfName } from '../../../../core/audio-types.ts';
import { FILE_TYPES, typeOfName } from '../../../../core/file-types.ts';
import { randomUUID } from 'node:crypto';
import type { Kysely, Selectable } from 'kysely';
import type { Actor, SystemActor } from '../../../../core/actor.ts';
import { Refusal } from '../../../../core/errors.ts';
import { DAY } from '../../../../core/time.ts';
import { command, type Tx } from '../../../../platform/command.ts';
import { ActorDb } from '../../../../platform/db/actor-db.ts';
import { json } from '../../../../platform/db/json.ts';
import type { DB } from '../../../../platform/db/types.ts';
import type { Ports } from '../../../../platform/ports.ts';
import type { Services } from '../../../../platform/services.ts';
import type { DeadlineHandlers, EventHandler } from '../../../../platform/workers.ts';
import {
  cleanName,
  type FileCategory,
  guessCategory,
  scanBegins,
  startsVisible,
  whyNotSendable,
  whyNotSo,
} from '../../rules.ts';
import { announce, refuseUnderLegalHold, refuseUnlessOpen, takeOut } from '../commands.ts';
import { chartKeysOf, loadAnyReview, loadFileReview, lockFiles, recordRulesOf, type FileReview } from '../facts.ts';
import { placeByStart } from '../numbering.ts';
import { refuseBeyondQuota } from '../quotas.ts';

/** Files one link of somebody outside takes, and all their bytes: whoever holds it cannot fill the server. */
const LINK_MOST_FILES = 200;
const LINK_MOST_BYTES = 100 * 1024 ** 3;

/** An upload nobody went on with for this long is given up. */
const ABANDONED_MS = 7 * DAY;
const EXPIRY = 'upload_expires';

export interface NewUpload {
  review_id: number;
  filename: string;
  size_bytes: number;
  category: FileCategory | undefined;
  visible: boolean | undefined;
  path?: string | undefined;
  /** Where it is fetched from, where nobody sends it. */
  source?: 'box';
  /** The chart it belongs to, where somebody said so. */
  chart?: string | undefined;
  /** Of a request for records, answered by a link. */
  item?: number | null;
  /** Spoken for the report, and no record. */
  dictation?: boolean;
}

/** Who sends: somebody signed in, or whoever holds a link of somebody outside. */
export interface Sender<A extends Actor | SystemActor = Actor | SystemActor> {
  actor: A;
  outside: OutsideGrant | null;
}
/** Who takes what is no record, and who holds links of somebody outside. */
export type Receivers = Pick<Ports, 'outside' | 'dictations'>;
const isDictation = ({ metadata }: { metadata: Readonly<Record<string, string>> }): boolean =>
  metadata['as'] === 'dictation';
const isPerson = (sender: Sender): sender is Sender<Actor> => sender.actor.kind !== 'system';

/** Uploads are their maker's alone: a person's, or of one visit by one link. */
const makerOf = ({ actor, outside }: Sender) => ({
  user_id: actor.kind === 'system' ? null : actor.user_id,
  outside_link_id: outside?.link_id ?? null,
  visit_hash: outside?.visit_hash ?? null,
});

/** An upload of this sender; another's does not exist. */
async function ownUpload(db: Kysely<DB>, sender: Sender, id: string, lock = false) {
  const { user_id, outside_link_id, visit_hash } = makerOf(sender);
  let query = db
    .selectFrom('uploads')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', 'is not distinct from', user_id)
    .where('outside_link_id', 'is not distinct from', outside_link_id)
    .where('visit_hash', 'is not distinct from', visit_hash);
  if (lock) query = query.forUpdate();
  const row = await query.executeTakeFirst();
  if (!row) throw new Refusal('not_found');
  return row;
}

/** The review an upload goes to: in a person's scope, or the one the link is about. */
const reviewOf = (tx: Tx, id: number): Promise<FileReview> =>
  tx.db ? loadFileReview(tx.db, id) : loadAnyReview(tx.system, id);

/** Whether the actor may put files into this review now: scope 404, permission 403, state 409. */
async function admit(db: ActorDb, actor: Actor, reviewId: number): Promise<FileReview> {
  const review = await loadFileReview(db, reviewId);
  refuseUnlessOpen(actor, review);
  return review;
}

/** Checks a new upload before tus begins it. */
export async function admitNew(services: Services, ports: Receivers, sender: Sender, upload: NewUpload): Promise<void> {
  const db = services.database.systemDb;
  const audio = upload.dictation === true && isPerson(sender);
  if (audio) {
    await ports.dictations.admit(new ActorDb(db, sender.actor), sender.actor, upload.review_id);
  } else if (isPerson(sender)) {
    const review = await admit(new ActorDb(db, sender.actor), sender.actor, upload.review_id);
    const asked = { category: upload.category, visible_to_expert: upload.visible };
    const refused = whyNotSo(await recordRulesOf(db, review), asked);
    if (refused !== null) throw new Refusal('forbidden', refused);
    if (upload.chart !== undefined && !(await chartKeysOf(db, review.id)).has(upload.chart))
      throw new Refusal('invalid', 'This chart is no longer in the order. Choose another one.');
  } else await admitOutside(db, sender.outside, upload);
  refuseUnsendable(upload, audio, services.env.MAX_UPLOAD_BYTES);
}

/** Refuses what is not taken here for its name or its size. */
function refuseUnsendable({ filename, size_bytes }: NewUpload, audio: boolean, most: number): void {
  const why = whyNotSendable({ name: filename, size_bytes, audio }, most);
  if (why === null) return;
  const name = cleanName(filename);
  const isKnown = (audio ? audioOfName(name) : typeOfName(name)) !== null;
  throw new Refusal(!isKnown ? 'unsupported_type' : size_bytes > 0 ? 'too_large' : 'invalid', why);
}

/** A link takes what it asks for and so much of it: an item of its own, in its own review. */
async function admitOutside(db: Kysely<DB>, grant: OutsideGrant | null, upload: NewUpload): Promise<void> {
  if (!grant || grant.review_id !== upload.review_id) throw new Refusal('not_found');
  const fits =
    grant.purpose === 'records' ? grant.item_ids.includes(upload.item ?? -1) : (upload.item ?? null) === null;
  if (!fits) throw new Refusal('not_found', 'This was not asked for by this link.');
  const so_far = await db
    .selectFrom('uploads')
    .select((eb) => [eb.fn.countAll<string>().as('files'), eb.fn.sum<string>('size_bytes').as('bytes')])
    .where('outside_link_id', '=', grant.link_id)
    .executeTakeFirstOrThrow();
  if (Number(so_far.files) >= LINK_MOST_FILES || Number(so_far.bytes) + upload.size_bytes > LINK_MOST_BYTES)
    throw new Refusal('too_large', 'This link has taken as much as it can. Put many small files into one ZIP file.');
}

/** Checks that the sender may go on with an upload at this moment. A link was looked at by who made the grant. */
export async function admitUpload(services: Services, ports: Receivers, sender: Sender, id: string): Promise<void> {
  const row = await ownUpload(services.database.systemDb, sender, id);
  if (!isPerson(sender)) return;
  const db = new ActorDb(services.database.systemDb, sender.actor);
  // what left the sender's sight is not there; a finished upload only ever answers what it became
  if (row.finished_at !== null) await loadFileReview(db, row.review_id);
  else if (isDictation(row)) await ports.dictations.admit(db, sender.actor, row.review_id);
  else await admit(db, sender.actor, row.review_id);
}

export async function createUpload(services: Services, sender: Sender, id: string, upload: NewUpload): Promise<void> {
  await command(services, sender.actor, (tx) => beginUpload(tx, makerOf(sender), id, upload));
}

/** Notes an upload that begins, and until when it may rest; answers where its bytes go. Refuses `too_large`. */
export async function beginUpload(
  tx: Tx,
  maker: ReturnType<typeof makerOf>,
  id: string,
  upload: NewUpload,
): Promise<string> {
  const name = cleanName(upload.filename);
  const storage_key = `files/${upload.review_id}/${randomUUID()}`;
  await refuseBeyondQuota(tx, await reviewOf(tx, upload.review_id), upload.size_bytes);
  await tx.system
    .insertInto('uploads')
    .values({
      id,
      review_id: upload.review_id,
      ...maker,
      item_id: upload.item ?? null,
      size_bytes: upload.size_bytes,
      metadata: json({
        filename: name,
        ...(upload.category === undefined ? {} : { category: upload.category }),
        ...(upload.path === undefined ? {} : { path: upload.path }),
        ...(upload.source === undefined ? {} : { source: upload.source }),
        ...(upload.chart === undefined ? {} : { chart: upload.chart }),
        ...(upload.visible === undefined ? {} : { visible: String(upload.visible) }),
        ...(upload.dictation ? { as: 'dictation' } : {}),
      }),
      storage_key,
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
  return storage_key;
}

/** Makes the file of an upload whose bytes are all there, with its checksum if known. Called again: the same file. */
export async function finishUpload(
  services: Services,
  ports: Receivers,
  sender: Sender,
  id: string,
  sha256: string | null,
): Promise<number> {
  const { actor, outside } = sender;
  return command(services, actor, async (tx) => {
    // a link may have ended while the last bytes came
    if (outside) await ports.outside.recheck(tx, outside.link_id);
    const upload = await ownUpload(tx.system, sender, id, true);
    const became = upload.file_id ?? upload.dictation_id;
    if (became !== null) return became;
    if (isDictation(upload) && tx.db && isPerson(sender)) {
      const by = { db: tx.db, actor: sender.actor };
      const dictation_id = await ports.dictations.take(tx, by, {
        review_id: upload.review_id,
        name: upload.metadata['filename'] ?? '',
        size_bytes: upload.size_bytes,
        storage_key: upload.storage_key,
        sha256,
      });
      await finished(tx, upload, { dictation_id });
      return dictation_id;
    }
    return becomeFile(tx, upload, { outside, sha256, data: outside?.by ?? {} });
  });
}

/** Makes the file of a locked upload: its place, category and who sees it, by what was said and by the organization's rules. */
export async function becomeFile(
  tx: Tx,
  upload: Selectable<DB['uploads']>,
  { outside, sha256, data }: { outside: OutsideGrant | null; sha256: string | null; data: Record<string, unknown> },
): Promise<number> {
  const { services } = tx;
  const review = await reviewOf(tx, upload.review_id);
  await lockFiles(tx.system, review.id);
  const metadata = upload.metadata as Record<string, string>;
  const name = metadata['filename'] ?? '';
  const rules = await recordRulesOf(tx.system, review);
  const category =
    outside?.purpose === 'statement'
      ? 'provider_statement'
      : ((metadata['category'] as FileCategory | undefined) ?? guessCategory(name, rules));
  const asked = metadata['visible'] === undefined ? undefined : metadata['visible'] === 'true';
  // what comes by a link is shown once its holder says that it is all
  const visible = outside ? false : asked;
  const type = typeOfName(name);
  const last = await tx.system
    .selectFrom('files')
    .select((eb) => eb.fn.max('position').as('position'))
    .where('review_id', '=', review.id)
    .executeTakeFirst();
  const file = await tx.system
    .insertInto('files')
    .values({
      review_id: review.id,
      uploaded_by: upload.user_id,
      name,
      size_bytes: upload.size_bytes,
      // what the name claims, until the inspector has looked; nothing is served before
      content_type: type === null ? 'application/octet-stream' : FILE_TYPES[type].content_type,
      storage_key: upload.storage_key,
      sha256,
      scan_status: scanBegins(services.env.CLAMD_ADDRESS !== undefined),
      category,
      chart_key: metadata['chart'] ?? null,
      visible_to_expert: outside?.purpose !== 'statement' && startsVisible(category, visible, rules),
      position: (last?.position ?? 0) + 1,
      created_at: tx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (review.bucket === 'draft') await placeByStart(tx.system, review.id, file.id, upload.created_at);
  await finished(tx, upload, { file_id: file.id });
  await tx.audit({
    action: 'file.upload',
    review_id: review.id,
    subject: `file:${file.id}`,
    data: { file_id: file.id, size_bytes: upload.size_bytes, category, ...data },
    timeline: review.bucket !== 'draft',
  });
  await tx.emit('file.uploaded', { file_id: file.id }, review.id);
  await announce(tx, review.id);
  return file.id;
}

/** Notes what a finished upload became; it expires no more. */
async function finished(
  tx: Tx,
  upload: { id: string; review_id: number; size_bytes: number },
  became: { file_id: number } | { dictation_id: number },
): Promise<void> {
  await tx.system
    .updateTable('uploads')
    .set({ ...became, finished_at: tx.now, offset_bytes: upload.size_bytes })
    .where('id', '=', upload.id)
    .execute();
  await tx.system
    .updateTable('deadlines')
    .set({ cancelled_at: tx.now })
    .where('review_id', '=', upload.review_id)
    .where('kind', '=', EXPIRY)
    .where('key', '=', upload.id)
    .where('done_at', 'is', null)
    .execute();
}

/** Gives up an upload. A finished one is a file: a person removes it as such, a link's holder here, until done. */
export async function cancelUpload(services: Services, ports: Pick<Ports, 'outside'>, sender: Sender, id: string) {
  await command(services, sender.actor, async (tx) => {
    if (sender.outside) await ports.outside.recheck(tx, sender.outside.link_id);
    const upload = await ownUpload(tx.system, sender, id, true);
    if (upload.finished_at === null) {
      await tx.system.deleteFrom('uploads').where('id', '=', id).execute();
      await tx.emit('upload.removed', { storage_key: upload.storage_key }, upload.review_id);
      return;
    }
    if (!sender.outside) throw new Refusal('not_found');
    const file = await tx.system
      .selectFrom('files')
      .select(['id', 'pages', 'name', 'storage_key'])
      .where('id', '=', upload.file_id)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    if (!file) throw new Refusal('not_found');
    const review = await reviewOf(tx, upload.review_id);
    await lockFiles(tx.system, review.id);
    await refuseUnderLegalHold(tx, review.id);
    await takeOut(tx, review, file, sender.outside.by);
  });
}

/** A link that ended takes nothing more: what it had begun is cleared away. */
export const endLinkUploads: EventHandler = onEvent({
  name: 'files.end_link_uploads',
  topics: ['outside.link_ended'],
  async run(tx, event) {
    const gone = await tx.system
      .deleteFrom('uploads')
      .where('outside_link_id', '=', event.payload.link_id)
      .where('file_id', 'is', null)
      .returning(['review_id', 'storage_key'])
      .execute();
    for (const { review_id, storage_key } of gone) await tx.emit('upload.removed', { storage_key }, review_id);
  },
});

/** Clears away uploads that were never finished. */
export const expireUploads: DeadlineHandlers['upload_expires'] = async (tx, deadline) => {
  const gone = await tx.system
    .deleteFrom('uploads')
    .where('id', '=', deadline.key)
    .where('finished_at', 'is', null)
    .returning('storage_key')
    .executeTakeFirst();
  if (gone) await tx.emit('upload.removed', { storage_key: gone.storage_key }, deadline.review_id);
};
