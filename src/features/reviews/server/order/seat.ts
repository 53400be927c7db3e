import { ownTypeForm } from '../../../../platform/db/review-type-rows.ts';
import { statuteRows } from '../../../../platform/db/statute-rows.ts';
import { sql } from 'kysely';
import type { Actor } from '../../../../core/actor.ts';
import { Refusal, refuseFields } from '../../../../core/errors.ts';
import { type Kind, KINDS } from '../../../../core/kinds.ts';
import type { Tx } from '../../../../platform/command.ts';
import {
  type Section,
  statuteFor,
  changedSeatFields,
  differing,
  mayOrderFromSeat,
  type PlanOrder,
  SEAT_FIELDS,
  type SeatProvider,
  seatSections,
  whyClosed,
  WHO_ORDERS_FROM_SEAT,
} from '../../rules.ts';
import { isUnordered } from '../../rules/kinds.ts';
import type { ReviewSeat } from '../../ports.ts';
import { coverage, type SeatUsage } from '../../../billing/rules.ts';
import { type LoadedReview, sectionData, toLoaded } from '../load.ts';
import { loadRow } from '../list/row.ts';

interface SeatOrder extends SeatProvider, PlanOrder {
  organization_id: number;
  status: string;
  plan_status: string;
}

/**
 * The seat somebody orders from, with the fields it gives the order; a correction of the seat waits until the order is
 * there to be corrected, too. Refuses `not_found` for a seat of another tenant, `forbidden` for those who order nothing,
 * `wrong_state` for one that is somebody else's by now.
 */
export async function seatOrder(
  tx: Tx<Actor>,
  kind: Kind,
  seatId: number,
): Promise<{ organization_id: number; sections: (withLicenseId: boolean) => Record<string, Record<string, unknown>> }> {
  const inScope = await tx.db
    .selectFrom('subscription_seats')
    .select('subscription_seats.id')
    .where('subscription_seats.id', '=', seatId)
    .executeTakeFirst();
  if (!inScope || !KINDS[kind].by_subscription)
    throw new Refusal('not_found', 'This seat is not there, or it is not one of your organization’s.');
  if (!mayOrderFromSeat(tx.actor.kind)) throw new Refusal('forbidden', WHO_ORDERS_FROM_SEAT);
  const { rows } = await sql<SeatOrder>`
    select s.organization_id, s.status, b.status as plan_status, s.provider_name, s.provider_blind, s.license_type,
      s.license_id, s.npi, s.state, s.specialty_id, s.sub_specialty_id, b.review_type, b.facility, b.committee,
      b.service, b.charts_per_review
    from subscription_seats s join subscriptions b on b.id = s.subscription_id where s.id = ${seatId}
    for share of s`.execute(tx.system);
  const seat = rows[0];
  if (!seat) throw new Refusal('not_found');
  const closed = whyClosed(seat);
  if (closed) throw new Refusal('wrong_state', closed.says, { current: { seat_id: seatId, status: closed.status } });
  const statutes = await statuteRows(tx.system, seat.organization_id, seat.state);
  const own_form = await ownTypeForm(tx.system, seat.review_type);
  return {
    organization_id: seat.organization_id,
    sections: (with_license_id) =>
      seatSections(seat, seat, {
        own_form,
        statute: statuteFor(statutes, seat.state)?.citation ?? null,
        with_license_id,
        with_charts: false,
      }),
  };
}

/** Ties a review to its place in a subscription. */
export async function storeSeat(tx: Tx, review_id: number, seat: ReviewSeat): Promise<void> {
  await tx.system
    .insertInto('review_seats')
    .values({ review_id, ...seat })
    .onConflict((oc) => oc.column('review_id').doUpdateSet(seat))
    .execute();
}

/** Fixes how a review is ordered, out of its seat's subscription or at its own price, and the period it counts in. */
export async function chargeSeat(tx: Tx, review_id: number, seat: SeatUsage, period: string | null): Promise<void> {
  await tx.system
    .updateTable('review_seats')
    .set({ charge: coverage(seat).included ? 'included' : 'one_off', period })
    .where('review_id', '=', review_id)
    .execute();
}

/** Of what a seat gives an order, the fields that cannot be anything else. */
export const seatFixed = (section: Section, data: Readonly<Record<string, unknown>>): Record<string, unknown> => {
  const fixed: readonly string[] = SEAT_FIELDS[section];
  return Object.fromEntries(Object.entries(data).filter(([key]) => fixed.includes(key)));
};

/** What a seat fixed in an order stays as it was; in a draft also what the address gave that it was begun from. */
export function refuseFixedChange(loaded: LoadedReview, section: Section, data: Record<string, unknown>): void {
  const before = sectionData(loaded.row, section);
  const refuse = (keys: readonly string[], message: string): void =>
    refuseFields(keys.map((key) => ({ path: `data.${key}`, message })));
  if (loaded.seat)
    refuse(
      changedSeatFields(section, before, data),
      'This comes from the seat of the subscription and cannot be changed here.',
    );
  if (section === 'step_one' && isUnordered(loaded.facts))
    refuse(
      differing(loaded.row.given, before, data),
      'This comes from the link the order was begun from and cannot be changed here.',
    );
}

/**
 * Locks what is left of the seat's period before it is counted, so that two orders never take the same last review.
 * Answers the review as it stands then, and the period it counts in.
 */
export async function lockSeat(tx: Tx, loaded: LoadedReview): Promise<LoadedReview> {
  const { seat } = loaded.row;
  if (!seat || seat.period_starts_on === null) return loaded;
  await sql`select quota from seat_quotas
    where seat_id = ${seat.seat_id} and period = ${seat.period_starts_on}::date for update`.execute(tx.system);
  const row = await loadRow(tx.system, loaded.row.id, tx.now);
  if (!row) throw new Refusal('not_found');
  return toLoaded(row, tx.actor);
}
