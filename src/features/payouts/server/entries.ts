import type { Ports } from '../../../platform/ports.ts';

/** See the port: how entries of the book stand with their payouts; what came back, or was discarded, does not count. */
export const payoutsOf: Ports['payoutsOf'] = async (db, entryIds) => {
  if (entryIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('payout_entries')
    .innerJoin('payouts', 'payouts.id', 'payout_entries.payout_id')
    .select(['payout_entries.entry_id', 'payouts.paid_on'])
    .where('payout_entries.counts', '=', true)
    .where('payout_entries.entry_id', 'in', [...entryIds])
    .execute();
  return new Map(
    rows.map(({ entry_id, paid_on }) => [
      entry_id,
      { state: paid_on === null ? ('in_payout' as const) : ('paid' as const), paid_on },
    ]),
  );
};
