import type { CaseFields } from '../reviews/kinds/case/fields.ts';
import type { LegalFields } from '../reviews/kinds/legal-case/fields.ts';
import type { ConflictParty } from '../reviews/kinds/options.ts';
import { ATTESTATION_LINES, attestationState } from '../reviews/rules.ts';

/*
 * A case review that becomes a legal case with the same expert (domain: transfer at closeout). The expert is asked about the names
 * that come with it; whoever grants it opens the legal case, which is then ordered, checked and agreed like any other.
 */

export const CONTINUATION_STATES = ['asked', 'agreed', 'declined', 'taken_back', 'refused', 'granted'] as const;
export type ContinuationState = (typeof CONTINUATION_STATES)[number];

/** Whether somebody still has to answer or grant it. */
export const isUndecided = (state: ContinuationState): boolean => state === 'asked' || state === 'agreed';

/** Days after which an expert who has not answered is reminded, and who asked is told. */
export const REMIND_DAYS = { expert: 3, requester: 7 } as const;

/** Most names and files one may ask with. */
export const NAMES_MOST = 20;
export const FILES_MOST = 500;

/** Whom a law firm comes with: the roles that can be named when it is asked. */
export const NAMED_ROLES = [
  'plaintiff_counsel',
  'defense_counsel',
  'opposing_expert',
  'related_company',
  'other',
] as const;
export type NamedRole = (typeof NAMED_ROLES)[number];

/** What the expert answers about those names: the lines of an invitation, but not whether they know the matter, as they do. */
export const CONSENT_LINES = ATTESTATION_LINES.filter(({ key }) => key !== 'prior');

/** Of those lines what is unanswered, and what stands in the way. */
export function consentState(answers: Partial<Record<string, boolean>>): { missing: string[]; disclosed: string[] } {
  const { missing, disclosed } = attestationState({ ...answers, prior: false });
  return { missing, disclosed };
}

/** What is wrong with the names it is asked with, each with its field: counsel is what makes the check a new one. */
export function namesFaults(names: readonly { name: string; role: NamedRole }[]): { path: string; message: string }[] {
  const faults = names.flatMap(({ name }, at) =>
    name.trim() === '' ? [{ path: `names.${at}.name`, message: 'Enter the name, or take this line out.' }] : [],
  );
  if (!names.some(({ role }) => role === 'plaintiff_counsel' || role === 'defense_counsel'))
    faults.push({ path: 'names', message: 'Name counsel: at least one person or firm of either side.' });
  return faults;
}

const AS_PARTY: Partial<Record<ConflictParty['role'], ConflictParty['role']>> = { claimant: 'plaintiff' };
const plain = (name: string): string => name.trim().toLowerCase().replaceAll(/\s+/g, ' ');

/** Everyone in the legal case: who was in the case review, in the words of a suit, and who comes with it; nobody twice in a role. */
export function partiesOfBoth(known: readonly ConflictParty[], named: readonly ConflictParty[]): ConflictParty[] {
  const all = [...known.map((one) => ({ ...one, role: AS_PARTY[one.role] ?? one.role })), ...named];
  return all.filter(
    (one, at) => all.findIndex((other) => other.role === one.role && plain(other.name) === plain(one.name)) === at,
  );
}

/** What the legal case begins with: what is known of the matter. What a court asks for is left to be filled in. */
export function sectionsFrom(
  fields: Partial<CaseFields>,
  parties: readonly ConflictParty[],
  expert: string,
): { step_one: Partial<LegalFields>; step_two: Partial<LegalFields>; step_three: Partial<LegalFields> } {
  const claimant = fields.claimant_last_name?.trim() ?? '';
  const first = fields.defendants?.[0]?.name.trim() ?? '';
  const caption = fields.caption?.trim() || (claimant && first ? `${claimant} v. ${first}` : '');
  return {
    step_one: {
      ...(caption ? { caption } : {}),
      ...(fields.claim_number ? { case_number: fields.claim_number } : {}),
      ...(fields.venue_state ? { jurisdiction_state: fields.venue_state } : {}),
    },
    step_two: { conflict_parties: [...parties] },
    step_three: {
      ...(fields.specialty_id ? { specialty_id: fields.specialty_id } : {}),
      ...(fields.sub_specialty_id ? { sub_specialty_id: fields.sub_specialty_id } : {}),
      service: 'testifying',
      preferred_expert: expert,
    },
  };
}
