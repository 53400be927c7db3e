import { type ActorKind, actsForClinOps } from '../../../core/actor.ts';
import type { ConsolePlace } from '../../../core/console.ts';

/** Who keeps the rules of courts: clinical operations and administrators. */
export const keepsMatterRules = (kind: ActorKind): boolean => actsForClinOps(kind);

export const MATTER_RULES_PLACE: ConsolePlace = {
  group: 'Content',
  label: 'Court rules',
  about: 'Keep the rules that dates of a matter are computed by, each with its source and who reviewed it.',
  path: '/admin/court-rules',
  glyph: 'rules',
  admits: keepsMatterRules,
  words: 'deadline disclosure rebuttal errata federal rules civil procedure legal',
};
