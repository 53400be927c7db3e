import { sql } from 'kysely';
import type { Actor } from '../../../../core/actor.ts';
import { Refusal } from '../../../../core/errors.ts';
import { command, type Tx } from '../../../../platform/command.ts';
import { ActorDb } from '../../../../platform/db/actor-db.ts';
import { refuseWithoutFreshProof } from '../../../../platform/fresh-proof.ts';
import type { Ports } from '../../../../platform/ports.ts';
import type { Services } from '../../../../platform/services.ts';
import type { BoxReportsView } from '../../contract.ts';
import { isOpened } from '../../rules.ts';
import { accessFor, mustBeUsable, refused } from '../access.ts';
import { readFolder } from '../box.ts';
import type { Of } from '../commands.ts';
import { boxReportsOf, liveWish, refusedOf, reviewOf } from './load.ts';

type Using = Pick<Ports, 'connectedAccounts'>;

/** A review whose reader ordered it: it is their Box. Refuses `not_found`, `forbidden`. */
async function ownReview(db: Parameters<typeof reviewOf>[0], actor: Actor, of: Of) {
  const review = await reviewOf(db, of);
  if (review.requester_id !== actor.user_id) throw new Refusal('forbidden');
  return review;
}

/** Puts the newest delivered version on its way, once. One before it that is not there yet would come on top of it, and stays away. */
export const queueNewest = async (tx: Tx, reviewId: number): Promise<void> => {
  await sql`insert into box_report_uploads (wish_id, review_id, report_id, next_at, created_at)
    select w.id, w.review_id, p.id, ${tx.now}, ${tx.now} from box_report_wishes w cross join lateral (
      select p.id from reports p where p.review_id = w.review_id and p.left_at is null and p.delivered_at is not null
      order by p.version desc limit 1) p
    where w.review_id = ${reviewId} and w.ended_at is null on conflict (wish_id, report_id) do nothing`.execute(
    tx.system,
  );
  await sql`update box_report_uploads u set state = 'dropped', fault = null
    from box_report_uploads newer, reports p, reports n
    where u.review_id = ${reviewId} and u.state in ('waiting', 'failed') and newer.wish_id = u.wish_id
      and p.id = u.report_id and n.id = newer.report_id and n.version > p.version`.execute(tx.system);
};

const endWish = async (tx: Tx, wishId: number): Promise<void> => {
  await tx.system.updateTable('box_report_wishes').set({ ended_at: tx.now }).where('id', '=', wishId).execute();
  await tx.system
    .updateTable('box_report_uploads')
    .set({ state: 'dropped', fault: null })
    .where('wish_id', '=', wishId)
    .where('state', 'in', ['waiting', 'failed'])
    .execute();
};

/** Has delivered reports put into a folder from now on, the newest one at once. Which folder it is says Box. */
export async function askForReports(
  services: Services,
  ports: Using,
  actor: Actor,
  of: Of,
  folderId: string,
  wake: () => void,
): Promise<BoxReportsView> {
  const db = services.database.systemDb;
  const now = services.clock.now();
  const found = await ownReview(new ActorDb(db, actor), actor, of);
  const access = mustBeUsable(await accessFor(db, ports, actor.user_id, found.organization_id));
  await refuseWithoutFreshProof({ actor, now, system: db });
  const refusedNow = await refusedOf(db, found.id, found.kind);
  if (refusedNow !== null) throw new Refusal('wrong_state', refusedNow);
  const said = await readFolder(ports, access.connection_id, folderId, now);
  if (!('is' in said)) throw refused('fault' in said ? said.fault : 'away');
  const folder = said.is;
  const parents = folder.path_collection.entries.map(({ id }) => id);
  if (folder.trashed_at || !isOpened({ id: folder.id, parents }, access.opened)) throw new Refusal('not_found');
  return command(services, actor, async (tx) => {
    const review = await ownReview(tx.db, actor, of);
    const why = await refusedOf(tx.system, review.id, review.kind);
    if (why !== null) throw new Refusal('wrong_state', why);
    await tx.system.selectFrom('reviews').select('id').where('id', '=', review.id).forUpdate().execute();
    const before = await liveWish(tx.system, review.id);
    if (before?.folder_id !== folder.id || before.user_id !== actor.user_id) {
      if (before) await endWish(tx, before.id);
      await tx.system
        .insertInto('box_report_wishes')
        .values({
          review_id: review.id,
          user_id: actor.user_id,
          folder_id: folder.id,
          folder_name: folder.name.slice(0, 300),
          created_at: tx.now,
        })
        .execute();
      await tx.audit({
        action: 'box_report.asked',
        review_id: review.id,
        subject: `review:${review.id}`,
        data: { folder_id: folder.id },
      });
    }
    await queueNewest(tx, review.id);
    tx.afterCommit(wake);
    return boxReportsOf(tx.system, ports, actor, review);
  });
}

/** Ends it: nothing further goes there; what is there stays. */
export async function endReports(services: Services, ports: Using, actor: Actor, of: Of): Promise<BoxReportsView> {
  return command(services, actor, async (tx) => {
    const review = await ownReview(tx.db, actor, of);
    const wish = await liveWish(tx.system, review.id);
    if (wish) {
      await endWish(tx, wish.id);
      await tx.audit({
        action: 'box_report.ended',
        review_id: review.id,
        subject: `review:${review.id}`,
        data: { folder_id: wish.folder_id },
      });
    }
    return boxReportsOf(tx.system, ports, actor, review);
  });
}

/** Tries a version again that could not be put there. */
export async function tryReportAgain(
  services: Services,
  ports: Using,
  actor: Actor,
  of: Of,
  uploadId: number,
  wake: () => void,
): Promise<BoxReportsView> {
  return command(services, actor, async (tx) => {
    const review = await ownReview(tx.db, actor, of);
    const row = await tx.system
      .selectFrom('box_report_uploads')
      .select('state')
      .where('id', '=', uploadId)
      .where('review_id', '=', review.id)
      .forUpdate()
      .executeTakeFirst();
    if (!row) throw new Refusal('not_found');
    if (row.state !== 'failed') throw new Refusal('wrong_state', undefined, { current: row.state });
    await tx.system
      .updateTable('box_report_uploads')
      .set({ state: 'waiting', fault: null, tries: 0, next_at: tx.now })
      .where('id', '=', uploadId)
      .execute();
    await tx.audit({ action: 'box_report.again', review_id: review.id, subject: `box_report_upload:${uploadId}` });
    tx.afterCommit(wake);
    return boxReportsOf(tx.system, ports, actor, review);
  });
}
