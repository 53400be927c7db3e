import { CASE_REPORT_FORM } from './case-form.ts';
import type { FormDefinition } from './definition.ts';
import { PEER_AUDIT_FORM } from './peer/audit-form.ts';
import { PEER_FOCUSED_FORM } from './peer/focused-form.ts';
import { PEER_ADJUDICATION_FORM, PEER_FPPE_FORM, PEER_OPPE_FORM } from './peer/other-forms.ts';

/** Every form that comes with the product; of a kind's forms the first is its default. */
export const SHIPPED_FORMS: readonly FormDefinition[] = [
  CASE_REPORT_FORM,
  PEER_AUDIT_FORM,
  PEER_FOCUSED_FORM,
  PEER_FPPE_FORM,
  PEER_OPPE_FORM,
  PEER_ADJUDICATION_FORM,
];
