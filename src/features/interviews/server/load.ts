import type { Kysely, Selectable, UpdateObject } from 'kysely';
import { type Actor, isExpertSide, isRequesterOf } from '../../../core/actor.ts';
import { Refusal } from '../../../core/errors.ts';
import type { Kind } from '../../../core/kinds.ts';
import type { Tx } from '../../../platform/command.ts';
import type { ActorDb } from '../../../platform/db/actor-db.ts';
import { loadReviewRow, type ReviewRowBeside, systemReviewRow } from '../../../platform/db/review-row.ts';
import type { DB, Interviews } from '../../../platform/db/types.ts';
import { stateRow } from '../../reviews/rules/kinds.ts';
import { rulesOf } from '../../reviews/rules.ts';
import type { InterviewSide } from '../rules.ts';

export type InterviewRow = Selectable<Interviews>;

/** Whether a kind’s experts are interviewed before one is retained. */
export const hasInterviews = (kind: Kind): boolean => rulesOf(kind).actions.includes('begin_interviews');

/** A matter in the reader’s scope. Refuses `not_found`, also where nobody is interviewed. */
export async function loadMatter(db: ActorDb, kind: Kind, id: number): Promise<ReviewRowBeside> {
  if (!hasInterviews(kind)) throw new Refusal('not_found');
  return loadReviewRow(db, kind, id);
}

/** Whether interviews are asked for and arranged in its state; those under way go on while it rests. */
export const isInterviewing = ({ kind, status }: Pick<ReviewRowBeside, 'kind' | 'status'>): boolean =>
  stateRow(kind, status).interviews === true;
export const isUnderWay = ({ kind, status }: Pick<ReviewRowBeside, 'kind' | 'status'>): boolean =>
  stateRow(kind, status).bucket === 'active';

/** The interviews of a matter, the first asked first. */
export const interviewsOf = (db: Kysely<DB>, reviewId: number): Promise<InterviewRow[]> =>
  db.selectFrom('interviews').selectAll().where('review_id', '=', reviewId).orderBy('id').execute();

/**
 * One interview, its matter, and the side of the reader. Who is asked sees theirs without seeing the matter: names are cleared first.
 * Null: staff, who read along. Refuses `not_found`.
 */
export async function interviewFor(
  db: ActorDb,
  actor: Actor,
  interviewId: number,
): Promise<{ row: InterviewRow; review: ReviewRowBeside; side: InterviewSide | null }> {
  const row = await db.executor.selectFrom('interviews').selectAll().where('id', '=', interviewId).executeTakeFirst();
  if (!row) throw new Refusal('not_found');
  if (isExpertSide(actor.kind)) {
    if (!actor.expert_profile_ids.includes(row.expert_profile_id)) throw new Refusal('not_found');
    const review = await systemReviewRow(db.executor, row.review_id);
    if (!review) throw new Refusal('not_found');
    return { row, review, side: 'expert' };
  }
  const seen = await db
    .selectFrom('reviews')
    .select('reviews.kind')
    .where('reviews.id', '=', row.review_id)
    .executeTakeFirst();
  if (!seen) throw new Refusal('not_found');
  const review = await loadMatter(db, seen.kind, row.review_id);
  return { row, review, side: isRequesterOf(actor, review) ? 'requester' : null };
}

/** Whether the expert was sent the names of the matter, and has not answered: that invitation is answered, not the interview. */
export async function holdsNames(
  db: Kysely<DB>,
  { review_id, expert_profile_id }: Pick<InterviewRow, 'review_id' | 'expert_profile_id'>,
): Promise<boolean> {
  const open = await db
    .selectFrom('invitations')
    .select('id')
    .where('review_id', '=', review_id)
    .where('expert_profile_id', '=', expert_profile_id)
    .where('status', 'in', ['pending', 'opened'])
    .executeTakeFirst();
  return open !== undefined;
}

/** Changes an interview; what was read of it before is stale then. */
export async function changeInterview(
  tx: Tx,
  { id, lock_version }: Pick<InterviewRow, 'id' | 'lock_version'>,
  set: UpdateObject<DB, 'interviews'>,
): Promise<void> {
  await tx.system
    .updateTable('interviews')
    .set({ ...set, lock_version: lock_version + 1 })
    .where('id', '=', id)
    .execute();
}
