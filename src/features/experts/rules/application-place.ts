import { isStaff } from '../../../core/actor.ts';
import type { ConsolePlace } from '../../../core/console.ts';

export const APPLICATIONS_PLACE: ConsolePlace = {
  group: 'Work',
  label: 'Applications',
  about: 'Read what experts apply with, check it with its sources, and decide.',
  path: '/admin/applications',
  glyph: 'applications',
  admits: isStaff,
  words: 'applicants recruiting onboarding credentials',
};
