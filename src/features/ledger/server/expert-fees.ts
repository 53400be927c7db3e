import { isDeepStrictEqual } from 'node:util';
import { type Kysely, sql } from 'kysely';
import type { Kind } from '../../../core/kinds.ts';
import { dateIn } from '../../../core/time.ts';
import type { Tx } from '../../../platform/command.ts';
import { keptRates } from '../../../platform/db/expert-rates.ts';
import { json } from '../../../platform/db/json.ts';
import { termsAt } from '../../../platform/db/price-books.ts';
import type { DB } from '../../../platform/db/types.ts';
import {
  type ExpertLine,
  expertLines,
  type ExpertPlace,
  feeTerms,
  type FeeTerms,
  linesTotal,
  type QuoteInput,
  type QuoteLine,
} from '../../billing/rules.ts';
import { feeSchedule, serviceFee } from '../../experts/rules/kept-rates.ts';
import { formOf, isPurged, processOf, type ReviewStatus } from '../../reviews/rules.ts';
import type { OfferExpertFee } from '../ports.ts';

/** A review with the price its experts' fees are of. */
interface Priced {
  id: number;
  kind: Kind;
  status: ReviewStatus;
  organization_id: number;
  time_zone: string;
  quote: { id: number; lines: QuoteLine[]; inputs: QuoteInput } | null;
  /** Places of a panel that were not given up, in order. */
  places: number[];
}

async function loadPriced(db: Kysely<DB>, reviewId: number): Promise<Priced | undefined> {
  const { rows } = await sql<Priced>`
    select r.id, r.kind, r.status, r.organization_id, o.time_zone,
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

/** The terms of an expert for a review's service on a day: see `feeTerms`. */
async function termsOf(
  db: Kysely<DB>,
  { kind, organization_id, time_zone }: Priced,
  { service, priced_as }: Pick<QuoteInput, 'service' | 'priced_as'>,
  expertProfileId: number,
  now: Date,
): Promise<FeeTerms> {
  const day = dateIn(now, time_zone);
  const rates = await keptRates(db, [expertProfileId], kind, day);
  const { experts } = await termsAt(db, organization_id, kind, day);
  const label = (priced_as ?? formOf(kind).prices.services[service])?.label;
  return feeTerms(service, experts, {
    fee_cents: serviceFee(rates, label === undefined ? [service] : [service, label]),
    rates: feeSchedule(rates),
  });
}

/** An expert's lines of a price as it is fixed. By the hour the price is an estimate of the retainer: of it only a report pays. */
function linesOf({ kind, quote, places }: Priced, terms: FeeTerms, panelPlace: number): ExpertLine[] {
  if (!quote) return [];
  const { service, priced_as } = quote.inputs;
  const ordersReport = (priced_as ?? formOf(kind).prices.services[service])?.report === 'priced';
  const place: ExpertPlace = panelPlace === 1 ? 'lead' : Math.max(0, places.indexOf(panelPlace));
  const lines = expertLines(quote.lines, terms, place, ordersReport);
  return processOf(kind).by_the_hour === undefined ? lines : lines.filter(({ key }) => key === 'report');
}

interface Whose {
  expert_profile_id: number;
  panel_place: number;
}

/** Keeps what an expert earns of a review, where that is not what is kept already; answers both, or null where nothing changed. */
async function keep(
  tx: Tx,
  review: Priced,
  { expert_profile_id, panel_place }: Whose,
  was: { version: number; terms: FeeTerms; lines: ExpertLine[] } | undefined,
  terms: FeeTerms,
): Promise<{ before: number | null; now: number } | null> {
  const lines = linesOf(review, terms, panel_place);
  if (was && isDeepStrictEqual(was.terms, terms) && isDeepStrictEqual(was.lines, lines)) return null;
  const total_cents = linesTotal(lines);
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
      total_cents,
      fixed_at: tx.now,
    })
    .execute();
  return { before: was ? linesTotal(was.lines) : null, now: total_cents };
}

/**
 * Brings what each expert of a review earns to the price it has now: whoever is on it, or invited to it. The terms stay those they were
 * told, unless another service is ordered; whoever came without having been invited gets those of this day. Who left keeps theirs.
 */
export async function fixExpertFees(tx: Tx, reviewId: number): Promise<void> {
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
  for (const expert of experts) {
    const was = fixed.get(expert.expert_profile_id);
    const { service } = review.quote.inputs;
    const terms =
      was?.terms.service === service
        ? was.terms
        : await termsOf(tx.system, review, review.quote.inputs, expert.expert_profile_id, tx.now);
    await keep(tx, review, expert, was, terms);
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
  const terms = await termsOf(tx.system, review, review.quote.inputs, whose.expert_profile_id, tx.now);
  await keep(tx, review, whose, was, terms);
};
