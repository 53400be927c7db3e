import { randomUUID } from 'node:crypto';
import type { AnyActor } from '../../../../core/actor.ts';
import { Refusal } from '../../../../core/errors.ts';
import { command, systemCommand, type Tx } from '../../../../platform/command.ts';
import type { Services } from '../../../../platform/services.ts';
import { CHECKOUT_LEAST_MS, CHECKOUT_MS, invoiceNumber, openCents, PROCESSING_ASK_MS } from '../../rules.ts';
import { invoiceBy } from '../load.ts';
import { holdBilling } from '../../../../platform/db/hold-billing.ts';
import { type Checkout, liveCheckout, outdatedCheckouts } from './load.ts';
import type { CardProvider } from './provider.ts';

/** How often what is open changes while one begins to pay, at most. */
const ROUNDS = 3;
const AWAY = 'The card service does not answer right now. Nothing was charged. Try again in a moment.';

/**
 * Opens the page an invoice is paid on by card, and answers its address. Asked twice, at once or after a process died, it is the same
 * page: what we ask for is written down first, with the key the service knows it by. A page that asks for another amount
 * than is open is closed before another is opened. Refuses `wrong_state` where nothing is open or the bank has a payment in hand,
 * `unavailable` where the service does not answer.
 */
export async function openCheckout(
  services: Services,
  provider: CardProvider,
  actor: AnyActor,
  invoiceId: number,
): Promise<{ url: string }> {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { checkout, number, outdated } = await command<Begun, AnyActor>(services, actor, (tx) =>
      begin(tx, invoiceId),
    );
    if (outdated) {
      await closeCheckout(services, provider, checkout.id);
      continue;
    }
    if (checkout.url !== null) return { url: checkout.url };
    const site = services.env.public_url;
    const asked = await provider.openCheckout(
      {
        cents: checkout.cents,
        title: `Invoice ${number}`,
        metadata: { peritus_checkout: checkout.request_key, invoice: number },
        // the link of an invoice stays here: the page remembers which it was
        success_url: `${site}/invoice?card=done`,
        cancel_url: `${site}/invoice?card=back`,
        expires_at: checkout.expires_at,
      },
      checkout.request_key,
    );
    if (!asked.ok) {
      services.log.error({ reason: asked.reason, checkout: checkout.id }, 'the card service opened no page');
      // it will be answered the same: the next try is another one
      if (asked.permanent) await end(services, checkout.id);
      throw new Refusal('unavailable', AWAY);
    }
    const { id, url } = asked.value;
    const kept = await systemCommand(services, { kind: 'system', request_id: `checkout-${checkout.id}` }, (tx) =>
      tx.system
        .updateTable('card_checkouts')
        .set({ state: 'open', provider_id: id, url })
        .where('id', '=', checkout.id)
        .where('state', '=', 'asked')
        .returning('id')
        .executeTakeFirst(),
    );
    // who asked at the same moment was answered the same page
    const now = kept ? undefined : await read(services, checkout.id);
    if (kept || now?.url === url) return { url };
  }
  throw new Refusal('lost_race');
}

interface Begun {
  checkout: Checkout;
  number: string;
  /** It asks for another amount, or is nearly over: it is to be closed first. */
  outdated: boolean;
}

async function begin(tx: Tx, invoiceId: number): Promise<Begun> {
  const named = await invoiceBy(tx.system, { id: invoiceId });
  if (!named) throw new Refusal('not_found');
  await holdBilling(tx.system, named.organization_id);
  const invoice = await invoiceBy(tx.system, { id: invoiceId });
  const cents = invoice ? openCents(invoice) : 0;
  if (cents === 0) throw new Refusal('wrong_state', 'Nothing of this invoice is left to pay.');
  const number = invoiceNumber(named);
  const live = await liveCheckout(tx.system, invoiceId);
  if (live?.state === 'processing')
    throw new Refusal('wrong_state', 'The bank has a payment of this invoice in hand. Wait for what it says.');
  if (live && live.expires_at > tx.now) {
    const nearlyOver = live.expires_at.getTime() - tx.now.getTime() < CHECKOUT_LEAST_MS;
    return { checkout: live, number, outdated: live.cents !== cents || nearlyOver };
  }
  if (live) await ended(tx, live.id);
  const checkout = await tx.system
    .insertInto('card_checkouts')
    .values({
      organization_id: named.organization_id,
      invoice_id: invoiceId,
      cents,
      request_key: randomUUID(),
      began_at: tx.now,
      expires_at: new Date(tx.now.getTime() + CHECKOUT_MS),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await tx.audit({
    action: 'invoice.card_begun',
    organization_id: named.organization_id,
    subject: `invoice:${invoiceId}`,
    data: { cents },
  });
  return { checkout, number, outdated: false };
}

const read = (services: Services, id: number) =>
  services.database.systemDb.selectFrom('card_checkouts').selectAll().where('id', '=', id).executeTakeFirst();

/** Writes that a checkout is over without money; what is paid on it all the same is still taken. */
export const ended = (tx: Tx, id: number) =>
  tx.system
    .updateTable('card_checkouts')
    .set({ state: 'ended', url: null, ended_at: tx.now })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .execute();

/** Sets when the card service is asked what became of a payment that the bank has in hand. */
export const askLater = (tx: Tx, checkoutId: number): Promise<void> =>
  tx.setTimer({
    kind: 'card_processing',
    key: String(checkoutId),
    due_at: new Date(tx.now.getTime() + PROCESSING_ASK_MS),
  });

const end = (services: Services, id: number) =>
  systemCommand(services, { kind: 'system', request_id: `checkout-${id}` }, (tx) => ended(tx, id));

/**
 * Closes a page that asks for what is not owed now. Where it was paid on in that moment the service refuses, and its
 * message says what came of it. Throws where the service does not answer.
 */
async function closeCheckout(services: Services, provider: CardProvider, id: number): Promise<void> {
  const checkout = await read(services, id);
  if (!checkout || (checkout.state !== 'open' && checkout.state !== 'asked')) return;
  if (checkout.provider_id !== null) {
    const closed = await provider.closeCheckout(checkout.provider_id);
    if (!closed.ok && !closed.permanent) throw new Refusal('unavailable', AWAY);
    if (!closed.ok && checkout.expires_at > services.clock.now()) {
      services.log.warn({ reason: closed.reason, checkout: id }, 'a page of the card service was not closed');
      throw new Refusal('wrong_state', 'A payment of this invoice is under way. Wait for what the bank says.');
    }
  }
  await end(services, id);
}

/** The same from the outbox: what the bank will say of it is waited for. */
export async function closeOutdated(services: Services, provider: CardProvider, id: number): Promise<void> {
  const checkout = await read(services, id);
  if (!checkout) return;
  if (!(await outdatedCheckouts(services.database.systemDb, checkout.organization_id)).includes(id)) return;
  try {
    await closeCheckout(services, provider, id);
  } catch (error) {
    if (!(error instanceof Refusal && error.code === 'wrong_state')) throw error;
  }
}
