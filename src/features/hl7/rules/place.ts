import { isAdmin } from '../../../core/actor.ts';
import type { ConsolePlace } from '../../../core/console.ts';

export const HL7_PLACE: ConsolePlace = {
  group: 'Operations',
  label: 'Record systems',
  about: 'See which results no record system took, why, and send them again.',
  path: '/admin/record-systems',
  glyph: 'outbox',
  admits: (kind) => isAdmin(kind),
  words: 'hl7 mllp dead letters results athena',
};
