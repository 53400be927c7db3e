import { type Kysely, sql } from 'kysely';
import { isExpertSide, isStaff } from '../../../core/actor.ts';
import { Refusal } from '../../../core/errors.ts';
import { leads } from '../../../core/experts.ts';
import { type Kind, KINDS } from '../../../core/kinds.ts';
import type { ActorDb } from '../../../platform/db/actor-db.ts';
import { fullNameOf } from '../../../platform/db/full-name.ts';
import { loadReviewRow, type ReviewRowBeside } from '../../../platform/db/review-row.ts';
import type { DB } from '../../../platform/db/types.ts';
import { processOf, viewOf } from '../../reviews/rules.ts';

export type Continuing = ReviewRowBeside & { as_kind: Kind };

/** A review that may continue as another kind, in the reader's scope. Refuses `not_found`, also where none does, and to who is only asked. */
export async function loadContinuing(db: ActorDb, kind: Kind, id: number): Promise<Continuing> {
  const as_kind = processOf(kind).continues_as;
  if (as_kind === undefined) throw new Refusal('not_found');
  const review = await loadReviewRow(db, kind, id);
  const { actor } = db;
  if (
    isExpertSide(actor.kind)
      ? !leads(actor, review)
      : !isStaff(actor.kind) && viewOf(actor, { ...review, invitation: null }) !== 'full'
  )
    throw new Refusal('not_found');
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

/** The files of a review that are ready and can go with it, as `shareRecords` has it. */
export const readyFiles = (db: Kysely<DB>, reviewId: number) =>
  db
    .selectFrom('files')
    .select(['id', 'name', 'pages', 'visible_to_expert'])
    .where('review_id', '=', reviewId)
    .where('status', '=', 'ready')
    .where('deleted_at', 'is', null)
    // what came of the review stays with it
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('reports as r')
            .select('r.id')
            .where('r.review_id', '=', reviewId)
            .whereRef('r.pdf_sha256', '=', 'files.sha256'),
        ),
      ),
    )
    .where((eb) =>
      eb.not(eb.exists(eb.selectFrom('outside_links as l').select('l.id').whereRef('l.file_id', '=', 'files.id'))),
    )
    .orderBy('position')
    .orderBy('id')
    .execute();

/** Why the organization cannot order that kind now, or null. */
export async function whyNotOrdered(
  db: Kysely<DB>,
  organizationId: number,
  kind: Kind,
): Promise<'wrong_state' | 'not_accepting' | null> {
  const { enabled_flag, offered_flag, accepts_flag } = KINDS[kind];
  const { rows } = await sql<{ held: boolean; open: boolean }>`
    select organization_billing_hold(${organizationId}) as held,
      organization_flag(${organizationId}, ${enabled_flag}) and organization_flag(${organizationId}, ${accepts_flag})
        and organization_flag(${organizationId}, ${offered_flag ?? enabled_flag}) as open`.execute(db);
  const [found] = rows;
  if (found?.held) return 'wrong_state';
  return found?.open ? null : 'not_accepting';
}
