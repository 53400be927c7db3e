import type { FastifyInstance } from 'fastify';
import type { Actor } from '../../../core/actor.ts';
import { AUDIO_TYPES, audioOfName } from '../../../core/audio-types.ts';
import { isExpertSide } from '../../../core/actor.ts';
import { Refusal } from '../../../core/errors.ts';
import { type Kind, kindNamed } from '../../../core/kinds.ts';
import { command, systemCommand, type Tx } from '../../../platform/command.ts';
import type { ActorDb } from '../../../platform/db/actor-db.ts';
import { fullNameOf } from '../../../platform/db/full-name.ts';
import { mount } from '../../../platform/http/mount.ts';
import { Readings, sendStored } from '../../../platform/http/send-stored.ts';
import type { Whose } from '../../../platform/inspect/in-turn.ts';
import type { InspectRequest, InspectResult } from '../../../platform/inspect/types.ts';
import { rooms } from '../../../platform/live.ts';
import type { Ports } from '../../../platform/ports.ts';
import { NotScannedError } from '../../../platform/scanning/clamd.ts';
import { scanAgainIn } from '../../../platform/scanning/retry.ts';
import type { Services } from '../../../platform/services.ts';
import { damageIn, foundDamaged } from '../../../platform/stored-content.ts';
import type { Source } from '../../../platform/storage.ts';
import { type DeadlineHandlers, onJob } from '../../../platform/workers.ts';
import { dictationEndpoints, type DictationsView } from '../contract/dictations.ts';
import { dictationClosed, hearsDictations } from '../rules/dictations.ts';
import { loadReportReview, type ReportReview } from './view.ts';

/** Looks into a stored recording in a process of its own, in its person's turn. */
export type Listen = (request: InspectRequest, content: Source, whose: Whose) => Promise<InspectResult>;

const LOST = 'This recording was damaged where it is stored before it could be checked. Upload it again.';

/** A review whose dictations the actor hears. Refuses `not_found` to everybody else, and for kinds without. */
async function heardReview(db: ActorDb, actor: Actor, kind: Kind, id: number): Promise<ReportReview> {
  const review = await loadReportReview(db, actor, kind, id);
  if (!hearsDictations(actor, review)) throw new Refusal('not_found');
  return review;
}

/** Dictations beside a report: their list, their sound, and their end. */
export function mountDictations(app: FastifyInstance, services: Services): void {
  const readings = new Readings();
  mount(app, services, dictationEndpoints.list, async ({ params, kind, actor, db }) =>
    listOf(db, actor, await heardReview(db, actor, kind, params.id)),
  );

  mount(
    app,
    services,
    dictationEndpoints.content,
    async ({ params, query, kind, actor, db, request, reply }): Promise<void> => {
      const review = await heardReview(db, actor, kind, params.id);
      const found = await one(db, review.id, params.dictationId);
      if (found.status !== 'ready')
        throw new Refusal('wrong_state', found.failure ?? 'This recording is still being checked.');
      const download = query.download === '1';
      const action = download ? 'dictation.download' : 'dictation.heard';
      await sendStored(services, found, {
        request,
        reply,
        inline: !download,
        isWanted: async () => (await one(db, review.id, found.id)).storage_key === found.storage_key,
        record: (whole) =>
          readings.record(`${actor.session_id}:${found.id}:${action}`, whole, services.clock.now().getTime(), () =>
            command(services, actor, (tx) =>
              tx.audit({
                action,
                review_id: review.id,
                organization_id: review.organization_id,
                subject: `dictation:${found.id}`,
              }),
            ),
          ),
      });
    },
  );

  mount(app, services, dictationEndpoints.remove, ({ params, kind, actor }) =>
    command(services, actor, async (tx) => {
      const review = await heardReview(tx.db, actor, kind, params.id);
      const found = await one(tx.db, review.id, params.dictationId);
      refuseClosed(review);
      const gone = await tx.system
        .updateTable('dictations')
        .set({ removed_at: tx.now })
        .where('id', '=', found.id)
        .where('removed_at', 'is', null)
        .executeTakeFirst();
      if (gone.numUpdatedRows === 0n) throw new Refusal('not_found');
      await tx.emit('dictation.removed', { storage_key: found.storage_key }, review.id);
      await audit(tx, review, 'dictation.remove', found.id);
      return null;
    }),
  );
}

/** What files ask about recordings that come by an upload. */
export const dictationsPort: Ports['dictations'] = {
  async admit(db, actor, reviewId) {
    await admitted(db, actor, reviewId);
  },
  async take(tx, { db, actor }, { review_id, name, size_bytes, storage_key, sha256 }) {
    const review = await admitted(db, actor, review_id);
    const type = audioOfName(name);
    const row = await tx.system
      .insertInto('dictations')
      .values({
        review_id,
        uploaded_by: actor.user_id,
        name,
        size_bytes,
        storage_key,
        sha256,
        // what the name claims, until it was looked into; nothing is played before
        content_type: type === null ? 'application/octet-stream' : AUDIO_TYPES[type].content_type,
        created_at: tx.now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx.emit('dictation.uploaded', { dictation_id: row.id }, review_id);
    await audit(tx, review, 'dictation.add', row.id);
    return row.id;
  },
};

async function admitted(db: ActorDb, actor: Actor, reviewId: number): Promise<ReportReview> {
  const row = await db
    .selectFrom('reviews')
    .select('reviews.kind')
    .where('reviews.id', '=', reviewId)
    .executeTakeFirst();
  const kind = kindNamed(row?.kind);
  if (kind === undefined) throw new Refusal('not_found');
  const review = await heardReview(db, actor, kind, reviewId);
  if (!isExpertSide(actor.kind)) throw new Refusal('forbidden', 'The examiner dictates.');
  refuseClosed(review);
  return review;
}

function refuseClosed(review: ReportReview): void {
  const closed = dictationClosed(review);
  if (closed !== null) throw new Refusal('wrong_state', closed);
}

/** Looks into recordings that arrived, and removes the sound of those that were taken out. */
export const dictationJobs = (services: Services, listen: Listen) => [
  onJob({
    name: 'reports.check_dictation',
    topics: ['dictation.uploaded'],
    run: ({ payload }) => check(services, listen, payload.dictation_id),
  }),
  onJob({
    name: 'reports.remove_dictation',
    topics: ['dictation.removed'],
    run: async ({ payload }) => {
      await services.storage.remove(payload.storage_key);
    },
  }),
];

async function check(services: Services, listen: Listen, id: number): Promise<void> {
  const row = await services.database.systemDb
    .selectFrom('dictations')
    .innerJoin('reviews', 'reviews.id', 'dictations.review_id')
    .selectAll('dictations')
    .select('reviews.organization_id')
    .where('dictations.id', '=', id)
    .executeTakeFirst();
  if (!row || row.status !== 'processing' || row.removed_at !== null) return;
  const whose = { organization: String(row.organization_id), person: String(row.uploaded_by) };
  const found = await services.storage
    .access(row.storage_key, (content) => listen({ name: row.name, sha256: row.sha256, audio: true }, content, whose))
    .catch(async (error: unknown) => {
      if (error instanceof NotScannedError) {
        await scanLater(services, row, error.why);
        return null;
      }
      const damage = damageIn(error);
      if (!damage) throw error;
      await foundDamaged(services, row.storage_key, damage.at);
      return { failure: LOST, content_type: null, sha256: '' };
    });
  if (found === null) return;
  const { failure, content_type, sha256 } = found;
  await systemCommand(services, { kind: 'system', request_id: `dictation:${id}` }, async (tx) => {
    const changed = await tx.system
      .updateTable('dictations')
      .set({
        status: failure === null ? 'ready' : 'failed',
        failure,
        sha256: sha256 === '' ? row.sha256 : sha256,
        ...(content_type === null ? {} : { content_type }),
      })
      .where('id', '=', id)
      .where('status', '=', 'processing')
      .where('removed_at', 'is', null)
      .executeTakeFirst();
    if (changed.numUpdatedRows === 0n) return;
    const review = { id: row.review_id, organization_id: row.organization_id };
    if (failure !== null) await audit(tx, review, 'dictation.failed', id);
    else announce(tx, row.review_id);
  });
}

/** Nobody hears a recording before the virus scanner has cleared it: where it could not say, it is asked again. */
async function scanLater(
  services: Services,
  { id, review_id, scan_tries }: { id: number; review_id: number; scan_tries: number },
  why: NotScannedError['why'],
): Promise<void> {
  await systemCommand(services, { kind: 'system', request_id: `dictation:${id}` }, async (tx) => {
    const tries = Math.min(scan_tries + 1, 1_000);
    await tx.system.updateTable('dictations').set({ scan_tries: tries }).where('id', '=', id).execute();
    const due_at = new Date(tx.now.getTime() + scanAgainIn(why, tries));
    await tx.setDeadline({ review_id, kind: 'dictation_scan', key: String(id), due_at, payload: { dictation_id: id } });
  });
}

/** A recording that waited for the scanner is looked into again. */
export const scanDictation: DeadlineHandlers['dictation_scan'] = async (tx, { payload, review_id }) => {
  await tx.emit('dictation.uploaded', { dictation_id: payload.dictation_id }, review_id);
};

/** Nothing of what was dictated outlives the purge of its review. */
export async function purgeDictations(tx: Tx, reviewId: number): Promise<void> {
  const gone = await tx.system
    .deleteFrom('dictations')
    .where('review_id', '=', reviewId)
    .returning('storage_key')
    .execute();
  for (const { storage_key } of gone) await tx.emit('dictation.removed', { storage_key }, reviewId);
}

const announce = (tx: Tx, review_id: number): void =>
  tx.live({ room: rooms.review(review_id), event: 'review.changed', payload: { review_id } });

async function audit(
  tx: Tx,
  review: { id: number; organization_id: number },
  action: 'dictation.add' | 'dictation.remove' | 'dictation.failed',
  id: number,
): Promise<void> {
  await tx.audit({
    action,
    review_id: review.id,
    organization_id: review.organization_id,
    subject: `dictation:${id}`,
    data: { dictation_id: id },
  });
  announce(tx, review.id);
}

async function one(db: ActorDb, reviewId: number, id: number) {
  const row = await db
    .selectFrom('dictations')
    .selectAll()
    .where('dictations.id', '=', id)
    .where('dictations.review_id', '=', reviewId)
    .where('dictations.removed_at', 'is', null)
    .executeTakeFirst();
  if (!row) throw new Refusal('not_found');
  return row;
}

async function listOf(db: ActorDb, actor: Actor, review: ReportReview): Promise<DictationsView> {
  const rows = await db.executor
    .selectFrom('dictations')
    .innerJoin('users', 'users.id', 'dictations.uploaded_by')
    .selectAll('dictations')
    .select(fullNameOf('users').as('uploaded_by_name'))
    .where('dictations.review_id', '=', review.id)
    .where('dictations.removed_at', 'is', null)
    .orderBy('dictations.id')
    .execute();
  const open = isExpertSide(actor.kind) && dictationClosed(review) === null;
  return {
    data: rows.map((row) => ({
      id: row.id,
      name: row.name,
      size_bytes: row.size_bytes,
      content_type: row.content_type,
      status: row.status,
      failure: row.failure,
      created_at: row.created_at.toISOString(),
      uploaded_by: row.uploaded_by_name,
      can: { remove: open },
    })),
    can: { add: open },
  };
}
