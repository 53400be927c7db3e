import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../platform/db/types.ts';

/** How entries of the book stand with their payment; what is in no payout that was released, or came back, is not in the answer. */
export async function payoutsOf(
  db: Kysely<DB>,
  entryIds: readonly number[],
): Promise<ReadonlyMap<number, { state: 'in_payout' | 'paid'; paid_on: string | null }>> {
  const { rows } = await sql<{ entry_id: number; paid_on: string | null }>`
    select e.entry_id, p.paid_on from payout_entries e join payouts p on p.id = e.payout_id join payout_runs r on r.id = p.run_id
    where e.entry_id = any(${[...entryIds]}::bigint[]) and e.counts and r.released_at is not null`.execute(db);
  return new Map(rows.map(({ entry_id, paid_on }) => [entry_id, { state: paid_on ? 'paid' : 'in_payout', paid_on }]));
}
