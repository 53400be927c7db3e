import { METHOD_WORDS } from '../../../../core/payment-methods.ts';
import type { Tx } from '../../../../platform/command.ts';
import type { Ports } from '../../../../platform/ports.ts';
import { returnedOf, returnsToRecord } from '../../rules.ts';
import { holdBilling } from '../../../../platform/db/hold-billing.ts';
import { followReviews, settleOpen, undoSettlements } from '../settle.ts';
import { returnedCents } from './load.ts';

/** What settling needs of other features. */
export type Settling = Pick<Ports, 'postToLedger' | 'followBilling' | 'mail'>;

/** Writes down that the card service has this money, if it is not known yet, and holds it: what is told of it is taken one after the other. */
export async function knowCharge(tx: Tx, chargeId: string): Promise<void> {
  await tx.system
    .insertInto('card_charges')
    .values({ provider_id: chargeId, first_told_at: tx.now })
    .onConflict((oc) => oc.doNothing())
    .execute();
  await tx.system
    .selectFrom('card_charges')
    .select('provider_id')
    .where('provider_id', '=', chargeId)
    .forUpdate()
    .execute();
}

/**
 * Brings what is on record of a payment to what is known of its money: what went back is posted once, whatever was told
 * first, and what it settled is open again as far as it is gone. Nothing where the payment is not known yet.
 */
export async function followCharge(tx: Tx, ports: Settling, chargeId: string): Promise<void> {
  const known = await tx.system
    .selectFrom('card_charges')
    .select(['organization_id', 'payment_id'])
    .where('provider_id', '=', chargeId)
    .executeTakeFirst();
  if (!known || known.payment_id === null || known.organization_id === null) return;
  const { organization_id, payment_id } = known;
  await holdBilling(tx.system, organization_id);
  const [payment, charge, disputes, refunds, recorded] = [
    await tx.system.selectFrom('payments').select('cents').where('id', '=', payment_id).executeTakeFirstOrThrow(),
    await tx.system
      .selectFrom('card_charges')
      .select('refunded_cents')
      .where('provider_id', '=', chargeId)
      .executeTakeFirstOrThrow(),
    await tx.system.selectFrom('card_disputes').select(['state', 'cents']).where('charge_id', '=', chargeId).execute(),
    await tx.system
      .selectFrom('card_refunds')
      .select('cents')
      .where('payment_id', '=', payment_id)
      .where('state', '=', 'done')
      .execute(),
    await returnedCents(tx.system, payment_id),
  ];
  const due = returnedOf({
    paid_cents: payment.cents,
    refunded_cents: charge.refunded_cents,
    own_refunds_cents: refunds.reduce((sum, { cents }) => sum + cents, 0),
    disputes,
  });
  const part = returnsToRecord(due, recorded.cents);
  if (part === null) return;
  await tx.system
    .insertInto('payment_returns')
    .values({ ...part, organization_id, payment_id, returned_at: tx.now })
    .execute();
  await ports.postToLedger(tx, {
    cause: 'payment',
    cause_id: payment_id,
    part: recorded.parts + 1,
    organization_id,
    happened_at: tx.now,
    lines: [{ key: 'payment', label: METHOD_WORDS.card, cents: -part.cents }],
  });
  await tx.audit({
    action: 'invoice.payment_returned',
    organization_id,
    subject: `payment:${payment_id}`,
    data: { cents: part.cents, why: part.why },
  });
  // what is left of it settles what it settled before, as far as it goes
  const invoices = await undoSettlements(tx, payment_id);
  // what goes back tells nobody that an invoice is paid, what comes again was told before
  await settleOpen(tx, ports, organization_id, { first: invoices, told: false });
  if (invoices.length > 0) await followReviews(tx, ports, invoices);
}
