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
  ['plaintiff', 'Plaintiff'],
  ['defendant', 'Defendant'],
  ['subject_provider', 'Provider under review'],
  ['facility', 'Facility'],
  ['health_system', 'Health system'],
  ['group', 'Group practice'],
  ['plaintiff_counsel', 'Claimant’s counsel'],
  ['defense_counsel', 'Defense counsel'],
  ['insurer', 'Insurer'],
  ['treating_provider', 'Treating provider'],
  ['related_company', 'Related company'],
  ['opposing_expert', 'Opposing expert'],
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

export type PartyKind = (typeof PARTY_KINDS)[number]['value'];

/** Words of a name that say what bears it, the first that fits; whole words, whatever their case. */
const TELLING: readonly (readonly [PartyKind, RegExp])[] = [
  ['firm', /\b(llp|law (firm|group|offices?|center)|attorneys?|solicitors?|counsel(ors)? at law|esqs?\.? (&|and))\b/i],
  ['insurer', /\b(insurance|assurance|indemnity|mutual|underwriters|casualty|reinsurance|risk retention)\b/i],
  [
    'facility',
    /\b(hospitals?|clinics?|medical (center|group|associates)|health(care)?( (system|center|network))?|surgery center|infirmary|nursing (home|center)|rehab(ilitation)?( center)?|hospice|urgent care|physicians|surgeons|radiology|pharmacy|memorial|laborator(y|ies)|university|imaging)\b/i,
  ],
  ['person', /^(dr|mr|mrs|ms|prof)\b\.?|,? \b(md|do|np|rn|pa-?c?|crna|cnm|dpm|dds|dmd|phd|psyd|pharmd|dc)\b\.?$/i],
];

/** What a name is of, guessed from its words; null where they do not tell. */
export const partyKindOf = (name: string): PartyKind | null =>
  TELLING.find(([, words]) => words.test(name.trim()))?.[0] ?? null;
