import type { Cents } from '../../../../core/money.ts';
import type { Tx } from '../../../../platform/command.ts';
import { processOf, stateRow } from '../../rules/kinds.ts';
import { lockReview } from './transition.ts';

/** See the port. Refuses `not_found`. */
export async function callLeft(tx: Tx, review_id: number): Promise<Cents> {
  const { facts } = await lockReview(tx, review_id);
  if (processOf(facts.kind).cancellation !== 'by_call') return 0;
  // what cancelling cost stands on the record alone
  const cancelled =
    stateRow(facts.kind, facts.status).bucket === 'cancelled'
      ? await tx.system
          .selectFrom('audit_rows')
          .select('data')
          .where('review_id', '=', review_id)
          .where('action', '=', 'review.cancel')
          .orderBy('id', 'desc')
          .executeTakeFirst()
      : undefined;
  const { fee_cents: fee = 0 } = (cancelled?.data ?? {}) as { fee_cents?: number };
  return facts.base_cents - (facts.call?.charged_cents ?? 0) - fee;
}
