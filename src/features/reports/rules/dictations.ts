import { type ActorKind, actsForClinOps, isExpertSide } from '../../../core/actor.ts';
import { type ExpertOfReview, leads } from '../../../core/experts.ts';
import { type Kind, KINDS } from '../../../core/kinds.ts';
import { type ReviewStatus, stateRow } from '../../reviews/rules.ts';

interface Who {
  kind: ActorKind;
  expert_profile_ids: readonly number[];
}
interface Whose {
  kind: Kind;
  status: ReviewStatus;
  experts: readonly ExpertOfReview[];
}

/** Whether somebody hears what was dictated for a report: who writes it, and the staff who type and check it. */
export const hearsDictations = (actor: Who, review: Pick<Whose, 'kind' | 'experts'>): boolean =>
  KINDS[review.kind].takes_dictation && (isExpertSide(actor.kind) ? leads(actor, review) : actsForClinOps(actor.kind));

/** Why nothing is dictated to a report now, or removed from it; null while it is asked for or written. */
export function dictationClosed({ kind, status }: Pick<Whose, 'kind' | 'status'>): string | null {
  const at = stateRow(kind, status).report;
  if (at === 'asked' || at === 'writing') return null;
  return at === undefined
    ? 'The report is not asked for yet. A dictation can be added from then on until it is signed.'
    : 'The report is signed. Its dictations stay as they are.';
}
