import { type ConflictParty, partyKindOf } from '../options.ts';
import type { FormGuide } from '../form.ts';
import type { CaseFields } from './fields.ts';

/** Everyone already named in the matter, for prefilling the list experts are checked against. */
export function namedParties(fields: Partial<CaseFields>): ConflictParty[] {
  const parties: ConflictParty[] = [];
  const claimant = [fields.claimant_first_name, fields.claimant_last_name].filter(Boolean).join(' ');
  if (claimant) parties.push({ name: claimant, role: 'claimant', kind: 'person' });
  for (const d of fields.defendants ?? [])
    if (d.name) parties.push({ name: d.name, role: 'defendant', kind: partyKindOf(d.name) });
  if (fields.facility) parties.push({ name: fields.facility, role: 'facility', kind: 'facility' });
  if (fields.insurer) parties.push({ name: fields.insurer, role: 'insurer', kind: 'insurer' });
  return parties;
}

const FIXED: readonly (keyof CaseFields)[] = [
  'specialty_id',
  'sub_specialty_id',
  'second_specialty_id',
  'license_level',
  'conflict_parties',
  'claimant_first_name',
  'claimant_last_name',
  'defendants',
  'facility',
  'insurer',
  'service',
  'expedited',
];

/** What pages need of the case's form. */
export const CASE_GUIDE: FormGuide = {
  fixed_after_acceptance: new Set(FIXED),
  onboarding: [],
  prefill: () => ({}),
  named_parties: namedParties,
};
