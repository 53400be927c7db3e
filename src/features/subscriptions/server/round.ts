import { ownTypeForm } from '../../../platform/db/review-type-rows.ts';
import { statuteRows } from '../../../platform/db/statute-rows.ts';
import { inStates } from '../../../platform/db/in-states.ts';
import { statesWith } from '../../reviews/rules/kinds.ts';
import { nextPeriod, type Period, periodName, periodOf } from '../../../core/periods.ts';
import { fullNameOf } from '../../../platform/db/full-name.ts';
import { dateText } from '../../../core/dates.ts';
import { KINDS, subscribedKind } from '../../../core/kinds.ts';
import { sql } from 'kysely';
import { Temporal } from 'temporal-polyfill';
import type { SystemActor } from '../../../core/actor.ts';
import { addDays } from '../../../core/durations.ts';
import { dateIn } from '../../../core/time.ts';
import type { Tx } from '../../../platform/command.ts';
import type { Ports } from '../../../platform/ports.ts';
import type { ResolvedOrganization } from '../../organizations/rules.ts';
import { statuteFor, seatSections } from '../../reviews/rules.ts';
import { LAPSE_WARNING_DAYS, lapsesOn, quotaFor } from '../rules.ts';
import { lockPlanById, organizationOf, type Plan, type Seat, seatsOf } from './load.ts';
import { usedUp } from './usage.ts';

type SystemTx = Tx<SystemActor>;

/** The timer of a subscription: its key is the subscription's id. */
export const ROUND = 'subscription_round';
/** Pre-orders opened in one transaction; the rest follow in the next. */
const OPENED_AT_ONCE = 40;
/** How often an organization that takes no orders now is looked at again. */
const CLOSED_RETRY_DAYS = 1;

/** Has the subscription seen to at once, by itself and after this transaction. */
export const wakeRound = (tx: Tx, subscriptionId: number): Promise<void> =>
  tx.setTimer({ kind: ROUND, key: String(subscriptionId), due_at: tx.now });

interface StoredPeriod extends Period {
  lapses_on: string;
}

/**
 * Sees to one subscription as it stands today: opens the period that has begun, opens the pre-orders still to be opened,
 * lets lapse those whose time or seat is over, tells its contact, and sets the timer to the next day on which something
 * is due. It looks at the whole and may run at any time; the subscription's lock makes runs wait for each other.
 */
export async function runRound(tx: SystemTx, ports: Ports, subscriptionId: number): Promise<void> {
  const plan = await lockPlanById(tx, subscriptionId);
  if (!plan) return;
  const organization = await organizationOf(tx.system, plan.organization_id);
  const today = dateIn(tx.now, organization.time_zone);
  const again = await openPeriod(tx, plan, today);
  await endWhenOver(tx, plan, today);
  const periods = await openPeriods(tx, plan, today);
  await letLapse(tx, ports, plan, today);
  const more = takesOrders(organization) ? await openPreOrders(tx, ports, plan, organization, periods) : 'closed';
  if (again || more === 'more') return wakeRound(tx, plan.id);
  await notify(tx, ports, plan, periods, today);
  const next = nextDay(plan, periods, today, more === 'closed');
  if (next !== null)
    await tx.setTimer({ kind: ROUND, key: String(plan.id), due_at: midnight(next, organization.time_zone) });
}

const midnight = (date: string, zone: string): Date =>
  new Date(Temporal.PlainDate.from(date).toZonedDateTime(zone).epochMilliseconds);

function takesOrders({ flags, billing_hold }: ResolvedOrganization): boolean {
  const { enabled_flag, offered_flag, accepts_flag } = KINDS[subscribedKind()];
  return flags[enabled_flag] && (offered_flag === null || flags[offered_flag]) && flags[accepts_flag] && !billing_hold;
}

/** The period that follows the last one opened; null where the plan has none any more. */
async function due(tx: SystemTx, plan: Plan): Promise<Period | null> {
  const { rows } = await sql<Period>`select starts_on::text, ends_on::text from subscription_periods
    where subscription_id = ${plan.id} order by starts_on desc limit 1`.execute(tx.system);
  const period = rows[0] ? nextPeriod(plan.period, rows[0]) : periodOf(plan.period, plan.starts_on);
  return plan.ends_on !== null && period.starts_on > plan.ends_on ? null : period;
}

/** Opens the next period if it has begun; answers whether another one has, too. One that is over is only recorded. */
async function openPeriod(tx: SystemTx, plan: Plan, today: string): Promise<boolean> {
  if (plan.status === 'ended') return false;
  const period = await due(tx, plan);
  if (!period || period.starts_on > today || plan.starts_on > today) return false;
  const lapses_on = lapsesOn(period, plan.carry_over_days);
  await tx.system
    .insertInto('subscription_periods')
    .values({
      subscription_id: plan.id,
      ...period,
      lapses_on,
      opened_at: tx.now,
      review_price_cents: plan.review_price_cents,
    })
    .execute();
  for (const seat of await seatsOf(tx.system, plan.id)) {
    if (seat.status !== 'active') continue;
    const quota = shareOf(plan, period, seat.starts_on);
    if (quota > 0) await giveQuota(tx, seat.id, period.starts_on, quota, lapses_on < today ? 0 : quota);
  }
  plan.current_period = period.ends_on < today ? null : period.starts_on;
  await tx.system
    .updateTable('subscriptions')
    .set({ current_period: plan.current_period, updated_at: tx.now })
    .where('id', '=', plan.id)
    .execute();
  await tx.audit({
    action: 'subscription.period_opened',
    organization_id: plan.organization_id,
    subject: `subscription:${plan.id}`,
    data: { period: period.starts_on },
  });
  return period.ends_on < today;
}

/** A seat's share of a period of its plan, from its first day on. */
export const shareOf = (plan: Plan, period: Period, from: string): number =>
  quotaFor(plan.reviews_per_seat, period, {
    seat_starts_on: from,
    plan_starts_on: plan.starts_on,
    plan_ends_on: plan.ends_on,
  });

/** How many reviews a seat has in a period, and how many pre-orders of it are to be opened. */
export async function giveQuota(tx: Tx, seat_id: number, period: string, quota: number, slots: number): Promise<void> {
  await tx.system
    .insertInto('seat_quotas')
    .values({ seat_id, period, quota, slots })
    .onConflict((oc) => oc.columns(['seat_id', 'period']).doUpdateSet({ quota, slots }))
    .execute();
}

async function endWhenOver(tx: SystemTx, plan: Plan, today: string): Promise<void> {
  if (plan.status === 'ended' || plan.ends_on === null || plan.ends_on >= today) return;
  plan.status = 'ended';
  plan.current_period = null;
  await tx.system
    .updateTable('subscriptions')
    .set({ status: 'ended', current_period: null, lock_version: plan.lock_version + 1, updated_at: tx.now })
    .where('id', '=', plan.id)
    .execute();
  await tx.audit({
    action: 'subscription.ended',
    organization_id: plan.organization_id,
    subject: `subscription:${plan.id}`,
    data: { ends_on: plan.ends_on },
  });
}

/** Opened periods whose pre-orders can still be confirmed. */
async function openPeriods(tx: SystemTx, plan: Plan, today: string): Promise<StoredPeriod[]> {
  const { rows } = await sql<StoredPeriod>`select starts_on::text, ends_on::text, lapses_on::text
    from subscription_periods where subscription_id = ${plan.id} and lapses_on >= ${today}::date
    order by starts_on`.execute(tx.system);
  return rows;
}

interface Waiting {
  id: number;
  seat_id: number;
  seat_status: Seat['status'];
  period: string;
  lapses_on: string;
  /** Somebody has uploaded a file. */
  begun: boolean;
  /** Reviews the seat's period still has, over all its pre-orders. */
  left: number;
}

/** Pre-orders that wait, the last ones of a seat first. */
async function waitingOf(tx: SystemTx, subscriptionId: number): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    select r.id, v.seat_id, s.status as seat_status, v.period::text as period, v.lapses_on::text,
      exists (select 1 from files f where f.review_id = r.id and f.deleted_at is null) as begun,
      q.quota - (select count(*)::int from review_seats uv join reviews u on u.id = uv.review_id
        where uv.seat_id = v.seat_id and uv.period = v.period and ${usedUp('u', 'uv')}) as left
    from review_seats v join reviews r on r.id = v.review_id join subscription_seats s on s.id = v.seat_id
      join seat_quotas q on q.seat_id = v.seat_id and q.period = v.period
    where s.subscription_id = ${subscriptionId} and ${inStates(
      'r',
      statesWith((row) => row.ahead),
    )} and v.lapses_on is not null
    order by v.slot desc`.execute(tx.system);
  return rows;
}

/** Takes out of the calendar what is over: by its date, by its seat or plan, or because another order took its place. */
async function letLapse(tx: SystemTx, ports: Ports, plan: Plan, today: string): Promise<void> {
  const waiting = await waitingOf(tx, plan.id);
  const standing = new Map<string, number>();
  const key = (one: Waiting): string => `${one.seat_id} ${one.period}`;
  for (const one of waiting) standing.set(key(one), (standing.get(key(one)) ?? 0) + 1);
  for (const one of waiting) {
    const count = standing.get(key(one)) ?? 0;
    const reason = whyLapses(one, count > one.left);
    if (reason === null) continue;
    standing.set(key(one), count - 1);
    await ports.transition(tx, { review_id: one.id, action: 'lapse', reason, data: { period: one.period } });
  }

  function whyLapses(one: Waiting, tooMany: boolean): string | null {
    const period = periodName(plan.period, one.period);
    if (one.lapses_on < today)
      return `Unused reviews of ${period} could be confirmed until ${dateText(one.lapses_on, 'long')}. That day has passed.`;
    // what somebody has begun stays theirs until its day
    if (one.begun) return null;
    if (plan.status === 'ended') return 'The subscription has ended.';
    if (one.seat_status === 'paused') return 'The seat is paused.';
    if (one.seat_status === 'replaced') return 'Another provider has taken the seat.';
    return tooMany ? `Another order of this seat took its place in ${period}.` : null;
  }
}

interface Gap extends Seat {
  period: string;
  slots: number;
  last_slot: number;
}

/** Opens the pre-orders still to be opened, each a review of its own in its place of the seat's period. */
async function openPreOrders(
  tx: SystemTx,
  ports: Ports,
  plan: Plan,
  organization: ResolvedOrganization,
  periods: readonly StoredPeriod[],
): Promise<'done' | 'more'> {
  if (plan.status === 'ended' || periods.length === 0) return 'done';
  const { rows } = await sql<Gap>`
    select s.*, q.period::text as period, q.slots,
      coalesce((select max(v.slot) from review_seats v where v.seat_id = s.id and v.period = q.period), 0) as last_slot
    from subscription_seats s join seat_quotas q on q.seat_id = s.id
    where s.subscription_id = ${plan.id} and s.status = 'active'
      and q.period = any(${periods.map((p) => p.starts_on)}::date[])
      and q.slots > coalesce((select max(v.slot) from review_seats v where v.seat_id = s.id and v.period = q.period), 0)
    order by q.period, s.id`.execute(tx.system);
  const statutes = await statuteRows(tx.system, plan.organization_id);
  const own_form = await ownTypeForm(tx.system, plan.review_type);
  let opened = 0;
  for (const gap of rows) {
    const period = periods.find((p) => p.starts_on === gap.period);
    if (!period) continue;
    for (let slot = gap.last_slot + 1; slot <= gap.slots; slot += 1) {
      if (opened === OPENED_AT_ONCE) return 'more';
      const { review_id } = await ports.openReview(tx, {
        kind: subscribedKind(),
        organization_id: plan.organization_id,
        requester_id: plan.contact_id,
        sections: seatSections(plan, gap, {
          own_form,
          statute: statuteFor(statutes, gap.state)?.citation ?? null,
          with_license_id: organization.flags.enable_license_id_field_for_peer_review_subscription,
          with_charts: true,
        }),
        seat: { seat_id: gap.id, period: gap.period, slot, due_on: period.ends_on, lapses_on: period.lapses_on },
        data: { period: gap.period },
      });
      await ports.transition(tx, { review_id, action: 'pre_order', data: { period: gap.period } });
      opened += 1;
    }
  }
  return 'done';
}

interface Notified {
  user_id: number;
  email: string;
  name: string;
  period: string;
  waiting: number;
}

/** Tells the contact once that a period has opened, and once that what waits lapses soon. */
async function notify(
  tx: SystemTx,
  ports: Ports,
  plan: Plan,
  periods: readonly StoredPeriod[],
  today: string,
): Promise<void> {
  const { rows } = await sql<Notified>`
    select u.id as user_id, u.email, ${fullNameOf('u')} as name, v.period::text as period,
      count(*)::int as waiting
    from review_seats v join reviews r on r.id = v.review_id join subscription_seats s on s.id = v.seat_id
      join users u on u.id = ${plan.contact_id}
    where s.subscription_id = ${plan.id} and ${inStates(
      'r',
      statesWith((row) => row.ahead),
    )} and u.suspended_at is null
    group by u.id, v.period`.execute(tx.system);
  for (const { user_id, email, name, period, waiting } of rows) {
    const of = periods.find((p) => p.starts_on === period);
    if (!of) continue;
    const soon = addDays(of.lapses_on, -LAPSE_WARNING_DAYS) <= today;
    const template = soon ? 'pre_orders_lapse' : period === plan.current_period ? 'pre_orders_opened' : null;
    if (template === null) continue;
    await ports.mail(tx, {
      to: { user_id, email, name },
      template,
      data: {
        count: waiting,
        due_on: of.ends_on,
        lapses_on: of.lapses_on,
        link: KINDS[subscribedKind()].ahead_path ?? '',
      },
      side: 'requester',
      dedupe_key: `${template}:${plan.id}:${period}:${user_id}`,
    });
  }
}

/** The next day on which something is due; null once all is over. */
function nextDay(plan: Plan, periods: readonly StoredPeriod[], today: string, closed: boolean): string | null {
  const current = plan.current_period === null ? null : periodOf(plan.period, plan.current_period);
  const active = plan.status === 'active';
  const days = [
    ...(active && plan.starts_on > today ? [plan.starts_on] : []),
    ...(active && current ? [addDays(current.ends_on, 1)] : []),
    ...(active && plan.ends_on !== null ? [addDays(plan.ends_on, 1)] : []),
    ...periods.flatMap((p) => [addDays(p.lapses_on, -LAPSE_WARNING_DAYS), addDays(p.lapses_on, 1)]),
    ...(active && closed ? [addDays(today, CLOSED_RETRY_DAYS)] : []),
  ];
  return days.filter((day) => day > today).toSorted()[0] ?? null;
}
