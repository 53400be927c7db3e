import type { FormGuide } from '../form.ts';
import { CASE_FIXED_AFTER_ACCEPTANCE } from './checks.ts';
import { type CaseFields, namedParties } from './fields.ts';

/** What pages need of the case's form. */
export const CASE_GUIDE: FormGuide = {
  fixed_after_acceptance: CASE_FIXED_AFTER_ACCEPTANCE,
  onboarding: [],
  prefill: () => ({}),
  named_parties: (fields) => namedParties(fields as Partial<CaseFields>),
};
