import { isDeepStrictEqual } from 'node:util';
import { type Kysely, type Selectable, sql } from 'kysely';
import type { Kind } from '../../../core/kinds.ts';
import { dateIn } from '../../../core/time.ts';
import type { Tx } from '../../../platform/command.ts';
import { keptRates } from '../../../platform/db/expert-rates.ts';
import { json } from '../../../platform/db/json.ts';
import { termsAt } from '../../../platform/db/price-books.ts';
import type { DB } from '../../../platform/db/types.ts';
import type { Ports } from '../../../platform/ports.ts';
import { type ExpertLine, type FeeTerms, linesTotal, type QuoteInput, type QuoteLine } from '../../billing/rules.ts';
import { isPurged, type ReviewStatus } from '../../reviews/rules.ts';
import type { OfferExpertFee } from '../ports.ts';
import { feeReasons } from '../rules.ts';
import { offeredLines, offeredTerms, type PricedOrder, pricedOrder } from '../rules/offer.ts';
import { earnedBy, tellFeeChanged } from './tell-fee.ts';

/** A review with the price its experts' fees are of. */
interface Priced {
  id: number;
  kind: Kind;
  status: ReviewStatus;
  bucket: Selectable<DB['reviews']>['bucket'];
  organization_id: number;
  time_zone: string;
  quote: { id: number; lines: QuoteLine[]; inputs: QuoteInput } | null;
  /** Places of a panel that were not given up, in order. */
  places: number[];
}

async function loadPriced(db: Kysely<DB>, reviewId: number): Promise<Priced | undefined> {
  const { rows } = await sql<Priced>`
    select r.id, r.kind, r.status, r.bucket, r.organization_id, o.time_zone,
      (select json_build_object('id', q.id, 'lines', q.lines, 'inputs', q.inputs) from quotes q where q.review_id = r.id
        order by q.version desc limit 1) as quote,
      (select coalesce(json_agg(p.place order by p.place), '[]') from panel_places p
        where p.review_id = r.id and p.given_up_at is null) as places
    from reviews r join organizations o on o.id = r.organization_id where r.id = ${reviewId}`.execute(db);
  return rows[0];
}

/** What was fixed last for each expert of a review. */
async function fixedFees(db: Kysely<DB>, reviewId: number) {
  const rows = await db
    .selectFrom('expert_fees')
    .select(['expert_profile_id', 'version', 'panel_place', 'terms', 'lines', 'quote_id'])
    .where('review_id', '=', reviewId)
    .orderBy('version')
    .execute();
  return new Map(rows.map((row) => [row.expert_profile_id, row]));
}

/** The terms of an expert for what was ordered, on a day. */
async function termsOf(
  db: Kysely<DB>,
  { kind, organization_id, time_zone }: Priced,
  order: PricedOrder,
  expertProfileId: number,
  now: Date,
): Promise<FeeTerms> {
  const day = dateIn(now, time_zone);
  const rates = await keptRates(db, [expertProfileId], kind, day);
  const { experts } = await termsAt(db, organization_id, kind, day);
  return offeredTerms(order, experts, rates);
}

interface Whose {
  expert_profile_id: number;
  panel_place: number;
}

/** Keeps what an expert earns of a review, where that is not what is kept already; answers its lines, or null where nothing changed. */
async function keep(
  tx: Tx,
  review: Priced,
  order: PricedOrder,
  { expert_profile_id, panel_place }: Whose,
  was: { version: number; terms: FeeTerms; lines: ExpertLine[] } | undefined,
  terms: FeeTerms,
): Promise<ExpertLine[] | null> {
  const lines = offeredLines(order, terms, panel_place);
  if (was && isDeepStrictEqual(was.terms, terms) && isDeepStrictEqual(was.lines, lines)) return null;
  await tx.system
    .insertInto('expert_fees')
    .values({
      review_id: review.id,
      expert_profile_id,
      panel_place,
      version: (was?.version ?? 0) + 1,
      quote_id: review.quote?.id ?? null,
      terms: json(terms),
      lines: json(lines),
      total_cents: linesTotal(lines),
      fixed_at: tx.now,
    })
    .execute();
  return lines;
}

/**
 * Brings what each expert of a review earns to the price it has now: whoever is on it, or invited to it. The terms stay those they were
 * told, unless another service is ordered; whoever came without having been invited gets those of this day. Who left keeps theirs. Whoever
 * earns something else for work that is not done yet is told.
 */
export async function fixExpertFees(tx: Tx, ports: Pick<Ports, 'mail'>, reviewId: number): Promise<void> {
  const review = await loadPriced(tx.system, reviewId);
  if (!review?.quote || isPurged(review)) return;
  const { rows: experts } = await sql<Whose>`
    select x.expert_profile_id, coalesce(min(i.panel_place), case when bool_or(x.part = 'lead') then 1 else 2 end) as panel_place
      from review_experts x left join invitations i on i.review_id = x.review_id
        and i.expert_profile_id = x.expert_profile_id and i.status = 'accepted'
      where x.review_id = ${reviewId} and x.earns and (x.until is null
        or not exists (select from expert_fees f where f.review_id = x.review_id and f.expert_profile_id = x.expert_profile_id))
      group by x.expert_profile_id
    union
    select i.expert_profile_id, i.panel_place from invitations i
      where i.review_id = ${reviewId} and i.status in ('pending', 'opened')
    order by 1`.execute(tx.system);
  if (experts.length === 0) return;
  const fixed = await fixedFees(tx.system, reviewId);
  const order = pricedOrder(review.kind, review.quote, review.places);
  const earned = await earnedBy(tx.system, reviewId);
  for (const expert of experts) {
    const was = fixed.get(expert.expert_profile_id);
    const terms =
      was?.terms.service === order.service
        ? was.terms
        : await termsOf(tx.system, review, order, expert.expert_profile_id, tx.now);
    const lines = await keep(tx, review, order, expert, was, terms);
    if (!was || !lines || review.bucket !== 'active') continue;
    const before = linesTotal(was.lines);
    const now = linesTotal(lines);
    const reasons = feeReasons(was, { terms, lines }, earned(expert.expert_profile_id));
    if (before !== now)
      await tellFeeChanged(tx, ports, { ...review, review_id: review.id }, expert.expert_profile_id, {
        changes: [{ of: 'review', before, now }],
        reasons,
      });
  }
}

/** See the port. */
export const offerExpertFee: OfferExpertFee = async (tx, { review_id, ...whose }) => {
  const review = await loadPriced(tx.system, review_id);
  if (!review?.quote) return;
  const on = await tx.system
    .selectFrom('review_experts')
    .select('id')
    .where('review_id', '=', review_id)
    .where('expert_profile_id', '=', whose.expert_profile_id)
    .where('until', 'is', null)
    .executeTakeFirst();
  if (on) return;
  const was = (await fixedFees(tx.system, review_id)).get(whose.expert_profile_id);
  const order = pricedOrder(review.kind, review.quote, review.places);
  const terms = await termsOf(tx.system, review, order, whose.expert_profile_id, tx.now);
  await keep(tx, review, order, whose, was, terms);
};
