import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '../../../platform/services.ts';

/** What we keep in a browser, by what it is for. */
const NAMES = {
  session: 'peritus_session',
  device: 'peritus_device',
  known: 'peritus_known',
  sso: 'peritus_sso',
  registration: 'peritus_registration',
} as const;
type CookieUse = keyof typeof NAMES;

type WithAddress = { env: Pick<Services['env'], 'public_url'> };

const isOverTls = ({ env }: WithAddress): boolean => env.public_url.startsWith('https:');

/**
 * A cookie's name. Over TLS it begins so that browsers take it from this very host alone, without a domain and for all its
 * paths: a neighboring host cannot plant one (RFC 6265bis, 4.1.3.2).
 */
const cookieName = (services: WithAddress, use: CookieUse): string =>
  isOverTls(services) ? `__Host-${NAMES[use]}` : NAMES[use];

/** The cookie that says who asks. */
export const sessionCookie = (services: WithAddress): string => cookieName(services, 'session');

/** No script and no other site can use our cookies; over TLS they never travel without it. */
const options = (services: WithAddress) =>
  ({ httpOnly: true, sameSite: 'lax', path: '/', secure: isOverTls(services) }) as const;

/** What the browser of a request keeps for this use. */
export const readCookie = (services: WithAddress, request: FastifyRequest, use: CookieUse): string | undefined =>
  request.cookies[cookieName(services, use)];

/** Has the browser keep this for so many milliseconds. */
export function keepCookie(
  services: WithAddress,
  reply: FastifyReply,
  use: CookieUse,
  { value, ms }: { value: string; ms: number },
): void {
  reply.setCookie(cookieName(services, use), value, { ...options(services), maxAge: Math.round(ms / 1000) });
}

export function dropCookie(services: WithAddress, reply: FastifyReply, use: CookieUse): void {
  reply.clearCookie(cookieName(services, use), options(services));
}

/** The session token in a Cookie header. */
export function sessionIn(services: WithAddress, header: string | string[] | undefined): string | undefined {
  const name = cookieName(services, 'session');
  const text = Array.isArray(header) ? header[0] : header;
  for (const pair of text?.split(';') ?? []) {
    const [own, ...value] = pair.split('=');
    if (own?.trim() === name) return value.join('=').trim();
  }
  return undefined;
}
