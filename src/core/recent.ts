import { MINUTE } from './durations.ts';

/** After showing again who one is, sensitive changes can be made this long. */
export const RECENT_MS = 10 * MINUTE;

/** Whether the person showed a short while ago who they are. */
export function isRecent(authenticatedAt: Date | null, now: Date): boolean {
  if (authenticatedAt === null) return false;
  const since = now.getTime() - authenticatedAt.getTime();
  return since >= 0 && since < RECENT_MS;
}
