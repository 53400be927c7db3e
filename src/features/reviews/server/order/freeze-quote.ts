import type { Tx } from '../../../../platform/command.ts';
import { json } from '../../../../platform/db/json.ts';
import { afterTheyLeft, quote, type QuoteInput } from '../../../billing/rules.ts';
import { formOf } from '../../rules.ts';
import type { LoadedReview } from '../load.ts';
import { endPriceLinks } from './price-links.ts';

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
  if (loaded.row.fixed !== null) await endPriceLinks(tx, loaded.facts.id);
  return fixed.total_cents;
}

/** Fixes the price anew where it has a report of an expert who leaves: see `afterTheyLeft`. */
export async function settleReportOf(tx: Tx, loaded: LoadedReview): Promise<void> {
  const { row, facts } = loaded;
  if (row.fixed === null) return;
  // of a newer version an earlier one was delivered
  const delivered = facts.report !== null && (facts.report.delivered_at !== null || facts.report.version > 1);
  // what it was fixed with: a price that changed and waits for a word on it waits on
  const input = afterTheyLeft(row.fixed.inputs, delivered);
  if (input === row.fixed.inputs) return;
  const total_cents = await freezeQuote(tx, loaded, input, null);
  if (total_cents !== row.fixed.total_cents)
    await tx.audit({
      action: 'review.requoted',
      review_id: facts.id,
      organization_id: facts.organization.id,
      data: { total_cents },
      timeline: true,
    });
}
