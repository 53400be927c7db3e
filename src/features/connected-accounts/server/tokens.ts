import type { SystemActor } from '../../../core/actor.ts';
import { systemCommand, type Tx } from '../../../platform/command.ts';
import type { Ports } from '../../../platform/ports.ts';
import type { Services } from '../../../platform/services.ts';
import { mailUser } from '../../../platform/mail/mail-user.ts';
import type { Asked, ConnectedAccounts } from '../ports.ts';
import { isStale, type Provider, providerRow } from '../rules.ts';
import { addressesOf, type ProviderAddresses } from './addresses.ts';
import { refresh } from './oauth.ts';

/** What tokens are encrypted for. */
export const TOKEN = 'provider token';
const TIMEOUT_MS = 10_000;

type Fresh = { token: string; refreshed: number; at: ProviderAddresses } | { failure: 'broken' | 'gone' | 'away' };

/**
 * A token that holds a while longer, renewed where it has ended or `spent` names the renewal that was refused. The row is
 * locked while the provider is asked, in this process and any other: who comes second finds what the first one got, and
 * a refresh token that is good for once is shown once.
 */
async function freshToken(
  services: Services,
  ports: Pick<Ports, 'mail'>,
  connectionId: number,
  spent: number | null = null,
): Promise<Fresh> {
  return systemCommand(services, { kind: 'system', request_id: `connection-${connectionId}` }, async (tx) => {
    const row = await tx.system
      .selectFrom('provider_connections')
      .select(['id', 'user_id', 'provider', 'state', 'access_token', 'refresh_token', 'access_expires_at', 'refreshed'])
      .where('id', '=', connectionId)
      .forUpdate()
      .executeTakeFirst();
    if (!row || row.state === 'ended') return { failure: 'gone' };
    if (row.state === 'broken' || !row.access_token || !row.access_expires_at) return { failure: 'broken' };
    const provider = row.provider as Provider;
    const at = addressesOf(services.env, provider);
    if (!at) return { failure: 'away' };
    if (!isStale(row.access_expires_at, tx.now) && spent !== row.refreshed)
      return { token: open(services, row.access_token), refreshed: row.refreshed, at };
    const answered = row.refresh_token
      ? await refresh(services, at, provider, open(services, row.refresh_token))
      : ({ failure: 'refused' } as const);
    if ('failure' in answered) {
      if (answered.failure === 'away') return { failure: 'away' };
      await markBroken(tx, ports, { id: row.id, user_id: row.user_id, provider });
      return { failure: 'broken' };
    }
    const { tokens } = answered;
    await tx.system
      .updateTable('provider_connections')
      .set({
        access_token: services.keys.encrypt(tokens.access_token, TOKEN),
        // one that does not turn is kept
        ...(tokens.refresh_token === null ? {} : { refresh_token: services.keys.encrypt(tokens.refresh_token, TOKEN) }),
        access_expires_at: new Date(tx.now.getTime() + tokens.expires_in_ms),
        refreshed: row.refreshed + 1,
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
  ports: Pick<Ports, 'mail'>,
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
  at: ProviderAddresses,
  token: string,
  path: string,
  { method = 'GET', headers, json, form, to, timeout_ms = TIMEOUT_MS }: Asking,
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
  ports: Pick<Ports, 'mail'>,
  connectionId: number,
  path: string,
  asking: Asking = {},
): Promise<Asked> {
  let fresh = await freshToken(services, ports, connectionId);
  for (let tries = 0; ; tries += 1) {
    if ('failure' in fresh) return fresh;
    const response = await askApi(fresh.at, fresh.token, path, asking);
    if (!response) return { failure: 'away' };
    if (response.status !== 401 || tries > 0) return { response };
    await response.body?.cancel();
    fresh = await freshToken(services, ports, connectionId, fresh.refreshed);
  }
}
