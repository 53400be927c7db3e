import { KIND_NAMES, type Kind, byKind } from '../../../core/kinds.ts';
import { CASE_REPORT_FORM } from './case-form.ts';
import type { FormDefinition } from './definition.ts';
import { IME_REPORT_FORM } from './ime-form.ts';
import { LEGAL_REPORT_FORM } from './legal-form.ts';
import { PEER_AUDIT_FORM } from './peer/audit-form.ts';
import { PEER_FOCUSED_FORM } from './peer/focused-form.ts';
import { PEER_ADJUDICATION_FORM, PEER_FPPE_FORM, PEER_OPPE_FORM } from './peer/other-forms.ts';

/** What a kind is reported on; the first is its default. */
export type ReportForms = readonly [KindsForm, ...KindsForm[]];
type KindsForm = Omit<FormDefinition, 'kind'>;

const SHIPPED = {
  Case: [CASE_REPORT_FORM],
  PeerReview: [PEER_AUDIT_FORM, PEER_FOCUSED_FORM, PEER_FPPE_FORM, PEER_OPPE_FORM, PEER_ADJUDICATION_FORM],
  IME: [IME_REPORT_FORM],
  Generic: [LEGAL_REPORT_FORM],
} as const satisfies Record<Kind, readonly [FormDefinition, ...FormDefinition[]]>;

/** Every form that comes with the product. */
export const SHIPPED_FORMS: readonly FormDefinition[] = Object.values(SHIPPED).flat();

/** The report forms of each kind. */
export const REPORT_FORMS = /* @__PURE__ */ byKind<ReportForms>('report form', SHIPPED, (forms) => forms);

/** Every form of the built kinds; of a kind's forms the first is its default. */
export const builtForms = (): { kind: Kind; form: FormDefinition; is_default: boolean }[] =>
  KIND_NAMES.flatMap((kind) =>
    REPORT_FORMS.of(kind).map((form, i) => ({ kind, form: { ...form, kind }, is_default: i === 0 })),
  );
