import type { PlanOrder, SeatProvider } from '../../reviews/rules.ts';
import type { PeriodKind } from '../../../core/periods.ts';
import { type Kysely, sql } from 'kysely';
import type { Actor } from '../../../core/actor.ts';
import { Refusal } from '../../../core/errors.ts';
import type { Tx } from '../../../platform/command.ts';
import type { ActorDb } from '../../../platform/db/actor-db.ts';
import type { DB } from '../../../platform/db/types.ts';
import { organizationPath } from '../../../platform/db/organization-facts.ts';
import { resolveOrganization, type ResolvedOrganization } from '../../organizations/rules.ts';
import { mayManage, WHO_MAY } from '../rules.ts';

/** A plan as it stands. Dates are YYYY-MM-DD. */
export interface Plan extends PlanOrder {
  id: number;
  organization_id: number;
  name: string;
  service: 'standard' | 'limited';
  period: PeriodKind;
  reviews_per_seat: number;
  carry_over_days: number;
  /** What each included review costs from the next period on, cents. */
  review_price_cents: number;
  starts_on: string;
  ends_on: string | null;
  contact_id: number;
  status: 'active' | 'ended';
  current_period: string | null;
  lock_version: number;
  updated_at: Date;
}

export interface Seat extends SeatProvider {
  id: number;
  subscription_id: number;
  organization_id: number;
  status: 'active' | 'paused' | 'replaced';
  starts_on: string;
  replaces_id: number | null;
  lock_version: number;
}

const planColumns = sql`id, organization_id, name, review_type, facility, committee, service, period, reviews_per_seat,
  charts_per_review, carry_over_days, review_price_cents::float8 as review_price_cents, starts_on::text, ends_on::text, contact_id, status, current_period::text,
  lock_version, updated_at`;
const seatColumns = sql`id, subscription_id, organization_id, provider_name, provider_blind, license_type, license_id,
  npi, state, specialty_id, sub_specialty_id, status, starts_on::text, replaces_id, lock_version`;

export async function planById(db: Kysely<DB>, id: number): Promise<Plan | undefined> {
  const { rows } = await sql<Plan>`select ${planColumns} from subscriptions where id = ${id}`.execute(db);
  return rows[0];
}

/** The plan, locked for the rest of the transaction: periods open and seats change one after the other. */
export async function lockPlanById(tx: Tx, id: number): Promise<Plan | undefined> {
  const { rows } = await sql<Plan>`select ${planColumns} from subscriptions where id = ${id} for update`.execute(
    tx.system,
  );
  return rows[0];
}

export async function seatsOf(db: Kysely<DB>, subscriptionId: number): Promise<Seat[]> {
  const { rows } = await sql<Seat>`
    select ${seatColumns} from subscription_seats where subscription_id = ${subscriptionId} order by id`.execute(db);
  return rows;
}

/** Refuses `not_found` for a subscription that is not in the actor's scope. */
export async function refuseForeignPlan(db: ActorDb, id: number): Promise<void> {
  const found = await db
    .selectFrom('subscriptions')
    .select('subscriptions.id')
    .where('subscriptions.id', '=', id)
    .executeTakeFirst();
  if (!found) throw new Refusal('not_found', 'This subscription is not there, or it is not your organization’s.');
}

/** The subscription of a seat in the actor's scope. Refuses `not_found`. */
export async function planOfSeat(db: ActorDb, id: number): Promise<number> {
  const found = await db
    .selectFrom('subscription_seats')
    .select('subscription_seats.subscription_id')
    .where('subscription_seats.id', '=', id)
    .executeTakeFirst();
  if (!found) throw new Refusal('not_found', 'This seat is not there, or it is not one of your organization’s.');
  return found.subscription_id;
}

/** The plan in the actor's scope, locked, for a change. Refuses `not_found`, then `forbidden`. */
export async function lockPlan(tx: Tx<Actor>, id: number): Promise<Plan> {
  await refuseForeignPlan(tx.db, id);
  if (!mayManage(tx.actor.kind)) throw new Refusal('forbidden', WHO_MAY.manage);
  const plan = await lockPlanById(tx, id);
  if (!plan) throw new Refusal('not_found');
  return plan;
}

/** The seat in the actor's scope with its plan, both as they are once the plan is locked. */
export async function lockSeat(tx: Tx<Actor>, id: number): Promise<{ plan: Plan; seat: Seat }> {
  const plan = await lockPlan(tx, await planOfSeat(tx.db, id));
  const seat = (await seatsOf(tx.system, plan.id)).find((one) => one.id === id);
  if (!seat) throw new Refusal('not_found');
  return { plan, seat };
}

export async function organizationOf(db: Kysely<DB>, id: number): Promise<ResolvedOrganization> {
  const path = await organizationPath(db, id);
  if (path.length === 0) throw new Refusal('not_found');
  return resolveOrganization(path);
}

/** Open changes of a plan that has ended are refused, with where it stands. */
export function refuseEnded(plan: Plan): void {
  if (plan.status === 'ended')
    throw new Refusal('wrong_state', 'This subscription has ended. Begin a new one instead.', {
      current: { id: plan.id, status: plan.status, lock_version: plan.lock_version },
    });
}
