import { timingSafeEqual } from 'node:crypto';
import type { Actor } from '../../../core/actor.ts';
import { Refusal } from '../../../core/errors.ts';
import { fullName } from '../../../core/names.ts';
import type { ActorDb } from '../../../platform/db/actor-db.ts';
import type { Services } from '../../../platform/services.ts';
import type { ChatConnection, ChatToken } from '../contract.ts';
import { CHAT_TOKEN_MS, EMPTY_TOKEN, EXPIRED_TOKEN_CODE } from '../rules.ts';

/*
 * Tokens are JSON Web Tokens (RFC 7519) signed with HMAC-SHA256, as hosted messaging services take them: who it is, since when,
 * until when, in seconds. A token opens nothing by itself: the live connection stands under the session's cookie.
 */

const PURPOSE = 'chat.token';
const HEAD = encode({ alg: 'HS256', typ: 'JWT' });

function encode(part: unknown): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}

const seconds = (at: Date): number => Math.floor(at.getTime() / 1000);

/** The actor as the messaging service knows them, and a token for an hour. */
export async function chatToken({ keys, clock }: Services, db: ActorDb): Promise<ChatToken> {
  const { user_id: id } = db.actor;
  const now = clock.now();
  // in whole seconds, as the token has them
  const expires = new Date(seconds(new Date(now.getTime() + CHAT_TOKEN_MS)) * 1000);
  const signed = `${HEAD}.${encode({ user_id: String(id), iat: seconds(now), exp: seconds(expires) })}`;
  const { email, ...name } = await db
    .selectFrom('users')
    .select(['first_name', 'last_name', 'email'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return {
    user: { id, name: fullName(name), email },
    token: `${signed}.${keys.hmac(PURPOSE, signed).toString('base64url')}`,
    expires_at: expires.toISOString(),
  };
}

/**
 * Until when the connection of a page may be used for conversations. Refuses an empty token, one that is not the actor's, and
 * one that has expired, for which another is to be had.
 */
export function acceptToken({ keys, clock }: Services, actor: Actor, { id, token }: ChatConnection): Date {
  if (token === '') throw new Refusal('malformed', EMPTY_TOKEN, { errors: [{ path: 'token', message: EMPTY_TOKEN }] });
  const [head, payload, signature, ...rest] = token.split('.');
  const own = keys.hmac(PURPOSE, `${head}.${payload}`);
  const given = Buffer.from(signature ?? '', 'base64url');
  if (head !== HEAD || rest.length > 0 || given.length !== own.length || !timingSafeEqual(given, own)) throw foreign();
  const { user_id, exp } = JSON.parse(Buffer.from(payload ?? '', 'base64url').toString('utf8')) as {
    user_id: string;
    exp: number;
  };
  if (user_id !== String(actor.user_id) || id !== actor.user_id) throw foreign();
  const until = new Date(exp * 1000);
  if (until <= clock.now()) throw expired();
  return until;
}

const foreign = (): Refusal => new Refusal('forbidden', 'This token is not yours.');

/** What is answered to who has no token that holds, with the code hosted services have for it. */
export const expired = (): Refusal =>
  new Refusal('token_expired', undefined, { current: { code: EXPIRED_TOKEN_CODE } });
