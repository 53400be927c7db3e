import { type Kysely, sql } from 'kysely';
import { json } from '../../../platform/db/json.ts';
import type { DB } from '../../../platform/db/types.ts';
import { isPurged } from '../../reviews/rules.ts';
import type { LedgerBalances } from '../contract.ts';
import { dueCharges, toPost } from '../rules.ts';
import { LEDGER_DUE } from './declarations.ts';
import { loadLedger } from './facts.ts';
import { readBalances } from './read.ts';

const BATCH = 500;

/** What was found of the book of account. */
export interface LedgerReport {
  balances: LedgerBalances;
  reviews: number;
  /** Entries whose lines do not sum to zero, by id. */
  unbalanced: number[];
  /** Reviews of which something else is posted than is due, by id. */
  differing: number[];
}

/**
 * Looks through the whole book: whether all accounts, and each entry, sum to zero, and whether of each review just what is due
 * was posted. Reads only; what is still on its way into the book at that moment is found as differing.
 */
export async function verifyLedger(db: Kysely<DB>, now: Date): Promise<LedgerReport> {
  const { rows: unbalanced } = await sql<{ entry_id: number }>`
    select e.id as entry_id from ledger_entries e left join ledger_lines l on l.entry_id = e.id
    group by e.id having coalesce(sum(l.cents), 1) <> 0 order by e.id`.execute(db);
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
      if (toPost(dueCharges(review.facts), review.posted, now).length > 0) differing.push(id);
    }
    const end = batch.at(-1);
    if (!end || batch.length < BATCH) break;
    last = end.id;
  }
  return {
    balances: await readBalances(db, undefined),
    reviews,
    unbalanced: unbalanced.map(({ entry_id }) => entry_id),
    differing,
  };
}

/** Asks for these reviews to be settled: what is due and not posted is, as after any change of theirs. */
export async function askToSettle(db: Kysely<DB>, reviewIds: readonly number[], now: Date): Promise<void> {
  await db
    .insertInto('outbox')
    .values(reviewIds.map((review_id) => ({ topic: LEDGER_DUE, payload: json({}), review_id, created_at: now })))
    .execute();
}
