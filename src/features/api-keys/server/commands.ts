import { sql } from 'kysely';
import type { Actor } from '../../../core/actor.ts';
import { DAY } from '../../../core/durations.ts';
import type { In } from '../../../core/endpoint.ts';
import { Refusal, refuseFields } from '../../../core/errors.ts';
import { command } from '../../../platform/command.ts';
import { hashToken } from '../../../platform/crypto.ts';
import { seenOrganization } from '../../../platform/db/organization.ts';
import { refuseWithoutFreshProof } from '../../../platform/fresh-proof.ts';
import type { Services } from '../../../platform/services.ts';
import type { ApiKey, apiKeyEndpoints, ApiKeyWithToken } from '../contract.ts';
import { MOST_KEYS, warnedAt } from '../rules.ts';
import { isNetwork } from './addresses.ts';
import { readKey } from './read.ts';
import { keyText, newSecret } from './token.ts';

/** Makes a key. Refuses `not_found`, `reauthentication_required`, `invalid`, `wrong_state` where there are too many. */
export function makeKey(
  services: Services,
  actor: Actor,
  organizationId: number,
  { name, scopes, days, addresses }: In<typeof apiKeyEndpoints.make, 'body'>,
): Promise<ApiKeyWithToken> {
  return command(services, actor, async (tx) => {
    await seenOrganization(tx.db, organizationId);
    await refuseWithoutFreshProof(tx);
    refuseFields(
      addresses.flatMap((text, n) =>
        isNetwork(text) ? [] : [{ path: `addresses.${n}`, message: `${text} is no address or network.` }],
      ),
    );
    // two at once: the second waits here, and counts the first
    await tx.system.selectFrom('organizations').select('id').where('id', '=', organizationId).forUpdate().execute();
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from api_keys
      where organization_id = ${organizationId} and revoked_at is null and expires_at > ${tx.now}`.execute(tx.system);
    if ((rows[0]?.n ?? 0) >= MOST_KEYS)
      throw new Refusal('wrong_state', `There are ${MOST_KEYS} keys already. Revoke one that is not used.`);
    const expires_at = new Date(tx.now.getTime() + days * DAY);
    const next = await sql<{ id: number }>`select nextval(pg_get_serial_sequence('api_keys', 'id')) as id`.execute(
      tx.system,
    );
    const id = next.rows[0]?.id ?? 0;
    const token = keyText(id, newSecret());
    await tx.system
      .insertInto('api_keys')
      .values({
        id,
        organization_id: organizationId,
        user_id: actor.user_id,
        name,
        token_hash: hashToken(token),
        scopes: [...new Set(scopes)],
        addresses: [...new Set(addresses)],
        created_at: tx.now,
        expires_at,
      })
      .execute();
    const warned = warnedAt({ created_at: tx.now, expires_at });
    if (warned) await tx.setTimer({ kind: 'api_key_ends', key: String(id), due_at: warned });
    await tx.audit({
      action: 'api_key.made',
      organization_id: organizationId,
      subject: `api_key:${id}`,
      data: { scopes, days, addresses },
    });
    return { ...(await readKey(tx.system, organizationId, id, tx.now)), token };
  });
}

/** Revokes a key; what it asks for at this moment ends. Refuses `not_found`, `wrong_state` where it is revoked. */
export function revokeKey(
  services: Services,
  actor: Actor,
  { id: organizationId, keyId }: { id: number; keyId: number },
  end: (keyId: number) => void,
): Promise<ApiKey> {
  return command(services, actor, async (tx) => {
    await seenOrganization(tx.db, organizationId);
    const row = await tx.system
      .selectFrom('api_keys')
      .select(['id', 'revoked_at'])
      .where('id', '=', keyId)
      .where('organization_id', '=', organizationId)
      .forUpdate()
      .executeTakeFirst();
    if (!row) throw new Refusal('not_found');
    if (row.revoked_at) throw new Refusal('wrong_state', 'This key was revoked already.');
    await tx.system
      .updateTable('api_keys')
      .set({ revoked_at: tx.now, revoked_by: actor.user_id })
      .where('id', '=', keyId)
      .execute();
    await tx.cancelTimer('api_key_ends', String(keyId));
    await tx.audit({ action: 'api_key.revoked', organization_id: organizationId, subject: `api_key:${keyId}` });
    tx.afterCommit(() => end(keyId));
    return readKey(tx.system, organizationId, keyId, tx.now);
  });
}
