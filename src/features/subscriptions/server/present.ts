import { type Kysely, sql } from 'kysely';
import type { Actor } from '../../../core/actor.ts';
import type { DB } from '../../../platform/db/types.ts';
import { peerReviewType } from '../../reviews/rules.ts';
import type { SeatView, SubscriptionRow, SubscriptionView } from '../contract.ts';
import { mayManage, mayOrder, WHO_MAY } from '../rules.ts';
import { organizationOf, type Plan, type Seat, seatsOf } from './load.ts';
import { presentUsage, totalUsage, usageOf, type UsageRow } from './usage.ts';

const allowed = { allowed: true, reason: null };
const refused = (reason: string) => ({ allowed: false, reason });

/** A row of the list. `usage`: of the subscription's seats. */
export function presentRow(
  plan: Plan & { organization: string },
  seats: number,
  usage: readonly UsageRow[],
): SubscriptionRow {
  return {
    id: plan.id,
    name: plan.name,
    organization: { id: plan.organization_id, name: plan.organization },
    review_type: plan.review_type,
    review_type_label: peerReviewType(plan.review_type)?.label ?? plan.review_type,
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
  };
}

/** A subscription with its seats as its page shows it. */
export async function presentPlan(db: Kysely<DB>, actor: Actor, plan: Plan): Promise<SubscriptionView> {
  const seats = await seatsOf(db, plan.id);
  const usage = await usageOf(db, [plan.id]);
  const organization = await organizationOf(db, plan.organization_id);
  const { rows: contacts } = await sql<{ name: string }>`
    select trim(first_name || ' ' || last_name) as name from users where id = ${plan.contact_id}`.execute(db);
  const { rows: names } = await sql<{ specialty: string; sub: string; id: number }>`
    select s.name as specialty, u.name as sub, u.id from sub_specialties u join specialties s on s.id = u.specialty_id
    where u.id = any(${seats.map((s) => s.sub_specialty_id)}::bigint[])`.execute(db);
  const ended = plan.status === 'ended' ? refused('This subscription has ended.') : null;
  return {
    ...presentRow(
      { ...plan, organization: organization.name },
      seats.filter((s) => s.status !== 'replaced').length,
      usage,
    ),
    committee: plan.committee,
    contact: { id: plan.contact_id, name: contacts[0]?.name ?? '' },
    seat_list: seats.map((seat) => presentSeat(seat, seats, usage, names)),
    license_ids: organization.flags.enable_license_id_field_for_peer_review_subscription,
    limited: organization.flags.allow_limited_peer_review_pricing,
    lock_version: plan.lock_version,
    updated_at: plan.updated_at.toISOString(),
    abilities: {
      manage: ended ?? (mayManage(actor.kind) ? allowed : refused(WHO_MAY.manage)),
      order: ended ?? (mayOrder(actor.kind) ? allowed : refused(WHO_MAY.order)),
    },
  };
}

function presentSeat(
  seat: Seat,
  all: readonly Seat[],
  usage: readonly UsageRow[],
  names: readonly { specialty: string; sub: string; id: number }[],
): SeatView {
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
