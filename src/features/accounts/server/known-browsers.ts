import { timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { newToken } from '../../../platform/crypto.ts';
import type { Services } from '../../../platform/services.ts';
import { KNOWN_MS, type KnownBrowser, readKnown, sealed, withKnown } from '../rules.ts';
import { keepCookie, readCookie } from './cookies.ts';

const PURPOSE = 'known_browser';

interface Whose {
  id: number;
  password_hash: string | null;
}

const sealOf = (services: Services, one: Omit<KnownBrowser, 'seal'>, passwordHash: string): Buffer =>
  services.keys.hmac(PURPOSE, sealed(one, passwordHash));

/**
 * Whether the person has signed in in this browser before, the second factor included, with the password they have now:
 * the browser's own id, or null. It opens nothing; only tries from there are counted by themselves.
 */
export function knownBrowser(services: Services, request: FastifyRequest, whose: Whose | undefined): string | null {
  const passwordHash = whose?.password_hash;
  if (!whose || !passwordHash) return null;
  const after = services.clock.now().getTime() - KNOWN_MS;
  const found = readKnown(readCookie(services, request, 'known')).find(
    (one) =>
      one.user_id === whose.id &&
      one.since_ms > after &&
      timingSafeEqual(Buffer.from(one.seal, 'base64url'), sealOf(services, one, passwordHash)),
  );
  return found?.id ?? null;
}

/** The same of a person by their id. */
export async function knownBrowserOf(
  services: Services,
  request: FastifyRequest,
  userId: number,
): Promise<string | null> {
  if (readCookie(services, request, 'known') === undefined) return null;
  return knownBrowser(services, request, await whoseOf(services, userId));
}

/** Makes the browser known to the person; for a session that is whole, never for one that waits for its second factor. */
export async function rememberBrowser(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  userId: number,
): Promise<void> {
  const whose = await whoseOf(services, userId);
  if (!whose?.password_hash) return;
  const one = { user_id: userId, since_ms: services.clock.now().getTime(), id: newToken().slice(0, 22) };
  const made = { ...one, seal: sealOf(services, one, whose.password_hash).toString('base64url') };
  const value = withKnown(readKnown(readCookie(services, request, 'known')), made);
  keepCookie(services, reply, 'known', { value, ms: KNOWN_MS });
}

const whoseOf = (services: Services, userId: number): Promise<Whose | undefined> =>
  services.database.systemDb
    .selectFrom('users')
    .select(['id', 'password_hash'])
    .where('id', '=', userId)
    .executeTakeFirst();
