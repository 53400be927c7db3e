import { sql } from 'kysely';
import { DAY } from '../../../core/time.ts';
import type { Tx } from '../../../platform/command.ts';
import type { Services } from '../../../platform/services.ts';
import type { Provider } from '../rules.ts';
import { addressesOf } from './addresses.ts';
import { revoke, TOKEN } from './oauth.ts';

/** After so long a token that could not be taken back is forgotten here. */
const REVOKED_WITHIN_MS = DAY;

export interface Opening {
  access_token: Buffer | null;
  refresh_token: Buffer | null;
}
const tokensOf = ({ refresh_token, access_token }: Opening): Buffer[] =>
  [refresh_token, access_token].filter((token) => token !== null);

/** Notes tokens that serve no longer, to be taken back at their provider; not those that were `given` anew. */
export async function takeBack(
  tx: Tx,
  of: Opening & { provider: Provider; account_id: string | null },
  given: Opening = { access_token: null, refresh_token: null },
): Promise<void> {
  const open = (token: Buffer): string => tx.services.keys.decrypt(token, TOKEN).toString();
  const kept = new Set(tokensOf(given).map(open));
  const { provider, account_id } = of;
  const values = tokensOf(of).flatMap((token) =>
    kept.has(open(token)) ? [] : [{ provider, account_id, token, next_at: tx.now, ended_at: tx.now }],
  );
  if (values.length > 0) await tx.system.insertInto('connection_revocations').values(values).execute();
}

/** Takes one token back at its provider; answers whether one was due. It is tried again for a day, then forgotten here. */
export async function revokeNext(services: Services): Promise<boolean> {
  const { systemDb } = services.database;
  const now = services.clock.now();
  const { rows } = await sql<{
    id: number;
    provider: Provider;
    account_id: string | null;
    token: Buffer;
    ended_at: Date;
  }>`
    update connection_revocations r set tries = r.tries + 1,
      next_at = ${now}::timestamptz + least(power(2, r.tries) * interval '1 minute', interval '6 hours')
    where r.id = (select id from connection_revocations where next_at <= ${now} order by next_at, id limit 1 for update skip locked)
    returning r.id, r.provider, r.account_id, r.token, r.ended_at`.execute(systemDb);
  const [due] = rows;
  if (!due) return false;
  const at = addressesOf(services.env, due.provider);
  const spares = at?.revokes === 'permission' && (await isConnected(services, due));
  const taken =
    !at || spares || (await revoke(services, at, due.provider, services.keys.decrypt(due.token, TOKEN).toString()));
  if (taken || now.getTime() - due.ended_at.getTime() >= REVOKED_WITHIN_MS)
    await systemDb.deleteFrom('connection_revocations').where('id', '=', due.id).execute();
  return true;
}

/** Whether somebody is connected to the account a token opened. */
async function isConnected(
  { database }: Services,
  { provider, account_id }: { provider: Provider; account_id: string | null },
): Promise<boolean> {
  if (account_id === null) return false;
  const one = await database.systemDb
    .selectFrom('provider_connections')
    .select('id')
    .where('provider', '=', provider)
    .where('account_id', '=', account_id)
    .where('state', '=', 'connected')
    .limit(1)
    .executeTakeFirst();
  return one !== undefined;
}
