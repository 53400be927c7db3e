import type { Kysely, Selectable } from 'kysely';
import { isExpertSide } from '../../../core/actor.ts';
import { Refusal } from '../../../core/errors.ts';
import { isOn } from '../../../core/experts.ts';
import type { Kind } from '../../../core/kinds.ts';
import { dateIn } from '../../../core/time.ts';
import type { ActorDb } from '../../../platform/db/actor-db.ts';
import { loadReviewRow, type ReviewRowBeside, systemReviewRow } from '../../../platform/db/review-row.ts';
import type { DB, TestimonySessions } from '../../../platform/db/types.ts';
import { viewOf } from '../../reviews/rules.ts';
import { isPurged, processOf, stateRow } from '../../reviews/rules/kinds.ts';
import { workTime } from '../../work/rules.ts';

export type SessionRow = Selectable<TestimonySessions>;

/** A matter in the reader's scope. Refuses `not_found`, also to an expert who has not cleared the names or is off it, and where nobody works by the hour. */
export async function loadMatter(db: ActorDb, kind: Kind, id: number): Promise<ReviewRowBeside> {
  if (processOf(kind).by_the_hour === undefined) throw new Refusal('not_found');
  const review = await loadReviewRow(db, kind, id);
  if (viewOf(db.actor, { ...review, invitation: null }) !== 'full') throw new Refusal('not_found');
  if (isExpertSide(db.actor.kind) && !isOn(db.actor, review)) throw new Refusal('not_found');
  return review;
}

/** The same as the system sees it; undefined where nobody works by the hour. */
export async function systemMatter(db: Kysely<DB>, id: number): Promise<ReviewRowBeside | undefined> {
  const review = await systemReviewRow(db, id);
  return review && processOf(review.kind).by_the_hour !== undefined ? review : undefined;
}

/** The sessions of a matter, the earliest first. */
export const sessionsOf = (db: Kysely<DB>, reviewId: number): Promise<SessionRow[]> =>
  db
    .selectFrom('testimony_sessions')
    .selectAll()
    .where('review_id', '=', reviewId)
    .orderBy('starts_at')
    .orderBy('id')
    .execute();

/** One of them. Refuses `not_found`. */
export async function sessionOf(db: Kysely<DB>, reviewId: number, sessionId: number): Promise<SessionRow> {
  const row = (await sessionsOf(db, reviewId)).find(({ id }) => id === sessionId);
  if (!row) throw new Refusal('not_found');
  return row;
}

/** Whether a session is of the expert who is on the matter now. */
export const isTheirs = (
  { expert_profile_id }: Pick<ReviewRowBeside, 'expert_profile_id'>,
  row: Pick<SessionRow, 'expert_profile_id'>,
): boolean => expert_profile_id === row.expert_profile_id;

/**
 * Whether sessions are set and answered: `open` while the expert is engaged; `late` once the matter is concluded or rests, and while
 * it waits for records or for a word on a conflict, for the court's day comes all the same; `over` after that.
 */
export function testimonyTime(review: Pick<ReviewRowBeside, 'kind' | 'status'>): 'open' | 'late' | 'over' {
  const time = workTime(review);
  return time === 'over' && stateRow(review.kind, review.status).bucket === 'active' ? 'late' : time;
}

/** Whether an errata sheet is still signed: while the expert is engaged, and of a matter that closed since until the day it is due. */
export function isErrataOpen(
  review: Pick<ReviewRowBeside, 'kind' | 'status'>,
  { errata_due_on, zone }: Pick<SessionRow, 'errata_due_on' | 'zone'>,
  now: Date,
): boolean {
  if (testimonyTime(review) !== 'over') return true;
  const hasClosed = stateRow(review.kind, review.status).bucket === 'completed' && !isPurged(review);
  return hasClosed && errata_due_on !== null && dateIn(now, zone) <= errata_due_on;
}

/** The entries of sessions that were not taken back, with their minutes. */
export async function entriesThatStand(
  db: Kysely<DB>,
  rows: readonly Pick<SessionRow, 'time_entry_id'>[],
): Promise<Map<number, number>> {
  const ids = rows.flatMap(({ time_entry_id }) => (time_entry_id === null ? [] : [time_entry_id]));
  if (ids.length === 0) return new Map();
  const entries = await db
    .selectFrom('time_entries')
    .select(['id', 'minutes'])
    .where('id', 'in', ids)
    .where('id', 'not in', (eb) =>
      eb.selectFrom('time_entries as back').select('back.reverses').where('back.reverses', 'in', ids).$castTo<number>(),
    )
    .execute();
  return new Map(entries.map(({ id, minutes }) => [id, minutes]));
}
