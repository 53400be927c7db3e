import { sql } from 'kysely';
import { reviewNumber, type Kind } from '../../../core/kinds.ts';
import type { Tx } from '../../../platform/command.ts';
import { type EventHandler, onEvent, type OutboxEvent } from '../../../platform/workers.ts';
import type { WebhookEvent } from '../rules.ts';

type Heard = OutboxEvent<'review.transitioned' | 'review.price_changed' | 'review.approval_asked' | 'invoices.issued'>;
const SPECIAL: Readonly<Partial<Record<string, WebhookEvent>>> = {
  submit: 'review.ordered',
  approve_report: 'report.delivered',
  cancel: 'review.canceled',
};

/** What an event of the product is told as: nothing of a patient, a price or a text, whoever is told asks for it. */
function toldAs(event: Heard): { event: WebhookEvent; data: Record<string, unknown> }[] {
  switch (event.topic) {
    case 'review.transitioned': {
      const { action, from, to } = event.payload;
      const special = SPECIAL[action];
      return [
        ...(from === to ? [] : [{ event: 'review.status_changed' as const, data: { from, status: to } }]),
        ...(special === undefined ? [] : [{ event: special, data: { status: to } }]),
      ];
    }
    case 'review.price_changed':
      return [{ event: 'review.price_changed', data: {} }];
    case 'review.approval_asked':
      return [{ event: 'review.approval_asked', data: {} }];
    case 'invoices.issued':
      return [{ event: 'invoice.issued', data: { invoice_ids: event.payload.invoice_ids } }];
  }
}

/** Queues what happened for the addresses of its organization and of those above it, in the transaction that marks it as heard. */
export const queueWebhooks = (wake: () => void): EventHandler =>
  onEvent({
    name: 'webhooks.queue',
    topics: ['review.transitioned', 'review.price_changed', 'review.approval_asked', 'invoices.issued'],
    when: (event) => toldAs(event).length > 0,
    async run(tx, event) {
      const of =
        event.topic === 'invoices.issued'
          ? { organization_id: event.payload.organization_id, about: {} }
          : await reviewOf(tx, event.review_id);
      if (!of) return;
      const { rows: endpoints } = await sql<{ id: number; events: string[] }>`
        select w.id, w.events from organization_path(${of.organization_id}) p join webhook_endpoints w on w.organization_id = p.id
        where w.removed_at is null and w.off_at is null`.execute(tx.system);
      const rows = toldAs(event).flatMap(({ event: name, data }, n) => {
        const body = JSON.stringify({
          type: name,
          timestamp: tx.now.toISOString(),
          data: { organization_id: of.organization_id, ...of.about, ...data },
        });
        return endpoints
          .filter(({ events }) => events.includes(name))
          .map(({ id }) => ({
            endpoint_id: id,
            message_id: `msg_${event.id}_${n}`,
            event: name,
            body,
            created_at: tx.now,
            next_at: tx.now,
          }));
      });
      if (rows.length === 0) return;
      await tx.system.insertInto('webhook_deliveries').values(rows).execute();
      tx.afterCommit(wake);
    },
  });

async function reviewOf(
  tx: Tx,
  id: number | null,
): Promise<{ organization_id: number; about: { review_id: number; number: string; kind: Kind } } | null> {
  const review = await tx.system
    .selectFrom('reviews')
    .select(['id', 'kind', 'organization_id'])
    .where('id', '=', id ?? 0)
    .executeTakeFirst();
  if (!review) return null;
  const { kind, organization_id } = review;
  return { organization_id, about: { review_id: review.id, number: reviewNumber(kind, review.id), kind } };
}
