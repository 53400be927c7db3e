import type { Kysely } from 'kysely';
import { Refusal } from '../../../core/errors.ts';
import type { Kind } from '../../../core/kinds.ts';
import type { ActorDb } from '../../../platform/db/actor-db.ts';
import { fullNameOf } from '../../../platform/db/full-name.ts';
import { loadReviewRow, type ReviewRowBeside } from '../../../platform/db/review-row.ts';
import type { DB } from '../../../platform/db/types.ts';
import { processOf, readsBeside } from '../../reviews/rules.ts';

export type Continuing = ReviewRowBeside & { as_kind: Kind };

/** A review that may continue as another kind, in the reader's scope. Refuses `not_found`, also where none does, and to who is only asked. */
export async function loadContinuing(db: ActorDb, kind: Kind, id: number): Promise<Continuing> {
  const as_kind = processOf(kind).continues_as;
  if (as_kind === undefined) throw new Refusal('not_found');
  const review = await loadReviewRow(db, kind, id);
  if (!readsBeside(db.actor, review)) throw new Refusal('not_found');
  return { ...review, as_kind };
}

/** The newest that was asked of a review, with names; undefined where none was. */
export const newestOf = (db: Kysely<DB>, reviewId: number) =>
  db
    .selectFrom('continuations as c')
    .innerJoin('users as u', 'u.id', 'c.asked_by')
    .innerJoin('profiles as p', 'p.id', 'c.expert_profile_id')
    .innerJoin('users as x', 'x.id', 'p.user_id')
    .selectAll('c')
    .select([fullNameOf('u').as('by'), fullNameOf('x').as('expert')])
    .where('c.review_id', '=', reviewId)
    .orderBy('c.id', 'desc')
    .limit(1)
    .executeTakeFirst();
export type ContinuationRow = NonNullable<Awaited<ReturnType<typeof newestOf>>>;
