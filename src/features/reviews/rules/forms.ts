import type { Kind } from '../../../core/kinds.ts';
import { CASE_FORM } from '../kinds/case/form.ts';
import { checkForm, type CheckFacts, type Fault, type Fields, type KindForm } from '../kinds/form.ts';
import { PEER_REVIEW_FORM } from '../kinds/peer-review/form.ts';

const FORMS: Partial<Record<Kind, KindForm>> = { Case: CASE_FORM, PeerReview: PEER_REVIEW_FORM };

/** The form a kind is ordered by. Throws for a kind that is not built: no endpoint is mounted for it. */
export function formOf(kind: Kind): KindForm {
  const form = FORMS[kind];
  if (!form) throw new Error(`There is no form for ${kind}.`);
  return form;
}

/** Everything that stands in the way of ordering, in the order of the kind's form. */
export const checkOrder = (kind: Kind, fields: Fields, facts: CheckFacts): Fault[] =>
  checkForm(formOf(kind), fields, facts);
