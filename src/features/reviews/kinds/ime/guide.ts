import { type ConflictParty, partyKindOf } from '../options.ts';
import type { FormGuide } from '../form.ts';
import type { ImeFields } from './fields.ts';

/** Everyone already named in the order, for prefilling the list examiners are checked against. */
function namedParties(fields: Partial<ImeFields>): ConflictParty[] {
  const examinee = [fields.examinee_first_name, fields.examinee_last_name].filter(Boolean).join(' ');
  const named = (name: string | null | undefined, role: ConflictParty['role']): ConflictParty[] =>
    name ? [{ name, role, kind: partyKindOf(name) }] : [];
  return [
    ...(examinee ? [{ name: examinee, role: 'claimant', kind: 'person' } as const] : []),
    ...named(fields.attorney_name, 'plaintiff_counsel'),
    ...named(fields.attorney_firm, 'plaintiff_counsel'),
    ...named(fields.employer, 'other'),
    ...(fields.treaters ?? []).flatMap(({ name }) => named(name, 'treating_provider')),
  ];
}

const FIXED: readonly (keyof ImeFields)[] = [
  'specialty_id',
  'sub_specialty_id',
  'panel',
  'second_specialty_id',
  'third_specialty_id',
  'jurisdiction_state',
  'exam_state',
  'conflict_parties',
  'examinee_first_name',
  'examinee_last_name',
  'attorney_name',
  'attorney_firm',
  'employer',
  'treaters',
  'service',
  'expedited',
];

/** What pages need of the exam's form. */
export const IME_GUIDE: FormGuide = {
  fixed_after_acceptance: new Set(FIXED),
  onboarding: [],
  prefill: () => ({}),
  named_parties: namedParties,
};
