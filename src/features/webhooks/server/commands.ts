import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Actor } from '../../../core/actor.ts';
import type { In } from '../../../core/endpoint.ts';
import { Refusal, refuseFields } from '../../../core/errors.ts';
import { command, type Tx } from '../../../platform/command.ts';
import { seenOrganization } from '../../../platform/db/organization.ts';
import { refuseWithoutFreshProof } from '../../../platform/fresh-proof.ts';
import type { Services } from '../../../platform/services.ts';
import type { Webhook, WebhookDelivery, webhookEndpoints, WebhookWithSecret } from '../contract.ts';
import { MOST_ENDPOINTS, OLD_SECRET_MS, TEST_EVENT, urlFault } from '../rules.ts';
import { readDelivery, readWebhook } from './read.ts';
import { dropWaiting } from './send.ts';
import { SECRET, secretText } from './signature.ts';

interface Which {
  id: number;
  webhookId: number;
}

const newSecret = () => randomBytes(32);

function refuseUrl(services: Services, url: string): void {
  const message = urlFault(url, services.env.WEBHOOK_ALLOW_LOOPBACK);
  refuseFields(message === null ? [] : [{ path: 'url', message }]);
}

/** The address as it is, held until the transaction ends. Refuses `not_found`. */
async function held(tx: Tx<Actor>, { id, webhookId }: Which) {
  await seenOrganization(tx.db, id);
  const row = await tx.system
    .selectFrom('webhook_endpoints')
    .selectAll()
    .where('id', '=', webhookId)
    .where('organization_id', '=', id)
    .where('removed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new Refusal('not_found');
  return row;
}

/** Adds an address. Refuses `not_found`, `reauthentication_required`, `invalid`, `wrong_state` where there are too many. */
export function addWebhook(
  services: Services,
  actor: Actor,
  organizationId: number,
  { url, description, events }: In<typeof webhookEndpoints.add, 'body'>,
): Promise<WebhookWithSecret> {
  return command(services, actor, async (tx) => {
    await seenOrganization(tx.db, organizationId);
    await refuseWithoutFreshProof(tx);
    refuseUrl(services, url);
    // two at once: the second waits here, and counts the first
    await tx.system.selectFrom('organizations').select('id').where('id', '=', organizationId).forUpdate().execute();
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from webhook_endpoints
      where organization_id = ${organizationId} and removed_at is null`.execute(tx.system);
    if ((rows[0]?.n ?? 0) >= MOST_ENDPOINTS)
      throw new Refusal('wrong_state', `There are ${MOST_ENDPOINTS} addresses already. Remove one that is not used.`);
    const secret = newSecret();
    const { id } = await tx.system
      .insertInto('webhook_endpoints')
      .values({
        organization_id: organizationId,
        url,
        description,
        events: [...new Set(events)],
        secret: services.keys.encrypt(secret, SECRET),
        created_at: tx.now,
        created_by: actor.user_id,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx.audit({
      action: 'webhook.added',
      organization_id: organizationId,
      subject: `webhook:${id}`,
      data: { host: new URL(url).host, events },
    });
    return { ...(await readWebhook(tx.system, organizationId, id, tx.now)), secret: secretText(secret) };
  });
}

/** Changes an address. Refuses `not_found`, `stale` with what it is now, `reauthentication_required` for another address, `invalid`. */
export function changeWebhook(
  services: Services,
  actor: Actor,
  which: Which,
  { lock_version, on, ...changes }: In<typeof webhookEndpoints.change, 'body'>,
): Promise<Webhook> {
  return command(services, actor, async (tx) => {
    const row = await held(tx, which);
    const now = () => readWebhook(tx.system, which.id, which.webhookId, tx.now);
    if (row.lock_version !== lock_version) throw new Refusal('stale', undefined, { current: await now() });
    if (changes.url !== undefined && changes.url !== row.url) {
      // where an organization's news go is as good as a key
      await refuseWithoutFreshProof(tx);
      refuseUrl(services, changes.url);
    }
    const turned = on === undefined || on === (row.off_at === null) ? null : on;
    await tx.system
      .updateTable('webhook_endpoints')
      .set({
        ...(changes.url === undefined ? {} : { url: changes.url }),
        ...(changes.description === undefined ? {} : { description: changes.description }),
        ...(changes.events === undefined ? {} : { events: [...new Set(changes.events)] }),
        ...(turned === null ? {} : turned ? { off_at: null, off_why: null } : { off_at: tx.now, off_why: 'by_hand' }),
        lock_version: lock_version + 1,
      })
      .where('id', '=', row.id)
      .execute();
    if (turned === false) await dropWaiting(tx, row.id);
    await tx.audit({
      action: 'webhook.changed',
      organization_id: which.id,
      subject: `webhook:${row.id}`,
      data: {
        changed: [...Object.keys(changes), ...(turned === null ? [] : [turned ? 'on' : 'off'])],
        ...(changes.url === undefined ? {} : { host: new URL(changes.url).host }),
      },
    });
    return now();
  });
}

/** Removes an address. Refuses `not_found`. */
export function removeWebhook(services: Services, actor: Actor, which: Which): Promise<null> {
  return command(services, actor, async (tx) => {
    const row = await held(tx, which);
    await tx.system.updateTable('webhook_endpoints').set({ removed_at: tx.now }).where('id', '=', row.id).execute();
    await dropWaiting(tx, row.id);
    await tx.audit({
      action: 'webhook.removed',
      organization_id: which.id,
      subject: `webhook:${row.id}`,
      data: { host: new URL(row.url).host },
    });
    return null;
  });
}

/** A new secret; the one before signs, too, for a day. Refuses `not_found`, `reauthentication_required`. */
export function rotateSecret(services: Services, actor: Actor, which: Which): Promise<WebhookWithSecret> {
  return command(services, actor, async (tx) => {
    const row = await held(tx, which);
    await refuseWithoutFreshProof(tx);
    const secret = newSecret();
    await tx.system
      .updateTable('webhook_endpoints')
      .set({
        secret: services.keys.encrypt(secret, SECRET),
        previous_secret: row.secret,
        previous_until: new Date(tx.now.getTime() + OLD_SECRET_MS),
        lock_version: row.lock_version + 1,
      })
      .where('id', '=', row.id)
      .execute();
    await tx.audit({ action: 'webhook.secret_renewed', organization_id: which.id, subject: `webhook:${row.id}` });
    return { ...(await readWebhook(tx.system, which.id, row.id, tx.now)), secret: secretText(secret) };
  });
}

/** Sends a test. Refuses `not_found`, `wrong_state` for one that is turned off. */
export function sendTest(services: Services, actor: Actor, which: Which, wake: () => void): Promise<WebhookDelivery> {
  return command(services, actor, async (tx) => {
    const row = await held(tx, which);
    refuseOff(row);
    const body = JSON.stringify({
      type: TEST_EVENT,
      timestamp: tx.now.toISOString(),
      data: { organization_id: which.id },
    });
    return queue(tx, which, { message_id: `msg_test_${randomUUID()}`, event: TEST_EVENT, body, repeats: false }, wake);
  });
}

/** Sends a message again, with the id it had. Refuses `not_found`, `wrong_state` for one that waits, or an address that is off. */
export function sendAgain(
  services: Services,
  actor: Actor,
  { deliveryId, ...which }: Which & { deliveryId: number },
  wake: () => void,
): Promise<WebhookDelivery> {
  return command(services, actor, async (tx) => {
    const row = await held(tx, which);
    const delivery = await tx.system
      .selectFrom('webhook_deliveries')
      .select(['message_id', 'event', 'body', 'status'])
      .where('id', '=', deliveryId)
      .where('endpoint_id', '=', row.id)
      .executeTakeFirst();
    if (!delivery) throw new Refusal('not_found');
    refuseOff(row);
    if (delivery.status === 'queued') throw new Refusal('wrong_state', 'It waits to be sent already.');
    const { message_id, event, body } = delivery;
    return queue(tx, which, { message_id, event, body, repeats: true }, wake);
  });
}

function refuseOff({ off_at }: { off_at: Date | null }): void {
  if (off_at !== null) throw new Refusal('wrong_state', 'This address is turned off. Turn it on first.');
}

async function queue(
  tx: Tx<Actor>,
  which: Which,
  message: { message_id: string; event: string; body: string; repeats: boolean },
  wake: () => void,
): Promise<WebhookDelivery> {
  const { id } = await tx.system
    .insertInto('webhook_deliveries')
    .values({ ...message, endpoint_id: which.webhookId, created_at: tx.now, next_at: tx.now })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx.audit({
    action: 'webhook.sent_by_hand',
    organization_id: which.id,
    subject: `webhook:${which.webhookId}`,
    data: { message: message.message_id },
  });
  tx.afterCommit(wake);
  return readDelivery(tx.system, which.webhookId, id);
}
