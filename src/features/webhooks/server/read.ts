import { type Kysely, sql } from 'kysely';
import { encodeCursor, idBefore } from '../../../core/cursor.ts';
import { Refusal } from '../../../core/errors.ts';
import type { DB } from '../../../platform/db/types.ts';
import type { Webhook, WebhookDelivery } from '../contract.ts';
import type { DeliveryState, WebhookEvent } from '../rules.ts';

const PAGE = 30;

interface Row {
  id: number;
  url: string;
  description: string;
  events: WebhookEvent[];
  off_at: Date | null;
  off_why: Webhook['off_why'];
  previous_until: Date | null;
  waiting: number;
  last_delivered_at: Date | null;
  lock_version: number;
}

/** The addresses of an organization, the oldest first; of one of them, that. */
export async function readWebhooks(
  db: Kysely<DB>,
  organizationId: number,
  now: Date,
  webhookId: number | null = null,
): Promise<Webhook[]> {
  const { rows } = await sql<Row>`
    select w.id, w.url, w.description, w.events, w.off_at, w.off_why, w.previous_until, w.lock_version,
      (select count(*)::int from webhook_deliveries d where d.endpoint_id = w.id and d.status = 'queued') as waiting,
      (select d.ended_at from webhook_deliveries d where d.endpoint_id = w.id and d.status = 'delivered'
        order by d.id desc limit 1) as last_delivered_at
    from webhook_endpoints w where w.organization_id = ${organizationId} and w.removed_at is null
      ${webhookId === null ? sql`` : sql`and w.id = ${webhookId}`}
    order by w.id`.execute(db);
  return rows.map(({ off_at, previous_until, last_delivered_at, ...row }) => ({
    ...row,
    on: off_at === null,
    off_at: off_at?.toISOString() ?? null,
    previous_until: previous_until && previous_until > now ? previous_until.toISOString() : null,
    last_delivered_at: last_delivered_at?.toISOString() ?? null,
  }));
}

/** One address. Refuses `not_found`. */
export async function readWebhook(db: Kysely<DB>, organizationId: number, id: number, now: Date): Promise<Webhook> {
  const [one] = await readWebhooks(db, organizationId, now, id);
  if (!one) throw new Refusal('not_found');
  return one;
}

interface DeliveryRow {
  id: number;
  message_id: string;
  event: string;
  status: DeliveryState;
  attempts: number;
  created_at: Date;
  next_at: Date | null;
  tried_at: Date | null;
  answered_status: number | null;
  took_ms: number | null;
  error: string | null;
  repeats: boolean;
  body: string;
}

const presentDelivery = (row: DeliveryRow): WebhookDelivery => ({
  id: row.id,
  message_id: row.message_id,
  event: row.event,
  state: row.status,
  attempts: row.attempts,
  created_at: row.created_at.toISOString(),
  next_at: row.next_at?.toISOString() ?? null,
  tried_at: row.tried_at?.toISOString() ?? null,
  answered_status: row.answered_status,
  took_ms: row.took_ms,
  error: row.error,
  repeats: row.repeats,
  body: row.body,
});

const deliveries = (db: Kysely<DB>, endpointId: number) =>
  db
    .selectFrom('webhook_deliveries')
    .select([
      'id',
      'message_id',
      'event',
      'status',
      'attempts',
      'created_at',
      'next_at',
      'tried_at',
      'answered_status',
      'took_ms',
      'error',
      'repeats',
      'body',
    ])
    .where('endpoint_id', '=', endpointId);

/** A page of what an address was told, newest first. */
export async function readDeliveries(
  db: Kysely<DB>,
  endpointId: number,
  { state, cursor }: { state?: DeliveryState | undefined; cursor?: string | undefined },
): Promise<{ data: WebhookDelivery[]; next_cursor: string | null }> {
  const before = idBefore(cursor);
  const rows = await deliveries(db, endpointId)
    .$if(state !== undefined, (qb) => qb.where('status', '=', state ?? 'queued'))
    .$if(before !== null, (qb) => qb.where('id', '<', before ?? 0))
    .orderBy('id', 'desc')
    .limit(PAGE + 1)
    .execute();
  const page = rows.slice(0, PAGE);
  const last = page.at(-1);
  return {
    data: page.map(presentDelivery),
    next_cursor: rows.length > PAGE && last ? encodeCursor([last.id]) : null,
  };
}

/** One of them. Refuses `not_found`. */
export async function readDelivery(db: Kysely<DB>, endpointId: number, id: number): Promise<WebhookDelivery> {
  const row = await deliveries(db, endpointId).where('id', '=', id).executeTakeFirst();
  if (!row) throw new Refusal('not_found');
  return presentDelivery(row);
}
