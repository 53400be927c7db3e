import { type Kysely, sql } from 'kysely';
import type { Actor } from '../../../core/actor.ts';
import { Refusal } from '../../../core/errors.ts';
import type { DB } from '../../../platform/db/types.ts';
import { resolveUserFlags } from '../../organizations/rules.ts';
import type { Env } from '../../../platform/env.ts';
import type { ConnectedAccount } from '../contract.ts';
import { allowedUses, CONNECTION_FLAGS, type Provider, PROVIDER_NAMES, type Use, usesOf } from '../rules.ts';
import { addressesOf } from './addresses.ts';

/**
 * The flags of connections that hold for somebody: those of their organization, and their own; experts and Peritus's own
 * people, who are of none, have what any organization has.
 */
async function flagsOf(
  db: Kysely<DB>,
  { user_id, organization_id }: Pick<Actor, 'user_id' | 'organization_id'>,
): Promise<Set<string>> {
  const { rows } = await sql<{ flag: string }>`select f.flag from unnest(${[...CONNECTION_FLAGS]}::text[]) f (flag)
    where ${
      organization_id === null
        ? sql`exists (select from organizations o where organization_flag(o.id, f.flag))`
        : sql`organization_flag(${organization_id}, f.flag)`
    }`.execute(db);
  const person = await db.selectFrom('users').select('feature_flags').where('id', '=', user_id).executeTakeFirst();
  const own = Object.entries(resolveUserFlags(person?.feature_flags)).flatMap(([flag, on]) => (on ? [flag] : []));
  return new Set([...rows.map(({ flag }) => flag), ...own]);
}

/** What an actor can connect, and did, in the table's order; of one provider, that. */
export async function readConnectedAccounts(
  db: Kysely<DB>,
  env: Env,
  actor: Pick<Actor, 'user_id' | 'organization_id'>,
  only: readonly Provider[] = PROVIDER_NAMES,
): Promise<ConnectedAccount[]> {
  const flags = await flagsOf(db, actor);
  const live = await db
    .selectFrom('provider_connections')
    .select(['provider', 'state', 'account_name', 'connected_at', 'broken_at', 'uses'])
    .where('user_id', '=', actor.user_id)
    .where('state', '<>', 'ended')
    .execute();
  return only.flatMap((provider) => {
    const row = live.find((one) => one.provider === provider);
    const allowed = addressesOf(env, provider) ? allowedUses(provider, flags) : [];
    // what was connected stays in sight when it is not allowed any longer, so that it can be disconnected
    if (!row && allowed.length === 0) return [];
    return [
      {
        provider,
        state: row ? (row.state as 'connected' | 'broken') : 'none',
        account_name: row?.account_name ?? null,
        connected_at: row?.connected_at.toISOString() ?? null,
        broken_at: row?.broken_at?.toISOString() ?? null,
        uses: usesOf(provider)
          .filter((use) => allowed.includes(use) || row?.uses.includes(use))
          .map((use) => ({ use, on: row?.uses.includes(use) ?? false, allowed: allowed.includes(use) })),
      },
    ];
  });
}

/** One of them. Refuses `not_found` where it is neither connected nor to be. */
export async function readConnectedAccount(
  db: Kysely<DB>,
  env: Env,
  actor: Pick<Actor, 'user_id' | 'organization_id'>,
  provider: Provider,
): Promise<ConnectedAccount> {
  const [one] = await readConnectedAccounts(db, env, actor, [provider]);
  if (!one) throw new Refusal('not_found');
  return one;
}

/** Of these uses those somebody may connect a provider for now. */
export const allowedOf = (account: ConnectedAccount, uses: readonly Use[]): Use[] =>
  account.uses.flatMap(({ use, allowed }) => (allowed && uses.includes(use) ? [use] : []));
