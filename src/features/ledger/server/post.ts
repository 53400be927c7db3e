import type { SystemActor } from '../../../core/actor.ts';
import type { Tx } from '../../../platform/command.ts';
import { holdBilling } from '../../../platform/db/hold-billing.ts';
import { holdReview } from '../../../platform/db/hold-review.ts';
import type { Ports } from '../../../platform/ports.ts';
import { isPurged } from '../../reviews/rules.ts';
import type { PostPayout, PostToLedger } from '../ports.ts';
import { bothSides, type ChargeLine, dueOfReview, type Posting, type Rule, toPost } from '../rules.ts';
import { fixExpertFees } from './expert-fees.ts';
import { loadLedger } from './facts.ts';

/**
 * Posts what is due for a review and not posted yet, and takes back what no longer is; answers how many entries that were. The
 * review and its organization's billing are held meanwhile, and an entry's part is unique: each amount is posted once, however
 * often this runs. What is to be invoiced goes on billing orders in the same transaction, where there are any. Of a review
 * whose records were deleted nothing is posted anew: what it hung on may be gone.
 */
export async function settleLedger(
  tx: Tx<SystemActor>,
  ports: Pick<Ports, 'placeCharges' | 'mail'>,
  reviewId: number,
): Promise<number> {
  const of = await tx.system
    .selectFrom('reviews')
    .select(['id', 'organization_id'])
    .where('id', '=', reviewId)
    .executeTakeFirst();
  if (!of) return 0;
  // the billing first, as whoever issues does, so that two never wait for each other
  await holdBilling(tx.system, of.organization_id);
  await holdReview(tx.system, reviewId);
  await fixExpertFees(tx, ports, reviewId);
  let posted = 0;
  // what was credited of an order hangs on what the order comes to, which what is posted may change
  for (let more = true; more;) {
    const review = await loadLedger(tx.system, reviewId);
    if (!review) return 0;
    const postings = isPurged(review) ? [] : toPost(dueOfReview(review), review.posted, tx.now);
    const whose = { review_id: review.id, organization_id: of.organization_id };
    await writeEntries(
      tx,
      postings.map((posting) => ({ ...posting, ...whose })),
    );
    posted += postings.length;
    await ports.placeCharges(tx, of);
    more = postings.length > 0 && review.facts.written_off.length > 0;
  }
  if (posted > 0)
    await tx.audit({
      action: 'ledger.posted',
      review_id: reviewId,
      organization_id: of.organization_id,
      data: { entries: posted },
    });
  return posted;
}

/** An entry to be written, of a review of an organization, or of the organization alone. */
interface NewEntry extends Omit<Posting, 'expert_profile_id'> {
  review_id: number | null;
  organization_id: number;
  expert_profile_id?: number;
}

/** Entries that one statement writes: it takes 65,535 values at most. */
const AT_ONCE = 1_000;

/** Writes entries with both sides of each. */
export async function writeEntries(tx: Tx, entries: readonly NewEntry[]): Promise<void> {
  for (let at = 0; at < entries.length; at += AT_ONCE) {
    const some = entries.slice(at, at + AT_ONCE);
    const rows = await tx.system
      .insertInto('ledger_entries')
      .values(some.map(({ lines: _both, expert_profile_id: _whose, ...entry }) => ({ ...entry, posted_at: tx.now })))
      .returning(['id', 'cause', 'cause_id', 'part'])
      .execute();
    const ids = new Map(rows.map((row) => [placeOf(row), row.id]));
    const lines = some.flatMap((entry) => {
      const entry_id = ids.get(placeOf(entry));
      if (entry_id === undefined) throw new Error('An entry that was written is not there.');
      return bothSides(entry).map((line) => ({ ...line, entry_id, organization_id: entry.organization_id }));
    });
    // the lines of an entry come in one statement
    for (let from = 0; from < lines.length;) {
      let until = Math.min(lines.length, from + AT_ONCE * 5);
      while (until < lines.length && lines[until]?.entry_id === lines[until - 1]?.entry_id) until += 1;
      await tx.system.insertInto('ledger_lines').values(lines.slice(from, until)).execute();
      from = until;
    }
  }
}

/** What an entry is known by: the database keeps it unique. */
const placeOf = ({ cause, cause_id, part }: Pick<NewEntry, 'cause' | 'cause_id' | 'part'>): string =>
  `${cause}:${cause_id}:${part}`;

/** Those that say something. */
const ofSomething = <T extends { lines: readonly ChargeLine[] }>(entries: readonly T[]): T[] =>
  entries
    .map((entry) => ({ ...entry, lines: entry.lines.filter(({ cents }) => cents !== 0) }))
    .filter(({ lines }) => lines.length > 0);

const RULE_OF = { invoice: 'issued', credit_note: 'credited', payment: 'paid' } as const satisfies Record<string, Rule>;

/** See the port. */
export const postToLedger: PostToLedger = (tx, asked) =>
  writeEntries(
    tx,
    ofSomething([asked].flat()).map((entry) => ({
      ...entry,
      part: entry.part ?? 0,
      review_id: null,
      rule: RULE_OF[entry.cause],
      quote_id: null,
    })),
  );

/** See the port. */
export const postPayout: PostPayout = (tx, { payout_id, organizations, ...entry }) =>
  writeEntries(
    tx,
    ofSomething(organizations).map(({ organization_id, lines }, part) => ({
      ...entry,
      cause_id: payout_id,
      part,
      lines,
      review_id: null,
      organization_id,
      rule: entry.cause === 'payout' ? 'paid_out' : 'came_back',
      quote_id: null,
    })),
  );
