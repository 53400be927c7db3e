import { type ConflictParty, partyKindOf } from '../options.ts';
import type { FormGuide } from '../form.ts';
import type { LegalFields } from './fields.ts';

/** What stands between the two sides of a caption. */
const VERSUS = /\s+vs?\.?\s+/i;
/** What follows the first of several on a side, and is nobody's name. */
const AND_OTHERS = /,?\s+et\s+al\.?$/i;

const wordsOf = (name: string): string[] =>
  name
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** The two sides that a caption names, but for those listed in full; a caption without “v.” names nobody. */
function namedParties(fields: Partial<LegalFields>): ConflictParty[] {
  const listed = (fields.conflict_parties ?? []).map(({ name }) => new Set(wordsOf(name)));
  return ofCaption(fields.caption ?? '').filter(
    ({ name }) => !listed.some((one) => wordsOf(name).every((word) => one.has(word))),
  );
}

function ofCaption(caption: string): ConflictParty[] {
  const [first, second, ...more] = caption.split(VERSUS).map((name) => name.replace(AND_OTHERS, '').trim());
  if (!first || !second || more.length > 0) return [];
  return [
    { name: first, role: 'plaintiff', kind: partyKindOf(first) },
    { name: second, role: 'defendant', kind: partyKindOf(second) },
  ];
}

const FIXED: readonly (keyof LegalFields)[] = [
  'caption',
  'side',
  'conflict_parties',
  'specialty_id',
  'sub_specialty_id',
  'second_specialty_id',
  'service',
  'expedited',
];

/** What pages need of the legal case's form. */
export const LEGAL_GUIDE: FormGuide = {
  fixed_after_acceptance: new Set(FIXED),
  onboarding: [],
  prefill: () => ({}),
  named_parties: namedParties,
};
