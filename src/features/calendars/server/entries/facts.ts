import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Kind } from '../../../../core/kinds.ts';
import { isOf } from '../../../../platform/db/organization.ts';
import type { DB } from '../../../../platform/db/types.ts';
import type { BookedFor } from '../../rules.ts';

/** What is written into calendars. */
const SORTS = sql`('call', 'interview', 'exam')`;

/** That a booking (`a`, of the review `r`) is a person's own: they are its expert, or ordered the review and still work there. */
const isOwn = (user: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`(
  exists (select from profiles p where p.id = a.expert_profile_id and p.user_id = ${user})
  or (r.requester_id = ${user} and ${isOf(user, sql`r.organization_id`)}))`;

/** A booking by its latest appointment, as it is one person's; undefined: there is none. */
export async function bookedFor(
  db: Kysely<DB>,
  userId: number,
  icsUid: string,
): Promise<(BookedFor & { review_id: number; kind: Kind }) | undefined> {
  const { rows } = await sql<BookedFor & { review_id: number; kind: Kind }>`
    select a.status, a.starts_at, a.duration_minutes, a.review_id, r.kind, ${isOwn(sql`${userId}::bigint`)} as own,
      exists (select from purge_certificates c where c.review_id = r.id) as purged
    from appointments a join reviews r on r.id = a.review_id
    where a.ics_uid = ${icsUid} and a.sort in ${SORTS} order by a.id desc limit 1`.execute(db);
  return rows[0];
}

/** Whose a booking may be, and of which review; undefined: it is none that is written. */
export async function peopleOf(
  db: Kysely<DB>,
  icsUid: string,
): Promise<{ review_id: number; user_ids: number[] } | undefined> {
  const { rows } = await sql<{ review_id: number; requester_id: number; expert_id: number | null }>`
    select a.review_id, r.requester_id, p.user_id as expert_id
    from appointments a join reviews r on r.id = a.review_id left join profiles p on p.id = a.expert_profile_id
    where a.ics_uid = ${icsUid} and a.sort in ${SORTS} order by a.id desc limit 1`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  const { review_id, requester_id, expert_id } = row;
  return { review_id, user_ids: expert_id === null ? [requester_id] : [requester_id, expert_id] };
}

/** What is booked ahead for a review. */
export async function bookingsOf(db: Kysely<DB>, reviewId: number, now: Date): Promise<string[]> {
  const { rows } = await sql<{ ics_uid: string }>`select distinct ics_uid from appointments
    where review_id = ${reviewId} and status = 'scheduled' and sort in ${SORTS} and starts_at > ${now}`.execute(db);
  return rows.map(({ ics_uid }) => ics_uid);
}

/** What somebody has ahead. */
export async function bookingsAhead(
  db: Kysely<DB>,
  userId: number,
  now: Date,
): Promise<{ ics_uid: string; review_id: number }[]> {
  const { rows } = await sql<{ ics_uid: string; review_id: number }>`
    select distinct a.ics_uid, a.review_id from appointments a join reviews r on r.id = a.review_id
    where a.status = 'scheduled' and a.sort in ${SORTS} and a.starts_at > ${now} and ${isOwn(sql`${userId}::bigint`)}`.execute(
    db,
  );
  return rows;
}
