import { sql } from 'kysely';
import { MINUTE } from '../../../core/time.ts';
import type { SystemActor } from '../../../core/actor.ts';
import { systemCommand, type Tx } from '../../../platform/command.ts';
import { organizationOf } from '../../../platform/db/organization.ts';
import { ForbiddenAddress, type OutgoingFetch } from '../../../platform/http/outgoing.ts';
import { adminsAndAbove } from '../../../platform/mail/organization-wide.ts';
import type { Ports } from '../../../platform/ports.ts';
import type { Turns } from '../../../platform/sending.ts';
import type { Services } from '../../../platform/services.ts';
import { retryAfterMs } from '../../../platform/http/retry-after.ts';
import { afterTry, DELIVERIES_KEPT_MS, MOST_TRIES, TEST_EVENT, type Tried } from '../rules.ts';
import { SECRET, signedHeaders } from './signature.ts';

/** So long a try is this process's own; after it another takes the message up, as of a process that died. */
const OWN_MS = MINUTE;
/** How many addresses are told at once, and how many of them may be one organization's. */
export const AT_ONCE = 40;
export const OF_ONE = 10;
/** So long an address has its turn before another may have it, real time. */
const TURN_MS = 5_000;

interface Due {
  id: number;
  endpoint_id: number;
  message_id: string;
  event: string;
  body: string;
  attempts: number;
  url: string;
  secret: Buffer;
  previous_secret: Buffer | null;
  previous_until: Date | null;
}

/**
 * Tells the address whose turn it is what is due for it, one message after another; answers whether there was one. `taken` once
 * that is known: another has its turn beside it, so that a slow one holds up nobody else. A message is claimed before it is sent
 * and may arrive twice where the process dies in between; its id tells.
 */
export async function sendDue(
  services: Services,
  ports: Pick<Ports, 'mail'>,
  fetch: OutgoingFetch,
  turns: Turns,
  taken: () => void,
): Promise<boolean> {
  const { rows } = await sql<{ id: number; organization_id: number }>`
    select w.id, w.organization_id from webhook_deliveries d join webhook_endpoints w on w.id = d.endpoint_id
    where d.status = 'queued' and d.next_at <= ${services.clock.now()} and w.off_at is null and w.removed_at is null
      and not w.id = any(${turns.receivers()}::bigint[]) and not w.organization_id = any(${turns.organizations()}::bigint[])
    order by d.next_at, d.id limit 1`.execute(services.database.systemDb);
  const [due] = rows;
  if (!due) return false;
  return turns.take(due.id, due.organization_id, async () => {
    taken();
    const until = performance.now() + TURN_MS;
    let any = false;
    do {
      if (!(await sendNext(services, ports, fetch, due.id))) break;
      any = true;
    } while (performance.now() < until);
    return any;
  });
}

async function sendNext(
  services: Services,
  ports: Pick<Ports, 'mail'>,
  fetch: OutgoingFetch,
  endpointId: number,
): Promise<boolean> {
  const { clock, database } = services;
  const now = clock.now();
  const { rows } = await sql<Due>`
    update webhook_deliveries d set next_at = ${new Date(now.getTime() + OWN_MS)}, attempts = d.attempts + 1, tried_at = ${now}
    from webhook_endpoints w
    where w.id = d.endpoint_id and d.id = (
      select m.id from webhook_deliveries m join webhook_endpoints e on e.id = m.endpoint_id
      where m.endpoint_id = ${endpointId} and m.status = 'queued' and m.next_at <= ${now} and e.off_at is null and e.removed_at is null
      order by m.next_at, m.id limit 1 for update of m skip locked)
    returning d.id, d.endpoint_id, d.message_id, d.event, d.body, d.attempts, w.url, w.secret, w.previous_secret, w.previous_until`.execute(
    database.systemDb,
  );
  const [due] = rows;
  if (!due) return false;
  const began = performance.now();
  const tried = await tryOnce(services, fetch, due);
  await settle(services, ports, due, tried, Math.round(performance.now() - began));
  return true;
}

async function tryOnce({ keys, clock }: Services, fetch: OutgoingFetch, due: Due): Promise<Tried> {
  const at = clock.now();
  const secrets = [
    due.secret,
    ...(due.previous_secret && due.previous_until && due.previous_until > at ? [due.previous_secret] : []),
  ].map((secret) => keys.decrypt(secret, SECRET));
  try {
    const answer = await fetch(due.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(due.body)),
        'user-agent': 'Peritus-Webhooks/1',
        ...signedHeaders({ id: due.message_id, at, body: due.body }, secrets),
      },
      body: due.body,
    });
    return { status: answer.status, retry_after_ms: retryAfterMs(answer.headers.get('retry-after'), at) };
  } catch (error) {
    return { status: null, error: whyNot(error) };
  }
}

/** Why nothing was answered, for who keeps the address; nothing of the network this runs in. */
function whyNot(error: unknown): string {
  if (error instanceof ForbiddenAddress)
    return 'The name leads into a private network. Messages go to public addresses only.';
  const { name, code } = error as { name?: string; code?: string };
  if (name === 'TimeoutError' || name === 'AbortError') return 'No answer within 10 seconds.';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'The name of the address could not be found.';
  if (code === 'ECONNREFUSED') return 'The connection was refused.';
  if (code === 'ECONNRESET' || code === 'EPIPE') return 'The connection was cut off.';
  if (code?.startsWith('CERT_') || code?.includes('CERT') || code?.startsWith('ERR_TLS'))
    return 'The certificate of the address is not valid.';
  return 'The address could not be reached.';
}

async function settle(
  services: Services,
  ports: Pick<Ports, 'mail'>,
  due: Due,
  tried: Tried,
  took_ms: number,
): Promise<void> {
  await systemCommand(services, { kind: 'system', request_id: `webhook-${due.id}` }, async (tx) => {
    // a test is tried once: who sent it looks
    const after = afterTry(tried, due.event === TEST_EVENT ? MOST_TRIES : due.attempts, tx.now);
    const over = after.state !== 'queued';
    const settled = await tx.system
      .updateTable('webhook_deliveries')
      .set({
        status: after.state,
        next_at: after.state === 'queued' ? after.next_at : null,
        ended_at: over ? tx.now : null,
        answered_status: tried.status,
        took_ms,
        error: tried.status === null ? tried.error : null,
      })
      .where('id', '=', due.id)
      .where('status', '=', 'queued')
      .where('attempts', '=', due.attempts)
      .returning('id')
      .executeTakeFirst();
    if (!settled || after.state !== 'failed' || due.event === TEST_EVENT) return;
    if (after.gone) await turnOff(tx, ports, due, 'gone');
    else if (!(await tookAnything(tx, due))) await turnOff(tx, ports, due, 'failing');
  });
}

/** Whether the address took anything since a message that it never took was queued. */
async function tookAnything(tx: Tx<SystemActor>, { id, endpoint_id }: Due): Promise<boolean> {
  const { rows } = await sql<{ took: boolean }>`select exists (select from webhook_deliveries d, webhook_deliveries own
    where own.id = ${id} and d.endpoint_id = ${endpoint_id} and d.status = 'delivered' and d.ended_at > own.created_at) as took`.execute(
    tx.system,
  );
  return rows[0]?.took ?? false;
}

/** Tells an address nothing further, and its organization's admins that it is so. */
async function turnOff(
  tx: Tx<SystemActor>,
  ports: Pick<Ports, 'mail'>,
  due: Due,
  why: 'gone' | 'failing',
): Promise<void> {
  const endpoint = await tx.system
    .updateTable('webhook_endpoints')
    .set(({ eb }) => ({ off_at: tx.now, off_why: why, lock_version: eb('lock_version', '+', 1) }))
    .where('id', '=', due.endpoint_id)
    .where('off_at', 'is', null)
    .where('removed_at', 'is', null)
    .returning(['id', 'organization_id'])
    .executeTakeFirst();
  if (!endpoint) return;
  await dropWaiting(tx, endpoint.id);
  await tx.audit({
    action: 'webhook.turned_off',
    organization_id: endpoint.organization_id,
    subject: `webhook:${endpoint.id}`,
    data: { why },
  });
  const { name } = await organizationOf(tx.system, endpoint.organization_id);
  const link = `/admin/organizations/${endpoint.organization_id}?tab=webhooks`;
  for (const to of await adminsAndAbove(tx.system, endpoint.organization_id))
    await ports.mail(tx, {
      to,
      template: 'webhook_off',
      data: { host: new URL(due.url).host, why, organization: name, link },
      side: 'requester',
      dedupe_key: `webhook_off:${endpoint.id}:${tx.now.getTime()}:${to.user_id}`,
    });
}

/** What waits for an address that is told nothing further is dropped: it can be sent again by hand. */
export const dropWaiting = (tx: Pick<Tx, 'system' | 'now'>, endpointId: number): Promise<unknown> =>
  tx.system
    .updateTable('webhook_deliveries')
    .set({ status: 'dropped', next_at: null, ended_at: tx.now })
    .where('endpoint_id', '=', endpointId)
    .where('status', '=', 'queued')
    .execute();

/** Forgets what was told long ago. */
export const forgetOld = ({ database }: Services, now: Date): Promise<unknown> =>
  database.systemDb
    .deleteFrom('webhook_deliveries')
    .where('ended_at', '<', new Date(now.getTime() - DELIVERIES_KEPT_MS))
    .execute();
