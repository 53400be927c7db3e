import { type ActorKind, actsForClinOps } from '../../../core/actor.ts';
import type { ConsolePlace } from '../../../core/console.ts';

/** The most rooms of one place. */
export const ROOMS_MAX = 99;

/** Who keeps the places whose rooms are rented. */
export const keepsRooms = (kind: ActorKind): boolean => actsForClinOps(kind);

export const ROOMS_PLACE: ConsolePlace = {
  group: 'Content',
  label: 'Rented rooms',
  about: 'Keep places with rooms rented for exams, and what one costs.',
  path: '/admin/rented-rooms',
  glyph: 'rooms',
  admits: keepsRooms,
  words: 'exam sites',
};
