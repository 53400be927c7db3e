import { type Kysely, sql } from 'kysely';
import { Refusal } from '../../../core/errors.ts';
import { type Kind, KINDS } from '../../../core/kinds.ts';
import type { ActorDb } from '../../../platform/db/actor-db.ts';
import { expertsOf } from '../../../platform/db/experts.ts';
import { fullNameOf } from '../../../platform/db/full-name.ts';
import { examinersOf, visitMinutes } from '../../../platform/db/visits.ts';
import type { DB } from '../../../platform/db/types.ts';
import { orderSections } from '../../../platform/db/order-sections.ts';
import type { ImeFields } from '../../reviews/kinds/ime/fields.ts';
import { formOf, storedFields } from '../../reviews/rules.ts';
import type { LinkFacts } from '../rules.ts';

/** A review somebody is examined for, in the reader's scope. Refuses `not_found`, also for a kind nobody is examined for. */
export async function loadExaminedReview(db: ActorDb, kind: Kind, id: number) {
  if (!KINDS[kind].has_exam) throw new Refusal('not_found');
  const review = await db
    .selectFrom('reviews')
    .select([
      'reviews.id',
      'reviews.kind',
      'reviews.organization_id',
      'reviews.requester_id',
      'reviews.expert_profile_id',
      expertsOf('reviews.id').as('experts'),
    ])
    .where('reviews.id', '=', id)
    .where('reviews.kind', '=', kind)
    .executeTakeFirst();
  if (!review) throw new Refusal('not_found');
  return review;
}

/** What an order says of the examinee, and of who receives the report. */
export async function examineeOf(db: Kysely<DB>, kind: Kind, reviewId: number): Promise<Partial<ImeFields>> {
  const rows = await orderSections(db, reviewId, ['step_one', 'step_four']);
  return storedFields(formOf(kind), rows) as Partial<ImeFields>;
}

/** An exam as its examinee is told of it. Unscoped: the caller has the review in scope, or the link. */
const appointments = (db: Kysely<DB>) =>
  db
    .selectFrom('exams as e')
    .innerJoin('appointments as a', 'a.id', 'e.appointment_id')
    .innerJoin('reviews as r', 'r.id', 'e.review_id')
    .innerJoin('organizations as o', 'o.id', 'r.organization_id')
    .select([
      'e.appointment_id',
      'e.review_id',
      'e.place',
      'e.rule',
      'e.fee_steps',
      'e.notice_by',
      'e.call_off_until',
      'a.status',
      'a.starts_at',
      visitMinutes('a').as('duration_minutes'),
      'a.ics_uid',
      'a.ics_sequence',
      'r.kind',
      'r.organization_id',
      'r.requester_id',
      'r.expert_profile_id',
      'o.name as organization',
      'o.time_zone',
      sql<string | null>`(select n.service_provider from organization_path(o.id) q join organizations n on n.id = q.id
        where n.service_provider <> '' order by q.depth limit 1)`.as('service_provider'),
      examinersOf('a', 'r').as('examiners'),
    ]);
export type ExamFacts = NonNullable<Awaited<ReturnType<typeof setExam>>>;

/** The exam of a review that is set, if one is. */
export const setExam = (db: Kysely<DB>, reviewId: number) =>
  appointments(db).where('e.review_id', '=', reviewId).where('a.status', '=', 'scheduled').executeTakeFirst();

/** An exam by its appointment. */
export const examById = (db: Kysely<DB>, appointmentId: number) =>
  appointments(db).where('e.appointment_id', '=', appointmentId).executeTakeFirst();

/** When it is over. */
export const endOf = ({ starts_at, duration_minutes }: Pick<ExamFacts, 'starts_at' | 'duration_minutes'>): Date =>
  new Date(starts_at.getTime() + duration_minutes * 60_000);

/** The newest exam of a review, set or over: what its examinee answered is read by it. */
export const latestExam = (db: Kysely<DB>, reviewId: number) =>
  appointments(db)
    .where('e.review_id', '=', reviewId)
    .orderBy(sql`a.status = 'scheduled'`, 'desc')
    .orderBy('e.appointment_id', 'desc')
    .limit(1)
    .executeTakeFirst();

/** A link with what its rules ask, by its hash or its appointment. */
export async function linkBy(
  db: Kysely<DB>,
  where: { token_hash: Buffer } | { id: number } | { appointment_id: number },
) {
  const rows = db
    .selectFrom('examinee_links as l')
    .innerJoin('appointments as a', 'a.id', 'l.appointment_id')
    .innerJoin('users as u', 'u.id', 'l.created_by')
    .selectAll('l')
    .select(['a.status', 'a.starts_at', visitMinutes('a').as('duration_minutes'), fullNameOf('u').as('maker')]);
  if ('token_hash' in where) return rows.where('l.token_hash', '=', where.token_hash).executeTakeFirst();
  if ('id' in where) return rows.where('l.id', '=', where.id).executeTakeFirst();
  return rows.where('l.appointment_id', '=', where.appointment_id).where('l.revoked_at', 'is', null).executeTakeFirst();
}
export type LinkRow = NonNullable<Awaited<ReturnType<typeof linkBy>>>;

/** What decides whether a link opens. */
export const factsOf = (link: LinkRow): LinkFacts => ({
  revoked_at: link.revoked_at,
  appointment: link.status,
  ends_at: endOf(link),
});

/** What the examinee answered of an exam; nothing yet where they did not. */
export const answersOf = (db: Kysely<DB>, appointmentId: number) =>
  db
    .selectFrom('examinee_answers as w')
    .leftJoin('users as s', 's.id', 'w.other_date_settled_by')
    .leftJoin('users as n', 'n.id', 'w.reminders_noted_by')
    .selectAll('w')
    .select([fullNameOf('s').as('settler'), fullNameOf('n').as('noter')])
    .where('w.appointment_id', '=', appointmentId)
    .executeTakeFirst();
