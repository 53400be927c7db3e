import { fullName, titleOf } from '../../../../core/names.ts';
import { type Actor, isStaff } from '../../../../core/actor.ts';
import type { Kind } from '../../../../core/kinds.ts';
import type { ExpertView } from '../../contract.ts';
import { hidesExpert } from '../../rules.ts';

/** An expert as stored, for naming. */
export interface ExpertName {
  profile_id: number;
  code: string;
  first_name: string;
  last_name: string;
  suffix: string;
}

/** "Dr. Ines Falkenrath". */
export const fullExpertName = (e: ExpertName): string => `${titleOf(e.suffix)}${fullName(e)}`;
/** "Dr. I. Falkenrath", for lists. */
export const listExpertName = (e: ExpertName): string => {
  const initial = e.first_name.slice(0, 1);
  return `${titleOf(e.suffix)}${initial === '' ? '' : `${initial}. `}${e.last_name}`;
};
/** "Dr. Falkenrath", in sentences. */
export const shortExpertName = (e: ExpertName): string =>
  titleOf(e.suffix) === '' ? fullName(e) : `${titleOf(e.suffix)}${e.last_name}`;

/**
 * Whoever a reader does not know by name: "Expert F-207". Where reviewers stay unknown there is no code either, for the
 * same code may stand beside the name on a review of another kind: "The reviewer".
 */
export const unnamedExpert = (kind: Kind, code: string): string =>
  hidesExpert(kind) ? 'The reviewer' : `Expert ${code}`;

/** Whether this reader knows the expert by name: staff and the expert's own side always, the requester's side once accepted. */
export function knowsExpert(
  actor: Actor,
  expert: { profile_id: number; assigned: boolean },
  redacted: boolean,
): boolean {
  if (isStaff(actor.kind) || actor.expert_profile_ids.includes(expert.profile_id)) return true;
  return expert.assigned || !redacted;
}

/** The expert as this reader may know them; `form` is how the name is written. */
export function presentExpert(
  actor: Actor,
  kind: Kind,
  expert: ExpertName & { assigned: boolean },
  redacted: boolean,
  form: (e: ExpertName) => string,
): ExpertView {
  const known = knowsExpert(actor, expert, redacted);
  return {
    profile_id: isStaff(actor.kind) || expert.assigned ? expert.profile_id : null,
    code: known || !hidesExpert(kind) ? expert.code : null,
    name: known ? form(expert) : null,
    label: known ? form(expert) : unnamedExpert(kind, expert.code),
  };
}
