import { type Kysely, sql } from 'kysely';
import type { Kind } from '../../../core/kinds.ts';
import { type Cents, times } from '../../../core/money.ts';
import type { HeldExpertTerms } from '../../../core/price-books.ts';
import { dateIn } from '../../../core/time.ts';
import { keptRates } from '../../../platform/db/expert-rates.ts';
import { termsAt } from '../../../platform/db/price-books.ts';
import type { DB } from '../../../platform/db/types.ts';
import type { QuoteInput, QuoteLine } from '../../billing/rules.ts';
import { offeredAmount, type OfferScale, offerScale, type PricedOrder, pricedOrder } from '../../ledger/rules/offer.ts';
import { HOUR_CENTS } from '../../reviews/kinds/legal-case/prices.ts';
import { processOf } from '../../reviews/rules.ts';

/** What a review's experts' amounts are worked out of, on one day of its organization. */
export interface OfferBasis {
  order: PricedOrder;
  book: HeldExpertTerms;
  day: string;
  /** What the customer pays for an hour of somebody who keeps no rate. */
  usual_hour_cents: Cents;
}

/** Reads it, with what an amount is held against; null where there is no price yet. */
export async function loadOffer(
  db: Kysely<DB>,
  reviewId: number,
  { panel_place, max_hourly_cents }: { panel_place: number; max_hourly_cents: Cents | null },
  now: Date,
): Promise<{ basis: OfferBasis; scale: OfferScale } | null> {
  const { rows } = await sql<{
    kind: Kind;
    organization_id: number;
    time_zone: string;
    lines: QuoteLine[];
    inputs: QuoteInput;
    price_modifier: number | null;
    places: number[];
  }>`
    select r.kind, r.organization_id, o.time_zone, q.lines, q.inputs, s.price_modifier,
      (select coalesce(json_agg(p.place order by p.place), '[]') from panel_places p
        where p.review_id = r.id and p.given_up_at is null) as places
    from reviews r join organizations o on o.id = r.organization_id
      join lateral (select v.lines, v.inputs from quotes v where v.review_id = r.id order by v.version desc limit 1) q on true
      left join sub_specialties s on s.id = r.sub_specialty_id
    where r.id = ${reviewId}`.execute(db);
  const [row] = rows;
  if (!row) return null;
  const day = dateIn(now, row.time_zone);
  const { experts: book } = await termsAt(db, row.organization_id, row.kind, day);
  const order = pricedOrder(row.kind, row, row.places);
  const usual_hour_cents = times(HOUR_CENTS, row.price_modifier ?? 1);
  return {
    basis: { order, book, day, usual_hour_cents },
    scale: offerScale(order, book, panel_place, { usual_hour_cents, max_cents: max_hourly_cents }),
  };
}

/** What each of these experts would earn, cents; null where nothing is known. One statement, and none where nobody's own rates count. */
export async function amountsOf(
  db: Kysely<DB>,
  basis: OfferBasis | null,
  panelPlace: number,
  ids: readonly number[],
): Promise<(profileId: number) => Cents | null> {
  if (!basis) return () => null;
  const { order, book, day, usual_hour_cents } = basis;
  const counts = book.accepts_own_schedules || processOf(order.kind).by_the_hour !== undefined;
  const rates = Map.groupBy(counts ? await keptRates(db, ids, order.kind, day) : [], (rate) => rate.expert_profile_id);
  const amount = (own: Parameters<typeof offeredAmount>[2]): Cents =>
    offeredAmount(order, book, own, panelPlace, usual_hour_cents);
  // of all who keep no rate it is the same
  const usual = amount([]);
  return (profileId) => {
    const own = rates.get(profileId);
    return own ? amount(own) : usual;
  };
}
