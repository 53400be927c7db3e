import { type Kysely, sql } from 'kysely';
import { addDays } from '../../../../core/durations.ts';
import type { DB } from '../../../../platform/db/types.ts';
import type { CardsView } from '../../contract.ts';

/** Refused messages are counted over so many days. */
const DAYS = 7;

/** Counts a message that was not the card service's. */
export async function countRefusal(
  db: Kysely<DB>,
  why: 'unsigned' | 'forged' | 'too_old' | 'unread',
  now: Date,
): Promise<void> {
  await sql`insert into card_refusals as r (on_day, why, count) values (${now.toISOString().slice(0, 10)}::date, ${why}, 1)
    on conflict (on_day, why) do update set count = r.count + 1`.execute(db);
}

/** How payments by card go: when the service told something last, what was refused, and money that does not fit. */
export async function cardsToday(db: Kysely<DB>, now: Date): Promise<Omit<CardsView, 'configured'>> {
  const since = addDays(now.toISOString().slice(0, 10), -DAYS);
  const { rows } = await sql<{ last: Date | null; refused: number }>`
    select (select max(received_at) from card_events) as last,
      (select coalesce(sum(count), 0)::int from card_refusals where on_day > ${since}::date) as refused`.execute(db);
  const differing = await db
    .selectFrom('card_events')
    .select(['event_id', 'type', 'received_at'])
    .where('outcome', '=', 'differs')
    .orderBy('received_at', 'desc')
    .limit(20)
    .execute();
  return {
    last_told_at: rows[0]?.last?.toISOString() ?? null,
    refused_this_week: rows[0]?.refused ?? 0,
    differing: differing.map(({ received_at, ...one }) => ({ ...one, received_at: received_at.toISOString() })),
  };
}
