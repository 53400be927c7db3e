import { type ActorKind, isRequesterSide, isStaff, isExpertSide, isApplicant } from '../../../core/actor.ts';
import type { ConsolePlace } from '../../../core/console.ts';
import { DAY } from '../../../core/time.ts';

/** Whom an announcement is for. */
export const AUDIENCES = {
  everyone: 'Everyone signed in',
  requesters: 'Everyone who orders',
  experts: 'Experts, their assistants and applicants',
  staff: 'Peritus’s own people',
} as const;
export type Audience = keyof typeof AUDIENCES;
export const AUDIENCE_NAMES = Object.keys(AUDIENCES) as Audience[];

export const ANNOUNCEMENT_MAX = 500;
const LONGEST_DAYS = 365;

/** The audiences somebody belongs to. */
export function audiencesOf(kind: ActorKind): Audience[] {
  if (isStaff(kind)) return ['everyone', 'staff'];
  if (isRequesterSide(kind)) return ['everyone', 'requesters'];
  if (isExpertSide(kind) || isApplicant(kind)) return ['everyone', 'experts'];
  return ['everyone'];
}

/** Staff publish announcements; nobody else does. */
export const mayPublish = (kind: ActorKind): boolean => isStaff(kind);

export const ANNOUNCEMENTS_PLACE: ConsolePlace = {
  group: 'Content',
  label: 'Announcements',
  about: 'Tell everyone, or some, what to know for a while.',
  path: '/admin/announcements',
  glyph: 'announcements',
  admits: mayPublish,
  words: 'notes banner maintenance news',
};

/** Where an announcement stands: shown at this moment, to come, or over by time or by hand. */
export const ANNOUNCEMENT_STANDINGS = ['now', 'to_come', 'over'] as const;
export type AnnouncementStanding = (typeof ANNOUNCEMENT_STANDINGS)[number];

/** The standing of one at an instant. */
export function standingOf(
  { starts_at, ends_at, withdrawn_at }: { starts_at: Date; ends_at: Date; withdrawn_at: Date | null },
  now: Date,
): AnnouncementStanding {
  if (withdrawn_at !== null || ends_at <= now) return 'over';
  return starts_at <= now ? 'now' : 'to_come';
}

/** What is wrong with a period: it must begin before it ends, end in the future, and last a year at most. */
export function periodFaults(startsAt: Date, endsAt: Date, now: Date): { path: string; message: string }[] {
  if (endsAt <= now) return [{ path: 'ends_at', message: 'This time has passed. Choose one in the future.' }];
  if (endsAt <= startsAt) return [{ path: 'ends_at', message: 'It must end after it begins.' }];
  if (endsAt.getTime() - startsAt.getTime() > LONGEST_DAYS * DAY)
    return [{ path: 'ends_at', message: 'An announcement can run for a year at most.' }];
  return [];
}

/** The closed announcements stored in a browser; anything that is not a list of ids counts as none. */
export function parseClosed(stored: string | null): number[] {
  if (stored === null) return [];
  try {
    const value: unknown = JSON.parse(stored);
    return Array.isArray(value) ? value.filter((id): id is number => Number.isSafeInteger(id)) : [];
  } catch {
    return [];
  }
}
