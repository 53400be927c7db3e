import type { FastifyRequest } from 'fastify';
import type { Tx } from '../../../platform/command.ts';
import { hashToken, newToken } from '../../../platform/crypto.ts';
import { REMEMBER_MS } from '../rules.ts';
import { readCookie } from './cookies.ts';

/** Whether the request comes from a browser this user is remembered in; notes the use. */
export async function rememberedDevice(tx: Tx, request: FastifyRequest, userId: number): Promise<boolean> {
  const token = readCookie(tx.services, request, 'device');
  if (!token || token.length > 200) return false;
  const used = await tx.system
    .updateTable('remembered_devices')
    .set({ last_used_at: tx.now, ip: request.ip })
    .where('token_hash', '=', hashToken(token))
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', tx.now)
    .executeTakeFirst();
  return used.numUpdatedRows > 0n;
}

/** Remembers the browser of a request for the user. Answers the cookie's value, for `setDeviceCookie` after commit. */
export async function rememberDevice(tx: Tx, request: FastifyRequest, userId: number): Promise<string> {
  const token = newToken();
  await tx.system
    .insertInto('remembered_devices')
    .values({
      user_id: userId,
      token_hash: hashToken(token),
      user_agent: request.headers['user-agent']?.slice(0, 300) ?? null,
      ip: request.ip,
      created_at: tx.now,
      last_used_at: tx.now,
      expires_at: new Date(tx.now.getTime() + REMEMBER_MS),
    })
    .execute();
  return token;
}

/** Forgets remembered browsers of a user: one, or all of them. Answers how many there were. */
export async function forgetDevices(tx: Tx, userId: number, id?: number): Promise<number> {
  let query = tx.system
    .updateTable('remembered_devices')
    .set({ ended_at: tx.now })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', tx.now);
  if (id !== undefined) query = query.where('id', '=', id);
  return Number((await query.executeTakeFirst()).numUpdatedRows);
}
