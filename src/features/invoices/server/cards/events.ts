import { sql } from 'kysely';
import { z } from 'zod';
import { dateIn } from '../../../../core/time.ts';
import type { Tx } from '../../../../platform/command.ts';
import { disputeState, invoiceNumber, laterDispute } from '../../rules.ts';
import { billedOrganization, invoiceBy } from '../load.ts';
import { holdBilling } from '../../../../platform/db/hold-billing.ts';
import { takePayment } from '../take.ts';
import { askLater, ended } from './checkout.ts';
import { followCharge, knowCharge, type Settling } from './follow.ts';
import type { Checkout } from './load.ts';

const id = z.string().min(1).max(200);
const cents = z.number().int().nonnegative().max(99_999_999_999);
const metadata = z.record(z.string(), z.string()).nullish();

/** A message of the card service, as far as it is read. */
export const cardEvent = z.object({
  id: z.string().regex(/^[\w-]{1,200}$/),
  type: z.string().max(100),
  created: z.number().int().nonnegative().max(9_999_999_999),
  data: z.object({ object: z.unknown() }),
});
export type CardEvent = z.output<typeof cardEvent>;

const session = z.object({
  id,
  payment_status: z.string(),
  amount_total: cents.nullable(),
  currency: z.string().nullable(),
  payment_intent: id.nullable(),
  metadata,
});
type Session = z.output<typeof session>;
const charge = z.object({ payment_intent: id.nullable(), amount_refunded: cents, metadata });
const dispute = z.object({ id, payment_intent: id.nullable(), amount: cents, status: z.string() });
const refund = z.object({ id, payment_intent: id.nullable(), amount: cents, status: z.string().nullish(), metadata });

/** What became of a message: it changed what it tells of, or that was known; it is about something else; its money does not fit. */
type Outcome = 'done' | 'not_ours' | 'differs';

/**
 * Takes a message of the card service over, once: the row that says so is of the same transaction. Messages may come
 * twice, late and in any order; money that arrived is taken whatever was told before. Answers what became of it.
 */
export async function takeEvent(tx: Tx, ports: Settling, event: CardEvent): Promise<Outcome | 'known'> {
  const told_at = new Date(event.created * 1000);
  const fresh = await tx.system
    .insertInto('card_events')
    .values({ event_id: event.id, type: event.type, told_at, received_at: tx.now, outcome: 'done' })
    .onConflict((oc) => oc.doNothing())
    .returning('event_id')
    .executeTakeFirst();
  if (!fresh) return 'known';
  const outcome = await handle(tx, ports, event, told_at).catch((error: unknown): Outcome => {
    if (error instanceof z.ZodError) return 'differs';
    throw error;
  });
  if (outcome !== 'done')
    await tx.system.updateTable('card_events').set({ outcome }).where('event_id', '=', event.id).execute();
  return outcome;
}

async function handle(tx: Tx, ports: Settling, { type, data }: CardEvent, toldAt: Date): Promise<Outcome> {
  switch (type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.async_payment_failed':
    case 'checkout.session.expired':
      return ofSession(tx, ports, type, session.parse(data.object), toldAt);
    case 'charge.refunded':
      return refunded(tx, ports, charge.parse(data.object), toldAt);
    case 'refund.failed':
      return refundFailed(tx, ports, refund.parse(data.object), toldAt);
    // older versions of the protocol, and newer ones beside the other, tell it so
    case 'charge.refund.updated':
    case 'refund.updated': {
      const told = refund.parse(data.object);
      return told.status === 'failed' || told.status === 'canceled'
        ? refundFailed(tx, ports, told, toldAt)
        : 'not_ours';
    }
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated':
    case 'charge.dispute.closed':
      return disputed(tx, ports, dispute.parse(data.object));
    default:
      return 'not_ours';
  }
}

async function ofSession(tx: Tx, ports: Settling, type: string, told: Session, toldAt: Date): Promise<Outcome> {
  const key = z.uuid().safeParse(told.metadata?.['peritus_checkout']);
  if (!key.success) return 'not_ours';
  const named = await tx.system
    .selectFrom('card_checkouts')
    .select(['id', 'organization_id'])
    .where('request_key', '=', key.data)
    .executeTakeFirst();
  if (!named) return 'not_ours';
  await holdBilling(tx.system, named.organization_id);
  const checkout = await tx.system
    .selectFrom('card_checkouts')
    .selectAll()
    .where('id', '=', named.id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const invoice = await invoiceBy(tx.system, { id: checkout.invoice_id });
  if (
    !invoice ||
    (checkout.provider_id !== null && checkout.provider_id !== told.id) ||
    told.metadata?.['invoice'] !== invoiceNumber(invoice)
  )
    return 'differs';
  if (type === 'checkout.session.expired' || type === 'checkout.session.async_payment_failed') {
    await ended(tx, checkout.id);
    return 'done';
  }
  if (told.currency?.toLowerCase() !== 'usd' || told.amount_total !== checkout.cents || told.payment_intent === null)
    return 'differs';
  if (told.payment_status === 'unpaid' && type === 'checkout.session.completed') {
    await tx.system
      .updateTable('card_checkouts')
      .set({
        state: 'processing',
        provider_id: told.id,
        url: null,
        processing_since: checkout.processing_since ?? tx.now,
      })
      .where('id', '=', checkout.id)
      .where('ended_at', 'is', null)
      .execute();
    if (checkout.ended_at === null) await askLater(tx, checkout.id);
    return 'done';
  }
  if (told.payment_status !== 'paid') return 'differs';
  if (checkout.state !== 'paid')
    await paid(tx, ports, checkout, { id: told.id, charge_id: told.payment_intent }, toldAt);
  return 'done';
}

/** Money arrived: it settles its invoice first, and what is more than is open is kept. */
export async function paid(
  tx: Tx,
  ports: Settling,
  checkout: Checkout,
  told: { id: string; charge_id: string },
  toldAt: Date,
): Promise<void> {
  const organization = await billedOrganization(tx.system, checkout.organization_id);
  await tx.system
    .updateTable('card_checkouts')
    .set({ state: 'paid', provider_id: told.id, url: null, ended_at: tx.now })
    .where('id', '=', checkout.id)
    .execute();
  const payment_id = await takePayment(
    tx,
    ports,
    organization,
    {
      cents: checkout.cents,
      received_on: dateIn(toldAt, organization.time_zone),
      method: 'card',
      reference: told.charge_id.slice(0, 100),
    },
    [checkout.invoice_id],
  );
  await knowCharge(tx, told.charge_id);
  await tx.system
    .updateTable('card_charges')
    .set({ organization_id: organization.id, payment_id })
    .where('provider_id', '=', told.charge_id)
    .execute();
  // what was told of it before it was known
  await followCharge(tx, ports, told.charge_id);
}

async function refunded(tx: Tx, ports: Settling, told: z.output<typeof charge>, toldAt: Date): Promise<Outcome> {
  if (told.payment_intent === null || !told.metadata?.['peritus_checkout']) return 'not_ours';
  await knowCharge(tx, told.payment_intent);
  // what is told is the sum so far: the newest holds, and of the same second the larger one
  await tx.system
    .updateTable('card_charges')
    .set({ refunded_cents: told.amount_refunded, refunded_as_of: toldAt })
    .where('provider_id', '=', told.payment_intent)
    .where(
      sql<boolean>`refunded_as_of is null or refunded_as_of < ${toldAt}
        or refunded_as_of = ${toldAt} and refunded_cents < ${told.amount_refunded}`,
    )
    .execute();
  await followCharge(tx, ports, told.payment_intent);
  return 'done';
}

/** A refund that the bank did not take: the money is with us again, once, however many messages say so. */
async function refundFailed(tx: Tx, ports: Settling, told: z.output<typeof refund>, toldAt: Date): Promise<Outcome> {
  const known =
    told.payment_intent === null
      ? undefined
      : await tx.system
          .selectFrom('card_charges')
          .select('provider_id')
          .where('provider_id', '=', told.payment_intent)
          .executeTakeFirst();
  if (!known) return 'not_ours';
  // it may be told before the service answered that it took the refund
  const key = z.uuid().safeParse(told.metadata?.['peritus_refund']);
  await tx.system
    .updateTable('card_refunds')
    .set({ state: 'failed', failure: 'The bank did not take it.', provider_id: told.id, answered_at: tx.now })
    .where((eb) =>
      eb.or([
        eb('provider_id', '=', told.id),
        ...(key.success ? [eb.and([eb('provider_id', 'is', null), eb('request_key', '=', key.data)])] : []),
      ]),
    )
    .execute();
  const fresh = await tx.system
    .updateTable('card_charges')
    .set({ failed_refunds: sql`array_append(failed_refunds, ${told.id})` })
    .where('provider_id', '=', known.provider_id)
    .where(sql<boolean>`not (${told.id} = any(failed_refunds))`)
    .returning('provider_id')
    .executeTakeFirst();
  if (!fresh) return 'done';
  await tx.system
    .updateTable('card_charges')
    .set({ refunded_cents: sql`greatest(0, refunded_cents - ${told.amount})`, refunded_as_of: toldAt })
    .where('provider_id', '=', known.provider_id)
    .where((eb) => eb.or([eb('refunded_as_of', 'is', null), eb('refunded_as_of', '<=', toldAt)]))
    .execute();
  await followCharge(tx, ports, known.provider_id);
  return 'done';
}

async function disputed(tx: Tx, ports: Settling, told: z.output<typeof dispute>): Promise<Outcome> {
  if (told.payment_intent === null) return 'not_ours';
  await knowCharge(tx, told.payment_intent);
  const before = await tx.system
    .selectFrom('card_disputes')
    .select('state')
    .where('provider_id', '=', told.id)
    .executeTakeFirst();
  const now = disputeState(told.status);
  const state = before ? laterDispute(before.state, now) : now;
  await tx.system
    .insertInto('card_disputes')
    .values({ provider_id: told.id, charge_id: told.payment_intent, cents: told.amount, state, told_at: tx.now })
    .onConflict((oc) => oc.column('provider_id').doUpdateSet({ state, cents: told.amount, told_at: tx.now }))
    .execute();
  await followCharge(tx, ports, told.payment_intent);
  return 'done';
}
