import { fullNameOf } from '../../../platform/db/full-name.ts';
import { type Kysely, sql } from 'kysely';
import { type Actor, seesPrices } from '../../../core/actor.ts';
import { ownTypeNames } from '../../../platform/db/review-type-rows.ts';
import type { DB } from '../../../platform/db/types.ts';
import { peerReviewType, mayOrderFromSeat, SEAT_FIELD_LABELS, WHO_ORDERS_FROM_SEAT } from '../../reviews/rules.ts';
import type { SeatView, SubscriptionRow, SubscriptionView } from '../contract.ts';
import { mayManage, maySetPrice, WHO_MAY } from '../rules.ts';
import { organizationOf, type Plan, type Seat, seatsOf } from './load.ts';
import { presentUsage, totalUsage, usageOf, type UsageRow } from './usage.ts';

const allowed = { allowed: true, reason: null };
const refused = (reason: string) => ({ allowed: false, reason });

/** A row of the list. `usage`: of the subscription's seats; `ownTypes`: what types of an organization's own are called; `prices`: whether its reader sees them. */
export function presentRow(
  plan: Plan & { organization: string },
  seats: number,
  usage: readonly UsageRow[],
  ownTypes: ReadonlyMap<string, string>,
  prices: boolean,
): SubscriptionRow {
  return {
    id: plan.id,
    name: plan.name,
    organization: { id: plan.organization_id, name: plan.organization },
    review_type: plan.review_type,
    review_type_label: peerReviewType(plan.review_type)?.label ?? ownTypes.get(plan.review_type) ?? plan.review_type,
    facility: plan.facility,
    service: plan.service,
    period: plan.period,
    reviews_per_seat: plan.reviews_per_seat,
    charts_per_review: plan.charts_per_review,
    carry_over_days: plan.carry_over_days,
    starts_on: plan.starts_on,
    ends_on: plan.ends_on,
    status: plan.status,
    seats,
    usage: totalUsage(usage),
    review_price_cents: prices ? plan.review_price_cents : null,
  };
}

/** A subscription with its seats as its page shows it. */
export async function presentPlan(db: Kysely<DB>, actor: Actor, plan: Plan): Promise<SubscriptionView> {
  const seats = await seatsOf(db, plan.id);
  const usage = await usageOf(db, [plan.id]);
  const organization = await organizationOf(db, plan.organization_id);
  const { rows: contacts } = await sql<{ name: string }>`
    select ${fullNameOf()} as name from users where id = ${plan.contact_id}`.execute(db);
  const { rows: names } = await sql<{ specialty: string; sub: string; id: number }>`
    select s.name as specialty, u.name as sub, u.id from sub_specialties u join specialties s on s.id = u.specialty_id
    where u.id = any(${seats.map((s) => s.sub_specialty_id)}::bigint[])`.execute(db);
  const ids = seats.map((seat) => seat.id);
  const orders = await ordersOf(db, ids);
  const corrections = await correctionsOf(db, ids);
  const prices = seesPrices(actor.kind);
  const { rows: running } = await sql<{ cents: number }>`
    select review_price_cents::float8 as cents from subscription_periods
    where subscription_id = ${plan.id} and starts_on = ${plan.current_period}::date`.execute(db);
  const ended = plan.status === 'ended' ? refused('This subscription has ended.') : null;
  return {
    ...presentRow(
      { ...plan, organization: organization.name },
      seats.filter((s) => s.status !== 'replaced').length,
      usage,
      await ownTypeNames(db, [plan.review_type]),
      prices,
    ),
    committee: plan.committee,
    contact: { id: plan.contact_id, name: contacts[0]?.name ?? '' },
    seat_list: seats.map((seat) => ({
      ...presentSeat(seat, seats, usage, names),
      not_ordered: orders.get(seat.id)?.not_ordered ?? 0,
      ordered: orders.get(seat.id)?.ordered ?? 0,
      corrections: corrections.get(seat.id) ?? [],
    })),
    license_ids: organization.flags.enable_license_id_field_for_peer_review_subscription,
    limited: organization.flags.allow_limited_peer_review_pricing,
    current_price_cents: prices ? (running[0]?.cents ?? null) : null,
    lock_version: plan.lock_version,
    updated_at: plan.updated_at.toISOString(),
    abilities: {
      manage: ended ?? (mayManage(actor.kind) ? allowed : refused(WHO_MAY.manage)),
      price: ended ?? (maySetPrice(actor.kind) ? allowed : refused(WHO_MAY.price)),
      order: ended ?? (mayOrderFromSeat(actor.kind) ? allowed : refused(WHO_ORDERS_FROM_SEAT)),
    },
  };
}

/** By seat: reviews for it that nobody has ordered yet, and those ordered and not given up. */
async function ordersOf(db: Kysely<DB>, ids: readonly number[]) {
  const { rows } = await sql<{ seat_id: number; not_ordered: number; ordered: number }>`
    select v.seat_id, count(*) filter (where bucket = 'draft')::int as not_ordered,
      count(*) filter (where bucket not in ('draft', 'cancelled'))::int as ordered
    from review_seats v join reviews r on r.id = v.review_id where v.seat_id = any(${ids}::bigint[]) group by v.seat_id`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.seat_id, row]));
}

/** The action a seat's corrections are recorded as, and found by: an index holds these rows alone. */
export const CORRECTED = 'subscription.seat_corrected';

/** By seat: what was corrected in it, newest first. */
async function correctionsOf(db: Kysely<DB>, ids: readonly number[]): Promise<Map<number, SeatView['corrections']>> {
  type Words = Record<string, string>;
  const { rows } = await sql<{ subject: string; at: Date; by: string; old: Words | null; now: Words | null }>`
    select a.subject, a.at, coalesce((select ${fullNameOf('u')} from users u
      where u.id = a.actor_user_id), 'Peritus') as by, d.old_value as old, d.new_value as now
    from audit_rows a left join audit_details d on d.audit_id = a.id
    where a.action = ${sql.lit(CORRECTED)} and a.subject = any(${ids.map((id) => `seat:${id}`)}::text[])
    order by a.id desc`.execute(db);
  const found = new Map<number, SeatView['corrections']>();
  for (const { subject, at, by, old, now } of rows) {
    const id = Number(subject.replace('seat:', ''));
    const changes = Object.values(SEAT_FIELD_LABELS).flatMap((field) =>
      now?.[field] === undefined ? [] : { field, old: old?.[field] ?? '', new: now[field] },
    );
    found.set(id, [...(found.get(id) ?? []), { at: new Date(at).toISOString(), by, changes }]);
  }
  return found;
}

function presentSeat(
  seat: Seat,
  all: readonly Seat[],
  usage: readonly UsageRow[],
  names: readonly { specialty: string; sub: string; id: number }[],
): Omit<SeatView, 'not_ordered' | 'ordered' | 'corrections'> {
  const own = usage.filter((row) => row.seat_id === seat.id);
  const current = own.find((row) => row.current);
  const before = all.find((one) => one.id === seat.replaces_id);
  const after = all.find((one) => one.replaces_id === seat.id);
  const name = names.find((one) => one.id === seat.sub_specialty_id);
  return {
    id: seat.id,
    subscription_id: seat.subscription_id,
    provider_name: seat.provider_name,
    provider_blind: seat.provider_blind,
    license_type: seat.license_type,
    license_id: seat.license_id,
    npi: seat.npi,
    state: seat.state,
    specialty: { id: seat.specialty_id, name: name?.specialty ?? '' },
    sub_specialty: { id: seat.sub_specialty_id, name: name?.sub ?? '' },
    status: seat.status,
    starts_on: seat.starts_on,
    replaces: before ? { id: before.id, name: before.provider_name } : null,
    replaced_by: after ? { id: after.id, name: after.provider_name } : null,
    usage: current ? presentUsage(current) : null,
    past: own.filter((row) => !row.current).map(presentUsage),
    lock_version: seat.lock_version,
  };
}
