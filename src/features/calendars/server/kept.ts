import { type Kysely, sql } from 'kysely';
import { Refusal } from '../../../core/errors.ts';
import { DAY } from '../../../core/time.ts';
import type { DB } from '../../../platform/db/types.ts';
import type { Calendar } from '../contract.ts';
import { type Failure, FAILURES, FOUND_DAYS, type Range } from '../rules.ts';

/** What an address is encrypted and fingerprinted for. */
export const ADDRESS = 'calendar address';

interface Row {
  id: number;
  source: Calendar['source'];
  host: string;
  ending: string;
  busy: number;
  checked_at: Date | null;
  failing_since: Date | null;
  failure: Failure | null;
  next_at: Date;
}

/** A person's calendars, the oldest first; of one of them, that. */
export async function readCalendars(
  db: Kysely<DB>,
  userId: number,
  now: Date,
  calendarId: number | null = null,
): Promise<Calendar[]> {
  const { rows } = await sql<Row>`
    select c.id, c.source, c.host, c.ending, c.checked_at, c.failing_since, c.failure, c.next_at,
      (select count(*)::int from calendar_busy b where b.calendar_id = c.id and b.ends_at > ${now}
        and b.starts_at < ${new Date(now.getTime() + FOUND_DAYS * DAY)}) as busy
    from calendars c where c.user_id = ${userId} ${calendarId === null ? sql`` : sql`and c.id = ${calendarId}`}
    order by c.id`.execute(db);
  return rows.map(({ busy, checked_at, failing_since, failure, next_at, ...row }) => ({
    ...row,
    found: { busy, days: FOUND_DAYS },
    checked_at: checked_at?.toISOString() ?? null,
    failing:
      failing_since && failure
        ? { why: FAILURES[failure], since: failing_since.toISOString(), next_at: next_at.toISOString() }
        : null,
  }));
}

/** One calendar. Refuses `not_found`. */
export async function readCalendar(db: Kysely<DB>, userId: number, id: number, now: Date): Promise<Calendar> {
  const [one] = await readCalendars(db, userId, now, id);
  if (!one) throw new Refusal('not_found');
  return one;
}

/** Keeps when a person is busy by one calendar, in place of what was kept before. */
export async function keepBusy(
  db: Kysely<DB>,
  { id, user_id }: { id: number; user_id: number },
  busy: readonly Range[],
): Promise<void> {
  await db.deleteFrom('calendar_busy').where('calendar_id', '=', id).execute();
  await sql`insert into calendar_busy (calendar_id, user_id, starts_at, ends_at)
    select ${id}, ${user_id}, * from unnest(${busy.map(({ start }) => start)}::timestamptz[], ${busy.map(({ end }) => end)}::timestamptz[])`.execute(
    db,
  );
}
