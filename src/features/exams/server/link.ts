import { type Actor, actsForClinOps, isExpertSide } from '../../../core/actor.ts';
import { Refusal, refuseFields } from '../../../core/errors.ts';
import { leads } from '../../../core/experts.ts';
import type { Tx } from '../../../platform/command.ts';
import { json } from '../../../platform/db/json.ts';
import { isByVideo, linkFault } from '../rules.ts';
import { type ExamReview, examsOf } from './load.ts';

/** Who keeps the address of a call: the examiner who leads, with who assists them, and clinical operations. */
export const changesLink = (actor: Actor, review: Pick<ExamReview, 'experts'>): boolean =>
  isExpertSide(actor.kind) ? leads(actor, review) : actsForClinOps(actor.kind);

/** Another address for the call of an exam that is set by video; what was written before has the former one. */
export async function changeLink(tx: Tx<Actor>, review: ExamReview, link: string): Promise<void> {
  if (!changesLink(tx.actor, review)) throw new Refusal('forbidden');
  const [exam] = await examsOf(tx.system, review.id);
  if (exam?.status !== 'scheduled' || !isByVideo(exam.place))
    throw new Refusal('wrong_state', 'No exam by video is set.');
  const fault = linkFault(link);
  refuseFields(fault === null ? [] : [{ path: 'link', message: fault }]);
  await tx.system
    .updateTable('exams')
    .set({ place: json({ ...exam.place, link }) })
    .where('appointment_id', '=', exam.appointment_id)
    .execute();
  await tx.audit({
    action: 'exam.link_changed',
    review_id: review.id,
    organization_id: review.organization_id,
    timeline: true,
  });
}
