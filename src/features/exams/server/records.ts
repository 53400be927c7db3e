import type { Kysely } from 'kysely';
import { type Actor, isExpertSide } from '../../../core/actor.ts';
import { dateIn } from '../../../core/time.ts';
import type { DB } from '../../../platform/db/types.ts';
import type { ImeFields } from '../../reviews/kinds/ime/fields.ts';
import { recordsBy, type RecordsLine, recordsServed, recordsServedBy, recordsThere } from '../rules.ts';
import { type ExamReview, type ExamRow, heldOn, type Law } from './load.ts';

/** What is to be said of the records of a set exam: to everybody whether they come in time, to those who serve them that too. */
export async function recordsOf(
  db: Kysely<DB>,
  actor: Actor,
  review: ExamReview,
  {
    exam,
    order,
    law,
    zone,
    today,
  }: { exam: ExamRow; order: Partial<ImeFields>; law: Law; zone: string; today: string },
): Promise<RecordsLine[]> {
  const last = await db
    .selectFrom('files')
    .select((eb) => eb.fn.max('created_at').as('at'))
    .where('review_id', '=', review.id)
    .where('deleted_at', 'is', null)
    .where('visible_to_expert', '=', true)
    .where((eb) => eb.or([eb('category', 'is', null), eb('category', '!=', 'purpose_letter')]))
    .executeTakeFirst();
  const added = (last?.at ?? null) as Date | null;
  const held_on = heldOn(exam);
  const there = recordsThere(order, {
    by: recordsBy(held_on, law.isHoliday),
    added_on: added && dateIn(added, zone),
    today,
  });
  const by = isExpertSide(actor.kind) ? null : recordsServedBy(exam.rule, held_on, law.isHoliday);
  const served =
    by === null
      ? null
      : recordsServed(order, { by, declaration: exam.rule.records_service?.declaration === true, today });
  return [there, served].filter((line) => line !== null);
}
