import { type ActorKind, actsForClinOps } from '../../../core/actor.ts';
import type { ConsolePlace } from '../../../core/console.ts';

/** Who keeps what states ask of exams: clinical operations and administrators. */
export const keepsRules = (kind: ActorKind): boolean => actsForClinOps(kind);

export const RULES_PLACE: ConsolePlace = {
  group: 'Content',
  label: 'Exam rules',
  about:
    'Keep what each state asks of an exam: its notice, its report, and what the parties are told, with source and date.',
  path: '/admin/exam-rules',
  glyph: 'rules',
  admits: keepsRules,
  words: 'jurisdiction law notice deadline telehealth states',
};
