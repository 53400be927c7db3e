import { byKind, type Kind } from '../../../core/kinds.ts';
import { checkForm, type CheckFacts, type Fault, type Fields, type KindForm } from '../kinds/form.ts';
import { REVIEW_KINDS, type ReviewKind } from '../kinds/index.ts';

export const FORMS = /* @__PURE__ */ byKind('form', REVIEW_KINDS, ({ form }: Pick<ReviewKind, 'form'>) => form);

/** The form a kind is ordered by. Throws for a kind that is not built: no endpoint is mounted for it. */
export const formOf = (kind: Kind): KindForm => FORMS.of(kind);

/** Everything that stands in the way of ordering, in the order of the kind's form. */
export const checkOrder = (kind: Kind, fields: Fields, facts: CheckFacts): Fault[] =>
  checkForm(formOf(kind), fields, facts);
