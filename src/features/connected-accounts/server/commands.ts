import { z } from 'zod';
import type { Actor } from '../../../core/actor.ts';
import { Refusal } from '../../../core/errors.ts';
import { DAY, HOUR } from '../../../core/time.ts';
import { command, type Tx } from '../../../platform/command.ts';
import { hashToken, newToken } from '../../../platform/crypto.ts';
import type { Services } from '../../../platform/services.ts';
import { countTry, type Limit, throttleKey } from '../../../platform/throttle.ts';
import type { ConnectedAccount } from '../contract.ts';
import {
  ATTEMPT_MS,
  CONNECT_FAILURES,
  type ConnectFailure,
  type Provider,
  PROVIDER_NAMES,
  scopesFor,
  type Use,
} from '../rules.ts';
import { addressesOf, type ProviderAddresses } from './addresses.ts';
import { authorizationUrl, callbackOf, exchangeCode, TOKEN } from './oauth.ts';
import { allowedOf, readConnectedAccount } from './read.ts';
import { type Opening, takeBack } from './revocations.ts';
import { askApi } from './tokens.ts';

/** So often one person begins to connect, or comes back. */
const TRIES: Limit = { tries: 40, window_ms: HOUR };

const failed = (reason: ConnectFailure): Refusal =>
  new Refusal('wrong_state', CONNECT_FAILURES[reason], { current: { reason } });

const count = ({ database, clock }: Services, actor: Actor): Promise<void> =>
  countTry(database.systemDb, throttleKey('connect', String(actor.user_id)), TRIES, clock.now());

/** What proves at the exchange that it was this way that was begun; it follows from the state, which is kept as a hash alone. */
const verifierOf = (services: Services, state: string): string =>
  services.keys.hmac('connect.code_verifier', state).toString('base64url');

/** Refuses `not_found` where the operator did not set the provider up. */
function setUp(services: Services, provider: Provider): ProviderAddresses {
  const at = addressesOf(services.env, provider);
  if (!at) throw new Refusal('not_found');
  return at;
}

/** Notes a way to a provider as this session's, and answers where the browser goes. Refuses `not_found` for what is not allowed. */
export async function beginConnecting(
  services: Services,
  actor: Actor,
  provider: Provider,
  asked: readonly Use[],
): Promise<{ url: string }> {
  const at = setUp(services, provider);
  await count(services, actor);
  const state = newToken();
  const uses = await command(services, actor, async (tx) => {
    const allowed = allowedOf(await readConnectedAccount(tx.system, services.env, actor, provider), asked);
    if (allowed.length === 0) throw new Refusal('not_found');
    await tx.system
      .deleteFrom('connection_attempts')
      .where('expires_at', '<', new Date(tx.now.getTime() - DAY))
      .execute();
    await tx.system
      .insertInto('connection_attempts')
      .values({
        state_hash: hashToken(state),
        user_id: actor.user_id,
        session_id: actor.session_id,
        provider,
        uses: allowed,
        created_at: tx.now,
        expires_at: new Date(tx.now.getTime() + ATTEMPT_MS),
      })
      .execute();
    return allowed;
  });
  const url = await authorizationUrl(services, at, {
    redirect_uri: callbackOf(services, provider),
    state,
    verifier: verifierOf(services, state),
    scope: scopesFor(provider, uses),
  });
  return { url };
}

/** Uses a way up before anything is asked of the provider: of answers arriving at once one goes on. */
async function take(services: Services, actor: Actor, provider: Provider, state: string): Promise<Use[]> {
  const now = services.clock.now();
  const begun = await services.database.systemDb
    .updateTable('connection_attempts')
    .set({ used_at: now })
    .where('state_hash', '=', hashToken(state))
    .where('user_id', '=', actor.user_id)
    .where('session_id', '=', actor.session_id)
    .where('provider', '=', provider)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('uses')
    .executeTakeFirst();
  if (!begun) throw failed('ended');
  return begun.uses as Use[];
}

/**
 * Finishes connecting. The same account goes on as it was; of another one what was connected before ends. What came to
 * nothing after the provider gave tokens gives them back. Refuses `wrong_state` with the reason.
 */
export async function finishConnecting(
  services: Services,
  actor: Actor,
  provider: Provider,
  sent: { state?: string | undefined; code?: string | undefined; error?: string | undefined },
): Promise<ConnectedAccount> {
  const at = setUp(services, provider);
  await count(services, actor);
  const state = sent.state ?? '';
  const begun = await take(services, actor, provider, state);
  if (sent.error !== undefined || sent.code === undefined) throw failed('denied');
  const exchanged = await exchangeCode(services, at, provider, {
    code: sent.code,
    state,
    verifier: verifierOf(services, state),
  });
  if ('failure' in exchanged) throw failed(exchanged.failure === 'away' ? 'unreachable' : 'refused');
  const { tokens } = exchanged;
  const account = await accountOf(services, at, tokens.access_token);
  const given: Given = {
    provider,
    account,
    scopes: tokens.scope,
    access_token: services.keys.encrypt(tokens.access_token, TOKEN),
    refresh_token: tokens.refresh_token === null ? null : services.keys.encrypt(tokens.refresh_token, TOKEN),
    expires_in_ms: tokens.expires_in_ms,
  };
  try {
    return await command(services, actor, (tx) => keep(tx, given, begun));
  } catch (error) {
    await command(services, actor, (tx) => giveBack(tx, given));
    throw error;
  }
}

/** What a provider gave at the exchange, encrypted. */
interface Given extends Opening {
  provider: Provider;
  /** Null: the provider did not say whose it is. */
  account: { id: string; name: string | null } | null;
  scopes: string | null;
  access_token: Buffer;
  expires_in_ms: number;
}

async function keep(tx: Tx<Actor>, given: Given, begun: readonly Use[]): Promise<ConnectedAccount> {
  const { actor, services } = tx;
  const { provider, account, access_token, refresh_token } = given;
  if (!account) throw failed('unreachable');
  const [before] = await liveOf(tx, actor.user_id, provider);
  const uses = allowedOf(await readConnectedAccount(tx.system, services.env, actor, provider), begun);
  if (uses.length === 0) throw new Refusal('not_found');
  const values = {
    account_name: account.name,
    uses,
    scopes: given.scopes ?? scopesFor(provider, uses),
    access_token,
    refresh_token,
    access_expires_at: new Date(tx.now.getTime() + given.expires_in_ms),
    renewal_after: null,
    state: 'connected' as const,
    broken_at: null,
    connected_at: tx.now,
  };
  const same = before?.account_id === account.id ? before : null;
  // a provider may give again what it gave before: that stays
  if (same) await takeBack(tx, { ...same, provider }, given);
  // what it held elsewhere is not to be asked for in another account
  else if (before) await end(tx, before);
  const { id } = same
    ? await tx.system
        .updateTable('provider_connections')
        .set((eb) => ({ ...values, refreshed: eb('refreshed', '+', 1) }))
        .where('id', '=', same.id)
        .returning('id')
        .executeTakeFirstOrThrow()
    : await tx.system
        .insertInto('provider_connections')
        .values({ ...values, user_id: actor.user_id, provider, account_id: account.id })
        .returning('id')
        .executeTakeFirstOrThrow();
  await tx.audit({ action: 'connection.made', subject: `connection:${id}`, data: { provider, uses } });
  await tx.emit('connected_account.connected', { connection_id: id, user_id: actor.user_id, provider, uses });
  return readConnectedAccount(tx.system, services.env, actor, provider);
}

/** Tokens that were given in vain; where nobody said whose they are, they may be of the account that is connected. */
async function giveBack(tx: Tx<Actor>, given: Given): Promise<void> {
  const { provider } = given;
  const [live] = await liveOf(tx, tx.actor.user_id, provider);
  await takeBack(tx, { ...given, account_id: given.account?.id ?? live?.account_id ?? null }, live);
}

/** What the provider calls the account; null where it gives no answer that can be read. */
async function accountOf(
  services: Services,
  at: ProviderAddresses,
  token: string,
): Promise<{ id: string; name: string | null } | null> {
  const asked = await askApi(services, at, token, at.account.path, {});
  if (!asked?.ok) return null;
  const read = z.record(z.string(), z.unknown()).safeParse(await asked.json().catch(() => null));
  if (!read.success) return null;
  const id = read.data[at.account.id];
  const name = at.account.names.map((one) => read.data[one]).find((one) => typeof one === 'string' && one !== '');
  if (typeof id !== 'string' && typeof id !== 'number') return null;
  return { id: String(id).slice(0, 200), name: typeof name === 'string' ? name.slice(0, 200) : null };
}

/** The connections of a person that have not ended, locked; of one provider, that. */
const liveOf = (tx: Tx, userId: number, provider?: Provider) =>
  tx.system
    .selectFrom('provider_connections')
    .select(['id', 'user_id', 'provider', 'account_id', 'access_token', 'refresh_token'])
    .where('user_id', '=', userId)
    .where('provider', 'in', provider === undefined ? PROVIDER_NAMES : [provider])
    .where('state', '<>', 'ended')
    .orderBy('id')
    .forUpdate()
    .execute();
type Live = Awaited<ReturnType<typeof liveOf>>[number];

/** Ends one: what opened the account is erased here, and taken back at the provider afterwards. */
async function end(tx: Tx, row: Live): Promise<void> {
  const provider = row.provider as Provider;
  await takeBack(tx, { ...row, provider });
  await tx.system
    .updateTable('provider_connections')
    .set({ state: 'ended', ended_at: tx.now, access_token: null, refresh_token: null, account_name: null })
    .where('id', '=', row.id)
    .execute();
  await tx.audit({ action: 'connection.ended', subject: `connection:${row.id}`, data: { provider } });
  await tx.emit('connected_account.lost', { connection_id: row.id, user_id: row.user_id, provider, ended: true });
}

/** Disconnects. Refuses `not_found`. */
export function endConnection(services: Services, actor: Actor, provider: Provider): Promise<null> {
  return command(services, actor, async (tx) => {
    const [row] = await liveOf(tx, actor.user_id, provider);
    if (!row) throw new Refusal('not_found');
    await end(tx, row);
    return null;
  });
}

/** Disconnects everything a person connected. */
export async function endAll(tx: Tx, userId: number): Promise<void> {
  for (const row of await liveOf(tx, userId)) await end(tx, row);
}
