import { systemCommand, type Tx } from '../../../../platform/command.ts';
import { holdBilling } from '../../../../platform/db/hold-billing.ts';
import type { Services } from '../../../../platform/services.ts';
import { payingOutcome } from '../../rules.ts';
import { askLater, ended } from './checkout.ts';
import { paid } from './events.ts';
import type { Settling } from './follow.ts';
import type { CardProvider } from './provider.ts';

/** Has the card service asked, from the outbox, and once more later: it may not answer, or not know yet. */
export async function askNow(tx: Tx, checkoutId: number): Promise<void> {
  const checkout = await tx.system
    .selectFrom('card_checkouts')
    .select('state')
    .where('id', '=', checkoutId)
    .executeTakeFirst();
  if (checkout?.state !== 'processing') return;
  await askLater(tx, checkoutId);
  await tx.emit('card.unanswered', { checkout_id: checkoutId });
}

/**
 * Asks the card service what became of a payment that the bank has in hand, and settles its invoice or lets it be paid anew. Throws
 * where the service does not answer.
 */
export async function settleProcessing(
  services: Services,
  ports: Settling,
  provider: CardProvider,
  checkoutId: number,
): Promise<void> {
  const asked = await services.database.systemDb
    .selectFrom('card_checkouts')
    .select(['state', 'provider_id'])
    .where('id', '=', checkoutId)
    .executeTakeFirst();
  if (asked?.state !== 'processing' || asked.provider_id === null) return;
  const answer = await provider.readCheckout(asked.provider_id);
  if (!answer.ok) throw new Error(`The card service did not say what became of a payment: ${answer.reason}`);
  const page = answer.value;
  await systemCommand(services, { kind: 'system', request_id: `checkout-${checkoutId}` }, async (tx) => {
    const named = await tx.system
      .selectFrom('card_checkouts')
      .select('organization_id')
      .where('id', '=', checkoutId)
      .executeTakeFirstOrThrow();
    await holdBilling(tx.system, named.organization_id);
    const checkout = await tx.system
      .selectFrom('card_checkouts')
      .selectAll()
      .where('id', '=', checkoutId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    // its message came meanwhile
    if (checkout.state !== 'processing' || checkout.provider_id === null) return;
    const since = checkout.processing_since ?? checkout.began_at;
    const outcome = payingOutcome(
      page && { ...page, intent_status: page.payment_intent?.status ?? null },
      tx.now.getTime() - since.getTime(),
    );
    if (outcome === 'over') await ended(tx, checkoutId);
    if (outcome !== 'paid' || !page) return;
    if (page.currency?.toLowerCase() !== 'usd' || page.amount_total !== checkout.cents || !page.payment_intent) {
      services.log.error({ checkout: checkoutId }, 'money by card does not fit what was asked for');
      return;
    }
    await paid(tx, ports, checkout, { id: checkout.provider_id, charge_id: page.payment_intent.id }, tx.now);
  });
}
