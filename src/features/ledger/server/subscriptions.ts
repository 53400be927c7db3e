import { type Kysely, sql } from 'kysely';
import type { SystemActor } from '../../../core/actor.ts';
import type { Tx } from '../../../platform/command.ts';
import type { DB } from '../../../platform/db/types.ts';
import { periodCharge, type SubscribedPeriod, toPost } from '../rules.ts';
import { asPosted, postedWhere, type StoredPosted } from './facts.ts';
import { writeEntries } from './post.ts';

type Stored = SubscribedPeriod & { organization_id: number; posted: StoredPosted[] | null };

const PERIODS = sql`
  select p.id, p.subscription_id, b.organization_id, b.period as kind, p.starts_on::text, p.opened_at,
    p.review_price_cents::float8 as review_price_cents,
    coalesce((select json_agg(json_build_object('id', s.id, 'quota', q.quota) order by s.id)
      from seat_quotas q join subscription_seats s on s.id = q.seat_id
      where s.subscription_id = p.subscription_id and q.period = p.starts_on), '[]') as seats,
    ${postedWhere(sql`e.cause = 'subscription' and e.cause_id = p.id`)} as posted
  from subscription_periods p join subscriptions b on b.id = p.subscription_id`;

const postingsOf = ({ posted, ...period }: Stored, now: Date) => toPost([periodCharge(period)], asPosted(posted), now);

/**
 * Posts what is due for a subscription's periods and not posted yet, and takes back what no longer is. The subscription is held
 * meanwhile: each amount is posted once, however often this runs.
 */
export async function settleSubscription(tx: Tx<SystemActor>, id: number): Promise<void> {
  await sql`select from subscriptions where id = ${id} for update`.execute(tx.system);
  const { rows } = await sql<Stored>`${PERIODS} where p.subscription_id = ${id} order by p.starts_on`.execute(
    tx.system,
  );
  for (const period of rows) {
    const { organization_id } = period;
    const postings = postingsOf(period, tx.now);
    await writeEntries(
      tx,
      postings.map((posting) => ({ ...posting, review_id: null, organization_id })),
    );
    if (postings.length > 0)
      await tx.audit({
        action: 'ledger.posted',
        organization_id,
        subject: `subscription:${id}`,
        data: { entries: postings.length },
      });
  }
}

/** Subscriptions of which something else is posted than is due, by id. */
export async function differingSubscriptions(db: Kysely<DB>, now: Date): Promise<number[]> {
  const { rows } = await sql<Stored>`${PERIODS} order by p.subscription_id`.execute(db);
  return [...new Set(rows.flatMap((one) => (postingsOf(one, now).length > 0 ? [one.subscription_id] : [])))];
}
