import { type ActorKind, actsForClinOps } from '../../../core/actor.ts';
import type { ConsolePlace } from '../../../core/console.ts';

/** Who keeps templates of certificates and affidavits: clinical operations and administrators. */
export const keepsMerit = (kind: ActorKind): boolean => actsForClinOps(kind);

export const MERIT_PLACE: ConsolePlace = {
  group: 'Content',
  label: 'Certificates of merit',
  about: 'Keep the templates of certificates and affidavits, by state, each with its source and who reviewed it.',
  path: '/admin/merit-templates',
  glyph: 'rules',
  admits: keepsMerit,
  words: 'affidavit declaration certificate template state statute legal expert',
};
