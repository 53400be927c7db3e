import type { FastifyReply, FastifyRequest } from 'fastify';
import { HOUR } from '../../../core/time.ts';
import type { Tx } from '../../../platform/command.ts';
import { hashToken, newToken } from '../../../platform/crypto.ts';
import type { Services } from '../../../platform/services.ts';
import { COOKIE, cookieOf } from './sessions.ts';

export interface StartedSession {
  session_id: number;
  /** Goes to the browser with `setSessionCookie`, once the transaction is committed. */
  token: string;
}

/**
 * A session for a user under a new token, in the given transaction; the one the request came with ends. With
 * `needs_two_factor` it is good for nothing but bringing the second factor.
 */
export async function startSession(
  tx: Tx,
  request: FastifyRequest,
  userId: number,
  options: { needs_two_factor?: boolean } = {},
): Promise<StartedSession> {
  const previous = cookieOf(request.headers.cookie);
  if (previous !== undefined) {
    await tx.system
      .updateTable('sessions')
      .set({ ended_at: tx.now })
      .where('token_hash', '=', hashToken(previous))
      .where('ended_at', 'is', null)
      .execute();
  }
  const token = newToken();
  const { id } = await tx.system
    .insertInto('sessions')
    .values({
      user_id: userId,
      token_hash: hashToken(token),
      needs_two_factor: options.needs_two_factor ?? false,
      created_at: tx.now,
      last_seen_at: tx.now,
      expires_at: new Date(tx.now.getTime() + tx.services.env.SESSION_HOURS * HOUR),
      ip: request.ip,
      user_agent: request.headers['user-agent']?.slice(0, 300) ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { session_id: id, token };
}

/** Ends a user's sessions and, after commit, the pages that are open in them. */
export async function endSessions(tx: Tx, userId: number): Promise<void> {
  await tx.system
    .updateTable('sessions')
    .set({ ended_at: tx.now })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .execute();
  tx.afterCommit(() => tx.services.live.disconnect({ user_id: userId }));
}

export function setSessionCookie(services: Services, reply: FastifyReply, token: string): void {
  reply.setCookie(COOKIE, token, { ...cookieOptions(services), maxAge: Math.round(services.env.SESSION_HOURS * 3600) });
}

/** No script and no other site can use our cookies; over TLS they never travel without it. */
export const cookieOptions = (services: Services) =>
  ({
    httpOnly: true,
    sameSite: 'lax',
    path: '/',
    secure: services.env.public_url.startsWith('https:'),
  }) as const;
