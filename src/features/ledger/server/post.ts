import type { SystemActor } from '../../../core/actor.ts';
import type { Tx } from '../../../platform/command.ts';
import { holdReview } from '../../../platform/db/hold-review.ts';
import { isPurged } from '../../reviews/rules.ts';
import type { PostToLedger } from '../ports.ts';
import { bothSides, dueOfReview, type Posting, type Rule, toPost } from '../rules.ts';
import { fixExpertFees } from './expert-fees.ts';
import { loadLedger } from './facts.ts';

/**
 * Posts what is due for a review and not posted yet, and takes back what no longer is; answers how many entries that were. The
 * review is held meanwhile, and an entry's part is unique: each amount is posted once, however often this runs. Of a review
 * whose records were deleted nothing is posted anew: what it hung on may be gone.
 */
export async function settleLedger(tx: Tx<SystemActor>, reviewId: number): Promise<number> {
  await holdReview(tx.system, reviewId);
  await fixExpertFees(tx, reviewId);
  const review = await loadLedger(tx.system, reviewId);
  if (!review || isPurged(review)) return 0;
  const postings = toPost(dueOfReview(review), review.posted, tx.now);
  const whose = { review_id: review.id, organization_id: review.organization_id };
  for (const posting of postings) await post(tx, whose, posting);
  if (postings.length > 0)
    await tx.audit({
      action: 'ledger.posted',
      review_id: reviewId,
      organization_id: review.organization_id,
      data: { entries: postings.length },
    });
  return postings.length;
}

/** Where an entry belongs: to a review of an organization, or to the organization alone. */
interface Whose {
  review_id: number | null;
  organization_id: number;
}

/** Writes an entry with both its sides. */
export async function post(tx: Tx, whose: Whose, posting: Posting): Promise<void> {
  const { lines: _both, expert_profile_id: _whose, ...entry } = posting;
  const { id: entry_id } = await tx.system
    .insertInto('ledger_entries')
    .values({ ...entry, ...whose, posted_at: tx.now })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx.system
    .insertInto('ledger_lines')
    .values(bothSides(posting).map((line) => ({ ...line, entry_id, organization_id: whose.organization_id })))
    .execute();
}

const RULE_OF = { invoice: 'issued', credit_note: 'credited', payment: 'paid' } as const satisfies Record<string, Rule>;

/** See the port. */
export const postToLedger: PostToLedger = async (tx, { organization_id, ...entry }) => {
  const lines = entry.lines.filter(({ cents }) => cents !== 0);
  if (lines.length === 0) return;
  await post(
    tx,
    { review_id: null, organization_id },
    { ...entry, lines, rule: RULE_OF[entry.cause], quote_id: null, part: entry.part ?? 0 },
  );
};
