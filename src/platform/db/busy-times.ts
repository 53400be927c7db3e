import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { DB } from './types.ts';

interface Taken {
  start: Date;
  end: Date;
}

/** What an expert is engaged for here, with what stays free around each engagement. */
export async function engagedOf(
  db: Kysely<DB>,
  profileId: number,
  from: Date,
  until: Date | null,
  exceptReview?: number,
): Promise<Taken[]> {
  const rows = await db
    .selectFrom('appointments')
    .select([sql<Date>`lower(busy)`.as('start'), sql<Date>`upper(busy)`.as('end')])
    .where('expert_profile_id', '=', profileId)
    .where('status', 'in', ['scheduled', 'tentative'])
    // without an end: whatever is still to come
    .where(sql<boolean>`busy && tstzrange(${from}, ${until})`)
    .$if(exceptReview !== undefined, (q) => q.where('review_id', '!=', exceptReview ?? 0))
    .execute();
  return rows;
}

/** That a time of `calendar_busy` named `b` falls between two instants; without an end: is still to come. */
const isBetween = (from: Date, until: Date | null): RawBuilder<boolean> =>
  sql<boolean>`b.ends_at > ${from} and (${until}::timestamptz is null or b.starts_at < ${until})`;

/** When an expert is busy by the calendars they connected. */
export async function calendarBusyOf(
  db: Kysely<DB>,
  profileId: number,
  from: Date,
  until: Date | null,
): Promise<Taken[]> {
  const { rows } = await sql<Taken>`
    select b.starts_at as start, b.ends_at as "end" from profiles p join calendar_busy b on b.user_id = p.user_id
    where p.id = ${profileId} and ${isBetween(from, until)}`.execute(db);
  return rows;
}

/** The same of many experts. */
export async function calendarBusyOfMany(
  db: Kysely<DB>,
  profileIds: readonly number[],
  from: Date,
  until: Date,
): Promise<(Taken & { expert_profile_id: number })[]> {
  const { rows } = await sql<Taken & { expert_profile_id: number }>`
    select p.id as expert_profile_id, b.starts_at as start, b.ends_at as "end"
    from profiles p join calendar_busy b on b.user_id = p.user_id
    where p.id = any(${[...profileIds]}::bigint[]) and ${isBetween(from, until)}`.execute(db);
  return rows;
}

/** What is taken of an expert's time: what they are engaged for here, and what their own calendars say. */
export async function busyOf(
  db: Kysely<DB>,
  profileId: number,
  from: Date,
  until: Date | null,
  exceptReview?: number,
): Promise<Taken[]> {
  return [
    ...(await engagedOf(db, profileId, from, until, exceptReview)),
    ...(await calendarBusyOf(db, profileId, from, until)),
  ];
}
