import type { Tx } from '../../../../platform/command.ts';
import { json } from '../../../../platform/db/json.ts';
import { afterTheyLeft, quote, type QuoteInput } from '../../../billing/rules.ts';
import { formOf } from '../../rules.ts';
import type { LoadedReview } from '../load.ts';

/** Fixes a price as the next version of the review's quote; answers its total in cents. */
export async function freezeQuote(
  tx: Tx,
  loaded: LoadedReview,
  input: QuoteInput,
  consentedBy: number | null,
): Promise<number> {
  const fixed = quote(formOf(loaded.facts.kind).prices, input);
  await tx.system
    .insertInto('quotes')
    .values({
      review_id: loaded.facts.id,
      version: (loaded.row.fixed?.version ?? 0) + 1,
      lines: json(fixed.lines),
      inputs: json(input),
      total_cents: fixed.total_cents,
      frozen_at: tx.now,
      consented_by: consentedBy,
    })
    .execute();
  await tx.system
    .updateTable('reviews')
    .set({ total_cents: fixed.total_cents })
    .where('id', '=', loaded.facts.id)
    .execute();
  return fixed.total_cents;
}

/** Fixes the price anew where it has a report of an expert who leaves: see `afterTheyLeft`. */
export async function settleReportOf(tx: Tx, loaded: LoadedReview): Promise<void> {
  const { row, facts, price } = loaded;
  if (row.fixed === null || !price) return;
  // of a newer version an earlier one was delivered
  const delivered = facts.report !== null && (facts.report.delivered_at !== null || facts.report.version > 1);
  const input = afterTheyLeft(price.input, delivered);
  if (input !== price.input) await freezeQuote(tx, loaded, input, null);
}
