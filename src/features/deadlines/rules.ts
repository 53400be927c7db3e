import { type ActorKind, isAdmin } from '../../core/actor.ts';
import type { ConsolePlace } from '../../core/console.ts';

/** Why what cannot be undone is held: the clock leapt ahead or back, or many were due at once. */
export const HOLD_CAUSES = ['ahead', 'back', 'many'] as const;
export type HoldCause = (typeof HOLD_CAUSES)[number];

/** Who sees what is held, and lets it go. */
export const letsGo = (kind: ActorKind): boolean => isAdmin(kind);

/** Why a hold began, in a sentence without times. */
export const CAUSE_WORDS: Record<HoldCause, string> = {
  ahead: 'The clock jumped ahead.',
  back: 'The clock was set back.',
  many: 'An unusual number of actions came due at once.',
};

export const HELD_PLACE: ConsolePlace = {
  group: 'Operations',
  label: 'Held actions',
  about: 'Confirm the clock, so that actions that cannot be undone continue.',
  path: '/admin/deadlines',
  glyph: 'held',
  admits: letsGo,
  words: 'waiting for your confirmation deadlines clock',
};
