import type { Kysely } from 'kysely';
import { minutesHeld } from '../../core/minutes-held.ts';
import { HOUR } from '../../core/time.ts';
import type { DB } from './types.ts';

/** Minutes that the provider of a booking's meeting told of it; null: none. Meetings that were begun long before are of another time. */
export async function minutesTold(
  db: Kysely<DB>,
  { ics_uid, starts_at }: { ics_uid: string; starts_at: Date },
): Promise<number | null> {
  const sessions = await db
    .selectFrom('meeting_sessions as s')
    .innerJoin('meetings as m', 'm.id', 's.meeting_id')
    .select(['s.started_at', 's.ended_at'])
    .where('m.ics_uid', '=', ics_uid)
    .where('s.started_at', '>=', new Date(starts_at.getTime() - HOUR))
    .execute();
  return minutesHeld(sessions);
}
