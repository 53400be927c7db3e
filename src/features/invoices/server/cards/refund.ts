import { randomUUID } from 'node:crypto';
import type { Actor } from '../../../../core/actor.ts';
import { Refusal, refuseFields } from '../../../../core/errors.ts';
import { formatCents } from '../../../../core/money.ts';
import { command, systemCommand } from '../../../../platform/command.ts';
import type { Services } from '../../../../platform/services.ts';
import type { BillingOf } from '../../contract.ts';
import { billedOrganization } from '../load.ts';
import { holdBilling } from '../../../../platform/db/hold-billing.ts';
import { billingOf } from '../read.ts';
import { followCharge, type Settling } from './follow.ts';
import { returnedCents } from './load.ts';
import type { CardProvider } from './provider.ts';

/**
 * Begins to give back what was paid by card, whole or in part; the card service is asked from the outbox. What it settled is open again once
 * the service said yes. Refuses `not_found` for another organization's, `wrong_state` for a payment that came in another way,
 * `invalid` for more than is left of it.
 */
export function askRefund(
  services: Services,
  actor: Actor,
  { organizationId, paymentId }: { organizationId: number; paymentId: number },
  { cents, reason }: { cents: number; reason: string },
): Promise<BillingOf> {
  return command(services, actor, async (tx) => {
    await billedOrganization(tx.system, organizationId);
    await holdBilling(tx.system, organizationId);
    const payment = await tx.system
      .selectFrom('payments as p')
      .leftJoin('card_charges as c', 'c.payment_id', 'p.id')
      .select(['p.cents', 'c.provider_id'])
      .where('p.id', '=', paymentId)
      .where('p.organization_id', '=', organizationId)
      .executeTakeFirst();
    if (!payment) throw new Refusal('not_found');
    if (payment.provider_id === null)
      throw new Refusal('wrong_state', 'Only what was paid by card here is refunded here. Take it back instead.');
    const asked = await tx.system
      .selectFrom('card_refunds')
      .select('cents')
      .where('payment_id', '=', paymentId)
      .where('state', '=', 'asked')
      .execute();
    const left =
      payment.cents -
      (await returnedCents(tx.system, paymentId)).cents -
      asked.reduce((sum, one) => sum + one.cents, 0);
    if (left <= 0) throw new Refusal('wrong_state', 'Nothing of this payment is left to refund.');
    refuseFields(
      cents > left ? [{ path: 'cents', message: `At most ${formatCents(left)} of it can be refunded.` }] : [],
    );
    const { id } = await tx.system
      .insertInto('card_refunds')
      .values({
        organization_id: organizationId,
        payment_id: paymentId,
        cents,
        reason,
        request_key: randomUUID(),
        asked_at: tx.now,
        asked_by: actor.user_id,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx.emit('card.refund_asked', { refund_id: id });
    await tx.audit({
      action: 'invoice.refund_asked',
      organization_id: organizationId,
      subject: `payment:${paymentId}`,
      reason,
      data: { cents },
    });
    return billingOf(tx.system, organizationId, undefined, tx.now);
  });
}

/** Asks the card service for a refund, once: under its own key, however often this runs. Throws where the service does not answer. */
export async function sendRefund(
  services: Services,
  ports: Settling,
  provider: CardProvider | null,
  refundId: number,
): Promise<void> {
  const refund = await services.database.systemDb
    .selectFrom('card_refunds as r')
    .innerJoin('card_charges as c', 'c.payment_id', 'r.payment_id')
    .select(['r.state', 'r.cents', 'r.request_key', 'c.provider_id as charge_id'])
    .where('r.id', '=', refundId)
    .executeTakeFirst();
  if (refund?.state !== 'asked') return;
  if (!provider) throw new Error('A refund waits: payments by card are not configured.');
  const answer = await provider.refund({ charge_id: refund.charge_id, cents: refund.cents }, refund.request_key);
  if (!answer.ok && !answer.permanent) throw new Error(`The card service did not answer a refund: ${answer.reason}`);
  const refused = answer.ok
    ? answer.value.status === 'failed' || answer.value.status === 'canceled'
      ? `The card service says: ${answer.value.status}.`
      : null
    : `The card service says: ${answer.reason}.`;
  await systemCommand(services, { kind: 'system', request_id: `refund-${refundId}` }, async (tx) => {
    const settled = await tx.system
      .updateTable('card_refunds')
      .set({
        state: refused === null ? 'done' : 'failed',
        failure: refused,
        provider_id: answer.ok ? answer.value.id : null,
        answered_at: tx.now,
      })
      .where('id', '=', refundId)
      .where('state', '=', 'asked')
      .returning('id')
      .executeTakeFirst();
    if (settled) await followCharge(tx, ports, refund.charge_id);
  });
}
