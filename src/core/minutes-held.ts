import { MINUTE } from './durations.ts';

/** The longest a call is recorded with. */
const MOST_MINUTES = 600;

/** Minutes a meeting was under way by what its provider told, begun ones counted whole; null: it told of no end. */
export function minutesHeld(sessions: readonly { started_at: Date | null; ended_at: Date | null }[]): number | null {
  const whole = sessions.flatMap(({ started_at, ended_at }) =>
    started_at && ended_at && ended_at > started_at ? [ended_at.getTime() - started_at.getTime()] : [],
  );
  if (whole.length === 0) return null;
  return Math.min(MOST_MINUTES, Math.max(1, Math.ceil(whole.reduce((sum, ms) => sum + ms, 0) / MINUTE)));
}
