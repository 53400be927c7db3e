import { type Kysely, sql } from 'kysely';
import { json } from '../../../platform/db/json.ts';
import type { DB } from '../../../platform/db/types.ts';
import { isPurged } from '../../reviews/rules.ts';
import type { LedgerBalances } from '../contract.ts';
import { dueOfReview, toPost } from '../rules.ts';
import { LEDGER_DUE, SUBSCRIPTION_DUE } from './declarations.ts';
import { loadLedger } from './facts.ts';
import { readBalances } from './read.ts';
import { differingSubscriptions } from './subscriptions.ts';

const BATCH = 500;

/** What was found of the book of account. */
export interface LedgerReport {
  balances: LedgerBalances;
  reviews: number;
  /** Entries whose lines do not sum to zero, by id. */
  unbalanced: number[];
  /** Organizations that owe something else by the book than by their invoices and payments, by id. */
  owing: number[];
  /** Experts whose fees by the book are not what they are owed and were paid, by profile. */
  experts: number[];
  /** Payouts that are another amount by the book than they paid, by id. */
  payouts: number[];
  /** Reviews of which something else is posted than is due, by id. */
  differing: number[];
  /** Subscriptions of which something else is posted than is due, by id. */
  differing_subscriptions: number[];
}

/**
 * Looks through the whole book: whether all accounts, and each entry, sum to zero, whether what each organization owes is what its
 * invoices less its payments, and what went back of them, come to, whether what each expert
 * earned is what they are owed, whether each payout is what it paid and did not come back, and whether of each review just what is due was posted, to its customer and to its experts. Reads only; what is still on its way into the book at that moment is found as differing.
 */
export async function verifyLedger(db: Kysely<DB>, now: Date): Promise<LedgerReport> {
  const { rows: unbalanced } = await sql<{ entry_id: number }>`
    select e.id as entry_id from ledger_entries e left join ledger_lines l on l.entry_id = e.id
    group by e.id having coalesce(sum(l.cents), 1) <> 0 order by e.id`.execute(db);
  const { rows: owing } = await sql<{ id: number }>`
    select o.id from organizations o
    where coalesce((select sum(l.cents) from ledger_lines l where l.account = 'receivable' and l.organization_id = o.id), 0)
      <> coalesce((select sum(i.total_cents) from invoices i where i.organization_id = o.id), 0)
        - coalesce((select sum(p.cents) from payments p where p.organization_id = o.id and p.reversed_at is null), 0)
        + coalesce((select sum(r.cents) from payment_returns r where r.organization_id = o.id), 0)
    order by o.id`.execute(db);
  // what pays an expert is posted by other causes, and leaves what they earned as it was
  const { rows: experts } = await sql<{ id: number }>`
    select l.expert_profile_id as id from ledger_lines l join ledger_entries e on e.id = l.entry_id
    where l.expert_profile_id is not null and e.cause like 'expert\\_%'
    group by l.expert_profile_id having sum(l.cents) <> 0 order by 1`.execute(db);
  const { rows: payouts } = await sql<{ id: number }>`
    select p.id from payouts p
    where coalesce((select sum(l.cents) from ledger_entries e join ledger_lines l on l.entry_id = e.id
        where e.cause in ('payout', 'payout_return') and e.cause_id = p.id and l.account = 'owed_experts'
          and l.expert_profile_id = p.expert_profile_id), 0)
      <> case when p.paid_at is not null and p.returned_at is null then p.cents else 0 end
    order by p.id`.execute(db);
  const differing: number[] = [];
  let reviews = 0;
  for (let last = 0; ;) {
    const batch = await db
      .selectFrom('reviews')
      .select('id')
      .where('id', '>', last)
      .where('submitted_at', 'is not', null)
      .orderBy('id')
      .limit(BATCH)
      .execute();
    for (const { id } of batch) {
      const review = await loadLedger(db, id);
      if (!review || isPurged(review)) continue;
      reviews += 1;
      if (toPost(dueOfReview(review), review.posted, now).length > 0) differing.push(id);
    }
    const end = batch.at(-1);
    if (!end || batch.length < BATCH) break;
    last = end.id;
  }
  return {
    balances: await readBalances(db, undefined),
    reviews,
    unbalanced: unbalanced.map(({ entry_id }) => entry_id),
    owing: owing.map(({ id }) => id),
    experts: experts.map(({ id }) => id),
    payouts: payouts.map(({ id }) => id),
    differing,
    differing_subscriptions: await differingSubscriptions(db, now),
  };
}

/** Asks for these reviews and subscriptions to be settled: what is due and not posted is, as after any change of theirs. */
export async function askToSettle(
  db: Kysely<DB>,
  { reviews, subscriptions }: { reviews: readonly number[]; subscriptions: readonly number[] },
  now: Date,
): Promise<void> {
  const events = [
    ...reviews.map((review_id) => ({ topic: LEDGER_DUE, payload: json({}), review_id })),
    ...subscriptions.map((subscription_id) => ({
      topic: SUBSCRIPTION_DUE,
      payload: json({ subscription_id }),
      review_id: null,
    })),
  ];
  for (let at = 0; at < events.length; at += BATCH)
    await db
      .insertInto('outbox')
      .values(events.slice(at, at + BATCH).map((event) => ({ ...event, created_at: now })))
      .execute();
}
