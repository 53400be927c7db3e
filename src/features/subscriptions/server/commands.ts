import { KINDS, subscribedKind } from '../../../core/kinds.ts';
import { ORGANIZATION_ADMINS } from '../../../platform/db/roles.ts';
import { inStates } from '../../../platform/db/in-states.ts';
import { statesWith } from '../../reviews/rules/kinds.ts';
import { periodOf } from '../../../core/periods.ts';
import { isNpi } from '../../../core/npi.ts';
import { sql } from 'kysely';
import type { Actor } from '../../../core/actor.ts';
import { isStaff } from '../../../core/actor.ts';
import { type FieldError, Refusal, refuseFields } from '../../../core/errors.ts';
import { formatCents } from '../../../core/money.ts';
import { fullNameOf } from '../../../platform/db/full-name.ts';
import { dateIn } from '../../../core/time.ts';
import { US_STATES } from '../../../core/us-states.ts';
import { command, type Tx } from '../../../platform/command.ts';
import type { Ports } from '../../../platform/ports.ts';
import type { Services } from '../../../platform/services.ts';
import { priceBook } from '../../billing/rules.ts';
import type { ResolvedOrganization } from '../../organizations/rules.ts';
import { offeredLicenses } from '../../../platform/db/license-rows.ts';
import { reviewTypeRows } from '../../../platform/db/review-type-rows.ts';
import { arrangedTypes, formOf, type OwnReviewType, reviewTypeId } from '../../reviews/rules.ts';
import type { PlanBody, PlanChange, ProviderBody, SeatBody, SubscriptionView } from '../contract.ts';
import { handOverQuota, keptAtEnd, mayManage, maySetPrice, SUBSCRIPTIONS_PLACE, WHO_MAY } from '../rules.ts';
import { lockPlan, lockSeat, organizationOf, type Plan, planById, refuseEnded, type Seat, seatsOf } from './load.ts';
import { presentPlan } from './present.ts';
import { giveQuota, shareOf, wakeRound } from './round.ts';
import { usedUp } from './usage.ts';

const fault = (path: string, message: string): FieldError => ({ path, message });

/** The plan as it is after the command, for its answer. */
export async function answer(tx: Tx<Actor>, id: number): Promise<SubscriptionView> {
  const plan = await planById(tx.system, id);
  if (!plan) throw new Refusal('not_found');
  return presentPlan(tx.system, tx.actor, plan);
}

const note = (
  tx: Tx<Actor>,
  plan: Pick<Plan, 'id' | 'organization_id'>,
  action: 'created' | 'changed' | 'ended' | 'seat_added' | 'seat_paused' | 'seat_resumed' | 'seat_replaced',
  more: { seat?: number; reason?: string; data?: Record<string, unknown> } = {},
) =>
  tx.audit({
    action: `subscription.${action}`,
    organization_id: plan.organization_id,
    subject: more.seat === undefined ? `subscription:${plan.id}` : `seat:${more.seat}`,
    ...(more.reason === undefined ? {} : { reason: more.reason }),
    ...(more.data ? { data: more.data } : {}),
  });

async function contactFaults(tx: Tx, organizationId: number, contactId: number): Promise<FieldError[]> {
  const { rows } = await sql`select 1 from users u where u.id = ${contactId} and u.suspended_at is null
    and u.organization_id in (select p.id from organization_path(${organizationId}) p)
    and (u.role in ${ORGANIZATION_ADMINS}
      or exists (select 1 from profiles f where f.user_id = u.id and f.type = 'ClaimConsultant'))`.execute(tx.system);
  return rows.length > 0 ? [] : [fault('contact_id', 'Choose someone who orders for this organization.')];
}

export function createPlan(services: Services, actor: Actor, body: PlanBody): Promise<SubscriptionView> {
  return command(services, actor, async (tx) => {
    const id = body.organization_id ?? actor.organization_id;
    if (id === null)
      throw new Refusal('invalid', undefined, {
        errors: [fault('organization_id', 'Choose the organization this is for.')],
      });
    if (!isStaff(actor.kind) && !actor.organization_ids.includes(id))
      throw new Refusal('not_found', 'This organization is not there, or it is not one of yours.');
    const organization = await organizationOf(tx.system, id);
    const { enabled_flag, offered_flag, plural: reviews } = KINDS[subscribedKind()];
    if (!organization.flags[enabled_flag]) throw new Refusal('not_found');
    const type = await typeOf(tx, id, body.review_type);
    // of another organization's there is nothing
    if (!type && reviewTypeId(body.review_type) !== null)
      throw new Refusal('not_found', 'This type of review is not there.');
    if (!mayManage(actor.kind)) throw new Refusal('forbidden', WHO_MAY.begin);
    if (offered_flag !== null && !organization.flags[offered_flag])
      throw new Refusal('forbidden', `This organization does not order ${reviews}.`);
    if (body.service === 'limited' && !organization.flags.allow_limited_peer_review_pricing)
      throw new Refusal('forbidden', 'Your organization orders standard reviews.');
    if (type && !type.offered)
      throw new Refusal('wrong_state', `Your organization does not offer “${type.label}” now. Choose another type.`);
    const today = dateIn(tx.now, organization.time_zone);
    const earliest = periodOf(body.period, today).starts_on;
    refuseFields([
      ...chartFaults(type, body.charts_per_review),
      ...(body.starts_on < earliest
        ? [fault('starts_on', 'It can begin with the current period at the earliest.')]
        : []),
      ...endFaults(body.ends_on, body.starts_on),
      ...(await contactFaults(tx, id, body.contact_id)),
    ]);
    const { organization_id: _, ...plan } = body;
    const usual = servicePrice(organization, body.service);
    const review_price_cents = body.review_price_cents ?? usual;
    if (review_price_cents !== usual && !maySetPrice(actor.kind)) throw new Refusal('forbidden', WHO_MAY.price);
    const made = await tx.system
      .insertInto('subscriptions')
      .values({ ...plan, review_price_cents, organization_id: id, created_at: tx.now, updated_at: tx.now })
      .returning('id')
      .executeTakeFirstOrThrow();
    await note(tx, { id: made.id, organization_id: id }, 'created', { data: { review_price_cents } });
    await wakeRound(tx, made.id);
    return answer(tx, made.id);
  });
}

/** What one review of a service costs outside of a subscription, before factors, cents. */
const servicePrice = ({ settings }: ResolvedOrganization, service: Plan['service']): number =>
  priceBook(formOf(subscribedKind()).prices, service, settings).base_cents[service] ?? 0;

/** A type the organization may order by, whether or not it offers it now. */
async function typeOf(tx: Tx, organizationId: number, value: string): Promise<OwnReviewType | undefined> {
  const { own, menu } = await reviewTypeRows(tx.system, organizationId);
  return arrangedTypes(own, menu).find((type) => type.value === value);
}

function chartFaults(type: OwnReviewType | undefined, charts: number): FieldError[] {
  if (!type) return [fault('review_type', 'This type is no longer used. Choose another.')];
  const { min, max } = type.charts;
  if (charts >= min && charts <= max) return [];
  return [
    fault(
      'charts_per_review',
      min === max
        ? `“${type.label}” takes ${min === 1 ? 'one chart' : `${min} charts`}.`
        : `“${type.label}” takes ${min} to ${max} charts.`,
    ),
  ];
}

const endFaults = (endsOn: string | null, notBefore: string): FieldError[] =>
  endsOn !== null && endsOn < notBefore ? [fault('ends_on', 'It cannot end before it begins, or in the past.')] : [];

export function changePlan(
  services: Services,
  ports: Pick<Ports, 'mail'>,
  actor: Actor,
  id: number,
  body: PlanChange,
): Promise<SubscriptionView> {
  return command(services, actor, async (tx) => {
    const plan = await lockPlan(tx, id);
    refuseEnded(plan);
    const { lock_version, ...change } = body;
    const { review_price_cents = plan.review_price_cents } = change;
    if (review_price_cents !== plan.review_price_cents && !maySetPrice(actor.kind))
      throw new Refusal('forbidden', WHO_MAY.price);
    if (lock_version !== plan.lock_version)
      throw new Refusal('stale', undefined, { current: await presentPlan(tx.system, actor, plan) });
    const organization = await organizationOf(tx.system, plan.organization_id);
    const today = dateIn(tx.now, organization.time_zone);
    refuseFields([
      ...chartFaults(await typeOf(tx, plan.organization_id, plan.review_type), change.charts_per_review),
      ...endFaults(change.ends_on, plan.starts_on > today ? plan.starts_on : today),
      ...(change.contact_id === plan.contact_id
        ? []
        : await contactFaults(tx, plan.organization_id, change.contact_id)),
    ]);
    await tx.system
      .updateTable('subscriptions')
      .set({ ...change, review_price_cents, lock_version: plan.lock_version + 1, updated_at: tx.now })
      .where('id', '=', id)
      .execute();
    await note(tx, plan, 'changed', {
      data: {
        reviews_per_seat: change.reviews_per_seat,
        charts_per_review: change.charts_per_review,
        carry_over_days: change.carry_over_days,
        ends_on: change.ends_on,
        ...(review_price_cents === plan.review_price_cents ? {} : { review_price_cents }),
      },
    });
    if (review_price_cents !== plan.review_price_cents)
      await tellPrice(tx, ports, { ...plan, contact_id: change.contact_id, name: change.name }, review_price_cents);
    await wakeRound(tx, id);
    return answer(tx, id);
  });
}

/** Tells the contact that what is included costs something else from the next period on. */
async function tellPrice(tx: Tx, ports: Pick<Ports, 'mail'>, plan: Plan, price: number): Promise<void> {
  const contact = await tx.system
    .selectFrom('users')
    .select(['id as user_id', 'email', fullNameOf('users').as('name')])
    .where('id', '=', plan.contact_id)
    .where('suspended_at', 'is', null)
    .executeTakeFirst();
  if (!contact) return;
  await ports.mail(tx, {
    to: contact,
    template: 'subscription_price_changed',
    data: {
      name: plan.name,
      before: formatCents(plan.review_price_cents),
      now: formatCents(price),
      link: `${SUBSCRIPTIONS_PLACE.path}/${plan.id}`,
    },
    side: 'requester',
    dedupe_key: `subscription_price:${plan.id}:${plan.lock_version}`,
  });
}

export function endPlan(services: Services, actor: Actor, id: number, reason: string): Promise<SubscriptionView> {
  return command(services, actor, async (tx) => {
    const plan = await lockPlan(tx, id);
    refuseEnded(plan);
    const { time_zone } = await organizationOf(tx.system, plan.organization_id);
    const today = dateIn(tx.now, time_zone);
    await tx.system
      .updateTable('subscriptions')
      .set({
        status: 'ended',
        current_period: null,
        ends_on: plan.starts_on > today ? plan.starts_on : today,
        lock_version: plan.lock_version + 1,
        updated_at: tx.now,
      })
      .where('id', '=', id)
      .execute();
    await giveBackUnused(tx, plan, today);
    await note(tx, plan, 'ended', { reason });
    await wakeRound(tx, id);
    return answer(tx, id);
  });
}

/**
 * Of a period that runs when its plan ends, each seat keeps what it has used or begun, and at least its share of the days so
 * far: the rest is not charged.
 */
async function giveBackUnused(tx: Tx, plan: Plan, today: string): Promise<void> {
  if (plan.current_period === null) return;
  const period = periodOf(plan.period, plan.current_period);
  for (const seat of await seatsOf(tx.system, plan.id)) {
    const held = (await heldBy(tx, seat, today)).find((one) => one.period === period.starts_on);
    if (!held) continue;
    const share = shareOf({ ...plan, ends_on: today }, period, seat.starts_on);
    const quota = keptAtEnd(held, share);
    if (quota < held.quota) await giveQuota(tx, seat.id, period.starts_on, quota, held.last_slot);
  }
}

/** A license number is kept only where the organization asks for it. */
export function refuseLicenseId(organization: ResolvedOrganization, licenseId: string | null | undefined): void {
  if (licenseId && !organization.flags.enable_license_id_field_for_peer_review_subscription)
    throw new Refusal('forbidden', 'Your organization does not keep license numbers with its seats.');
}

/** What is wrong with a provider's details. `own`: the seat they are for, where it is there already. */
export async function providerFaults(
  tx: Tx,
  plan: Plan,
  body: ProviderBody,
  own: Seat | null = null,
): Promise<FieldError[]> {
  const { rows } = await sql<{ fits: boolean; taken: boolean }>`
    select exists (select 1 from sub_specialties u join specialties s on s.id = u.specialty_id
        where u.id = ${body.sub_specialty_id} and s.id = ${body.specialty_id} and u.active and s.active) as fits,
      exists (select 1 from subscription_seats where subscription_id = ${plan.id} and status <> 'replaced'
        and id is distinct from ${own?.id ?? null}
        and lower(provider_name) = lower(${body.provider_name})) as taken`.execute(tx.system);
  const licenses = await offeredLicenses(tx.system);
  // a specialty the seat has had, and its license, stay possible when they are no longer offered
  const kept = own?.specialty_id === body.specialty_id && own.sub_specialty_id === body.sub_specialty_id;
  return [
    ...(rows[0]?.taken ? [fault('provider_name', 'This provider already has a seat of this subscription.')] : []),
    ...(body.license_type === own?.license_type || licenses.some(({ key }) => key === body.license_type)
      ? []
      : [fault('license_type', 'Choose the license the provider holds.')]),
    ...(body.npi && !isNpi(body.npi)
      ? [fault('npi', 'This is not an NPI: it has ten digits, the last one checks.')]
      : []),
    ...(US_STATES.some(([code]) => code === body.state)
      ? []
      : [fault('state', 'Choose the state the provider practices in.')]),
    ...(rows[0]?.fits || kept ? [] : [fault('sub_specialty_id', 'Choose a sub-specialty of the specialty.')]),
  ];
}

const columnsOf = (body: ProviderBody) => ({
  provider_name: body.provider_name,
  provider_blind: body.provider_blind,
  license_type: body.license_type,
  license_id: body.license_id || null,
  npi: body.npi || null,
  state: body.state,
  specialty_id: body.specialty_id,
  sub_specialty_id: body.sub_specialty_id,
});

export function addSeat(services: Services, actor: Actor, id: number, body: SeatBody): Promise<SubscriptionView> {
  return command(services, actor, async (tx) => {
    const plan = await lockPlan(tx, id);
    const organization = await organizationOf(tx.system, plan.organization_id);
    refuseLicenseId(organization, body.license_id);
    refuseEnded(plan);
    const today = dateIn(tx.now, organization.time_zone);
    const starts_on = body.starts_on ?? (plan.starts_on > today ? plan.starts_on : today);
    const earliest = plan.current_period ?? today;
    refuseFields([
      ...(await providerFaults(tx, plan, body)),
      ...(starts_on < earliest && starts_on < today
        ? [fault('starts_on', 'A seat can begin with the current period at the earliest.')]
        : []),
    ]);
    const seat = await tx.system
      .insertInto('subscription_seats')
      .values({
        ...columnsOf(body),
        subscription_id: id,
        organization_id: plan.organization_id,
        starts_on,
        created_at: tx.now,
        updated_at: tx.now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await giveShare(tx, plan, seat.id, starts_on);
    await note(tx, plan, 'seat_added', { seat: seat.id });
    await wakeRound(tx, id);
    return answer(tx, id);
  });
}

/** A seat's share of the period that runs, from its first day on. */
async function giveShare(tx: Tx, plan: Plan, seatId: number, from: string): Promise<void> {
  if (plan.current_period === null) return;
  const quota = shareOf(plan, periodOf(plan.period, plan.current_period), from);
  if (quota > 0) await giveQuota(tx, seatId, plan.current_period, quota, quota);
}

const STANDS: Readonly<Record<Seat['status'], string>> = {
  active: 'The seat is active already.',
  paused: 'The seat is paused. It can be resumed or given to another provider.',
  replaced: 'Another provider has taken this seat. It is kept for its history.',
};

/** Refuses, saying how the seat stands, unless it is in one of these states. */
export function refuseState(seat: Seat, ...wanted: Seat['status'][]): void {
  if (!wanted.includes(seat.status))
    throw new Refusal('wrong_state', STANDS[seat.status], { current: { seat_id: seat.id, status: seat.status } });
}

async function setStatus(tx: Tx, seat: Seat, status: Seat['status']): Promise<void> {
  await tx.system
    .updateTable('subscription_seats')
    .set({ status, lock_version: seat.lock_version + 1, updated_at: tx.now })
    .where('id', '=', seat.id)
    .execute();
}

export function pauseSeat(services: Services, actor: Actor, id: number, reason: string): Promise<SubscriptionView> {
  return command(services, actor, async (tx) => {
    const { plan, seat } = await lockSeat(tx, id);
    refuseEnded(plan);
    refuseState(seat, 'active');
    await setStatus(tx, seat, 'paused');
    await note(tx, plan, 'seat_paused', { seat: id, reason });
    await wakeRound(tx, plan.id);
    return answer(tx, plan.id);
  });
}

interface Held {
  period: string;
  quota: number;
  used: number;
  /** Pre-orders that wait and have records. */
  begun: number;
  last_slot: number;
}

/** What a seat has in the periods whose pre-orders can still be confirmed. */
async function heldBy(tx: Tx, seat: Seat, today: string): Promise<Held[]> {
  const { rows } = await sql<Held>`
    select q.period::text as period, q.quota,
      count(r.id) filter (where ${usedUp('r', 'v')})::int as used,
      count(r.id) filter (where ${inStates(
        'r',
        statesWith((row) => row.ahead),
      )} and exists
        (select 1 from files f where f.review_id = r.id and f.deleted_at is null))::int as begun,
      coalesce(max(v.slot), 0) as last_slot
    from seat_quotas q join subscription_periods p on p.subscription_id = ${seat.subscription_id} and p.starts_on = q.period
      left join review_seats v on v.seat_id = q.seat_id and v.period = q.period
      left join reviews r on r.id = v.review_id
    where q.seat_id = ${seat.id} and p.lapses_on >= ${today}::date
    group by q.period, q.quota`.execute(tx.system);
  return rows;
}

export function resumeSeat(services: Services, actor: Actor, id: number): Promise<SubscriptionView> {
  return command(services, actor, async (tx) => {
    const { plan, seat } = await lockSeat(tx, id);
    refuseEnded(plan);
    refuseState(seat, 'paused');
    const { time_zone } = await organizationOf(tx.system, plan.organization_id);
    const today = dateIn(tx.now, time_zone);
    const held = await heldBy(tx, seat, today);
    await setStatus(tx, seat, 'active');
    for (const { period, quota, used, begun, last_slot } of held)
      await giveQuota(tx, id, period, quota, last_slot + Math.max(0, quota - used - begun));
    // it rested when the period opened: it gets its share from today on
    if (!held.some((one) => one.period === plan.current_period)) await giveShare(tx, plan, id, today);
    await note(tx, plan, 'seat_resumed', { seat: id });
    await wakeRound(tx, plan.id);
    return answer(tx, plan.id);
  });
}

export function replaceSeat(
  services: Services,
  actor: Actor,
  id: number,
  body: ProviderBody,
): Promise<SubscriptionView> {
  return command(services, actor, async (tx) => {
    const { plan, seat } = await lockSeat(tx, id);
    const organization = await organizationOf(tx.system, plan.organization_id);
    refuseLicenseId(organization, body.license_id);
    refuseEnded(plan);
    refuseState(seat, 'active', 'paused');
    refuseFields(await providerFaults(tx, plan, body));
    const today = dateIn(tx.now, organization.time_zone);
    await setStatus(tx, seat, 'replaced');
    const made = await tx.system
      .insertInto('subscription_seats')
      .values({
        ...columnsOf(body),
        subscription_id: plan.id,
        organization_id: plan.organization_id,
        starts_on: today,
        replaces_id: id,
        created_at: tx.now,
        updated_at: tx.now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    for (const { period, quota, used, begun, last_slot } of await heldBy(tx, seat, today)) {
      const { kept, handed_over } = handOverQuota(quota, used + begun);
      await giveQuota(tx, id, period, kept, last_slot);
      if (handed_over > 0) await giveQuota(tx, made.id, period, handed_over, handed_over);
    }
    await note(tx, plan, 'seat_replaced', { seat: id, data: { replaced_by: made.id } });
    await wakeRound(tx, plan.id);
    return answer(tx, plan.id);
  });
}
