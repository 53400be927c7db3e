import type { Kysely } from 'kysely';
import type { SystemActor } from '../../../core/actor.ts';
import { systemCommand, type Tx } from '../../../platform/command.ts';
import type { DB } from '../../../platform/db/types.ts';
import type { Ports } from '../../../platform/ports.ts';
import type { Services } from '../../../platform/services.ts';
import { mailUser } from '../../../platform/mail/mail-user.ts';
import type { Asked, ConnectedAccounts } from '../ports.ts';
import { isStale, type Provider, providerRow } from '../rules.ts';
import { addressesOf, type ProviderAddresses } from './addresses.ts';
import { refresh, TOKEN, type TokensAsked } from './oauth.ts';
import { takeBack } from './revocations.ts';

/** So long new tokens are not asked for again: while somebody asks, here or in another process, and after no answer. */
const RENEWED_AGAIN_MS = 30_000;

type Fresh = { token: string; refreshed: number; at: ProviderAddresses } | { failure: 'broken' | 'gone' | 'away' };
type From = Pick<Ports, 'mail'>;

const heldOf = (db: Kysely<DB>, connectionId: number) =>
  db
    .selectFrom('provider_connections')
    .select(['id', 'user_id', 'provider', 'account_id', 'state', 'access_token', 'refresh_token'])
    .select(['access_expires_at', 'refreshed'])
    .where('id', '=', connectionId);
type Held = Awaited<ReturnType<ReturnType<typeof heldOf>['executeTakeFirstOrThrow']>>;

/** What a connection's row gives to ask with; null: its token is to be renewed, as it has ended or is the one that was refused. */
function asHeld(services: Services, row: Held | undefined, spent: number | null): Fresh | null {
  if (!row || row.state === 'ended') return { failure: 'gone' };
  if (row.state === 'broken' || !row.access_token || !row.access_expires_at) return { failure: 'broken' };
  const at = addressesOf(services.env, row.provider as Provider);
  if (!at) return { failure: 'away' };
  if (isStale(row.access_expires_at, services.clock.now()) || spent === row.refreshed) return null;
  return { token: open(services, row.access_token), refreshed: row.refreshed, at };
}

/** Renewals under way in this process, by connection. */
const underWay = new WeakMap<Services, Map<number, Promise<Fresh>>>();

/**
 * A token that holds a while longer, renewed where it has ended or `spent` names the renewal that was refused. Whoever comes
 * while it is renewed has what comes of that.
 */
async function freshToken(
  services: Services,
  ports: From,
  connectionId: number,
  spent: number | null = null,
): Promise<Fresh> {
  const row = await heldOf(services.database.systemDb, connectionId).executeTakeFirst();
  const held = asHeld(services, row, spent);
  if (held || !row) return held ?? { failure: 'gone' };
  const renewals = underWay.get(services) ?? new Map<number, Promise<Fresh>>();
  underWay.set(services, renewals);
  const known = renewals.get(connectionId);
  if (known) return known;
  const renewal = renew(services, ports, row, spent).finally(() => renewals.delete(connectionId));
  renewals.set(connectionId, renewal);
  return renewal;
}

/**
 * Renews a token. That it is being asked for is written down first, in every process, so that a refresh token that is good
 * for once is shown once; nothing of the database is held while the provider is asked.
 */
async function renew(services: Services, ports: From, row: Held, spent: number | null): Promise<Fresh> {
  const { database, clock, keys } = services;
  const provider = row.provider as Provider;
  const at = addressesOf(services.env, provider);
  if (!at) return { failure: 'away' };
  const now = clock.now();
  const { numUpdatedRows } = await database.systemDb
    .updateTable('provider_connections')
    .set({ renewal_after: new Date(now.getTime() + RENEWED_AGAIN_MS) })
    .where('id', '=', row.id)
    .where('state', '=', 'connected')
    .where('refreshed', '=', row.refreshed)
    .where((eb) => eb.or([eb('renewal_after', 'is', null), eb('renewal_after', '<=', now)]))
    .executeTakeFirst();
  if (numUpdatedRows === 0n)
    return asHeld(services, await heldOf(database.systemDb, row.id).executeTakeFirst(), spent) ?? { failure: 'away' };
  const answered: TokensAsked = row.refresh_token
    ? await refresh(services, at, provider, open(services, row.refresh_token))
    : { failure: 'refused' };
  if ('failure' in answered && answered.failure === 'away') return { failure: 'away' };
  return systemCommand(services, { kind: 'system', request_id: `connection-${row.id}` }, async (tx) => {
    const held = await heldOf(tx.system, row.id).forUpdate().executeTakeFirst();
    const isAsItWas = held?.state === 'connected' && held.refreshed === row.refreshed;
    if ('failure' in answered) {
      if (isAsItWas) await markBroken(tx, ports, { id: row.id, user_id: row.user_id, provider });
      return isAsItWas ? { failure: 'broken' } : (asHeld(services, held, spent) ?? { failure: 'away' });
    }
    const { tokens } = answered;
    const access_token = keys.encrypt(tokens.access_token, TOKEN);
    const refresh_token = tokens.refresh_token === null ? null : keys.encrypt(tokens.refresh_token, TOKEN);
    if (!isAsItWas) {
      // disconnected, or connected anew, while it was asked: what came is nobody's
      await takeBack(tx, { provider, account_id: row.account_id, access_token, refresh_token }, held);
      return asHeld(services, held, spent) ?? { failure: 'away' };
    }
    await tx.system
      .updateTable('provider_connections')
      .set({
        access_token,
        // one that does not turn is kept
        ...(refresh_token === null ? {} : { refresh_token }),
        access_expires_at: new Date(tx.now.getTime() + tokens.expires_in_ms),
        refreshed: row.refreshed + 1,
        renewal_after: null,
      })
      .where('id', '=', row.id)
      .execute();
    return { token: tokens.access_token, refreshed: row.refreshed + 1, at };
  });
}

const open = (services: Services, token: Buffer): string => services.keys.decrypt(token, TOKEN).toString();

/** The provider takes its tokens no longer: its person is told, and connects it again. */
async function markBroken(
  tx: Tx<SystemActor>,
  ports: From,
  { id, user_id, provider }: { id: number; user_id: number; provider: Provider },
): Promise<void> {
  await tx.system
    .updateTable('provider_connections')
    .set({ state: 'broken', broken_at: tx.now })
    .where('id', '=', id)
    .execute();
  await tx.audit({ action: 'connection.broken', subject: `connection:${id}`, data: { provider } });
  await tx.emit('connected_account.lost', { connection_id: id, user_id, provider, ended: false });
  await mailUser(tx, ports, user_id, {
    template: 'connection_broken',
    data: { provider: providerRow(provider).name, link: '/account/integrations' },
    side: 'none',
    dedupe_key: `connection_broken:${id}:${tx.now.getTime()}`,
  });
}

type Asking = NonNullable<Parameters<ConnectedAccounts['ask']>[2]>;

/** Asks the API of a provider; null where it gives no answer. A token goes to the API's own addresses and no other. */
export async function askApi(
  { env }: Services,
  at: ProviderAddresses,
  token: string,
  path: string,
  { method = 'GET', headers, json, form, to, timeout_ms = env.PROVIDER_ANSWER_SECONDS * 1000 }: Asking,
): Promise<Response | null> {
  const base = to === 'upload' ? at.upload : at.api;
  const url = path.startsWith('/') ? `${base}${path}` : path;
  if (base === null || !url.startsWith(`${base}/`)) return null;
  try {
    return await fetch(url, {
      method,
      headers: {
        accept: 'application/json',
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
        authorization: `Bearer ${token}`,
      },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
      ...(form === undefined ? {} : { body: form }),
      redirect: 'manual',
      signal: AbortSignal.timeout(timeout_ms),
    });
  } catch {
    return null;
  }
}

/** See the port. */
export async function askAs(
  services: Services,
  ports: From,
  connectionId: number,
  path: string,
  asking: Asking = {},
): Promise<Asked> {
  let fresh = await freshToken(services, ports, connectionId);
  for (let tries = 0; ; tries += 1) {
    if ('failure' in fresh) return fresh;
    const response = await askApi(services, fresh.at, fresh.token, path, asking);
    if (!response) return { failure: 'away' };
    if (response.status !== 401 || tries > 0) return { response };
    await response.body?.cancel();
    fresh = await freshToken(services, ports, connectionId, fresh.refreshed);
  }
}
