import type { Kysely } from 'kysely';
import { Refusal } from '../../core/errors.ts';
import type { Kind } from '../../core/kinds.ts';
import type { ActorDb } from './actor-db.ts';
import { expertsOf } from './experts.ts';
import type { DB } from './types.ts';

const COLUMNS = [
  'reviews.id',
  'reviews.kind',
  'reviews.status',
  'reviews.bucket',
  'reviews.state',
  'reviews.lock_version',
  'reviews.organization_id',
  'reviews.requester_id',
  'reviews.expert_profile_id',
] as const;

/** A review as features need it that work beside it, with who is on it, in the reader's scope. Refuses `not_found`, also for another kind's id. */
export async function loadReviewRow(db: ActorDb, kind: Kind, id: number) {
  const review = await db
    .selectFrom('reviews')
    .select([...COLUMNS, expertsOf('reviews.id').as('experts')])
    .where('reviews.id', '=', id)
    .where('reviews.kind', '=', kind)
    .executeTakeFirst();
  if (!review) throw new Refusal('not_found');
  return review;
}
export type ReviewRowBeside = Awaited<ReturnType<typeof loadReviewRow>>;

/** The same as the system sees it; undefined where there is none. */
export const systemReviewRow = (db: Kysely<DB>, id: number): Promise<ReviewRowBeside | undefined> =>
  db
    .selectFrom('reviews')
    .select([...COLUMNS, expertsOf('reviews.id').as('experts')])
    .where('reviews.id', '=', id)
    .executeTakeFirst();
