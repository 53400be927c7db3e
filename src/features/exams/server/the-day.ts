import { type Actor, isExpertSide } from '../../../core/actor.ts';
import { Refusal, refuseFields } from '../../../core/errors.ts';
import { leads } from '../../../core/experts.ts';
import { dateIn } from '../../../core/time.ts';
import type { Tx } from '../../../platform/command.ts';
import { isOpenTo } from '../../reviews/rules.ts';
import { checksIn, dayFaults } from '../rules.ts';
import { type ExamReview, examsOf, heldOn } from './load.ts';

interface Seen {
  arrived_at: string;
  started_at?: string | null | undefined;
  identity_seen: boolean;
  interpreter_present?: boolean | null | undefined;
}

/** Records when the examinee came and when the exam began. Refuses `wrong_state` before the day, and once its outcome is recorded. */
export async function checkIn(tx: Tx<Actor>, review: ExamReview, seen: Seen): Promise<void> {
  if (isExpertSide(tx.actor.kind) && !leads(tx.actor, review)) throw new Refusal('not_found');
  const [exam] = await examsOf(tx.system, review.id);
  if (!isOpenTo(tx.actor, review, 'record_attended') || exam?.status !== 'scheduled')
    throw new Refusal('wrong_state', 'Nobody is waited for now.');
  if (!checksIn(exam.starts_at, tx.now)) throw new Refusal('wrong_state', 'The day of the exam has not come.');
  const arrived_at = new Date(seen.arrived_at);
  const started_at = seen.started_at ? new Date(seen.started_at) : null;
  refuseFields(
    dayFaults(
      { arrived_at, started_at },
      { now: tx.now, isDay: (at) => dateIn(at, exam.place.time_zone) === heldOn(exam) },
    ),
  );
  await tx.system
    .updateTable('exams')
    .set({
      arrived_at,
      started_at,
      identity_seen: seen.identity_seen,
      interpreter_present: seen.interpreter_present ?? null,
      checked_in_by: tx.actor.user_id,
    })
    .where('appointment_id', '=', exam.appointment_id)
    .execute();
  await tx.audit({
    action: 'exam.checked_in',
    review_id: review.id,
    organization_id: review.organization_id,
    data: { arrived_at: seen.arrived_at, started_at: seen.started_at ?? null, identity_seen: seen.identity_seen },
    timeline: exam.arrived_at === null,
  });
}
