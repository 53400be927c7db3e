import { METHOD_WORDS, type PaymentMethod } from '../../../core/payment-methods.ts';
import type { Actor } from '../../../core/actor.ts';
import { Refusal, refuseFields } from '../../../core/errors.ts';
import { dateIn } from '../../../core/time.ts';
import { command } from '../../../platform/command.ts';
import { holdBilling } from '../../../platform/db/hold-billing.ts';
import type { Ports } from '../../../platform/ports.ts';
import type { Services } from '../../../platform/services.ts';
import type { BillingOf } from '../contract.ts';

import { billedOrganization } from './load.ts';
import { isOfCardService } from './cards/load.ts';
import { billingOf } from './read.ts';
import { followReviews, settleOpen, undoSettlements } from './settle.ts';
import { settledFaults, takePayment } from './take.ts';

/** What somebody wrote down of a payment. */
interface Payment {
  cents: number;
  /** YYYY-MM-DD. */
  received_on: string;
  method: PaymentMethod;
  reference: string;
  invoice_ids: readonly number[];
}

/**
 * Writes down what an organization paid. It settles the invoices named, then the oldest; what is more than is open is kept for
 * the next. Refuses `invalid` for a day to come, or an invoice that is not open.
 */
export function recordPayment(
  services: Services,
  ports: Pick<Ports, 'postToLedger' | 'followBilling' | 'mail'>,
  actor: Actor,
  organizationId: number,
  { invoice_ids, ...paid }: Payment,
): Promise<BillingOf> {
  return command(services, actor, async (tx) => {
    const organization = await billedOrganization(tx.system, organizationId);
    await holdBilling(tx.system, organizationId);
    refuseFields([
      ...(paid.received_on > dateIn(tx.now, organization.time_zone)
        ? [{ path: 'received_on', message: 'Choose the day it arrived, not one to come.' }]
        : []),
      ...(await settledFaults(tx, organizationId, invoice_ids)),
    ]);
    await takePayment(tx, ports, organization, paid, invoice_ids);
    return billingOf(tx.system, organizationId, undefined, tx.now);
  });
}

/**
 * Takes a payment back that bounced, or was written down wrong: what it settled is open again, or settled by what else is on account. Refuses
 * `not_found` for another organization's, `wrong_state` for one that was taken back, or that the card service told of.
 */
export function reversePayment(
  services: Services,
  ports: Pick<Ports, 'postToLedger' | 'followBilling' | 'mail'>,
  actor: Actor,
  { organizationId, paymentId }: { organizationId: number; paymentId: number },
  reason: string,
): Promise<BillingOf> {
  return command(services, actor, async (tx) => {
    await billedOrganization(tx.system, organizationId);
    await holdBilling(tx.system, organizationId);
    const payment = await tx.system
      .selectFrom('payments')
      .select(['id', 'cents', 'method', 'reversed_at'])
      .where('id', '=', paymentId)
      .where('organization_id', '=', organizationId)
      .executeTakeFirst();
    if (!payment) throw new Refusal('not_found');
    if (payment.reversed_at !== null) throw new Refusal('wrong_state', 'This payment was taken back already.');
    if (await isOfCardService(tx.system, paymentId))
      throw new Refusal('wrong_state', 'The card service told of this payment: give it back by a refund.');
    await tx.system
      .updateTable('payments')
      .set({ reversed_at: tx.now, reversed_by: actor.user_id, reason })
      .where('id', '=', paymentId)
      .execute();
    const undone = await undoSettlements(tx, paymentId);
    await ports.postToLedger(tx, {
      cause: 'payment',
      cause_id: paymentId,
      part: 1,
      organization_id: organizationId,
      happened_at: tx.now,
      lines: [{ key: 'payment', label: METHOD_WORDS[payment.method], cents: -payment.cents }],
    });
    await tx.audit({
      action: 'invoice.payment_reversed',
      organization_id: organizationId,
      subject: `payment:${paymentId}`,
      reason,
      data: { cents: payment.cents },
    });
    await settleOpen(tx, ports, organizationId);
    if (undone.length > 0) await followReviews(tx, ports, undone);
    return billingOf(tx.system, organizationId, undefined, tx.now);
  });
}
