import { US_STATES as states } from '../../../core/us-states.ts';

export interface Option {
  value: string;
  label: string;
}

/** Option sets are written as pairs and keep their values' types. */
export const options = <const T extends readonly (readonly [string, string])[]>(
  rows: T,
): { value: T[number][0]; label: string }[] => rows.map(([value, label]) => ({ value, label }));

export const SEXES = options([
  ['female', 'Female'],
  ['male', 'Male'],
  ['other', 'Other or not recorded'],
]);

export const PRACTICE_SETTINGS = options([
  ['academic', 'Academic center'],
  ['community', 'Community hospital'],
  ['private', 'Private practice'],
  ['rural', 'Rural or critical access'],
  ['long_term_care', 'Long-term care'],
]);

export const PARTY_ROLES = options([
  ['claimant', 'Claimant'],
  ['defendant', 'Defendant'],
  ['subject_provider', 'Provider under review'],
  ['facility', 'Facility'],
  ['health_system', 'Health system'],
  ['group', 'Group practice'],
  ['plaintiff_counsel', 'Claimant’s counsel'],
  ['defense_counsel', 'Defense counsel'],
  ['insurer', 'Insurer'],
  ['treating_provider', 'Treating provider'],
  ['other', 'Other'],
]);

export const PARTY_KINDS = options([
  ['person', 'Person'],
  ['facility', 'Facility'],
  ['firm', 'Law firm'],
  ['insurer', 'Insurer'],
]);

export type PartyRole = (typeof PARTY_ROLES)[number]['value'];
/** Somebody in the matter: whom experts are checked against. */
export interface ConflictParty {
  name: string;
  role: PartyRole;
  kind?: (typeof PARTY_KINDS)[number]['value'] | null | undefined;
}

export const US_STATES: Option[] = states.map(([value, label]) => ({ value, label }));
export const stateName = (code: string): string => states.find(([c]) => c === code)?.[1] ?? code;
