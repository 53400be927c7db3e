import type { FastifyInstance } from 'fastify';
import type { AnyActor } from '../../../../core/actor.ts';
import { Refusal } from '../../../../core/errors.ts';
import { HOUR } from '../../../../core/time.ts';
import { systemCommand, type Tx } from '../../../../platform/command.ts';
import { hashToken } from '../../../../platform/crypto.ts';
import { mount } from '../../../../platform/http/mount.ts';
import type { Services } from '../../../../platform/services.ts';
import { countTry, foundByToken, throttleKey } from '../../../../platform/throttle.ts';
import { onJob } from '../../../../platform/workers.ts';
import { cardEndpoints } from '../../contract.ts';
import { invoiceBy } from '../load.ts';
import { loadInvoice } from '../read.ts';
import { closeOutdated, openCheckout } from './checkout.ts';
import { cardEvent, takeEvent } from './events.ts';
import type { Settling } from './follow.ts';
import { askNow, settleProcessing } from './processing.ts';
import { openCardProvider } from './provider.ts';
import { askRefund, sendRefund } from './refund.ts';
import { forgedBy } from './signature.ts';
import { cardsToday, countRefusal } from './status.ts';

/** So often an invoice's page to pay on is asked for. */
const TRIES = { tries: 30, window_ms: HOUR };
const EVENT_BYTES = 1024 * 1024;

/** Payments by card: the page an invoice is paid on, what the card service tells of the money, and refunds. */
export function cardsServer(app: FastifyInstance, services: Services, ports: Settling) {
  const e = cardEndpoints;
  const { systemDb } = services.database;
  const provider = openCardProvider(services.env);

  async function pay(actor: AnyActor, invoiceId: number): Promise<{ url: string }> {
    if (!provider) throw new Refusal('wrong_state', 'Nothing is paid by card here. Pay as the invoice says.');
    await countTry(systemDb, throttleKey('card_checkout', String(invoiceId)), TRIES, services.clock.now());
    return openCheckout(services, provider, actor, invoiceId);
  }
  mount(app, services, e.pay, async ({ actor, db, params }) =>
    pay(actor, (await loadInvoice(db, actor, params.id)).id),
  );
  mount(app, services, e.payByLink, async ({ request, body }) => {
    const invoice = await foundByToken(systemDb, 'invoice_link', request.ip, services.clock.now(), () =>
      invoiceBy(systemDb, { token_hash: hashToken(body.token) }),
    );
    if (!invoice) throw new Refusal('not_found');
    return pay({ kind: 'system', request_id: request.id }, invoice.id);
  });

  // what is signed are the bytes as they came
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: EVENT_BYTES }, (_, bytes, done) =>
      done(null, bytes),
    );
    mount(scope, services, e.events, async ({ request }) => {
      if (!provider) throw new Refusal('not_found');
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const header = request.headers['stripe-signature'];
      const now = services.clock.now();
      const forged = forgedBy(body, typeof header === 'string' ? header : undefined, {
        secret: provider.webhook_secret,
        now,
      });
      const event = forged === null ? cardEvent.safeParse(readJson(body)) : undefined;
      if (!event?.success) {
        await countRefusal(systemDb, forged ?? 'unread', now);
        throw new Refusal('malformed');
      }
      const outcome = await systemCommand(services, { kind: 'system', request_id: request.id }, (tx) =>
        takeEvent(tx, ports, event.data),
      );
      if (outcome === 'differs')
        services.log.error(
          { event: event.data.id, type: event.data.type },
          'money by card does not fit what was asked for',
        );
      return { received: true };
    });
  });

  mount(app, services, e.status, async () => ({
    configured: provider !== null,
    ...(await cardsToday(systemDb, services.clock.now())),
  }));
  mount(app, services, e.refund, ({ actor, params, body }) => askRefund(services, actor, params, body));

  return {
    configured: provider !== null,
    jobs: [
      onJob({
        name: 'cards.refund',
        topics: ['card.refund_asked'],
        run: ({ payload }) => sendRefund(services, ports, provider, payload.refund_id),
      }),
      onJob({
        name: 'cards.close',
        topics: ['card.outdated'],
        run: async ({ payload }) => {
          if (provider) await closeOutdated(services, provider, payload.checkout_id);
        },
      }),
      onJob({
        name: 'cards.ask',
        topics: ['card.unanswered'],
        run: async ({ payload }) => {
          if (provider) await settleProcessing(services, ports, provider, payload.checkout_id);
        },
      }),
    ],
    timers: { card_processing: (tx: Tx, { key }: { key: string }) => askNow(tx, Number(key)) },
  };
}

function readJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8')) as unknown;
  } catch {
    return null;
  }
}
