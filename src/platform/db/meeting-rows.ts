import { type Kysely, sql, type RawBuilder } from 'kysely';
import type { DB } from './types.ts';

/** A type of meeting as somebody wrote it; `organization_id` null: the platform. */
export interface StoredMeeting {
  organization_id: number | null;
  key: string;
  name: string;
  gets: string;
  minutes: number;
  buffer_before: number;
  buffer_after: number;
  price_cents: number;
  report: boolean;
  retired: boolean;
}

/** What was written about the meeting types of an organization, nearest first, as one value of JSON. */
export const meetingRowsOf = (
  organizationId: RawBuilder<unknown>,
  kind: RawBuilder<unknown>,
): RawBuilder<StoredMeeting[]> =>
  sql<StoredMeeting[]>`(select coalesce(json_agg(m order by m.depth), '[]'::json)
    from organization_meeting_types(${organizationId}, ${kind}) m)`;

/** The same, asked for by itself; without an organization the platform's. */
export async function meetingRows(
  db: Kysely<DB>,
  organizationId: number | null,
  kind: string,
): Promise<StoredMeeting[]> {
  const { rows } = await sql<{ found: StoredMeeting[] }>`
    select ${meetingRowsOf(sql`${organizationId}::bigint`, sql`${kind}::text`)} as found`.execute(db);
  return rows[0]?.found ?? [];
}

/** The type of its call as a review was ordered with it. */
export interface StoredOrderedMeeting {
  key: string;
  name: string;
  minutes: number;
  buffer_before: number;
  buffer_after: number;
  report: boolean;
}

/** What is kept of the call a review was ordered with, of the review of this number; null where nothing is. */
export const orderedMeetingOf = (reviewId: string): RawBuilder<StoredOrderedMeeting | null> =>
  sql<StoredOrderedMeeting | null>`(select json_build_object('key', m.key, 'name', m.name, 'minutes', m.minutes,
      'buffer_before', m.buffer_before, 'buffer_after', m.buffer_after, 'report', m.report)
    from review_meetings m where m.review_id = ${sql.ref(reviewId)})`;
