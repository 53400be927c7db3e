import { type Kysely, sql } from 'kysely';
import type { Actor } from '../../../../core/actor.ts';
import { Refusal } from '../../../../core/errors.ts';
import type { Kind } from '../../../../core/kinds.ts';
import type { ActorDb } from '../../../../platform/db/actor-db.ts';
import { resultsElsewhere } from '../../../../platform/db/results-elsewhere.ts';
import type { DB } from '../../../../platform/db/types.ts';
import type { Ports } from '../../../../platform/ports.ts';
import type { BoxReportsView } from '../../contract.ts';
import { sendingRefused } from '../../rules.ts';
import { accessFor } from '../access.ts';

/** A review in the reader's scope. Refuses `not_found`. */
export async function reviewOf(db: ActorDb, { kind, id }: { kind: Kind; id: number }) {
  const review = await db
    .selectFrom('reviews')
    .select(['reviews.id', 'reviews.kind', 'reviews.requester_id', 'reviews.organization_id'])
    .where('reviews.id', '=', id)
    .where('reviews.kind', '=', kind)
    .executeTakeFirst();
  if (!review) throw new Refusal('not_found');
  return review;
}

/** Why reports of a review do not go into Box now; null: they can. */
export async function refusedOf(db: Kysely<DB>, reviewId: number, kind: Kind): Promise<string | null> {
  const { rows } = await sql<{ permitted: boolean; purged: boolean }>`select
    exists (select from public_report_permits where review_id = ${reviewId} and ended_at is null) as permitted,
    exists (select from purge_certificates where review_id = ${reviewId}) as purged`.execute(db);
  const [is] = rows;
  const elsewhere = (await resultsElsewhere(db, reviewId)) !== null;
  return sendingRefused({ kind, purged: is?.purged ?? false, permitted: is?.permitted ?? false, elsewhere });
}

/** The wish that holds for a review. */
export const liveWish = (db: Kysely<DB>, reviewId: number) =>
  db
    .selectFrom('box_report_wishes')
    .select(['id', 'user_id', 'folder_id', 'folder_name'])
    .where('review_id', '=', reviewId)
    .where('ended_at', 'is', null)
    .executeTakeFirst();

/** What became of a review's reports on their way into Box, as one reader may see it. */
export async function boxReportsOf(
  db: Kysely<DB>,
  ports: Pick<Ports, 'connectedAccounts'>,
  actor: Actor,
  review: Awaited<ReturnType<typeof reviewOf>>,
): Promise<BoxReportsView> {
  const isTheirs = review.requester_id === actor.user_id;
  const { is_on, connection_id } = isTheirs
    ? await accessFor(db, ports, actor.user_id, review.organization_id)
    : { is_on: false, connection_id: null };
  const wish = await liveWish(db, review.id);
  const { rows } = await sql<{
    id: number;
    version: number;
    folder: string;
    state: 'waiting' | 'done' | 'failed';
    fault: string | null;
    done_at: Date | null;
    wish_id: number;
  }>`select u.id, p.version, w.folder_name as folder, u.state, u.fault, u.done_at, u.wish_id
    from box_report_uploads u join reports p on p.id = u.report_id join box_report_wishes w on w.id = u.wish_id
    where u.review_id = ${review.id} and u.state <> 'dropped' order by u.id desc`.execute(db);
  return {
    offered: !is_on ? 'none' : connection_id === null ? 'connect' : 'ready',
    refused: await refusedOf(db, review.id, review.kind),
    folder: wish ? { id: wish.folder_id, name: wish.folder_name } : null,
    data: rows.map(({ wish_id, done_at, ...row }) => ({
      ...row,
      done_at: done_at?.toISOString() ?? null,
      again: isTheirs && row.state === 'failed' && wish_id === wish?.id,
    })),
  };
}
